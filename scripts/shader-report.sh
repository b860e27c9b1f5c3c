#!/usr/bin/env bash
# What the compilers of AMD and Intel drivers make of the compute programs, on a
# machine without such a chip: Mesa's drivers from Debian's packages, over a
# kernel part that does nothing (drm-shim, built from Mesa's source package).
# Nothing of it is installed: all lies in the folder.
#
# usage: shader-report.sh [FOLDER]             (default: out/shader-report)
# environment:
#   CHIPS   what to compile for (default: navi31 navi21 vega10 dg2)
# exit: 0 the report is in FOLDER/report.md and in docs/performance.md, 1 a part
# failed, 2 this system has no such packages or tools
set -euo pipefail
export LC_ALL=C
cd "$(dirname "${BASH_SOURCE[0]}")/.."

chips=${CHIPS:-navi31 navi21 vega10 dg2}
version=25.0.7
mkdir -p "${1:-out/shader-report}"
out=$(cd "${1:-out/shader-report}" && pwd)
root=$out/root
libraries=$root/usr/lib/x86_64-linux-gnu

say() { echo "shader-report: $*" >&2; }
lacks() {
  say "$*"
  exit 2
}

# Debian 12 has these drivers in its backports, Debian 13 in itself; the source is
# the same tar file.
codename=$(. /etc/os-release 2>/dev/null && echo "${VERSION_CODENAME:-}")
case $codename in
bookworm) drivers=bookworm-backports ;;
trixie) drivers=trixie ;;
*) lacks "this wants Debian 12 or 13 on x86-64, whose archive has Mesa $version; this is ${codename:-another system}" ;;
esac
for tool in apt-get dpkg gcc g++ ninja python3 pkg-config xz "${GO:-go}"; do
  command -v "$tool" >/dev/null || lacks "$tool is needed (packages build-essential, ninja-build, python3-venv, pkg-config, libexpat1-dev, zlib1g-dev)"
done

# apt: a state of its own, with the suites that are needed.
mkdir -p "$out"/apt/lists/partial "$out"/apt/cache/archives/partial "$out"/debs "$out"/source "$root"
key=/usr/share/keyrings/debian-archive-keyring.gpg
{
  echo "deb [signed-by=$key] http://deb.debian.org/debian $codename main"
  echo "deb [signed-by=$key] http://deb.debian.org/debian $drivers main"
  echo "deb-src [signed-by=$key] http://deb.debian.org/debian trixie main"
} >"$out/apt/sources.list"
apt=(apt-get -q -o "Dir::State::Lists=$out/apt/lists" -o "Dir::Cache=$out/apt/cache" -o "Dir::Etc::SourceList=$out/apt/sources.list"
  -o Dir::Etc::SourceParts=/dev/null -o APT::Sandbox::User=root)
