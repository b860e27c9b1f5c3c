"""Writes the files of this folder with the programs that own their formats.

The cube has 15 vertices (8 corners, 6 middles of faces, its center) and 24
tetrahedra. Run it with numpy, meshio, vtk and gmsh installed:

    python3 make.py
"""
import itertools
import os

import gmsh
import meshio
import numpy as np
import vtk
from vtk.util.numpy_support import numpy_to_vtk

os.chdir(os.path.dirname(os.path.abspath(__file__)))

corners = [(x, y, z) for z in (0, 1) for y in (0, 1) for x in (0, 1)]
faces = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (1, 3, 7, 5), (3, 2, 6, 7), (2, 0, 4, 6)]  # from outside
points = np.array(corners + [np.mean([corners[c] for c in f], axis=0) for f in faces] + [(0.5, 0.5, 0.5)], float)
points = points * 0.3 + [0.1, -0.2, 1 / 3]
tets = np.array([(f[i], f[(i + 1) % 4], 14, 8 + n) for n, f in enumerate(faces) for i in range(4)])
skin = np.array([(f[i], f[(i + 1) % 4], 8 + n) for n, f in enumerate(faces) for i in range(4)])
for a, b, c, d in points[tets]:
    assert np.dot(np.cross(b - a, c - a), d - a) > 0


def grid(kind, cells):
    g = vtk.vtkUnstructuredGrid()
    p = vtk.vtkPoints()
    p.SetDataTypeToDouble()
    for x in points if kind != "cells" else cell_points:
        p.InsertNextPoint(x)
    g.SetPoints(p)
    for t, ids in cells:
        g.InsertNextCell(t, len(ids), ids)
    heat = numpy_to_vtk(np.arange(p.GetNumberOfPoints(), dtype=float), deep=1)
    heat.SetName("heat")
    g.GetPointData().AddArray(heat)
    label = numpy_to_vtk(np.arange(g.GetNumberOfCells(), dtype=np.int32), deep=1)
    label.SetName("label")
    g.GetCellData().AddArray(label)
    return g


# One hexahedron, one wedge and one pyramid that share faces.
cell_points = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1),
               (2, 0, 0), (2, 0, 1), (0.5, 0.5, 2)]
cells = [(vtk.VTK_HEXAHEDRON, [0, 1, 2, 3, 4, 5, 6, 7]), (vtk.VTK_WEDGE, [1, 2, 8, 5, 6, 9]), (vtk.VTK_PYRAMID, [4, 5, 6, 7, 10])]

cube = grid("cube", [(vtk.VTK_TETRA, [int(i) for i in t]) for t in tets])
for version in (42, 51):
    for mode in ("ascii", "binary"):
        w = vtk.vtkUnstructuredGridWriter()
        w.SetInputData(cube)
        w.SetFileVersion(version)
        w.SetFileTypeToASCII() if mode == "ascii" else w.SetFileTypeToBinary()
        w.SetFileName(f"cube-{version}-{mode}.vtk")
        w.Write()

for mode, packed, bits, order in itertools.chain(
        [("ascii", None, 32, "little")],
        itertools.product(("inline", "raw", "base64"), (None, "zlib"), (32, 64), ("little", "big"))):
    w = vtk.vtkXMLUnstructuredGridWriter()
    w.SetInputData(cube)
    if mode == "ascii":
        w.SetDataModeToAscii()
    elif mode == "inline":
        w.SetDataModeToBinary()
    else:
        w.SetDataModeToAppended()
        w.SetEncodeAppendedData(mode == "base64")
    w.SetCompressorTypeToZLib() if packed else w.SetCompressorTypeToNone()
    w.SetHeaderTypeToUInt32() if bits == 32 else w.SetHeaderTypeToUInt64()
    w.SetByteOrderToLittleEndian() if order == "little" else w.SetByteOrderToBigEndian()
    if packed:
        w.SetBlockSize(256)  # several blocks
    w.SetFileName(f"cube-{mode}{'-zlib' if packed else ''}-{bits}-{order}.vtu")
    w.Write()
w = vtk.vtkXMLUnstructuredGridWriter()
w.SetInputData(cube)
w.SetCompressorTypeToLZ4()
w.SetFileName("refused-lz4.vtu")
w.Write()

w = vtk.vtkXMLUnstructuredGridWriter()
w.SetInputData(grid("cells", cells))
w.SetDataModeToAscii()
w.SetFileName("cells.vtu")
w.Write()

poly = vtk.vtkPolyData()
p = vtk.vtkPoints()
p.SetDataTypeToDouble()
for x in points:
    p.InsertNextPoint(x)
poly.SetPoints(p)
polygons = vtk.vtkCellArray()
for t in skin:
    polygons.InsertNextCell(3, [int(i) for i in t])
