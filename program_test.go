package main_test

import (
	"debug/elf"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"hooke/must"
)

// built is the folder that holds the program, for as long as the tests run.
var built string

// build builds the program once for all tests.
var build = sync.OnceValues(func() (path string, err error) {
	if built, err = os.MkdirTemp("", "hooke-built-"); err != nil {
		return "", err
	}
	path = filepath.Join(built, "hooke")
	if out, err := exec.Command("go", "build", "-tags", "egl", "-ldflags", "-s -w", "-o", path, ".").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return path, nil
})

// builtProgram returns the path of the program, built from the sources as they are.
func builtProgram(t *testing.T) string {
	t.Helper()
	path, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// The program with the window starts where there is no libEGL: it links none, and opens it for a context alone.
func TestProgramLinksNoEGL(t *testing.T) {
	file := must.Get(elf.Open(builtProgram(t)))(t)
	defer file.Close()
	libraries := must.Get(file.ImportedLibraries())(t)
	if slices.Contains(libraries, "libEGL.so.1") || !slices.Contains(libraries, "libc.so.6") || !slices.Contains(libraries, "libX11.so.6") {
		t.Errorf("the program links %v; want libc and X11, and no libEGL", libraries)
	}
}

func TestMain(m *testing.M) {
	code := m.Run()
	if built != "" {
		os.RemoveAll(built) // files left there do no harm
	}
	os.Exit(code)
}
