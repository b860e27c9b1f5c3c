"""What calls of the library take and return: texts, options, numbers, handles."""

from __future__ import annotations

import ctypes
import json
import os
import pathlib
import threading
from typing import TYPE_CHECKING, Any, Callable, List, Mapping, Optional, Union

import numpy as np

from ._library import ArgumentError, ErrorText, lib

if TYPE_CHECKING:
    import numpy.typing as npt

Path = Union[str, "os.PathLike[str]"]


def ending(path: Path, end: str) -> pathlib.Path:
    """A path that ends so."""
    out = pathlib.Path(path)
    if out.suffix.lower() != end:
        raise ArgumentError(f"{out}: give a path that ends in {end}")
    return out


def json_of(call: Callable[..., None]) -> Any:
    """JSON of text_of."""
    return json.loads(text_of(call))


def text_of(call: Callable[..., None]) -> bytes:
    """Read a text that the library writes into memory of the caller; it says how much it needs."""
    needed = ctypes.c_int64()
    call(None, 0, needed)
    while True:  # what a job tells may grow meanwhile
        text = ctypes.create_string_buffer(needed.value)
        call(text, len(text), needed)
        if needed.value <= len(text):
            return text.value


def options_of(options: Mapping[str, Any]) -> bytes:
    def plain(value: Any) -> Any:
        if isinstance(value, (np.ndarray, np.generic)):
            return value.tolist()
        if isinstance(value, os.PathLike):
            return os.fspath(value)
        raise ArgumentError(f"an option is a {type(value).__name__}; give a text, a number, True, False, a list or a dict")

    texts = []
    for key, value in options.items():
        if value is None:
            continue
        try:
            texts.append(f"{json.dumps(key.rstrip('_'))}: {json.dumps(value, default=plain, allow_nan=False)}")
        except ValueError as e:
            raise ArgumentError(f"option {key} has a number that is not finite, or contains itself; give finite numbers") from e
    return f"{{{', '.join(texts)}}}".encode()


def encoded(text: str, use: str) -> bytes:
    """The bytes of a name; use says what it names, and how to give it."""
    if not isinstance(text, str):
        raise TypeError(f"{text!r} is of type {type(text).__name__}, and {use}")
    return text.encode()


def numbers_of(name: str, values: npt.ArrayLike) -> npt.NDArray[Any]:
    """An array of real numbers. NumPy casts text, dates, complex and masked numbers, and would lose a part of them."""
    array = np.asarray(values)
    if array.dtype.kind not in "biufO":
        raise ArgumentError(f"{name} are of type {array.dtype}; give real numbers")
    if np.ma.is_masked(values):
        raise ArgumentError(f"{name} have masked numbers; fill them or leave them out")
    return array


def apart(make: Callable[[ErrorText], Optional[int]], error: ErrorText) -> Optional[int]:
    """The handle that a call of the library makes. The call may take long, so it has a thread of its own: Ctrl-C ends the wait at once."""
    lock = threading.Lock()
    handles: List[Optional[int]] = []
    left = False

    def work() -> None:
        handle = make(error)
        with lock:
            handles.append(handle)
            if left:
                lib.hk_close(handle)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    try:
        thread.join()
    except BaseException:
        with lock:
            left = True
            if handles:
                lib.hk_close(handles[0])
        raise
    return handles[0] if handles else None
