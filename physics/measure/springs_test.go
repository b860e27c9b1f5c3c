package measure_test

import (
	"math"
	"slices"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/inelastic"
	"hooke/model/spring"
	"hooke/must"
	"hooke/physics"
	"hooke/physics/measure"
	"hooke/scene"
	"hooke/scene/open"
	"hooke/scene/preset"
)

// exact is for sums in another order, of numbers of the size of the largest one.
const exact = 1e-12

// pair is one spring of length 1.5 m along x between masses that part with 3 m/s.
func pair(change func(m *model.Model)) (*model.Model, *model.State) {
	m := &model.Model{
		RestPosition: []model.Vec3{{0, 0, 0}, {1.5, 0, 0}}, Mass: []float64{2, 2}, Pin: []model.Pin{0, 0},
		Ends: []model.Ends{{0, 1}}, RestLength: []float64{2}, MaterialOf: []uint16{1},
		Materials:  []model.Material{{}, {Stiffness: 100, Damping: 4}},
		ActuatorOf: []uint16{1},
	}
	s := m.Start()
	s.Velocity[0], s.Velocity[1] = model.Vec3{-1, 7, 0}, model.Vec3{2, 7, 5}
	change(m)
	return m, s
}

// Numbers that can be done in the head, each term in turn.
func TestReadingsByHand(t *testing.T) {
	nothing := func(*model.Model) {}
	nan := math.NaN()
	for _, c := range []struct {
		name   string
		change func(m *model.Model)
		scale  []float64
		want   measure.Reading
	}{
		{"passive", nothing, nil, measure.Reading{Length: 1.5, Rest: 2, Strain: -0.25, Force: -38, Stress: -9.5, Energy: 12.5, Power: -114, Loss: 36}},
		{"actuated", nothing, []float64{0.5}, measure.Reading{Length: 1.5, Rest: 1, Strain: 0.5, Force: 62, Stress: 15.5, Energy: 12.5, Power: 186, Loss: 36}},
		{"own", func(m *model.Model) { m.Own = []model.Coefficients{{Stiffness: 100, Damping: -4}} }, []float64{0.5},
			measure.Reading{Length: 1.5, Rest: 1, Strain: 0.5, Force: 100, Stress: 25, Energy: 25, Power: 300}},
		{"slack", func(m *model.Model) { m.Materials[1].TensionOnly = true }, nil, measure.Reading{Length: 1.5, Rest: 2, Strain: -0.25}},
		{"taut", func(m *model.Model) { m.Materials[1].TensionOnly = true }, []float64{0.5},
			measure.Reading{Length: 1.5, Rest: 1, Strain: 0.5, Force: 62, Stress: 15.5, Energy: 12.5, Power: 186, Loss: 36}},
		{"removed", func(m *model.Model) { m.MaterialOf[0] = model.Removed }, nil, measure.Reading{}},
		{"pinned", func(m *model.Model) { m.Pin = []model.Pin{model.PinAll, model.PinAll} }, nil,
			measure.Reading{Length: 1.5, Rest: 2, Strain: -0.25, Force: -50, Stress: -12.5, Energy: 12.5, Power: -150}},
		{"pinned and normalized", func(m *model.Model) {
			m.Pin, m.Materials[1] = []model.Pin{model.PinAll, model.PinAll}, model.Material{Normalized: spring.Normalized{Stiffness: 0.5}}
		}, nil, measure.Reading{Length: 1.5, Rest: 2, Strain: -0.25, Force: nan, Stress: nan, Energy: nan, Power: nan, Loss: nan, Bending: nan, Torque: nan, Shear: nan}},
		{"pinned along x", func(m *model.Model) { m.Pin = []model.Pin{model.PinX, model.PinX} }, nil,
			measure.Reading{Length: 1.5, Rest: 2, Strain: -0.25, Force: -38, Stress: -9.5, Energy: 12.5, Power: -114, Loss: 36}},
		{"no rest length", func(m *model.Model) { m.RestLength[0] = 0 }, nil, measure.Reading{Length: 1.5, Strain: nan, Force: 162, Stress: nan, Energy: 112.5, Power: 486, Loss: 36}},
	} {
		m, s := pair(c.change)
		got := measure.Of(m, model.Params{DT: 1}).In(s, 0, c.scale)
		for _, q := range measure.Quantities() {
			if g, w := got.Of(q), c.want.Of(q); math.Abs(g-w) > 1e-12*math.Abs(w) || math.IsNaN(g) != math.IsNaN(w) {
				t.Errorf("%s: %v is %g %s, want %g", c.name, q, g, q.Unit(), w)
			}
		}
		if got.Length != c.want.Length || got.Rest != c.want.Rest {
			t.Errorf("%s: length %g m of %g m, want %g of %g", c.name, got.Length, got.Rest, c.want.Length, c.want.Rest)
		}
	}
}

