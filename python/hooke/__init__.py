"""Very large 3D mass-spring structures, stepped on all cores or a graphics card, as NumPy arrays.

    import hooke

    with hooke.open("walker", engine="cpu") as walker:
        walker.step(1000)
        print(walker.positions.mean(axis=0), walker.energy)
"""

from typing import Any

from ._ensemble import Ensemble
from ._library import ArgumentError, BusyError, Error, Fault, ForkError
from ._runs import Run, read_sweep, relax, resume, run, sweep
from ._sim import Sim, about, from_arrays, open
from .convert import from_meshio, from_networkx, from_trimesh
from .voxels import voxel_scene

__all__ = [
    "ArgumentError",
    "BusyError",
    "Ensemble",
    "Error",
    "Fault",
    "ForkError",
    "Run",
    "Sim",
    "about",
    "from_arrays",
    "from_meshio",
    "from_networkx",
    "from_trimesh",
    "open",
    "read_sweep",
    "relax",
    "resume",
    "run",
    "sweep",
    "voxel_scene",
]


def __getattr__(name: str) -> Any:
    """Import hooke.gym, which needs Gymnasium, when it is asked for."""
    if name == "gym":
        import importlib

        return importlib.import_module(".gym", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
