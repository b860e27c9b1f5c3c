package sim_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"hooke/engine"
	"hooke/files/npy"
	"hooke/model"
	"hooke/run"
	"hooke/scene"
	"hooke/scene/open"
	"hooke/sim"
)

// opened opens a scene with options as JSON.
func opened(t *testing.T, name, options string) *sim.Sim {
	t.Helper()
	o, err := sim.ParseOptions([]byte(options))
	if err != nil {
		t.Fatal(err)
	}
	s, err := sim.Open(name, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func read[T any](t *testing.T, s *sim.Sim, name string) []T {
	t.Helper()
	a, err := s.Shape(name)
	if err != nil {
		t.Fatal(err)
	}
	out := make([]T, a.Count())
	if err := s.Read(name, out); err != nil {
		t.Fatal(err)
	}
	return out
}

// A structure that a caller steps, in pieces of any length, ends in the bytes of final.npz that hooke run
// writes.
func TestSameBytesAsRun(t *testing.T) {
	for _, name := range []string{"walker", "cube", "rope", "crawler"} {
		const steps = 157
		choices := scene.Options{Lone: true} // as the program opens it
		s, err := open.Scene(name, choices)
		if err != nil {
			t.Fatal(err)
		}
		folder := t.TempDir()
		r, err := run.New(s, run.Options{Folder: folder, Steps: steps, Engine: engine.CPU, Choices: choices})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Go(t.Context()); err != nil {
			t.Fatal(err)
		}
		r.Close()
		want, err := os.ReadFile(filepath.Join(folder, run.FinalName))
		if err != nil {
			t.Fatal(err)
		}
		mine := opened(t, name, `{"engine": "cpu"}`)
		final := func(n int64) []byte {
			for n > 0 {
				done, err := mine.StepFor(n, time.Microsecond)
				if err != nil {
					t.Fatal(err)
				}
				n -= done
			}
			path := filepath.Join(t.TempDir(), "mine.npz")
			if err := mine.Save(path); err != nil {
				t.Fatal(err)
			}
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			return data
		}
		if !bytes.Equal(final(steps), want) {
			t.Errorf("%s: not the bytes of hooke run", name)
		}
		if bytes.Equal(final(1), want) {
			t.Errorf("%s: a step more changes nothing", name)
		}
	}
}

// Every quantity can be read, into a slice of its shape and of no other.
func TestQuantities(t *testing.T) {
	s := opened(t, "crawler", `{"engine": "cpu", "energy": true}`)
	if err := s.Step(10); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, q := range sim.Quantities() {
		if seen[q.Name] {
			t.Errorf("two quantities are named %s", q.Name)
		}
		seen[q.Name] = true
		a, err := s.Shape(q.Name)
		if err != nil {
			t.Fatal(err)
		}
		make := map[sim.Type]func(n int64) any{
			sim.Float32: func(n int64) any { return make([]float32, n) }, sim.Float64: func(n int64) any { return make([]float64, n) },
			sim.Int64: func(n int64) any { return make([]int64, n) }, sim.Uint32: func(n int64) any { return make([]uint32, n) },
			sim.Uint8: func(n int64) any { return make([]uint8, n) }}[a.Type]
		if err := s.Read(q.Name, make(a.Count())); err != nil {
			t.Errorf("%s: %v", q.Name, err)
		}
		if err := s.Read(q.Name, make(a.Count()+1)); err == nil || !strings.Contains(err.Error(), "room for") {
			t.Errorf("%s into too long a slice: %v", q.Name, err)
		}
		if err := s.Read(q.Name, []string{}); err == nil {
			t.Errorf("%s was read into texts", q.Name)
		}
	}
	if got := read[int64](t, s, "step")[0]; got != 10 {
		t.Errorf("step is %d", got)
	}
	if err := s.Read("position", []float32{}); err == nil || !strings.Contains(err.Error(), `did you mean "positions"`) {
		t.Errorf("position: %v", err)
	}
	s.Close()
	if err := s.Read("positions", []float32{}); !errors.Is(err, sim.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}

// A mass on a spring, of arrays: it swings with the frequency of its numbers, and the structure reads back as
// it was given.
func TestArrays(t *testing.T) {
	const k, m, steps = 40., 0.5, 500
	arrays := []npy.Array{
		npy.Numbers("positions", []float64{0, 0, 1, 0, 0, 0.5}, 2, 3), npy.Numbers("ends", []uint32{0, 1}, 1, 2),
		npy.Numbers("masses", []float64{1, m}, 2), npy.Numbers("stiffness", []float64{k}, 1), npy.Numbers("pinned", []float64{1, 0}, 2),
	}
	o, err := sim.ParseOptions([]byte(`{"engine": "cpu", "precision": "double", "dt": 1e-4}`))
	if err != nil {
		t.Fatal(err)
	}
	s, err := sim.OpenArrays("pendulum", arrays, o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if got := read[float64](t, s, "stiffness"); !slices.Equal(got, []float64{k}) {
		t.Errorf("stiffness %v", got)
	}
	if got := read[uint8](t, s, "pinned"); !slices.Equal(got, []uint8{1, 1, 1, 0, 0, 0}) {
		t.Errorf("pinned %v", got)
	}
	if err := s.Step(steps); err != nil {
		t.Fatal(err)
	}
	at := read[float64](t, s, "time")[0]
	want := 0.5 - 9.80665*m/k*(1-math.Cos(math.Sqrt(k/m)*at))
	if got := read[float64](t, s, "positions64")[5]; math.Abs(got-want) > 3e-5 || math.Abs(want-0.5) < 1e-3 {
		t.Errorf("at %g s the mass is at %.9f, want %.9f", at, got, want)
	}
	o.Gravity = &model.Vec3{}
	still, err := sim.OpenArrays("pendulum", arrays, o)
	if err != nil {
		t.Fatal(err)
	}
	defer still.Close()
	if err := still.Step(steps); err != nil {
		t.Fatal(err)
	}
	if got := read[float64](t, still, "positions64")[5]; got != 0.5 {
		t.Errorf("without gravity the mass is at %v", got)
	}
	arrays[1] = npy.Numbers("ends", []uint32{0, 7}, 1, 2)
	if _, err := sim.OpenArrays("pendulum", arrays, o); err == nil || !strings.Contains(err.Error(), "ends") || !sim.IsWrong(err) {
		t.Errorf("an end that is no mass: %v", err)
	}
}

// Options are judged by the flags of the program; errors name the wrong ones.
func TestOptions(t *testing.T) {
	o, err := sim.ParseOptions([]byte(`{"masses": [4, 5, 6], "engine": "cpuref", "damping_ratio": 0.1, "set": {"run.gravity": [0, 0, -1.6], "a": "x\"y"}}`))
	if err != nil || o.Scene.Size != [3]int{4, 5, 6} || o.Engine != "cpuref" || o.Scene.DampingRatio != 0.1 || o.Scene.Set != "run.gravity=[0, 0, -1.6]\na=\"x\\\"y\"" {
		t.Errorf("%+v, %v", o, err)
	}
	for text, want := range map[string]string{
		`{"engin": "cpu"}`: `did you mean "engine"`, `{"engine": "gp"}`: "gpu", `{"dt": -1}`: "dt", `{"dt": 1, "dt": 2}`: "twice", `[]`: "one JSON object",
		`{"dt": {}}`: "give a text", `{"dt": 1} x`: "follows", `{"dt": `: "dt", `{"energy": "perhaps"}`: "energy", `{"as": "cloth", "springs_from": "lines"}`: "springs-from",
		"{\"set\": {\"a\": null}}": "a", "{\"set\": [\"a=1\\nb=2\"]}": "one line",
	} {
		if _, err := sim.ParseOptions([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// No text of options makes the program fail otherwise than by an error, and one that is taken is JSON.
func FuzzParseOptions(f *testing.F) {
	for _, seed := range []string{`{"springs": "1M", "set": {"run.gravity": [0, 0, -1.6]}}`, `{"masses": [3]}`, "", "null", `{"set": ["a=1"]}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		_, err := sim.ParseOptions(text)
		if trimmed := bytes.TrimSpace(text); err == nil && len(trimmed) > 0 && !json.Valid(trimmed) {
			t.Errorf("%q was taken", text)
		}
	})
}

// A restored run is the one without the interruption, and a field that is set acts, and belongs to the
// checkpoint.
func TestRestoreAndSet(t *testing.T) {
	for _, name := range []string{engine.CPU, engine.CPURef} {
		s := opened(t, "walker", `{"engine": "`+name+`"}`)
		step := func(n int64) []float32 {
			t.Helper()
			if err := s.Step(n); err != nil {
				t.Fatal(err)
			}
			return read[float32](t, s, "positions")
		}
		step(50)
		file := filepath.Join(t.TempDir(), "half.hooke")
		if err := s.Save(file); err != nil {
			t.Fatal(err)
		}
		want := step(50)
		if err := s.Restore(file); err != nil {
			t.Fatal(err)
		}
		if got := step(50); !slices.Equal(got, want) {
			t.Errorf("%s: after a checkpoint the walker is elsewhere", name)
		}
		if again := opened(t, file, ""); read[int64](t, again, "step")[0] != 50 {
			t.Errorf("%s: opened from the checkpoint it is at another step", name)
		}
		if err := s.Restore(file); err != nil {
			t.Fatal(err)
		}
		if err := s.Field("gravity.z", []float64{0}); err != nil {
			t.Fatal(err)
		}
		if err := s.Field("actuator[*].frequency", []float64{1.5}); err != nil {
			t.Fatal(err)
		}
		if got := step(50); slices.Equal(got, want) {
			t.Errorf("%s: without gravity nothing changes", name)
		}
		if err := s.Restore(file); err == nil || !strings.Contains(err.Error(), "other parameters") {
			t.Errorf("%s: a checkpoint of other parameters: %v", name, err)
		}
		for path, want := range map[string]string{"material[*].stiffness": "option set", "force.factor": "force", "gravity.w": "gravity.z", "actuator[99].phase": "99"} {
			if err := s.Field(path, []float64{1}); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %q", path, err, want)
			}
		}
		if err := s.Reset(); err != nil {
			t.Fatal(err)
		}
		if got := read[int64](t, s, "step")[0]; got != 0 {
			t.Errorf("%s: reset to step %d", name, got)
		}
	}
}
