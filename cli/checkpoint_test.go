package cli

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hooke/cpu"
	"hooke/cpuref"
	"hooke/engine"
	"hooke/gpu"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/run"
	"hooke/scene"
	"hooke/scene/open"
)

// checkpointCases are runs with every kind of state that an engine keeps: a
// robot with smoothed muscles, a damped lattice, and loads, guides, wind and
// muscles together.
func checkpointCases(t *testing.T, integrator model.Integrator) map[string]*scene.Scene {
	t.Helper()
	open := func(name string, o scene.Options) *scene.Scene {
		o.Integrator = integrator
		return must.Get(open.Scene(name, o))(t)
	}
	walker := open("walker", scene.Options{})
	for i := range walker.Params.Actuators {
		walker.Params.Actuators[i].HalfLife = 0.02
	}
	lattice := open("lattice", scene.Options{Springs: 500, DampingRatio: 0.2, DragHalfLife: 0.5})
	loads := open("../examples/loads.toml", scene.Options{})
	m, p := loads.Model, &loads.Params
	last := uint32(m.MassCount())
	m.Triangles = [][3]uint32{{last - 1, last - 2, last - 3}, {last - 4, last - 6, last - 5}} // which the wind blows on
	m.ActuatorOf = make([]uint16, m.SpringCount())
	for s := range m.ActuatorOf {
		m.ActuatorOf[s] = uint16(s % 3) // 0: none
	}
	p.Actuators = []model.Actuator{{Amplitude: 0.1, Frequency: 3, HalfLife: 0.03}, {Amplitude: 0.05, Frequency: 5, Wave: model.Square, HalfLife: 0.01}}
	p.Wind = model.Wind{Velocity: model.Vec3{2, 1, 0}, Drag: 1.2, Lift: 0.4, Gust: 0.3, GustTime: 0.02, Seed: 3}
	if integrator == model.ExplicitEuler {
		for _, s := range []*scene.Scene{walker, lattice, loads} {
			s.Params.DT /= 10 // for which no step is safe
		}
	}
	cases := map[string]*scene.Scene{"loads": loads}
	if integrator == model.SymplecticEuler || integrator == model.VelocityVerlet {
		cases["walker"], cases["lattice"] = walker, lattice
	}
	return cases
}

// elsewhere is a state of the same structure at another place and time.
func elsewhere(s *model.State) *model.State {
	out := &model.State{Step: 3, Time: 0.125, Velocity: slices.Clone(s.Velocity)}
	for _, x := range s.Position {
		out.Position = append(out.Position, x.Add(model.Vec3{0.25, 0, 0.5}))
	}
	return out
}

// withLedger is a scene whose run keeps an account of energy.
func withLedger(s *scene.Scene) *scene.Scene {
	out := *s
	out.Params = s.Params.Clone()
	out.Params.Ledger = true
	return &out
}

// stepped steps an engine in parts of many sizes, as the clock would choose
// them.
func stepped(t *testing.T, e model.Engine, steps int) {
	t.Helper()
	for part := 1; steps > 0; part = part*3%101 + 1 {
		n := min(part, steps)
		must.Do(t, e.Step(n))
		must.Do(t, e.Finish())
		steps -= n
	}
}

func saved(t *testing.T, e model.Engine) *model.Checkpoint {
	t.Helper()
	var c model.Checkpoint
	must.Do(t, e.(model.Checkpointer).Save(&c))
	return &c
}