// A cable whose ends come together so fast that its damper would push exerts no force,
// and its damper dissipates no more than the cable gives.
func TestDamperOfACableNeverPushes(t *testing.T) {
	m, s := pair(func(m *model.Model) { m.Materials[1].TensionOnly = true })
	s.Velocity[0], s.Velocity[1] = s.Velocity[1], s.Velocity[0]
	m.Materials[1].Damping = 40
	got := measure.Of(m, model.Params{DT: 1}).In(s, 0, []float64{0.5}) // k stretch is 50 N, the damper alone −120 N
	if got.Force != 0 || got.Energy != 12.5 || got.Loss != 150 {
		t.Errorf("force %g N, energy %g J, loss %g W; want 0, 12.5, 150", got.Force, got.Energy, got.Loss)
	}
}

// Ends at one place: there is no direction, so no force; and no NaN.
func TestReadingOfACollapsedSpring(t *testing.T) {
	m, s := pair(func(*model.Model) {})
	s.Position[1] = s.Position[0]
	got := measure.Of(m, model.Params{DT: 1}).In(s, 0, nil)
	must.Be(t, got, (measure.Reading{Rest: 2, Strain: -1, Energy: 200}), "")
}

// perturbed is a preset in motion: masses off their places, moving, muscles at work.
func perturbed(t *testing.T, name string) (*model.Model, model.Params, *model.State) {
	t.Helper()
	s, err := open.Scene(name, scene.Options{Springs: 2000})
	if err != nil { // it has the size that it has
		s, err = open.Scene(name, scene.Options{})
	}
	must.Do(t, err)
	p := s.Params
	if p.DT == 0 {
		p.DT = physics.AutoStep(s.Model, p)
	}
	state := s.Start.Clone()
	state.Time = 0.37
	least := math.Inf(1)
	for i, rest := range s.Model.RestLength {
		if s.Model.MaterialOf[i] != model.Removed && rest > 0 {
			least = min(least, rest)
		}
	}
	for i := range state.Position {
		f := float64(i + 1)
		if s.Model.PinOf(i) == 0 {
			state.Position[i] = state.Position[i].Add(model.Vec3{math.Sin(f), math.Sin(2 * f), math.Sin(3 * f)}.Mul(0.1 * least))
			state.Velocity[i] = model.Vec3{math.Cos(f), math.Cos(5 * f), math.Cos(7 * f)}.Mul(0.3)
		}
	}
	return s.Model, p, state
}

// Of every preset, the measures of each spring are those of the reference's steps: its force, the sum of the
// springs' energies and of their dampers' dissipation; and power and loss are those of the forces. The test
// fails when actuation, dampers or slackness is left out.
func TestMeasureIsTheLawOfTheReference(t *testing.T) {
	for _, preset := range preset.All() {
		t.Run(preset.Name, func(t *testing.T) {
			m, p, s := perturbed(t, preset.Name)
			if p.Integrator.Method().Rigid {
				m = m.WithoutAttachments() // of which places do not tell the force
			}
			scale := physics.SignalsOf(p, s.Time).RestScale
			if f := faultOf(m, p, s, scale, measure.Of(m, p)); f != "" {
				t.Error(f)
			}
			// Negative controls: a law without one of its terms.
			damped, cables := false, false
			without := *m
			without.Materials = append([]model.Material{}, m.Materials...)
			for k := range without.Materials {
				damped = damped || m.Materials[k].Damps()
				cables = cables || m.Materials[k].TensionOnly && !m.Materials[k].Rigid && slices.Contains(m.MaterialOf, uint16(k))
				without.Materials[k] = without.Materials[k].Undamped()
			}
			if damped && m.Own == nil && faultOf(m, p, s, scale, measure.Of(&without, p)) == "" {
				t.Error("it passes without dampers")
			}
			copy(without.Materials, m.Materials)
			for k := range without.Materials {
				without.Materials[k].TensionOnly = false
			}
			if cables && faultOf(m, p, s, scale, measure.Of(&without, p)) == "" {
				t.Error("it passes when cables push")
			}
			if m.ActuatorOf != nil && len(scale) > 0 && faultOf(m, p, s, nil, measure.Of(m, p)) == "" {
				t.Error("it passes without actuation")
			}
		})
	}
}

// A spring with a force table reads as its table says, by hand, and its energy is that of a state.
func TestReadingsOfForceTables(t *testing.T) {
	table := inelastic.TableOf(inelastic.Point{Strain: -0.5, Force: -40}, inelastic.Point{Strain: -0.125, Force: -10}, inelastic.Point{}, inelastic.Point{Strain: 1, Force: 1})
	for scale, want := range map[float64]measure.Reading{ // strains of −0.25 and 0.25 by L0
		1:   {Length: 1.5, Rest: 2, Strain: -0.25, Force: -20 + 12, Stress: -2, Energy: 2 * (0.625 + 1.875), Power: -24, Loss: 36},
		0.5: {Length: 1.5, Rest: 1, Strain: 0.5, Force: 0.25 + 12, Stress: 12.25 / 4, Energy: 2 * 0.03125, Power: 36.75, Loss: 36},
	} {
		m, s := pair(func(m *model.Model) {
			m.Materials[1] = model.Material{Damping: 4, Inelastic: inelastic.Law{Table: table}}
		})
		got := measure.Of(m, model.Params{DT: 1e-3}).In(s, 0, []float64{scale})
		must.Be(t, got, want, "the reading")
		energy := physics.NewEnergyLaw(m, model.Params{DT: 1e-3}).At([]float64{scale}, s).Elastic
		must.Be(t, energy, want.Energy, "the energy of the state")
	}
}

