"""The lattice of hooke's scene canon for peers in Python, its float64 reference, and how a row is measured.

n x n x n masses, springs to all 26 neighbors, the bottom layer pinned; symplectic Euler.
"""

import argparse
import json
import time

import numpy as np

SPACING, JITTER = 0.01, 1e-4  # [m]
MASS, STIFFNESS, GRAVITY, DT = 0.001, 100.0, 9.81, 5e-5


def spring_count(n):
    return 3 * n * n * (n - 1) + 6 * n * (n - 1) ** 2 + 4 * (n - 1) ** 3


def cells(n):
    """The cell of each mass along x, y and z; x is fastest."""
    mass = np.arange(n**3)
    return mass % n, mass // n % n, mass // n**2


def start(n):
    """Positions [n^3, 3] in float64, and which masses are free."""
    x, free = np.empty((n**3, 3)), cells(n)[2] > 0
    mass = np.arange(n**3, dtype=np.uint64)
    for axis, cell in enumerate(cells(n)):
        s = (mass * np.uint64(3) + np.uint64(axis + 1)) * np.uint64(0x9E3779B97F4A7C15)
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            s ^= s >> np.uint64(shift)
            s *= np.uint64(factor)
        s ^= s >> np.uint64(31)
        x[:, axis] = cell * SPACING + free * JITTER * ((s >> np.uint64(11)).astype(np.float64) / 2.0**52 - 1)
    return x, free


def directions():
    """The 26 cells around a mass; the later 13 lead to each spring once."""
    return [(d % 3 - 1, d // 3 % 3 - 1, d // 9 - 1) for d in range(27) if d != 13]


def neighbors(n, direction):
    """The masses that have a neighbor in a direction, these neighbors, and the rest length."""
    inside = np.ones(n**3, bool)
    for cell, step in zip(cells(n), direction):
        inside &= (cell + step >= 0) & (cell + step < n)
    here = np.flatnonzero(inside)
    return here, here + direction[0] + n * direction[1] + n * n * direction[2], SPACING * np.sqrt(np.abs(direction).sum())


def springs(n):
    """First ends, second ends and rest lengths, in the order of the first ends."""
    parts = [neighbors(n, d) for d in directions()[13:]]
    first, second = (np.concatenate([p[i] for p in parts]) for i in (0, 1))
    rest = np.concatenate([np.full(len(p[0]), p[2]) for p in parts])
    order = np.argsort(first, kind="stable")
    return first[order].astype(np.int32), second[order].astype(np.int32), rest[order]


def table(n):
    """Neighbors [26, n^3], rest lengths likewise (1 behind the last neighbor), and the number of neighbors."""
    beside, rest, count = np.zeros((26, n**3), np.int32), np.ones((26, n**3), np.float32), np.zeros(n**3, np.int32)
    for d in directions():
        here, there, length = neighbors(n, d)
        beside[count[here], here], rest[count[here], here] = there, length
        count[here] += 1
    return beside, rest, count


def reference(n, steps):
    """Positions after some steps in float64."""
    x, free = start(n)
    v = np.zeros_like(x)
    a, b, rest = springs(n)
    for _ in range(steps):
        d = x[b] - x[a]
        length = np.sqrt((d * d).sum(1))
        force = d * (STIFFNESS * (length - rest) / length)[:, None]
        pull = np.stack([np.bincount(a, force[:, c], n**3) - np.bincount(b, force[:, c], n**3) for c in range(3)], 1) / MASS
        pull[:, 2] -= GRAVITY
        v += DT * pull * free[:, None]
        x += DT * v
    return x


def error(got, n, steps):
    """Root mean square of got - x_ref over that of x_ref - x_0."""
    x = reference(n, steps)
    return float(np.sqrt(((np.asarray(got, float) - x) ** 2).sum() / ((x - start(n)[0]) ** 2).sum()))


def measure(engine, pipeline, device, make):
    """Prints a JSON row for each size that the command line asks for.

    make(n) returns step(m), which queues m steps (a multiple of 20), sync(), which waits for them, and read(), which
    returns the positions. Repeats are discarded until three in a row agree within 3 %, twelve at most.
    """
    parse = argparse.ArgumentParser()
    parse.add_argument("--sizes", default="43,92", help="masses an edge: 43, 92, 198 are 1 M, 10 M and 100 M springs")
    parse.add_argument("--repeats", type=int, default=5)
    parse.add_argument("--repeat-time", type=float, default=0.2, help="[s]")
    parse.add_argument("--device", default=None, help="of peers that have several, such as cpu")
    options = parse.parse_args()
    step, sync, read = make(17)
    step(100)
    sync()
    wrong = error(read(), 17, 100)
    if not wrong < 1e-3:
        raise SystemExit(f"{engine} {pipeline} is wrong: error {wrong:.2g} after 100 steps at 17 x 17 x 17, at most 1e-3 is expected")
    for n in map(int, options.sizes.split(",")):
        step, sync, _ = make(n)

        def timed(steps):
            begin = time.perf_counter()
            step(steps)
            sync()
            return time.perf_counter() - begin

        timed(20)
        steps = 20 * max(1, int(options.repeat_time / timed(20)))
        warm = []
        while len(warm) < 12 and (len(warm) < 3 or max(warm[-3:]) > 1.03 * min(warm[-3:])):
            warm.append(timed(steps))
        took = [timed(steps) for _ in range(options.repeats)]
        median = float(np.median(took))
        print(json.dumps({
            "engine": engine, "pipeline": pipeline, "renderer": device, "scene": "canon", "springs": spring_count(n), "steps": steps,
            "seconds": median, "spring_updates_per_s": spring_count(n) * steps / median, "spread": median / min(took) - median / max(took),
            "warm_repeats": len(warm), "rms_error_17": wrong, "repeat_seconds": took,
        }), flush=True)
