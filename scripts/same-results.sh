#!/usr/bin/env bash
# Shows that two commits compute and write the same, bit for bit, on this machine: what
# every preset is after 200 steps (for each engine, pipeline, precision and solver that the
# new program supports; one that only the old program supports must be refused, and the
# message must name an engine), what convert writes in every format, and what info says. For
# changes that must change nothing; sums are not kept, since they differ between processors and drivers.
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

formats='vtu vtk msh mesh node npz data vxa obj ply stl off glb gltf'

# presets ARGUMENTS prints the names that the old program lists there; fails without any.
presets() {
  "$work/old" $1 2>/dev/null | sed -n '/^Presets:/,/^Files:/s/^  \([a-z]*\) .*/\1/p' | grep .
}

# supported PROGRAM prints the solvers, engines and precisions that the program supports.
supported() { "$1" info --support | awk -F'\t' '$1 ~ /^springs/ && $5 != "none" { print $2, $3, $4 }'; }

# cases prints a line for each thing to run. It writes into a folder called out.
cases() {
  local preset size solver engine precision pipeline format file thorough
  for preset in $(presets 'help presets' || presets 'info --help'); do
    size='--springs 5k'
    "$work/old" info "$preset" $size >/dev/null 2>&1 || size=
    thorough=yes
    [[ -z $quick || $preset == breathing || $preset == walker ]] || thorough=
    while read -r solver engine precision; do
      [[ $engine != cpuref || $precision == double ]] || continue
      [[ $engine != cpu || $precision != compensated ]] || continue # double takes its place
      [[ -n $thorough || $solver == symplectic-euler && ($engine == cpuref || $precision == single) ]] || continue
      for pipeline in two-pass fused; do
        case $engine,$solver in
          gpu,symplectic-euler | gpu,explicit-euler | gpu,verlet | gpu,rk4) echo "run $preset --engine gpu --pipeline $pipeline --precision $precision --solver $solver $size --steps 200 --out out" ;;
          *,*) [[ $pipeline == fused ]] || echo "run $preset --engine $engine --precision $precision --solver $solver $size --steps 200 --out out" ;;
        esac
      done
    done <"$work/supported"
    echo "run $preset --engine cpuref $size --steps 200 --energy --save vtu,npz,lammps,csv,obj --every 50 --out out"
    # A flag in the wind comes to no rest.
    [[ $preset == flag ]] || echo "relax $preset --engine cpuref ${size/5k/2k} --out out"
    echo "info $preset $size --json"
    for format in $formats; do
      echo "convert $preset out/model.$format $size"
    done
  done
  for file in mesh/testdata/*.* mesh/format/*/testdata/*.* examples/*.toml; do
    [[ -f $file ]] || continue
    echo "info $repository/$file --json"
    for format in $formats; do
      echo "convert $repository/$file out/model.$format"
    done
  done
}

# sum prints the first half of the sum of its input.
sum() { sha256sum | cut -c1-16; }

# sums PROGRAM FOLDER: runs every case in a folder of its own, and prints it with its exit
# code, the sum of what info printed or of the error, and that of all files it wrote.
sums() {
  local program=$1 place=$2 line code
  while IFS= read -r line; do
    mkdir -p "$place/out"
    code=0
    # shellcheck disable=SC2086 # words of a line
    (cd "$place" && exec timeout 300 "$program" $line >said 2>told </dev/null) || code=$?
    ((code == 0)) || ! grep -q 'not a part of the engine.*--engine' "$place/told" || code=refused
    [[ $line == info* ]] || : >"$place/said" # what others print has rates in it
    [[ $code != 0 ]] || : >"$place/told"
    printf '%s\t%s\t%s\t%s\n' "$line" "$code" "$(cat "$place/said" "$place/told" | sum)" \
      "$(cd "$place/out" && find . -type f ! -name .hooke.lock -print0 | LC_ALL=C sort -z | xargs -0r sha256sum | sum)"
    rm -rf "$place"
  done
}

program old "$1"
program new "$2"
supported "$work/new" >"$work/supported"
if "$work/old" info --support >/dev/null 2>&1; then
  supported "$work/old" | grep -vxFf "$work/supported" >"$work/removed" || true
  while read -r solver engine precision; do
    if "$work/new" run cube --engine "$engine" --precision "$precision" --solver "$solver" --steps 1 --out "$work/refused" >/dev/null 2>"$work/why" ||
      ! grep -q -e '--engine' "$work/why"; then
      echo "same-results: $solver in $precision on $engine is not refused with an engine that has it: $(cat "$work/why")" >&2
      exit 1
    fi
  done <"$work/removed"
fi
cases >"$work/cases"
sums "$work/old" "$work/place-of-old" <"$work/cases" >"$work/old.sums" &
sums "$work/new" "$work/place-of-new" <"$work/cases" >"$work/new.sums"
wait $!
failed=$(awk -F'\t' '$2 != 0' "$work/new.sums" | wc -l)
echo "$(wc -l <"$work/cases") cases, of which $failed end with an error in the new program"
paste "$work/old.sums" "$work/new.sums" >"$work/both"
# What only the old program has, the new one refuses, and names an engine that has it.
awk -F'\t' '$2 == 0 && $6 == "refused"' "$work/both" >"$work/gone"
echo "$(wc -l <"$work/gone") cases run in the old program alone"
grep -vxFf "$work/gone" "$work/both" >"$work/stay" || true
if ! diff <(cut -f1-4 "$work/stay") <(cut -f5-8 "$work/stay"); then
  echo 'same-results: the lines above differ (< old, > new)' >&2
  exit 1
fi
echo 'same-results: all the same'
