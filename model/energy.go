package model

import "math"

// Energy is what a state holds, by kind [J].
type Energy struct {
	Kinetic       float64 // Σ ½ m v²
	Gravitational float64 // −Σ m g·x, zero at the origin
	Elastic       float64 // Σ ½ k (L − L0)²; nothing in a slack tension-only spring
	Contact       float64 // Σ ½ kc depth², over every mass and contact
}

// Total is the sum of all kinds [J].
func (e Energy) Total() float64 { return e.Kinetic + e.Gravitational + e.Elastic + e.Contact }

// Flows are the ways in which energy leaves and enters a structure: amounts [J]
// in a Ledger, powers [W] where a function says so. What is dissipated is never
// negative; work may have either sign.
type Flows struct {
	Damping        float64 // dissipated by the dampers of springs
	ContactDamping float64 // dissipated by the dampers of contacts
	Drag           float64 // dissipated by drag
	Friction       float64 // dissipated by the friction of contacts

	Actuators   float64 // work done on the structure by actuators
	External    float64 // work of external forces, quadratic drag, wind, motors and handles
	Constraints float64 // work of what moves masses along paths, and of changes of the parameters
}

// Dissipated is what the structure lost to heat, in the unit of f.
func (f Flows) Dissipated() float64 { return f.Damping + f.ContactDamping + f.Drag + f.Friction }

// Work is the work done on the structure, in the unit of f.
func (f Flows) Work() float64 { return f.Actuators + f.External + f.Constraints }

// Plus is f + by·g, term by term.
func (f Flows) Plus(by float64, g Flows) Flows {
	return Flows{
		Damping:        f.Damping + by*g.Damping,
		ContactDamping: f.ContactDamping + by*g.ContactDamping,
		Drag:           f.Drag + by*g.Drag,
		Friction:       f.Friction + by*g.Friction,
		Actuators:      f.Actuators + by*g.Actuators,
		External:       f.External + by*g.External,
		Constraints:    f.Constraints + by*g.Constraints,
	}
}

// Ledger accounts for the energy of a run [J]: what the state held when it
// began, what it holds now, and what flowed in between. An engine keeps it when
// Params.Ledger says so. The zero value is an empty ledger.
type Ledger struct {
	Start, Now Energy
	Flows
}

// Numbers are pointers to all numbers of the ledger, in a fixed order, for saving and
// restoring it.
func (l *Ledger) Numbers() []*float64 {
	f := &l.Flows
	out := []*float64{&f.Damping, &f.ContactDamping, &f.Drag, &f.Friction, &f.Actuators, &f.External, &f.Constraints}
	for _, e := range []*Energy{&l.Start, &l.Now} {
		out = append(out, &e.Kinetic, &e.Gravitational, &e.Elastic, &e.Contact)
	}
	return out
}

// Residual is what the ledger does not explain [J]: the energy gained, plus
// what was dissipated, less the work. It is the error of the method, of the
// order of the step, and zero in exact arithmetic as the step goes to zero.
func (l Ledger) Residual() float64 {
	return l.Now.Total() - l.Start.Total() + l.Dissipated() - l.Work()
}

// Exchanged is the energy that changed its kind [J]: the larger of what was given
// (by kinds of energy that fell, and by work) and what was taken (by kinds that
// grew, by dissipation, and by negative work). In a ledger that closes the two
// are equal.
func (l Ledger) Exchanged() float64 {
	given, taken := 0.0, 0.0
	for _, gain := range []float64{
		l.Now.Kinetic - l.Start.Kinetic, l.Now.Gravitational - l.Start.Gravitational,
		l.Now.Elastic - l.Start.Elastic, l.Now.Contact - l.Start.Contact,
		l.Damping, l.ContactDamping, l.Drag, l.Friction,
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

// Closure is |Residual| divided by Exchanged; 0 where the residual is 0.
func (l Ledger) Closure() float64 {
	residual := math.Abs(l.Residual())
	if residual == 0 {
		return 0
	}
	return residual / l.Exchanged()
}