poly.SetPolys(polygons)
lines = vtk.vtkCellArray()
lines.InsertNextCell(3, [0, 14, 7])
poly.SetLines(lines)
for version in (42, 51):
    w = vtk.vtkPolyDataWriter()
    w.SetInputData(poly)
    w.SetFileVersion(version)
    w.SetFileTypeToBinary()
    w.SetFileName(f"skin-{version}.vtk")
    w.Write()
w = vtk.vtkXMLPolyDataWriter()
w.SetInputData(poly)
w.SetFileName("skin.vtp")
w.Write()

# Gmsh: the same cube, with physical groups and numbers with gaps.
gmsh.initialize()
gmsh.option.setNumber("General.Terminal", 0)
gmsh.model.add("cube")
gmsh.model.addDiscreteEntity(2, 7)
gmsh.model.addDiscreteEntity(3, 9, [7])
tags = [10 + 3 * i for i in range(len(points))]
gmsh.model.mesh.addNodes(3, 9, tags, points.ravel())
gmsh.model.mesh.addElementsByType(7, 2, [], [tags[i] for i in skin.ravel()])
gmsh.model.mesh.addElementsByType(9, 4, [], [tags[i] for i in tets.ravel()])
gmsh.model.addPhysicalGroup(3, [9], 40, "jelly cube")
gmsh.model.addPhysicalGroup(2, [7], 41, "skin")
for version, name in ((2.2, "22"), (4.1, "41")):
    for binary, mode in ((0, "ascii"), (1, "binary")):
        gmsh.option.setNumber("Mesh.MshFileVersion", version)
        gmsh.option.setNumber("Mesh.Binary", binary)
        gmsh.write(f"cube-{name}-{mode}.msh")
gmsh.option.setNumber("Mesh.Binary", 0)
gmsh.write("cube-gmsh.mesh")
gmsh.model.mesh.setOrder(2)
gmsh.option.setNumber("Mesh.MshFileVersion", 4.1)
gmsh.write("cube-second-order.msh")

# And one hexahedron, one prism and one pyramid.
gmsh.model.add("cells")
gmsh.model.addDiscreteEntity(3, 1)
gmsh.model.mesh.addNodes(3, 1, list(range(1, 12)), np.array(cell_points, float).ravel())
gmsh.model.mesh.addElementsByType(1, 5, [], [i + 1 for i in cells[0][1]])
gmsh.model.mesh.addElementsByType(1, 6, [], [i + 1 for i in (1, 8, 2, 5, 9, 6)])
gmsh.model.mesh.addElementsByType(1, 7, [], [i + 1 for i in cells[2][1]])
gmsh.write("cells.msh")
gmsh.finalize()

mesh = meshio.Mesh(points, [("tetra", tets), ("triangle", skin)],
                   cell_data={"medit:ref": [np.full(24, 40), np.full(24, 41)]})
mesh.write("cube-meshio.mesh")
mesh.write("cube-meshio.meshb")

with open("cube.node", "w") as f:
    f.write("# a comment\n15 3 1 1\n")
    for i, x in enumerate(points):
        f.write(f"{i + 1} {x[0]!r} {x[1]!r} {x[2]!r} 0.5 {2 if i == 14 else 1}\n".replace("np.float64(", "").replace(")", ""))
with open("cube.ele", "w") as f:
    f.write("24 4 1\n" + "".join(f"  {i + 1}  {' '.join(str(v + 1) for v in t)}  40\n" for i, t in enumerate(tets)))
with open("cube.face", "w") as f:
    f.write("24 1\n" + "".join(f"{i + 1} {' '.join(str(v + 1) for v in t)} 41 # skin\n" for i, t in enumerate(skin)) + "# end")

# A structure: every edge of the cube.
ends = np.array(sorted({tuple(sorted(e)) for t in tets for e in itertools.combinations(t.tolist(), 2)}))
rest = np.linalg.norm(points[ends[:, 0]] - points[ends[:, 1]], axis=1)
stiffness = 100.0 + np.arange(len(ends)) % 5
pinned = points[:, 2] == points[:, 2].min()
common = dict(masses=np.full(15, 0.25), stiffness=stiffness, rest_length=rest)
np.savez("cube.npz", positions=points, ends=ends, damping=0.5, pinned=pinned,
         velocities=np.tile([0.0, 0.0, 2.0], (15, 1)), note=np.arange(3), **common)
np.savez_compressed("cube-compressed.npz", positions=np.asfortranarray(points.astype(">f8")), ends=np.asfortranarray(ends.astype(np.uint8)),
                    damping=np.full(len(ends), 0.5, np.float16), pinned=np.repeat(pinned[:, None], 3, axis=1),
                    velocities=np.tile([0, 0, 2], (15, 1)).astype(np.int16), **common)
np.savez("lines.npz", positions=points, ends=ends)
np.savez("tets.npz", positions=points, tetrahedra=tets)
