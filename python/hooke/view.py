"""Pages of structures in notebooks and browsers."""

from __future__ import annotations

import html
import pathlib
import tempfile
import weakref
import webbrowser
from typing import Any, Mapping

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
        """The page inside the page of a notebook, to which it sends nothing."""
        text = html.escape(self.path.read_text(encoding="utf-8"))
        return f'<iframe srcdoc="{text}" style="width: 100%; height: {self.height}px; border: 0"></iframe>'

    def __repr__(self) -> str:
        return f"<hooke.View {self.path}>"