archive=$out/source/mesa_$version.orig.tar.xz
if [[ ! -s $archive || ! -e $libraries/libEGL_mesa.so.0 ]]; then
  say "fetching Mesa $version"
  "${apt[@]}" update >"$out/apt.log" 2>&1 || lacks "the archive of Debian cannot be reached, see $out/apt.log"
  (cd "$out/source" && "${apt[@]}" source --download-only mesa/trixie) >>"$out/apt.log" 2>&1 || true
  [[ -s $archive ]] || lacks "the archive has no source of Mesa $version any more, see $out/apt.log"
  (cd "$out/debs" && for package in mesa-libgallium libegl-mesa0 libgbm1 libgl1-mesa-dri libdrm2 libdrm-amdgpu1 libdrm-intel1 libdrm-nouveau2 libdrm-dev; do
    "${apt[@]}" download "$package/$drivers"
  done && "${apt[@]}" download bison flex m4 libsigsegv2) >>"$out/apt.log" 2>&1 || lacks "a package cannot be had, see $out/apt.log"
  for deb in "$out"/debs/*.deb; do
    dpkg -x "$deb" "$root"
  done
  sed -i "s#^prefix=/usr#prefix=$root/usr#" "$libraries"/pkgconfig/*.pc
fi

# The kernel part: two libraries, a quarter of Mesa's utilities.
if [[ ! -s $out/libintel_noop_drm_shim.so || ! -s $out/libamdgpu_noop_drm_shim.so ]]; then
  say "building drm-shim (a few minutes)"
  [[ -x $out/venv/bin/meson ]] || { python3 -m venv "$out/venv" && "$out/venv/bin/pip" -q install meson mako pyyaml packaging setuptools; } || lacks "meson and mako cannot be had from PyPI"
  tree=$out/source/mesa-$version
  [[ -d $tree ]] || tar -xJf "$archive" -C "$out/source"
  (
    export PATH=$out/venv/bin:$root/usr/bin:$PATH PKG_CONFIG_PATH=$libraries/pkgconfig BISON_PKGDATADIR=$root/usr/share/bison M4=$root/usr/bin/m4
    export LD_LIBRARY_PATH=$libraries # libsigsegv of m4
    cd "$tree"
    [[ -e $out/build/build.ninja ]] || meson setup "$out/build" -Dtools=drm-shim,intel -Dgallium-drivers=r300,crocus -Dvulkan-drivers= -Dllvm=disabled -Dglx=disabled -Degl=disabled \
      -Dgbm=disabled -Dplatforms= -Dopengl=true -Dgles1=disabled -Dgles2=disabled -Dshared-glapi=disabled -Dvideo-codecs= -Dgallium-va=disabled -Dgallium-vdpau=disabled \
      -Dzstd=disabled -Dshader-cache=disabled -Dvalgrind=disabled -Dlibunwind=disabled -Dlmsensors=disabled -Dxmlconfig=disabled -Dintel-rt=disabled -Dbuildtype=release
    nice ninja -C "$out/build" src/amd/drm-shim/libamdgpu_noop_drm_shim.so src/intel/tools/libintel_noop_drm_shim.so
  ) >"$out/build.log" 2>&1 || {
    tail -n 5 "$out/build.log" >&2
    say "drm-shim cannot be built, see $out/build.log"
    exit 1
  }
  cp "$out/build/src/amd/drm-shim/libamdgpu_noop_drm_shim.so" "$out/build/src/intel/tools/libintel_noop_drm_shim.so" "$out/"
fi

say "compiling the programs"
"${GO:-go}" build -tags "headless egl" -o "$out/shaderreport" ./gpu/shaderreport
logs=()
for chip in $chips; do
  case $chip in
  navi* | vega* | polaris* | raphael* | vangogh | renoir | raven* | gfx*) shim=(AMDGPU_GPU_ID="$chip" AMD_DEBUG=cs,asm "LD_PRELOAD=$out/libamdgpu_noop_drm_shim.so") ;;
  *) shim=(INTEL_STUB_GPU_PLATFORM="$chip" INTEL_DEBUG=cs "LD_PRELOAD=$out/libintel_noop_drm_shim.so") ;;
  esac
  env "LD_LIBRARY_PATH=$libraries" "LIBGL_DRIVERS_PATH=$libraries/dri" MESA_SHADER_CACHE_DISABLE=true "${shim[@]}" \
    timeout 600 "$out/shaderreport" compile >"$out/$chip.log" 2>&1 || {
    grep -a '^shaderreport:' "$out/$chip.log" | tail -n 3 >&2
    say "$chip: its programs cannot be compiled, see $out/$chip.log"
    exit 1
  }
  logs+=("$chip=$out/$chip.log")
done
"$out/shaderreport" table "${logs[@]}" >"$out/report.md"

page=docs/performance.md
begin='<!-- shader-report: made by make shader-report -->' end='<!-- end of shader-report -->'
if ! grep -qxF "$begin" "$page" || ! grep -qxF "$end" "$page"; then
  say "$page lacks the marks of the tables; they are in $out/report.md"
  exit 1
fi
awk -v begin="$begin" -v end="$end" -v file="$out/report.md" '
  $0 == end { inside = 0 }
  !inside { print }
  $0 == begin { inside = 1; print ""; while ((getline line < file) > 0) print line; print "" }' "$page" >"$out/page.md"
cp "$out/page.md" "$page"
say "done: $out/report.md, and the tables of $page"
