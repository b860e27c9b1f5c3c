#!/usr/bin/env bash
# Makes the machine ready: checks the Go version and, on Debian and Ubuntu,
# installs the packages that are missing. When all is there it does nothing.
#
# usage: scripts/setup.sh PURPOSE...
#   build   compile the window build and the headless build
#   run     run without a graphics card, on Mesa's software OpenGL
#   test    drive the window under a virtual display, a second OpenGL driver, films,
#           NumPy, which reads what hooke writes
#   outside the programs of others that read what hooke writes
#
# exit: 0 ready, 2 something is missing and cannot be installed from here (what
# is needed is printed as a list, with the command that installs it).
#
# Other systems: what is needed is looked up with pkg-config and printed.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
go=${GO:-go}
native= # this machine's package architecture, asked for once

say() { printf 'setup: %s\n' "$*" >&2; }

# packages PURPOSE: what a purpose needs, one a line, as Debian and Ubuntu call
# it. TOOL=PACKAGE is there when the command TOOL is, wherever it came from.
packages() {
  case $1 in
    build)
      printf '%s\n' make=make gcc=gcc git=git pkg-config=pkg-config readelf=binutils libc6-dev ca-certificates \
        libgl-dev libegl-dev libxcursor-dev libxrandr-dev libxinerama-dev libxi-dev libxxf86vm-dev
      ;;
    run) printf '%s\n' libegl1 libgl1 libgl1-mesa-dri ;;
    test) printf '%s\n' Xvfb=xvfb xauth=xauth xdotool=xdotool glslangValidator=glslang-tools libvulkan1 mesa-vulkan-drivers ffmpeg=ffmpeg python3-numpy ;;
    outside) printf '%s\n' python3-numpy python3-meshio python3-pip assimp=assimp-utils gmsh=gmsh lmp=lammps parallel=parallel mpirun=openmpi-bin node=nodejs npm=npm ;;
    *)
      say "unknown purpose '$1'; usage: scripts/setup.sh build|run|test ..."
      exit 2
      ;;
  esac
}

