"""JAX: a table of neighbors, and springs summed by segment_sum; 20 steps are compiled together."""

import os

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")

import jax
import jax.numpy as jnp
import numpy as np

from lattice import DT, GRAVITY, MASS, STIFFNESS, measure, springs, start, table


def stepper(n, arrays, force):
    """What measure wants of a lattice whose force on all masses is force(x, *arrays)."""
    at, free = start(n)
    free, gravity = jnp.asarray(free.astype(np.float32))[:, None], jnp.asarray([0, 0, -GRAVITY], jnp.float32)

    @jax.jit
    def twenty(x, v, *arrays):
        def one(_, state):
            x, v = state
            v = v + DT * free * (force(x, *arrays) / MASS + gravity)
            return x + DT * v, v

        return jax.lax.fori_loop(0, 20, one, (x, v))

    x = jnp.asarray(at, jnp.float32)
    state = [x, jnp.zeros_like(x)]

    def step(steps):
        for _ in range(steps // 20):
            state[:] = twenty(*state, *arrays)

    return step, lambda: state[0].block_until_ready(), lambda: np.asarray(state[0])


def by_table(n):
    beside, rest, count = table(n)
    k = (np.arange(26)[:, None] < count).astype(np.float32) * STIFFNESS

    def force(x, beside, rest, k):
        d = x[beside] - x[None]
        length = jnp.sqrt((d * d).sum(2) + 1e-20)
        return (d * (k * (length - rest) / length)[:, :, None]).sum(0)

    return stepper(n, [jnp.asarray(beside), jnp.asarray(rest), jnp.asarray(k)], force)


def by_sums(n):
    def force(x, a, b, rest):
        d = x[b] - x[a]
        length = jnp.sqrt((d * d).sum(1))
        f = d * (STIFFNESS * (length - rest) / length)[:, None]
        return jax.ops.segment_sum(f, a, n**3, indices_are_sorted=True) - jax.ops.segment_sum(f, b, n**3)

    a, b, rest = springs(n)
    return stepper(n, [jnp.asarray(a), jnp.asarray(b), jnp.asarray(rest, jnp.float32)], force)


device = jax.devices()[0].device_kind
measure(f"JAX {jax.__version__}", "table", device, by_table)
measure(f"JAX {jax.__version__}", "segment_sum", device, by_sums)
