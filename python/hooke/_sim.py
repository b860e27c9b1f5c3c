"""Structures that are stepped, read and steered."""

from __future__ import annotations

import os
import pathlib
from typing import TYPE_CHECKING, Any, Callable, Dict, Hashable, List, Mapping, Optional

import numpy as np

from ._calls import Path, apart, encoded, json_of, numbers_of, options_of
from ._handle import Handle, types
from ._library import Array, ArgumentError, ErrorText, fail, lib

if TYPE_CHECKING:
    import meshio
    import networkx
    import numpy.typing as npt
    import trimesh
    from mpl_toolkits.mplot3d import Axes3D

    from .view import Live, View

_numbers = {np.dtype(t): n for n, t in types.items()}


class Sim(Handle):
    """A structure in an engine; hooke.open and hooke.from_arrays make it. One thread at a time uses it.

    Quantities are NumPy arrays that Python owns: each read of an attribute such as positions fills the same array anew
    after a step and returns a read-only view of it, without a copy. Copy it to keep it.
    """

    def __init__(self, handle: int):
        super().__init__(handle)
        self.nodes: Optional[List[Hashable]] = None  # names of masses, of from_networkx
        self._follower: Optional[Live] = None  # the live view that may push

    @property
    def positions(self) -> npt.NDArray[np.float32]:
        """Positions of masses [m], (masses, 3) float32, counted from the quantity origin; a view."""
        return self["positions"]

    @property
    def velocities(self) -> npt.NDArray[np.float32]:
        """Velocities of masses [m/s], (masses, 3) float32; a view."""
        return self["velocities"]

    @property
    def ends(self) -> npt.NDArray[np.uint32]:
        """Masses at the ends of springs, (springs, 2) uint32; a view."""
        return self["ends"]

    @property
    def sensors(self) -> npt.NDArray[np.float64]:
        """Numbers of all sensors at the last boundary of a period, (numbers,) float64, in the order of the scene; a view."""
        return self["sensors"]

    @property
    def time(self) -> float:
        """Simulated time [s]."""
        return float(self["time"])

    @property
    def steps(self) -> int:
        """Steps since the start."""
        return int(self["step"])

    @property
    def energy(self) -> Dict[str, float]:
        """Energy [J]: kinetic, gravitational, elastic, contact."""
        return dict(zip(("kinetic", "gravitational", "elastic", "contact"), self["energy"].tolist()))

    def set(self, field: str, values: npt.ArrayLike) -> None:
        """Set numbers while it goes, by a path such as gravity.z [m/s²] or actuator[*].frequency [Hz]: one for all, or one for each."""
        self._numbers(lib.hk_set, encoded(field, "numbers are set by a path, such as 'gravity.z'"), values=values)

    def act(self, action: npt.ArrayLike) -> None:
        """Give the action of the boundary that is now, or comes next: a number for each input. Needs host=True."""
        self._numbers(lib.hk_act, values=action)

    def place(self, positions: npt.ArrayLike, velocities: Optional[npt.ArrayLike] = None) -> None:
        """Put all masses at positions [m], with velocities [m/s], both (masses, 3); without them at rest."""
        x = np.ascontiguousarray(numbers_of("positions", positions), np.float64)
        v = None if velocities is None else np.ascontiguousarray(numbers_of("velocities", velocities), np.float64)
        if v is not None and v.shape != x.shape:
            raise ArgumentError(f"velocities have shape {v.shape} and positions {x.shape}; give both as (masses, 3)")
        self._state += 1
        self._call(lib.hk_place, x.ctypes.data, None if v is None else v.ctypes.data, x.size)

    def reset(self) -> None:
        """Go back to the start."""
        self._state += 1
        self._call(lib.hk_reset)

    def save(self, path: Path) -> None:
        """Write the state: .npz has positions and velocities, as final.npz of hooke run; .hooke is a checkpoint."""
        self._call(lib.hk_save, os.fsencode(path))

    def restore(self, path: Path) -> None:
        """Continue from a file of save or hooke run, of the same structure."""
        self._state += 1
        self._call(lib.hk_restore, os.fsencode(path))

    def to_meshio(self) -> meshio.Mesh:
        """A meshio.Mesh of the state that is now: masses as points, springs as lines; see hooke.convert."""
        from .convert import to_meshio

        return to_meshio(self)

    def to_trimesh(self) -> trimesh.Trimesh:
        """A trimesh.Trimesh of the surface that is now; see hooke.convert."""
        from .convert import to_trimesh

        return to_trimesh(self)

    def to_networkx(self) -> networkx.Graph[Hashable]:
        """A networkx.Graph of the state that is now: masses as nodes, springs as edges; see hooke.convert."""
        from .convert import to_networkx

        return to_networkx(self)

    def plot(self, color: str = "strain", **look: Any) -> Axes3D:
        """Draw springs, colored by strain or another quantity, with a color bar, by matplotlib; returns the axes; see hooke.plot."""
        from .plot import plot

        return plot(self, color, **look)

    def keep(self) -> None:
        """Keep the state that is now as a frame of to_html, to_gltf and view. Of more than 500 frames every second one stays, and so on."""
        self._call(lib.hk_keep)

    def to_html(self, path: Path, **look: Any) -> pathlib.Path:
        """Write the frames of keep, or the state that is now, as one HTML file that any browser shows and turns; returns its path.

        The path ends in .html. look has flags of hooke render: color="force", range=, show="springs", theme="light", frames=,
        max_size="5MB". A warning says where the file has less than was kept.
        """
        return self._render(path, ".html", look)

    def to_gltf(self, path: Path, **look: Any) -> pathlib.Path:
        """Write the frames of keep, or the state that is now, as a mesh that moves: animated glTF, whose path ends in .glb; returns it.

        look has flags of hooke render: show="surface", and frames=, the most key frames (default 60).
        """
        return self._render(path, ".glb", look)

    def to_usd(self, path: Path, **look: Any) -> pathlib.Path:
        """Write the frames of keep, or the state that is now, as a mesh that moves: USD, whose path ends in .usda; look is that of to_gltf."""
        return self._render(path, ".usda", look)

    def view(self, height: int = 480, **look: Any) -> View:
        """Show the page of to_html: in a notebook as the value of a cell, height [pixels] high; elsewhere View.open shows it in a browser."""
        from .view import View

        return View(self, height, look)

    def live(self, height: int = 480, **look: Any) -> Live:
        """Show the state that is now in the notebook at once; Live.push shows there the one that is then. look is that of to_html, but frames."""
        from .view import Live

        return Live(self, height, look)

    def __repr__(self) -> str:
        if not self._close.alive:
            return "<hooke.Sim, closed>"
        info = self.info
        return f"<hooke.Sim {info['name']}: {info['masses']} masses, {info['springs']} springs, engine {info['engine']['Engine']}>"


