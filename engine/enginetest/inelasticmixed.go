package enginetest

import (
	"math"
	"slices"
	"testing"

	"hooke/model"
	"hooke/model/inelastic"
	"hooke/model/modeltest"
	"hooke/must"
)

// mixed is a lattice of four materials that tear, weaken, yield and creep, thrown apart.
func mixed() (*model.Model, *model.State) {
	m := modeltest.Lattice(4, 500, 0.2, true)
	plain := m.Materials[1]
	for _, law := range []inelastic.Law{
		{TearStrain: 0.04}, {TearStrain: 0.06, DamageStrain: 0.02, YieldStrain: 0.01, LimitPerMass: true},
		{YieldForce: 0.3, Hardening: 100}, {YieldStrain: 0.02, CreepHalfLife: 0.01}, {TearForce: 2.5, TearDelay: 2},
	} {
		of := plain
		of.Inelastic = law
		of.TensionOnly = law.TearDelay > 0
		m.Materials = append(m.Materials, of)
	}
	for s := range m.MaterialOf {
		m.MaterialOf[s] = uint16(1 + s%6)
	}
	m.ActuatorOf = make([]uint16, m.SpringCount())
	for s := range m.ActuatorOf {
		m.ActuatorOf[s] = uint16(s % 2)
	}
	start := disturbed(m, 0.01)
	for i, x := range start.Position {
		if m.PinOf(i) == 0 {
			start.Velocity[i] = start.Velocity[i].Add(x.Mul(4))
		}
	}
	return m, start
}

func mixedParams(integrator model.Integrator) model.Params {
	return model.Params{DT: 2e-5, Integrator: integrator, Gravity: model.EarthGravity(), Ledger: true,
		Actuators: []model.Actuator{{Wave: model.Sine, Amplitude: 0.02, Frequency: 10}}}
}

// The structure loses the energy that the ledger books for springs that tear, yield and creep.
func changesClose(t *testing.T, on Subject) {
	integrators := []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.RK4}
	if !must.Long() {
		integrators = integrators[:2]
	}
	for _, integrator := range integrators {
		m, start := mixed()
		e := on.open(t, m, mixedParams(integrator))
		must.Do(t, e.Reset(start))
		must.Do(t, e.Step(2500))
		l := must.Get(keeperOf(t, e).Ledger())(t)
		if !(l.Closure() < 2e-3) || !(l.Fracture > 1e-3) || !(l.Plastic > 1e-3) {
			t.Errorf("%v: the ledger closes to %.2g: %+v", integrator, l.Closure(), l)
		}
		for _, spoiled := range []*float64{&l.Fracture, &l.Plastic} { // a ledger that books half of it does not close
			whole := *spoiled
			*spoiled /= 2
			if l.Closure() < 2e-3 {
				t.Errorf("%v: the ledger closes to %.2g with half of %g J", integrator, l.Closure(), whole)
			}
			*spoiled = whole
		}
	}
}

// Springs change as in the reference, also without a ledger and with one; a law that is off by 2 %
// does not.
func changesAsReference(t *testing.T, on Subject) {
	const steps = 400
	for _, integrator := range model.Integrators() {
		m, start := mixed()
		p := mixedParams(integrator)
		p.Ledger = false
		start.RoundToFloat32()
		e, ref := on.open(t, m, p), reference(t, m, p, start, steps)
		must.Do(t, e.Reset(start))
		got := after(t, e, steps)
		off := changesOff(got.Changes, ref.Changes)
		if away := farthest(got, ref); !(away < 1e-6) || !(off < 1e-4) {
			t.Errorf("%v: %g m and changes of %g from the reference", integrator, away, off)
		}
		if torn := inelastic.Torn(ref.Changes); torn < 3 || torn > m.SpringCount()/2 {
			t.Errorf("%v: %d of %d springs are torn", integrator, torn, m.SpringCount())
		}
		for i := range m.Materials {
			m.Materials[i].Inelastic.YieldStrain *= 1.02
			m.Materials[i].Inelastic.TearStrain *= 1.02
		}
		if other := reference(t, m, p, start, steps); !(changesOff(got.Changes, other.Changes) > 1e-3) {
			t.Errorf("%v: another law gives the same changes", integrator)
		}
	}
}

// changesOff returns the largest difference of damage, and of rest lengths as a share of 0.1 m.
func changesOff(a, b []inelastic.Change) (off float64) {
	for s := range a {
		off = max(off, math.Abs(a[s].Damage-b[s].Damage), math.Abs(a[s].RestLength-b[s].RestLength)/0.1, math.Abs(a[s].Plastic-b[s].Plastic)/0.1)
	}
	return off
}

// A run that resumes from a checkpoint gives the same bits: positions, changes and the ledger.
func changesResume(t *testing.T, on Subject) {
	for _, integrator := range model.Integrators() {
		m, start := mixed()
		p := mixedParams(integrator)
		first, second := on.open(t, m, p), on.open(t, m, p)
		must.Do(t, first.Reset(start))
		must.Do(t, first.Step(300))
		var c model.Checkpoint
		must.Do(t, checkpointer(t, first).Save(&c))
		must.Do(t, checkpointer(t, second).Restore(&c))
		a, b := after(t, first, 300), after(t, second, 300)
		if differing(a, b) != 0 || !slices.Equal(a.Changes, b.Changes) {
			t.Errorf("%v: a resumed run differs: %d springs torn, want %d", integrator, inelastic.Torn(b.Changes), inelastic.Torn(a.Changes))
		}
		if la, lb := must.Get(keeperOf(t, first).Ledger())(t), must.Get(keeperOf(t, second).Ledger())(t); la != lb {
			t.Errorf("%v: the ledger of a resumed run differs: %+v, want %+v", integrator, lb, la)
		}
		again := on.open(t, m, p)
		must.Do(t, again.Reset(a)) // from a state
		if kept := after(t, again, 0).Changes; !slices.Equal(kept, a.Changes) {
			t.Errorf("%v: a state that was set has other changes", integrator)
		}
	}
}
