#!/usr/bin/env bash
# Measures hooke on a machine with a GPU and no display: what the device is, that
# it computes what the reference computes, how fast at every size that fits, with
# every pipeline, variant and size of work groups, with the solvers of big steps, the passes, the
# roofline, the host's time; and then once more what failed. It needs nothing but itself and the
# headless program beside it, writes to one folder alone, at most 8 files of 16
# MiB, and keeps what it has when it is ended early.
#
# usage: gpu-report.sh [FOLDER]              (default: hooke-report)
# environment:
#   HOOKE   the program (default: hooke-headless or hooke beside this script)
#   BUDGET  seconds for everything (default 510: 9 minutes with what ends late)
#   SIZES   springs of the lattice (default: 1M 10M 100M 100k 10k 1000M)
# exit: 0 all was measured, 1 something was not (report.txt says what), 2 nothing
# could be started
#
# In FOLDER: report.txt (for people), bench.jsonl (rows, for hooke bench --read),
# bench.svg, check.jsonl, info.json, log.txt.
set -uo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=${1:-hooke-report}
budget=${BUDGET:-510}
sizes=${SIZES:-1M 10M 100M 100k 10k 1000M}
. "$here/gpu-common.sh"
find_hooke
mkdir -p "$out/parts" || exit 2
report=$out/report.txt
log=$out/log.txt
: >"$report" || exit 2
: >"$log"
begin=$SECONDS
failed=() # what the second part repeats: a line of words each

section() { printf '\n== %s\n' "$*" >>"$report"; }

