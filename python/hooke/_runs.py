"""Runs and sweeps that go on in the library and write the files of hooke run and hooke sweep."""

from __future__ import annotations

import csv
import ctypes
import json
import os
import pathlib
import warnings
import weakref
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from ._calls import Path, ending, json_of, options_of
from ._library import ArgumentError, Error, ErrorText, fail, lib

if TYPE_CHECKING:
    import numpy.typing as npt

Progress = Callable[[int, int], None]
Table = Dict[str, "npt.NDArray[Any]"]
_patience = 0.05  # [s] that one call of the library may take, so that Python answers Ctrl-C


class Run:
    """The files of a run, as hooke.run or hooke run has written them into a folder. Arrays are read when they are asked for."""

    def __init__(self, folder: Path, info: Optional[Mapping[str, Any]] = None):
        self.folder = pathlib.Path(os.fspath(folder))
        self.info: Dict[str, Any] = dict(info or {})  # of hooke.run: scene, masses, springs, engine, steps, dt [s], time [s], wrote and more
        self._arrays: Dict[str, Table] = {}

    def _read(self, name: str, how: str) -> Table:
        if name not in self._arrays:
            try:
                with np.load(self.folder / name) as file:
                    self._arrays[name] = {key: file[key] for key in file.files}
            except FileNotFoundError as e:
                raise ArgumentError(f"{self.folder} has no {name}; {how}") from e
        return self._arrays[name]

    @property
    def final(self) -> Table:
        """The arrays of final.npz: positions [m] and velocities [m/s], (masses, 3), time [s], step, and origin [m] of a scene far away."""
        return self._read("final.npz", "a run that diverged, or has not ended, has none")

    @property
    def positions(self) -> npt.NDArray[Any]:
        """Positions at the end [m], (masses, 3) float32, counted from final["origin"] if the file has it."""
        return self.final["positions"]

    @property
    def velocities(self) -> npt.NDArray[Any]:
        """Velocities at the end [m/s], (masses, 3) float32."""
        return self.final["velocities"]

    @property
    def time(self) -> float:
        """Simulated time at the end [s]."""
        return float(self.final["time"])

    @property
    def steps(self) -> int:
        """Steps from the start of the run to its end."""
        return int(self.final["step"])

    @property
    def trajectory(self) -> Table:
        """The arrays of trajectory.npz: time [s] and step, (frames,); positions [m] and velocities [m/s], (frames, masses, 3) float32."""
        return self._read("trajectory.npz", 'run it with save="npz", and every= steps between frames')

    @property
    def energy(self) -> Table:
        """The columns of energy.csv, (rows,) float64, with their units: step, time_s, kinetic_J, gravitational_J and so on."""
        return self.table("energy.csv")

    def table(self, name: str = "probes.csv") -> Table:
        """The columns of a table that the run has written, (rows,) float64; save="csv" writes probes.csv."""
        try:
            with open(self.folder / name, newline="") as file:
                head, *rows = csv.reader(file)
        except FileNotFoundError as e:
            raise ArgumentError(f"{self.folder} has no {name}") from e
        return {key: np.array([float(row[i] or "nan") for row in rows]) for i, key in enumerate(head)}

    def to_html(self, path: Path, **look: Any) -> pathlib.Path:
        """Write the run as one HTML file that any browser shows, turns and plays, with its energies and its scene; returns its path.

        It shows the trajectory, save="npz" with every=, else the last state. The path ends in .html; look has flags of hooke render:
        color="force", range=, show="springs", theme="light", view="front", frames=, max_size="5MB", start [s] and end [s] as from_= and to=,
        or one state, at= [s]. A warning says where the file has less than the run.
        """
        return render(self.folder, path, ".html", look)

    def to_gltf(self, path: Path, **look: Any) -> pathlib.Path:
        """Write the run as a mesh that moves: animated glTF, whose path ends in .glb; returns it.

        look has flags of hooke render: show="surface", frames=, the most key frames (default 60), from_= and to= [s], or at= [s].
        """
        return render(self.folder, path, ".glb", look)

    def to_usd(self, path: Path, **look: Any) -> pathlib.Path:
        """Write the run as a mesh that moves: USD, whose path ends in .usda; look is that of to_gltf, with all states as key frames by default."""
        return render(self.folder, path, ".usda", look)

    def __repr__(self) -> str:
        return f"<hooke.Run in {self.folder}>"


def render(folder: Path, path: Path, end: str, look: Mapping[str, Any]) -> pathlib.Path:
    """Write a file of a recorded run, as hooke render does, and warn of its parts left out."""
    out = ending(path, end)
    if not os.path.isdir(folder):
        raise ArgumentError(f"{folder} is no folder of a run")
    result, _ = _work("render", folder, {**look, "out": out}, None)
    for note in result.get("notes", []):
        warnings.warn(f"{out.name}: {note}", stacklevel=3)
    return out


def run(scene: Path, out: Path = "out", *, progress: Optional[Progress] = None, **options: Any) -> Run:
    """Run a preset or file from its start to its end, as hooke run does, and return its files.

    Options are the flags of hooke run: time [s] or steps, engine, set={"run.gravity": [0, 0, -1.6]}, save="npz" with
    every="0.01s" for a trajectory, energy=True for a ledger, png=True, checkpoint="5m" and others; files in the folder out that it
    writes are replaced. progress(done, of) is called with steps, some times a second. Ctrl-C ends it with a checkpoint, from which
    resume continues. Warnings of hooke are warnings of Python; notes are in Run.info["notes"].
    """
    result, notes = _work("run", scene, {**options, "out": out}, progress)
    return Run(out, {**result, "notes": notes})


