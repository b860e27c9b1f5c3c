"""What the package hooke promises, as plain functions: python3 -m unittest has no part in it, a test of Go runs this file."""

import gc
import os
import pathlib
import sys
import tempfile
import threading
import time

import numpy as np

import hooke
from refusals import refused


def test_views():
    sim = hooke.open("walker", engine="cpu")
    x = sim.positions
    assert x.shape == (192, 3) and x.dtype == np.float32 and not x.flags.writeable
    before = x.copy()
    sim.step(100)
    assert np.shares_memory(x, sim.positions) and not np.array_equal(before, x)
    assert np.array_equal(sim.read("positions"), x) and not np.shares_memory(sim.read("positions"), x)
    assert sim.steps == 100 and abs(sim.time - 100 * sim.info["dt"]) < 1e-9
    assert set(sim.energy) == {"kinetic", "gravitational", "elastic", "contact"}
    sim.close()
    sim.close()
    assert np.isfinite(x).all() and repr(sim) == "<hooke.Sim, closed>"
    refused(hooke.ArgumentError, "closed", lambda: sim.positions)
    refused(hooke.ArgumentError, "closed", sim.step)


def test_bits(folder):
    """The states that end in files are those of hooke run, which lie in the folder, byte by byte; not with a rounded step."""
    differ = 0
    for name in ("walker", "cube", "rope", "crawler", "cloth"):
        run = np.load(folder / name / "final.npz")
        with tempfile.TemporaryDirectory() as beside, hooke.open(name, engine="cpu") as sim:
            for n in (1, 56, 100):
                sim.step(n)
            sim.save(beside + "/final.npz")
            mine, theirs = pathlib.Path(beside, "final.npz").read_bytes(), (folder / name / "final.npz").read_bytes()
            assert mine == theirs, (name, str(np.load(beside + "/final.npz")["run"]), str(run["run"]))
            assert run["positions"].tobytes() == sim.positions.tobytes() and run["velocities"].tobytes() == sim.velocities.tobytes(), name
            step = float(np.float32(sim.info["dt"]))
        with hooke.open(name, engine="cpu", dt=step) as rounded:
            rounded.step(157)
            differ += run["velocities"].tobytes() != rounded.velocities.tobytes()
    assert differ >= 2, differ  # float32 rounds the steps of the others alike


def test_arrays():
    k, m = 40.0, 0.5
    sim = hooke.from_arrays([[0, 0, 1], [0, 0, 0.5]], [[0, 1]], masses=[1, m], stiffness=k, pinned=[True, False], engine="cpuref", dt=1e-4)
    assert sim["stiffness"].tolist() == [k] and sim.ends.tolist() == [[0, 1]]
    sim.step()
    assert abs(sim.velocities[1, 2] + 9.81e-4) < 1e-9, "not the gravity of scenes"
    sim.step(499)
    want = 0.5 - 9.81 * m / k * (1 - np.cos(np.sqrt(k / m) * sim.time))
    assert abs(sim["positions64"][1, 2] - want) < 3e-5 < 1e-3 < abs(want - 0.5)
    sim.place(sim["positions64"] + [0, 0, 1.0], np.ones((2, 3)))
    assert sim.velocities.tolist() == [[0, 0, 0], [1, 1, 1]] or sim.velocities.tolist() == [[1, 1, 1]] * 2
    refused(hooke.ArgumentError, "shape", sim.place, np.zeros((2, 3)), np.zeros((3, 3)))
    refused(hooke.ArgumentError, "ends", hooke.from_arrays, [[0, 0, 1], [0, 0, 0.5]], [[0, 7]], masses=m, stiffness=k)
    refused(hooke.ArgumentError, "axes", hooke.from_arrays, np.zeros((1,) * 5), [[0, 1]])


