"""Many robots of one scene, stepped together."""

from __future__ import annotations

import math
import operator
import os
import pathlib
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence, Union

import numpy as np

from ._calls import Path, apart, encoded, numbers_of, options_of
from ._handle import Handle
from ._library import ArgumentError, ErrorText, fail, lib

if TYPE_CHECKING:
    import numpy.typing as npt

Table = Dict[str, "npt.NDArray[Any]"]


def paths_of(free: Union[str, Sequence[str]]) -> Optional[List[str]]:
    """Paths that are free, as an option; None: there are none."""
    return ([free] if isinstance(free, str) else list(free)) or None


def mask_of(mask: npt.ArrayLike, count: int) -> npt.NDArray[np.uint8]:
    """A mask as the library takes it."""
    array = np.ascontiguousarray(mask, bool)
    if array.shape != (count,):
        raise ArgumentError(f"the mask has shape {array.shape}; it must be ({count},)")
    return array.view(np.uint8)


class Members(Handle):
    """Members of an ensemble, each with numbers of its own for the paths that are free."""

    def __init__(self, handle: Optional[int], error: ErrorText):
        if handle is None:
            fail(error)
        super().__init__(handle)
        known = self.info
        self.dt: float = known["dt"]  # a step [s]
        self.free: Dict[str, npt.NDArray[np.float64]] = {of["field"]: np.array(of["values"]) for of in known.get("free", ())}  # values of the scene, (numbers,) by path
        self.columns: Dict[str, str] = {column["Name"]: column["Unit"] for column in known["columns"]}  # of metrics, with their units
        self._members: int = known["members"]
        self._period: int = known["period"]
        self._duration: float = known["duration"]
        self._statuses: npt.NDArray[np.str_] = np.array(known["statuses"])

    def __len__(self) -> int:
        return self._members

    def set(self, path: str, values: npt.ArrayLike) -> None:
        """Give members other values of a path that is free, from the next step on: one for all, (members,), or (members, numbers)."""
        array = np.asarray(numbers_of("values", values), np.float64)
        if path in self.free and array.ndim:
            most = (self._members, self.free[path].size)
            if array.shape not in (most, most[:1]):
                raise ArgumentError(f"values of {path} have shape {array.shape}; give one number, {most[:1]} or {most}")
        self._numbers(lib.hk_set, encoded(path, "numbers are set by a path, such as 'gravity.z'"), values=array)

    @property
    def positions(self) -> npt.NDArray[np.float32]:
        """Positions of masses [m], (members, masses, 3) float32, each member from its own origin; a view."""
        return self["positions"]

    @property
    def velocities(self) -> npt.NDArray[np.float32]:
        """Velocities of masses [m/s], (members, masses, 3) float32; a view."""
        return self["velocities"]

    @property
    def sensors(self) -> npt.NDArray[np.float64]:
        """Numbers of all sensors, (members, numbers) float64, at the boundary of a period that is now; a view."""
        return self["sensors"]

    @property
    def metrics(self) -> Table:
        """How members have moved since their start: arrays (members,) float64 by column, NaN where it is not defined; see docs/metrics.md."""
        return dict(zip(self.columns, self["metrics"].T.copy()))

    @property
    def status(self) -> npt.NDArray[np.str_]:
        """A word for each member, (members,): running, still, fell, left or diverged. One that has ended keeps its state."""
        return np.take(self._statuses, self["status"])

    @property
    def steps(self) -> int:
        """Steps that were taken."""
        return int(self["step"])

    def __repr__(self) -> str:
        kind = f"hooke.{type(self).__name__}"
        if not self._close.alive:
            return f"<{kind}, closed>"
        known = self.info
        return f"<{kind} {known['name']}: {len(self)} members of {known['masses']} masses and {known['springs']} springs, engine {known['engine']['Engine']}>"


class Ensemble(Members):
    """Members of one scene that are stepped together, on all cores or a graphics card.

        walkers = hooke.Ensemble("walker", members=4096, free=["actuator[*].phase"])
        walkers.set("actuator[*].phase", phases)    # (4096,) or (4096, muscles)
        table = walkers.run(time=10.0)
        print(table["speed"].max())

    free lists paths of docs/ensembles.md: what each member has for itself. Options are those of hooke.open, and period,
    controllers, settle, groups and others of docs/c.md. The bits of a member depend on its own values alone, not on the others.
    """

    def __init__(self, scene: Path, members: int, free: Union[str, Sequence[str]] = (), **options: Any):
        error = ErrorText()
        path, count, text = os.fsencode(scene), operator.index(members), options_of({"free": paths_of(free), **options})
        super().__init__(apart(lambda error: lib.hk_ensemble(path, count, text, error), error), error)

    def act(self, action: npt.ArrayLike) -> None:
        """Give all members their action of the boundary that is now, or comes next: (members, inputs). Needs host=True."""
        self._numbers(lib.hk_act, values=action)

    def run(self, time: Optional[float] = None) -> Table:
        """Step for some time [s], that of the scene by default; the metrics and the status of all members, (members,) by column."""
        duration = self._duration if time is None else float(time)
        if not 0 <= duration < 1e12:
            raise ArgumentError(f"a time of {duration} s; give a number of at least 0")
        self.step(math.ceil(duration / self.dt - 1e-9))  # a step that ends within rounding of the time is the last one
        status = self.status
        return {**self.metrics, "status": np.where(status == "running", "done", status)}

    def to_html(self, path: Path, members: Optional[Sequence[int]] = None, *, best: Optional[str] = None, top: Optional[int] = None, **look: Any) -> pathlib.Path:
        """Write members side by side as one HTML file that any browser plays; returns its path.

        members are their numbers, at most 12. Otherwise it shows the top (4) that are best by a column of metrics, "speed" unless
        best names another one; "-cot" takes the least. They run again from their start with the values that they have now, for
        the steps since then, or for the time of the scene where there are none; a warning says which of them went another way,
        since their values were set meanwhile. look is that of Sim.to_html.
        """
        return self._render(path, ".html", {"members": None if members is None else [operator.index(m) for m in members], "best": best, "top": top, **look})

    def reset(self, mask: Optional[npt.ArrayLike] = None) -> None:
        """Put members back to the start, with the values that they have: all, or those where mask, (members,), is true."""
        self._state += 1
        if mask is None:
            self._call(lib.hk_reset)
            return
        which = mask_of(mask, len(self))
        self._call(lib.hk_reset_some, which.ctypes.data, len(self))
