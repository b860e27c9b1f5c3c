#!/usr/bin/env bash
# A sweep by GNU parallel: N workers on this machine, or on those of --sshloginfile, each with a
# shard of its own. A worker that is killed is started again, up to three times.
#
# usage: parallel.sh SPEC OUT N   (HOOKE is the program, default hooke)
set -euo pipefail
spec=$1 out=$2 n=$3
export HOOKE=${HOOKE:-hooke}
parallel --retries 4 --jobs "$n" '"$HOOKE"' sweep --spec "$spec" --out "$out" --jobs 1 --shard "{}/$n" '>/dev/null' ::: $(seq 0 $((n - 1)))
"$HOOKE" sweep --merge --out "$out"
