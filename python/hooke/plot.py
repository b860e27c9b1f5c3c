"""Pictures of structures by matplotlib, which hooke does not need otherwise."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Optional

import numpy as np

from ._library import ArgumentError
from ._sim import Sim, about

if TYPE_CHECKING:
    from mpl_toolkits.mplot3d import Axes3D


def plot(sim: Sim, color: str = "strain", *, ax: Optional[Axes3D] = None, cmap: Optional[str] = None, width: float = 1.0, surface: bool = True, most: int = 20_000) -> Axes3D:
    """Draw the state that is now into 3D axes of matplotlib, and return them.

    Springs are colored by a quantity that each has one number of, such as strain, force [N] or stress [Pa]; the color bar shows its
    numbers, from -a, blue, to a, red; spring_energy [J] and loss [W] begin at 0, in another map. Triangles lie beneath, unless surface=False. Coordinates are of the world [m].
    Of more than most springs every second, third or so is drawn; colors are of the range of all.
    """
    try:
        import matplotlib.pyplot as plt
        from mpl_toolkits.mplot3d.art3d import Line3DCollection, Poly3DCollection
    except ImportError as e:
        raise ImportError("matplotlib is not installed, and plot draws by it: pip install matplotlib") from e
    values, ends = sim[color], sim.ends
    if values.shape != (len(ends),):
        raise ArgumentError(f"{color} has shape {values.shape}; springs are colored by what has ({len(ends)},), such as strain, force or stress")
    x = sim.positions + sim["origin"]
    if ax is None:
        ax = plt.figure().add_subplot(projection="3d")
    if surface and len(sim["triangles"]):
        ax.add_collection3d(Poly3DCollection(x[sim["triangles"]], facecolor="0.8", edgecolor="none", alpha=0.4))
    every = max(1, -(-len(ends) // most))
    signed = color not in ("spring_energy", "loss")
    lines = Line3DCollection(x[ends[::every]], cmap=cmap or ("coolwarm" if signed else "viridis"), linewidths=width)
    lines.set_array(np.ma.masked_invalid(values[::every]))
    known = values[np.isfinite(values)]
    if known.size:
        top = float(np.abs(known).max())
        lines.set_clim(-top if signed else 0.0, top or 1.0)
    ax.add_collection3d(lines)
    if known.size:
        ax.figure.colorbar(lines, ax=ax, label=_label(color), shrink=0.7, pad=0.15)
    _frame(ax, x)
    ax.set_title(f"{sim.info['name']}, {sim.time:.4g} s")
    return ax


def _label(name: str) -> str:
    """The name of a quantity with its unit."""
    unit = re.search(r"\[[^\]]+\]$", about()["quantities"].get(name, ""))
    return f"{name} {unit.group()}" if unit else name


def _frame(ax: Any, x: np.ndarray) -> None:
    """Show all points, with axes of equal scale and room for a flat structure."""
    low, high = x.min(axis=0), x.max(axis=0)
    least = max(float((high - low).max()), 1e-9) * 0.05
    middle, half = (low + high) / 2, np.maximum((high - low) / 2, least) * 1.02
    for axis, a, b, share in zip("xyz", middle - half, middle + half, half / half.max()):
        getattr(ax, f"set_{axis}lim")(a, b)
        ax.locator_params(axis=axis, nbins=1 + round(4 * share))
        getattr(ax, f"set_{axis}label")(f"{axis} [m]")
    ax.set_box_aspect(half)
