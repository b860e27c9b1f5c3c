package model

import "math"

// autoStepFraction is the part of the safe step that AutoStep uses. The bound
// is linearized around the rest lengths: a spring pressed to half its length
// turns its force twice as fast, so half the bound keeps a margin there.
const autoStepFraction = 0.5

// AutoStep is the step used when none is given [s]: half the safe step. A
// model that nothing constrains (no springs, no contact) gets 1 ms.
func AutoStep(m *Model, p Params) float64 {
	safe := SafeStep(m, p)
	if math.IsInf(safe, 1) {
		return 1e-3
	}
	return autoStepFraction * safe
}

// SafeStep is the largest step [s] at which symplectic Euler is stable, from
// Gershgorin's bound per mass: with K = Σk + Σkc/2 and C = Σc + Σbc/2 over the
// springs of a mass m and all contacts, which it may touch at once,
//
//	dt² K + 2 dt C < 2 m,  so  dt = (−C + √(C² + 2 m K)) / K.
//
// It is linearized: valid while springs keep L > L0/2. The bound is +Inf when
// nothing acts on any free mass.
func SafeStep(m *Model, p Params) float64 {
	stiffness := make([]float64, m.MassCount()) // Σk [N/m]
	damping := make([]float64, m.MassCount())   // Σc [N·s/m]
	for s, ends := range m.Ends {
		material := m.Materials[m.MaterialOf[s]]
		for _, end := range ends {
			stiffness[end] += material.Stiffness
			damping[end] += material.Damping
		}
	}

	contactStiffness, contactDamping := p.contactBound()
	safe := math.Inf(1)
	for i := range stiffness {
		if m.PinOf(i) == PinAll {
			continue
		}
		k, c := stiffness[i], damping[i]
		safe = min(safe, stableStep(m.Mass[i], k+contactStiffness, c+contactDamping))
	}
	return safe
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
