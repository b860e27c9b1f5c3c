package enginetest

import (
	"errors"
	"math"
	"os"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/must"
	"hooke/order/random"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %.8g, want %.8g within %.2g", what, got, want, tolerance)
	}
}

// longOr returns how long a run is: short, or with HOOKE_LONG=1 (make test-long) long.
func longOr(short, long int) int {
	if os.Getenv("HOOKE_LONG") != "" {
		return long
	}
	return short
}

// disturbed returns a state in which free axes are off by up to part [m], in a thousandth as many
// seconds at which they move, at random, all of it in float32.
func disturbed(m *model.Model, part float64) *model.State {
	s, numbers := m.Start(), random.Stream(3)
	for i := range s.Position {
		for axis := range 3 {
			if m.PinOf(i)>>axis&1 == 0 {
				s.Position[i][axis] += part * numbers.Signed()
				s.Velocity[i][axis] = 100 * part * numbers.Signed()
			}
		}
	}
	s.RoundToFloat32()
	return s
}

// reached steps the engine from a state and returns where it is then.
func reached(t *testing.T, on Subject, m *model.Model, p model.Params, start *model.State, steps int) *model.State {
	t.Helper()
	e := on.open(t, m, p)
	must.Do(t, e.Reset(start))
	return after(t, e, steps)
}

// stepped returns the reference after some steps from a state.
func stepped(t *testing.T, m *model.Model, p model.Params, start *model.State, steps int) *cpuref.Engine {
	t.Helper()
	e := must.Get(cpuref.New(m, p))(t)
	must.Do(t, e.Reset(start))
	must.Do(t, e.Step(steps))
	return e
}

// reference returns the state that the reference reaches.
func reference(t *testing.T, m *model.Model, p model.Params, start *model.State, steps int) *model.State {
	t.Helper()
	return (*model.State)(stepped(t, m, p, start, steps).State())
}

// setParams changes the parameters of a run.
func setParams(e model.Engine, p model.Params) error {
	setter, ok := model.As[model.ParamsSetter](e)
	if !ok {
		return errors.New("the engine takes no new parameters")
	}
	return setter.SetParams(p)
}

// differing returns the largest difference between velocities of two states [m/s].
func differing(a, b *model.State) float64 {
	most := 0.0
	for i := range a.Velocity {
		most = max(most, a.Velocity[i].Sub(b.Velocity[i]).Len()) // max keeps NaN
	}
	return most
}

// farthest returns the largest distance between masses of two states [m].
func farthest(a, b *model.State) float64 {
	far := 0.0
	for i := range a.Position {
		far = max(far, a.Position[i].Sub(b.Position[i]).Len()) // max keeps NaN
	}
	return far
}
