"""Every public name has a docstring and types, and what returns numbers says their shape."""

import inspect
import pathlib
import re

import hooke
import hooke._ensemble
import hooke.convert
import hooke.plot
import hooke.view
import hooke.voxels

seen = 0


def told(name, thing):
    """What is wrong with a public function, property or class."""
    global seen
    seen += 1
    text = inspect.getdoc(thing)
    if not text or not text.rstrip().endswith((".", ":")) and "\n" not in text:
        return [f"{name} has no docstring that is a sentence"]
    call = thing.fget if isinstance(thing, property) else thing
    if inspect.isclass(thing) or not callable(call):
        return []
    signature = inspect.signature(call)
    faults = [f"{name}: {p.name} has no type" for p in signature.parameters.values() if p.name != "self" and p.annotation is p.empty]
    if signature.return_annotation is signature.empty:
        faults.append(f"{name} has no type of its result")
    if isinstance(thing, property) and re.search("NDArray|Table", str(signature.return_annotation)) and not re.search(r"\(\w+,.*\)", text):
        faults.append(f"{name} does not say the shape of its numbers")
    return faults


def members(prefix, of):
    """Public names that a class defines."""
    for name, thing in vars(of).items():
        if not name.startswith("_") and (callable(thing) or isinstance(thing, (property, classmethod, staticmethod))):
            yield f"{prefix}.{name}", thing.__func__ if isinstance(thing, (classmethod, staticmethod)) else thing


def test_names():
    faults = []
    places = [(hooke, hooke.__all__)] + [(m, [n for n, t in vars(m).items() if not n.startswith("_") and getattr(t, "__module__", "") == m.__name__]) for m in (hooke.convert, hooke.plot, hooke.view, hooke.voxels, hooke._ensemble)]
    for module, names in places:
        for name in names:
            thing = getattr(module, name)
            faults += told(f"{module.__name__}.{name}", thing)
            if inspect.isclass(thing):
                for inner, of in members(f"{module.__name__}.{name}", thing):
                    faults += told(inner, of)
    assert not faults, "\n".join(faults)
    assert seen > 50, seen
    assert pathlib.Path(hooke.__file__).with_name("py.typed").exists()


def test_faults_are_found():
    def untold(x):
        return x

    def half(x):
        """A sentence."""

    class Shapeless:
        @property
        def numbers(self) -> "npt.NDArray":
            """Some numbers [m]."""

    assert told("untold", untold) and len(told("half", half)) == 2 and told("numbers", Shapeless.numbers)


if __name__ == "__main__":
    test_names()
    test_faults_are_found()
    print("all passed")
