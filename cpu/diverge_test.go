package cpu

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"hooke/cpu/cputest"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
)

// blowups are structures that diverge after some thousand steps at most, with springs that come back from
// far beyond the runaway length.
func blowups(t *testing.T) map[string]func() (*model.Model, model.Params, *model.State) {
	network := func(integrator model.Integrator, steps float64) func() (*model.Model, model.Params, *model.State) {
		return func() (*model.Model, model.Params, *model.State) {
			m := cputest.Network(200, 6, false)
			p := model.Params{Integrator: integrator}
			p.DT = steps * physics.SafeStep(m, model.Params{})
			return m, p, perturbedState(m, 2)
		}
	}
	return map[string]func() (*model.Model, model.Params, *model.State){
		"cube, explicit Euler": func() (*model.Model, model.Params, *model.State) {
			s := cputest.Preset(t, "cube", 0)
			s.Params.Integrator = model.ExplicitEuler
			return s.Model, s.Params, s.Start
		},
		"network, explicit Euler":   network(model.ExplicitEuler, 0.2),
		"network, symplectic Euler": network(model.SymplecticEuler, 8),
		"network, Verlet":           network(model.VelocityVerlet, 8),
		"network, Runge-Kutta":      network(model.RK4, 8),
		"network, impulses": func() (*model.Model, model.Params, *model.State) {
			m, p, start := network(model.Impulses, 0.02)()
			p.Substeps = 4
			start.Velocity[3] = model.Vec3{40 / p.DT, 0, 0}
			return m, p, start
		},
	}
}

// divergesAt is the error of a run of the given number of steps in calls of some length, which a new engine takes up
// from a checkpoint after each step of stops. It returns the steps after which Finish was well, too.
func divergesAt(t *testing.T, make func() (*model.Model, model.Params, *model.State), steps, call int, stops ...int) (at string, well []int) {
	t.Helper()
	m, p, start := make()
	begin := func() *engine[float32] {
		e := must.Get(makeEngine[float32](m, p, Options{Threads: 2}))(t)
		t.Cleanup(e.Close)
		return e
	}
	e := begin()
	if start != nil {
		must.Do(t, e.Reset(start))
	}
	for done := 0; done < steps; {
		n := min(call, steps-done)
		if len(stops) > 0 {
			n = min(n, stops[0]-done)
		}
		must.Do(t, e.Step(n))
		done += n
		if err := e.Finish(); err != nil {
			var diverged *physics.DivergedError
			if !errors.As(err, &diverged) {
				t.Fatal(err)
			}
			var state model.Snapshot
			must.Do(t, e.Read(&state))
			must.Hold(t, state.Step == diverged.Step, "the state is of step %d, the error names %d", state.Step, diverged.Step)
			return fmt.Sprintf("step %d, spring %d, mass %d", diverged.Step, diverged.Runaway, diverged.Mass), well
		}
		well = append(well, done)
		if len(stops) > 0 && done == stops[0] {
			stops = stops[1:]
			var c model.Checkpoint
			must.Do(t, e.Save(&c))
			e = begin()
			must.Do(t, e.Restore(&c))
		}
	}
	return "none", well
}

// The step, spring and mass of a divergence depend neither on when a caller looks at the run, nor on whether
// another engine takes it up from a checkpoint; and a caller that looks is never well after this step.
func TestDivergenceIsTheSameInterrupted(t *testing.T) {
	const steps = 5000
	for name, make := range blowups(t) {
		t.Run(name, func(t *testing.T) {
			want, _ := divergesAt(t, make, steps, steps)
			if want == "none" {
				t.Fatal("it does not diverge")
			}
			var step int
			must.Do(t, must.Err(fmt.Sscanf(want, "step %d", &step)))
			t.Log(want)
			for _, c := range []struct {
				call  int
				stops []int
			}{
				{50, nil}, {7, nil}, {steps, []int{step / 2}}, {50, []int{step / 3, step / 2}}, {50, []int{step - 150, step - 36, step - 1}},
				{1, []int{step - 3, step - 1}},
			} {
				c.stops = slices.DeleteFunc(c.stops, func(at int) bool { return at < 1 })
				got, well := divergesAt(t, make, steps, c.call, c.stops...)
				must.Be(t, got, want, "calls of %d steps, stopped at %v: diverged at", c.call, c.stops)
				if n := len(well); n > 0 && well[n-1] >= step {
					t.Errorf("calls of %d steps, stopped at %v: well at step %d", c.call, c.stops, well[n-1])
				}
			}
		})
	}
}
