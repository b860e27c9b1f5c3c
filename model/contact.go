package model

import (
	"fmt"
)

// Contact is a solid that masses are pushed out of, with friction on its
// surface. With the depth δ > 0 of a mass below the surface and the unit
// normal n, the push is
//
//	F_N = max(0, kc δ − bc (v·n))
//
// along n, never a pull. Friction is Coulomb's: with F_t the part across n of
// all other forces, the force −(F_t + m v_t/dt), which stops the mass within
// the step, if its size is at most μs F_N; else μk F_N in that direction, which
// is against the velocity v_t at the end of the step and never turns it around.
//
// A mass that touches several contacts gets all pushes first; then each
// contact, in the order of Params.Contacts, adds its friction to the forces so
// far, the friction of the contacts before it among them.
type Contact struct {
	Shape           Shape   // a Plane, Sphere, Box or Capsule
	Inside          bool    // keeps masses in the shape instead of out of it: a container
	Stiffness       float64 // kc [N/m], > 0
	Damping         float64 // bc [N·s/m], >= 0
	StaticFriction  float64 // μs, >= μk; zero means no friction
	KineticFriction float64 // μk, >= 0
}

// Ground is a level ground without friction at the given height [m], with
// stiffness [N/m] and damping [N·s/m].
func Ground(height, stiffness, damping float64) Contact {
	return Contact{Shape: Plane{Offset: height}, Stiffness: stiffness, Damping: damping}
}

// WithFriction is the contact with other coefficients of friction, static and
// kinetic.
func (c Contact) WithFriction(static, kinetic float64) Contact {
	c.StaticFriction, c.KineticFriction = static, kinetic
	return c
}

// Depth is how far a point is in the solid [m], negative where it does not
// touch, and the unit normal along which it is pushed.
func (c Contact) Depth(x Vec3) (depth float64, normal Vec3) {
	depth, normal = c.Shape.Depth(x)
	if c.Inside {
		return -depth, normal.Mul(-1)
	}
	return depth, normal
}

// GroundHeight is the height of the highest level ground [m], and false when
// there is none.
func (p Params) GroundHeight() (height float64, ok bool) {
	for _, c := range p.Contacts {
		plane, level := c.Shape.(Plane)
		if level && !c.Inside && plane.UnitNormal() == (Vec3{0, 0, 1}) && (!ok || plane.Offset > height) {
			height, ok = plane.Offset, true
		}
	}
	return height, ok
}

// faults reports what is wrong with a contact, in words.
func (c Contact) faults() []string {
	var f []string
	if c.Shape == nil {
		f = append(f, "it has no shape; give a Plane, Sphere, Box or Capsule")
	} else {
		f = append(f, c.Shape.faults()...)
	}
	if !finite(c.Stiffness) || c.Stiffness <= 0 {
		f = append(f, fmt.Sprintf("stiffness is %g N/m; it must be positive", c.Stiffness))
	}
	if !finite(c.Damping) || c.Damping < 0 {
		f = append(f, fmt.Sprintf("damping is %g N·s/m; it must not be negative", c.Damping))
	}
	if !finite(c.KineticFriction) || c.KineticFriction < 0 {
		f = append(f, fmt.Sprintf("kinetic friction is %g; it must not be negative", c.KineticFriction))
	}
	if !finite(c.StaticFriction) || c.StaticFriction < 0 {
		f = append(f, fmt.Sprintf("static friction is %g; it must not be negative", c.StaticFriction))
	} else if c.KineticFriction > c.StaticFriction {
		f = append(f, fmt.Sprintf("kinetic friction is %g; it must not be more than the static friction, %g",
			c.KineticFriction, c.StaticFriction))
	}
	return f
}

func contactTerm() Term {
	return listTerm("contact", ContactTerm, "Contacts", false, items[Contact]{
		get: func(p Params) []Contact { return p.Contacts }, set: func(p *Params, l []Contact) { p.Contacts = l }, faults: Contact.faults})
}
