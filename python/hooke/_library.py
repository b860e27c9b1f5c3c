"""The functions of hooke.h, and its errors as exceptions."""

import ctypes
import os
import pathlib
from typing import Any, Dict, NoReturn, Optional

ABI = 1  # thousands of HK_ABI


class Error(RuntimeError):
    """The work failed: a structure could not be made, steps diverged, or a file could not be read or written."""

    result: Optional[Dict[str, Any]] = None  # of hooke.relax without a rest: residual [N], allowed [N], mass, steps, unstable


class ArgumentError(Error, ValueError):
    """An argument is wrong; nothing has changed."""


class BusyError(Error):
    """Another thread is in a call with this structure."""


class ForkError(Error):
    """This process was forked after hooke was loaded; use multiprocessing.get_context("spawn")."""


class Fault(Error):
    """A fault of hooke itself; please report it."""


_errors = {1: Error, 2: ArgumentError, 3: BusyError, 4: ForkError, 5: Fault}


class ErrorText(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int32), ("text", ctypes.c_char * 508)]


class Array(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p),
        ("data", ctypes.c_void_p),
        ("type", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("shape", ctypes.c_int64 * 4),
        ("strides", ctypes.c_int64 * 4),
    ]


_handle, _text, _error, _int64 = ctypes.c_void_p, ctypes.c_char_p, ctypes.POINTER(ErrorText), ctypes.c_int64
_functions = {
    "hk_about": (ctypes.c_int, _text, _int64, ctypes.POINTER(_int64), _error),
    "hk_open": (_handle, _text, _text, _error),
    "hk_from_arrays": (_handle, _text, ctypes.POINTER(Array), _int64, _text, _error),
    "hk_step_for": (ctypes.c_int, _handle, _int64, ctypes.c_double, ctypes.POINTER(_int64), _error),
    "hk_shape": (ctypes.c_int, _handle, _text, ctypes.POINTER(Array), _error),
    "hk_read": (ctypes.c_int, _handle, _text, ctypes.c_void_p, _int64, _error),
    "hk_set": (ctypes.c_int, _handle, _text, ctypes.c_void_p, _int64, _error),
    "hk_place": (ctypes.c_int, _handle, ctypes.c_void_p, ctypes.c_void_p, _int64, _error),
    "hk_reset": (ctypes.c_int, _handle, _error),
    "hk_act": (ctypes.c_int, _handle, ctypes.c_void_p, _int64, _error),
    "hk_save": (ctypes.c_int, _handle, _text, _error),
    "hk_restore": (ctypes.c_int, _handle, _text, _error),
    "hk_ensemble": (_handle, _text, _int64, _text, _error),
    "hk_reset_some": (ctypes.c_int, _handle, ctypes.c_void_p, _int64, _error),
    "hk_env": (_handle, _text, _int64, _text, _error),
    "hk_env_reset": (ctypes.c_int, _handle, *[ctypes.c_void_p] * 3, _error),
    "hk_env_step": (ctypes.c_int, _handle, *[ctypes.c_void_p] * 6, _error),
    "hk_info": (ctypes.c_int, _handle, _text, _int64, ctypes.POINTER(_int64), _error),
    "hk_close": (None, _handle),
    "hk_keep": (ctypes.c_int, _handle, _error),
    "hk_render": (ctypes.c_int, _handle, _text, _text, _error),
    "hk_live": (ctypes.c_int, _handle, _text, _error),
    "hk_push": (ctypes.c_int, _handle, _text, _int64, ctypes.POINTER(_int64), _error),
    "hk_start": (_handle, _text, _text, _text, _error),
    "hk_wait": (ctypes.c_int, _handle, ctypes.c_double, ctypes.POINTER(ctypes.c_int32), _error),
    "hk_told": (ctypes.c_int, _handle, _text, _int64, ctypes.POINTER(_int64), _error),
    "hk_release": (None, _handle),
}


def _load() -> ctypes.CDLL:
    path = os.environ.get("HOOKE_LIBRARY") or pathlib.Path(__file__).with_name("libhooke.so")
    try:
        lib = ctypes.CDLL(str(path))
    except OSError as e:
        raise ImportError(f"{path} cannot be loaded ({e}): build one by `make library`, and name it in HOOKE_LIBRARY") from e
    lib.hk_version.restype = ctypes.c_int32
    if lib.hk_version() // 1000 != ABI:
        raise ImportError(f"{path} has version {lib.hk_version()} of its interface; this package needs {ABI}xxx: install both from one release")
    for name, (result, *arguments) in _functions.items():
        function = getattr(lib, name)
        function.restype, function.argtypes = result, arguments
    return lib


lib = _load()


def fail(error: ErrorText) -> NoReturn:
    """Raise the exception of an error."""
    raise _errors.get(error.code, Error)(error.text.decode("utf-8", "replace"))
