#!/usr/bin/env bash
# Compares all pipelines, variants and sizes of work groups of hooke with hand-written CUDA on a machine with a
# graphics card, in one run of four minutes: the lattice canon at several sizes, each beside the probe of bench/peers,
# then the other goals: a lone walker, impulses, scenes, set-up of engine and window. It needs nothing but itself,
# gpu-common.sh, the headless program and, for ratios, the probe beside it.
#
# usage: gpu-rates.sh [FOLDER]               (default: hooke-rates)
# environment:
#   HOOKE   the program (default: hooke-headless or hooke beside this script)
#   PROBE   the CUDA probe, built from bench/peers/probe.cu (default: probe beside this script; without one, no ratios)
#   BUDGET  seconds for everything (default 240)
#   SIZES   springs of the lattice (default: 7k 56k 1M 10M 100M; 100M comes last)
#   DRY     1: small sizes and short repeats, to try the script on software OpenGL
# exit: 0 all was measured, 1 something was not (table.txt says what), 2 nothing could be started
#
# In FOLDER: table.txt (for people: goals, then rates of each size), rates.jsonl (rows for hooke bench --read),
# probe.jsonl (rows of the probe), viewer.jsonl, info.json, log.txt.
set -uo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=${1:-hooke-rates}
budget=${BUDGET:-240}
. "$here/gpu-common.sh"
find_hooke
probe=${PROBE:-$here/probe}
sizes=${SIZES:-7k 56k 1M 10M 100M}
scenes=1M shown=10M others=variants repeats=(--repeats 5 --repeat-time 0.05) picture=1280x720
if [[ ${DRY:-} == 1 ]]; then
  sizes=${SIZES:-1k} scenes=1k shown=1k others=fused repeats=(--repeats 3 --repeat-time 0.01) picture=160x90
fi
rm -rf "$out/parts"
mkdir -p "$out/parts" || exit 2
report=$out/table.txt
log=$out/log.txt
: >"$report" || exit 2
: >"$log"
begin=$SECONDS

# rates NAME SHARE FLAGS...: rows of hooke bench in parts/NAME.jsonl, in that many hundredths of the budget.
rates() {
  local name=$1 share=$2 status=0
  shift 2
  say "bench $*"
  limited $((budget * share / 100 + 1)) "$hooke" bench --engines gpu --record "$out/parts/$name.jsonl" "${repeats[@]}" "$@" >>"$log" 2>&1 || status=$?
  if ((status != 0)); then
    missing+=("bench $*: $( ((status == 124 || status == 137 || $(left) <= 2)) && echo "its time was up" || echo "it failed") (exit $status, see log.txt)")
  fi
}

# fastest FILE COUNT: the pipelines of the lattice with the highest rates, joined by commas.
fastest() {
  awk "$field"'
    field("engine") == "gpu" && field("scene") == "canon" { print field("spring_updates_per_s"), field("pipeline") }' "$1" 2>/dev/null |
    sort -rg | awk -v most="$2" '!seen[$2]++ && n < most { printf "%s%s", n++ ? "," : "", $2 }'
}

# beside SIZE: the probe at that size. It takes the number of masses an edge.
beside() {
  local edge
  case $1 in 1k) edge=5 ;; 3k) edge=7 ;; 7k) edge=9 ;; 56k) edge=17 ;; 1M) edge=43 ;; 10M) edge=92 ;; 100M) edge=198 ;; *) edge= ;; esac
  if [[ ! -x $probe || -z $edge ]]; then
    return
  fi
  say "probe at $1"
  limited $((budget / 20 + 1)) "$probe" --sizes "$edge" --designs mass,tile --repeats 5 --repeat-time 0.05 >>"$out/parts/probe" 2>>"$log" ||
    missing+=("the probe at $1: it failed or its time was up, see log.txt")
}