def about() -> Dict[str, Any]:
    """The library in words: abi, engines, quantities with meanings and units, and fields that Sim.set changes."""

    def call(*room: Any) -> None:
        error = ErrorText()
        if lib.hk_about(*room, error):
            fail(error)

    return dict(json_of(call))


def _made(make: Callable[[ErrorText], Optional[int]]) -> Sim:
    error = ErrorText()
    handle = apart(make, error)
    if handle is None:
        fail(error)
    return Sim(handle)


def open(name: Path, **options: Any) -> Sim:
    """Open a preset, a scene file, a mesh file or a checkpoint.

    Options are the flags of hooke run that say what is stepped and how, such as engine="cpu", springs="56k", dt=1e-4,
    threads=2, set={"run.gravity": [0, 0, -1.6]}, host=True; docs/c.md lists them. as_ stands for as, a word of Python.
    """
    path, text = os.fsencode(name), options_of(options)
    return _made(lambda error: lib.hk_open(path, text, error))


def from_arrays(positions: npt.ArrayLike, ends: Optional[npt.ArrayLike] = None, *, name: str = "arrays", arrays: Optional[Mapping[str, Any]] = None, **more: Any) -> Sim:
    """Make a structure of masses at positions [m], (n, 3), and springs between ends, (m, 2), masses from 0.

    masses [kg], stiffness [N/m], damping [N·s/m], rest_length [m] and pinned are one number for all, or an array; velocities
    [m/s] are (n, 3). In place of ends, triangles (k, 3) make cloth and tetrahedra (k, 4) a body. arrays has others, by the
    names of NPZ files (docs/meshes-volumes.md). All else are options, as of open; ground=True lays ground below, and gravity=[x, y, z]
    [m/s²] replaces that of the Earth.
    """
    given: Dict[str, npt.NDArray[Any]] = {"positions": numbers_of("positions", positions), **{k: numbers_of(k, v) for k, v in (arrays or {}).items()}}
    counts = {"masses": len(given["positions"]), "pinned": len(given["positions"])}
    if ends is not None:
        given["ends"] = numbers_of("ends", ends)
        counts.update(dict.fromkeys(("stiffness", "damping", "rest_length"), len(given["ends"])))
    for key in ("triangles", "tetrahedra", "velocities", *counts):
        if more.get(key) is None:
            continue
        value = numbers_of(key, more.pop(key))
        given[key] = np.full(counts[key], value) if key in counts and value.ndim == 0 else value
    kept, list_ = [], (Array * len(given))()
    for to, (key, value) in zip(list_, given.items()):
        if value.dtype == bool:
            value = value.astype(np.uint8)
        elif value.dtype not in _numbers:
            value = value.astype(np.int64 if value.dtype.kind in "iu" else np.float64)
        value = np.ascontiguousarray(value)
        if value.ndim > 4:
            raise ArgumentError(f"{key} has {value.ndim} axes; an array has at most 4")
        kept.append(value)
        to.name, to.data, to.type, to.ndim = key.encode(), value.ctypes.data, _numbers[value.dtype], value.ndim
        to.shape[: value.ndim] = value.shape
    called, text = name.encode(), options_of(more)
    return _made(lambda error: lib.hk_from_arrays(called, list_, len(kept), text, error))
