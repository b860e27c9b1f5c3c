#!/usr/bin/env python3
"""Packs python/hooke and a library into a wheel: wheel.py VERSION LIBRARY FOLDER

The tag of the wheel names the oldest glibc that has all symbols the library asks for.
"""

import base64
import hashlib
import pathlib
import platform
import re
import subprocess
import sys
import zipfile

version, library, folder = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
package = pathlib.Path(__file__).resolve().parent.parent / "python" / "hooke"

symbols = subprocess.run(["readelf", "--version-info", "--wide", library], check=True, capture_output=True, text=True).stdout
glibc = max(tuple(map(int, found.split("."))) for found in re.findall(r"GLIBC_(\d+\.\d+)", symbols))
tag = f"py3-none-manylinux_{max(glibc, (2, 17))[0]}_{max(glibc, (2, 17))[1]}_{platform.machine()}"

info = f"hooke-{version}.dist-info"
contents = {f"hooke/{path.name}": path.read_bytes() for path in sorted(package.iterdir()) if path.suffix == ".py" or path.name == "py.typed"}
contents["hooke/libhooke.so"] = library.read_bytes()
contents[f"{info}/METADATA"] = (
    f"Metadata-Version: 2.1\nName: hooke\nVersion: {version}\n"
    "Summary: Very large 3D mass-spring structures as NumPy arrays\nLicense: Apache-2.0\nRequires-Python: >=3.9\nRequires-Dist: numpy>=1.20\n"
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
