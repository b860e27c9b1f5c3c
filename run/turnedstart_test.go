package run_test

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hooke/engine"
	"hooke/files/npy"
	"hooke/must"
	"hooke/run"
	"hooke/scene"
	"hooke/scene/open"
)

// coil is the preset helix, small.
func coil(t *testing.T) *scene.Scene {
	t.Helper()
	return must.Get(open.Scene("helix", scene.Options{Size: [3]int{25}}))(t)
}

// A run of rods starts from where another one ended: with its orientations and spins, in float64
// with every bit, in float32 rounded.
func TestStartHasOrientations(t *testing.T) {
	for _, wide := range []bool{false, true} {
		folder, _ := goFar(t, engine.CPURef, coil(t), run.Options{Steps: 30, Float64: wide})
		path := filepath.Join(folder, "final.npz")
		arrays, s := arraysOf(t, path), coil(t)
		rest := s.Start.Clone()
		must.Do(t, run.StartFrom(s, path))
		number := func(name string, i int) float64 {
			if wide {
				return arrays[name].Data.([]float64)[i]
			}
			return float64(arrays[name].Data.([]float32)[i])
		}
		turned := 0.0
		for k, q := range s.Start.Orientation {
			for i, got := range []float64{q.W, q.V[0], q.V[1], q.V[2]} {
				if want := number("orientation", 4*k+i); math.Abs(got-want) > 1e-6 || wide && math.Abs(got-want) > 1e-15 {
					t.Fatalf("wide %v: segment %d is %v, want %v", wide, k, got, want)
				}
			}
			for i, got := range s.Start.AngularVelocity[k] {
				if want := number("angular_velocity", 3*k+i); got != want {
					t.Fatalf("wide %v: segment %d spins by %v, want %v", wide, k, got, want)
				}
			}
			turned = max(turned, math.Abs(q.W-rest.Orientation[k].W), s.Start.AngularVelocity[k].Len())
		}
		must.Hold(t, turned >= 1e-3, "segments have turned by %g: the test sees nothing", turned)
	}
}

// Bad orientations are refused by name, and nothing of the start changes.
func TestStartRefusesOrientations(t *testing.T) {
	s := coil(t)
	n, masses := s.Model.SegmentCount(), s.Model.MassCount()
	fit := make([]float32, 4*n)
	for k := range n {
		fit[4*k] = 1
	}
	bad := func(k int, q ...float32) []float32 {
		out := slices.Clone(fit)
		copy(out[4*k:], q)
		return out
	}
	spin := npy.Vectors("angular_velocity", make([][3]float32, n))
	turned := func(data any, shape ...int) npy.Array {
		return npy.Array{Name: "orientation", Data: data, Shape: shape}
	}
	for words, more := range map[string][]npy.Array{
		fmt.Sprintf("the structure has %d segments of rods", n):                                          {turned(fit[4:], n-1, 4), spin},
		"no array \"angular_velocity\"":                                                                  {turned(fit, n, 4)},
		"none \"orientation\"":                                                                           {spin},
		fmt.Sprintf("array \"orientation\" has the shape [%d 4]", n):                                     {turned(make([]int64, 4*n), n, 4), spin},
		fmt.Sprintf("array \"angular_velocity\" has the shape [%d 3]; the structure has %d seg", n-1, n): {turned(fit, n, 4), npy.Vectors("angular_velocity", make([][3]float32, n-1))},
		"segment 3:": {turned(bad(3, 0, 0, 0, 0), n, 4), spin},
		"segment 5:": {turned(bad(5, 1, float32(math.NaN()), 0, 0), n, 4), spin},
	} {
		path := filepath.Join(t.TempDir(), "bad.npz")
		all := append([]npy.Array{npy.Vectors("positions", make([][3]float32, masses)), npy.Vectors("velocities", make([][3]float32, masses))}, more...)
		must.Do(t, npy.WriteArchive(path, all...))
		before := s.Start
		if err := run.StartFrom(s, path); err == nil || !strings.Contains(err.Error(), words) || s.Start != before {
			t.Errorf("%v, want %q", err, words)
		}
	}
	plain := must.Get(open.Scene("rope", scene.Options{}))(t)
	path := filepath.Join(t.TempDir(), "rods.npz")
	masses = plain.Model.MassCount()
	must.Do(t, npy.WriteArchive(path, npy.Vectors("positions", make([][3]float32, masses)), npy.Vectors("velocities", make([][3]float32, masses)), turned(fit, n, 4), spin))
	must.Say(t, "rods for a rope without", run.StartFrom(plain, path), "the structure has 0 segments of rods")
}
