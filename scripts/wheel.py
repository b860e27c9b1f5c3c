#!/usr/bin/env python3
"""Packs python/hooke and a library into a wheel: wheel.py VERSION LIBRARY FOLDER [GLIBC]

The tag of the wheel names the oldest glibc that has all symbols the library asks for, or GLIBC, such as 2.28, where that
is newer. A library that asks for symbols newer than GLIBC is refused: exit 1, and they are named.
"""

import base64
import hashlib
import pathlib
import platform
import re
import subprocess
import sys
import zipfile

if len(sys.argv) not in (4, 5) or not re.fullmatch(r"2\.\d+", (sys.argv[4:] or ["2.17"])[0]):
    sys.exit(__doc__)
version, library, folder = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
least = tuple(map(int, (sys.argv[4:] or ["2.17"])[0].split(".")))  # PEP 600 begins with 2.17 in effect
package = pathlib.Path(__file__).resolve().parent.parent / "python" / "hooke"

symbols = subprocess.run(["readelf", "--version-info", "--wide", library], check=True, capture_output=True, text=True).stdout
needed = sorted({tuple(map(int, found.split("."))) for found in re.findall(r"GLIBC_(\d+\.\d+)", symbols)})
if not needed:
    sys.exit(f"wheel.py: {library} asks glibc for nothing, so it is no library with cgo")
newer = [f"GLIBC_{major}.{minor}" for major, minor in needed if (major, minor) > least]
if newer and sys.argv[4:]:
    sys.exit(f"wheel.py: {library} asks for {', '.join(newer)}: it is not for glibc {sys.argv[4]}; link it against that one (scripts/wheel.sh), or leave GLIBC out")
glibc = max(needed[-1], least)
tag = f"py3-none-manylinux_{glibc[0]}_{glibc[1]}_{platform.machine()}"

info = f"hooke-{version}.dist-info"
contents = {f"hooke/{path.name}": path.read_bytes() for path in sorted(package.iterdir()) if path.suffix == ".py" or path.name == "py.typed"}
contents["hooke/libhooke.so"] = library.read_bytes()
contents[f"{info}/METADATA"] = (
    f"Metadata-Version: 2.1\nName: hooke\nVersion: {version}\n"
    "Summary: Very large 3D mass-spring structures as NumPy arrays\nLicense: Apache-2.0\nRequires-Python: >=3.9\nRequires-Dist: numpy>=1.20\n"
    'Provides-Extra: gym\nRequires-Dist: gymnasium>=1.1; extra == "gym"\n'
).encode()
contents[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: hooke\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
rows = []
for name, data in contents.items():
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    rows.append(f"{name},sha256={digest},{len(data)}\n")
contents[f"{info}/RECORD"] = ("".join(rows) + f"{info}/RECORD,,\n").encode()

folder.mkdir(parents=True, exist_ok=True)
path = folder / f"hooke-{version}-{tag}.whl"
with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
    for name, data in contents.items():
        entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))  # the same bytes whenever it is built
        entry.external_attr, entry.compress_type = 0o644 << 16, zipfile.ZIP_DEFLATED
        out.writestr(entry, data)
print(path)
