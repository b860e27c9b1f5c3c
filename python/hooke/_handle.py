"""What a structure, members of an ensemble and environments have in common."""

from __future__ import annotations

import ctypes
import operator
import os
import pathlib
import warnings
import weakref
from typing import TYPE_CHECKING, Any, Dict, Mapping, TypeVar

import numpy as np

from ._calls import Path, encoded, ending, json_of, numbers_of, options_of
from ._library import Array, ArgumentError, ErrorText, fail, lib

if TYPE_CHECKING:
    import numpy.typing as npt

types = {1: np.float32, 2: np.float64, 3: np.int64, 4: np.uint32, 5: np.uint8}  # of the library's arrays
_patience = 0.05  # [s] that one call of the library may take, so that Python answers Ctrl-C

Self = TypeVar("Self", bound="Handle")


class _Kept:
    """A quantity in an array of Python."""

    def __init__(self, array: npt.NDArray[Any]):
        self.array, self.view = array, array.view()
        self.view.flags.writeable = False
        self.state = -1  # that it shows


class Handle:
    """What a structure, members of an ensemble and environments have in common. One thread at a time uses it."""

    def __init__(self, handle: int):
        self._handle = handle
        self._close = weakref.finalize(self, lib.hk_close, handle)
        self._kept: Dict[str, _Kept] = {}  # by quantity
        self._state = 0  # counts changes of the state

    def _call(self, function: Any, *arguments: Any) -> None:
        """Call the library; the error is one of this call, since another thread may be in one of its own."""
        if not self._close.alive:
            raise ArgumentError("this structure is closed")
        error = ErrorText()
        if function(self._handle, *arguments, error):
            fail(error)

    def step(self, n: int = 1) -> None:
        """Take n steps. Ctrl-C ends it between two of them, and the structure stays usable."""
        left, done = operator.index(n), ctypes.c_int64()
        self._state += 1
        while True:
            self._call(lib.hk_step_for, left, _patience, done)
            left -= done.value
            if left <= 0:
                return

    def read(self, name: str) -> npt.NDArray[Any]:
        """A copy of a quantity: positions, velocities, strain, energy, group:NAME and others (docs/c.md and about() list them)."""
        return self[name].copy()

    def __getitem__(self, name: str) -> npt.NDArray[Any]:
        """A read-only view of a quantity in the state that is now; the next read of it after a step changes its numbers."""
        text = encoded(name, "a quantity has a name: index its array, such as sim['positions'][3]")
        kept = self._kept.get(name)
        if kept is not None and kept.state == self._state and self._close.alive:
            return kept.view
        if kept is None:
            shape = Array()
            self._call(lib.hk_shape, text, shape)
            kept = _Kept(np.zeros(tuple(shape.shape[: shape.ndim]), types[shape.type]))
        self._call(lib.hk_read, text, kept.array.ctypes.data, kept.array.nbytes)
        kept.state = self._state
        self._kept[name] = kept
        return kept.view

    @property
    def info(self) -> Dict[str, Any]:
        """It in words: name, masses, springs, dt [s], engine, inputs, sensors, groups and more."""
        return dict(json_of(lambda *room: self._call(lib.hk_info, *room)))

    def _numbers(self, call: Any, *before: Any, values: Any) -> None:
        array = np.ascontiguousarray(numbers_of("values", values), np.float64).reshape(-1)
        self._state += 1
        self._call(call, *before, array.ctypes.data, array.size)

    def _render(self, path: Path, end: str, look: Mapping[str, Any]) -> pathlib.Path:
        out = ending(path, end)
        self._call(lib.hk_render, os.fsencode(out), options_of(look))
        for note in self.info["rendered"].get("notes", []):
            warnings.warn(f"{out.name}: {note}", stacklevel=3)
        return out

    def close(self) -> None:
        """Release it. Arrays that were read stay; everything else raises. A second call does nothing."""
        self._close()

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, *unused: Any) -> None:
        self.close()
