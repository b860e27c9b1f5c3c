#!/usr/bin/env bash
# Measures hooke on a machine with a GPU and no display: what the device is, that
# it computes what the reference computes, how fast at every size that fits, the
# passes, the roofline. It needs nothing but itself and the headless program
# beside it, writes to one folder alone, and keeps what it has when it is ended
# early.
#
# usage: gpu-report.sh [FOLDER]              (default: hooke-report)
# environment:
#   HOOKE   the program (default: hooke-headless or hooke beside this script)
#   BUDGET  seconds for everything (default 450)
#   SIZES   springs of the lattice (default: 1M 10M 100M 100k 10k 1000M)
# exit: 0 all was measured, 1 something was not (report.txt says what), 2 nothing
# could be started
#
# In FOLDER: report.txt (for people), bench.jsonl (rows, for hooke bench --read),
# bench.svg, check.jsonl, info.json, log.txt.
set -uo pipefail
export LC_ALL=C

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=${1:-hooke-report}
budget=${BUDGET:-450}
sizes=${SIZES:-1M 10M 100M 100k 10k 1000M}
hooke=${HOOKE:-}
for candidate in "$here/hooke-headless" "$here/hooke"; do
  if [[ -z $hooke && -x $candidate ]]; then
    hooke=$candidate
  fi
done
if [[ ! $budget =~ ^[1-9][0-9]*$ ]]; then
  echo "gpu-report: BUDGET=$budget: give whole seconds" >&2
  exit 2
fi
if [[ -z $hooke || ! -x $hooke ]]; then
  echo "gpu-report: no program: put hooke-headless beside $here/gpu-report.sh, or name it with HOOKE=" >&2
  exit 2
fi
mkdir -p "$out/parts" || exit 2
report=$out/report.txt
log=$out/log.txt
: >"$report" || exit 2
: >"$log"
begin=$SECONDS
missing=()

# left is how many seconds are left, 0 when it is late.
left() {
  local seconds=$((budget - (SECONDS - begin)))
  echo $((seconds > 0 ? seconds : 0))
}
say() { echo "gpu-report: $((SECONDS - begin)) s: $*" | tee -a "$log" >&2; }
section() { printf '\n== %s\n' "$*" >>"$report"; }

# limited SECONDS COMMAND...: within its own time and what is left of all; first
# it is asked to end, which keeps what it has.
limited() {
  local seconds=$1 most
  shift
  most=$(left)
  if ((most <= 2)); then
    return 124
  fi
  timeout --kill-after=10 --signal=INT "$((seconds < most ? seconds : most))" "$@"
}