// faultOf says where readings differ from the reference, or nothing. The reference always
// has the actuation of the parameters.
func faultOf(m *model.Model, p model.Params, s *model.State, scale []float64, springs *measure.Springs) string {
	now := physics.SignalsOf(p, s.Time).RestScale
	own := physics.NewResolver(m, p.DT).All(nil)
	force := make([]model.Vec3, m.SpringCount())
	cpuref.SpringForces(force, m, own, now, s.Position, s.Velocity)
	ref := &cpuref.State{Position: s.Position, Velocity: s.Velocity, Time: s.Time}
	elastic, flows := cpuref.SpringLedger(m, own, now, now, p.DT, ref, cpuref.Motions{Seen: s.Velocity, Centered: s.Velocity})

	var energy, loss, power, work float64
	largest := 0.0
	for i := range force {
		largest = max(largest, force[i].Len())
	}
	special := springs.SpecialOnes() // see special_test.go
	if m.Inelastic() {
		special = nil // its springs have not changed yet
	}
	for i, ends := range m.Ends {
		if slices.Contains(special, uint32(i)) {
			continue
		}
		r := springs.In(s, i, scale)
		d := s.Position[ends[1]].Sub(s.Position[ends[0]])
		along := model.Vec3{}
		if d.Len() > 0 {
			along = d.Mul(r.Force / d.Len())
		}
		if off := along.Sub(force[i]).Len(); !(off <= exact*largest) {
			return "force of a spring differs from the reference's"
		}
		energy, loss, power = energy+r.Energy, loss+r.Loss, power+r.Power
		work -= force[i].Dot(s.Velocity[ends[0]].Sub(s.Velocity[ends[1]]))
	}
	near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-10*max(math.Abs(a), math.Abs(b), 1e-9) }
	switch {
	case !near(energy, elastic):
		return "energies do not sum to the elastic energy"
	case !near(loss, flows.Damping):
		return "losses do not sum to the dampers' power"
	case !near(power, work):
		return "powers do not sum to the work of the forces"
	}
	return ""
}

// Readings of a snapshot are those of the state that it is.
func TestReadingOfASnapshot(t *testing.T) {
	m, p, s := perturbed(t, "worm")
	s.RoundToFloat32()
	var narrow model.Snapshot
	narrow.Resize(m.MassCount())
	for i := range s.Position {
		for axis := range 3 {
			narrow.Position[i][axis], narrow.Velocity[i][axis] = float32(s.Position[i][axis]), float32(s.Velocity[i][axis])
		}
	}
	springs, scale := measure.Of(m, p), physics.SignalsOf(p, s.Time).RestScale
	for i := range m.Ends {
		if got, want := springs.InSnapshot(&narrow, i, scale), springs.In(s, i, scale); got != want {
			t.Fatalf("spring %d: %+v, want %+v", i, got, want)
		}
	}
}

// The measures of normalized springs follow their k in the substeps of a solver that divides steps, as the
// energy of the run does.
func TestReadingsInSubsteps(t *testing.T) {
	m := &model.Model{
		RestPosition: []model.Vec3{{}, {1}, {2}}, Mass: []float64{1, 1, 1}, Pin: []model.Pin{model.PinAll, 0, 0},
		Ends: []model.Ends{{0, 1}, {1, 2}}, RestLength: []float64{1, 0.5}, MaterialOf: []uint16{1, 1},
		Materials: []model.Material{{}, {Normalized: spring.Normalized{Stiffness: 0.9, Damping: 0.9}}},
	}
	s := m.Start()
	p := model.Params{DT: 1. / 60, Integrator: model.Impulses, Substeps: 7}
	energy := func(p model.Params) (sum float64) {
		springs := measure.Of(m, p)
		for i := range m.Ends {
			sum += springs.In(s, i, nil).Energy
		}
		return sum
	}
	want := physics.EnergyOf(m, p, s).Elastic
	if got := energy(p); math.Abs(got-want) > 1e-12*want || want <= 0 {
		t.Errorf("springs are shown with %g J, and the run has %g J", got, want)
	}
	if whole := energy(model.Params{DT: p.DT}); math.Abs(whole-want) < 0.1*want {
		t.Errorf("whole steps would show %g J, too", whole)
	}
}
