package gpu

import (
	"math"
	"testing"

	"hooke/cpuref"
	"hooke/engine/check"
	"hooke/gpu/gltest"
	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
)

// energyBound is how far the device's energies may be from those that float64
// finds for the same float32 state: its terms are rounded a few times each, and
// the sums lose nothing. A length is known to a part of itself, and so is an
// elastic energy to k |L − L0| times that.
func energyBound(m *model.Model, p model.Params, s *model.State) model.Energy {
	const roundings = 12.0 / (1 << 24) // of a term: up to 6 operations, and 1/m twice
	e := physics.EnergyOf(m, p, s)
	bound := model.Energy{Kinetic: roundings * e.Kinetic, Elastic: roundings * e.Elastic, Contact: roundings * e.Contact}
	scale := physics.SignalsOf(p, s.Time).RestScale
	for i, x := range s.Position {
		bound.Gravitational += roundings * m.Mass[i] * p.Gravity.Len() * x.Len()
		for _, c := range p.Contacts {
			if depth, _ := c.Depth(x); depth > 0 {
				bound.Contact += roundings * c.Stiffness * depth * (1 + x.Len())
			}
		}
	}
	r := physics.NewResolver(m, p.DT)
	for i, ends := range m.Ends {
		length, rest := s.Position[ends[1]].Sub(s.Position[ends[0]]).Len(), m.RestLength[i]
		if m.ActuatorOf != nil && m.ActuatorOf[i] > 0 && scale != nil {
			rest *= scale[m.ActuatorOf[i]-1]
		}
		bound.Elastic += roundings * r.Spring(i).Stiffness * math.Abs(length-rest) * (length + rest)
	}
	return bound
}

// drivenCase is a random model with contacts, muscles, drag and dampers, at a state that is rounded to float32.
func drivenCase(seed uint64, masses, springs int) (*model.Model, model.Params, *model.State) {
	m, state := gputest.Tuned(seed, masses, springs)
	p := gputest.PerturbedParams()
	p.Contacts = append(p.Contacts, model.Contact{Shape: model.Sphere{Center: model.Vec3{0.5, 0.5, 0.5}, Radius: 0.5}, Stiffness: 30, Damping: 0.01, StaticFriction: 0.5, KineticFriction: 0.4})
	p.Actuators = []model.Actuator{{Amplitude: 0.2, Frequency: 300}, {Wave: model.Square, Amplitude: 0.1, Frequency: 5000}}
	m.ActuatorOf = make([]uint16, m.SpringCount())
	for s := range m.ActuatorOf {
		m.ActuatorOf[s] = uint16(s % 3)
	}
	return m, p, state
}

// Energies of the device are those of its states. The short form has the precisions of two words at
// one size.
func TestEnergyOnTheDevice(t *testing.T) {
	ctx := gltest.New(t)
	for _, size := range []struct{ masses, springs int }{{0, 0}, {1, 0}, {10, 30}, {300, 1000}, {5_000, 60_000}} {
		for _, precision := range []options.Precision{options.Single, options.Compensated, options.Double} {
			if !must.Long() && precision != options.Single && size.masses != 300 {
				continue
			}
			m, p, state := drivenCase(3, size.masses, size.springs)
			e := must.Get(New(ctx, m, p, Options{Precision: precision}))(t)
			modeltest.StepFrom(t, e, state, 3)
			got := must.Get(e.deviceEnergy())(t)
			at := &model.State{}
			must.Do(t, e.ReadState(at))
			e.Close()
			want, bound := physics.EnergyOf(m, p, at), energyBound(m, p, at)
			for _, c := range []struct {
				kind             string
				got, want, bound float64
			}{
				{"kinetic", got.Kinetic, want.Kinetic, bound.Kinetic},
				{"gravitational", got.Gravitational, want.Gravitational, bound.Gravitational},
				{"elastic", got.Elastic, want.Elastic, bound.Elastic},
				{"contact", got.Contact, want.Contact, bound.Contact},
			} {
				if err := math.Abs(c.got - c.want); !(err <= c.bound) {
					t.Errorf("%v, %v: %s %.12g J, want %.12g within %.3g", size, precision, c.kind, c.got, c.want, c.bound)
				}
			}
		}
	}
}

