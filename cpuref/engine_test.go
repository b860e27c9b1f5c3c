package cpuref

import (
	"errors"
	"fmt"
	"math"
	"os"
	"testing"

	"hooke/machine/memory/memorytest"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
)

func TestNewChoosesTheStep(t *testing.T) {
	m := modeltest.Cube(0)
	p := model.Params{Contacts: []model.Contact{model.Ground(0, 1e6, 0)}}
	e := must.Get(New(m, p))(t)
	if got, want := e.Params().DT, physics.AutoStep(m, p); got != want {
		t.Errorf("dt is %g s, want %g", got, want)
	}
}

func TestEngineKeepsTime(t *testing.T) {
	m := modeltest.Single(1, model.Vec3{})
	e := must.Get(New(m, model.Params{DT: 0.1}))(t)
	if err := e.Step(0); err != nil || e.State().Step != 0 {
		t.Errorf("zero steps: step %d, %v", e.State().Step, err)
	}
	for range 10 {
		must.Do(t, e.Step(100))
	}
	if s := e.State(); s.Step != 1000 || s.Time != 0.1*1000 {
		t.Errorf("step %d at %.17g s, want 1000 at exactly 100 s", s.Step, s.Time)
	}

	// A state from elsewhere keeps its own clock.
	start := m.Start()
	start.Step, start.Time = 50, 7
	modeltest.StepFrom(t, e, start, 10)
	var got model.Snapshot
	if err := e.Read(&got); err != nil || got.Step != 60 || got.Time != 8 {
		t.Errorf("step %d at %g s, want 60 at 8 s; %v", got.Step, got.Time, err)
	}
}

func TestResetCopies(t *testing.T) {
	m := modeltest.Single(1, model.Vec3{})
	e := must.Get(New(m, model.Params{DT: 1}))(t)
	start := m.Start()
	start.Velocity[0] = model.Vec3{1, 0, 0}
	modeltest.StepFrom(t, e, start, 1)
	if start.Position[0] != (model.Vec3{}) || m.RestPosition[0] != (model.Vec3{}) {
		t.Error("stepping changed the state or the model that was handed in")
	}
	kept := e.State().Clone()
	must.Do(t, e.Step(1))
	if kept.Position[0] != (model.Vec3{1, 0, 0}) || e.State().Position[0] != (model.Vec3{2, 0, 0}) {
		t.Errorf("clone at %v, engine at %v, want 1 and 2 m", kept.Position[0], e.State().Position[0])
	}
	start.Position = nil
	if err := e.Reset(start); err == nil {
		t.Error("a state without positions is accepted")
	}
}

// Masses 1 and 2 of four fly off the numbers in step 3, mass 3 in step 4.
func TestDivergenceNamesStepAndMass(t *testing.T) {
	b := modeltest.NewBuilder("diverging")
	for i := range 4 {
		b.Mass(1, model.Vec3{float64(i), 0, 0}, 0)
	}
	b.Spring(0, 1, 1, model.Removed) // named all the same, and exerts no force
	e := must.Get(New(&b.Model, model.Params{DT: 1}))(t)
	start := b.Model.Start()
	start.Velocity[1] = model.Vec3{0, math.MaxFloat64 / 2.5, 0}
	start.Velocity[2] = model.Vec3{math.MaxFloat64 / 2.5, 0, 0}
	start.Velocity[3] = model.Vec3{0, 0, math.MaxFloat64 / 3.5} // in step 4
	must.Do(t, e.Reset(start))
	if err := errors.Join(e.Step(2), e.Finish()); err != nil {
		t.Fatalf("diverged before it did: %v", err)
	}
	must.Do(t, e.Step(5))
	var diverged *physics.DivergedError
	if err := e.Finish(); !errors.As(err, &diverged) {
		t.Fatalf("error is %v, want a divergence", err)
	}
	if diverged.Step != 3 || diverged.Mass != 1 || diverged.Count != 2 || fmt.Sprint(diverged.Springs) != "[0]" {
		t.Errorf("got %+v, want step 3, mass 1 of two, spring 0", diverged)
	}
	must.Be(t, e.State().Step, 3, "the state went on to step")
	must.Be(t, errors.Join(e.Reset(b.Model.Start()), e.Step(1), e.Finish()), nil, "after reset")
}

// A step far above the safe one ends in an error that says so.
func TestDivergenceNamesTheCause(t *testing.T) {
	m := modeltest.Cube(0)
	e := must.Get(New(m, model.Params{DT: 50 * physics.SafeStep(m, model.Params{})}))(t)
	start := m.Start()
	start.Position[0][0] -= 0.01
	must.Do(t, errors.Join(e.Reset(start), e.Step(10000)))
	must.Say(t, "", e.Finish(), "above the safe step")
}

func TestStepAllocatesNothing(t *testing.T) {
	m := modeltest.Lattice(4, 100, 0.1, true)
	e := must.Get(New(m, model.Params{Gravity: model.EarthGravity(), DragHalfLife: 1, Contacts: []model.Contact{model.Ground(0, 100, 0).WithFriction(0.6, 0.5)}}))(t)
	must.Be(t, memorytest.Allocations(20, func() { _ = e.Step(3) }), 0, "allocations of Step")
}

func TestDescribe(t *testing.T) {
	e := must.Get(New(modeltest.Single(1, model.Vec3{}), model.Params{}))(t)
	if d := e.Describe(); d.Engine != "cpuref" || d.Pipeline != "serial" || d.Precision != "double" || d.Renderer == "" {
		t.Errorf("described as %+v", d)
	}
}

// BenchmarkStep reports spring-updates per second on a lattice with 13 springs
// per mass.
func BenchmarkStep(b *testing.B) {
	for _, n := range []int{17, 43} {
		m := modeltest.Lattice(n, 100, 0, true)
		e := must.Get(New(m, model.Params{DT: 5e-5, Gravity: model.EarthGravity()}))(b)
		b.Run(fmt.Sprintf("%d springs", m.SpringCount()), func(b *testing.B) {
			for b.Loop() {
				must.Do(b, e.Step(1))
			}
			b.ReportMetric(float64(b.N)*float64(m.SpringCount())/b.Elapsed().Seconds()/1e6, "Mspring/s")
		})
	}
}

// longTests says whether the long tests are wanted: "make test-long" sets
// HOOKE_LONG.
func longTests() bool { return os.Getenv("HOOKE_LONG") != "" }
