package model

import "math"

// Energy is the energy of a state, by kind [J].
type Energy struct {
	Kinetic       float64 // Σ ½ m v²
	Gravitational float64 // −Σ m g·x, zero at the origin
	Elastic       float64 // Σ ½ k (L − L0)² of springs, zero for a slack tension-only one; that of areas, of bending and of limits of angles likewise
	Contact       float64 // Σ ½ kc depth², over every pair of a mass and a contact
}

// Total returns the sum of all kinds [J].
func (e Energy) Total() float64 { return e.Kinetic + e.Gravitational + e.Elastic + e.Contact }

// Flows are the ways in which energy leaves and enters a structure: amounts [J] in a Ledger,
// powers [W] where a function says so. The kinds of dissipation are never negative. Solver
// and work may have either sign.
type Flows struct {
	Damping        float64 // dissipated by the dampers of springs, of areas, of bending and of limits of angles
	ContactDamping float64 // dissipated by the dampers of contacts
	Drag           float64 // dissipated by drag
	Friction       float64 // dissipated by the friction of contacts
	Fracture       float64 // released by springs that tear or weaken
	Plastic        float64 // dissipated by springs that yield or creep
	Solver         float64 // removed by solvers that divide a step, in addition to the others: unresolved vibrations and iterations, guides

	Actuators   float64 // work done on the structure by actuators
	External    float64 // work of external forces, quadratic drag, wind, motors and handles, and of forces on groups without an elastic energy
	Constraints float64 // work of paths that move masses, and of changes of the parameters
}

// Dissipated returns the energy that the structure turned into heat, in the unit of f.
func (f Flows) Dissipated() float64 {
	return f.Damping + f.ContactDamping + f.Drag + f.Friction + f.Fracture + f.Plastic + f.Solver
}

// Work returns the work done on the structure, in the unit of f.
func (f Flows) Work() float64 { return f.Actuators + f.External + f.Constraints }

// Plus returns f + by·g, term by term.
func (f Flows) Plus(by float64, g Flows) Flows {
	return Flows{
		Damping:        f.Damping + by*g.Damping,
		ContactDamping: f.ContactDamping + by*g.ContactDamping,
		Drag:           f.Drag + by*g.Drag,
		Friction:       f.Friction + by*g.Friction,
		Fracture:       f.Fracture + by*g.Fracture,
		Plastic:        f.Plastic + by*g.Plastic,
		Solver:         f.Solver + by*g.Solver,
		Actuators:      f.Actuators + by*g.Actuators,
		External:       f.External + by*g.External,
		Constraints:    f.Constraints + by*g.Constraints,
	}
}

// Ledger accounts for the energy of a run [J]: at its start, now, and the flows between. An
// engine keeps it when Params.Ledger is set. The zero value is an empty ledger.
type Ledger struct {
	Start, Now Energy
	Flows
}

// Numbers returns pointers to all numbers of the ledger except Fracture, Plastic and Solver,
// which only some runs have, in a fixed order, to save and restore them.
func (l *Ledger) Numbers() []*float64 {
	f := &l.Flows
	out := []*float64{&f.Damping, &f.ContactDamping, &f.Drag, &f.Friction, &f.Actuators, &f.External, &f.Constraints}
	for _, e := range []*Energy{&l.Start, &l.Now} {
		out = append(out, &e.Kinetic, &e.Gravitational, &e.Elastic, &e.Contact)
	}
	return out
}

// Residual returns the part of the energy that the ledger does not explain [J]: the energy
// gained, plus the energy dissipated, minus the work. It is the error of the integrator,
// proportional to the step to first order, and tends to zero with the step.
func (l Ledger) Residual() float64 {
	return l.Now.Total() - l.Start.Total() + l.Dissipated() - l.Work()
}

// Exchanged returns the energy that changed its kind [J]: the larger of the energy given (by
// kinds of energy that fell, and by work) and the energy taken (by kinds that grew, by
// dissipation, and by negative work). Both are equal in a ledger that closes.
func (l Ledger) Exchanged() float64 {
	given, taken := 0.0, 0.0
	for _, gain := range []float64{
		l.Now.Kinetic - l.Start.Kinetic, l.Now.Gravitational - l.Start.Gravitational,
		l.Now.Elastic - l.Start.Elastic, l.Now.Contact - l.Start.Contact,
		l.Damping, l.ContactDamping, l.Drag, l.Friction, l.Fracture, l.Plastic,
		-l.Actuators, -l.External, -l.Constraints,
	} {
		if gain < 0 {
			given -= gain
		} else {
			taken += gain
		}
	}
	return max(given, taken)
}

// Closure returns |Residual| divided by Exchanged; 0 for a zero residual.
func (l Ledger) Closure() float64 {
	residual := math.Abs(l.Residual())
	if residual == 0 {
		return 0
	}
	return residual / l.Exchanged()
}
