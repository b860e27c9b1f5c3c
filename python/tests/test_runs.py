"""Runs and sweeps from Python write the files of hooke run and hooke sweep, and answer Ctrl-C."""

import os
import pathlib
import signal
import sys
import tempfile
import threading
import warnings

import numpy as np

import hooke
from refusals import refused


def interrupts(call, *arguments, **more):
    """Call until Ctrl-C comes, from the first progress on."""
    begun = threading.Event()

    def later():
        if begun.wait(60):
            os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=later, daemon=True).start()
    try:
        call(*arguments, progress=lambda done, of: begun.set() if 0 < done < of else None, **more)
    except KeyboardInterrupt:
        return
    raise AssertionError("it has not been interrupted")


def test_run(folder, runs):
    """Its files have the bytes of those of the program, which lie in the folder runs."""
    seen = []
    run = hooke.run("crawler", out=folder / "a", engine="cpu", steps=157, save=["npz"], every=50, progress=lambda *now: seen.append(now))
    own, there = run.final, np.load(runs / "crawler" / "final.npz")
    assert {k: v.tobytes() for k, v in own.items() if k != "run"} == {k: there[k].tobytes() for k in there.files if k != "run"}
    assert seen[-1] == (157, 157) and run.steps == 157 == run.info["steps"] and run.time == run.info["time"]
    way = run.trajectory
    assert way["step"].tolist() == [0, 50, 100, 150] and way["positions"].shape == (4, *run.positions.shape)
    energy = run.energy
    assert np.allclose(energy["total_J"], sum(energy[k] for k in ("kinetic_J", "gravitational_J", "elastic_J", "contact_J")))
    with hooke.open("crawler", engine="cpu") as sim:
        sim.step(150)
        assert np.array_equal(sim.positions, way["positions"][-1]) and np.array_equal(sim.velocities, way["velocities"][-1])
        sim.step(7)
        assert abs(energy["total_J"][-1] - sum(sim.energy.values())) < 1e-9 and np.array_equal(sim.positions, run.positions)
    assert hooke.Run(folder / "a").positions.tobytes() == run.positions.tobytes()
    refused(hooke.ArgumentError, "no probes.csv", run.table)
    refused(hooke.ArgumentError, 'save="npz"', lambda: hooke.Run(runs / "walker").trajectory)
    refused(hooke.ArgumentError, 'did you mean "steps"', hooke.run, "walker", out=folder / "b", stepss=3)
    refused(hooke.ArgumentError, "host", hooke.run, "walker", out=folder / "b", host=True)
    refused(hooke.Error, 'did you mean "walker"', hooke.run, "wlaker", out=folder / "b")
    assert not (folder / "b").exists()
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        refused(hooke.Error, "diverged at step 1", hooke.run, "rope", out=folder / "c", engine="cpu", dt=1)
    assert any("above the safe step" in str(w.message) for w in told)


def test_pages(folder, runs):
    """Files of a run have the bytes of those of the program; a page has its energies, and a warning says what it leaves out."""
    run = hooke.run("rope", out=folder / "rope", engine="cpu", steps=300, save="npz", every=1)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        page = run.to_html(folder / "rope.html", color="force", from_=run.time / 2)
        assert not told
        run.to_html(folder / "rope.html")
    assert [str(w.message) for w in told] == ["rope.html: 250 of 301 states are shown, evenly chosen."]
    text = page.read_text(encoding="utf-8")
    assert "<title>rope 200</title>" in text and "energy held [J]" in text
    assert run.to_usd(folder / "rope.usda", at=0).read_text().startswith("#usda")
    mesh = hooke.Run(runs / "crawler").to_gltf(folder / "crawler.glb", show="surface")
    assert mesh == folder / "crawler.glb" and mesh.read_bytes() == (runs / "crawler.glb").read_bytes()
    refused(hooke.ArgumentError, "ends in .glb", run.to_gltf, folder / "rope.html")
    refused(hooke.ArgumentError, '"color" is none', run.to_gltf, folder / "no.glb", color="force")
    refused(hooke.ArgumentError, "no states then", run.to_html, folder / "no.html", from_=3)
    refused(hooke.ArgumentError, "no folder of a run", hooke.Run(folder / "none").to_html, folder / "no.html")
    assert not list(folder.glob("no.*"))


