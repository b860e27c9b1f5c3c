package cpu

import (
	"errors"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
)

// Edges and triangles are pushed as in the reference, on any number of threads with the same
// bits; without their friction, or their pushes, the state is another one.
func TestSpans(t *testing.T) {
	for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet} {
		t.Run(integrator.String(), func(t *testing.T) { testSpans(t, integrator, modeltest.OnSpikes) })
		t.Run(integrator.String()+", colliding", func(t *testing.T) { testSpans(t, integrator, modeltest.CollidingOnSpikes) })
		t.Run(integrator.String()+", moving", func(t *testing.T) { testSpans(t, integrator, modeltest.OnMovingSpikes) })
		t.Run(integrator.String()+", per mass", func(t *testing.T) { testSpans(t, integrator, modeltest.OnSpikesPerMass) })
		t.Run(integrator.String()+", moving, per mass", func(t *testing.T) { testSpans(t, integrator, modeltest.OnMovingSpikesPerMass) })
	}
}

func testSpans(t *testing.T, integrator model.Integrator, build func() (*model.Model, model.Params, *model.State)) {
	const steps = 10
	m, p, s := build()
	p.Integrator = integrator
	run := func(p model.Params, threads int) *model.State {
		e, err := makeEngine[float32](m, p, Options{Threads: threads})
		must.Do(t, err)
		defer e.Close()
		must.Do(t, e.Reset(s))
		must.Do(t, e.Step(steps))
		must.Do(t, e.Finish())
		if made := e.pairs.made; made > 2 {
			t.Errorf("lists of pairs are made %d times in %d steps: friction of spans ages them no more than the way it moves masses", made, steps)
		}
		var got model.Snapshot
		must.Do(t, e.Read(&got))
		return got.State()
	}
	ref, err := cpuref.New(m, p)
	must.Do(t, err)
	must.Do(t, ref.Reset(s))
	must.Do(t, ref.Step(steps))
	off := func(got *model.State) (far float64) {
		for i, x := range ref.State().Position {
			far = max(far, got.Position[i].Sub(x).Len())
		}
		return far
	}
	one, three := run(p, 1), run(p, 3)
	for i := range one.Position {
		if one.Position[i] != three.Position[i] || one.Velocity[i] != three.Velocity[i] {
			t.Fatalf("mass %d differs between 1 and 3 threads", i)
		}
	}
	masses, smooth := p.Clone(), p.Clone()
	for k := range masses.Contacts {
		masses.Contacts[k].Touches = model.TouchMasses
		if smooth.Contacts[k].Touches > model.TouchMasses {
			smooth.Contacts[k] = smooth.Contacts[k].WithFriction(0, 0)
		}
	}
	if got := off(one); got > 1e-6 {
		t.Errorf("%g m from the reference", got)
	}
	still := p.Clone()
	for k := range still.Contacts {
		still.Contacts[k].Course = nil
	}
	if p.Moving() && off(run(still, 1)) < 1e-4 {
		t.Error("control: with contacts that stand still the state is the same")
	}
	apart := p.Clone()
	apart.Collision = model.Collision{}
	if p.Collision.Acts() && off(run(apart, 1)) < 1e-4 {
		t.Error("control: without collisions the state is the same")
	}
	if a, b := off(run(masses, 1)), off(run(smooth, 1)); a < 1e-4 || b < 1e-5 {
		t.Errorf("controls: without spans %g m off, without friction %g m", a, b)
	}
}

// After a divergence steps are taken again, with spans too: the state is the one of the error.
func TestSpansAreRetraced(t *testing.T) {
	m, p, s := modeltest.OnSpikes()
	p.DT *= 40
	e, err := makeEngine[float32](m, p, Options{Threads: 1})
	must.Do(t, err)
	defer e.Close()
	must.Do(t, e.Reset(s))
	must.Do(t, e.Step(200))
	var diverged *physics.DivergedError
	if err := e.Finish(); !errors.As(err, &diverged) {
		t.Fatalf("%v; want a divergence", err)
	}
	ran, err := e.StepsRun()
	if err != nil || ran != diverged.Step || ran >= 200 || diverged.Runaway < 0 {
		t.Errorf("the state is that of step %d (%v), the error %+v", ran, err, diverged)
	}
}
