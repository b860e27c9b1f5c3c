"""Structures from other libraries, to them and back, and pictures of them; where a library is missing, its test says so."""

import importlib.util
import json
import pathlib
import re
import tempfile
import types
import warnings

import numpy as np

import hooke
from refusals import refused


def missing(name):
    """Whether a library is missing; then its function must say how to get it."""
    if importlib.util.find_spec(name.partition(".")[0]) is not None:
        return False
    print("skipped, there is no", name)
    return True


def net(**more):
    """A hanging net whose springs and masses all differ."""
    x = np.array([[i, j, 0.1 * i * j] for i in range(4) for j in range(3)], float)
    ends = [(a, b) for a in range(12) for b in range(a + 1, 12) if abs(x[a, :2] - x[b, :2]).sum() == 1]
    numbers = dict(masses=np.linspace(0.1, 0.5, 12), stiffness=np.linspace(50, 90, len(ends)), damping=np.linspace(0, 1, len(ends)), pinned=x[:, 0] == 0)
    return hooke.from_arrays(x, ends, engine="cpu", dt=1e-3, **{**numbers, **more})


def same_way(a, b, order=None):
    """Two structures of equal numbers take the same way, to the last bits of float32."""
    for key in ("masses", "pinned"):
        assert np.array_equal(a[key], b[key]), key
    assert np.array_equal(np.sort(a["stiffness"]), np.sort(b["stiffness"])) and np.array_equal(np.sort(a["rest_length"]), np.sort(b["rest_length"]))
    start = a.read("positions")
    assert np.abs(start - b.positions).max() < 1e-6
    a.step(300)
    b.step(300)
    assert np.abs(a.positions - b.positions).max() < 2e-6 < 1e-2 < np.abs(a.positions - start).max()


def test_duck_meshio():
    """from_meshio takes anything with the parts of a mesh: the highest kind of cell that it has."""
    block = lambda kind, data: types.SimpleNamespace(type=kind, data=np.array(data))
    mesh = types.SimpleNamespace(points=np.array([[0, 0], [1, 0], [1, 1], [0, 1]]), cells=[block("vertex", [[0]]), block("quad", [[0, 1, 2, 3]])], point_data={}, cell_data={})
    sheet = hooke.from_meshio(mesh, density=2.0, engine="cpu")
    assert sheet["triangles"].shape == (2, 3) and abs(sheet["masses"].sum() - 2.0) < 1e-9
    mesh.cells[1] = block("line", [[0, 1], [1, 2]])
    assert hooke.from_meshio(mesh, stiffness=5, masses=1, engine="cpu")["stiffness"].tolist() == [5, 5]
    mesh.cells.append(block("hexahedron20", [[0] * 20]))
    refused(hooke.ArgumentError, "hexahedron20; divide", hooke.from_meshio, mesh)
    mesh.cells, mesh.points = [block("vertex", [[0]])], np.zeros((1, 3))
    refused(hooke.ArgumentError, "no cells of line, but vertex", hooke.from_meshio, mesh)
    mesh.points = np.zeros(3)
    refused(hooke.ArgumentError, "shape (3,)", hooke.from_meshio, mesh)


def test_meshio():
    if missing("meshio"):
        return refused(ImportError, "pip install meshio", net().to_meshio)
    sim = net(velocities=np.ones((12, 3)))
    mesh = sim.to_meshio()
    assert mesh.points.dtype == np.float64 and set(mesh.cell_data) == {"stiffness", "damping", "rest_length", "strain", "force"}
    same_way(hooke.from_meshio(mesh, engine="cpu", dt=1e-3), net(velocities=np.ones((12, 3))))
    with hooke.open("cloth", engine="cpu") as cloth:
        mesh = cloth.to_meshio()
        assert np.isnan(mesh.cell_data["strain"][1]).all() and np.array_equal(mesh.cell_data["force"][0], cloth["force"], equal_nan=True)


