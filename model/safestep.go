package model

import "math"

// autoStepFraction is the part of the safe step that AutoStep uses. The bound
// is linearized around the rest lengths: a spring pressed to half its length
// turns its force twice as fast, so half the bound keeps a margin there.
const autoStepFraction = 0.5

// AutoStep is the step used when none is given [s]: half the safe step. A
// model that nothing constrains (no springs, or only normalized ones, and no
// contact) gets 1 ms.
func AutoStep(m *Model, p Params) float64 {
	safe := SafeStep(m, p)
	if math.IsInf(safe, 1) {
		return 1e-3
	}
	return autoStepFraction * safe
}

// SafeStep is the largest step [s] at which symplectic Euler is stable, from
// Gershgorin's bound per mass: with K = Σk + Σkc/2 and C = Σc + Σbc/2 over the
// springs of a mass m and all contacts, which it may touch at once, and what its
// loads add (see addLoads),
//
//	dt² K + 2 dt C < 2 m,  so  dt = (−C + √(C² + 2 m K)) / K.
//
// Normalized springs (Cs, Cd after their caps) are as stiff as dt lets them be:
// they set no bound, but leave the others of a mass only a part of it, since
// their share of the limit does not depend on dt. In place of m comes
//
//	m (1 − Σ (Cs + 2 Cd)/4),  at least m/4.
//
// It is linearized: valid while springs keep L > L0/2. The bound is +Inf when
// nothing acts on any free mass.
func SafeStep(m *Model, p Params) float64 {
	stiffness := make([]float64, m.MassCount()) // Σk [N/m]
	damping := make([]float64, m.MassCount())   // Σc [N·s/m]
	r := NewResolver(m, 0)                      // normalized materials, which need dt, are not asked for k and c
	taken := r.taken()
	for s, ends := range m.Ends {
		if taken != nil && m.Materials[m.MaterialOf[s]].Vocabulary() == Normalized {
			continue
		}
		own := r.Spring(s)
		for _, end := range ends {
			stiffness[end] += own.Stiffness
			damping[end] += own.Damping
		}
	}

	p.addLoads(m, stiffness, damping)
	contactStiffness, contactDamping := p.contactBound()
	safe := math.Inf(1)
	for i := range stiffness {
		if m.PinOf(i) == PinAll {
			continue
		}
		mass := m.Mass[i]
		if taken != nil {
			mass *= 1 - taken[i]
		}
		k, c := stiffness[i], damping[i]
		safe = min(safe, stableStep(mass, k+contactStiffness, c+contactDamping))
	}
	return safe
}

// taken is the part of each mass's limit that its normalized springs use up,
// Σ (Cs + 2 Cd)/4, at most 3/4; nil when there are none.
func (r *Resolver) taken() []float64 {
	if r.count == nil {
		return nil
	}
	m := r.model
	taken := make([]float64, m.MassCount())
	for s, ends := range m.Ends {
		if m.Materials[m.MaterialOf[s]].Vocabulary() != Normalized {
			continue
		}
		own := r.normalized(s)
		for _, end := range ends {
			taken[end] += (own.Stiffness + 2*own.Damping) / 4
		}
	}
	return taken
}

// stepOf is the step of a run with parameters p [s], chosen when none is given.
func stepOf(m *Model, p Params) float64 {
	if p.DT == 0 && m.hasNormalized() {
		return AutoStep(m, p)
	}
	return p.DT
}

// stableStep solves dt² K + 2 dt C = 2 m for dt [s]. It is written as
// 2m/(C + √(C² + 2mK)), which is the same number without the cancellation and
// is right for K = 0 too.
func stableStep(mass, k, c float64) float64 {
	if k == 0 && c == 0 {
		return math.Inf(1)
	}
	return 2 * mass / (c + math.Sqrt(c*c+2*mass*k))
}
