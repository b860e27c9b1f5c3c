package relax_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
	"hooke/run/relax"
)

// wire is a straight wire of springs along x between two pins, pulled to 40 N and at
// rest, of masses and stiffnesses that differ fourfold: small motions along it are linear.
func wire(masses int, damping float64) *model.Model {
	m := &model.Model{Name: "wire", Materials: []model.Material{{}, {Stiffness: 400, Damping: damping}, {Stiffness: 100, Damping: damping / 4, TensionOnly: true}}}
	for i := range masses {
		m.RestPosition = append(m.RestPosition, model.Vec3{float64(i), 0, 0})
		m.Mass = append(m.Mass, []float64{1, 0.25, 0.5}[i%3])
		m.Pin = append(m.Pin, model.PinY|model.PinZ)
		if i > 0 {
			m.Ends = append(m.Ends, model.Ends{uint32(i - 1), uint32(i)})
			m.RestLength = append(m.RestLength, []float64{0.9, 0.6}[i%2])
			m.MaterialOf = append(m.MaterialOf, uint16(1+i%2))
		}
	}
	m.Pin[0], m.Pin[masses-1] = model.PinAll, model.PinAll
	return m
}

// perturbed displaces the masses of a wire at random, so little that it stays taut.
func perturbed(m *model.Model) *model.State {
	s := m.Start()
	for i := range s.Position {
		if m.Pin[i] != model.PinAll {
			s.Position[i][0] += 0.01 * math.Sin(float64(7*i*i+3*i))
		}
	}
	return s
}

// worstStop is the most elastic energy after some steps from rest and a stop, over that
// before, above the wire at rest.
func worstStop(t *testing.T, e relax.Relaxable, m *model.Model, stop func() error) (worst float64) {
	t.Helper()
	elastic := func() float64 {
		energy := must.Get(e.Energy())(t)
		return energy.Elastic
	}
	rest := wireAtRest(t, m)
	for n := 1; n <= 40; n++ {
		must.Do(t, e.Reset(perturbed(m)))
		before := elastic()
		must.Do(t, e.Step(n))
		must.Do(t, e.Finish())
		must.Do(t, stop())
		worst = max(worst, (elastic()-rest)/(before-rest))
	}
	return worst
}

// wireAtRest is the elastic energy of the wire at rest [J]: n springs in a row, under
// the pull that stretches them to their common length.
func wireAtRest(t *testing.T, m *model.Model) float64 {
	t.Helper()
	stretch, compliance := 0.0, 0.0
	for spring := range m.Ends {
		stretch += 1 - m.RestLength[spring]
		compliance += 1 / m.Materials[m.MaterialOf[spring]].Stiffness
	}
	return 0.5 * stretch * stretch / compliance
}

// A stop halfway along the last step never raises the energy, after any number of
// steps, at any step below the safe one, with dampers and without: docs/physics.md has
// the proof. A stop at the end of the step does, which is why kinetic damping was unstable.
func TestAStopNeverRaisesTheEnergy(t *testing.T) {
	allEngines(t, func(t *testing.T, newEngine maker, single bool) {
		tolerance := 1e-12
		if single {
			tolerance = 1e-3 // a dozen roundings of 12 m against displacements of 0.01 m
		}
		for _, damping := range []float64{0, 1, 20} {
			m := wire(13, damping)
			for _, part := range []float64{0.5, 0.8, 0.99} {
				p := model.Params{DT: part * physics.SafeStep(m, model.Params{})}
				e := newEngine(t, m, p)
				defer e.Close()
				if worst := worstStop(t, e, m, e.StillHalfway); worst > 1+tolerance {
					t.Errorf("c = %g N·s/m, %g of the safe step: a stop leaves %.6g of the energy before", damping, part, worst)
				}
				if worst := worstStop(t, e, m, e.Still); damping == 0 && worst < 1.02 {
					t.Errorf("%g of the safe step: a stop at the end of a step leaves at most %.6g of the energy, which the test should see grow", part, worst)
				}
			}
		}
	})
}

// A relaxation that begins with a step at which the structure diverges begins
// anew with a shorter one.
func TestShorterStepAfterADivergence(t *testing.T) {
	m := wire(13, 0)
	allEngines(t, func(t *testing.T, newEngine maker, single bool) {
		e := newEngine(t, m, model.Params{DT: 3 * physics.SafeStep(m, model.Params{})})
		defer e.Close()
		must.Do(t, e.Reset(perturbed(m)))
		result := must.Get(relax.Run(t.Context(), e, m, relax.Options{Residual: 1e-2, Steps: 100_000}))(t)
		energy := physics.NewEnergyLaw(m, model.Params{}).At(nil, result.State.State()).Elastic
		must.Within(t, energy, wireAtRest(t, m), 1e-5, "at rest, in J")
		if p := e.Params(); p.DT > physics.SafeStep(m, p) {
			t.Errorf("settled with a step of %g s, above the safe one", p.DT)
		}
	})
}

// A block that friction holds on a slope is at rest there, and stays.
func TestFrictionHoldsARest(t *testing.T) {
	const slope = 20 * math.Pi / 180
	normal := model.Vec3{math.Sin(slope), 0, math.Cos(slope)}
	m := wire(5, 0.5)
	m.Pin = nil
	for i := range m.RestLength {
		m.RestLength[i] = 1
	}
	along := model.Vec3{math.Cos(slope), 0, -math.Sin(slope)}
	for i := range m.RestPosition {
		m.RestPosition[i] = along.Mul(float64(i))
	}
	p := earth()
	p.Contacts = []model.Contact{{Shape: model.Plane{Normal: normal}, Stiffness: 2000, Damping: 1, StaticFriction: 0.6, KineticFriction: 0.5}}
	allEngines(t, func(t *testing.T, newEngine maker, single bool) {
		got := settle(t, newEngine, m, p, nil, relax.Options{Residual: 1e-2})
		must.Hold(t, got.Left == 0, "%d rests were left: friction holds the first", got.Left)
		e := must.Get(cpuref.New(m, relax.Params(m, p, 0)))(t)
		modeltest.StepFrom(t, e, got.State.State(), 5000)
		for i, x := range e.State().Position {
			if moved := x.Sub(got.State.State().Position[i]).Len(); moved > 1e-4 {
				t.Errorf("mass %d moves by %.3g m in 5000 steps after it rested", i, moved)
			}
		}
	})
}

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
		z += 1 - float64(masses-1-i)*model.StandardGravity/stiffness // the weight above it
	}
	m.Pin[0] = model.PinAll
	return m
}

// A structure that stands on its head falls, although nothing pushes it: a rest that the smallest push ends
// is no rest. The chain hangs below its pin, stretched by the weight below each spring.
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
			must.Hold(t, got.Left != 0, "%d masses: no rest was left", masses)
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
		must.Hold(t, strings.Contains(err.Error(), words), "the error %q does not say %q", err, words)
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
