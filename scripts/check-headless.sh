#!/usr/bin/env bash
# Proves that a binary links the C library alone, neither itself nor through a
# library that it links anything else: such a binary starts on a machine that
# has no window system, no libGL and no libEGL, which it opens when it needs it.
#
# usage: scripts/check-headless.sh BINARY
# exit: 0 it links none, 1 it links some (each is named), 2 it cannot be judged
set -euo pipefail
export LC_ALL=C

# The C library, with its parts of glibc before 2.34, the loader, and the part of the kernel.
wanted='^(lib(c|m|dl|rt|pthread|resolv)\.so|(/.*/)?ld-linux|linux-vdso)'

if (($# != 1)) || [[ ! -f $1 ]]; then
  echo "usage: scripts/check-headless.sh BINARY (a file; '${1:-}' is none)" >&2
  exit 2
fi
binary=$(realpath "$1")

# What the binary asks for itself, and what the loader adds to that.
if ! direct=$(readelf --dynamic "$binary" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'); then
  echo "check-headless: $1: readelf cannot read it" >&2
  exit 2
fi
# A program with cgo links libc at least: an empty list means that the question
# was put wrongly, not that all is well.
if ! grep -q '^libc\.' <<<"$direct"; then
  echo "check-headless: $1: does not link libc, so it is not a build of hooke with cgo" >&2
  exit 2
fi
if ! loaded=$(ldd "$binary" | awk '{print $1}'); then
  echo "check-headless: $1: ldd cannot read it" >&2
  exit 2
fi

if found=$(printf '%s\n' "$direct" "$loaded" | sort -u | sed '/^$/d' | grep -vE "$wanted"); then
  echo "check-headless: $1: links ${found//$'\n'/ }" >&2
  exit 1
fi
echo "$1 links ${direct//$'\n'/ }: nothing else"
