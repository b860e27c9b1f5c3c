package cpuref

import "hooke/model"

// Terms is a set of the forces and rules that act, so that a test can look at
// one alone. The zero value means AllTerms.
type Terms uint16

// The terms of the equation of motion.
const (
	Springs    Terms = 1 << iota // k (L − L0)
	Dampers                      // c ((vB − vA)·n)
	Gravity                      // m g
	Drag                         // v·2^(−dt/h)
	Contact                      // pushes of contacts, and their friction
	Pins                         // fixed axes, and guides
	Loads                        // forces, motors, handles, quadratic drag, and forces on groups
	Air                          // wind on triangles
	Collisions                   // pushes of masses on each other, and their friction
	AllTerms   = Springs | Dampers | Gravity | Drag | Contact | Pins | Loads | Air | Collisions
)

// kinds lists the kinds of model's terms other than springs and their actuators.
var kinds = []struct {
	term Terms
	kind model.TermKind
}{
	{Gravity, model.GravityTerm}, {Drag, model.DragTerm}, {Contact, model.ContactTerm},
	{Pins, model.GuideTerm}, {Loads, model.LoadTerm}, {Loads, model.GroupTerm}, {Air, model.WindTerm}, {Collisions, model.CollisionTerm},
}

// only returns the model and the parameters with just these terms. It copies the parts that
// it changes: m itself stays unchanged, and the step needs no switches.
func (t Terms) only(m *model.Model, p model.Params) (*model.Model, model.Params) {
	if t == 0 || t == AllTerms {
		return m, p
	}
	kept := *m
	kept.Materials = append([]model.Material(nil), m.Materials...)
	for i := range kept.Materials {
		if t&Springs == 0 {
			kept.Materials[i].Stiffness, kept.Materials[i].Rigid = 0, false
		}
		if t&Dampers == 0 {
			kept.Materials[i] = kept.Materials[i].Undamped()
		}
	}
	if t&Pins == 0 {
		kept.Pin = nil
		kept.Mass = append([]float64(nil), m.Mass...)
		for i := range kept.Mass {
			if kept.Mass[i] == 0 {
				kept.Mass[i] = 1 // nothing can move freely without a mass
			}
		}
	}
	for _, one := range kinds {
		if t&one.term == 0 {
			p = p.Without(one.kind)
		}
	}
	return &kept, p
}

// onlyOf clears the inactive terms in k and c per spring, in place.
func (t Terms) onlyOf(own []model.Coefficients) {
	if t == 0 || t == AllTerms {
		return
	}
	for s := range own {
		if t&Springs == 0 {
			own[s].Stiffness = 0
		}
		if t&Dampers == 0 {
			own[s].Damping = 0
		}
	}
}
