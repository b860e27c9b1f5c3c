package model

import (
	"slices"
)

// TermKind is the part of a step in which a term acts, and so the passes that evaluate it.
// The zero value is NoForce.
type TermKind uint8

// These are the kinds of term. A term that is evaluated elsewhere gets a kind of its own.
const (
	NoForce       TermKind = iota // no force: a setting of the solver
	GravityTerm                   // as masses are integrated
	DragTerm                      // as masses are integrated
	ContactTerm                   // as masses are integrated, after all other forces, with friction
	ActuatorTerm                  // in springs, as a change of their rest length
	LoadTerm                      // an external force of the pass "load"
	WindTerm                      // an external force of the pass "wind"
	GroupTerm                     // an external force that depends on several masses at once
	GuideTerm                     // after a step, by the pass "guide"
	ClampTerm                     // on orientations of segments of rods, after a step
	CollisionTerm                 // as masses are integrated, between neighboring masses; friction after all other forces
)

// Term is a force or a rule of a run: its fields of Params, whether it acts, its faults, and
// its form for other structures and at rest. Code that asks for all loads, or for everything
// that changes with time, goes over this table and names no term.
type Term struct {
	Name    string   // as users call it: "quadratic drag"
	Kind    TermKind // where it acts
	Fields  []string // the fields of Params that belong to it
	Elastic bool     // whether its forces have an elastic energy

	on      func(p Params) bool // whether it acts; nil: never
	changes func(p Params) bool // whether any part of it may change with time; nil: never
	rules
}

// rules are the operations on a term; nil: the operation does nothing.
type rules struct {
	clear  func(p *Params)                                        // takes it away
	faults func(p Params, fault func(format string, args ...any)) // tells what is wrong with it
	fits   func(p Params, m *Model) error                         // returns its fault on a model; quick
	suits  func(p, from Params, m *Model) error                   // likewise, by the number of masses or springs, and only if it is not as in from
	lists  func(p Params, each func(masses []uint32))             // the masses of each of its things; nil masses: all
	own    func(p *Params)                                        // makes its arrays its own
	number func(p *Params, to Numbers)                            // renumbers the masses that it names; its arrays are its own
	move   func(p *Params, by Vec3)                               // puts it elsewhere; its arrays are its own
	still  func(p *Params, t float64)                             // fixes its value at a time, without drives and drag; its arrays are its own
	join   func(p *Params, part Params)                           // adds that of other parameters
	single func(p Params) (value any, unit string)                // returns the value of a term that a run has once: parts of a scene must agree on it
}

// Numbers maps mass numbers to those of another model.
type Numbers struct {
	List func(masses []uint32) []uint32 // maps a list; nil means all masses
	One  func(mass uint32) uint32
}

// terms lists all terms, in the order in which faults are reported. Every field of Params
// belongs to one term.
var terms = []Term{
	{Name: "step", Fields: []string{"DT"}, rules: rules{faults: stepFaults}},
	{Name: "gravity", Kind: GravityTerm, Fields: []string{"Gravity"}, on: func(p Params) bool { return p.Gravity != Vec3{} },
		rules: rules{faults: gravityFaults, clear: func(p *Params) { p.Gravity = Vec3{} }, join: joinGravity,
			single: func(p Params) (any, string) { return p.Gravity, "m/s²" }}},
	{Name: "drag", Kind: DragTerm, Fields: []string{"DragHalfLife", "DragKept"}, on: func(p Params) bool { return p.DragHalfLife != 0 || p.DragKept != 0 },
		rules: rules{faults: dragFaults, clear: clearDrag, still: func(p *Params, _ float64) { clearDrag(p) }}},
	contactTerm(),
	collisionTerm(),
	{Name: "solver", Fields: []string{"Integrator", "Substeps", "Iterations", "Forward", "Warm", "Tolerance"}, rules: rules{faults: integratorFaults, fits: materialsFit}},
	actuatorTerm(),
	forceTerm(),
	motorTerm(),
	handleTerm(),
	spinTerm(),
	waterTerm(),
	pressureTerm(),
	areaTerm(),
	orientTerm(),
	trackTerm(),
	matchingTerm(),
	limitTerm(),
	bendTerm(),
	guideTerm(),
	clampTerm(),
	massTerm(),
	{Name: "quadratic drag", Kind: LoadTerm, Fields: []string{"QuadraticDrag"}, on: slowed, changes: slowed,
		rules: rules{faults: quadraticDragFaults, clear: func(p *Params) { p.QuadraticDrag = 0 }, still: func(p *Params, _ float64) { p.QuadraticDrag = 0 },
			join: joinQuadraticDrag, single: func(p Params) (any, string) { return p.QuadraticDrag, "kg/m" }}},
	{Name: "wind", Kind: WindTerm, Fields: []string{"Wind"}, on: blown, changes: blown,
		rules: rules{faults: windFaults, fits: windFits, clear: func(p *Params) { p.Wind = Wind{} }, still: func(p *Params, _ float64) { p.Wind.Gust = 0 }}},
	{Name: "ledger", Fields: []string{"Ledger"}},
}

