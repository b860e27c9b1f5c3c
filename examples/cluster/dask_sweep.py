#!/usr/bin/env python3
"""A sweep by Dask: N tasks, each with a shard of its own. A task whose worker or whose hooke is
killed is started again, up to three times.

usage: dask_sweep.py SPEC OUT N   (HOOKE is the program, default hooke; DASK_SCHEDULER an address,
default: workers of its own on this machine; OUT is on a disk of all nodes)
"""
import os
import subprocess
import sys

from distributed import Client, LocalCluster


def shard(i, n, hooke, spec, out):
    subprocess.run([hooke, "sweep", "--spec", spec, "--out", out, "--jobs", "1", "--shard", f"{i}/{n}"], check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    spec, out, n = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), int(sys.argv[3])
    hooke = os.environ.get("HOOKE", "hooke")
    scheduler = os.environ.get("DASK_SCHEDULER") or LocalCluster(threads_per_worker=1, dashboard_address=None)
    with Client(scheduler) as client:
        tasks = [client.submit(shard, i, n, hooke, spec, out, pure=False, retries=3) for i in range(n)]
        client.gather(tasks)
    sys.exit(subprocess.run([hooke, "sweep", "--merge", "--out", out]).returncode)
