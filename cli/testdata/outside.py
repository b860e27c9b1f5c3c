"""Says what other programs read in files: one JSON object for each file named."""

import json
import sys

import meshio
import numpy


def mesh(path):
    m = meshio.read(path)
    cells = {}
    for block in m.cells:
        cells[block.type] = cells.get(block.type, 0) + len(block.data)
    corners = m.points[m.cells[0].data] if m.cells else numpy.zeros((0, 1, 3))
    return {
        "points": m.points.astype(float).tolist(),
        "cells": cells,
        "first": m.cells[0].data.astype(int).tolist() if m.cells else [],
        "reach": float(numpy.abs(corners).sum()),
        "point_data": {name: numpy.asarray(a, float).ravel().tolist() for name, a in m.point_data.items()},
        "cell_data": {name: numpy.concatenate([numpy.asarray(b, float).ravel() for b in a]).tolist() for name, a in m.cell_data.items()},
    }


def arrays(path):
    numbers = {name: a for name, a in numpy.load(path).items() if a.dtype.kind in "fiu"}  # and not the text about the run
    return {name: {"type": str(a.dtype), "shape": list(a.shape), "values": a.astype(float).ravel().tolist()} for name, a in numbers.items()}


def upright(path):
    import trimesh

    return {"bounds": trimesh.load_scene(path).bounds.tolist()}


for path in sys.argv[1:]:
    if path.endswith((".glb", ".gltf")):
        print(json.dumps(upright(path)))
    else:
        print(json.dumps(arrays(path) if path.endswith(".npz") else mesh(path)))
