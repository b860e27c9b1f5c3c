#!/usr/bin/env bash
# Shows that two commits compute and write the same, bit for bit, on this machine. Its cases
# come from the table of support of the new program (hooke info --support): each feature, by a
# scene of scripts/same-scenes.sh, with each solver, engine and precision that the table says
# it has, and with members of ensembles; the ledger; runs that stop halfway and are resumed,
# which must also end as those that do not stop; sweeps by every engine; and, of all presets and
# examples, what runs, what convert writes in every format, and what info says. Runs that the
# table calls none must be refused by name, with an engine that has them where one does.
# For changes that must change nothing; sums are not kept, since they differ between processors
# and drivers.
#
# usage: scripts/same-results.sh [--quick] OLD NEW
#   OLD, NEW   commits, or programs that are built already
#   --quick    each feature once in each engine, two presets with everything and the others with
#              each engine once: for a commit, a minute on two idle cores; in full for a step of
#              several commits, half an hour
#
# exit: 0 all is the same; 1 something differs, and is named; 2 the arguments are wrong.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/same-scenes.sh
source scripts/same-scenes.sh
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

formats='vtu vtk msh mesh node npz data vxa obj ply stl off glb gltf' steps=200
[[ -z $quick ]] || formats='vtu npz gltf' steps=50

# presets prints the names that the old program lists; fails without any.
presets() {
  "$work/old" help presets 2>/dev/null | sed -n '/^Presets:/,/^Files:/s/^  \([a-z]*\) .*/\1/p' | grep .
}

# table PROGRAM prints its table of support without the cells that say the same twice: cpuref
# computes in double alone, cpu takes double in place of compensated, and relax steps explicitly
# whatever the solver.
table() {
  "$1" info --support | awk -F'\t' '($3 != "cpuref" || $4 == "double") && ($3 != "cpu" && $3 != "ensemble" || $4 != "compensated") && ($1 != "relaxation" || $2 == "symplectic-euler")'
}

# scenes writes the scene of each feature of the table.
scenes() {
  local feature
  tets >"$work/tets.mesh"
  solid >"$work/solid.obj"
  while IFS= read -r feature; do
    if ! scene "$feature" >"$work/$(slug "$feature").toml"; then
      echo "same-results: no scene has the feature \"$feature\": write one into scripts/same-scenes.sh" >&2
      return 1
    fi
  done < <(cut -f1 "$work/table" | uniq)
}

# slug FEATURE prints its name as that of a file.
slug() { tr -cs 'a-z\n' - <<<"$1"; }

# line FEATURE SOLVER ENGINE PRECISION prints the arguments of a run that has them.
line() {
  local scene with
  scene=$work/$(slug "$1").toml with="--engine $3 --precision $4"
  case $3,$1 in
    ensemble*,relaxation) echo "relax $scene --engine $3 --out out" ;;
    ensemble*,'the full energy ledger') echo "run $scene --engine $3 --energy --out out" ;;
    ensemble*) echo "sweep $scene $with --set run.solver=\"$2\" --vary run.gravity={[0,0,-9.81],[1,0,-5]} --steps 40 --out out" ;;
    *,relaxation) echo "relax $scene $with --solver $2 --steps 100000 --out out" ;;
    *,resume) echo "resume $scene $with --solver $2" ;;
    *,'the full energy ledger') echo "run $scene $with --solver $2 --steps 60 --energy --out out" ;;
    *) echo "run $scene $with --solver $2 --steps 60 --out out" ;;
  esac
}

# features prints the lines that the table of support has; quick: the first of each feature in each engine.
features() {
  local feature solver engine precision seen=
  while IFS=$'\t' read -r feature solver engine precision _; do
    if [[ -n $quick && $feature != springs* ]]; then
      [[ $seen != *"<$feature,$engine>"* ]] || continue
      seen+="<$feature,$engine>"
    fi
    line "$feature" "$solver" "$engine" "$precision"
  done < <(awk -F'\t' '$5 != "none"' "$work/table")
}

