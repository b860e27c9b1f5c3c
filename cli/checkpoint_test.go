package cli

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"hooke/cpu"
	"hooke/cpuref"
	"hooke/export"
	"hooke/gpu"
	"hooke/model"
	"hooke/scene"
)

// checkpointCases are runs with every kind of state that an engine keeps: a
// robot with smoothed muscles, and a damped lattice.
func checkpointCases(t *testing.T, integrator model.Integrator) map[string]*scene.Scene {
	t.Helper()
	open := func(name string, o scene.Options) *scene.Scene {
		o.Integrator = integrator
		s, err := scene.Open(name, o)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	walker := open("walker", scene.Options{})
	for i := range walker.Params.Actuators {
		walker.Params.Actuators[i].HalfLife = 0.02
	}
	lattice := open("lattice", scene.Options{Springs: 500, DampingRatio: 0.2, DragHalfLife: 0.5})
	return map[string]*scene.Scene{"walker": walker, "lattice": lattice}
}

// stepped steps an engine in parts of many sizes, as the clock would choose
// them.
func stepped(t *testing.T, e model.Engine, steps int) {
	t.Helper()
	for part := 1; steps > 0; part = part*3%101 + 1 {
		n := min(part, steps)
		if err := e.Step(n); err != nil {
			t.Fatal(err)
		}
		if err := e.Finish(); err != nil {
			t.Fatal(err)
		}
		steps -= n
	}
}

func saved(t *testing.T, e model.Engine) *model.Checkpoint {
	t.Helper()
	var c model.Checkpoint
	if err := e.(model.Checkpointer).Save(&c); err != nil {
		t.Fatal(err)
	}
	return &c
}

// sameEnd is an error when two engines do not stand at the same place to the
// last bit, in words, drives and time.
func sameEnd(a, b *model.Checkpoint) error {
	if a.Step != b.Step || a.Time != b.Time || a.Drives.Time != b.Drives.Time || !slices.Equal(a.Drives.Smooth, b.Drives.Smooth) {
		return fmt.Errorf("at step %d, %v s, drives %v, and at step %d, %v s, drives %v", a.Step, a.Time, a.Drives, b.Step, b.Time, b.Drives)
	}
	for i := range a.Words {
		for at, word := range a.Words[i].Data {
			if word != b.Words[i].Data[at] {
				return fmt.Errorf("word %d of %q is %08x and %08x", at, a.Words[i].Name, word, b.Words[i].Data[at])
			}
		}
	}
	return nil
}

// For every engine, precision and integrator: a run is half of it, a checkpoint
// through a file, and the rest in a new engine, to the last bit, in whatever
// parts the steps are asked for.
func TestResumedRunsAreBitIdentical(t *testing.T) {
	needsGL(t)
	d, err := openDevice()
	if err != nil {
		t.Fatal(err)
	}
	defer d.close()
	type maker func(s *scene.Scene) (model.Engine, error)
	engines := map[string]maker{
		"cpu":    func(s *scene.Scene) (model.Engine, error) { return cpu.New(s.Model, s.Params, cpu.Options{Threads: 2}) },
		"cpuref": func(s *scene.Scene) (model.Engine, error) { return cpuref.New(s.Model, s.Params) },
	}
	for _, precision := range gpu.Precisions() {
		engines["gpu "+precision.String()] = func(s *scene.Scene) (model.Engine, error) {
			return gpu.New(d.gl, s.Model, s.Params, gpu.Options{Precision: precision})
		}
	}
	path := t.TempDir() + "/checkpoint.hooke"
	half := 70 // with 128 rows of signals, the second half ends in another batch
	if os.Getenv("HOOKE_LONG") != "" {
		half = 500
	}
	for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.RK4} {
		for name, s := range checkpointCases(t, integrator) {
			for engine, make := range engines {
				what := fmt.Sprintf("%s, %s, %v", name, engine, integrator)
				fresh := func() model.Engine {
					e, err := make(s)
					if err != nil {
						t.Fatalf("%s: %v", what, err)
					}
					t.Cleanup(e.Close)
					if err := e.Reset(s.Start); err != nil {
						t.Fatal(err)
					}
					return e
				}
				if engine == "cpu" && integrator != model.SymplecticEuler {
					continue // not a part of it
				}
				whole := fresh()
				stepped(t, whole, 2*half+1)

				first := fresh()
				if err := first.Step(half); err != nil {
					t.Fatal(err)
				}
				if err := export.WriteCheckpoint(path, &export.Checkpoint{Run: []byte("{}"), State: *saved(t, first)}); err != nil {
					t.Fatal(err)
				}
				c, err := export.ReadCheckpoint(path)
				if err != nil {
					t.Fatal(err)
				}
				second := fresh()
				stepped(t, second, 7) // what it did before does not matter
				if err := second.(model.Checkpointer).Restore(&c.State); err != nil {
					t.Fatalf("%s: %v", what, err)
				}
				stepped(t, second, half+1)
				if err := sameEnd(saved(t, whole), saved(t, second)); err != nil {
					t.Errorf("%s: %v", what, err)
				}
				if counter, ok := second.(interface{ StepsRun() (int64, error) }); ok {
					if ran, err := counter.StepsRun(); err != nil || ran != int64(half+1) {
						t.Errorf("%s: %d steps counted since the checkpoint, %v; want %d", what, ran, err, half+1)
					}
				}
				// Negative control: a bit in some words is seen.
				for i := range 12 {
					c.State.Words[0].Data[i] ^= 1 << 20
				}
				if err := second.(model.Checkpointer).Restore(&c.State); err != nil {
					t.Fatal(err)
				}
				stepped(t, second, half+1)
				if sameEnd(saved(t, whole), saved(t, second)) == nil {
					t.Errorf("%s: a changed word is not seen", what)
				}
			}
		}
	}
}
