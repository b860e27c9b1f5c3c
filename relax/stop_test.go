package relax_test

import (
	"math"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
	"hooke/relax"
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
		if want := wireAtRest(t, m); math.Abs(energy/want-1) > 1e-5 {
			t.Errorf("at rest with %.9g J, want %.9g", energy, want)
		}
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
		if got.Left != 0 {
			t.Errorf("%d rests were left: friction holds the first", got.Left)
		}
		e := must.Get(cpuref.New(m, relax.Params(m, p, 0)))(t)
		must.Do(t, e.Reset(got.State.State()))
		must.Do(t, e.Step(5000))
		for i, x := range e.State().Position {
			if moved := x.Sub(got.State.State().Position[i]).Len(); moved > 1e-4 {
				t.Errorf("mass %d moves by %.3g m in 5000 steps after it rested", i, moved)
			}
		}
	})
}
