package toml

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/cpuref"
	"hooke/must"
	"hooke/physics"
	"hooke/scene"
	"hooke/scene/toml/parse"
)

// block27 is a [[mesh]] that nothing is wrong with.
const block27 = "[[mesh]]\nmake = \"lattice\"\nmasses = 3\nspacing = 0.1\nstiffness = 100\n"

// addScenes seeds a fuzz target with a lattice and the scene files of the examples.
func addScenes(f *testing.F) {
	f.Helper()
	f.Add([]byte(block27))
	files, err := filepath.Glob("../../examples/*.toml")
	if err != nil || len(files) < 4 {
		f.Fatalf("%d examples, %v", len(files), err)
	}
	for _, name := range files {
		text := must.Get(os.ReadFile(name))(f)
		f.Add(text)
	}
}

// FuzzSceneBuilt builds every scene file that is found right, and steps it once: it
// ends in a valid structure whose state is finite, in a divergence that is told, or in
// faults with their lines.
func FuzzSceneBuilt(f *testing.F) {
	addScenes(f)
	for _, text := range []string{
		"[[mesh]]\nmake = \"rope\"\nmasses = 5\nlength = 1\nspan = 1\nstiffness = 1e3\n[[pin]]\nmass = 0\n[[force]]\ngroup = \"all\"\nforce = [0, 0, 1]\n",
		"[[mesh]]\nmake = \"cloth\"\nmasses = 4\nspacing = 0.1\nstiffness = 10\n[wind]\nvelocity = [1, 2, 3]\n[[contact]]\nshape = \"sphere\"\nradius = 0.1\nat = [0, 0, -1]\n",
		"[[mesh]]\nmake = \"solid\"\ncells = 2\nspacing = 0.1\nmodulus = 1e5\n[run]\ndt = 1e-4\nintegrator = \"rk4\"\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := NewSource(data, "s.toml").judged(Options{})
		if err != nil || !quick(file.File) {
			return
		}
		s, err := file.build("../../examples")
		if err != nil {
			must.Hold(t, s == nil, "a scene beside the error %v", err)
			return
		}
		if s.Model.MassCount() > 20000 {
			return
		}
		stepOnce(t, s)
	})
}

// quick says whether a scene is small enough to be built in every execution.
func quick(f *parse.File) bool {
	for _, t := range f.Tables {
		for _, key := range []string{"masses", "cells"} {
			if n, err := t.Sizes(key); err != nil || max(n[0], n[1], n[2]) > 12 {
				return false
			}
		}
		if t.Name == "mesh" && t.Text("file") != "" && (t.Whole("springs") == 0 || t.Whole("springs") > 2000 || t.Value("pitch") != nil) {
			return false
		}
		if t.Text("preset") != "" {
			return false
		}
	}
	return true
}

// stepOnce steps a built scene, and looks at the result.
func stepOnce(t *testing.T, s *scene.Scene) {
	t.Helper()
	if err := s.Model.Validate(); err != nil {
		t.Fatalf("built, and not valid: %v", err)
	}
	if err := s.Params.ValidateFor(s.Model); err != nil {
		t.Fatalf("built, and its parameters do not fit: %v", err)
	}
	e, err := cpuref.New(s.Model, s.Params)
	if err != nil {
		t.Fatalf("built, and the reference does not take it: %v", err)
	}
	if s.Start != nil {
		if err := e.Reset(s.Start); err != nil {
			t.Fatalf("built with a start that the reference does not take: %v", err)
		}
	}
	must.Do(t, e.Step(1))
	var diverged *physics.DivergedError
	if err := e.Finish(); err != nil && !errors.As(err, &diverged) {
		t.Fatalf("a step ends in %v", err)
	}
	if diverged != nil {
		return // told
	}
	state := e.State()
	for i := range state.Position {
		for axis := range 3 {
			x, v := state.Position[i][axis], state.Velocity[i][axis]
			if math.IsNaN(x) || math.IsInf(x, 0) || math.IsNaN(v) || math.IsInf(v, 0) {
				t.Fatalf("mass %d is at %v with velocity %v, and no divergence is told", i, state.Position[i], state.Velocity[i])
			}
		}
	}
}

// Whatever is written, parsing ends, without a panic and in bounded memory.
func FuzzSceneFile(f *testing.F) {
	addScenes(f)
	f.Add([]byte("a = " + strings.Repeat("[", 20000)))
	f.Add([]byte("a" + strings.Repeat(".a", 20000) + " = 1"))
	f.Add([]byte("[let]\na = 2\nb = \"-min($a, (3))/1e3\"\n[run]\ndt = \"$b*$a\"\ngravity = [0, \"$a\", 1]\n"))
	f.Add([]byte("[[group]]\nshape = \"list\"\nmasses = [{}, 1979-05-27, 0xffffffffffffffff]\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := NewSource(data, "s.toml").judged(Options{})
		if err != nil && len(err.Error()) > 32*(1<<12)+2*len(data) {
			t.Errorf("an error of %d bytes", len(err.Error()))
		}
		if err == nil && len(got.Tables) == 0 {
			t.Error("nothing read, and no fault")
		}
	})
}

// Neither a long line, nor many faults, nor a large file makes a long message.
func TestFaultsAreBounded(t *testing.T) {
	many := block27 + strings.Repeat("[[pins]]\n", 1000)
	_, err := NewSource([]byte(many), "s.toml").judged(Options{})
	if err == nil || strings.Count(err.Error(), "\n") != 3*32 || !strings.HasSuffix(err.Error(), "s.toml: and 968 more faults") {
		t.Errorf("1000 faults: %v", err)
	}
	_, err = NewSource([]byte("x"+strings.Repeat("y", 5000)+" = 1"), "s.toml").judged(Options{})
	must.Hold(t, err != nil && len(err.Error()) <= 600, "a long line: %v", err)
	_, err = NewSource(make([]byte, 1<<20+1), "s.toml").judged(Options{})
	must.Say(t, "a large file", err, "the file has 1048577 bytes; at most 1048576 are read")
}
