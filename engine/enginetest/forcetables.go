package enginetest

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/model/inelastic"
	"hooke/model/modeltest"
	"hooke/must"
)

// ForceTables returns the cases of springs whose force follows a table.
func ForceTables() []Case {
	return []Case{
		{"the period of a bilinear spring", bilinearPeriod},
		{"a table holds a load at rest", tableRests},
		{"the work of a table", tableWork},
		{"a straight table is a stiffness", straightTable},
		{"a table of pull alone is a cable", tableCable},
		{"tables tear", tablesTear},
		{"tables as in the reference", tablesAsReference},
		{"tables resume", tablesResume},
	}
}

func tabled(points ...inelastic.Point) model.Material {
	return model.Material{Inelastic: inelastic.Law{Table: inelastic.TableOf(points...)}}
}

// bent is a table of k1 in compression and k2 in tension, of a spring of 1 m.
func bent(k1, k2 float64) model.Material {
	return tabled(inelastic.Point{Strain: -0.1, Force: -0.1 * k1}, inelastic.Point{}, inelastic.Point{Strain: 0.2, Force: 0.2 * k2})
}

// A mass on a spring of k1 one way and k2 the other has the period π √m (1/√k1 + 1/√k2): after ten of
// them it is where it was.
func bilinearPeriod(t *testing.T, on Subject) {
	const k1, k2, mass, away, steps = 100.0, 400.0, 0.1, 0.02, 4000
	period := math.Pi * math.Sqrt(mass) * (1/math.Sqrt(k1) + 1/math.Sqrt(k2))
	for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.RK4} {
		off := func(period float64) float64 {
			m := modeltest.Lever(bent(k1, k2), model.PinAll, 0)
			m.Mass[1] = mass
			e := on.open(t, m, model.Params{DT: period / steps, Integrator: integrator})
			start := m.Start()
			start.Position[1][0] += away
			must.Do(t, e.Reset(start))
			s := after(t, e, 10*steps)
			return math.Hypot(s.Position[1][0]-1-away, s.Velocity[1][0]*math.Sqrt(mass/k2)) / away
		}
		allowed := 5e-3 + 20*on.rounding()
		if off := off(period); !(off < allowed) {
			t.Errorf("%v: after ten periods it is off by %g of its way", integrator, off)
		}
		if off := off(1.001 * period); off < 3*allowed { // ten thousandths of a turn
			t.Errorf("%v: a period that is 0.1 %% longer fits as well: %g", integrator, off)
		}
	}
}

// A J-shaped table carries 10 N where its straight lines say, by whichever part.
func tableRests(t *testing.T, on Subject) {
	material := tabled(inelastic.Point{}, inelastic.Point{Strain: 0.1, Force: 4}, inelastic.Point{Strain: 0.2, Force: 24})
	for weight, strain := range map[float64]float64{2: 0.05, 10: 0.13, 34: 0.25, -10: -0.13} {
		m := modeltest.Lever(material, model.PinAll, 0)
		m.Mass[1], m.Materials[1].Damping = 0.5, 10
		e := on.open(t, m, model.Params{DT: 1e-3, Forces: []model.Force{{Masses: []uint32{1}, Force: model.Vec3{weight}}}})
		must.Do(t, e.Reset(m.Start()))
		near(t, "strain at rest", after(t, e, 5000).Position[1][0]-1, strain, 1e-9+on.rounding())
	}
}

// The energy of a spring that a path pulls and pushes is the exact integral of its table, and all of
// it is the work of the path.
func tableWork(t *testing.T, on Subject) {
	material := tabled(inelastic.Point{Strain: -0.25, Force: -3}, inelastic.Point{Strain: -0.125, Force: 1}, inelastic.Point{}, inelastic.Point{Strain: 0.125, Force: 2}, inelastic.Point{Strain: 0.25, Force: 1}, inelastic.Point{Strain: 0.5, Force: 9})
	for strain, energy := range map[float64]float64{0.0625: 0.03125, 0.125: 0.125, 0.25: 0.3125, 0.5: 1.5625, 0.75: 1.5625 + 3.25,
		-0.125: -0.0625, -0.25: 0.0625, -0.375: 0.0625 + 0.625} {
		m, p := pulledAway(0, inelastic.Law{}, 1./1024)
		m.Materials[1] = material
		p.Guides[0].Path.Velocity[0] = math.Copysign(1, strain)
		e := on.open(t, m, p)
		must.Do(t, e.Reset(m.Start()))
		after(t, e, int(1024*math.Abs(strain)))
		l := must.Get(keeperOf(t, e).Ledger())(t)
		near(t, "stored energy", l.Now.Elastic, energy, 1e-12)
		near(t, "work of the path", l.Constraints, energy, 1e-12)
		if !(l.Closure() < 1e-9) {
			t.Errorf("at %g the ledger closes to %g", strain, l.Closure())
		}
	}
}