# others prints the lines that have nothing of the table: presets, sweeps, examples, meshes.
others() {
  local preset size solver engine precision pipeline format file thorough
  for preset in $(presets); do
    size='--springs 5k'
    "$work/old" info "$preset" $size >/dev/null 2>&1 || size=
    thorough=yes
    [[ -z $quick || $preset == breathing || $preset == walker ]] || thorough=
    while IFS=$'\t' read -r solver engine precision; do
      [[ -n $thorough || $solver == symplectic-euler && ($engine == cpuref || $precision == single) ]] || continue
      for pipeline in two-pass fused; do
        case $engine,$solver in
          gpu,impulses) [[ $pipeline == fused ]] || echo "run $preset --engine gpu --precision $precision --solver $solver $size --steps $steps --out out" ;;
          gpu,*) echo "run $preset --engine gpu --pipeline $pipeline --precision $precision --solver $solver $size --steps $steps --out out" ;;
          *,*) [[ $pipeline == fused ]] || echo "run $preset --engine $engine --precision $precision --solver $solver $size --steps $steps --out out" ;;
        esac
      done
    done < <(awk -F'\t' '$1 ~ /^springs/ && $5 != "none" && $3 !~ /^ensemble/' "$work/table" | cut -f2-4)
    for engine in $(ledgers); do # that of ropes has code of its own
      [[ -z $thorough && $preset != rope ]] || echo "run $preset --engine $engine $size --steps $steps --energy --save vtu,npz,lammps,csv --every 25 --out out"
    done
    [[ -n $thorough ]] || continue
    for engine in gpu cpu cpuref; do
      echo "resume $preset --engine $engine $size"
    done
    # A flag in the wind comes to no rest.
    [[ $preset == flag ]] || echo "relax $preset --engine cpuref ${size/5k/2k} --out out"
    echo "info $preset $size --json"
    for format in $formats; do
      echo "convert $preset out/model.$format $size"
    done
  done
  echo "run towel --engine cpuref --springs 2k --steps 20 --save obj,ply --every 10 --out out"
  for engine in auto gpu cpu cpuref ensemble ensemble-gpu; do
    echo "sweep walker --engine $engine --vary actuator[*].frequency={1,2} --vary contact.kinetic_friction={0.1,0.4} --steps 40 --out out"
  done
  for file in mesh/testdata/spot* mesh/testdata/volumes/* mesh/format/testdata/*.* examples/*.toml; do
    [[ -f $file && (-z $quick || $file == examples/*) ]] || continue
    echo "info $repository/$file --json"
    for format in $formats; do
      echo "convert $repository/$file out/model.$format"
    done
  done
}

# ledgers prints the engines that have the full energy ledger.
ledgers() { awk -F'\t' '$1 == "the full energy ledger" && $5 != "none" && $3 !~ /^ensemble/ { print $3 }' "$work/table" | sort -u; }

# sum prints the first half of the sum of its input.
sum() { sha256sum | cut -c1-16; }

# act PROGRAM LINE: runs a line in this folder. A resumed run is run twice: in one go, and with a
# stop halfway; the two must end with the same state.
act() {
  local program=$1 words
  IFS=' ' read -ra words <<<"$2"
  if [[ ${words[0]} != resume ]]; then
    timeout 300 "$program" "${words[@]}"
    return
  fi
  timeout 300 "$program" run "${words[@]:1}" --steps 60 --out whole &&
    timeout 300 "$program" run "${words[@]:1}" --steps 30 --checkpoint 30steps --out half &&
    timeout 300 "$program" resume half/checkpoint.hooke --steps 60 || return
  mkdir -p out
  cp half/final.npz out/
  if ! cmp whole/final.npz half/final.npz; then
    echo 'same-results: the resumed run does not end as the one that went through' >&2
    return 9
  fi
}

# keep: leaves out of a folder what has numbers of a process or times: of a sweep all but the table
# without its last column.
keep() {
  rm -f out/.hooke.lock
  if [[ -f out/table.csv ]]; then
    sed -i 's/,[^,]*$//' out/table.csv
    find out -type f ! -name table.csv -delete
  fi
}

# sums PROGRAM FOLDER: runs every case in a folder of its own, and prints it with its exit
# code, the sum of what info printed or of the error, and that of all files it wrote.
sums() {
  local program=$1 place=$2 line code
  while IFS= read -r line; do
    mkdir -p "$place/out"
    code=0
    (cd "$place" && act "$program" "$line" >said 2>told </dev/null) || code=$?
    (cd "$place" && keep)
    [[ $line == info* ]] || : >"$place/said" # what others print has rates in it
    ((code)) || : >"$place/told"
    printf '%s\t%s\t%s\t%s\n' "$line" "$code" "$(cat "$place/said" "$place/told" | sum)" \
      "$(cd "$place/out" && find . -type f -print0 | LC_ALL=C sort -z | xargs -0r sha256sum | sum)"
    rm -rf "$place"
  done
}

# refused: the new program must refuse every run that its table calls none, by name, and without a
# file; quick: those that the old program had.
refused() {
  local feature solver engine precision level place=$work/refused bad=0 line code left
  while IFS=$'\t' read -r feature solver engine precision level; do
    [[ $level == none ]] || continue
    mkdir "$place"
    line=$(line "$feature" "$solver" "$engine" "$precision")
    code=0
    (cd "$place" && act "$work/new" "$line" >said 2>&1 </dev/null) || code=$?
    if ((code != 1 && code != 2)) || grep -q '^panic:' "$place/said"; then
      echo "same-results: it is not refused, but ends with $code: hooke $line" >&2
      bad=1
    elif left=$(cd "$place" && find . -type f ! -name said ! -name .hooke.lock | head -1) && [[ -n $left ]]; then
      echo "same-results: the refused run leaves $left: hooke $line" >&2
      bad=1
    elif has "$feature" "$solver" && ! grep -q -e '--engine' "$place/said"; then
      echo "same-results: the refusal names no engine that has it: hooke $line: $(tail -1 "$place/said")" >&2
      bad=1
    fi
    rm -rf "$place"
  done
  return $bad
}

# has FEATURE SOLVER: whether an engine has both.
has() { awk -F'\t' -v f="$1" -v s="$2" '$1 == f && $2 == s && $5 != "none" { found = 1 } END { exit !found }' "$work/table"; }

program old "$1"
program new "$2"
table "$work/new" >"$work/table"
scenes
if [[ -z $quick ]]; then
  cp "$work/table" "$work/asked"
elif table "$work/old" >"$work/before" 2>/dev/null; then
  awk -F'\t' '$5 != "none"' "$work/before" | cut -f1-4 >"$work/had"
  grep -Ff "$work/had" "$work/table" >"$work/asked" || true
else
  : >"$work/asked"
fi
bad=0
refused <"$work/asked" || bad=1
features >"$work/supported"
{
  cat "$work/supported"
  others
} >"$work/cases"
sums "$work/old" "$work/place-of-old" <"$work/cases" >"$work/old.sums" &
sums "$work/new" "$work/place-of-new" <"$work/cases" >"$work/new.sums"
wait $!
echo "$(wc -l <"$work/cases") cases, of which $(awk -F'\t' '$2 != 0' "$work/new.sums" | wc -l) end with an error in the new program; $(grep -c 'none$' "$work/asked" || true) refusals"
if ! diff "$work/old.sums" "$work/new.sums"; then
  echo 'same-results: the lines above differ (< old, > new)' >&2
  bad=1
fi
if head -n "$(wc -l <"$work/supported")" "$work/new.sums" | awk -F'\t' '$2 != 0' | grep .; then
  echo 'same-results: the table of support says that the new program has what the lines above end with an error in' >&2
  bad=1
fi
if awk -F'\t' '$2 == 9' "$work/new.sums" | grep .; then
  echo 'same-results: resumed runs of the lines above do not end as those that went through' >&2
  bad=1
fi
((bad == 0)) || exit 1
echo 'same-results: all the same'