# lattice SIZE: the probe, all variants, and other work groups for the fastest two. Engines of 100 M springs take seconds to make:
# there, only the fastest two of the size before.
before=
lattice() {
  local size=$1 chosen
  beside "$size"
  if [[ $size == 100M ]]; then
    chosen=$(fastest "${before:-/dev/null}" 2)
    rates "1-$size" 30 --springs "$size" --pipelines "${chosen:-fused}" --workgroup 128,256
    return
  fi
  rates "1-$size" 20 --springs "$size" --pipelines variants --workgroup 128
  before=$out/parts/1-$size.jsonl
  chosen=$(fastest "$before" 2)
  if [[ -n $chosen ]]; then
    rates "2-$size" 8 --springs "$size" --pipelines "$chosen" --workgroup 64,256
  fi
}

# window SIZE: engine and renderer are made, and some pictures drawn.
window() {
  say "window of $1"
  limited $((budget / 8 + 1)) "$hooke" bench --viewer --springs "$1" --size "$picture" --json >"$out/parts/window-$1" 2>>"$log" || missing+=("the window of $1: it failed or its time was up, see log.txt")
}

# goals compares the best rows with the goals for a card like an NVIDIA H200, and lists the rows of the lattice by rate.
goals() {
  awk "$field"'
    function near(springs, n) { springs += 0; return springs > 0.97 * n && springs < 1.03 * n }
    function goal(name, wanted, got, unit, up) {
      if (!got) printf "%-44s %8s %-5s not measured\n", name, wanted, unit
      else printf "%-44s %8s %-5s %8.3g   %5.2f of the goal%s\n", name, wanted, unit, got, up ? got / wanted : wanted / got, soft ? "" : ((up ? got >= wanted : got <= wanted) ? ", kept" : ", NOT KEPT")
    }
    function best(key, value) { if (value > top[key]) top[key] = value }
    function least(key, value) { if (value > 0 && (!(key in low) || value < low[key])) low[key] = value }
    FILENAME ~ /probe/ {
      n = field("springs") + 0; rate = field("spring_updates_per_s") + 0
      if (rate > cuda[n]) { cuda[n] = rate; design[n] = field("pipeline") }
      next
    }
    FILENAME ~ /viewer/ {
      least("window " (near(field("springs"), 9896068) ? "10M" : near(field("springs"), 99856148) ? "100M" : "other"), field("engine_seconds") + field("setup_seconds"))
      next
    }
    field("engine") == "gpu" {
      if (field("software") == "true") soft = field("renderer")
      n = field("springs") + 0; rate = field("spring_updates_per_s") + 0; step = field("seconds") / field("steps"); scene = field("scene")
      if (scene == "canon") {
        line[++lines] = sprintf("%d %.6g %-34s %5d %9.4g %10.4g %7.1f %9.2g %8.3g", n, rate, field("pipeline"), field("workgroup"), rate / 1e9, 1e6 * step, 100 * field("spread"), field("max_error"), field("setup_seconds"))
        if (field("pipeline") == "two-pass") best("two-pass " n, rate)
        else if (rate > top["canon " n]) { top["canon " n] = rate; spread[n] = field("spread") + 0 }
        least("step " n, step)
      } else if (field("integrator") == "impulses") least("impulses", step)
      else if (scene == "walker") { least("walker", step); least("walker " field("pipeline"), step) }
      else if (n > 9e5) best(scene, rate)
    }
    END {
      printf "== goals%s\n", soft ? ": not judged, " soft " is software" : ""
      split("1M 10M 100M", name, " "); split("984438 9896068 99856148", size, " "); split("0.65 0.85 0.9", share, " ")
      for (i = 1; i <= 3; i++) {
        goal("canon " name[i] ", of the best CUDA", share[i], cuda[size[i]] ? top["canon " size[i]] / cuda[size[i]] : 0, "", 1)
        goal("canon " name[i] ", spread of the best row at most", 0.1, spread[size[i]], "", 0)
      }
      goal("two-pass, canon 10M", 60, top["two-pass 9896068"] / 1e9, "G/s", 1)
      goal("spot 1M", 90, top["spot"] / 1e9, "G/s", 1)
      goal("network 1M", 80, top["network"] / 1e9, "G/s", 1)
      goal("cloth 1M", 120, top["cloth"] / 1e9, "G/s", 1)
      goal("a step of canon 7k", 4, 1e6 * low["step 7448"], "us", 0)
      goal("a step of canon 56k", 4, 1e6 * low["step 56368"], "us", 0)
      goal("a step of a lone walker", 4, 1e6 * low["walker"], "us", 0)
      goal("a step of impulses, cloth-128", 0.2, 1e3 * low["impulses"], "ms", 0)
      goal("set-up of engine and window, 10M", 1, low["window 10M"], "s", 0)
      goal("set-up of engine and window, 100M", 5, low["window 100M"], "s", 0)
      for (key in low) if (key ~ /^walker ./) printf "%-44s %8s %-5s %8.3g\n", key, "", "us", 1e6 * low[key]
      for (key in low) if (key ~ /^window o/) printf "%-44s %8s %-5s %8.3g\n", "set-up of engine and window, other sizes", "", "s", low[key]
      printf "\n== canon: springs, pipeline, work group, G spring-updates/s, us a step, spread %%, max error, set-up s, of the best CUDA in this run\n"
      fflush()
      for (i = 1; i <= lines; i++) {
        split(line[i], part, " ")
        of = cuda[part[1]] ? sprintf("%8.2f of %s, %.4g G/s", part[2] / cuda[part[1]], design[part[1]], cuda[part[1]] / 1e9) : "       -"
        print line[i] of | "sort -k1,1n -k2,2rg | cut -d\" \" -f1,3-"
      }
    }' "$@"
}

