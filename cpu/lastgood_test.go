package cpu

import (
	"errors"
	"math"
	"testing"

	"hooke/cpu/cputest"
	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/cpuref"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
)

// The last good state is that of the last multiple of 256 steps, bit for bit,
// also once the engine has diverged; it can be stepped from.
func TestLastGood(t *testing.T) {
	m := cputest.Network(200, 6, false)
	for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet} {
		p := model.Params{DT: 1e-4, Integrator: integrator}
		e := must.Get(makeEngine[float32](m, p, Options{Threads: 2}))(t)
		start := perturbedState(m, 2)
		start.Step, start.Time = 7, 0.5
		must.Do(t, e.Reset(start))
		var good model.Snapshot
		if err := e.LastGood(&good); err != nil || !same(good, snapshot(t, e)) {
			t.Errorf("at the start it is %d, %v", good.Step, err)
		}
		_ = e.Step(2*keepEvery - 3)
		_ = e.Step(3)
		want := snapshot(t, e)
		_ = e.Step(100)
		if err := e.LastGood(&good); err != nil || !same(good, want) {
			t.Errorf("%v: after %d steps it is of step %d, want %d; %v", integrator, e.progress.ran, good.Step, want.Step, err)
		}
		e.buffers.now().Velocity.Set(kernels.ArrayVX, 17, [3]float32{float32(math.Inf(1))})
		_ = e.Step(keepEvery)
		if err := e.Finish(); err == nil {
			t.Error("it has not diverged")
		}
		if err := e.LastGood(&good); err != nil || !same(good, want) {
			t.Errorf("after a divergence it is of step %d, %v", good.Step, err)
		}
		must.Be(t, errors.Join(e.Reset(good.State()), e.Step(300), e.Finish()), nil, "it cannot be stepped")
		e.Close()
	}
}

// A spring that runs away is named at most 16 steps after the reference names it,
// whatever the calls of Step and Finish, one that continues until numbers are not finite
// too; the state is that of the step that the error names.
func TestRunawayIsNamedSoon(t *testing.T) {
	const within = 16 // steps
	m := cputest.Network(200, 6, false)
	for _, c := range []struct {
		params model.Params
		push   float64 // [m/s]
		calls  []int   // steps
	}{
		{model.Params{DT: 1e-4}, 1e6, []int{3 * keepEvery}},
		{model.Params{DT: 1e-4}, 1e6, []int{20, 20}},
		{model.Params{DT: 1e-4}, 1e5, []int{keepEvery, 300}},
		{model.Params{DT: 1e-4, Integrator: model.VelocityVerlet}, 1e5, []int{keepEvery, 300}},
		{model.Params{DT: 8 * physics.SafeStep(m, model.Params{})}, 0.1, []int{1000}},
	} {
		far := m.Start()
		far.Velocity[3] = model.Vec3{c.push, 0, 0}
		e := must.Get(makeEngine[float32](m, c.params, Options{Threads: 2}))(t)
		ref := must.Get(cpuref.New(m, c.params))(t)
		must.Do(t, errors.Join(e.Reset(far), ref.Reset(far)))
		var got, want *physics.DivergedError
		for _, steps := range c.calls {
			_ = e.Step(steps)
			if errors.As(e.Finish(), &got) {
				break
			}
		}
		_ = ref.Step(2000)
		if !errors.As(ref.Finish(), &want) || want.Runaway < 0 {
			t.Fatalf("%v: the reference has %v", c.calls, ref.Finish())
		}
		if got == nil || got.Runaway < 0 || got.Step < want.Step-1 || got.Step > want.Step+within {
			t.Errorf("%v steps, pushed by %g m/s: %v; the reference has %v", c.calls, c.push, got, want)
		}
		var state model.Snapshot
		if err := e.Read(&state); err != nil || got != nil && state.Step != got.Step {
			t.Errorf("%v: the state is of step %d, %v", c.calls, state.Step, err)
		}
		e.Close()
	}
}

