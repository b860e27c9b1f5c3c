"""Taichi: a table of neighbors, and one thread a spring with atomics, as in Taichi's mass-spring examples."""

import sys

import numpy as np
import taichi as ti

from lattice import DT, GRAVITY, MASS, STIFFNESS, measure, spring_count, springs, start, table

wanted = sys.argv[sys.argv.index("--device") + 1] if "--device" in sys.argv else "cuda"
ti.init(arch=getattr(ti, wanted), log_level=ti.ERROR, fast_math=True, offline_cache=False)
device = str(ti.lang.impl.current_cfg().arch)
if wanted not in device and wanted != "cpu":
    raise SystemExit(f"Taichi has no {wanted} here and took {device}; --device cpu measures the processor")


def fields(n):
    at, free = start(n)
    x, v, loose = ti.Vector.field(3, ti.f32, n**3), ti.Vector.field(3, ti.f32, n**3), ti.field(ti.f32, n**3)
    x.from_numpy(at.astype(np.float32))
    loose.from_numpy(free.astype(np.float32))
    return x, v, loose


def by_table(n):
    x, v, loose = fields(n)
    y = ti.Vector.field(3, ti.f32, n**3)
    beside, rest, count = ti.field(ti.i32, (26, n**3)), ti.field(ti.f32, (26, n**3)), ti.field(ti.i32, n**3)
    for field, values in zip((beside, rest, count), table(n)):
        field.from_numpy(values)

    @ti.kernel
    def one(x: ti.template(), y: ti.template()):
        for m in x:
            f = ti.Vector([0.0, 0.0, 0.0])
            for c in range(count[m]):
                d = x[beside[c, m]] - x[m]
                length = d.norm()
                f += d * (STIFFNESS * (length - rest[c, m]) / length)
            v[m] += DT * loose[m] * (f / MASS + ti.Vector([0.0, 0.0, -GRAVITY]))
            y[m] = x[m] + DT * v[m]

    def step(steps):
        for _ in range(steps // 2):
            one(x, y)
            one(y, x)

    return step, ti.sync, x.to_numpy


def by_atomics(n):
    x, v, loose = fields(n)
    f = ti.Vector.field(3, ti.f32, n**3)
    a, b, rest = (ti.field(kind, spring_count(n)) for kind in (ti.i32, ti.i32, ti.f32))
    for field, values in zip((a, b, rest), springs(n)):
        field.from_numpy(values.astype(np.float32) if field is rest else values)

    @ti.kernel
    def forces():
        for s in a:
            d = x[b[s]] - x[a[s]]
            length = d.norm()
            g = d * (STIFFNESS * (length - rest[s]) / length)
            f[a[s]] += g
            f[b[s]] -= g

    @ti.kernel
    def moves():
        for m in x:
            v[m] += DT * loose[m] * (f[m] / MASS + ti.Vector([0.0, 0.0, -GRAVITY]))
            x[m] += DT * v[m]
            f[m] = ti.Vector([0.0, 0.0, 0.0])

    def step(steps):
        for _ in range(steps):
            forces()
            moves()

    return step, ti.sync, x.to_numpy


name = "Taichi " + ".".join(map(str, ti.__version__))
measure(name, "table", device, by_table)
measure(name, "atomics", device, by_atomics)
