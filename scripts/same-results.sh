#!/usr/bin/env bash
# Shows that two commits compute and write the same, bit for bit, on this machine: what
# every preset is after 200 steps (for each engine, pipeline, precision and integrator),
# what convert writes in every format, and what info says. For changes that must change
# nothing; sums are not kept, since they differ between processors and drivers.
#
# usage: scripts/same-results.sh [--quick] OLD NEW
#   OLD, NEW   commits, or programs that are built already
#   --quick    two presets with everything, the others with each engine once
#
# exit: 0 all is the same; 1 something differs, and is named; 2 the arguments are wrong.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
repository=$PWD

quick=
if [[ ${1:-} == --quick ]]; then
  quick=yes
  shift
fi
if (($# != 2)); then
  sed -n 's/^# usage: /usage: /p' "${BASH_SOURCE[0]}" >&2
  exit 2
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# program NAME WHAT: makes $work/NAME of a commit or of a program. Its own name for its
# commit is left out, so that files which have it in them stay the same.
program() {
  local name=$1 what=$2
  if [[ -f $what && -x $what ]]; then
    cp "$what" "$work/$name"
    return
  fi
  mkdir "$work/$name.source"
  git archive "$what" | tar -x -C "$work/$name.source"
  (cd "$work/$name.source" && "${GO:-go}" build -tags 'headless egl' -o "$work/$name" .)
}

# Each case is a line: a name, then what to run. It writes into a folder of its own,
# called out. What is printed counts only where it is put into a file there.
cases() {
  local presets preset machine integrator thorough
  presets=$("$work/old" scene --list 2>/dev/null || true)
  [[ -n $presets ]] || presets='cube canon lattice cloth rope chain hinge bridge tensegrity jelly breathing walker worm drape flag spot'
  local machines=(
    '--engine cpuref' '--engine cpu'
    '--engine gpu --pipeline two-pass' '--engine gpu --pipeline fused' '--engine gpu --pipeline fused-explicit'
    '--engine gpu --pipeline two-pass --precision compensated' '--engine gpu --pipeline fused --precision compensated'
    '--engine gpu --pipeline two-pass --precision double' '--engine gpu --pipeline fused --precision double')
  for preset in $presets; do
    thorough=yes
    [[ -z $quick || $preset == breathing || $preset == walker ]] || thorough=
    for machine in "${machines[@]}"; do
      [[ -n $thorough || $machine != *--precision* ]] || continue
      for integrator in symplectic-euler verlet rk4 explicit-euler; do
        [[ -n $thorough || $integrator == symplectic-euler ]] || continue
        echo "run $preset $machine --integrator $integrator --springs 5k --steps 200 --out out"
      done
    done
    echo "run $preset --engine cpu --springs 5k --steps 200 --energy --save vtu,npz,lammps,csv,obj --every 50 --out out"
    echo "relax $preset --engine cpuref --springs 2k --out out"
    echo "info $preset --springs 5k --json"
    local format
    for format in vtu vtk msh mesh node npz data vxa obj ply stl off glb gltf; do
      echo "convert $preset out/model.$format --springs 5k"
    done
  done
  local file
  for file in mesh/testdata/*.* examples/*.toml; do
    echo "info $repository/$file --json"
    for format in vtu vtk msh mesh node npz data vxa obj ply stl off glb gltf; do
      echo "convert $repository/$file out/model.$format"
    done
  done
}

# sums PROGRAM: runs every case, and prints its name and the sums of all that it wrote.
# Cases that fail count with their exit code and their message.
sums() {
  local program=$1 line place code
  while IFS= read -r line; do
    place=$(mktemp -d "$work/case.XXXXXX")
    mkdir "$place/out"
    code=0
    # shellcheck disable=SC2086 # words of a line
    (cd "$place" && timeout 300 "$program" $line >said 2>told </dev/null) || code=$?
    printf '%s\t%s' "$line" "$code"
    if [[ $line == info* ]]; then
      # what is free now, and what was measured now, is of the moment
      (cd "$place" && grep -vE '"(free|available|memory_free|seconds|[a-z_]*_s_wall|limit)"' said | sha256sum | cut -c1-16 | sed 's/^/\t/' | tr -d '\n')
    fi
    if ((code)); then
      (cd "$place" && sha256sum <told | cut -c1-16 | sed 's/^/\t/' | tr -d '\n')
    fi
    (cd "$place/out" && find . -type f ! -name '.hooke.lock' -print0 | sort -z | xargs -0r sha256sum | sha256sum | cut -c1-16 | sed 's/^/\t/')
    rm -rf "$place"
  done
}

program old "$1"
program new "$2"
cases >"$work/cases"
sums "$work/old" <"$work/cases" >"$work/old.sums" &
sums "$work/new" <"$work/cases" >"$work/new.sums"
wait
failed=$(awk -F'\t' '$2 != 0' "$work/new.sums" | wc -l)
echo "$(wc -l <"$work/cases") cases, of which $failed end with an error in the new program"
if ! diff "$work/old.sums" "$work/new.sums"; then
  echo 'same-results: the lines above differ (< old, > new)' >&2
  exit 1
fi
echo 'same-results: all the same'
