package check

import (
	"errors"
	"math"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/model/spring"
	"hooke/must"
	"hooke/physics"
)

// Springs and dampers alone change neither momentum.
func TestMomentumIsConserved(t *testing.T) {
	m := modeltest.Lattice(4, 100, 0.05, false)
	st := perturb(Case{Model: m, Start: m.Start(), Params: model.Params{DT: physics.AutoStep(m, model.Params{})}}, 3)
	st.free()
	first := cpuref.MomentumOf(st.model, (*cpuref.State)(st.state))
	e := must.Get(reference(st.model, model.Params{DT: st.params.DT}, st.state))(t)
	must.Do(t, e.Step(2000))
	must.Do(t, e.Finish())
	last := cpuref.MomentumOf(st.model, e.State())
	size := momentumSize(st.model, (*cpuref.State)(st.state))
	const sums = 1e-13 // 2,000 steps of roundings of 1e-16, mostly canceling
	if change := last.Linear.Sub(first.Linear).Len() / size; change > sums {
		t.Errorf("momentum changed by %.3g of Σ m|v|", change)
	}
	// Symplectic Euler keeps the angular momentum too: x × F sums to zero at the
	// positions at which the forces are taken, and v × v is zero.
	if change := last.Angular.Sub(first.Angular).Len() / (size * 0.04); change > sums {
		t.Errorf("angular momentum changed by %.3g of Σ m|v|·size", change)
	}
}

// Without dampers the energy swings by up to ω dt/2 of itself and does not
// drift.
func TestEnergyDoesNotDrift(t *testing.T) {
	m := modeltest.Lattice(4, 100, 0, false)
	st := perturb(Case{Model: m, Start: m.Start(), Params: model.Params{DT: 1}}, 3)
	for i := range st.model.Materials {
		st.model.Materials[i].Damping = 0
	}
	st.free()
	fraction := 0.05 // of the safe step, 2/ω
	p := model.Params{DT: fraction * physics.SafeStep(st.model, model.Params{})}
	e := must.Get(cpuref.New(st.model, p))(t)
	must.Do(t, e.Reset(st.state))
	mean := func(steps int) (mean, swing float64) {
		lo, hi := math.Inf(1), 0.0
		for range steps {
			must.Do(t, e.Step(1))
			total := cpuref.EnergyOf(st.model, p, e.State()).Total()
			mean += total / float64(steps)
			lo, hi = min(lo, total), max(hi, total)
		}
		return mean, (hi - lo) / mean
	}
	early, swing := mean(1000)
	if limit := 2 * fraction; swing > limit {
		t.Errorf("energy swings by %.3g of itself, want at most ω dt = %.3g", swing, limit)
	}
	must.Do(t, e.Step(8000))
	const drift = 1e-3 // uncertainty of the mean over 1,000 steps
	late, _ := mean(1000)
	must.Hold(t, math.Abs(late/early-1) <= drift, "mean energy went from %.9g to %.9g J", early, late)
}

// Among the solids of the check every decision is taken both ways by many, and
// by none within reach of rounding.
func TestBumping(t *testing.T) {
	for _, sc := range testCases()[1:5] {
		sc := must.Get(sc.complete())(t)
		st := perturb(sc, 1).bumpy()
		must.Do(t, st.params.Validate())
		force := st.acting()
		total := make([]model.Vec3, st.model.MassCount())
		for k := range st.params.Contacts {
			touched, stuck := 0, 0
			for _, forces := range [][]model.Vec3{force, make([]model.Vec3, len(force))} {
				springs, loads := st.apart(forces)
				cpuref.SumForces(total, st.model, springs, loads)
				for i, x := range st.state.Position {
					v, f := st.state.Velocity[i], total[i]
					pushed, n := cpuref.Push(&st.params.Contacts[k], x, v)
					if pushed == 0 || st.model.Pin[i] == model.PinAll {
						continue
					}
					cpuref.AddPushes(&f, st.params.Contacts, x, v)
					f = cpuref.Unpinned(f.Add(st.params.Gravity.Mul(st.model.Mass[i])), st.model.Pin[i])
					cpuref.AddFriction(&f, st.params.Contacts[:k], x, v, st.model.Mass[i], st.params.DT, st.params.DragFactor())
					stop := cpuref.Tangential(f.Add(v.Mul(st.model.Mass[i]/st.params.DT)), n).Len()
					limit := st.params.Contacts[k].StaticFriction * pushed
					touched++
					if stop <= limit {
						stuck++
					}
					const reach = 1e-5 // of float32 rounding, about 100 roundings
					if ratio := stop / limit; ratio > 1-reach && ratio < 1+reach {
						t.Errorf("%s, contact %d: mass %d is within %.2g of sliding", sc.Name, k, i, ratio-1)
					}
				}
			}
			t.Logf("%s, contact %d: %d touch, %d of them stick", sc.Name, k, touched, stuck)
			if touched < len(total)/8 || stuck < touched/20 || touched-stuck < touched/20 {
				t.Errorf("%s, contact %d: %d of %d touch, %d stick", sc.Name, k, touched, 2*len(total), stuck)
			}
		}
	}
}

