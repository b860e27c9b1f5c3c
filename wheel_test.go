package main_test

import (
	"archive/zip"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"hooke/must"
)

// TestWheel packs libraries that ask for symbols of old and new glibc: the tag of a wheel promises no older one than the
// library needs, and a library that needs a newer one than was asked for is refused.
func TestWheel(t *testing.T) {
	python := realPython(t)
	architecture := map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[runtime.GOARCH]
	for _, c := range []struct {
		name, symbols, glibc string // glibc: asked for
		status               int
		said                 string
	}{
		{"an old library", "GLIBC_2.2.5 GLIBC_2.3.2", "2.28", 0, "manylinux_2_28_"},
		{"as new as asked for", "GLIBC_2.2.5 GLIBC_2.28", "2.28", 0, "manylinux_2_28_"},
		{"built on Debian 12", "GLIBC_2.2.5 GLIBC_2.32 GLIBC_2.34", "2.28", 1, "asks for GLIBC_2.32, GLIBC_2.34: it is not for glibc 2.28"},
		{"built on Debian 12, for no old one", "GLIBC_2.2.5 GLIBC_2.34 GLIBC_2.4", "", 0, "manylinux_2_34_"},
		{"an old library, for any", "GLIBC_2.2.5", "", 0, "manylinux_2_17_"},
		{"no cgo", "", "2.28", 1, "no library with cgo"},
		{"no version of glibc", "GLIBC_2.2.5", "new", 1, "wheel.py VERSION LIBRARY FOLDER [GLIBC]"},
	} {
		m := wheelMachine(t, python, c.symbols)
		m.write("library", "the library")
		status, said, _ := m.run(nil, "bin/python3", strings.Fields("-B scripts/wheel.py 1.2.3 library wheels "+c.glibc)...)
		must.Hold(t, status == c.status && strings.Contains(said, c.said), "%s: exit %d, %q; want exit %d, %q", c.name, status, said, c.status, c.said)
		wheels := must.Get(filepath.Glob(filepath.Join(m.root, "wheels", "*")))(t)
		must.Be(t, len(wheels), 1-c.status, c.name+": wheels")
		if len(wheels) == 1 {
			tag := "py3-none-" + c.said + architecture
			must.Be(t, filepath.Base(wheels[0]), "hooke-1.2.3-"+tag+".whl", c.name)
			must.Hold(t, strings.Contains(entry(t, wheels[0], "hooke-1.2.3.dist-info/WHEEL"), "\nTag: "+tag+"\n"), "%s: the wheel has another tag inside", c.name)
			must.Be(t, entry(t, wheels[0], "hooke/libhooke.so"), "the library", c.name)
		}
	}
}

// Where zig cannot be fetched, the wheel says so and has the tag of this machine's compiler.
func TestWheelWithoutZig(t *testing.T) {
	python := realPython(t)
	for _, environment := range []string{"WHEEL_CC=zig", "WHEEL_CC=gcc"} {
		m := wheelMachine(t, python, "GLIBC_2.34")
		m.fake("go", `for last; do [ "$before" = -o ] && echo library >$last; before=$last; done; echo "CC is ${CC-not set}" >>log`)
		m.fake("python3", `[ "$2" = venv ] && { echo "there is no network"; exit 1; }; exec `+python+` "$@"`)
		m.fake("ldd", "echo libc.so.6")
		m.write("out/wheel/old.whl", "from before")
		status, said, log := m.run([]string{environment, "PYTHON=python3"}, "scripts/wheel.sh", "1.2.3")
		must.Hold(t, status == 0 && log == "CC is not set\n", "%s: exit %d, %q\n%s", environment, status, log, said)
		must.Be(t, strings.Contains(said, "zig cannot be fetched: there is no network\n"), environment == "WHEEL_CC=zig", environment)
		must.Hold(t, strings.Contains(said, "linked by this machine's compiler") && strings.Contains(said, "manylinux_2_34_"), "%s: %q", environment, said)
		must.Be(t, len(must.Get(filepath.Glob(filepath.Join(m.root, "out/wheel/*")))(t)), 1, "wheels")
	}
}

// realPython is the path of Python itself, which works with any PATH.
func realPython(t *testing.T) string {
	out, err := exec.Command("python3", "-c", "import sys; print(sys.executable)").Output()
	must.Do(t, err)
	return strings.TrimSpace(string(out))
}

// wheelMachine has the scripts of wheels, and a readelf that tells of symbols in any library.
func wheelMachine(t *testing.T, python, symbols string) *machine {
	m := newMachine(t)
	for _, file := range []string{"scripts/wheel.sh", "scripts/wheel.py", "python/hooke/__init__.py", "python/hooke/py.typed"} {
		m.write(file, string(must.Get(os.ReadFile(file))(t)))
	}
	m.write("direct", " 0x0001 (NEEDED)  Shared library: [libc.so.6]\n")
	m.fake("readelf", `case "$1" in --dynamic) cat direct;; *) printf '%s\n' `+symbols+`;; esac`)
	m.fake("python3", "exec "+python+` "$@"`)
	return m
}

// entry is the text of a file in a wheel.
func entry(t *testing.T, wheel, name string) string {
	archive := must.Get(zip.OpenReader(wheel))(t)
	defer archive.Close()
	text, err := archive.Open(name)
	must.Do(t, err)
	defer text.Close()
	return string(must.Get(io.ReadAll(text))(t))
}
