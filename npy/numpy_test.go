package npy

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"hooke/must"
)

// python returns a Python that has NumPy. The first python3 of PATH may be one that
// the system's packages know nothing of, so the system's own is asked as well. Without
// NumPy the test fails where all proofs are required, as "make test" does after
// installing it, and is skipped elsewhere.
func python(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(name, "-c", "import numpy").Run() == nil {
			return name
		}
	}
	if os.Getenv("HOOKE_GPU") == "require" {
		t.Fatal("python3 has no NumPy; run scripts/setup.sh test")
	}
	t.Skip("python3 has no NumPy (Debian: python3-numpy); HOOKE_GPU=require makes this a failure")
	return ""
}

// NumPy itself reads types, shapes and every number. TestNPYBytes compares the same
// format with its description.
func TestNumPyReadsIt(t *testing.T) {
	interpreter := python(t)
	path := filepath.Join(t.TempDir(), "a.npz")
	must.Do(t, WriteArchive(path, samples()...))
	const script = `
import sys, hashlib, numpy
a = numpy.load(sys.argv[1], allow_pickle=False)
for name in a.files:
    print(name, a[name].dtype.str, list(a[name].shape), hashlib.sha256(a[name].tobytes()).hexdigest())`
	out, err := exec.Command(interpreter, "-c", script, path).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	types := map[string]string{"f4": "<f4", "f8": "<f8", "i8": "<i8", "u4": "<u4", "empty": "<f4", "long": "<f4"}
	var want strings.Builder
	for _, a := range samples() {
		var numbers bytes.Buffer
		must.Do(t, binary.Write(&numbers, binary.LittleEndian, a.Data))
		shape := strings.ReplaceAll(fmt.Sprint(a.Shape), " ", ", ")
		fmt.Fprintf(&want, "%s %s %s %x\n", a.Name, types[a.Name], shape, sha256.Sum256(numbers.Bytes()))
	}
	if got := string(out); got != want.String() {
		t.Errorf("NumPy reads\n%s, want\n%s", got, want.String())
	}
}

func TestNumPyReadsTexts(t *testing.T) {
	interpreter := python(t)
	for _, text := range texts() {
		path := filepath.Join(t.TempDir(), "text.npz")
		must.Do(t, WriteArchive(path, Text("run", text)))
		const script = "import numpy, sys; sys.stdout.buffer.write(str(numpy.load(sys.argv[1])['run']).encode())"
		out, err := exec.Command(interpreter, "-c", script, path).CombinedOutput()
		if err != nil || string(out) != text {
			t.Errorf("NumPy reads %q (%v), want %q", out, err, text)
		}
	}
}