// sameEnd is an error when two engines do not stand at the same place to the
// last bit, in words, drives and time.
func sameEnd(a, b *model.Checkpoint) error {
	if a.Step != b.Step || a.Time != b.Time || a.Drives.Time != b.Drives.Time || !slices.Equal(a.Drives.Smooth, b.Drives.Smooth) {
		return fmt.Errorf("at step %d, %v s, drives %v, and at step %d, %v s, drives %v", a.Step, a.Time, a.Drives, b.Step, b.Time, b.Drives)
	}
	if a.Caught != b.Caught {
		return fmt.Errorf("%+v and %+v are caught", a.Caught, b.Caught)
	}
	if !slices.Equal(a.Ledger, b.Ledger) {
		return fmt.Errorf("the account is %v and %v", a.Ledger, b.Ledger)
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
// parts the steps are asked for. In the short form the engine gpu has the loads alone, with two
// integrators.
func TestResumedRunsAreBitIdentical(t *testing.T) {
	needsGL(t)
	d := must.Open(engine.OpenDevice(engine.Listener{}))(t)
	type maker func(s *scene.Scene) (model.Engine, error)
	engines := map[string]maker{
		"cpu":    func(s *scene.Scene) (model.Engine, error) { return cpu.New(s.Model, s.Params, cpu.Options{Threads: 2}) },
		"cpuref": func(s *scene.Scene) (model.Engine, error) { return cpuref.New(s.Model, s.Params) },
	}
	engines["cpuref with ledger"] = func(s *scene.Scene) (model.Engine, error) { return engines["cpuref"](withLedger(s)) }
	for what, o := range map[string]gpu.Options{
		"two-pass": {}, "fused": {Pipeline: gpu.Fused}, "keeping": {Pipeline: gpu.Fused, KeepLastGood: true, Drawing: true},
		"two-pass, double": {Precision: gpu.Double}, "fused, double": {Pipeline: gpu.Fused, Precision: gpu.Double}, "fused, compensated": {Pipeline: gpu.Fused, Precision: gpu.Compensated},
	} {
		engines["gpu "+what] = func(s *scene.Scene) (model.Engine, error) {
			p := s.Params
			if o.Precision != gpu.Single {
				p = modeltest.InAnyPrecision(p)
			}
			return gpu.New(d.GL, s.Model, p, o)
		}
	}
	path := t.TempDir() + "/checkpoint.hooke"
	half := must.Sized(70, 500) // with 128 rows of signals, the second half of 70 ends in another batch
	for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.RK4, model.ExplicitEuler} {
		for name, s := range checkpointCases(t, integrator) {
			for engine, make := range engines {
				what := fmt.Sprintf("%s, %s, %v", name, engine, integrator)
				if engine == "cpu" && name == "loads" {
					continue // not a part of it, as other integrators are not
				}
				if integrator != model.SymplecticEuler && name != "loads" && engine != "cpu" || integrator != model.SymplecticEuler && strings.Contains(engine, ",") || integrator == model.ExplicitEuler && strings.Contains(engine, "-") {
					continue // to be quick: those are judged with the others
				}
				if strings.HasPrefix(engine, "gpu ") && !must.Long() && (name != "loads" || integrator == model.SymplecticEuler && engine != "gpu keeping" || integrator == model.VelocityVerlet && engine != "gpu fused" || integrator > model.VelocityVerlet) {
					continue // package gpu has checkpoints of the others
				}
				resumesBitIdentically(t, what, func() (model.Engine, error) { return make(s) }, s.Start, path, half, name != "lattice")
			}
		}
	}
}

// resumesBitIdentically runs an engine to the end, and another one from a
// checkpoint in the middle; works says that something does work on the structure.
func resumesBitIdentically(t *testing.T, what string, make func() (model.Engine, error), start *model.State, path string, half int, works bool) {
	t.Helper()
	fresh := func() model.Engine {
		e, err := make()
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		t.Cleanup(e.Close)
		must.Do(t, e.Reset(start))
		return e
	}
	whole := fresh()
	stepped(t, whole, half)
	must.Do(t, run.WriteCheckpoint(path, &run.CheckpointFile{Run: []byte("{}"), State: *saved(t, whole)}))
	stepped(t, whole, half+1)
	if keeper, ok := whole.(model.LedgerKeeper); ok && strings.Contains(what, "ledger") {
		if l, err := keeper.Ledger(); err != nil || l.Dissipated() <= 0 || l.Work() == 0 && works {
			t.Errorf("%s: the account is %+v, %v: too little to prove anything", what, l, err)
		}
	}

	c := must.Get(run.ReadCheckpoint(path))(t)
	second := fresh()
	if err := second.Step(half); err != nil { // at once, without a request for a checkpoint
		t.Fatal(err)
	}
	must.Be(t, sameEnd(saved(t, second), &c.State), nil, "%s: in other parts", what)
	if err := second.Reset(elsewhere(start)); err != nil { // its earlier steps do not matter
		t.Fatal(err)
	}
	stepped(t, second, 3)
	if err := second.(model.Checkpointer).Restore(&c.State); err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	stepped(t, second, half+1)
	must.Be(t, sameEnd(saved(t, whole), saved(t, second)), nil, "%s", what)
	if counter, ok := second.(interface{ StepsRun() (int64, error) }); ok {
		if ran, err := counter.StepsRun(); err != nil || ran != int64(half+1) {
			t.Errorf("%s: %d steps counted since the checkpoint, %v; want %d", what, ran, err, half+1)
		}
	}
	if keeper, ok := whole.(model.LedgerKeeper); ok && strings.Contains(what, "ledger") {
		one, err := keeper.Ledger()
		other, otherErr := second.(model.LedgerKeeper).Ledger()
		if err != nil || otherErr != nil || one != other {
			t.Errorf("%s: the account of the resumed run is %+v, %v; want %+v, %v", what, other, otherErr, one, err)
		}
	}
	// Negative control: a bit in some words is seen.
	for i := range 12 {
		c.State.Words[0].Data[i] ^= 1 << 20
	}
	must.Do(t, second.(model.Checkpointer).Restore(&c.State))
	stepped(t, second, half+1)
	must.Hold(t, sameEnd(saved(t, whole), saved(t, second)) != nil, "%s: a changed word is not seen", what)
}
