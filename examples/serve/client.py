"""Lifts a cube through hooke serve, with Python's standard library alone: python3 client.py [HOOKE]"""
import array
import hashlib
import json
import os
import subprocess
import sys


class Hooke:
    """A hooke of its own; a call sends a request and returns the answer, in which blocks are arrays by their names."""

    def __init__(self, program="hooke"):
        self.child = subprocess.Popen([program, "serve", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.line()

    def line(self):
        while True:
            text = self.child.stdout.readline()
            if not text:
                raise EOFError("hooke has ended")
            answer = json.loads(text)
            if "note" not in answer:
                return answer
            print("hooke:", answer["note"], file=sys.stderr)

    def __call__(self, do, *blocks, **fields):
        if blocks:  # (name, type, shape, array)
            fields["blocks"] = [{"name": n, "type": t, "shape": s} for n, t, s, _ in blocks]
            fields["bytes"] = sum(len(b[3].tobytes()) for b in blocks)
        request = json.dumps({"do": do, **fields}).encode() + b"\n"
        self.child.stdin.write(request + b"".join(b[3].tobytes() for b in blocks))
        self.child.stdin.flush()
        answer = self.line()
        if "error" in answer:
            raise RuntimeError(answer["error"]["text"])
        codes = {"float32": "f", "float64": "d", "int64": "q", "uint32": "I", "uint8": "B"}
        for b in answer.get("blocks", []):
            answer[b["name"]] = array.array(codes[b["type"]], self.child.stdout.read(b["bytes"]))
        return answer

    def close(self):
        self.child.stdin.close()
        return self.child.wait()


if __name__ == "__main__":
    hooke = Hooke(*sys.argv[1:2])
    scene = os.path.join(os.path.dirname(os.path.abspath(__file__)), "lift.toml")
    info = hooke("open", name=scene, options={"engine": "cpu", "host": True})["info"]
    height, before = 0.05, 0.05
    for _ in range(200):  # a spring to 0.5 m and a damper
        force = 0.98 + 2 * (0.5 - height) - 100 * (height - before)
        before, height = height, hooke("period", values=[force])["sensors"][0]
    state = hooke("read", what=["positions", "velocities"])
    digest = hashlib.sha256(state["positions"].tobytes() + state["velocities"].tobytes()).hexdigest()
    print(f"{info['masses']} masses, height {height:.6f} m, state {digest}")
    sys.exit(hooke.close())