// Sums keep more than float32 does: one mass has 2^23 J and 4,095 have 2^-7 J,
// which float32 would round to whole joules.
func TestSumsHaveTwoWords(t *testing.T) {
	ctx := gltest.New(t)
	m := &model.Model{Materials: []model.Material{{}}}
	for i := range 4096 {
		m.RestPosition, m.Mass = append(m.RestPosition, model.Vec3{float64(i)}), append(m.Mass, 1)
	}
	state := m.Start()
	for i := range state.Velocity {
		state.Velocity[i][0] = 0.125
	}
	state.Velocity[77][1], state.Velocity[77][0] = 4096, 0
	sum := func(o Options) float64 {
		e := must.Get(New(ctx, m, model.Params{}, o))(t)
		defer e.Close()
		must.Do(t, e.Reset(state))
		energy := must.Get(e.deviceEnergy())(t)
		return energy.Kinetic
	}
	const want = 1<<23 + 4095.0/128
	must.Be(t, sum(Options{}), want, "kinetic energy, in J")
	if got := sum(Options{Shaders: mutated(t, "ledger.glsl", "shares[at] = plus(shares[at], shares[at + width]);", "shares[at] = Two(shares[at].high + shares[at + width].high, 0.0);")}); got == want {
		t.Error("sums of one word are as good: the test proves nothing")
	}
}

// Masses on paths count with their energy, also when another guide takes over one that was pinned and leaves
// the other where it is.
func TestEnergyOfPathsOnTheDevice(t *testing.T) {
	ctx := gltest.New(t)
	m := &model.Model{Materials: []model.Material{{}, {Stiffness: 10, Damping: 0.1}}, Mass: []float64{1, 2, 3},
		RestPosition: []model.Vec3{{0, 0, 1}, {1, 0, 2}, {2, 0, 1}}, Pin: []model.Pin{model.PinAll, model.PinAll, 0},
		Ends: []model.Ends{{0, 1}, {1, 2}, {0, 2}}, RestLength: []float64{1.4, 1.4, 2}, MaterialOf: []uint16{1, 1, 1}}
	path := func(mass uint32) []model.Guide {
		return []model.Guide{{Kind: model.OnPath, Masses: []uint32{mass}, Path: model.Path{Amplitude: model.Vec3{0.2, 0, 0.3}, Frequency: 1, Velocity: model.Vec3{0, 0.5, 0}}}}
	}
	p := model.Params{DT: 1e-3, Gravity: model.EarthGravity(), Guides: path(0)}
	e := must.Open(New(ctx, m, p, Options{}))(t)
	for _, mass := range []uint32{0, 1} {
		p.Guides = path(mass)
		must.Do(t, e.SetParams(p))
		must.Do(t, e.Step(300))
		got := must.Get(e.deviceEnergy())(t)
		s := modeltest.State(t, e)
		want := physics.EnergyOf(m, p, &s)
		near(t, "gravitational energy", got.Gravitational, want.Gravitational, 1e-5*want.Gravitational)
		near(t, "elastic energy", got.Elastic, want.Elastic, 1e-5*want.Elastic)
		if mass == 0 {
			near(t, "kinetic energy", got.Kinetic, want.Kinetic, 1e-5*want.Kinetic)
		}
	}
}

// Energy is kept for 2·10⁴ steps, and 10⁵ in the long form.
func TestDeviceKeepsEnergy(t *testing.T) {
	ctx := gltest.New(t)
	rows := must.Get(check.Energy(check.SingleDriftTolerance, must.Sized(5, 1), func(m *model.Model, p model.Params) (model.Engine, error) { return New(ctx, m, p, Options{}) }))(t)
	for _, r := range rows {
		t.Logf("%s: %s: %.3g of %g; %s", r.Case, r.Check, r.Max, r.Tolerance, r.Detail)
		must.Hold(t, r.OK, "%s: %s", r.Check, r.Detail)
	}
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	must.Hold(t, math.Abs(got-want) <= tolerance, "%s is %.8g, want %.8g within %.2g", what, got, want, tolerance)
}

// The energy of pairs is that of the reference, summed with the others or apart.
func TestEnergyOfPairs(t *testing.T) {
	ctx := gltest.New(t)
	m, state, p := crowd(2, 5)
	for _, pipeline := range []string{options.TwoPass, options.Fused} {
		e := must.Get(New(ctx, m, p, Options{Pipeline: pipeline}))(t)
		ref := must.Get(cpuref.New(m, p))(t)
		must.Do(t, e.Reset(state))
		must.Do(t, ref.Reset(state))
		for _, energyOf := range []func() (model.Energy, error){e.Energy, e.deviceEnergy} {
			if pipeline == options.Fused && e.plan.counts.Springs == 0 {
				energyOf = e.Energy
			}
			got := must.Get(energyOf())(t)
			want := must.Get(ref.Energy())(t)
			if d := math.Abs(got.Contact - want.Contact); d > 1e-5*want.Contact || want.Contact < 0.01 {
				t.Errorf("%s: contacts hold %.9g J, of the reference %.9g J", pipeline, got.Contact, want.Contact)
			}
		}
		e.Close()
	}
}
