#!/usr/bin/env python3
"""A stiff cloth stepped by others on the processor: newton (XPBD, VBD) and PositionBasedDynamics, with hooke beside them.

The cloth is that of hooke bench --accuracy: 1 m x 1 m, 0.2 kg, springs 1 : 0.3 : 0.05 without dampers, hung by an
edge, let go at 30 degrees from the vertical, 0.5 s. Its stiffness is such that 1/60 s is RATIO safe steps of symplectic Euler.
Error = max|x - ref| / max|ref - start|; ref is velocity Verlet of hooke's engine cpu in double precision at an eighth of
the safe step. Cost for a simulated second, on one thread, without set-up, compilation and reading: the seconds of stepping
alone that hooke tells; of peers the processor time (user and system) of their steps, which is no more than their seconds.

usage: stiff-peers.py --hooke ./hooke [--side 128] [--ratios 306,1225] [--repeats 3] [--record FILE] [--only NAME,...]
needs: pip install newton==1.8.0 pypbd==2.2.2 numpy. A peer that is not installed is recorded as such.
"""

import argparse
import importlib.metadata
import json
import math
import os
import platform
import subprocess
import sys
import tempfile

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before libraries read it: one thread, as of hooke

import numpy as np

FRAMES, FRAME, GRAVITY = 30, 1 / 60, 9.81


class Cloth:
    """A square cloth of n x n masses, in rows; springs in three kinds."""

    def __init__(self, n, ratio):
        self.n, self.ratio = n, ratio
        self.mass, self.spacing = 0.2 / n**2, 1 / (n - 1)
        self.safe = FRAME / ratio
        # Gershgorin: dt^2 K < 2 m, with K = (4 + 4 * 0.3 + 4 * 0.05) k at a mass inside.
        self.k = 2 * self.mass / (5.4 * self.safe**2)
        i = np.arange(n * n).reshape(n, n)  # i[row, column]
        pairs = [
            (i[:, :-1], i[:, 1:], 1, 1.0), (i[:-1], i[1:], 1, 1.0),
            (i[:-1, :-1], i[1:, 1:], math.sqrt(2), 0.3), (i[:-1, 1:], i[1:, :-1], math.sqrt(2), 0.3),
            (i[:, :-2], i[:, 2:], 2, 0.05), (i[:-2], i[2:], 2, 0.05),
        ]
        self.ends = np.concatenate([np.stack([a.ravel(), b.ravel()], 1) for a, b, _, _ in pairs]).astype(np.int32)
        self.rest = np.concatenate([np.full(a.size, length * self.spacing) for a, _, length, _ in pairs])
        self.stiffness = np.concatenate([np.full(a.size, share * self.k) for a, _, _, share in pairs])
        row, column = np.divmod(np.arange(n * n), n)
        down = row * self.spacing - 1
        self.start = np.stack([column * self.spacing - 0.5, 0.5 * down, math.sqrt(0.75) * down], 1)
        self.pinned = row == n - 1
        self.row, self.column = row, column

    def scene(self):
        return f"""name = "cloth"
[run]
duration = {FRAMES * FRAME!r}
gravity = [0, 0, -{GRAVITY}]
[[mesh]]
make = "cloth"
masses = [{self.n}, {self.n}]
spacing = {self.spacing!r}
mass = {self.mass!r}
stiffness = {self.k!r}
turn = [60, 0, 0]
move = [0, -0.25, -{math.sqrt(0.1875)!r}]
[[pin]]
group = "edge"
"""


def processor_time():
    t = os.times()
    return t.user + t.system


class Hooke:
    """hooke run of a scene file, by any engine."""

    def __init__(self, program, cloth, folder):
        self.program, self.cloth, self.folder = program, cloth, folder
        self.file = os.path.join(folder, "cloth.toml")
        with open(self.file, "w") as f:
            f.write(cloth.scene())

    def cost(self, *flags):
        """Where masses end, and the seconds of stepping alone, as the program tells them: on one thread they are no less than its
        processor time. Set-up and the measured error beside each rate, which are as long, are no part of them."""
        out = os.path.join(self.folder, "out")
        words = [self.program, "run", self.file, "--out", out, "--json", *map(str, flags)]
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr.strip().splitlines()[-1])
        return np.load(os.path.join(out, "final.npz"))["positions"].astype(np.float64), json.loads(done.stdout)["seconds"]

    def steps(self, share):
        """Steps of a share of the safe step: a number for dt."""
        count = math.ceil(FRAMES * FRAME / (share * self.cloth.safe))
        return FRAMES * FRAME / count


