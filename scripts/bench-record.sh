#!/usr/bin/env bash
# Measures everything on this machine, which should have nothing else to do, and
# records it: bench/results/DATE-COMMIT-MACHINE-{sizes,scenes,stiff}.jsonl with a picture
# each, and the tables of README.md and docs/performance.md made anew from them.
#
# usage: scripts/bench-record.sh HOOKE MACHINE   (two or three words for the machine,
#        such as 2core-llvmpipe)
# environment:
#   SIZES   springs of the lattice (default 8k,56k,1M,10M)
#   LARGE   1: also 100 M springs, which takes 24 GiB and half an hour
#   QUICK   1: small sizes and short repeats, to try the script
# exit: 0 recorded, 1 a run failed (the records are kept), 2 wrong usage
set -euo pipefail
export LC_ALL=C
cd "$(dirname "${BASH_SOURCE[0]}")/.."
hooke=${1:-}
machine=${2:-}
if [[ ! -x $hooke || ! $machine =~ ^[A-Za-z0-9-]+$ ]]; then
  echo "usage: scripts/bench-record.sh HOOKE MACHINE (a program, and a name of letters, digits and hyphens such as 2core-llvmpipe)" >&2
  exit 2
fi
commit=$("$hooke" version | sed 's/^hooke \([^,]*\),.*/\1/')
if [[ $commit == *dirty* || $commit == unknown ]]; then
  echo "bench-record: $hooke is of commit '$commit': commit everything and make build, so that the record names what ran" >&2
  exit 2
fi

sizes=${SIZES:-8k,56k,1M,10M}
one=1M
flags=()
if [[ ${QUICK:-} == 1 ]]; then
  sizes=2k,8k
  one=8k
  flags=(--repeats 3 --repeat-time 0.02)
fi
name=$(date +%F)-$commit-$machine
folder=bench/results
failed=0

# measure PART FLAGS...: a record with its picture.
measure() {
  local record=$folder/$name-$1.jsonl
  shift
  "$hooke" bench --record "$record.part" "$@" "${flags[@]}" || failed=1
  cat "$record.part" >>"$record"
  rm "$record.part"
  "$hooke" bench --read "$record" --plot "${record%.jsonl}.svg" >/dev/null
}
rm -f "$folder/$name"-{sizes,scenes,stiff}.jsonl
measure sizes --springs "$sizes" --threads 1,all
if [[ ${LARGE:-} == 1 ]]; then
  measure sizes --springs 100M --engines gpu,cpu --pipelines fused --repeats 3
fi
if [[ ${QUICK:-} == 1 ]]; then
  measure scenes --scenes canon,lattice,cloth,rope,spot,network,cloth-128 --springs "$one"
else
  measure scenes --scenes canon,lattice,cloth,rope,spot,network,cloth-128,small-steps --springs "$one"
  measure scenes --scenes canon-1.5m --engines gpu,cpu --pipelines fused --repeats 3
fi
if [[ ${QUICK:-} == 1 ]]; then
  flags=()
  measure stiff --accuracy --quick --repeats 3
else
  measure stiff --accuracy --scenes stiff --solvers all --repeats 3
fi

# The documents name the new records, from the headings of the scenes and of stiff structures on
# theirs, and their tables follow.
for document in README.md docs/performance.md; do
  awk -v name="$name" '
    BEGIN { part = "sizes" }
    /^## Scenes/ { part = "scenes" }
    /^## Stiff structures/ { part = "stiff" }
    /^## / && !/^## Stiff/ && part == "stiff" { part = "scenes" }
    /^<!-- bench markdown/ { sub(/results\/[^ ]*\.jsonl/, "results/" name "-" part ".jsonl") }
    { sub(/results\/[^ )]*\.svg/, "results/" name "-" part ".svg"); print }' "$document" >"$document.new"
  cat "$document.new" >"$document"
  rm "$document.new"
done
"$hooke" bench --document README.md
"$hooke" bench --document docs/performance.md
echo "recorded $folder/$name-{sizes,scenes,stiff}.{jsonl,svg}; look at them, then commit them with README.md and docs/performance.md" >&2
exit "$failed"