def test_trimesh():
    corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
    solid = types.SimpleNamespace(vertices=corners, faces=[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
    sim = hooke.from_trimesh(solid, as_="cloth", engine="cpu", density=1.0)
    assert sim.positions.shape == (4, 3) and len(sim["triangles"]) == 4
    filled = hooke.from_trimesh(solid, springs=300, engine="cpu")
    assert filled.positions.shape[0] > 10 and filled["skin_triangles"].shape == (4, 3)
    if missing("trimesh"):
        return refused(ImportError, "pip install trimesh", sim.to_trimesh)
    back = sim.to_trimesh()
    assert np.abs(back.vertices - corners).max() < 1e-6 and abs(back.volume - 1 / 6) < 1e-6
    before = filled.to_trimesh()
    filled.step(3000)
    fell = before.vertices[:, 2] - filled.to_trimesh().vertices[:, 2]  # freely, since no ground is asked for
    assert abs(before.volume - 1 / 6) < 1e-6 and np.abs(fell - 9.81 / 2 * filled.time**2).max() < 0.01 * fell.min()
    refused(hooke.ArgumentError, "no triangles", net().to_trimesh)


def test_networkx():
    if missing("networkx"):
        return refused(ImportError, "pip install networkx", net().to_networkx)
    import networkx as nx

    sim = net()
    same_way(hooke.from_networkx(sim.to_networkx(), engine="cpu", dt=1e-3), sim)

    graph = nx.grid_2d_graph(3, 2)
    refused(hooke.ArgumentError, "no node has a position 'pos'", hooke.from_networkx, graph)
    for node in graph:
        graph.nodes[node]["at"] = node
    refused(hooke.ArgumentError, "node (0, 0) has no mass; set it, or give masses=", hooke.from_networkx, graph, "at")
    refused(hooke.ArgumentError, "edge (0, 0), (1, 0) has no stiffness", hooke.from_networkx, graph, "at", masses=1)
    graph.nodes[(0, 0)].update(pinned=True, mass=3)
    graph.edges[(0, 0), (1, 0)].update(stiffness=7, rest_length=0.5)
    sim = hooke.from_networkx(graph, "at", masses=1, stiffness=2, engine="cpu")
    assert sim["masses"].tolist() == [3, 1, 1, 1, 1, 1] and sim["pinned"][0].tolist() == [1, 1, 1] and sim["pinned"].sum() == 3
    back = sim.to_networkx()
    assert set(back) == set(graph) and back.edges[(0, 0), (1, 0)]["stiffness"] == 7 and abs(back.edges[(1, 0), (0, 0)]["strain"] - 1) < 1e-6
    assert all(back.nodes[n]["pos"] == (*n, 0) for n in graph)
    graph.nodes[(1, 1)]["mass"] = "heavy"
    refused(hooke.ArgumentError, "node (1, 1): mass is 'heavy'", hooke.from_networkx, graph, "at", masses=1, stiffness=2)
    beside = nx.MultiGraph([("a", "b"), ("a", "b")])
    for i, node in enumerate(beside):
        beside.nodes[node]["pos"] = (i, 0, 0)
    assert hooke.from_networkx(beside, masses=1, stiffness=1, engine="cpu").to_networkx().number_of_edges("a", "b") == 2


def test_plot():
    sim = net()
    if missing("matplotlib"):
        return refused(ImportError, "pip install matplotlib", sim.plot)
    import matplotlib

    matplotlib.use("Agg")
    from mpl_toolkits.mplot3d.art3d import Line3DCollection, Poly3DCollection

    sim.step(200)
    axes = sim.plot()
    lines = next(c for c in axes.collections if isinstance(c, Line3DCollection))
    assert np.array_equal(lines.get_array(), sim["strain"]) and lines.get_clim()[1] == np.abs(sim["strain"]).max()
    assert np.allclose([s for s in lines._segments3d], sim.positions[sim.ends] + sim["origin"])
    bar = axes.figure.axes[1]
    assert bar.get_ylabel() == "strain" and bar.get_ylim() == lines.get_clim()
    axes.figure.canvas.draw()
    picture = np.asarray(axes.figure.canvas.buffer_rgba())
    assert (np.ptp(picture[..., :3].astype(int), axis=2) > 60).sum() > 100, "there is no color in it"
    axes = sim.plot("force", most=5)
    assert axes.figure.axes[1].get_ylabel() == "force [N]"
    assert len(next(c for c in axes.collections if isinstance(c, Line3DCollection)).get_array()) <= 5
    refused(hooke.ArgumentError, "positions has shape (12, 3); springs are colored by", sim.plot, "positions")
    with hooke.open("cloth", engine="cpu") as cloth:
        assert any(isinstance(c, Poly3DCollection) for c in cloth.plot().collections)
        assert not any(isinstance(c, Poly3DCollection) for c in cloth.plot(surface=False).collections)


def test_voxels():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "robot.toml"
        body = np.array([[1, 2, 2, 1], [4, 3, 3, 4], [4, 0, 0, 4]])
        drawn = hooke.open(hooke.voxel_scene(path, "\n  rssr\n  vhhv\n  v..v\n", depth=2), engine="cpu")
        built = hooke.open(hooke.voxel_scene(path, body, depth=2, frequency=1.0), engine="cpu")
        assert drawn.positions.shape == (20, 3) and np.array_equal(drawn.positions, built.positions) and np.array_equal(drawn.ends, built.ends)
        layers = hooke.open(hooke.voxel_scene(path, np.stack([body, body])), engine="cpu")
        assert np.array_equal(layers.positions, built.positions)
        built.step(2000)
        lengths = np.linalg.norm(built.positions[built.ends[:, 0]] - built.positions[built.ends[:, 1]], axis=1)
        assert (lengths / built["rest_length"]).max() > 1.05  # muscles swing

        # With a period their frequency is an input: at 0 they stand still, at 3 Hz they do not.
        robot = hooke.open(hooke.voxel_scene(path, body, depth=2, period=0.02), engine="cpu", host=True)
        assert robot.info["inputs"] == ["frequency"] and robot.info["sensors"] == ["position", "velocity"]
        speeds = []
        for hertz in [0.0] * 60 + [3.0] * 30:
            robot.act(hertz)
            robot.step(robot.info["period"])
            speeds.append(np.abs(robot.velocities).max())
        assert max(speeds[50:60]) < 0.1 * max(speeds[65:])
        assert np.abs(robot.sensors[:3] - robot["masses"] @ robot["positions64"] / robot["masses"].sum()).max() < 1e-5

        soft = {"x": {"modulus": 1e5, "density": 200}}
        assert hooke.open(hooke.voxel_scene(path, "xx\nxx", soft, spacing=0.5), engine="cpu")["masses"].tolist() == [25] * 4
        refused(hooke.ArgumentError, "the drawing has a 'x'; give its kind", hooke.voxel_scene, path, "xx")
        refused(hooke.ArgumentError, "no voxel", hooke.voxel_scene, path, "..\n--")
        refused(hooke.ArgumentError, "numbers from 0 to 4", hooke.voxel_scene, path, [[7]])


def test_pages():
    with tempfile.TemporaryDirectory() as folder, hooke.open("cube", engine="cpu") as sim:
        path = sim.to_html(pathlib.Path(folder) / "one.html", color="speed")
        text = path.read_text(encoding="utf-8")
        assert times(text) == [0.0] and ">speed<" in text and "://" not in text
        kept = []
        for _ in range(5):
            sim.step(40)
            sim.keep()
            kept.append(sim.time)
        sim.keep()  # again: it is kept already
        assert times(sim.to_html(path).read_text(encoding="utf-8")) == kept
        mesh = sim.to_gltf(path.with_suffix(".glb"), show="surface").read_bytes()
        assert mesh[:4] == b"glTF" and mesh.count(b'"weights"') >= 1
        text = sim.to_usd(path.with_suffix(".usda")).read_text()
        assert text.startswith("#usda 1.0") and text.count("timeSamples") >= 1
        refused(hooke.ArgumentError, "ends in .glb", sim.to_gltf, path)
        refused(hooke.ArgumentError, '"color" is none', sim.to_gltf, path.with_suffix(".glb"), color="force")
        sim.reset()
        kept = []
        for k in range(1203):
            sim.step(1)
            sim.keep()
            kept.append(sim.time)
        shown = times(sim.to_html(path, frames=1000).read_text(encoding="utf-8"))
        assert shown == kept[::4][: len(shown)] and 250 < len(shown) <= 500, len(shown)
        with warnings.catch_warnings(record=True) as notes:
            warnings.simplefilter("always")
            sim.to_html(path, frames=20)
            assert not notes  # as many as were asked for
            sim.to_html(path)
        assert [str(n.message) for n in notes] == [f"one.html: 250 of {len(shown)} states are shown, evenly chosen."] and notes[0].filename == __file__
        refused(hooke.ArgumentError, 'did you mean "color"', sim.to_html, path, colour="strain")
        refused(hooke.ArgumentError, "closed", lambda: (sim.close(), sim.keep()))
    with hooke.open("cube", engine="cpu") as sim:
        view = sim.view(height=300)
        assert view.path.exists() and 'srcdoc="' in view._repr_html_() and "height: 300px" in view._repr_html_()
        path = view.path
        del view
        assert not path.exists()


def times(text):
    """The times of the frames of a page."""
    return json.loads(re.search(r'"times":(\[[^]]*\])', text).group(1))


if __name__ == "__main__":
    test_duck_meshio()
    test_meshio()
    test_trimesh()
    test_networkx()
    test_plot()
    test_voxels()
    test_pages()
    print("all passed")