# finish makes the report of what there is, also when this is ended early.
finished=
finish() {
  if [[ -n $finished ]]; then
    return
  fi
  finished=yes
  cat "$out"/parts/bench-*.jsonl >"$out/bench.jsonl" 2>/dev/null
  cat "$out"/parts/check-*.jsonl >"$out/check.jsonl" 2>/dev/null
  section "proof: what computes otherwise than the reference"
  local checked agreed
  checked=$(grep -c '"ok":' "$out/check.jsonl")
  agreed=$(grep -c '"ok":true' "$out/check.jsonl")
  echo "$agreed of $checked checks agree, of $((${#presets[@]} - unchecked)) presets" >>"$report"
  grep '"ok":false' "$out/check.jsonl" >>"$report"
  if [[ -s $out/bench.jsonl ]]; then
    section "rates"
    "$hooke" bench --read "$out/bench.jsonl" --passes --plot "$out/bench.svg" >>"$report" 2>>"$log"
    section "what was promised, with the bandwidth of a copy measured beside it"
    promises <"$out/bench.jsonl" >>"$report"
  fi
  section "not measured"
  if ((${#missing[@]} > 0)); then
    printf '%s\n' "${missing[@]}" >>"$report"
  else
    echo "nothing was left out" >>"$report"
  fi
  rm -rf "$out/parts"
  say "done: $report"
}

# promises compares rows of the lattice in the pipeline fused with half of what a
# copy's bandwidth allows at 13 bytes a spring, and with 20 G/s at a million. It is
# promised of graphics cards: software is not judged.
promises() {
  awk '
    function field(name,   rest) {
      if (!match($0, "\"" name "\":")) return ""
      rest = substr($0, RSTART + RLENGTH)
      if (sub(/^"/, "", rest)) sub(/".*/, "", rest)
      else sub(/[,}].*/, "", rest)
      return rest
    }
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

interrupted() {
  missing+=("everything after $((SECONDS - begin)) s: it was ended from outside")
  finish
  exit 1
}
trap interrupted INT TERM HUP

# A driver of NVIDIA without a display is found through a file that names it,
# which lies in different places, or nowhere in a container.
hardware() {
  limited 30 "$hooke" info --json >"$out/info.json" 2>>"$log" && grep -q '"software": false' "$out/info.json" && ! grep -q '"error":' "$out/info.json"
}
choose_driver() {
  if hardware; then
    return
  fi
  local file
  printf '{"file_format_version": "1.0.0", "ICD": {"library_path": "libEGL_nvidia.so.0"}}\n' >"$out/parts/nvidia.json"
  for file in /usr/share/glvnd/egl_vendor.d/*nvidia*.json /etc/glvnd/egl_vendor.d/*nvidia*.json \
    /usr/local/nvidia/share/glvnd/egl_vendor.d/*nvidia*.json /usr/local/share/glvnd/egl_vendor.d/*nvidia*.json "$out/parts/nvidia.json"; do
    if [[ -r $file ]]; then
      export __EGL_VENDOR_LIBRARY_FILENAMES=$file
      if hardware; then
        say "the driver is found through $file"
        return
      fi
    fi
  done
  unset __EGL_VENDOR_LIBRARY_FILENAMES
  if ! limited 30 "$hooke" info --json >"$out/info.json" 2>>"$log"; then
    say "$hooke does not start:"
    ldd "$hooke" 2>&1 | grep 'not found' | tee -a "$log" >&2
    tail -n 5 "$log" >&2
    exit 2
  fi
  missing+=("a GPU: no hardware driver was found (see info.json); what follows is not the speed of one")
}

# bench_part NAME SECONDS FLAGS...: rows into a file of their own, as they come.
bench_part() {
  local name=$1 seconds=$2 status=0
  shift 2
  say "bench $*"
  limited "$seconds" "$hooke" bench --record "$out/parts/bench-$name.jsonl" "$@" >>"$log" 2>&1 || status=$?
  if ((status != 0)); then
    local why="it failed"
    if ((status == 124 || status == 137 || $(left) <= 2)); then
      why="its time was up"
    elif grep -q "too large" "$log"; then
      why="some of it is too large for the device or the machine"
    fi
    missing+=("bench $*: $why (exit $status, see log.txt)")
  fi
  return "$status"
}

presets=(cube canon lattice cloth rope chain hinge bridge tensegrity jelly breathing walker worm conveyor drape flag boxes pile slingshot towel spot)
unchecked=${#presets[@]}
choose_driver
section "machine"
limited 30 "$hooke" info >>"$report" 2>>"$log"
if command -v nvidia-smi >/dev/null; then
  limited 20 nvidia-smi --query-gpu=name,driver_version,memory.total,clocks.max.sm,clocks.max.memory --format=csv >>"$report" 2>>"$log"
fi

# Proof, in a fifth of the time: as many presets at once as there are processors,
# since most of it is the reference's.
say "check of every preset"
ready=$((SECONDS + budget / 5))
running=0
for preset in "${presets[@]}"; do
  (limited "$((ready - SECONDS > 1 ? ready - SECONDS : 1))" "$hooke" check "$preset" --steps 100 --json >"$out/parts/check-$preset.jsonl" 2>"$out/parts/check-$preset.log" ||
    echo "check $preset: exit $?, see log.txt" >>"$out/parts/unchecked") &
  running=$((running + 1))
  if ((running >= $(nproc))); then
    wait -n
    running=$((running - 1))
  fi
done
wait
cat "$out"/parts/check-*.log >>"$log"
unchecked=0
if [[ -s $out/parts/unchecked ]]; then
  unchecked=$(grep -c '' "$out/parts/unchecked")
  mapfile -t -O "${#missing[@]}" missing <"$out/parts/unchecked"
fi

# Sizes, the promised ones first. Of the large ones only what matters; the largest
# only when the one before left enough time for ten times as much.
took=0
for size in $sizes; do
  flags=(--springs "$size" --engines gpu,cpu)
  cap=$((budget / 5))
  case $size in
    100M) flags+=(--pipelines fused --repeats 3) cap=$((budget / 3)) ;;
    1000M)
      flags=(--springs "$size" --engines gpu --pipelines fused --repeats 3) cap=$budget
      if ((10 * took > $(left))); then
        missing+=("bench ${flags[*]}: 100M took $took s, and $(left) s are left")
        continue
      fi
      ;;
    10M) flags+=(--repeats 3) cap=$((budget / 4)) ;;
    *) flags+=(--repeat-time 0.25) ;;
  esac
  start=$SECONDS
  bench_part "1-$size" "$cap" "${flags[@]}"
  if [[ $size == 100M ]]; then
    took=$((SECONDS - start))
  fi
done

# The other scenes, then the precisions, with what time is left.
for scene in cloth-128 small-steps spot network cloth rope canon-1.5m; do
  flags=(--scenes "$scene" --engines gpu,cpu --pipelines fused --repeats 3 --repeat-time 0.25)
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

finish
if ((${#missing[@]} > 0)) || grep -q '"ok":false' "$out/check.jsonl"; then
  exit 1
fi
