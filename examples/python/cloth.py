"""A curtain that falls, baked: a mesh for each frame, for Blender and engines. Usage: cloth.py [FOLDER]"""

import pathlib
import sys

import numpy as np
import trimesh

import hooke

rate, seconds = 24, 2.0  # frames a second
folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "out/cloth")
folder.mkdir(parents=True, exist_ok=True)

# A sheet of 1.6 m by 1 m, somewhat tilted, so that its upper edge is the one that is pinned.
columns, rows = 41, 26
u, v = np.meshgrid(np.linspace(0, 1.6, columns), np.linspace(0, 1, rows), indexing="ij")
points = np.stack([u, v, 2 + 0.05 * v + 0.01 * np.sin(12 * u) * (1 - v)], axis=-1).reshape(-1, 3)
number = np.arange(len(points)).reshape(u.shape)
a, b, c, d = (n.reshape(-1) for n in (number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:]))
sheet = trimesh.Trimesh(points, np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)]), process=False)

with hooke.from_trimesh(sheet, name="curtain", as_="cloth", pin="top", density=0.3, stiffness=300, drag=0.05, engine="cpu") as cloth:
    steps = max(1, round(1 / rate / cloth.info["dt"]))
    lengths = np.linalg.norm(points[cloth.ends[:, 0]] - points[cloth.ends[:, 1]], axis=1)
    files, strains = [], []
    for frame in range(round(rate * seconds) + 1):
        if frame:
            cloth.step(steps)
        files.append(folder / f"curtain-{frame:03d}.glb")
        cloth.to_trimesh().export(files[-1])
        strains.append(np.nanmax(np.abs(cloth["strain"])))
    pinned = cloth["pinned"].all(axis=1)

first, last = (trimesh.load(f, force="mesh", process=False) for f in (files[0], files[-1]))
print(f"{len(files)} frames, {steps} steps each, {len(last.vertices)} vertices; the lower edge fell {first.vertices[:, 2].min() - last.vertices[:, 2].min():.2f} m")
print(f"largest strain {max(strains):.3f}; area {first.area:.3f} m², at the end {last.area:.3f} m²")
assert len(last.vertices) == len(points) and (last.faces == sheet.faces).all(), "each frame has the same vertices and faces"
assert np.allclose(last.vertices[pinned], points[pinned], atol=1e-6) and pinned.sum() == columns, "the upper edge stays"
assert first.vertices[:, 2].min() - last.vertices[:, 2].min() > 0.8 and abs(last.area / first.area - 1) < 0.03, "it hangs, and is as large as before"
