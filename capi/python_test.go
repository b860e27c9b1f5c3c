package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"hooke/must"
	"hooke/run/play"
	"hooke/viewer/draw"
)

// python returns a Python that has NumPy, or skips the test.
func python(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(name, "-c", "import numpy").Run() == nil {
			return name
		}
	}
	t.Skip("there is no Python with NumPy")
	return ""
}

// The tests of the Python package pass with the library; they compare states with those of runs, byte by byte.
func TestPython(t *testing.T) {
	name, at := python(t), library(t, false)
	runs := t.TempDir()
	ran(t, runs, fiveScenes...)
	crawler := must.Get(play.OpenRecord(t.Context(), filepath.Join(runs, "crawler"), play.Opening{}))(t)
	defer crawler.Close()
	surface := play.Showing{Look: draw.Look{Show: draw.Surface}}
	_, _, err := surface.WriteMoving(t.Context(), filepath.Join(runs, "crawler.glb"), crawler, 0, 0)
	must.Do(t, err)
	modules := must.Get(filepath.Abs("../python"))(t)
	environment := append(os.Environ(), "PYTHONPATH="+modules, "HOOKE_LIBRARY="+filepath.Join(at, "libhooke.so"))
	tests := must.Get(filepath.Glob("../python/tests/test_*.py"))(t)
	must.Hold(t, len(tests) > 0, "there are no tests in Python")
	for _, test := range tests {
		command := exec.Command(name, "-B", test, runs)
		command.Env = environment
		out, err := command.CombinedOutput()
		must.Hold(t, err == nil, "%s: %v\n%s", test, err, out)
		t.Logf("%s: %s", test, out)
	}

	if exec.Command(name, "-c", "import matplotlib, gymnasium").Run() != nil {
		t.Log("docs/python.md is not run: this Python lacks matplotlib, by which it plots, or gymnasium, by which robots learn")
		return
	}
	page := exec.Command(name, "-B", "-c", strings.Join(blocks(t, "../docs/python.md", "python"), ""))
	page.Env, page.Dir = append(environment, "MPLBACKEND=Agg"), t.TempDir()
	out, err := page.CombinedOutput()
	must.Hold(t, err == nil && strings.Contains(string(out), "kinetic") && strings.Contains(string(out), "it went"), "docs/python.md: %v\n%s", err, out)
	picture := must.Get(os.Stat(filepath.Join(page.Dir, "robot.png")))(t)
	html := must.Get(os.Stat(filepath.Join(page.Dir, "best.html")))(t)
	must.Hold(t, picture.Size() > 10_000 && html.Size() > 30_000, "docs/python.md: its picture has %d bytes, and its page %d", picture.Size(), html.Size())
}

// blocks returns the blocks of code of a language in a page; there is one at least.
func blocks(t *testing.T, page, language string) (list []string) {
	t.Helper()
	text := string(must.Get(os.ReadFile(page))(t))
	for _, part := range regexp.MustCompile("(?s)\n```"+language+"\n(.*?)```\n").FindAllStringSubmatch(text, -1) {
		list = append(list, part[1])
	}
	must.Hold(t, len(list) > 0, "%s has no block of %s", page, language)
	return list
}