def newton_runner(cloth, which):
    import newton
    import warp as wp

    wp.config.quiet, wp.config.log_level = True, 40
    wp.init()
    builder = newton.ModelBuilder(up_axis=newton.Axis.Z, gravity=(0.0, 0.0, -GRAVITY))
    builder.add_particles(pos=[tuple(p) for p in cloth.start], vel=[(0.0, 0.0, 0.0)] * len(cloth.start),
                          mass=[0.0 if pin else cloth.mass for pin in cloth.pinned], radius=[0.0] * len(cloth.start))  # they do not collide
    for (a, b), k in zip(cloth.ends, cloth.stiffness):
        builder.add_spring(int(a), int(b), float(k), 0.0, 0)
    # Springs are no part of newton's own coloring: no two masses of these colors share one.
    color = (cloth.column + 3 * cloth.row) % 5
    builder.set_coloring([np.flatnonzero(color == c).astype(np.int32) for c in range(5)])
    model = builder.finalize(device="cpu")
    # add_spring takes rest lengths from positions in float32: give it ours.
    model.spring_rest_length.assign(cloth.rest.astype(np.float32))

    def run(substeps, iterations):
        if which == "XPBD":
            solver = newton.solvers.SolverXPBD(model, iterations=iterations)
        else:
            solver = newton.solvers.SolverVBD(model, iterations=iterations)
        now, then, control = model.state(), model.state(), model.control()

        def go(n):
            nonlocal now, then
            for _ in range(n):
                now.clear_forces()
                solver.step(now, then, control, None, FRAME / substeps)
                now, then = then, now
            return now.particle_q.numpy()

        go(1)  # kernels are compiled
        now.particle_q.assign(cloth.start.astype(np.float32))
        now.particle_qd.zero_()
        then.assign(now)
        begin = processor_time()
        end = go(FRAMES * substeps)
        return end.astype(np.float64), processor_time() - begin

    return run


def pbd_runner(cloth):
    import pypbd as pbd

    def run(substeps, iterations):
        sim = pbd.Simulation.getCurrent()
        sim.initDefault()
        model = sim.getModel()
        model.cleanup()
        particles = model.getParticles()
        for x in cloth.start[:, [0, 2, 1]]:  # y is up there
            particles.addVertex(x)
        for i, pin in enumerate(cloth.pinned):
            particles.setMass(i, 0.0 if pin else cloth.mass)
        for (a, b), k in zip(cloth.ends, cloth.stiffness):
            model.addDistanceConstraint_XPBD(int(a), int(b), float(k))
        pbd.TimeManager.getCurrent().setTimeStepSize(FRAME)
        step = sim.getTimeStep()
        step.setValueUInt(pbd.TimeStepController.NUM_SUB_STEPS, substeps)
        step.setValueUInt(pbd.TimeStepController.MAX_ITERATIONS, iterations)
        begin = processor_time()
        for _ in range(FRAMES):
            step.step(model)
        spent = processor_time() - begin
        end = np.array([particles.getPosition(i) for i in range(len(cloth.start))]).reshape(-1, 3)
        return end[:, [0, 2, 1]], spent

    return run


def version(package):
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def contestants(cloth, hooke, only):
    """(name, version, settings, how to run one: end and seconds of processors) of all; None for how: not installed."""
    explicit = [("symplectic-euler", 0.9)]
    out = []
    if "hooke-explicit" in only:
        out.append(("hooke cpu, symplectic-euler", "", [(f"{share} dt_safe", ("--engine", "cpu", "--threads", 1, "--solver", solver, "--dt", hooke.steps(share))) for solver, share in explicit],
                    lambda flags: hooke.cost(*flags)))
    for engine in ("cpu", "cpuref"):
        if "hooke-" + engine in only:
            threads = ("--threads", 1) if engine == "cpu" else ()
            out.append((f"hooke {engine}, impulses", "", [(f"{s} x {i}{', forward' if forward else ''}", ("--engine", engine, *threads, "--solver", "impulses", "--dt", FRAME, "--substeps", s, "--iterations", i,
                                                                      *(["--forward"] if forward else []))) for s, i, forward in ((20, 1, False), (36, 1, True), (40, 1, False), (40, 1, True), (60, 1, False), (100, 1, False), (100, 1, True))],
                        lambda flags: hooke.cost(*flags)))
    for name, package, settings, make in (
            ("newton XPBD", "newton", ((40, 1), (100, 1), (200, 1)), lambda: newton_runner(cloth, "XPBD")),
            ("newton VBD", "newton", ((40, 1), (100, 1), (10, 40), (40, 10)), lambda: newton_runner(cloth, "VBD")),
            ("pypbd XPBD", "pypbd", ((40, 1), (100, 1), (10, 10)), lambda: pbd_runner(cloth))):
        if name.split()[0] not in only and name not in only:
            continue
        if version(package) is None:
            out.append((name, "not installed", [], None))
            continue
        run = make()
        out.append((name, version(package), [(f"{s} x {i}", (s, i)) for s, i in settings], lambda setting, run=run: run(*setting)))
    return out