def test_numbers():
    """Arrays of any layout are the same numbers. Those that a cast to float64 would change are refused."""
    x, ends = np.array([[0, 0, 1], [0, 0, 0.5], [0, 1, 0.5]]), np.array([[0, 1], [1, 2]])
    rest = dict(masses=0.5, stiffness=40.0, engine="cpu", dt=1e-4)
    want = None
    for points, pairs in (
        (x, ends), (np.asfortranarray(x), np.asfortranarray(ends)), (x[::-1].copy()[::-1], ends.T.copy().T), (x.astype(">f4"), ends.astype(">i2")),
        (np.repeat(x, 2, axis=1)[:, ::2], ends.astype(float)), (x.astype("f2"), ends.astype("i1")), (x.astype(object), ends.tolist()),
        (np.ma.masked_array(x, np.zeros((3, 3), bool)), ends),
    ):  # fmt: skip
        with hooke.from_arrays(points, pairs, **rest) as sim:
            sim.step(100)
            got = sim.positions.tobytes()
        want = want or got
        assert got == want, points
    for other in (x + 0j, x.astype(str), x.astype("M8[s]"), x.astype("m8[s]")):
        refused(hooke.ArgumentError, "real numbers", hooke.from_arrays, other, ends, **rest)
    refused(hooke.ArgumentError, "masked", hooke.from_arrays, np.ma.masked_array(x, x > 0.9), ends, **rest)
    refused(hooke.ArgumentError, "masses are of type", hooke.from_arrays, x, ends, **{**rest, "masses": "0.5"})
    for option in (float("nan"), float("inf"), np.float32("nan")):
        refused(hooke.ArgumentError, "option dt has a number that is not finite", hooke.from_arrays, x, ends, **{**rest, "dt": option})
    sim = hooke.from_arrays(x, ends, **rest)
    refused(hooke.ArgumentError, "real numbers", sim.place, x + 1j)
    refused(hooke.ArgumentError, "real numbers", sim.set, "gravity.z", "-1")
    assert np.array_equal(sim["positions64"] + sim["origin"], x)  # nothing has changed


def test_set_save_restore():
    sim = hooke.open("walker", engine="cpu", threads=1)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "half.hooke"
        sim.step(50)
        sim.save(path)
        sim.step(50)
        want = sim.read("positions")
        sim.restore(path)
        assert sim.steps == 50
        sim.step(50)
        assert np.array_equal(want, sim.positions)
        with hooke.open(path) as again:
            assert again.steps == 50
        sim.reset()
        sim.set("gravity.z", 0)
        sim.step(100)
        assert not np.array_equal(want, sim.positions)
    refused(hooke.ArgumentError, "gravity.z", sim.set, "gravity.w", 0)
    for wrong in (3, slice(2), None, ("positions", 3)):
        refused(TypeError, "sim['positions'][3]", lambda: sim[wrong])
    refused(TypeError, "gravity.z", sim.set, 3, 0)
    refused(hooke.ArgumentError, 'did you mean "engine"', hooke.open, "cube", engin="cpu")
    refused(hooke.Error, 'did you mean "walker"', hooke.open, "wlaker")
    refused(hooke.ArgumentError, "did you mean", lambda: sim["position"])


def test_device():
    """Any thread may call a structure on a device; a checkpoint of it continues bit for bit."""
    try:
        device = hooke.open("walker", engine="gpu")
    except hooke.Error as e:
        assert os.environ.get("HOOKE_GPU") != "require", e
        print("no device:", e)
        return
    host = hooke.open("walker", engine="cpu")
    thread = threading.Thread(target=device.step, args=(300,))
    thread.start()
    thread.join()
    host.step(300)
    assert device.steps == 300 and np.abs(device.positions - host.positions).max() < 1e-6
    with tempfile.TemporaryDirectory() as folder:
        device.save(folder + "/state.hooke")
        device.step(10)
        want = device.read("positions")
        device.restore(folder + "/state.hooke")
        device.step(10)
        assert np.array_equal(want, device.positions)


def test_leaks():
    def resident():
        gc.collect()
        return int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGESIZE")

    def several(times=1000):
        for _ in range(times):
            sim = hooke.open("cube", engine="cpu", threads=1)
            sim.step(3)
            sim.positions
            del sim  # closes it, too

    several()
    grew = []
    for _ in range(4):
        before = resident()
        several()
        grew.append(resident() - before)
    print("1,000 structures leave", min(grew), "bytes")
    assert min(grew) < 1 << 20, grew


def test_costs():
    """Not judged, since tests depend on no clock; docs/python.md records them."""
    n = 1_000_000
    large = hooke.from_arrays(np.random.default_rng(1).random((n, 3)), np.c_[0 : n - 1, 1:n], masses=1.0, stiffness=1.0, engine="cpu", dt=1e-3)
    seen = large.positions
    sim = hooke.open("cube", engine="cpu", threads=1)
    for name, call in (("step of cube", sim.step), ("its 100 steps in one", lambda: sim.step(100)), ("a million positions seen", lambda: large.positions)):
        took = []
        for _ in range(10):
            begin = time.perf_counter()
            for _ in range(200):
                call()
            took.append((time.perf_counter() - begin) / 200)
        print(f"{name}: {min(took) * 1e6:.2f} µs")
    large.step(1)
    assert np.shares_memory(seen, large.positions)


if __name__ == "__main__":
    test_views()
    test_bits(pathlib.Path(sys.argv[1]))
    test_arrays()
    test_numbers()
    test_set_save_restore()
    test_device()
    test_leaks()
    test_costs()
    print("all passed")