// A lattice of springs with straight tables moves as one of the same stiffness, with actuators too.
func straightTable(t *testing.T, on Subject) {
	for _, integrator := range model.Integrators() {
		m := modeltest.Lattice(4, 500, 0.2, true)
		start := disturbed(m, 0.01)
		p := mixedParams(integrator)
		m.ActuatorOf = make([]uint16, m.SpringCount())
		for s := range m.ActuatorOf {
			m.ActuatorOf[s] = uint16(s % 2)
		}
		want := reference(t, m, p, start, 200)
		m = straightened(m)
		e := on.open(t, m, p)
		must.Do(t, e.Reset(start))
		if off := farthest(after(t, e, 200), want); !(off < 1e-12+5e-3*on.rounding()) {
			t.Errorf("%v: %g m from a lattice of the same stiffness", integrator, off)
		}
	}
}

// straightened returns a model whose springs have straight tables of their stiffness. Springs of
// another length have another material.
func straightened(m *model.Model) *model.Model {
	plain := m.Materials[1]
	m.Materials = m.Materials[:1]
	lengths := map[float64]uint16{}
	for s, l := range m.RestLength {
		l = math.Round(l*1e9) / 1e9
		if _, there := lengths[l]; !there {
			lengths[l] = uint16(len(m.Materials))
			of := tabled(inelastic.Point{Strain: 0.1, Force: 0.1 * plain.Stiffness * m.RestLength[s]}, inelastic.Point{Strain: 0.2, Force: 0.2 * plain.Stiffness * m.RestLength[s]})
			of.Damping = plain.Damping
			m.Materials = append(m.Materials, of)
		}
		m.MaterialOf[s] = lengths[l]
	}
	return m
}

// A table of 0 in compression moves masses as a cable of its stiffness does.
func tableCable(t *testing.T, on Subject) {
	run := func(material model.Material) *model.State {
		m := modeltest.Lever(material, model.PinAll, 0)
		e := on.open(t, m, model.Params{DT: 1e-3})
		start := m.Start()
		start.Position[1][0], start.Velocity[1] = 1.1, model.Vec3{0, 0.3, 0}
		must.Do(t, e.Reset(start))
		return after(t, e, 2500)
	}
	const k = 50.0
	table := tabled(inelastic.Point{Strain: -1}, inelastic.Point{}, inelastic.Point{Strain: 0.1, Force: 0.1 * k})
	got, cable, spring := run(table), run(model.Material{Stiffness: k, TensionOnly: true}), run(model.Material{Stiffness: k})
	if off := farthest(got, cable); !(off < 1e-12+on.rounding()) {
		t.Errorf("the table is %g m from the cable", off)
	}
	if off := farthest(spring, cable); !(off > 0.01) {
		t.Errorf("the cable was never slack: a spring is %g m from it", off)
	}
}

// A spring with a table tears by strain and by force, and loses the share D of its force.
func tablesTear(t *testing.T, on Subject) {
	material := tabled(inelastic.Point{}, inelastic.Point{Strain: 0.125, Force: 1}, inelastic.Point{Strain: 0.25, Force: 4})
	for _, c := range []struct {
		law    inelastic.Law
		at     float64 // strain of the tear
		energy float64 // then
	}{
		{inelastic.Law{TearStrain: 0.25}, 0.25, 0.0625 + 0.3125},
		{inelastic.Law{TearForce: 2.5}, 0.1875, 0.0625 + 0.0625*1.75},
	} {
		m, p := pulledAway(0, inelastic.Law{}, 1./4096)
		c.law.Table = material.Inelastic.Table
		m.Materials[1].Inelastic = c.law
		e := on.open(t, m, p)
		must.Do(t, e.Reset(m.Start()))
		steps := int(4096 * c.at)
		if s := after(t, e, steps-2); s.Changes[0].Torn() {
			t.Errorf("%+v: torn too early", c.law)
		}
		s := after(t, e, 4)
		l := must.Get(keeperOf(t, e).Ledger())(t)
		if !s.Changes[0].Torn() || l.Now.Elastic != 0 {
			t.Errorf("%+v: %+v, %g J stored", c.law, s.Changes[0], l.Now.Elastic)
		}
		near(t, "fracture", l.Fracture, c.energy, 5e-3*c.energy)
	}
	m, p := pulledAway(0, inelastic.Law{}, 1./4096)
	m.Materials[1].Inelastic = inelastic.Law{TearStrain: 0.375, DamageStrain: 0.125, Table: material.Inelastic.Table}
	e := on.open(t, m, p)
	must.Do(t, e.Reset(m.Start()))
	after(t, e, 1024) // D = 0.75 at 0.25
	near(t, "energy of a damaged spring", must.Get(keeperOf(t, e).Ledger())(t).Now.Elastic, 0.25*0.375, 1e-6)
}

