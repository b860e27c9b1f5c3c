"""Pages that follow a structure in a notebook: a notebook that is none collects what is shown, and a browser, if there is one, shows it."""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import types

import numpy as np

import hooke
from refusals import refused


class Notebook:
    """It takes outputs as IPython's does, and replaces those that have a place."""

    def __init__(self):
        self.shown = []  # kind and text of all outputs and updates

    def display(self, data, raw, display_id):
        assert raw and display_id is True
        self.update(data, raw)
        return self

    def update(self, data, raw):
        (kind, text), (plain, _) = data.items()
        assert raw and plain == "text/plain"
        self.shown.append((kind, text))

    def __enter__(self):
        module = types.ModuleType("IPython.display")
        module.display = self.display
        self.before = {name: sys.modules.get(name) for name in ("IPython", "IPython.display")}
        sys.modules.update({"IPython": types.ModuleType("IPython"), "IPython.display": module})
        return self

    def __exit__(self, *unused):
        for name, module in self.before.items():
            sys.modules.pop(name)
            if module is not None:
                sys.modules[name] = module


def frame_of(script):
    """The frame that a script pushes."""
    return json.loads(re.search(r"waiting\.push\((\{.*\})\);", script).group(1))


def test_pushes():
    with hooke.open("cube", engine="cpu") as sim, Notebook() as notebook:
        view = sim.live(height=300, color="speed")
        kind, page = notebook.shown.pop()
        name = re.search(r'<iframe id="(hooke-\w+)" srcdoc="', page).group(1)
        assert kind == "text/html" and "height: 300px" in page and not notebook.shown
        for _ in range(3):
            sim.step(40)
            view.push()
            kind, script = notebook.shown.pop()
            assert kind == "application/javascript" and f'getElementById("{name}")' in script and not notebook.shown
            assert frame_of(script)["time"] == sim.time and {b["table"] for b in frame_of(script)["blocks"]} >= {"x", "s"}
        sim.place(sim.positions + np.float32(50))  # outside the page
        view.push()
        kind, page = notebook.shown.pop()
        assert kind == "text/html" and name not in page
        sim.reset()
        view.push()
        assert notebook.shown.pop()[0] == "text/html"
        later = sim.live()
        refused(hooke.ArgumentError, "a later live view", view.push)
        later.push()
        refused(hooke.ArgumentError, '"frames" is none', sim.live, frames=3)
        later.push()  # nothing has changed
    refused(hooke.ArgumentError, "closed", later.push)


def test_no_notebook():
    with hooke.open("cube", engine="cpu") as sim:
        with Notebook() as notebook:
            sys.modules["IPython.display"] = None
            refused(hooke.ArgumentError, "IPython is not installed", sim.live)
        with Notebook() as notebook:
            sys.modules["IPython.display"].display = lambda *data, **more: None
            refused(hooke.ArgumentError, "runs in none", sim.live)


# A document with outputs as a notebook has them: scripts run when they come, and the title says what the page shows at last.
_host = """<!DOCTYPE html><body>%s<script>
for (const script of %s) new Function(script)();
setInterval(() => {
  const { film } = document.querySelector("iframe").contentWindow.hooke;
  document.title = film.ready + " ready, at " + film.times[film.frame];
}, 50);
</script></body>"""


def test_browser():
    browser = next((found for found in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if found), None)
    if browser is None:
        print("skipped, there is no Chromium")
        return
    with hooke.open("walker", engine="cpu") as sim, Notebook() as notebook, tempfile.TemporaryDirectory() as folder:
        view, times = sim.live(height=480, range=0.1), []
        for _ in range(3):
            sim.step(400)
            view.push()
            times.append(sim.time)
        (_, page), *scripts = notebook.shown
        scripts = [text for _, text in scripts]
        pictures = []
        for which, time in ((scripts[:1], times[0]), (scripts, times[2]), (scripts[2:], times[2])):  # frames that are lost take no others with them
            text, picture = in_browser(browser, pathlib.Path(folder), _host % (page, json.dumps(which)))
            title = re.search("<title>(.*?)</title>", text).group(1)
            assert title == f"{1 + len(which)} ready, at {time}", title
            pictures.append(picture)
        if pictures[0] is not None:
            differ = [np.abs(pictures[0] - p)[60:440, :600].max(axis=2) > 0.1 for p in pictures[1:]]
            assert min(d.mean() for d in differ) > 0.01, [d.mean() for d in differ]
            alike = (np.abs(pictures[1] - pictures[2])[60:440, :600].max(axis=2) > 0.1).mean()  # cameras that follow are rounded
            assert alike < 1e-3, alike


def in_browser(browser, folder, text):
    """The document as a browser has it in the end, and its picture, where matplotlib reads it."""
    path, shot = folder / "host.html", folder / "shot.png"
    path.write_text(text, encoding="utf-8")

    def run(what):
        flags = ["--headless", "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--virtual-time-budget=3000", "--window-size=800,600"]
        return subprocess.run([browser, *flags, f"--user-data-dir={folder / 'profile'}", what, path.as_uri()], check=True, timeout=60, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout

    run(f"--screenshot={shot}")
    try:
        from matplotlib.image import imread
    except ImportError:
        print("skipped, there is no matplotlib to read pictures")
        return run("--dump-dom").decode(), None
    return run("--dump-dom").decode(), imread(shot)[..., :3]


if __name__ == "__main__":
    test_pushes()
    test_no_notebook()
    test_browser()
    print("all passed")