def main():
    parse = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parse.add_argument("--hooke", required=True)
    parse.add_argument("--side", type=int, default=128)
    parse.add_argument("--ratios", default="306,1225")
    parse.add_argument("--repeats", type=int, default=3)
    parse.add_argument("--record")
    parse.add_argument("--only", default="hooke-explicit,hooke-cpu,hooke-cpuref,newton,pypbd")
    o = parse.parse_args()
    only = o.only.split(",")
    commit = subprocess.run([o.hooke, "version"], capture_output=True, text=True).stdout.split(",")[0].split()[-1]
    rows = []
    for ratio in map(float, o.ratios.split(",")):
        cloth = Cloth(o.side, ratio)
        with tempfile.TemporaryDirectory() as folder:
            hooke = Hooke(os.path.abspath(o.hooke), cloth, folder)
            ref, _ = hooke.cost("--engine", "cpu", "--precision", "double", "--solver", "verlet", "--dt", hooke.steps(1 / 8))
            motion = np.linalg.norm(ref - cloth.start, axis=1).max()
            print(f"cloth {o.side} x {o.side}, ratio {ratio:g}, k {cloth.k:.4g} N/m, largest motion {motion:.3f} m", flush=True)
            trials = []
            for name, of, settings, run in contestants(cloth, hooke, only):
                if run is None:
                    rows.append(dict(name=name, version=of, side=o.side, ratio=ratio))
                    print(f"  {name:32} {of}", flush=True)
                trials += [dict(name=name, version=of, setting=words, flags=flags, run=run, seconds=[]) for words, flags in settings]
            for repeat in range(o.repeats):  # in turn, so that what disturbs the machine hits all
                for t in list(trials):
                    try:
                        end, spent = t["run"](t["flags"])
                    except RuntimeError as refusal:
                        print(f"  {t['name']:32} {t['setting']:18} left out: {refusal}", flush=True)
                        trials.remove(t)
                        continue
                    if not np.isfinite(end).all():
                        print(f"  {t['name']:32} {t['setting']:18} blew up", flush=True)
                        trials.remove(t)
                        rows.append(dict(name=t["name"], version=t["version"], setting=t["setting"], side=o.side, ratio=ratio, error=None))
                        continue
                    t["seconds"].append(spent)
                    t["error"] = float(np.linalg.norm(end - ref, axis=1).max() / motion)
                    if repeat == 0:
                        print(f"  {t['name']:32} {t['setting']:18} error {t['error']:.3g}, {spent / (FRAMES * FRAME):.3g} s/s", flush=True)
            for t in trials:
                cost = sorted(t["seconds"])[len(t["seconds"]) // 2] / (FRAMES * FRAME)
                rows.append(dict(name=t["name"], version=t["version"], setting=t["setting"], side=o.side, ratio=ratio, error=t["error"], cpu_seconds_per_s=cost, repeats=t["seconds"]))
    tell(rows)
    if o.record:
        with open(o.record, "w") as f:
            for row in rows:
                f.write(json.dumps(dict(row, commit=commit, host=platform.processor() or platform.machine(), python=platform.python_version())) + "\n")


def tell(rows):
    """Each peer against the cheapest run of hooke whose error is as small or smaller."""
    for row in rows:
        if row.get("error") is None or row["name"].startswith("hooke"):
            continue
        ours = [h for h in rows if h["name"].startswith("hooke") and h["ratio"] == row["ratio"] and h["error"] <= row["error"]]
        if not ours:
            print(f"{row['name']} {row['setting']}, ratio {row['ratio']:g}: no run of hooke has its error of {row['error']:.2g}")
            continue
        best = min(ours, key=lambda h: h["cpu_seconds_per_s"])
        print(f"{row['name']} {row['setting']}, ratio {row['ratio']:g}: error {row['error']:.2g} for {row['cpu_seconds_per_s']:.3g} s/s; "
              f"{best['name']} {best['setting']}: {best['error']:.2g} for {best['cpu_seconds_per_s']:.3g} s/s, {row['cpu_seconds_per_s'] / best['cpu_seconds_per_s']:.3g} times less")


if __name__ == "__main__":
    sys.exit(main())
