"""Robots of voxels from drawings and arrays, as scene files that open, run and sweep take."""

from __future__ import annotations

import json
import os
import pathlib
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Union

import numpy as np

from ._calls import Path
from ._library import ArgumentError

if TYPE_CHECKING:
    import numpy.typing as npt

KINDS: Dict[str, Dict[str, Any]] = {
    "r": {"name": "rigid", "modulus": 1e6, "density": 300.0},
    "s": {"name": "soft", "modulus": 2e5, "density": 300.0},
    "h": {"name": "horizontal", "modulus": 2e5, "density": 300.0, "amplitude": 0.15, "along": "x"},
    "v": {"name": "vertical", "modulus": 2e5, "density": 300.0, "amplitude": 0.15, "along": "z"},
}
_evogym = np.array([".", "r", "s", "h", "v"])  # by the numbers of evogym, without its fixed voxels


def voxel_scene(
    path: Path,
    body: Union[str, npt.ArrayLike],
    kinds: Optional[Mapping[str, Mapping[str, Any]]] = None,
    *,
    spacing: float = 0.1,
    depth: int = 1,
    frequency: float = 1.0,
    period: Optional[float] = None,
    more: str = "",
) -> pathlib.Path:
    """Write a scene file of a robot of voxels on level ground, and return its path.

    body is a drawing, seen from the front with a letter for each voxel and . for none, or an array (rows, columns) of the numbers of
    evogym: 0 none, 1 rigid, 2 soft, 3 and 4 muscles that swing along x and z; the first row is the highest. Layers (layers, rows,
    columns), the nearest first, or text with an empty line between them, make it thicker; depth repeats each. Voxels are cubes of
    spacing [m]. kinds adds letters to those of KINDS, or replaces them: a dict with modulus [Pa], density [kg/m³] and, of muscles,
    amplitude, phase [rad] and along. Muscles swing with frequency [Hz]; with a period [s] that is an input, which Sim.act sets each
    period, from 0 to four times as much, and Sim.sensors is the position [m] and velocity [m/s] of the center of mass, (6,). more is
    text of a scene file (docs/scene.md) that follows.
    """
    drawing = body if isinstance(body, str) else _drawn(np.asarray(body))
    known = {**KINDS, **(kinds or {})}
    letters = list(dict.fromkeys(c for c in drawing if not c.isspace() and c not in ".-0"))
    for letter in letters:
        if letter not in known:
            raise ArgumentError(f"the drawing has a {letter!r}; give its kind: kinds={{{letter!r}: {{'modulus': 2e5, 'density': 300}}}}")
    if not letters:
        raise ArgumentError("the drawing has no voxel; draw letters of KINDS or of kinds, such as r, s, h and v")
    path = pathlib.Path(os.fspath(path))
    mesh = {"make": "voxels", "seen_from": "front", "depth": depth, "spacing": spacing, "damping_ratio": 0.2, "voxels": drawing.strip("\n")}
    if any("amplitude" in known[c] for c in letters):
        mesh["frequency"] = frequency
    parts = [_table("[[mesh]]", mesh)] + [_table("[[voxel]]", {"letter": c, "name": c, **known[c]}) for c in letters]
    parts.append(_table("[[contact]]", {"shape": "plane", "static_friction": 0.8, "kinetic_friction": 0.7}))
    if period is not None:
        parts.append(_table("[control]", {"period": period}))
        parts.append(_table("[[input]]", {"name": "frequency", "of": "actuator[*].frequency", "min": 0.0, "max": 4 * frequency}))
        parts += [_table("[[sensor]]", {"name": what, "what": what}) for what in ("position", "velocity")]
    text = "\n".join([f"name = {json.dumps(path.stem)}\n", *parts, more])
    path.write_text(text, encoding="utf-8")
    return path


def _drawn(body: npt.NDArray[Any]) -> str:
    """An array of numbers as a drawing."""
    if body.ndim not in (2, 3) or body.dtype.kind not in "iuf" or not np.isin(body, range(len(_evogym))).all():
        raise ArgumentError(f"the body has shape {body.shape}; give (rows, columns) or (layers, rows, columns) of numbers from 0 to {len(_evogym) - 1}, or a drawing")
    layers = _evogym[body.astype(int)].reshape(-1, *body.shape[-2:])
    return "\n\n".join("\n".join("".join(row) for row in layer) for layer in layers)


def _table(head: str, values: Mapping[str, Any]) -> str:
    """A table of a scene file, whose texts and numbers are written as those of JSON."""
    lines: List[str] = [head] + [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in values.items()]
    return "\n".join(lines) + "\n"