// Perturbing makes every term act: about half of the masses touch the ground, and
// some of all kinds of pins are there.
func TestPerturbing(t *testing.T) {
	for _, sc := range testCases()[:5] {
		sc := must.Get(sc.complete())(t)
		st := perturb(sc, 1)
		must.Do(t, errors.Join(st.model.Validate(), st.params.Validate(), st.model.ValidateState(st.state)))
		touching, pinned := 0, 0
		for i, x := range st.state.Position {
			if depth, _ := st.params.Contacts[0].Depth(x); depth > 0 {
				touching++
			}
			if st.model.Pin[i] != 0 {
				pinned++
			}
		}
		count := float64(len(st.state.Position))
		if share := float64(touching) / count; share < 0.3 || share > 0.7 { // the middle third
			t.Errorf("%s: %.0f %% of the masses touch the ground", sc.Name, 100*share)
		}
		if share := float64(pinned) / count; share < 0.2 || share > 0.5 { // a quarter, and the case's own
			t.Errorf("%s: %.0f %% of the masses are pinned", sc.Name, 100*share)
		}
	}
}

// Dissipation is never negative: in lively states of every kind, and whatever
// the step.
func TestDissipationIsNeverNegative(t *testing.T) {
	acted := model.Flows{}
	for _, sc := range testCases()[:5] {
		sc := must.Get(sc.complete())(t)
		for seed := range uint64(20) {
			for _, st := range []*perturbed{perturb(sc, seed), perturb(sc, seed).everyMaterial(), perturb(sc, seed).bumpy()} {
				s := (*cpuref.State)(st.state)
				_, lost := cpuref.MassLedger(st.model, st.params, nil, s, cpuref.PlainMotions(s))
				_, ofSprings := cpuref.SpringLedger(st.model, st.own, nil, nil, 0, s, cpuref.PlainMotions(s))
				lost.Damping = ofSprings.Damping
				if !(min(lost.Damping, lost.ContactDamping, lost.Drag, lost.Friction) >= 0) {
					t.Errorf("%s, seed %d: %+v", sc.Name, seed, lost)
				}
				acted = acted.Plus(1, lost)
			}
		}
	}
	must.Hold(t, min(acted.Damping, acted.ContactDamping, acted.Drag, acted.Friction) != 0, "a term did not act: %+v", acted)
}

// Models that mix all vocabularies are stable just below the safe step and not
// far above it.
func TestSafeStepHoldsForMixedMaterials(t *testing.T) {
	for _, normalized := range []spring.Normalized{{Stiffness: 1}, {Stiffness: 1, Damping: 1}} {
		m := modeltest.Lattice(4, 100, 0, true)
		m.Materials = append(m.Materials,
			model.Material{Normalized: normalized}, model.Material{AxialRigidity: 1}, model.Material{Frequency: 50, DampingRatio: 0.01})
		for s := range m.MaterialOf {
			m.MaterialOf[s] = uint16(1 + s%4)
		}
		st := perturb(Case{Model: m, Start: m.Start(), Params: model.Params{DT: 1e-3}}, 2)
		far := func(part float64) float64 {
			e := must.Get(cpuref.New(m, model.Params{DT: part * physics.SafeStep(m, model.Params{})}))(t)
			start := st.state.Clone()
			clear(start.Velocity)
			for i := range start.Position { // pinned by the perturbation or not: only the model's pins hold
				if m.PinOf(i) != 0 {
					start.Position[i] = m.RestPosition[i]
				}
			}
			modeltest.StepFrom(t, e, start, 20000)
			far := 0.0
			for i, x := range e.State().Position {
				far = max(far, x.Sub(m.RestPosition[i]).Len())
			}
			return far
		}
		const spacing = 0.01 // m
		if got := far(0.95); !(got < spacing/10) {
			t.Errorf("%+v at 0.95 of the safe step: masses are %.3g m from rest", normalized, got)
		}
		if got := far(3); got < spacing {
			t.Errorf("%+v at 3 times the safe step: masses are only %.3g m from rest, so the test proves nothing", normalized, got)
		}
	}
}
