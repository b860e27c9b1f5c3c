package physics

import (
	"math"

	"hooke/model"
)

// autoStepFraction is the part of the safe step that AutoStep uses. The bound is
// linearized around the rest lengths; a spring pressed to half its length turns its
// force twice as fast, and half the bound is still safe for it.
const autoStepFraction = 0.5

// teachingFraction is the part of symplectic Euler's safe step that AutoStep
// gives to explicit Euler where no step is safe: the fastest vibration then
// grows by at most 2 % a step, so that one can watch it happen.
const teachingFraction = 0.1

// Radii of RK4's region of stability, |1 + z + z²/2 + z³/6 + z⁴/24| ≤ 1: along
// the imaginary axis it reaches 2√2, and the half disc to the left of the axis
// with the smaller radius (2.6155, rounded down) lies within it.
const (
	rk4Undamped = 2 * math.Sqrt2
	rk4Damped   = 2.61
)

// longestStep is the longest step that is chosen [s]: motion slower than that is not visible.
const longestStep = 1e6

// frame is the time between two pictures of a screen [s].
const frame = 1. / 60

// AutoStep returns the default step [s]: half the safe step, and at most longestStep. A model
// without constraints (no springs, or only normalized ones, and no contact) gets 1 ms, and so
// does one whose normalized springs are unsafe at any step. A solver that divides steps gets 1/60 s, the interval of a screen. A solver without a safe
// step gets a tenth of the safe step of symplectic Euler, to watch how it gains energy.
func AutoStep(m *model.Model, p model.Params) float64 {
	if p.Integrator.Method().Divides {
		return frame
	}
	fraction, safe := autoStepFraction, SafeStep(m, p)
	if safe == 0 {
		p.Integrator = model.SymplecticEuler
		fraction, safe = teachingFraction, SafeStep(m, p)
	}
	if math.IsInf(safe, 1) || safe == 0 {
		return 1e-3
	}
	return min(fraction*safe, longestStep)
}

// StepClass returns the largest step 2^(k/2) s, k an integer, that is at most dt [s].
// Structures with similar steps share a class, which depends on each structure alone.
func StepClass(dt float64) float64 {
	if !(dt > 0) || math.IsInf(dt, 1) {
		return dt
	}
	share, exponent := math.Frexp(dt)
	class := 0.5
	if share >= math.Sqrt2/2 {
		class = math.Sqrt2 / 2
	}
	return math.Ldexp(class, exponent)
}

// SafeStep returns the largest stable step [s] of the integrator of p: +Inf if nothing acts
// on any free mass, and 0 if no step is stable.
//
// For a mass m let K = Σk + Σkc/2 and C = Σc + Σbc/2, over its springs and all contacts,
// which it may touch at once. Loads and possible collisions add to these (see addLoads,
// addCollisions), and so does half of kc and bc for each of its edges and triangles that a
// contact may push. By Gershgorin's theorem λ = 2 K/m bounds the eigenvalues of M⁻¹K, and γ =
// 2 C/m those of M⁻¹C. Per mass, then
//
//	symplectic Euler  dt² λ + 2 dt γ < 4
//	Verlet            dt² λ + 4 dt γ < 4       dampers see a predicted velocity
//	RK4               dt √λ and dt γ < 2.61    2√2 when nothing damps
//	explicit Euler    dt γ < 2, and dt < c/k of every spring and contact
//	impulses          any step, see SafeLoads for its substeps
//
// The least over the masses counts. In Verlet and RK4 drag is a force and adds ln 2/half-life
// to γ. Undamped, explicit Euler is stable at no step.
//
// The stiffness of normalized springs (Cs, Cd after their caps) follows from dt: they add ΣCs
// to dt² λ and ΣCd to dt γ for any dt, and leave only the rest of the limit to the others.
// All contacts PerMass together add the largest Cs and Cd that one of them has with the mass.
//
// The analysis is linear: it is valid while springs keep L > L0/2. docs/physics.md derives
// all of it. SafeStep takes 32 bytes per mass while it runs.
func SafeStep(m *model.Model, p model.Params) float64 {
	if p.Integrator.Method().Divides {
		return math.Inf(1)
	}
	m, p = p.Lightest(m)
	m = kindsOf(m, p)
	resistance, ratio := resistancesOf(m, p)
	damped := false
	for i := range resistance {
		damped = damped || resistance[i].damping > 0 || resistance[i].damped > 0
	}
	safe := math.Inf(1)
	for i, r := range resistance {
		if m.PinOf(i) == model.PinAll {
			continue
		}
		safe = min(safe, stability[p.Integrator](r, m.MassAt(i), damped, ratio))
	}
	return safe
}