func clearDrag(p *Params) { p.DragHalfLife, p.DragKept = 0, 0 }

// Terms returns the terms of the given kinds, or all terms, in the order of the table.
func Terms(kinds ...TermKind) []Term {
	if len(kinds) == 0 {
		return slices.Clone(terms)
	}
	var out []Term
	for _, t := range terms {
		if slices.Contains(kinds, t.Kind) {
			out = append(out, t)
		}
	}
	return out
}

// On reports whether the term acts in a run with these parameters.
func (t Term) On(p Params) bool { return t.on != nil && t.on(p) }

// Lists calls each with the masses of each item of the term, such as each force. nil masses
// mean all. It calls nothing for a term that names no masses.
func (t Term) Lists(p Params, each func(masses []uint32)) {
	if t.lists != nil {
		t.lists(p, each)
	}
}

// Single returns the value and unit of a term that a run has only once, such as gravity; ok
// is false for other terms. Structures in one scene must agree on it.
func (t Term) Single(p Params) (value any, unit string, ok bool) {
	if t.single == nil {
		return nil, "", false
	}
	value, unit = t.single(p)
	return value, unit, true
}

// EachLoad calls each with the masses of every load, in the order of the table; nil masses
// mean all. It leaves out quadratic drag, which acts on all masses alike.
func (p Params) EachLoad(each func(masses []uint32)) {
	for i := range terms {
		if terms[i].Kind == LoadTerm && terms[i].lists != nil {
			terms[i].lists(p, each)
		}
	}
}

// acts reports whether any term of a kind acts.
func (p Params) acts(kind TermKind) bool {
	for i := range terms {
		if terms[i].Kind == kind && terms[i].on(p) {
			return true
		}
	}
	return false
}

// Loaded reports whether any external force acts: a load, wind, or a force on a group.
func (p Params) Loaded() bool { return p.LoadsMasses() || p.acts(WindTerm) || p.LoadsGroups() }

// LoadsGroups reports whether an external force acts that depends on several masses at once.
func (p Params) LoadsGroups() bool { return p.acts(GroupTerm) }

// ElasticGroups reports whether a force on several masses acts that has an elastic energy.
func (p Params) ElasticGroups() bool {
	return slices.ContainsFunc(terms, func(t Term) bool { return t.Elastic && t.on(p) })
}

// LoadsMasses reports whether an external force acts that depends on one mass alone.
func (p Params) LoadsMasses() bool { return p.acts(LoadTerm) }

// Driven reports whether anything may change with time.
func (p Params) Driven() bool {
	for i := range terms {
		if terms[i].changes != nil && terms[i].changes(p) {
			return true
		}
	}
	return false
}

// Without returns the parameters without the terms of the given kinds.
func (p Params) Without(kinds ...TermKind) Params {
	for _, t := range Terms(kinds...) {
		if t.clear != nil {
			t.clear(&p)
		}
	}
	return p
}

// Clone returns a copy of the parameters that shares no array of contacts, surfaces of
// bodies, actuators, loads or guides with p. Lists of masses and tables stay shared; do not
// write to them.
func (p Params) Clone() Params {
	for _, t := range terms {
		if t.own != nil {
			t.own(&p)
		}
	}
	return p
}

// Renumbered returns the parameters for a model with other mass numbers.
func (p Params) Renumbered(to Numbers) Params {
	for _, t := range terms {
		if t.number != nil {
			t.own(&p)
			t.number(&p, to)
		}
	}
	return p
}

// Moved returns the parameters for a model that is moved by a vector [m]: loads and guides
// move, contacts stay.
func (p Params) Moved(by Vec3) Params {
	for _, t := range terms {
		if t.move != nil {
			t.own(&p)
			t.move(&p, by)
		}
	}
	return p
}

// With returns p with the terms of part added: the lists of part are appended, and gravity
// and quadratic drag are those of part where they are zero in p. All other fields are those of p.
func (p Params) With(part Params) Params {
	for _, t := range terms {
		if t.join != nil {
			t.join(&p, part)
		}
	}
	return p
}

// Still returns the parameters of a run that comes to rest under the conditions of time t
// [s]: without drag and motors, with every table constant at its value of that time, and with
// wind but without gusts.
func (p Params) Still(t float64) Params {
	p = p.Clone()
	for _, term := range terms {
		if term.still != nil {
			term.still(&p, t)
		}
	}
	return p
}