def test_relax(folder):
    rest = hooke.relax("cloth", out=folder / "rest", masses="6x6", engine="cpuref")
    assert rest.info["residual"] <= rest.info["allowed"] and not rest.velocities.any() and rest.info["steps"] > 0
    still = hooke.run("cloth", out=folder / "still", masses="6x6", engine="cpuref", start=rest.folder / "final.npz", steps=20)
    fallen = hooke.run("cloth", out=folder / "fallen", masses="6x6", engine="cpuref", steps=20)
    assert np.abs(still.velocities).max() < 0.1 * np.abs(fallen.velocities).max()
    try:
        hooke.relax("cloth", out=folder / "no", masses="6x6", engine="cpuref", steps=3)
        raise AssertionError("it is at rest after three steps")
    except hooke.Error as e:
        assert "after 3 steps the residual is" in str(e) and e.result and e.result["residual"] > e.result["allowed"] > 0 and e.result["steps"] == 3
    assert not (folder / "no" / "final.npz").exists()
    refused(hooke.ArgumentError, 'did you mean "residual"', hooke.relax, "cloth", out=folder / "no", residul=1)


def test_interrupted_run(folder):
    interrupts(hooke.run, "walker", out=folder / "half", engine="cpu", steps=10**7)
    half = hooke.Run(folder / "half")
    assert 0 < half.steps < 10**7
    end = half.steps + 1000
    again = hooke.resume(folder / "half" / "checkpoint.hooke", steps=end)
    whole = hooke.run("walker", out=folder / "whole", engine="cpu", steps=end)
    assert again.steps == end and again.info["from"] == half.steps and again.positions.tobytes() == whole.positions.tobytes()
    refused(hooke.ArgumentError, '"dt" is none', hooke.resume, folder / "half" / "checkpoint.hooke", dt=1)

    def broken(done, of):
        if done > 0:
            raise ZeroDivisionError

    try:
        hooke.run("walker", out=folder / "broken", engine="cpu", steps=10**7, progress=broken)
        raise AssertionError("an exception of progress is lost")
    except ZeroDivisionError:
        assert 0 < hooke.Run(folder / "broken").steps < 10**7


def test_sweep(folder):
    how = dict(vary={"actuator[*].frequency": (0.5, 3, 4), "contact.kinetic_friction": [0.1, 0.4]}, time=0.02, metrics=["speed", "-cot"], out=folder / "sweep")
    table = hooke.sweep("walker", **how)
    assert np.allclose(table["actuator[*].frequency"], np.repeat(np.linspace(0.5, 3, 4), 2), rtol=1e-15)
    assert table["contact.kinetic_friction"].tolist() == [0.1, 0.4] * 4 and set(table["status"]) == {"done"}
    assert np.isfinite(table["speed"]).all() and len(set(table["speed"])) > 4 and len(set(table["id"])) == 8
    journal = (folder / "sweep" / "runs.jsonl").read_bytes()
    again = hooke.sweep("walker", **how)
    assert all(np.array_equal(table[k], again[k], equal_nan=table[k].dtype.kind == "f") for k in table) and (folder / "sweep" / "runs.jsonl").read_bytes() == journal
    refused(hooke.Error, "another sweep", hooke.sweep, "walker", **{**how, "time": 0.03})
    for part, wrong in (
        ("how many values", dict(vary={"run.dt": (1e-4, 2e-4)})),
        ("a tuple is (low, high)", dict(vary={"run.dt": (1e-4,)})),
        ("give a tuple", dict(vary={"run.dt": 1e-4})),
        ("nothing varies", {}),
        ('"sped" is unknown', dict(vary={"run.dt": [1e-4]}, metrics="sped")),
        ('key "tim" is unknown', dict(vary={"run.dt": [1e-4]}, tim=3)),
    ):
        refused(hooke.ArgumentError, part, hooke.sweep, "walker", out=folder / "none", **wrong)
    assert not (folder / "none").exists()
    words = hooke.sweep("rope", {"run.solver": ["verlet", "rk4"]}, steps=2, engine="cpu", set={"run.gravity": [0, 0, -1.6]}, out=folder / "words")
    assert words["run.solver"].tolist() == ["verlet", "rk4"]


def test_interrupted_sweep(folder):
    how = dict(vary={"actuator[0..3].phase": (0, 6.28)}, sample="sobol", runs=400, time=0.3, engine="cpu", jobs=1, out=folder / "long")
    interrupts(hooke.sweep, "walker", **how)
    done = (folder / "long" / "runs.jsonl").read_text().count("\n") - 1
    assert 0 < done < 400
    how["runs"] = done + 2  # the first of the same sequence
    table = hooke.sweep("walker", **how)
    assert len(table["speed"]) == done + 2 and np.isfinite(table["speed"]).all()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        test_run(folder, pathlib.Path(sys.argv[1]))
        test_pages(folder, pathlib.Path(sys.argv[1]))
        test_relax(folder)
        test_interrupted_run(folder)
        test_sweep(folder)
        test_interrupted_sweep(folder)
    print("all passed")
