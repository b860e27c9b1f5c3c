package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"hooke/engine"
	"hooke/machine/panics"
	"hooke/must"
	"hooke/run"
	"hooke/run/play"
	"hooke/scene"
	"hooke/scene/open"
	"hooke/sim"
	"hooke/sim/robots"
)

// folder holds the library, for as long as the tests run.
var folder string

// library builds the library once for all tests and returns its folder. The build compiles all packages as code that may lie
// anywhere, which takes a minute, unless that was done for the tests (-buildmode=pie, as in continuous integration): in
// the short form it is left out otherwise, and so are all tests of it but a sample.
func library(t *testing.T, sample bool) string {
	t.Helper()
	if !must.Long() && !(sample && strings.Contains(os.Getenv("GOFLAGS"), "-buildmode=pie")) {
		t.Skip("HOOKE_LONG=1 (make test-python) builds the library; GOFLAGS=-buildmode=pie does so for a sample")
	}
	return must.Get(built())(t)
}

var built = sync.OnceValues(func() (string, error) {
	var err error
	if folder, err = os.MkdirTemp("", "libhooke-"); err != nil {
		return "", err
	}
	// Told to build a shared library, go compiles each use of C anew for its headers, which takes a minute. The linker alone makes
	// the same library of the same packages, but for the names of builds.
	mode, link := "-buildmode=pie", "-s -w -buildmode=c-shared"
	if must.Long() {
		mode, link = "-buildmode=c-shared", "-s -w"
	}
	out, err := exec.Command("go", "build", "-tags", "egl headless panics", mode, "-trimpath", "-buildvcs=false", "-ldflags", link, "-o", filepath.Join(folder, "libhooke.so"), ".").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return folder, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if folder != "" {
		os.RemoveAll(folder) // a remaining folder harms nothing
	}
	os.Exit(code)
}

// compiled compiles a program of C or C++ against the library, and returns its path.
func compiled(t *testing.T, source string, flags ...string) string {
	t.Helper()
	compiler, standard := "gcc", "-std=c99"
	if strings.HasSuffix(source, ".cpp") {
		compiler, standard = "g++", "-std=c++17"
	}
	if _, err := exec.LookPath(compiler); err != nil {
		t.Skipf("there is no %s", compiler)
	}
	at := library(t, strings.HasSuffix(source, "bits.c"))
	program := filepath.Join(t.TempDir(), "program")
	arguments := append([]string{standard, "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O1", "-g", "-I.", "-o", program, source}, flags...)
	out, err := exec.Command(compiler, append(arguments, "-L"+at, "-lhooke", "-Wl,-rpath,"+at)...).CombinedOutput()
	must.Hold(t, err == nil, "%s %s: %v\n%s", compiler, source, err, out)
	return program
}

// said runs a program, which must work, and returns its output.
func said(t *testing.T, program string, arguments ...string) string {
	t.Helper()
	out, err := exec.Command(program, arguments...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// The examples and the program of the page work under AddressSanitizer.
func TestExamples(t *testing.T) {
	out := t.TempDir()
	text := said(t, compiled(t, "examples/hello.c", "-fsanitize=address,undefined"), out)
	for _, want := range []string{" masses, 3 axes, moved: yes\n", "refused: positions has ", `refused: did you mean "walker"?`, "refused: this handle is NULL, or was closed\n"} {
		must.Hold(t, strings.Contains(text, want), "hello prints no %q:\n%s", want, text)
	}
	text = said(t, compiled(t, "examples/pendulum.cpp", "-fsanitize=address,undefined"))
	for _, want := range []string{"2 masses as in the closed form; velocity down\n", "refused: velocities has numbers of another type", "refused with code 2\n"} {
		must.Hold(t, strings.Contains(text, want), "pendulum prints no %q:\n%s", want, text)
	}
	text = said(t, compiled(t, "examples/ensemble.c", "-fsanitize=address,undefined"))
	for _, want := range []string{"3 members, 192 masses, 3 axes\n", "alike: 0 and 2 yes, 0 and 1 no\n", "member 1 begins anew: yes, member 0: no\n", "refused: \"gravity.x\" is not free",
		"refused: this handle is no single structure", "refused: this handle is no vector of environments"} {
		must.Hold(t, strings.Contains(text, want), "ensemble prints no %q:\n%s", want, text)
	}
	text = said(t, compiled(t, "examples/learn.cpp", "-fsanitize=address,undefined"))
	for _, want := range []string{"4 environments, 1 input, 3 numbers seen\n", "truncated in period 5\n", "two plays: equal\n", "refused: environments act and step by hk_env_step\n"} {
		must.Hold(t, strings.Contains(text, want), "learn prints no %q:\n%s", want, text)
	}
	jobs, more := t.TempDir(), t.TempDir()
	text = said(t, compiled(t, "examples/jobs.cpp", "-fsanitize=address,undefined"), more)
	for _, want := range []string{`waited: {"verb":"run","done":157,"of":157,`, "stopped: code 1: interrupted at step ", "moved from: code 2: this job is NULL, or was released\n", `never begun: code 2: options: "stepss" is none; did you mean "steps"?`,
		"failed: code 1: diverged at step ", "taken in no time: 1\n", "placed: yes\n", "pushed a page, then {; rendered: yes\n", "short velocities: give as many velocities", "no such axis: a view has no such axis\n",
		"an empty mask: code 2: ensemble: reset: a mask of 0 for 2 members", "no mask: code 2: the mask: 2 numbers at ", "left: its state is written\n"} {
		must.Hold(t, strings.Contains(text, want), "jobs prints no %q:\n%s", want, text)
	}
	text = said(t, compiled(t, "examples/job.c", "-fsanitize=address,undefined"), jobs)
	for _, want := range []string{`"verb":"run","done":157,"of":157,`, "refused: this job is NULL, or was released\n", `refused with code 2: options: "stepss" is none; did you mean "steps"?`, `drawn: {"verb":"render","done":1,"of":1,`, "stopped: interrupted at step "} {
		must.Hold(t, strings.Contains(text, want), "job prints no %q:\n%s", want, text)
	}

	written := filepath.Join(t.TempDir(), "page.c")
	must.Do(t, os.WriteFile(written, []byte(blocks(t, "../docs/c.md", "c")[0]), 0o600))
	text = said(t, compiled(t, written, "-fsanitize=address,undefined"))
	must.Hold(t, strings.HasPrefix(text, "mass 0 is at a height of 0."), "the program of docs/c.md prints\n%s", text)

	beside := t.TempDir()
	ran(t, beside, "walker")
	theirs := must.Get(os.ReadFile(filepath.Join(beside, "walker", run.FinalName)))(t)
	walker := must.Get(play.OpenRecord(t.Context(), filepath.Join(beside, "walker"), play.Opening{}))(t)
	defer walker.Close()
	_, _, err := new(play.Showing).WriteMoving(t.Context(), filepath.Join(beside, "walker.glb"), walker, 0, 0)
	must.Do(t, err)
	mesh, drawn := must.Get(os.ReadFile(filepath.Join(beside, "walker.glb")))(t), must.Get(os.ReadFile(filepath.Join(jobs, "walker.glb")))(t)
	must.Hold(t, bytes.Equal(mesh, drawn), "a mesh of the library and one of the program differ")
	for _, folder := range []string{out, jobs, more} {
		mine := must.Get(os.ReadFile(filepath.Join(folder, run.FinalName)))(t)
		must.Hold(t, bytes.Equal(mine, theirs), "final.npz of the library and of a run differ")
	}
}

// C and Python end five scenes in files that are those of hooke run, byte by byte; Python takes faults of the library, forks and
// closed structures for exceptions. TestPython runs its other tests.
func TestBits(t *testing.T) {
	program := compiled(t, "testdata/bits.c")
	mine, theirs := t.TempDir(), t.TempDir()
	ran(t, theirs, fiveScenes...)
	said(t, program, append([]string{mine}, fiveScenes...)...)
	for _, name := range fiveScenes {
		same := bytes.Equal(must.Get(os.ReadFile(filepath.Join(mine, name+".npz")))(t), must.Get(os.ReadFile(filepath.Join(theirs, name, run.FinalName)))(t))
		must.Hold(t, same, "%s: final.npz of the library and of a run differ", name)
	}

	lines := "import pathlib, sys; sys.path.insert(0, '../python/tests'); import test_sim, test_hazards; test_sim.test_bits(pathlib.Path(sys.argv[1])); " +
		"test_hazards.test_fork(); test_hazards.test_closed(); test_hazards.test_panics(); print('four passed')"
	command := exec.Command(python(t), "-B", "-c", lines, theirs)
	command.Env = append(os.Environ(), "PYTHONPATH=../python", "HOOKE_LIBRARY="+filepath.Join(library(t, true), "libhooke.so"))
	out, err := command.CombinedOutput()
	must.Hold(t, err == nil && strings.Contains(string(out), "four passed"), "%v\n%s", err, out)
}

// fiveScenes are scenes whose ends are compared.
var fiveScenes = []string{"walker", "cube", "rope", "crawler", "cloth"}

// ran runs scenes into folders of their names, 157 steps each, as hooke run does.
func ran(t *testing.T, folder string, scenes ...string) {
	t.Helper()
	for _, name := range scenes {
		choices := scene.Options{Lone: true} // as the program opens it
		s := must.Get(open.Scene(name, choices))(t)
		r := must.Open(run.New(s, run.Options{Folder: filepath.Join(folder, name), Steps: 157, Engine: engine.CPU, Program: program(), Choices: choices}))(t)
		must.Get(r.Go(t.Context()))(t)
	}
}

// One handle in two threads, calls after a fork, and a thousand structures opened and closed end well.
func TestHazards(t *testing.T) {
	text := said(t, compiled(t, "testdata/hazards.c", "-D_GNU_SOURCE", "-pthread"))
	must.Hold(t, strings.Contains(text, "busy: another thread is in a call with this handle") && strings.Contains(text, "forked: refused\n"), "hazards prints\n%s", text)
	grew := -1
	if _, after, ok := strings.Cut(text, "grew "); ok {
		fmt.Sscan(after, &grew)
	}
	must.Hold(t, strings.Contains(text, "grew ") && grew < 1024, "1,000 structures leave %d kB", grew)
	t.Logf("1,000 structures leave %d kB", grew)
}

// The page on the library names every quantity.
func TestPageNamesQuantities(t *testing.T) {
	page := string(must.Get(os.ReadFile("../docs/c.md"))(t))
	names := slices.Collect(maps.Keys(robots.Quantities()))
	for _, q := range sim.Quantities() {
		names = append(names, q.Name)
	}
	for _, name := range names {
		must.Hold(t, strings.Contains(page, "`"+name+"`"), "docs/c.md does not name %s", name)
	}
}

// A panic in a call is an error with a code of its own, and the next call works.
func TestPanicIsAnError(t *testing.T) {
	handles.of[1<<40] = &handle{}
	defer delete(handles.of, 1<<40)
	for range 2 {
		must.Be(t, int(withAny(1<<40, nil, func(h *handle) error { return h.object.Finish() })), 5, "code of a panic")
	}
	err := panics.Guard(func() error { panic("a reason") })
	must.Say(t, "guard", err, "a fault of hooke: a reason")
}

// A handle that a call is in refuses a second one.
func TestBusy(t *testing.T) {
	h := &handle{}
	handles.of[1<<40] = h
	defer delete(handles.of, 1<<40)
	code := withAny(1<<40, nil, func(*handle) error {
		must.Be(t, int(withAny(1<<40, nil, func(*handle) error { return nil })), 3, "code of a second call")
		return nil
	})
	must.Be(t, int(code), 0, "code of the first call")
	must.Be(t, int(with(1<<40, nil, func(*handle) error { return nil })), 2, "code of a call for a structure, of another handle")
}
