#!/usr/bin/env bash
# A sweep by MPI: N ranks, each with the shard of its rank. mpirun ends all ranks when one is
# killed; what they have done is kept, so it is started again, up to three times.
#
# usage: mpirun.sh SPEC OUT N   (HOOKE is the program, default hooke; MPIRUN the command and its flags)
set -euo pipefail
spec=$1 out=$2 n=$3 hooke=${HOOKE:-hooke}
for try in 1 2 3 4; do
  if ${MPIRUN:-mpirun} -n "$n" "$hooke" sweep --spec "$spec" --out "$out" --jobs 1 --shard mpi >/dev/null; then
    break
  elif ((try == 4)); then
    exit 1
  fi
done
"$hooke" sweep --merge --out "$out"