// SafeLoads returns the largest step [s] at which loads and forces on groups alone are stable where a
// step evaluates them once, at its start, as symplectic Euler and each substep of impulses do;
// +Inf without any.
func SafeLoads(m *model.Model, p model.Params) float64 {
	if len(p.Handles)+len(p.Motors) == 0 && p.QuadraticDrag == 0 && !p.Wind.Blows() && !p.LoadsGroups() {
		return math.Inf(1)
	}
	m, p = p.Lightest(m)
	m = kindsOf(m, p)
	on, safe := make([]resistance, m.MassCount()), math.Inf(1)
	addLoads(m, p, on)
	for i, r := range on {
		if m.PinOf(i) != model.PinAll {
			safe = min(safe, r.stable(m.MassAt(i), 1))
		}
	}
	return safe
}

// kindsOf returns a small model with a mass of each kind that a model by a pattern has where masses
// differ in nothing but their neighbors; any other model is returned as it is. Masses as far
// from the sides of their grid as the stencil reaches are all of one kind.
func kindsOf(m *model.Model, p model.Params) *model.Model {
	if m.Pattern == nil || m.Pin != nil || m.Radius != nil || len(p.Handles)+len(p.Motors)+len(p.Forces) > 0 || p.Wind.Blows() || p.LoadsGroups() || p.Spans() > model.TouchMasses {
		return m
	}
	grid := *m.Pattern
	reach := grid.Reach()
	for axis, n := range grid.Size {
		grid.Size[axis] = min(n, 2*reach[axis]+1)
	}
	small := &model.Model{Name: m.Name, Pattern: &grid, Materials: m.Materials}
	small.InArrays()
	return small
}

// stability is the largest stable step of each integrator at a mass [s]. Its arguments are
// the resistance at the mass, the mass [kg], whether anything in the model damps, and the
// least c/k of all springs and contacts [s].
var stability = [...]func(r resistance, mass float64, damped bool, ratio float64) float64{
	model.SymplecticEuler: func(r resistance, mass float64, _ bool, _ float64) float64 { return r.stable(mass, 1) },
	model.VelocityVerlet:  func(r resistance, mass float64, _ bool, _ float64) float64 { return r.stable(mass, 2) },
	model.RK4:             func(r resistance, mass float64, damped bool, _ float64) float64 { return r.stableRK4(mass, damped) },
	model.ExplicitEuler: func(r resistance, mass float64, _ bool, ratio float64) float64 {
		return min(ratio, r.stableDamping(mass, 2))
	},
}

// stable solves dt² λ + 2 n dt γ = 4 for dt [s]: with the limit that normalized springs
// leave, m' = m (1 − (ΣCs + 2n ΣCd)/4),
//
//	dt² K + 2 n dt C = 2 m',  so  dt = 2m'/(nC + √(n²C² + 2m'K)),
//
// which has no cancellation and also holds for K = 0.
func (r resistance) stable(mass, n float64) float64 {
	mass *= 1 - (r.stiff+2*n*r.damped)/4
	c := n * r.damping
	switch {
	case mass <= 0:
		return 0
	case r.stiffness == 0 && c == 0:
		return math.Inf(1)
	}
	return 2 * mass / (c + math.Sqrt(c*c+2*mass*r.stiffness))
}

// stableRK4 solves dt² λ = radius² and dt γ = radius, whichever comes first.
func (r resistance) stableRK4(mass float64, damped bool) float64 {
	radius := rk4Undamped
	if damped {
		radius = rk4Damped
	}
	safe := r.stableDamping(mass, radius)
	if r.stiffness > 0 {
		safe = min(safe, math.Sqrt((radius*radius-r.stiff)*mass/(2*r.stiffness)))
	}
	return safe
}

// stableDamping solves dt γ = limit for dt [s].
func (r resistance) stableDamping(mass, limit float64) float64 {
	if r.damping == 0 {
		return math.Inf(1)
	}
	return (limit - r.damped) * mass / (2 * r.damping)
}

// stepOf returns the step of a run with parameters p [s]: p.DT, or AutoStep where that is
// zero.
func stepOf(m *model.Model, p model.Params) float64 {
	if p.DT == 0 && (m.HasNormalized() || p.ContactsPerMass()) {
		return AutoStep(m, p)
	}
	return p.DT
}
