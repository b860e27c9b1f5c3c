#!/usr/bin/env bash
# A sweep by an array of Slurm: N tasks, each with a shard of its own, and a task that merges when
# all have ended. A task whose node fails is started again (--requeue).
#
# usage: slurm.sh SPEC OUT N   (HOOKE is the program, default hooke; OUT is on a disk of all nodes)
set -euo pipefail
spec=$1 out=$2 n=$3 hooke=${HOOKE:-hooke}
job=$(sbatch --parsable --requeue --cpus-per-task=1 --array="0-$((n - 1))" --wrap \
  "'$hooke' sweep --spec '$spec' --out '$out' --jobs 1 --shard \$SLURM_ARRAY_TASK_ID/$n")
sbatch --dependency="afterok:$job" --wrap "'$hooke' sweep --merge --out '$out'"
