#!/usr/bin/env bash
# Runs short suites again on a second OpenGL driver: zink, which is OpenGL on Vulkan,
# over lavapipe, which is Vulkan on the CPU; both are of Mesa. It works behind the
# program's back, as the drivers of graphics cards do. llvmpipe, on which all other tests
# run, does everything at once and in order: what comes too early there is never wrong.
#
# usage: scripts/second-driver.sh [COMMAND ...]
#   runs the tests that scripts/second-driver.txt lists, or a command, on that driver
#
# environment:
#   HOOKE_SECOND=require   fail where the driver cannot be had (continuous integration).
#                          Otherwise it is said, and is no failure.
#   HOOKE_ICDS             where Vulkan drivers are described (default /usr/share/vulkan/icd.d)
#
# exit: 0 the tests pass, or the driver cannot be had; 1 it cannot be had and is
# required; else the exit code of the tests or of the command.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
go=${GO:-go}

# cannot REASON: says that nothing ran.
cannot() {
  printf '\nsecond driver: zink over lavapipe cannot be had here: %s\n' "$1" >&2
  if [[ ${HOOKE_SECOND:-} == require ]]; then
    echo 'second driver: HOOKE_SECOND=require makes this a failure' >&2
    exit 1
  fi
  echo 'second driver: ITS TESTS DID NOT RUN. What fails on asynchronous drivers alone is not seen' >&2
  exit 0
}

# description: the file that describes lavapipe for this processor; several may be there.
description() {
  local icds=${HOOKE_ICDS:-/usr/share/vulkan/icd.d} file first=
  for file in "$icds/lvp_icd.$(uname -m).json" "$icds"/lvp_icd*.json; do
    [[ -f $file ]] && first=${first:-$file}
  done
  printf '%s' "$first"
}

icd=$(description)
[[ -n $icd ]] || cannot 'no lvp_icd*.json (package mesa-vulkan-drivers; scripts/setup.sh test installs it)'
export LIBGL_ALWAYS_SOFTWARE=1 MESA_LOADER_DRIVER_OVERRIDE=zink GALLIUM_DRIVER=zink VK_ICD_FILENAMES=$icd VK_DRIVER_FILES=$icd
export HOOKE_GPU=require HOOKE_RENDERER='zink llvmpipe' # else llvmpipe might run twice, unnoticed
if [[ ! -d ${XDG_RUNTIME_DIR:-} ]]; then
  XDG_RUNTIME_DIR=$(mktemp -d)
  export XDG_RUNTIME_DIR
  trap 'rm -rf "$XDG_RUNTIME_DIR"' EXIT
fi

if (($#)); then
  "$@"
  exit
fi
if ! said=$("$go" test -tags egl -vet=off -count=1 -timeout 2m -run '^TestRendererIsTheOneAskedFor$' ./gpu/gltest 2>&1); then
  cannot "$said"
fi
rooms=() tests=()
while read -r room names; do
  [[ -z $room || $room == \#* ]] && continue
  rooms+=("./$room")
  for name in $names; do
    tests+=("$name")
  done
done <scripts/second-driver.txt
begin=$SECONDS
pattern=$(IFS='|' && echo "^(${tests[*]})\$")
"$go" test -tags egl -vet=off -count=1 -timeout 10m -run "$pattern" "${rooms[@]}"
echo "second driver: ${#tests[@]} tests passed on zink over lavapipe in $((SECONDS - begin)) s"
