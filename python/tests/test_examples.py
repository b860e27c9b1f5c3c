"""The examples in examples/python run, and hold their own comparisons; where a library is missing, that is said."""

import importlib.util
import pathlib
import re
import subprocess
import sys
import tempfile

examples = pathlib.Path(__file__).resolve().parents[2] / "examples" / "python"


def run(path, *arguments):
    out = subprocess.run([sys.executable, "-B", path, *arguments], capture_output=True, text=True)
    assert out.returncode == 0, f"{path}: {out.stdout}\n{out.stderr}"
    print(out.stdout, end="")


def missing(path):
    """The first library that an example needs and that is missing."""
    for name in re.findall(r"^(?:import|from) (\w+)", path.read_text(), re.M):
        if importlib.util.find_spec(name) is None:
            return name
    return ""


if __name__ == "__main__":
    paths = sorted(examples.glob("*.py"))
    assert len(paths) >= 2, paths
    for path in paths:
        if missing(path):
            print(f"skipped, {path.name} needs {missing(path)}")
            continue
        with tempfile.TemporaryDirectory() as folder:
            run(path, folder)
    print("all passed")
