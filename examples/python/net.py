"""A cable net under snow: relaxed by hooke, and solved by Newton's method with scipy.sparse. Usage: net.py [FOLDER for pictures]"""

import pathlib
import sys

import numpy as np
import scipy.sparse
import scipy.sparse.linalg

import hooke

G = 9.81  # [m/s²]
cells, span, rise = 16, 24.0, 3.0  # on a side; [m]; height of the corners [m]
stiffness_of_cable, prestrain, snow = 4e6, 0.004, 600.0  # EA [N]; [1]; [N/m²]

# A saddle between fixed edges: nodes of a grid, and cables along both directions.
side = np.linspace(-span / 2, span / 2, cells + 1)
x, y = np.meshgrid(side, side, indexing="ij")
start = np.stack([x, y, 4 * rise * x * y / span**2], axis=-1).reshape(-1, 3)
number = np.arange(len(start)).reshape(x.shape)
ends = np.concatenate([np.stack([number[:-1], number[1:]], -1).reshape(-1, 2), np.stack([number[:, :-1], number[:, 1:]], -1).reshape(-1, 2)])
fixed = ((np.abs(x) > 0.499 * span) | (np.abs(y) > 0.499 * span)).reshape(-1)
length = np.linalg.norm(start[ends[:, 1]] - start[ends[:, 0]], axis=1)
rest = length / (1 + prestrain)
stiffness = stiffness_of_cable / rest
masses = np.full(len(start), snow * (span / cells) ** 2 / G)


def relaxed():
    """The net at rest by hooke: where nodes are [m], forces of cables [N]."""
    numbers = dict(masses=masses, stiffness=stiffness, rest_length=rest, pinned=fixed, gravity=[0, 0, -G])
    with hooke.from_arrays(start, ends, name="net", engine="cpu", precision="double", dt=1e-3, **numbers) as net:
        energy = -1.0
        for _ in range(20_000):  # kinetic damping: stand still whenever the kinetic energy has passed a peak
            net.step(3)
            before, energy = energy, net.energy["kinetic"]
            if energy < before:
                net.place(net["positions64"])
                if before < 1e-15:
                    break
                energy = -1.0
        else:
            raise SystemExit("the net did not come to rest")
        if len(sys.argv) > 1:
            net.plot("force").figure.savefig(pathlib.Path(sys.argv[1]) / "net.png")
        return net.read("positions64"), net.read("force")


def solved():
    """The same by Newton's method, with a sparse matrix of stiffness."""
    at, free = start.copy(), np.repeat(~fixed, 3)
    a, b = ends.T
    columns = np.concatenate([3 * a[:, None] + [0, 1, 2], 3 * b[:, None] + [0, 1, 2]], axis=1)  # of each cable
    for _ in range(30):
        way = at[b] - at[a]
        now = np.linalg.norm(way, axis=1)
        along, force = way / now[:, None], stiffness * (now - rest)
        left = np.zeros_like(at)
        left[:, 2] = -masses * G
        np.add.at(left, a, force[:, None] * along)
        np.add.at(left, b, -force[:, None] * along)
        if np.abs(left.reshape(-1)[free]).max() < 1e-8:
            return at, force
        outer = along[:, :, None] * along[:, None, :]
        block = (force / now)[:, None, None] * (np.eye(3) - outer) + stiffness[:, None, None] * outer
        whole = np.concatenate([np.concatenate([block, -block], 2), np.concatenate([-block, block], 2)], 1)
        rows = np.repeat(columns[:, :, None], 6, 2)
        matrix = scipy.sparse.csc_matrix((whole.ravel(), (rows.ravel(), rows.swapaxes(1, 2).ravel())), shape=(at.size, at.size))
        change = np.zeros(at.size)
        change[free] = scipy.sparse.linalg.spsolve(matrix[free][:, free], left.reshape(-1)[free])
        at += change.reshape(at.shape)
    raise SystemExit("Newton's method has not converged")


(at, force), (right, right_force) = relaxed(), solved()
sag, right_sag = (start[:, 2] - at[:, 2]).max(), (start[:, 2] - right[:, 2]).max()
apart, forces_apart = np.abs(at - right).max(), np.abs(force - right_force)[~(fixed[ends[:, 0]] & fixed[ends[:, 1]])].max()
print(f"sag {1000 * sag:.3f} mm, by the sparse solve {1000 * right_sag:.3f} mm; nodes at most {1e6 * apart:.2f} µm apart")
print(f"forces up to {right_force.max() / 1000:.2f} kN, at most {forces_apart:.2f} N apart")
assert abs(sag - right_sag) < 1e-6 * right_sag and apart < 1e-7, "sag and nodes: within a millionth and 0.1 µm"
assert forces_apart < 2e-4 * right_force.max(), "forces: within 2/10,000 of the largest, as they are read from float32 positions"