# finish makes the report of what there is, also when this is ended early.
finished=
finish() {
  if [[ -n $finished ]]; then
    return
  fi
  finished=yes
  cat "$out"/parts/bench-*.jsonl >"$out/bench.jsonl" 2>/dev/null
  cat "$out"/parts/check-*.jsonl >"$out/check.jsonl" 2>/dev/null
  prove
  section "proof: what computes otherwise than the reference"
  local checked agreed file
  checked=$(grep -c '"ok":' "$out/check.jsonl")
  agreed=$(grep -c '"ok":true' "$out/check.jsonl")
  echo "$agreed of $checked checks agree, of $((${#presets[@]} - unchecked)) presets" >>"$report"
  grep '"ok":false' "$out/check.jsonl" >>"$report"
  if [[ -s $out/bench.jsonl ]]; then
    section "rates"
    "$hooke" bench --read "$out/bench.jsonl" --passes --plot "$out/bench.svg" >>"$report" 2>>"$log"
    section "what was promised, with the bandwidth of a copy measured beside it"
    promises <"$out/bench.jsonl" >>"$report"
    section "the host: queueing a step, and making an engine, which at the smallest size is compiling; bandwidth of a copy"
    host <"$out/bench.jsonl" | sort -u >>"$report"
  fi
  section "not measured"
  if ((${#missing[@]} > 0)); then
    printf '%s\n' "${missing[@]}" >>"$report"
  else
    echo "nothing was left out" >>"$report"
  fi
  rm -rf "$out/parts"
  for file in "$out"/*; do # what is copied from elsewhere is limited; the end of a log says most
    if (($(wc -c <"$file") > 15 << 20)); then
      tail -c $((15 << 20)) "$file" >"$file.end" && mv "$file.end" "$file"
    fi
  done
  say "done: $report"
}

# promises compares rows of the lattice in the pipeline fused with half of what a
# copy's bandwidth allows at 13 bytes a spring, and with 20 G/s at a million. It is
# promised of graphics cards: software is not judged.
promises() {
  awk "$field"'
    field("engine") == "gpu" && field("pipeline") == "fused" && field("scene") == "canon" && field("precision") == "single" {
      springs = field("springs") + 0; rate = field("spring_updates_per_s") + 0; copy = field("copy_bytes_per_s") + 0
      if (springs > 5e5 && field("software") == "true")
        printf "%11d springs: %.3g spring-updates/s: not judged: %s is software\n", springs, rate, field("renderer")
      else if (springs > 5e6 && copy > 0)
        printf "%11d springs: %.3g spring-updates/s, at least %.3g (half of %.3g GB/s at 13 B): %s\n", springs, rate, copy / 26, copy / 1e9, (rate >= copy / 26 ? "kept" : "NOT KEPT")
      else if (springs > 5e5)
        printf "%11d springs: %.3g spring-updates/s, at least 2e+10: %s\n", springs, rate, (rate >= 2e10 ? "kept" : "NOT KEPT")
    }'
}

# host has a line for each engine and size.
host() {
  awk "$field"'
    field("engine") == "gpu" {
      printf "%-12s %11d springs, %s, %s, %d wg: host %s us a step, made in %s s, copy %.4g GB/s\n", field("scene"), field("springs"), field("pipeline"), field("precision"),
        field("workgroup"), (field("host_us_per_step") == "" ? "?" : sprintf("%.3g", field("host_us_per_step"))), sprintf("%.3g", field("setup_seconds")), field("copy_bytes_per_s") / 1e9
    }'
}

interrupted() {
  missing+=("everything after $((SECONDS - begin)) s: it was ended from outside")
  finish
  exit 1
}
trap interrupted INT TERM HUP

# bench_part NAME SECONDS FLAGS...: rows into a file of their own, as they come.
bench_part() {
  local name=$1 seconds=$2 status=0
  shift 2
  say "bench $*"
  limited "$seconds" "$hooke" bench --record "$out/parts/bench-$name.jsonl" "$@" >>"$log" 2>&1 || status=$?
  if ((status != 0)); then
    local why="it failed" again=yes
    if ((status == 124 || status == 137 || $(left) <= 2)); then
      why="its time was up"
    elif grep -q "too large" "$log"; then
      why="some of it is too large for the device or the machine" again=
    fi
    if [[ -n $again ]]; then
      failed+=("bench $name $seconds $*")
    fi
    missing+=("bench $*: $why (exit $status, see log.txt)")
  fi
  return "$status"
}

# What has failed elsewhere, or has the most programs, is proved first.
presets=(cloth breathing drape spot cube canon lattice rope chain helix hinge bridge tensegrity jelly walker hiker worm quadruped snake crawler conveyor flag storm crash raft balloon knot nails ragdoll boxes pile slingshot towel curtain net)
unchecked=${#presets[@]}

# check_preset NAME SECONDS: its rows count only if all of them are there; exit 124: it was cut off.
check_preset() {
  local status=0
  limited "$2" "$hooke" check "$1" --steps 100 --json >"$out/parts/checking-$1" 2>"$out/parts/check-$1.log" || status=$?
  if ((status == 124 || status >= 128)); then
    rm -f "$out/parts/checking-$1"
    status=124
  else
    mv "$out/parts/checking-$1" "$out/parts/check-$1.jsonl"
  fi
  echo "$status" >"$out/parts/checked-$1"
  return 0
}

# prove counts the presets that were checked, and names the others.
prove() {
  local preset status
  unchecked=0
  for preset in "${presets[@]}"; do
    status=none
    [[ -r $out/parts/checked-$preset ]] && status=$(<"$out/parts/checked-$preset")
    case $status in
    0) ;;
    none | 124)
      unchecked=$((unchecked + 1))
      missing+=("check $preset: it was cut off, and counts as not checked")
      ;;
    *)
      missing+=("check $preset: exit $status, see log.txt")
      if ! grep -q '"ok":' "$out/parts/check-$preset.jsonl"; then
        unchecked=$((unchecked + 1))
      fi
      ;;
    esac
  done
}
choose_driver
section "machine"
limited 30 "$hooke" info >>"$report" 2>>"$log"
if command -v nvidia-smi >/dev/null; then
  limited 20 nvidia-smi --query-gpu=name,driver_version,memory.total,clocks.max.sm,clocks.max.memory --format=csv >>"$report" 2>>"$log"
fi

# Proof, in a quarter of the time: the first ones alone, then as many presets at once as there
# are processors, since most of it is the reference's.
say "check of every preset"
ready=$((SECONDS + budget / 4))
until_ready() { echo $((ready - SECONDS > 1 ? ready - SECONDS : 1)); }
running=0
for preset in "${presets[@]}"; do
  check_preset "$preset" "$(until_ready)" &
  running=$((running + 1))
  if ((running >= $(nproc))); then
    wait -n
    running=$((running - 1))
  fi
done
wait
cat "$out"/parts/check-*.log >>"$log"

# The engine gpu alone, sizes with the promised ones first. Of the large ones only what
# matters; the largest only when the one before left enough time for ten times as much.
took=0
for size in $sizes; do
  flags=(--springs "$size" --engines gpu)
  cap=$((budget / 6))
  case $size in
    100M) flags+=(--pipelines fused --repeats 3) cap=$((budget / 4)) ;;
    1000M)
      flags+=(--pipelines fused --repeats 3) cap=$budget
      if ((10 * took > $(left))); then
        missing+=("bench ${flags[*]}: 100M took $took s, and $(left) s are left")
        continue
      fi
      ;;
    10M) flags+=(--repeats 3) ;;
    *) flags+=(--repeat-time 0.25) ;;
  esac
  start=$SECONDS
  bench_part "1-$size" "$cap" "${flags[@]}"
  if [[ $size == 100M ]]; then
    took=$((SECONDS - start))
  fi

  # Behind the first size: what can be chosen of the passes, each alone and all together.
  if [[ $size == "${sizes%% *}" ]]; then
    bench_part 1-variants $((budget / 8)) --springs "$size" --scenes canon,lattice --engines gpu --repeats 3 --repeat-time 0.25 \
      --pipelines fused,fused+storage,fused+laws,fused+unroll2,fused+unroll4,fused+unroll8,fused+laws+unroll4,fused+storage+laws,fused+storage+laws+unroll4,fused+storage+laws+unroll8,fused+constants,fused+storage+constants,fused+constants+tile,fused+storage+constants+tile,fused+constants+tile+persistent
    for group in 64 128 512 1024; do
      bench_part "1-group-$group" 30 --springs "$size" --engines gpu --repeats 3 --repeat-time 0.25 --workgroup "$group" --pipelines fused,fused+storage+laws+unroll4,fused+storage+constants,fused+constants+tile
    done
  fi
done

# The other scenes, then the precisions, then the processor for comparison, with what time is left.
for scene in cloth-128 small-steps spot network cloth rope canon-1.5m; do
  flags=(--scenes "$scene" --engines gpu --pipelines fused --repeats 3 --repeat-time 0.25)
  if (($(left) < 15)); then
    missing+=("bench ${flags[*]}: no time was left")
    continue
  fi
  case $scene in
    spot | network | cloth | rope) flags+=(--springs 1M) ;;
  esac
  bench_part "2-$scene" 45 "${flags[@]}"
done
if (($(left) >= 20)); then
  bench_part 3-precisions 60 --springs 1M --engines gpu --pipelines fused --precisions compensated,double --repeats 3 --repeat-time 0.25
else
  missing+=("bench of the precisions: no time was left")
fi
# The solver that divides steps, on scenes that it is for.
flags=(--scenes cloth-128,cloth --springs 1M --engines gpu --pipelines two-pass,two-pass+blocks --solver impulses --repeats 3 --repeat-time 0.25)
if (($(left) >= 20)); then
  bench_part 3-impulses 45 "${flags[@]}"
else
  missing+=("bench ${flags[*]}: no time was left")
fi
if (($(left) >= 20)); then
  bench_part 4-processor 60 --springs 10k,1M,10M --engines cpu --repeats 3 --repeat-time 0.25
else
  missing+=("bench of the processor: no time was left")
fi

# Ensembles, where their benchmark lies beside this: "go test -tags egl -c -o scripts/gpu-ensemble.test ./gpu/ensemble".
if [[ -x $here/gpu-ensemble.test ]] && (($(left) >= 20)); then
  say "ensembles of walkers"
  section "ensembles: walkers with values of their own"
  limited 90 env HOOKE_GPU=require "$here/gpu-ensemble.test" -test.run '^$' -test.bench Walkers -test.benchtime 1s >>"$report" 2>>"$log" ||
    missing+=("ensembles of walkers: the benchmark failed or was cut off, see log.txt")
fi

# The second part: once more what failed or was cut off, with what time is left.
again=("${failed[@]}")
failed=()
for what in "${again[@]}"; do
  read -ra words <<<"$what"
  if (($(left) >= 5)) && bench_part "5-${words[1]}" "${words[2]}" "${words[@]:3}"; then
    missing+=("bench ${words[*]:3}: it went well the second time")
  fi
done
for preset in "${presets[@]}"; do
  first=$(<"$out/parts/checked-$preset")
  if (($(left) >= 5)) && [[ $first != 0 ]]; then
    say "again: check $preset"
    check_preset "$preset" $((budget / 8))
    cat "$out/parts/check-$preset.log" >>"$log"
    second=$(<"$out/parts/checked-$preset")
    if [[ $second == 124 ]]; then
      echo "$first" >"$out/parts/checked-$preset" # rows of the first time stay
    elif [[ $second == 0 ]]; then
      missing+=("check $preset: exit $first at first, and it agreed the second time")
    fi
  fi
done

finish
if ((${#missing[@]} > 0)) || grep -q '"ok":false' "$out/check.jsonl"; then
  exit 1
fi
