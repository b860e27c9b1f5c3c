package cpu

import (
	"errors"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
)

// Neither threads nor calls change a bit of runs with catches, spans and collisions, and friction
// of spans ages lists of pairs no more than the way it moves masses.
func TestRareThingsRepeat(t *testing.T) {
	for k, build := range []func() (*model.Model, model.Params, *model.State){modeltest.Thrown, modeltest.OnSpikes, modeltest.CollidingOnSpikes, modeltest.OnMovingSpikes, modeltest.OnSpikesPerMass, modeltest.OnMovingSpikesPerMass, modeltest.Strewn} {
		for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet} {
			m, p, s := build()
			p.Integrator = integrator
			want := ran(t, m, p, s, Options{Threads: 1}, 10)
			if !same(ran(t, m, p, s, Options{Threads: 3}, 1, 3, 6), want) {
				t.Errorf("%d, %v: other bits with 3 threads, or in other calls", k, integrator)
			}
			e := newEngine(t, m, p, s)
			must.Do(t, e.Step(10))
			must.Do(t, e.Finish())
			if made := e.pairs.made; made > 2 {
				t.Errorf("%d, %v: lists of pairs are made %d times in 10 steps", k, integrator, made)
			}
			e.Close()
		}
	}
}

// After a divergence steps are taken again, with spans too: the state is the one of the error.
func TestSpansAreRetraced(t *testing.T) {
	m, p, s := modeltest.OnSpikes()
	p.DT *= 40
	e := must.Open(makeEngine[float32](m, p, Options{Threads: 1}))(t)
	modeltest.StepFrom(t, e, s, 200)
	var diverged *physics.DivergedError
	if err := e.Finish(); !errors.As(err, &diverged) {
		t.Fatalf("%v; want a divergence", err)
	}
	ran, err := e.StepsRun()
	if err != nil || ran != diverged.Step || ran >= 200 || diverged.Runaway < 0 {
		t.Errorf("the state is that of step %d (%v), the error %+v", ran, err, diverged)
	}
}
