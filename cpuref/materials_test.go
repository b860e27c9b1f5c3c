package cpuref

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/model/spring"
	"hooke/must"
	"hooke/order/random"
	"hooke/physics"
)

// pairOf is two masses of 1 and 3 kg, 1 m apart, on one spring of the material.
func pairOf(material model.Material, pins [2]model.Pin) *model.Model {
	m := modeltest.Pair([2]float64{1, 3}, pins, 1, 1, 0, 0)
	m.Materials[1] = material
	return m
}

// Cables pull like springs and never push, dampers included; exact numbers.
func TestCableForces(t *testing.T) {
	for _, c := range []struct {
		name           string
		distance, rate float64
		want           float64
	}{
		{"taut", 2.5, 0, 5},
		{"taut, ends part", 2.5, 1, 8},
		{"taut, ends meet", 2.5, -1, 2},
		{"taut, the damper would push", 2.5, -4, 0},
		{"slack", 1.5, 0, 0},
		{"slack, ends part quickly", 1.5, 9, 0},
		{"at rest length, ends part", 2, 9, 0},
	} {
		m := modeltest.Pair([2]float64{1, 1}, [2]model.Pin{}, c.distance, 2, 10, 3)
		m.Materials[1].TensionOnly = true
		force := make([]model.Vec3, 1)
		SpringForces(force, m, nil, nil, m.RestPosition, []model.Vec3{{}, {c.rate, 0, 0}})
		must.Hold(t, force[0] == (model.Vec3{c.want, 0, 0}), "%s: force on A is %v N, want %g", c.name, force[0], c.want)
	}
	// EA = 20 N at 2 m is 10 N/m.
	m := modeltest.Pair([2]float64{1, 1}, [2]model.Pin{}, 2.5, 2, 0, 0)
	m.Materials[1] = model.Material{AxialRigidity: 20, Damping: 3}
	force := make([]model.Vec3, 1)
	SpringForces(force, m, physics.NewResolver(m, 1).All(nil), nil, m.RestPosition, []model.Vec3{{}, {1, 0, 0}})
	must.Hold(t, force[0] == (model.Vec3{8, 0, 0}), "EA: force on A is %v N, want 8", force[0])
}

// stretch is the largest change of length of a spring in a run from a
// disturbance [m].
func stretch(t *testing.T, m *model.Model, p model.Params, steps int) float64 {
	t.Helper()
	e := must.Get(New(m, p))(t)
	must.Do(t, e.Reset(disturbed(m, 0.02)))
	far := 0.0
	for range steps / 20 {
		must.Do(t, e.Step(20))
		for i, ends := range m.Ends {
			length := e.State().Position[ends[1]].Sub(e.State().Position[ends[0]]).Len()
			far = max(far, math.Abs(length-m.RestLength[i])) // max keeps NaN
		}
	}
	return far
}

// Springs between pinned masses exert nothing, in any vocabulary.
func TestPinnedSpringsExertNothing(t *testing.T) {
	for _, material := range []model.Material{{Stiffness: 5}, {AxialRigidity: 5}, {Frequency: 5, DampingRatio: 1},
		{HalfLife: 1}, {Normalized: spring.Normalized{Stiffness: 1, Damping: 1}}} {
		m := pairOf(material, [2]model.Pin{model.PinAll, model.PinAll})
		e := must.Get(New(m, model.Params{}))(t)
		start := m.Start()
		start.Position[1][0] = 7
		modeltest.StepFrom(t, e, start, 2)
		energy := must.Get(e.Energy())(t)
		if s := e.State(); s.Position[1] != start.Position[1] || e.springForce[0] != (model.Vec3{}) || math.IsNaN(energy.Total()) || math.IsInf(energy.Total(), 0) {
			t.Errorf("%v: at %v, force %v, energy %+v", material, s.Position[1], e.springForce[0], energy)
		}
	}
}

// The forces of a material by frequency and damping ratio: k = 3 N/m and, with the ratio, c = 3 N·s/m.
func TestForcesOfTunedMaterials(t *testing.T) {
	const rounded = 1e-14
	for ratio, want := range map[float64]float64{0: 0.5, 0.5: 0} { // velocity after 0.5 s of −3 and of −6 N on 3 kg
		m := pairOf(model.Material{Frequency: 1 / (2 * math.Pi), DampingRatio: ratio}, [2]model.Pin{model.PinAll, 0})
		start := m.Start()
		start.Position[1][0], start.Velocity[1][0] = 2, 1
		e := must.Get(New(m, model.Params{DT: 0.5}))(t)
		modeltest.StepFrom(t, e, start, 1)
		must.Near(t, e.State().Velocity[1][0], want, rounded, "damping ratio %g: v, in m/s", ratio)
	}
}

// net is n² masses of unequal mass, joined to their four neighbors by springs
// of the material; one corner is pinned. A rope has n = 1 rows.
func net(rows, columns int, material model.Material) *model.Model {
	b := modeltest.NewBuilder("net")
	b.Model.Materials = append(b.Model.Materials, material)
	for i := range rows * columns {
		x, y := i%columns, i/columns
		pin := model.Pin(0)
		if i == 0 {
			pin = model.PinAll
		}
		b.Mass(0.5+float64(i*7%5), model.Vec3{float64(x), float64(y), 0}, pin)
		if x > 0 {
			b.Join(i-1, i, 1)
		}
		if y > 0 {
			b.Join(i-columns, i, 1)
		}
	}
	return &b.Model
}

// disturbed moves masses by up to a part of 1 m, at random.
func disturbed(m *model.Model, part float64) *model.State {
	s, numbers := m.Start(), random.Stream(3)
	for i := range s.Position {
		for axis := range 3 {
			if m.PinOf(i) == 0 {
				s.Position[i][axis] += part * numbers.Signed()
			}
		}
	}
	return s
}

// Undamped and as stiff as the caps allow, springs of ropes and nets keep their lengths, however the whole
// swings. Without caps they do not, so the caps are needed.
func TestCapsKeepNetsStable(t *testing.T) {
	const steps, bound = 20000, 0.25 // m: ten times the disturbance of a spring
	for _, rows := range []int{1, 6} {
		m := net(rows, 6, model.Material{Normalized: spring.Normalized{Stiffness: 1}})
		p := model.Params{DT: 0.01}
		if far := stretch(t, m, p, steps); !(far < bound) {
			t.Errorf("%d rows: springs stretch by %.3g m", rows, far)
		}
		free := *m
		free.Materials = []model.Material{{}, {Stiffness: 2.5 / (p.DT * p.DT)}} // Cs about 1 everywhere
		if far := stretch(t, &free, p, steps); far < bound {
			t.Errorf("%d rows without caps: springs stretch by only %.3g m", rows, far)
		}
	}
}
