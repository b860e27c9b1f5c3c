#!/usr/bin/env bash
# Installs the wheel in out/wheel as a user does, on fresh Debian systems that
# have no compiler and no OpenGL, and steps, plots and saves there. Refused must
# be: a wheel that asks for a newer glibc than the system has, and a library of
# this machine's compiler in a wheel for glibc 2.28.
#
# Systems are folders out/debian-SUITE, made by debootstrap and kept.
#
# usage: scripts/test-wheel.sh [SUITE...]     (bookworm bullseye)
# exit: 0 right, 1 wrong, 2 it cannot be tried here
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export LC_ALL=C
suites=("$@")
((${#suites[@]})) || suites=(bookworm bullseye)
shopt -s nullglob
wheels=(out/wheel/*.whl)

say() { printf 'test-wheel: %s\n' "$*"; }

if ((${#wheels[@]} != 1)); then
  say "out/wheel has ${#wheels[@]} wheels; run make wheel first" >&2
  exit 2
fi
if (($(id -u) != 0)) || ! command -v debootstrap >/dev/null; then
  say 'this takes root and the package debootstrap' >&2
  exit 2
fi
# What is mounted below is seen, and kept, by this script alone.
if [[ ${TEST_WHEEL_APART:-} != yes ]]; then
  TEST_WHEEL_APART=yes exec unshare --mount --propagation private "${BASH_SOURCE[0]}" "${suites[@]}"
fi

# system SUITE: makes the system in $root, once.
system() {
  [[ -e $root/made ]] && return
  say "making $root"
  mkdir -p "$root"
  debootstrap --variant=minbase --include=python3,python3-venv "$1" "$root" >"$root.log" 2>&1 || {
    tail -n 5 "$root.log" >&2
    say "debootstrap cannot make $1" >&2
    exit 2
  }
  touch "$root/made"
}

inside() { chroot "$root" /usr/bin/env -u PIP_FIND_LINKS PATH=/usr/bin:/bin HOME=/root MPLBACKEND=agg "$@"; }

# connect: names are found, and registries trusted, as outside.
connect() {
  local file
  for file in /etc/resolv.conf /etc/pip.conf /etc/ssl/certs/ca-certificates.crt; do
    [[ ! -e $file ]] || install -D -m 644 "$file" "$root$file"
  done
}

# bare: there is no compiler, and no OpenGL.
bare() {
  local found
  if found=$(inside sh -c 'command -v cc gcc clang tcc c++; /sbin/ldconfig -p | grep -E "lib(GL|EGL|GLX|OpenGL|vulkan)"'); then
    say "$root is not bare: $found" >&2
    exit 1
  fi
}

for suite in "${suites[@]}"; do
  root=out/debian-$suite
  system "$suite"
  mount -t proc proc "$root/proc"
  bare
  connect
  rm -rf "$root/env" "$root/try"
  mkdir "$root/try"
  cp "${wheels[0]}" "$root/try/"
  inside python3 -m venv /env
  newer=${wheels[0]##*/}
  newer=${newer/manylinux_2_*_/manylinux_2_99_}
  cp "${wheels[0]}" "$root/try/$newer"
  if inside /env/bin/pip install --no-index --no-deps "/try/$newer" >"$root/try/log" 2>&1 || ! grep -q 'not a supported wheel' "$root/try/log"; then
    say "$suite: a wheel for glibc 2.99 is not refused" >&2
    exit 1
  fi
  inside /env/bin/pip install --quiet "/try/${wheels[0]##*/}" matplotlib
  cat >"$root/try/lines.py" <<'PYTHON'
import hooke, matplotlib.image, matplotlib.pyplot as plt
walker = hooke.open("walker")
heights = [(walker.step(100), walker.time, walker.positions[:, 2].mean())[1:] for _ in range(20)]
plt.plot(*zip(*heights))
plt.savefig("/try/plot.png")
walker.plot().figure.savefig("/try/walker.png")
for name in ("plot", "walker"):
    picture = matplotlib.image.imread(f"/try/{name}.png")
    assert picture.std() > 0.05, (name, picture.std())
assert walker.steps == 2000 and len({z for _, z in heights}) == 20, heights
print(hooke.__file__, walker.info["engine"]["Engine"], "%.3f s" % walker.time, "plot", picture.shape)
PYTHON
  say "$suite, $(inside ldd --version | sed -n '1s/.* //p;1q'): $(inside /env/bin/python /try/lines.py)"
  umount "$root/proc"
done

# The same library linked by this machine's compiler, where its glibc is newer, is refused.
make --no-print-directory library >/dev/null
if "${PYTHON:-/usr/bin/python3}" -B scripts/wheel.py 0.0.0 out/lib/libhooke.so out/wheel-refused 2.28 2>out/wheel-refused.txt; then
  say 'this machine links for glibc 2.28 by itself: that a newer one is refused was not seen'
else
  grep -q 'it is not for glibc 2.28' out/wheel-refused.txt
  say "refused: $(sed 's/.*asks for/a library that asks for/; s/:.*//' out/wheel-refused.txt)"
fi
