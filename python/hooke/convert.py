"""Structures from and to meshio, trimesh and networkx, none of which hooke needs: each is asked for when it is used."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Dict, Hashable, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from ._calls import numbers_of
from ._library import ArgumentError
from ._sim import Sim, from_arrays

if TYPE_CHECKING:
    import meshio
    import networkx
    import numpy.typing as npt
    import trimesh

_of_masses, _of_springs = ("masses", "pinned", "velocities"), ("stiffness", "damping", "rest_length")
_solid = ("hexahedron", "wedge", "pyramid", "polyhedron")  # beginnings of names of cells that are no tetrahedra


def _needed(name: str) -> Any:
    """A module that somebody else makes."""
    try:
        return importlib.import_module(name)
    except ImportError as e:
        raise ImportError(f"{name} is not installed, and this makes one of its objects: pip install {name}") from e


def _points(points: Any) -> npt.NDArray[np.float64]:
    """Points [m], (n, 3) float64; of a plane, at height 0."""
    x = np.asarray(numbers_of("points", points), np.float64)
    if x.ndim != 2 or x.shape[1] not in (2, 3):
        raise ArgumentError(f"points have shape {x.shape}; give (n, 3), or (n, 2) for a plane")
    return np.pad(x, ((0, 0), (0, 3 - x.shape[1])))


def from_meshio(mesh: meshio.Mesh, *, name: str = "mesh", **options: Any) -> Sim:
    """Make a structure of a meshio.Mesh, whose points are in meters.

    Lines with cell_data stiffness [N/m] are springs, as to_meshio writes them, with damping [N·s/m] and rest_length [m]; masses
    [kg], pinned and velocities [m/s] are point_data. Without it tetrahedra are filled, else triangles and quads, else lines, by
    density. Keywords are those of from_arrays and options of open; they override data of the mesh.
    """
    cells: Dict[str, List[npt.NDArray[Any]]] = {}
    springs: Dict[str, List[npt.NDArray[Any]]] = {key: [] for key in _of_springs}
    for i, block in enumerate(mesh.cells):
        kind, data = block.type, np.asarray(block.data)
        if kind == "quad":
            kind, data = "triangle", data[:, [[0, 1, 2], [0, 2, 3]]].reshape(-1, 3)
        cells.setdefault(kind, []).append(data)
        if kind == "line":
            for key, found in springs.items():
                if key in mesh.cell_data:
                    found.append(np.asarray(mesh.cell_data[key][i], np.float64))
    strange = sorted(kind for kind in cells if kind.startswith(_solid))
    if strange:
        raise ArgumentError(f"the mesh has cells {', '.join(strange)}; divide them into tetrahedra")
    if springs["stiffness"] or options.get("stiffness") is not None:
        more = {key: np.concatenate(found) for key, found in springs.items() if found}
        more.update({key: np.asarray(mesh.point_data[key]) for key in _of_masses if key in mesh.point_data})
        return from_arrays(_points(mesh.points), _joined(cells, "line"), name=name, **{**more, **options})
    if "tetra" in cells:
        return from_arrays(_points(mesh.points), name=name, tetrahedra=_joined(cells, "tetra"), **options)
    if "triangle" in cells:
        return from_arrays(_points(mesh.points), name=name, triangles=_joined(cells, "triangle"), **options)
    return from_arrays(_points(mesh.points), _joined(cells, "line"), name=name, **options)


def _joined(cells: Mapping[str, List[npt.NDArray[Any]]], kind: str) -> npt.NDArray[Any]:
    if kind not in cells:
        raise ArgumentError(f"the mesh has no cells of {kind}, but {', '.join(sorted(cells)) or 'none at all'}; hooke takes line, triangle, quad and tetra")
    return np.concatenate(cells[kind])


def to_meshio(sim: Sim) -> meshio.Mesh:
    """A meshio.Mesh of the state that is now, which from_meshio reads back.

    points are positions in the world [m], (masses, 3) float64; cells are a line for each spring, and the triangles of cloth.
    point_data: masses [kg], pinned by axis, velocities [m/s]; cell_data: stiffness [N/m], damping [N·s/m], rest_length [m], strain
    and force [N] of springs, NaN for triangles.
    """
    cells, triangles = [("line", sim.ends.astype(np.int64))], sim["triangles"]
    if len(triangles):
        cells.append(("triangle", triangles.astype(np.int64)))
    data = {}
    for key in (*_of_springs, "strain", "force"):
        data[key] = [sim.read(key)] + [np.full(len(triangles), np.nan, sim[key].dtype)] * (len(cells) - 1)
    return _needed("meshio").Mesh(sim.read("positions64"), cells, point_data={key: sim.read(key) for key in _of_masses}, cell_data=data)


def from_trimesh(mesh: trimesh.Trimesh, *, name: str = "mesh", **options: Any) -> Sim:
    """Make a structure of a trimesh.Trimesh, or of anything with vertices (n, 3) [m] and faces (k, 3).

    A closed surface is filled and an open one becomes cloth, as of a mesh file; as_="cloth", fill="lattice", density, modulus,
    pin="top" and others of docs/meshes.md say otherwise. Keywords are those of from_arrays and options of open.
    """
    return from_arrays(_points(mesh.vertices), name=name, triangles=np.asarray(mesh.faces, np.int64).reshape(-1, 3), **options)


def to_trimesh(sim: Sim) -> trimesh.Trimesh:
    """A trimesh.Trimesh of the surface that is now, in the world [m].

    It is the skin of a filled mesh, else the triangles of cloth, whose vertices are the masses.
    """
    vertices, faces = sim["skin"].astype(np.float64) + sim["origin"], sim["skin_triangles"]
    if not len(faces):
        vertices, faces = sim["positions64"], sim["triangles"]
    if not len(faces):
        raise ArgumentError(f"{sim.info['name']} has no triangles; to_meshio and to_networkx have its springs")
    surface: trimesh.Trimesh = _needed("trimesh").Trimesh(vertices=vertices.copy(), faces=faces.astype(np.int64), process=False)
    return surface


def from_networkx(
    graph: networkx.Graph[Any], position: str = "pos", *, name: str = "graph", masses: Optional[float] = None, stiffness: Optional[float] = None, **options: Any
) -> Sim:
    """Make a structure of a networkx graph: a mass at each node, in the order of the graph, and a spring along each edge.

    position names the attribute of nodes that has 2 or 3 coordinates [m]. Nodes may have mass [kg], pinned (True, or three of them by
    axis) and velocity [m/s]; edges stiffness [N/m], damping [N·s/m] and rest_length [m]. masses and stiffness are for those that have
    none. Other keywords are those of from_arrays and options of open.
    """
    nodes = list(graph.nodes(data=True))
    number = {node: i for i, (node, _) in enumerate(nodes)}
    edges = list(graph.edges(data=True))
    of_nodes: List[Tuple[str, Mapping[str, Any]]] = [(f"node {node!r}", data) for node, data in nodes]
    of_edges: List[Tuple[str, Mapping[str, Any]]] = [(f"edge {u!r}, {v!r}", data) for u, v, data in edges]
    if not any(position in data for _, data in of_nodes):
        raise ArgumentError(f"no node has a position {position!r}; set it, or name the attribute of nodes that has it: position=")
    more: Dict[str, Any] = {
        "masses": _each(of_nodes, "mass", masses, "masses"),
        "stiffness": _each(of_edges, "stiffness", stiffness, "stiffness"),
        "damping": _each(of_edges, "damping", 0.0),
        "pinned": _each(of_nodes, "pinned", False, width=3),
        "velocities": _each(of_nodes, "velocity", 0.0, width=3),
    }
    x = _points(_each(of_nodes, position, None, width=len(next(data[position] for _, data in of_nodes if position in data))))
    ends = np.array([(number[u], number[v]) for u, v, _ in edges], np.int64).reshape(-1, 2)
    at_rest = np.linalg.norm(x[ends[:, 1]] - x[ends[:, 0]], axis=1)
    more["rest_length"] = [data.get("rest_length", length) for (_, data), length in zip(of_edges, at_rest)]
    sim = from_arrays(x, ends, name=name, **{**more, **options})
    sim.nodes = [node for node, _ in nodes]
    return sim


def _each(items: Sequence[Tuple[str, Mapping[str, Any]]], key: str, default: Any, keyword: str = "", width: int = 1) -> npt.NDArray[Any]:
    """An attribute of all nodes or edges: (n,), or (n, width)."""
    out = np.empty((len(items), width))
    for i, (what, data) in enumerate(items):
        value = data.get(key, default)
        if value is None:
            raise ArgumentError(f"{what} has no {key}; set it" + (f", or give {keyword}= for all that have none" if keyword else ""))
        try:
            out[i] = value
        except (TypeError, ValueError) as e:
            raise ArgumentError(f"{what}: {key} is {value!r}; give {'a number' if width == 1 else f'{width} numbers'}") from e
    return out[:, 0] if width == 1 else out


def to_networkx(sim: Sim) -> networkx.Graph[Hashable]:
    """A networkx.Graph of the state that is now, which from_networkx reads back; a MultiGraph where springs lie beside each other.

    Nodes are those of from_networkx, else the numbers of masses, with pos [m] in the world, mass [kg], velocity [m/s] and pinned by
    axis; edges have spring (its number), stiffness [N/m], damping [N·s/m], rest_length [m], strain and force [N].
    """
    nx, ends = _needed("networkx"), sim.ends
    beside = len(np.unique(np.sort(ends, axis=1), axis=0)) < len(ends)
    graph: networkx.Graph[Hashable] = nx.MultiGraph() if beside else nx.Graph()
    names = sim.nodes if sim.nodes is not None else range(sim.positions.shape[0])
    columns = [sim[key].tolist() for key in ("positions64", "masses", "velocities", "pinned")]
    for node, x, mass, v, pin in zip(names, *columns):
        graph.add_node(node, pos=tuple(x), mass=mass, velocity=tuple(v), pinned=tuple(map(bool, pin)))
    keys = (*_of_springs, "strain", "force")
    for i, ((a, b), *values) in enumerate(zip(ends.tolist(), *(sim[key].tolist() for key in keys))):
        graph.add_edge(names[a], names[b], spring=i, **dict(zip(keys, values)))
    return graph
