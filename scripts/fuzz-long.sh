#!/usr/bin/env bash
# Runs every fuzz target in turn, each for its share of the time, and counts what was
# executed. Inputs that reach new code are kept by the go command from one call to the
# next (go env GOCACHE, folder fuzz), those that fail beside the tests
# (testdata/fuzz/TARGET), where they are seeds of every later test run.
#
# usage: scripts/fuzz-long.sh MINUTES [PATTERN]   (all targets together take MINUTES, those
#        whose name matches PATTERN; building is not counted)
# environment: GO, the go command
# exit: 0 nothing was found, 1 a target failed (the others ran all the same), 2 wrong usage
set -euo pipefail
export LC_ALL=C
cd "$(dirname "${BASH_SOURCE[0]}")/.."
go=${GO:-go}
minutes=${1:-}
if [[ ! $minutes =~ ^[1-9][0-9]{0,4}$ ]] || (($# > 2)); then
  echo "usage: scripts/fuzz-long.sh MINUTES [PATTERN] (a whole number of minutes for all targets together)" >&2
  exit 2
fi
pattern=${2:-.}

mapfile -t targets < <(grep -rE --include='*_test.go' -o '^func Fuzz[A-Za-z0-9_]*' . | sed 's/func //' | sort | awk -F: -v p="$pattern" '$2 ~ p')
if ((${#targets[@]} == 0)); then
  echo "fuzz-long: no fuzz target matches '$pattern'" >&2
  exit 2
fi
seconds=$((minutes * 60 / ${#targets[@]}))
((seconds > 0)) || seconds=1
echo "${#targets[@]} targets, $seconds s each; kept inputs are in $("$go" env GOCACHE)/fuzz"

log=$(mktemp)
trap 'rm -f "$log"' EXIT
total=0
failed=()
for target in "${targets[@]}"; do
  folder=$(dirname "${target%%:*}")
  name=${target##*:}
  # Tables with secret hashes never cover quite the same code twice, so that inputs
  # would be minimized for a minute each: 100 tries are enough.
  result=passed
  if ! "$go" test -tags egl -run '^$' -fuzz "^$name\$" -fuzztime "${seconds}s" -fuzzminimizetime 100x "$folder" </dev/null >"$log" 2>&1; then
    result=FAILED
    failed+=("$folder $name")
    grep -vE '^fuzz: (elapsed|minimizing)' "$log" | head -n 40 >&2
  fi
  executions=$(sed -n 's/.*execs: \([0-9]*\).*/\1/p' "$log" | tail -n 1)
  corpus=$(sed -n 's/.*(total: \([0-9]*\)).*/\1/p' "$log" | tail -n 1)
  printf '%-12s %-28s %12s executions, %6s inputs kept, %s\n' "$folder" "$name" "${executions:-0}" "${corpus:-0}" "$result"
  total=$((total + ${executions:-0}))
done
echo "$total executions of ${#targets[@]} targets, ${#failed[@]} failed"
if ((${#failed[@]})); then
  printf 'failed: %s\n' "${failed[@]}" >&2
  exit 1
fi