// A state with a spring that ran away is never kept; it is the same spring as in the
// reference.
func TestRunaway(t *testing.T) {
	m := cputest.Network(200, 6, false)
	p := model.Params{DT: 1e-4}
	e := must.Open(makeEngine[float32](m, p, Options{Threads: 2}))(t)
	start := m.Start()
	must.Do(t, e.Reset(start))
	_ = e.Step(keepEvery)
	must.Do(t, e.Finish())
	far := m.Start()
	far.Velocity[3] = model.Vec3{1e6, 0, 0} // 100 m a step
	must.Do(t, e.Reset(far))
	_ = e.Step(3 * keepEvery)
	var diverged *physics.DivergedError
	if !errors.As(e.Finish(), &diverged) || diverged.Runaway < 0 {
		t.Fatalf("Finish returns %v, want a spring that ran away", e.Finish())
	}
	ref := must.Get(cpuref.New(m, p))(t)
	must.Do(t, errors.Join(ref.Reset(far), ref.Step(keepEvery)))
	var want *physics.DivergedError
	if !errors.As(ref.Finish(), &want) || want.Runaway != diverged.Runaway || math.Abs(want.Length/diverged.Length-1) > 1e-6 { // float32
		t.Errorf("spring %d, longer than %g m; the reference has %v", diverged.Runaway, diverged.Length, ref.Finish())
	}
	var good model.Snapshot
	if err := e.LastGood(&good); err != nil || good.Step != 0 {
		t.Errorf("the last good state is of step %d, %v; want the start", good.Step, err)
	}
}

// How long a spring may become follows from the longest one of a start, stretched or
// at rest, removed ones apart; and no spring is taken for longer than it is.
func TestSurveyOfAStart(t *testing.T) {
	m := *cputest.Preset(t, "lattice", 2000).Model
	m.MaterialOf = append([]uint16{}, m.MaterialOf...)
	m.RestLength = append([]float64{}, m.RestLength...)
	m.MaterialOf[0], m.RestLength[0] = model.Removed, 1e6
	const roundings = 1e-6 // float32 lengths of positions of about 3 m
	for _, scale := range []float64{0.5, 1, 3} {
		e := must.Get(makeEngine[float32](&m, model.Params{}, Options{Threads: 2}))(t)
		start := m.Start()
		for i := range start.Position {
			start.Position[i] = start.Position[i].Mul(scale)
		}
		must.Do(t, e.Reset(start))
		acting, longest := 0.0, 0.0
		for s, ends := range m.Ends {
			if m.MaterialOf[s] == model.Removed {
				continue
			}
			length := start.Position[ends[1]].Sub(start.Position[ends[0]]).Len()
			longest = max(longest, length, m.RestLength[s])
			if table.Acts(&m, m.Ends[s], m.MaterialOf[s]) {
				acting = max(acting, length)
			}
		}
		must.Within(t, e.lastGood.runaway, physics.RunawayFactor*longest, roundings, "a start %g times as large may have springs, in m", scale)
		must.Within(t, e.lastGood.reach.longest, acting, roundings, "a start %g times as large has a spring, in m", scale)
		e.Close()
	}
}

// The survey of a pattern at rest by formula is that of all its springs, to the last bit; that of
// another pattern is not.
func TestSurveyByFormula(t *testing.T) {
	for _, size := range [][3]int{{17, 16, 15}, {2, 40, 90}, {130, 125, 1}} {
		m := must.Get(build.Lattice(build.LatticeSpec{Nx: size[0], Ny: size[1], Nz: size[2], Spacing: 0.0137, Mass: 1, Stiffness: 100, Bottom: 0.3, ByPattern: true}))(t)
		e := must.Get(makeEngine[float32](m, model.Params{}, Options{Threads: 2}))(t)
		want := e.surveyStart()
		if got := surveyAtRest[float32](m.Pattern); got != want || e.lastGood.runaway != want.runaway() {
			t.Errorf("%v: %v, want %v", size, got, want)
		}
		other := *m.Pattern
		other.Spacing *= 1 + 1e-6
		if got := surveyAtRest[float32](&other); got == want {
			t.Errorf("%v: a wider one has the same survey: %v", size, got)
		}
		e.Close()
	}
}