finished=
finish() {
  if [[ -n $finished ]]; then
    return
  fi
  finished=yes
  cat "$out"/parts/[0-9]-*.jsonl >"$out/rates.jsonl" 2>/dev/null
  cat "$out"/parts/probe >"$out/probe.jsonl" 2>/dev/null
  cat "$out"/parts/window-* >"$out/viewer.jsonl" 2>/dev/null
  [[ -s $out/probe.jsonl ]] || missing+=("ratios to CUDA: no row of $probe; build bench/peers/probe.cu and put it beside this script")
  {
    goals "$out/rates.jsonl" "$out/probe.jsonl" "$out/viewer.jsonl"
    printf '\n== not measured\n'
    ((${#missing[@]} == 0)) && echo "nothing was left out" || printf '%s\n' "${missing[@]}"
  } >>"$report" 2>>"$log"
  rm -rf "$out/parts"
  say "done: $report"
}
interrupted() {
  missing+=("everything after $((SECONDS - begin)) s: it was ended from outside")
  finish
  exit 1
}
trap interrupted INT TERM HUP

choose_driver
{
  echo "== machine"
  limited 30 "$hooke" version
  limited 30 "$hooke" info
  command -v nvidia-smi >/dev/null && limited 20 nvidia-smi --query-gpu=name,driver_version,clocks.max.sm,clocks.max.memory --format=csv
  echo
} >>"$report" 2>>"$log"

late=
for size in $sizes; do
  case $size in 100M) late=$size ;; *) lattice "$size" ;; esac
done
rates 3-walker 10 --scenes walker --pipelines "$others" --repeat-time 0.02
for pipeline in two-pass two-pass+blocks; do # each by itself: a run that is cut off has no rows
  rates "3-impulses-$pipeline" 8 --scenes cloth-128 --pipelines "$pipeline" --solver impulses
done
window "$shown"
rates 3-scenes 18 --scenes spot,network,cloth --springs "$scenes" --pipelines "$others" --workgroup 128 --repeats 3
for size in $late; do
  lattice "$size"
  window "$size"
done
finish
if ((${#missing[@]} > 0)); then
  exit 1
fi
