package cpuref

import "hooke/model"

// Terms is a set of the forces and rules that act, so that a test can look at
// one alone. The zero value means AllTerms.
type Terms uint8

// The terms of the equation of motion.
const (
	Springs  Terms = 1 << iota // k (L − L0)
	Dampers                    // c ((vB − vA)·n)
	Gravity                    // m g
	Drag                       // v·2^(−dt/h)
	Contact                    // pushes of contacts, and their friction
	Pins                       // axes that do not move, and what guides hold
	Loads                      // forces, motors, handles and quadratic drag
	Air                        // wind on triangles
	AllTerms = Springs | Dampers | Gravity | Drag | Contact | Pins | Loads | Air
)

// only returns the model and the parameters in which just these terms act. It
// copies what it changes: m itself is left alone, and the step needs no
// switches.
func (t Terms) only(m *model.Model, p model.Params) (*model.Model, model.Params) {
	if t == 0 || t == AllTerms {
		return m, p
	}
	kept := *m
	kept.Materials = append([]model.Material(nil), m.Materials...)
	for i := range kept.Materials {
		if t&Springs == 0 {
			kept.Materials[i].Stiffness = 0
		}
		if t&Dampers == 0 {
			kept.Materials[i].Damping = 0
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
	if t&Gravity == 0 {
		p.Gravity = model.Vec3{}
	}
	if t&Drag == 0 {
		p.DragHalfLife = 0
	}
	if t&Contact == 0 {
		p.Contacts = nil
	}
	if t&Pins == 0 {
		p.Guides = nil
	}
	if t&Loads == 0 {
		p.Forces, p.Motors, p.Handles, p.QuadraticDrag = nil, nil, nil, 0
	}
	if t&Air == 0 {
		p.Wind = model.Wind{}
	}
	return &kept, p
}

// onlyOf clears what does not act in k and c per spring, in place.
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