// tables is a lattice of plain springs and of four tables, some of which tear, thrown apart.
func tables() (*model.Model, *model.State) {
	m := modeltest.Lattice(4, 500, 0.2, true)
	for _, law := range []inelastic.Law{
		{Table: inelastic.TableOf(inelastic.Point{}, inelastic.Point{Strain: 0.01, Force: 0.03}, inelastic.Point{Strain: 0.03, Force: 0.3})},
		{Table: inelastic.TableOf(inelastic.Point{Strain: -0.02, Force: -0.3}, inelastic.Point{Strain: -0.01, Force: -0.05}, inelastic.Point{Strain: 0.01, Force: 0.05})},
		{TearStrain: 0.06, DamageStrain: 0.02, Table: inelastic.TableOf(inelastic.Point{Strain: 0.01, Force: 0.05}, inelastic.Point{Strain: 0.02, Force: 0.06})},
		{TearForce: 0.2, Table: inelastic.TableOf(inelastic.Point{}, inelastic.Point{Strain: 0.01, Force: 0.05}, inelastic.Point{Strain: 0.02, Force: 0.02}, inelastic.Point{Strain: 0.03, Force: 0.2})},
	} {
		m.Materials = append(m.Materials, model.Material{Damping: 0.1, TensionOnly: law.TearForce > 0, Inelastic: law})
	}
	m.ActuatorOf = make([]uint16, m.SpringCount())
	for s := range m.MaterialOf {
		m.MaterialOf[s], m.ActuatorOf[s] = uint16(1+s%5), uint16(s%2)
	}
	start := disturbed(m, 0.01)
	for i, x := range start.Position {
		if m.PinOf(i) == 0 {
			start.Velocity[i] = start.Velocity[i].Add(x.Mul(4))
		}
	}
	return m, start
}

// Springs with tables move and tear as in the reference, and their ledger closes. With a table of
// which one force is 2 % off they move otherwise.
func tablesAsReference(t *testing.T, on Subject) {
	const steps = 400
	for _, integrator := range model.Integrators() {
		m, start := tables()
		p := mixedParams(integrator)
		start.RoundToFloat32()
		e, ref := on.open(t, m, p), reference(t, m, p, start, steps)
		must.Do(t, e.Reset(start))
		got := after(t, e, steps)
		if off := farthest(got, ref); !(off < 1e-9+0.05*on.rounding()) {
			t.Errorf("%v: %g m from the reference", integrator, off)
		}
		if torn := inelastic.Torn(got.Changes); torn < 1 || torn != inelastic.Torn(ref.Changes) {
			t.Errorf("%v: %d are torn, want %d", integrator, torn, inelastic.Torn(ref.Changes))
		}
		if l := must.Get(keeperOf(t, e).Ledger())(t); !(l.Closure() < 5e-3) && integrator != model.ExplicitEuler {
			t.Errorf("%v: the ledger closes to %.2g: %+v", integrator, l.Closure(), l)
		}
		m.Materials[2].Inelastic.Table.Points[2].Force *= 1.02
		if off := farthest(got, reference(t, m, p, start, steps)); off < 1e-5 {
			t.Errorf("%v: another table is %g m from it", integrator, off)
		}
	}
}

// A run with tables that resumes from a checkpoint gives the same bits, where springs can tear and
// where they cannot.
func tablesResume(t *testing.T, on Subject) {
	for _, tears := range []bool{true, false} {
		m, start := tables()
		for i := range m.Materials {
			if of := &m.Materials[i].Inelastic; !tears {
				of.TearStrain, of.TearForce, of.DamageStrain = 0, 0, 0
			}
		}
		p := mixedParams(model.SymplecticEuler)
		first, second := on.open(t, m, p), on.open(t, m, p)
		must.Do(t, first.Reset(start))
		must.Do(t, first.Step(300))
		var c model.Checkpoint
		must.Do(t, checkpointer(t, first).Save(&c))
		must.Do(t, checkpointer(t, second).Restore(&c))
		a, b := after(t, first, 300), after(t, second, 300)
		if differing(a, b) != 0 || len(a.Changes) > 0 != tears {
			t.Errorf("tears %v: a resumed run differs, or has changes of %d springs", tears, len(a.Changes))
		}
	}
}