# missing WANTED...: the packages among WANTED that are not there, one a line.
missing() {
  local wanted name status arch installed=' '
  local -a ask=()
  for wanted in "$@"; do
    case $wanted in
      *=*) command -v "${wanted%%=*}" >/dev/null 2>&1 || printf '%s\n' "${wanted#*=}" ;;
      *) ask+=("$wanted") ;;
    esac
  done
  ((${#ask[@]})) || return 0
  # A library of another architecture (i386 beside amd64) does not count.
  while read -r name status arch; do
    if [[ $status == installed && ($arch == all || $arch == "$native") ]]; then
      installed+="$name "
    fi
  done < <(dpkg-query -W -f '${Package} ${db:Status-Status} ${Architecture}\n' "${ask[@]}" 2>/dev/null || true)
  for name in "${ask[@]}"; do
    [[ $installed == *" $name "* ]] || printf '%s\n' "$name"
  done
}

# needs_by_hand REASON PACKAGE...: says what to install and ends.
needs_by_hand() {
  local reason=$1
  shift
  say "$reason. These packages are needed:"
  printf '  %s\n' "$@" >&2
  say "install them with:  apt-get update && apt-get install --no-install-recommends $*"
  exit 2
}

# apt ARGUMENT...: apt-get as root, quiet unless it fails. It waits a while for
# another package manager that is at work: apt-get itself does so for the lock
# of dpkg (the timeout), but not for the lock of the package lists (the loop).
# Reads as_root of install_debian.
apt() {
  local log result=1 deadline=$((SECONDS + 120))
  log=$(mktemp)
  while true; do
    if "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive LC_ALL=C \
      apt-get -q -o DPkg::Lock::Timeout=120 -o Acquire::Retries=3 "$@" </dev/null >"$log" 2>&1; then
      result=0
      break
    fi
    if ((SECONDS >= deadline)) || ! grep -q 'Could not get lock' "$log"; then
      tail -n 20 "$log" >&2
      break
    fi
    sleep 5
  done
  rm -f "$log"
  return "$result"
}

# install_debian WANTED...
install_debian() {
  native=$(dpkg --print-architecture)
  local -a absent as_root=()
  mapfile -t absent < <(missing "$@")
  ((${#absent[@]})) || return 0

  if (($(id -u) != 0)); then
    if ! command -v sudo >/dev/null 2>&1; then
      needs_by_hand 'packages are missing, and installing them takes root or sudo' "${absent[@]}"
    fi
    as_root=(sudo)
    [[ -t 0 ]] || as_root=(sudo -n) # no user to type a password
    if ! "${as_root[@]}" true; then
      needs_by_hand 'packages are missing, and sudo was refused' "${absent[@]}"
    fi
  fi

  say "installing ${absent[*]}"
  apt update || say 'the package lists could not be updated; trying with those there are'
  if ! apt install -y --no-install-recommends "${absent[@]}"; then
    needs_by_hand 'apt-get could not install what is missing (see above)' "${absent[@]}"
  fi
  mapfile -t absent < <(missing "$@")
  ((${#absent[@]} == 0)) || needs_by_hand 'apt-get ended well, yet packages are missing' "${absent[@]}"
}

# check_other: a system without dpkg. The libraries are what a build needs;
# for the rest there is no common way to ask.
check_other() {
  local -a libraries=(gl egl x11 xcursor xrandr xinerama xi xxf86vm) tools=("$go" make gcc pkg-config)
  local name lacks=''
  for name in "${tools[@]}"; do
    command -v "$name" >/dev/null 2>&1 || lacks+=" $name"
  done
  for name in "${libraries[@]}"; do
    pkg-config --exists "$name" 2>/dev/null || lacks+=" $name"
  done
  say "this is not Debian or Ubuntu, so nothing is installed. Needed are the commands ${tools[*]};"
  say "the development files of ${libraries[*]}; an OpenGL 4.3 driver (Mesa's software driver will do); for the tests Xvfb, xauth, xdotool, glslangValidator, Mesa's Vulkan driver for the CPU (lavapipe), and NumPy for python3."
  if [[ -n $lacks ]]; then
    say "not found:$lacks. Install them with the package manager of this system."
    exit 2
  fi
}

# number VERSION: go1.26.8 as one number that compares; nothing if it is not a
# version.
number() {
  [[ $1 =~ ([0-9]+)\.([0-9]+)(\.([0-9]+))? ]] || return 0
  echo $((BASH_REMATCH[1] * 1000000 + BASH_REMATCH[2] * 1000 + ${BASH_REMATCH[4]:-0}))
}

# check_go: Go is there, and is at least what go.mod asks for. (A Go that may
# fetch newer versions of itself answers with the version that it will use.)
check_go() {
  local needed found
  needed=$(sed -n 's/^go \([0-9.]*\).*/\1/p' go.mod)
  if ! command -v "$go" >/dev/null 2>&1; then
    say "Go is not installed, or not on PATH. hooke needs Go $needed or newer, from https://go.dev/dl/;"
    say 'where it is installed already, put its bin folder on PATH, such as /usr/local/go/bin'
    exit 2
  fi
  found=$("$go" env GOVERSION 2>/dev/null) || found=
  [[ -n $found ]] || found=$(cd / && GOTOOLCHAIN=local "$go" env GOVERSION 2>/dev/null) || found=unknown
  if [[ -z $(number "$found") ]] || (($(number "$found") < $(number "$needed"))); then
    say "Go is too old: $found is installed, hooke needs $needed or newer. Get it from https://go.dev/dl/,"
    say 'or let an installed Go 1.21 or newer fetch it: export GOTOOLCHAIN=auto'
    exit 2
  fi
}

if (($# == 0)); then
  say 'usage: scripts/setup.sh build|run|test ...'
  exit 2
fi
wanted=()
for purpose in "$@"; do
  list=$(packages "$purpose")
  mapfile -t -O "${#wanted[@]}" wanted <<<"$list"
done
check_go
if command -v dpkg-query >/dev/null 2>&1 && command -v apt-get >/dev/null 2>&1; then
  install_debian "${wanted[@]}"
else
  check_other
fi
