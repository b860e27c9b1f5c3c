#!/usr/bin/env bash
# Builds the Python package hooke as a wheel in out/wheel.
#
# zig cc links its library against glibc 2.28, so that one wheel serves every
# Linux with that one or a newer one; auditwheel judges the wheel. Both come from
# PyPI into out/wheel-tools (450 MB). Where they cannot be fetched, or with
# WHEEL_CC=gcc, the C compiler of this machine links, and the tag of the wheel
# names the glibc that the library then needs.
#
# usage: scripts/wheel.sh VERSION
# exit: 0 built, 1 a build failed or a wheel is not what its tag says
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
version=${1:?usage: scripts/wheel.sh VERSION}
go=${GO:-go}
python=${PYTHON:-/usr/bin/python3}
glibc=2.28
pins=(ziglang==0.17.1 auditwheel==6.8.2)
tools=$PWD/out/wheel-tools
lib=out/wheel-lib/libhooke.so

say() { printf 'wheel: %s\n' "$*" >&2; }

# fetched: zig and auditwheel are there, in the versions of pins.
fetched() {
  [[ $("$tools/bin/pip" list --format freeze 2>/dev/null | grep -E '^(ziglang|auditwheel)=' | sort) == "$(printf '%s\n' "${pins[@]}" | sort)" ]]
}

# fetch gets them; what fails is said in one line.
fetch() {
  local log
  fetched && return
  mkdir -p "$tools"
  log=$tools/pip.log
  "$python" -m venv "$tools" >"$log" 2>&1 && "$tools/bin/pip" install --quiet "${pins[@]}" >>"$log" 2>&1 && fetched && return
  say "zig cannot be fetched: $(tail -n 1 "$log")"
  return 1
}

# link COMMAND...: builds the library, with settings of cgo before it. The paths of this machine stay out of it.
link() {
  mkdir -p "${lib%/*}"
  env "$@" CGO_ENABLED=1 "$go" build -trimpath -tags "headless egl" -buildmode=c-shared -ldflags "-s -w -X hooke/run.commit=${COMMIT:-}" -o "$lib" ./capi
  scripts/check-headless.sh "$lib"
}

rm -rf out/wheel
if [[ ${WHEEL_CC:-zig} == zig ]] && fetch; then
  export ZIG_GLOBAL_CACHE_DIR=$tools/cache
  zig=("$tools/bin/python" -m ziglang cc -target "$(uname -m)-linux-gnu.$glibc")
  # zig sees no headers and libraries of this machine. The library opens libEGL when it runs, and links none: the name is enough.
  mkdir -p "$tools/include" "$tools/lib"
  headers=$(pkg-config --variable=includedir egl)
  cp -R "$headers/EGL" "$headers/KHR" "$tools/include/"
  [[ -e $tools/lib/libEGL.so ]] || "${zig[@]}" -shared -x c /dev/null -o "$tools/lib/libEGL.so"
  link CC="'${zig[0]}' ${zig[*]:1}" CGO_CFLAGS="-O2 -g '-I$tools/include'" CGO_LDFLAGS="-O2 -g '-L$tools/lib'"
  wheel=$("$python" -B scripts/wheel.py "$version" "$lib" out/wheel "$glibc")
  found=$("$tools/bin/auditwheel" show --json "$wheel" | sed -n 's/.*"overall_tag": "\(.*\)".*/\1/p')
  if [[ ! $found =~ ^manylinux_2_([0-9]+)_ ]] || ((BASH_REMATCH[1] > ${glibc#2.})); then
    say "auditwheel calls $wheel $found, which is more than its tag says"
    exit 1
  fi
  say "auditwheel finds $found in it"
else
  link
  wheel=$("$python" -B scripts/wheel.py "$version" "$lib" out/wheel)
  say "linked by this machine's compiler: it is for the glibc that its tag names, and newer ones"
fi
printf '%s\n' "$wheel"
