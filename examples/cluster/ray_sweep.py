#!/usr/bin/env python3
"""A sweep by Ray: N tasks, each with a shard of its own. A task whose worker or whose hooke is
killed is started again, up to three times.

usage: ray_sweep.py SPEC OUT N   (HOOKE is the program, default hooke; OUT is on a disk of all nodes)
"""
import os
import subprocess
import sys

import ray

spec, out, n = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), int(sys.argv[3])
hooke = os.environ.get("HOOKE", "hooke")


@ray.remote(num_cpus=1, max_retries=3, retry_exceptions=True)
def shard(i):
    subprocess.run([hooke, "sweep", "--spec", spec, "--out", out, "--jobs", "1", "--shard", f"{i}/{n}"], check=True, stdout=subprocess.DEVNULL)


ray.init(address=os.environ.get("RAY_ADDRESS"), include_dashboard=False, log_to_driver=False)
ray.get([shard.remote(i) for i in range(n)])
sys.exit(subprocess.run([hooke, "sweep", "--merge", "--out", out]).returncode)
