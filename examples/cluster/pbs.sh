#!/usr/bin/env bash
# A sweep by an array of PBS: N tasks, each with a shard of its own, and a job that merges when all
# have ended. A task whose node fails is started again (-r y).
#
# usage: pbs.sh SPEC OUT N   (HOOKE is the program, default hooke; OUT is on a disk of all nodes)
set -euo pipefail
spec=$(realpath "$1") out=$(realpath -m "$2") n=$3 hooke=${HOOKE:-hooke}
job=$(qsub -r y -l select=1:ncpus=1 -J "0-$((n - 1))" -- /bin/sh -c \
  "cd '$PWD' && '$hooke' sweep --spec '$spec' --out '$out' --jobs 1 --shard \$PBS_ARRAY_INDEX/$n")
qsub -W depend="afterok:$job" -- /bin/sh -c "cd '$PWD' && '$hooke' sweep --merge --out '$out'"
