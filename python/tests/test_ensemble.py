"""What hooke.Ensemble promises: members are their values, alone or among others, and calls that are wrong change nothing."""

import os
import tempfile
import threading
import warnings

import numpy as np

import hooke
from refusals import refused


def test_members_are_their_values():
    free = ["actuator[*].phase", "gravity.z"]
    some = hooke.Ensemble("walker", members=20, free=free)
    assert len(some) == 20 and list(some.free) == free and some.free["gravity.z"].shape == (1,)
    phases = np.zeros((20, some.free["actuator[*].phase"].size))
    phases[7] = np.linspace(0, 3, phases.shape[1])
    gravity = np.full(20, -9.8)
    gravity[3] = -1.6
    some.set("actuator[*].phase", phases)
    some.set("gravity.z", gravity)
    x = some.positions
    assert x.shape == (20, 192, 3) and x.dtype == np.float32 and not x.flags.writeable
    some.step(300)
    assert np.shares_memory(x, some.positions) and some.steps == 300
    for i in (3, 7, 19):
        alone = hooke.Ensemble("walker", members=1, free=free)
        alone.set("actuator[*].phase", phases[i : i + 1])
        alone.set("gravity.z", gravity[i])
        alone.step(300)
        assert alone.positions.tobytes() == some.positions[i : i + 1].tobytes(), i
    assert len({some.positions[i].tobytes() for i in (3, 7, 19)}) == 3
    for wrong in (phases.T, phases[:, 0:2], phases[0], gravity[:3]):
        refused(hooke.ArgumentError, "shape", some.set, "actuator[*].phase", wrong)
    refused(hooke.ArgumentError, "not free", some.set, "gravity.x", 0)


def test_run_and_reset():
    some = hooke.Ensemble("walker", 3, ["actuator[*].frequency"], set={"run.until": ["fell"], "run.fall_height": 0.01})
    some.set("actuator[*].frequency", [1, 2, 3])
    table = some.run(time=0.2)
    assert some.steps == np.ceil(0.2 / some.dt) and set(table["status"]) == {"done"}
    assert {"speed", "work_positive", "com_x"} < set(table) and set(some.columns) < set(table)
    assert table["speed"].shape == (3,) and len(set(table["work_positive"])) == 3 and some.columns["speed"] == "m/s"
    kept = some.read("positions")
    some.reset([False, True, False])
    x = some.positions
    assert x[0].tobytes() == kept[0].tobytes() and x[1].tobytes() != kept[1].tobytes()
    begin = x[1].copy()
    some.reset()
    assert (some.positions == begin).all()
    refused(hooke.ArgumentError, "mask", some.reset, [True])
    refused(hooke.ArgumentError, "inf", some.run, float("inf"))
    some.close()
    refused(hooke.ArgumentError, "closed", some.step)
    assert repr(some) == "<hooke.Ensemble, closed>"


def test_pages():
    with tempfile.TemporaryDirectory() as folder, hooke.Ensemble("walker", 5, ["actuator[*].frequency"]) as some:
        some.set("actuator[*].frequency", [1, 2, 3, 4, 5])
        moved = some.run(time=0.1)
        last = np.argsort(moved["speed"])
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            page = some.to_html(os.path.join(folder, "best.html"), top=2, frames=3)
        text = page.read_text(encoding="utf-8")
        shown = ["member %d" % i in text for i in range(5)]
        assert shown == [i in last[-2:] for i in range(5)], (shown, moved["speed"])
        some.set("actuator[*].frequency", 3)
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            some.to_html(os.path.join(folder, "two.html"), members=np.array([0, 2]))
        assert len(told) == 1 and "member 0 went another way" in str(told[0].message), told
        refused(hooke.ArgumentError, "0 to 4", some.to_html, os.path.join(folder, "no.html"), members=[5])
        refused(hooke.ArgumentError, "html", some.to_html, os.path.join(folder, "no.glb"))
        assert sorted(os.listdir(folder)) == ["best.html", "two.html"]


def test_host():
    with hooke.Ensemble("crawler", 2, host=True, controllers=False, period=20) as two:
        two.act([[1], [4]])
        two.step(20)
        assert two.sensors.shape == (2, 3) and two.sensors[0].tobytes() != two.sensors[1].tobytes()
        assert two["inputs"].tolist() == [[1], [4]] and two.status.tolist() == ["running"] * 2
        refused(hooke.ArgumentError, "numbers", two.act, [1])
        assert "2 members" in repr(two)
    refused(hooke.Error, "members", hooke.Ensemble, "walker", 0)
    assert list(hooke.Ensemble("walker", 1, "gravity.z").free) == ["gravity.z"]
    refused(hooke.Error, "no field", hooke.Ensemble, "walker", 2, ["nothing"])
    refused(hooke.ArgumentError, 'did you mean "engine"', hooke.Ensemble, "walker", 2, engin="cpu")


def test_device():
    """Any thread may call members on a device; they agree with those on the processor."""
    try:
        device = hooke.Ensemble("walker", 40, ["gravity.z"], engine="gpu")
    except hooke.Error as e:
        assert os.environ.get("HOOKE_GPU") != "require", e
        print("no device:", e)
        return
    host = hooke.Ensemble("walker", 40, ["gravity.z"], engine="cpu")
    for some in (device, host):
        some.set("gravity.z", np.linspace(-12, -1, 40))
        thread = threading.Thread(target=some.step, args=(100,))
        thread.start()
        thread.join()
    assert device.info["engine"]["Engine"] == "gpu" and np.abs(device.positions - host.positions).max() < 1e-6
    assert np.abs(device.metrics["com_z"] - host.metrics["com_z"]).max() < 1e-7 < np.ptp(host.metrics["com_z"])


if __name__ == "__main__":
    test_members_are_their_values()
    test_run_and_reset()
    test_pages()
    test_host()
    test_device()
    print("all passed")