def relax(scene: Path, out: Path = "out", *, progress: Optional[Progress] = None, **options: Any) -> Run:
    """Bring a preset or file to a stable rest, as hooke relax does, and return its files: final.npz, from which run(start=) continues.

    Options are the flags of hooke relax: residual [N], the largest force on a mass at rest (default: 1/1000 of that at the start), steps
    at most (default a million), start, png=True, engine and those of the structure. Run.info has residual [N], allowed [N], mass, steps,
    least_stretch and largest_stretch of springs (1). A structure that does not come to rest is a hooke.Error, whose result says by how
    much; nothing is written then. progress(done, of) is called with steps, of being 0.
    """
    result, notes = _work("relax", scene, {**options, "out": out}, progress)
    return Run(out, {**result, "notes": notes})


def resume(checkpoint: Path, *, progress: Optional[Progress] = None, **options: Any) -> Run:
    """Continue a run from its checkpoint.hooke, bit for bit, as hooke resume does: with steps in all, checkpoint, out."""
    result, notes = _work("resume", checkpoint, options, progress)
    return Run(result["folder"], {**result, "notes": notes})


def sweep(
    scene: Path,
    vary: Optional[Mapping[str, Any]] = None,
    *,
    out: Path = "out/sweep",
    sample: Optional[str] = None,
    runs: Optional[int] = None,
    metrics: Union[str, Sequence[str], None] = None,
    progress: Optional[Progress] = None,
    **options: Any,
) -> Table:
    """Run a scene for many values of its keys, as hooke sweep does, and return the table: a column (runs,) by each name.

    vary has the values of each key: a tuple (low, high, count) or (low, high) is a range, a list or an array has them all, and a text is
    as after --vary, such as "200:20000:8:log". sample is grid, random, lhs, sobol or list, with runs points; metrics are those that
    plots show, the first the best, "-cot" the least. Others are flags of hooke sweep, such as time [s], engine, repeat, noise, jobs. The
    same call continues what was interrupted, and returns at once what is there. Words, such as those of status, are texts; numbers of a
    run that has none are NaN. progress(done, of) is called with runs.
    """
    how = {**options, "sample": sample, "runs": runs, "metric": [metrics] if isinstance(metrics, str) else metrics, "out": out}
    if vary is not None:
        how["vary"] = {key: _values(key, values) for key, values in vary.items()}
    return read_sweep(_work("sweep", scene, how, progress)[0]["folder"])


def _values(key: str, values: Any) -> Union[str, List[Any]]:
    if isinstance(values, str):
        return values
    if isinstance(values, tuple):
        if not 2 <= len(values) <= 3:
            raise ArgumentError(f"vary: {key} is {values!r}; a tuple is (low, high) or (low, high, count), a list has all values")
        return ":".join(str(v) for v in values)
    try:
        return list(np.asarray(values).tolist() if isinstance(values, np.ndarray) else values)
    except TypeError as e:
        raise ArgumentError(f"vary: {key} is {values!r}; give a tuple (low, high, count), a list or a text") from e


def read_sweep(folder: Path) -> Table:
    """The table of a sweep, from the table.npz in its folder: a column (runs,) by each name."""
    with np.load(pathlib.Path(os.fspath(folder)) / "table.npz") as file:
        arrays = {key: file[key] for key in file.files}
    table: Table = {}
    for key, column in arrays.items():
        if key == "ids":
            table["id"] = np.array(str(column).split("\n"))
        elif key + "_words" in arrays:
            words = [json.loads(w) if w.startswith('"') else w for w in str(arrays[key + "_words"]).split("\n")]
            table[key] = np.array(words)[column]
        elif not key.endswith("_words"):
            table[key] = column
    return table


def _work(verb: str, scene: Path, options: Mapping[str, Any], progress: Optional[Progress]) -> Tuple[Dict[str, Any], List[str]]:
    """Start a job of the library, wait for its end, and return its result and its notes. Ctrl-C, and an exception of progress, end it."""
    error, ended = ErrorText(), ctypes.c_int32()
    job = lib.hk_start(verb.encode(), os.fsencode(scene), options_of(options), error)
    if not job:
        fail(error)
    release = weakref.finalize(error, lib.hk_release, job)
    told: Dict[str, Any] = {}

    def tell() -> None:
        told.update(json_of(lambda *room: lib.hk_told(job, *room, None)))
        for note in told.get("notes", [])[len(shown) :]:
            shown.append(note)
            if note.startswith("warning: "):
                warnings.warn(note[len("warning: ") :], stacklevel=4)

    shown: List[str] = []
    try:
        while not ended.value:
            failed = lib.hk_wait(job, _patience, ended, error)
            tell()
            if failed:
                try:
                    fail(error)
                except Error as e:
                    e.result = told.get("result")
                    raise
            if progress is not None:
                progress(told["done"], told["of"])
    finally:
        release()  # asks a job that has not ended to end, and waits for its files
    return told["result"], shown
