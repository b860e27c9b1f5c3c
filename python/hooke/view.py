"""Pages of structures in notebooks and browsers."""

from __future__ import annotations

import html
import importlib
import pathlib
import tempfile
import uuid
import weakref
import webbrowser
from typing import Any, Mapping

from ._calls import options_of, text_of
from ._library import ArgumentError, lib
from ._sim import Sim


class View:
    """The page of a structure, as Sim.view makes it. A notebook shows it; open() shows it in a browser."""

    def __init__(self, sim: Sim, height: int, look: Mapping[str, Any]):
        folder = tempfile.TemporaryDirectory(prefix="hooke-")
        self.path: pathlib.Path = sim.to_html(pathlib.Path(folder.name) / "view.html", **look)
        self.height = height  # [pixels]
        self._remove = weakref.finalize(self, folder.cleanup)

    def open(self) -> None:
        """Show the page in the browser of this machine; its file is there as long as this object."""
        webbrowser.open(self.path.as_uri())

    def _repr_html_(self) -> str:
        """The page inside the page of a notebook, of which it sees nothing."""
        return _framed(self.path.read_text(encoding="utf-8"), self.height)

    def __repr__(self) -> str:
        return f"<hooke.View {self.path}>"


class Live:
    """The page of a structure that a notebook shows while the structure is stepped, as Sim.live makes it.

    push sends a frame by a script of the notebook, which finds the page by its id: the notebook must run scripts of outputs, and have
    all outputs in one document. That was tried in JupyterLab 4.6, Notebook 7.6 and the classic Notebook (nbclassic 1.3), in
    Chromium; not in VS Code, and not in Colab, where each output is a document of its own. Without range= the colors have that of the first state.
    """

    def __init__(self, sim: Sim, height: int, look: Mapping[str, Any]):
        try:
            display = importlib.import_module("IPython.display").display
        except ImportError as e:
            raise ArgumentError("a live view is for notebooks, and IPython is not installed; sim.view().open() shows a page in a browser") from e
        self._sim, self.height, self._display = sim, height, display  # [pixels]
        self._page = self._frame = None  # where the notebook shows them
        sim._call(lib.hk_live, options_of(look))
        sim._follower = self
        self.push()

    def push(self) -> None:
        """Show the state that is now. The page keeps all states for its time line; it begins anew after Sim.reset, and where the structure leaves it."""
        if self._sim._follower is not self:
            raise ArgumentError("a later live view follows this structure; push that one")
        text = text_of(lambda *room: self._sim._call(lib.hk_push, *room)).decode()
        if text.startswith("<"):
            self._id = "hooke-" + uuid.uuid4().hex
            self._page = self._show(self._page, "text/html", _framed(text, self.height, self._id))
        else:
            self._frame = self._show(self._frame, "application/javascript", _push % {"id": self._id, "frame": text})

    def _show(self, at: Any, kind: str, text: str) -> Any:
        """Show an output, in place of the one that is there, and return where it is."""
        data = {kind: text, "text/plain": repr(self)}
        if at is not None:
            at.update(data, raw=True)
            return at
        at = self._display(data, raw=True, display_id=True)
        if at is None:
            raise ArgumentError("a live view is for notebooks, and this Python runs in none; sim.view().open() shows a page in a browser")
        return at

    def __repr__(self) -> str:
        return f"<hooke.Live of {self._sim!r}>"


# Frames wait in the notebook until the page is there, in their order.
_push = """(() => {
  const all = (window.hookeFrames ??= {}), waiting = (all["%(id)s"] ??= []);
  waiting.push(%(frame)s);
  const send = tries => {
    const page = document.getElementById("%(id)s"), hooke = page && page.contentWindow && page.contentWindow.hooke;
    if (hooke) waiting.splice(0).forEach(hooke.push);
    else if (tries) setTimeout(send, 100, tries - 1);
  };
  send(100);
})();"""


def _framed(page: str, height: int, name: str = "") -> str:
    """A page inside the page of a notebook. Without a name, by which scripts of the notebook find it, neither sees the other."""
    which = f'id="{name}"' if name else 'sandbox="allow-scripts"'
    return f'<iframe {which} srcdoc="{html.escape(page)}" style="width: 100%; height: {height}px; border: 0"></iframe>'
