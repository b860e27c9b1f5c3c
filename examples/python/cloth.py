"""A curtain that falls, baked: one animated glTF for Blender and engines, and a page to look at. Usage: cloth.py [FOLDER]"""

import json
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
    cloth.keep()
    for frame in range(round(rate * seconds)):
        cloth.step(steps)
        cloth.keep()
    baked = cloth.to_gltf(folder / "curtain.glb", show="surface")
    cloth.to_html(folder / "curtain.html", color="strain")
    first, last, pinned = trimesh.Trimesh(points, sheet.faces, process=False), cloth.to_trimesh(), cloth["pinned"].all(axis=1)
    print(f"{steps} steps a frame; the lower edge fell {first.bounds[0, 2] - last.bounds[0, 2]:.2f} m; area {first.area:.3f} m², at the end {last.area:.3f} m²")

# Read back: the last morph target moves the mesh to where the cloth is.
data = baked.read_bytes()
length = int.from_bytes(data[12:16], "little")
gltf, body = json.loads(data[20 : 20 + length]), data[28 + length :]


def floats(index):
    accessor = gltf["accessors"][index]
    view = gltf["bufferViews"][accessor["bufferView"]]
    return np.frombuffer(body, np.float32, 3 * accessor["count"], view.get("byteOffset", 0) + accessor.get("byteOffset", 0)).reshape(-1, 3)


part = gltf["meshes"][0]["primitives"][0]
moved = floats(part["attributes"]["POSITION"]) + floats(part["targets"][-1]["POSITION"])
print(f"{baked.name}: {1 + len(part['targets'])} key frames of {len(moved)} vertices, {len(data) / 1e6:.2f} MB")
assert len(part["targets"]) == round(rate * seconds) and gltf["animations"], "a target for each frame after the first"
assert np.allclose(np.sort(moved, axis=0), np.sort(last.vertices, axis=0), atol=1e-6), "the file ends where the cloth does"
assert np.allclose(last.vertices[pinned], points[pinned], atol=1e-6) and pinned.sum() == columns, "the upper edge stays"
assert first.bounds[0, 2] - last.bounds[0, 2] > 0.8 and abs(last.area / first.area - 1) < 0.03, "it hangs, and is as large as before"
