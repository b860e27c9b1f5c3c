package relax_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/must"
	"hooke/relax"
)

// standing is a chain that stands upright on its pinned mass, in balance.
func standing(masses int, stiffness float64) *model.Model {
	m := &model.Model{Name: "standing", Materials: []model.Material{{}, {Stiffness: stiffness}}, Pin: make([]model.Pin, masses)}
	z := 0.0
	for i := range masses {
		m.RestPosition = append(m.RestPosition, model.Vec3{0, 0, z})
		m.Mass = append(m.Mass, 1)
		if i > 0 {
			m.Ends = append(m.Ends, model.Ends{uint32(i - 1), uint32(i)})
			m.RestLength = append(m.RestLength, 1)
			m.MaterialOf = append(m.MaterialOf, 1)
		}
		z += 1 - float64(masses-1-i)*model.StandardGravity/stiffness // what stands on it presses
	}
	m.Pin[0] = model.PinAll
	return m
}

// What stands on its head falls, although nothing pushes it: a rest that the
// smallest push ends is none. The chain hangs below its pin, stretched by what hangs on it.
func TestWhatStandsOnItsHeadFalls(t *testing.T) {
	const stiffness = 2000.0
	allEngines(t, func(t *testing.T, newEngine maker, single bool) {
		for _, masses := range []int{2, 3, 6} {
			o := relax.Options{Residual: 1e-4}
			if single {
				o.Residual = 2e-2
			}
			got := settle(t, newEngine, standing(masses, stiffness), earth(), nil, o)
			t.Logf("%d masses: left %d rests, %d steps, %d to check", masses, got.Left, got.Steps, got.Checked)
			low := 0.0
			for i := 1; i < masses; i++ {
				low -= 1 + float64(masses-i)*model.StandardGravity/stiffness
			}
			end := got.State.State().Position[masses-1]
			if off := end.Sub(model.Vec3{0, 0, low}).Len(); off > 0.01 {
				t.Errorf("%d masses: the end rests at %v m, want z = %g", masses, end, low)
			}
			if got.Left == 0 {
				t.Errorf("%d masses: no rest was left", masses)
			}
		}
	})
}

// A rest that is stable is left in peace, soft or free to drift as it may be.
func TestStableRestsStay(t *testing.T) {
	hung := standing(6, 2000)
	for i := range hung.RestPosition {
		hung.RestPosition[i][2] *= -1
	}
	free := wire(7, 0)
	free.Pin = nil
	for i := range free.RestLength {
		free.RestLength[i] = 1
	}
	allEngines(t, func(t *testing.T, newEngine maker, single bool) {
		for _, c := range []struct {
			name string
			m    *model.Model
			p    model.Params
		}{{"hanging", hung, earth()}, {"free, in a line", free, model.Params{}}} {
			got := settle(t, newEngine, c.m, c.p, nil, relax.Options{Residual: 2e-2})
			if got.Left != 0 || got.Checked == 0 {
				t.Errorf("%s: %d rests were left after %d steps of the check, want none after some", c.name, got.Left, got.Checked)
			}
		}
	})
}

// elsewhere is an engine whose every motion grows when it is read, each time at
// another place.
type elsewhere struct {
	*cpuref.Engine
	reads float32
}

func (e *elsewhere) Read(dst *model.Snapshot) error {
	err := e.Engine.Read(dst)
	e.reads++
	for i := range dst.Velocity {
		for axis := range 3 {
			dst.Velocity[i][axis] *= 10
		}
	}
	return err
}

// ReadState is where cpuref would tell its state.
func (e *elsewhere) ReadState(dst *model.State) error {
	err := e.Engine.ReadState(dst)
	for i := range dst.Position {
		dst.Position[i][0] += float64(e.reads)
	}
	return err
}

// A structure all of whose rests end by a push is an error with numbers.
func TestNoStableRest(t *testing.T) {
	m := hanging(0, 100)
	m.Pin = nil
	e := &elsewhere{Engine: reference(t, m, model.Params{})}
	_, err := relax.Run(t.Context(), e, m, relax.Options{Residual: 1})
	var not *relax.NotSettledError
	if !errors.As(err, &not) || !not.Unstable || not.Left == 0 {
		t.Fatalf("the error is %v, want a *relax.NotSettledError of rests that do not last", err)
	}
	for _, words := range []string{" rests were found that a small push ends", "no stable rest", "N (mass "} {
		if !strings.Contains(err.Error(), words) {
			t.Errorf("the error %q does not say %q", err, words)
		}
	}
}

// A rest that only seems to grow, and comes back to where it was, counts as stable.
func TestARestThatComesBack(t *testing.T) {
	m := hanging(0, 100)
	e := &growing{Engine: reference(t, m, earth())}
	result := must.Get(relax.Run(t.Context(), e, m, relax.Options{Residual: 1e-3}))(t)
	want := -2 * model.StandardGravity / 100
	if z := float64(result.State.Position[1][2]); result.Left != 1 || math.Abs(z-want) > 1e-4 {
		t.Errorf("left %d rests, at %g m; want 1, at %g m", result.Left, z, want)
	}
}

// growing is an engine whose every motion seems to grow.
type growing struct{ *cpuref.Engine }

func (e *growing) Read(dst *model.Snapshot) error {
	err := e.Engine.Read(dst)
	for i := range dst.Velocity {
		for axis := range 3 {
			dst.Velocity[i][axis] *= 10
		}
	}
	return err
}
