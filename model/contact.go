package model

import (
	"fmt"
	"slices"

	"hooke/model/spring"
)

// Contact is a solid that masses are pushed out of, with friction on its
// surface. With the depth δ > 0 of a mass below the surface and the unit
// normal n, the push is
//
//	F_N = max(0, kc δ − bc (v·n))
//
// along n, never a pull. v and v_t are velocities relative to the surface, which moves
// where the contact has a Trajectory. Friction is Coulomb's: with F_t the part across n of
// all other forces, the force −(F_t + m v_t/dt), which stops the mass within
// the step, if its size is at most μs F_N; else μk F_N in that direction, which
// is against the velocity v_t at the end of the step and never turns it around.
//
// A mass that touches several contacts gets all pushes first; then each
// contact, in the order of Params.Contacts, adds its friction to the forces so
// far, the friction of the contacts before it among them.
//
// A contact PerMass is as stiff as the step lets it be, as normalized materials are. With
// Cs and Cd, the largest of the springs at a mass before their caps (or those of the
// contact, Normalized), and n, the contacts that the mass touches at that time,
//
//	kc = min(Cs, 0.3) m/(n dt²),  bc = min(Cd, 0.3) m/(n dt)
//
// Springs without Cs count as Cs = Cd = 1. A mass without springs has Cs = Cd = 1
// and no cap. docs/physics.md says why the cap is 0.3.
//
// Where a contact PerMass touches springs or triangles, a mass that N of the spans belong to
// which such contacts push keeps half of that for its own touches. The other half is for its
// spans, an N-th for each. A span has the least of what its ends or corners have for it,
//
//	kc = min over its ends of min(Cs, 0.3) m/(2 N n dt²),  bc = min of min(Cd, 0.3) m/(2 N n dt)
//
// with n, the contacts that the span is in. An end that is pinned on all axes does not count.
type Contact struct {
	Shape           Shape             // a Plane, Sphere, Box or Capsule
	Inside          bool              // keeps masses in the shape instead of out of it: a container
	Stiffness       float64           // kc [N/m], > 0; 0 where PerMass
	Damping         float64           // bc [N·s/m], >= 0; 0 where PerMass
	StaticFriction  float64           // μs, >= μk; zero means no friction
	KineticFriction float64           // μk, >= 0
	PerMass         bool              // kc and bc follow from each mass and the step
	Normalized      spring.Normalized // where PerMass: Cs and Cd, each in [0, 1]; zero: those of the springs at a mass
	Touches         Touches           // what of a structure it pushes; zero means masses alone
	Trajectory      *Trajectory       // how it moves; nil: it stands still
}

// Touches says what of a structure a contact pushes; each has those before it. Planes and
// containers push whatever is in them by its masses, so more means nothing to them.
//
// An edge, which is a spring that lies open, and a triangle push with their excess, how much
// deeper they are in the solid than their ends, or than the edges of the triangle:
//
//	e = δ_q − max(0, δ_A, δ_B)            of an edge; δ_AB, δ_BC, δ_CA of a triangle
//	F_N = max(0, kc e − bc v_q·n)         at most 2 kc e, while e > 0
//
// So the push is continuous where an end or an edge enters the solid, with its damper, too.
// δ_q is the depth of the whole edge or triangle, q the point of it that is deepest along n,
// and v_q the velocity there. Each end takes its share of q. Package physics says which
// springs are edges (SpansOf) and how deep they are (TouchEdge, TouchTriangle).
type Touches uint8

// What a contact touches.
const (
	TouchMasses Touches = iota
	TouchSprings
	TouchTriangles
)

var touchNames = [...]string{"masses", "springs", "triangles"}

// AllTouches returns all of them, in their order.
func AllTouches() []Touches { return []Touches{TouchMasses, TouchSprings, TouchTriangles} }

// String returns the word for people and files.
func (t Touches) String() string {
	if int(t) < len(touchNames) {
		return touchNames[t]
	}
	return fmt.Sprintf("touches %d", uint8(t))
}

// Spans returns what of edges and triangles the contact pushes: of planes and containers none.
func (c Contact) Spans() Touches {
	if _, plane := c.Shape.(Plane); plane || c.Inside {
		return TouchMasses
	}
	return c.Touches
}

// Spans returns the most that any contact pushes of edges and triangles.
func (p Params) Spans() Touches {
	most := TouchMasses
	for _, c := range p.Contacts {
		most = max(most, c.Spans())
	}
	return most
}

// SpansPerMass returns the most that any contact PerMass pushes of edges and triangles.
func (p Params) SpansPerMass() Touches {
	most := TouchMasses
	for _, c := range p.Contacts {
		if c.PerMass {
			most = max(most, c.Spans())
		}
	}
	return most
}

// SpanReach returns how far the friction of spans, one impulse after the step, moves a mass, per
// change of its velocity [s]: dt in symplectic Euler, whose way is dt times the new velocity, 0
// in explicit Euler, else FrictionReach.
func (p Params) SpanReach() float64 {
	switch p.Integrator {
	case SymplecticEuler:
		return p.DT
	case ExplicitEuler:
		return 0
	}
	return p.FrictionReach()
}

// ContactCap is the largest Cs and Cd of a contact PerMass with a mass that has springs.
const ContactCap = 0.3

// Ground returns a level ground without friction at the given height [m], with
// stiffness [N/m] and damping [N·s/m].
func Ground(height, stiffness, damping float64) Contact {
	return Contact{Shape: Plane{Offset: height}, Stiffness: stiffness, Damping: damping}
}

// WithFriction returns the contact with other coefficients of friction, static and
// kinetic.
func (c Contact) WithFriction(static, kinetic float64) Contact {
	c.StaticFriction, c.KineticFriction = static, kinetic
	return c
}

// Depth returns how far a point is in the solid [m], negative where it does not
// touch, and the unit normal along which it is pushed.
func (c Contact) Depth(x Vec3) (depth float64, normal Vec3) {
	depth, normal = c.Shape.Depth(x)
	if c.Inside {
		return -depth, normal.Mul(-1)
	}
	return depth, normal
}

// GroundHeight returns the height of the highest level ground that stands still [m], and false
// when there is none.
func (p Params) GroundHeight() (height float64, ok bool) {
	for _, c := range p.Contacts {
		plane, level := c.Shape.(Plane)
		if level && !c.Inside && !c.Trajectory.Moves() && plane.UnitNormal() == (Vec3{0, 0, 1}) && (!ok || plane.Offset > height) {
			height, ok = plane.Offset, true
		}
	}
	return height, ok
}

// Tuning is what a mass is to contacts PerMass.
type Tuning struct {
	Own   spring.Normalized // Cs and Cd, those of its springs with their cap
	Spans int               // N, the edges and triangles of it that contacts PerMass push; 0: none
}

// parts returns how many share a mass that touches so many contacts.
func (t Tuning) parts(touches int) float64 {
	if t.Spans > 0 {
		touches *= 2 // half is for its spans
	}
	return float64(touches)
}

// At returns a contact PerMass as a mass [kg] meets it in steps of dt [s] that touches so many
// contacts. own is what physics.ContactTuning has for the mass. A contact with
// a stiffness of its own stays as it is.
func (c Contact) At(own Tuning, mass, dt float64, touches int) Contact {
	if c.PerMass {
		c.Stiffness, c.Damping = c.Tuned(own.Own).Resolve(mass/own.parts(touches), dt)
	}
	return c
}

// AtSpan returns what a contact PerMass has for a span of a mass [kg], as At; the span has the least
// of its ends or corners. own.Spans must be positive.
func (c Contact) AtSpan(own Tuning, mass, dt float64, touches int) (stiffness, damping float64) {
	return c.Tuned(own.Own).Resolve(mass/float64(2*own.Spans*touches), dt)
}

// Tuned returns Cs and Cd of a contact PerMass with a mass for which physics.ContactTuning has
// own: those of the contact where it has some, and at most ContactCap where the mass has
// springs.
func (c Contact) Tuned(own spring.Normalized) spring.Normalized {
	limit := 1.0
	if own.Stiffness <= ContactCap && own.Damping <= ContactCap {
		limit = ContactCap
	}
	if c.Normalized.Stiffness > 0 {
		own.Stiffness = min(c.Normalized.Stiffness, limit)
	}
	if c.Normalized.Damping > 0 {
		own.Damping = min(c.Normalized.Damping, limit)
	}
	return own
}

// ContactsPerMass reports whether kc of any contact follows from each mass and the step.
func (p Params) ContactsPerMass() bool {
	return slices.ContainsFunc(p.Contacts, func(c Contact) bool { return c.PerMass })
}

// faults reports what is wrong with a contact, in words.
func (c Contact) faults() []string {
	var f []string
	if c.Shape == nil {
		f = append(f, "it has no shape; give a Plane, Sphere, Box or Capsule")
	} else {
		f = append(f, c.Shape.faults()...)
	}
	f = append(f, c.pushFaults()...)
	if c.Touches > TouchTriangles {
		f = append(f, fmt.Sprintf("%v is unknown; it touches masses, springs or triangles", c.Touches))
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
	return append(f, c.Trajectory.faults(c.Shape)...)
}

// pushFaults reports what is wrong with stiffness and damping of a contact, in words.
func (c Contact) pushFaults() (f []string) {
	switch {
	case c.PerMass && (c.Stiffness != 0 || c.Damping != 0):
		f = append(f, fmt.Sprintf("stiffness is %g N/m and damping %g N·s/m; both must be 0 where they follow from each mass", c.Stiffness, c.Damping))
	case !c.PerMass && c.Normalized != spring.Normalized{}:
		f = append(f, "it has normalized values; they belong to a contact whose stiffness follows from each mass")
	case !c.PerMass && (!finite(c.Stiffness) || c.Stiffness <= 0):
		f = append(f, fmt.Sprintf("stiffness is %g N/m; it must be positive", c.Stiffness))
	}
	if !finite(c.Damping) || c.Damping < 0 {
		f = append(f, fmt.Sprintf("damping is %g N·s/m; it must not be negative", c.Damping))
	}
	if n := c.Normalized; !(n.Stiffness >= 0 && n.Stiffness <= 1) || !(n.Damping >= 0 && n.Damping <= 1) {
		f = append(f, fmt.Sprintf("normalized stiffness is %g and damping %g; each must be from 0 to 1", n.Stiffness, n.Damping))
	}
	return f
}

func contactTerm() Term {
	t := listTerm("contact", ContactTerm, "Contacts", false, items[Contact]{
		get: func(p Params) []Contact { return p.Contacts }, set: func(p *Params, l []Contact) { p.Contacts = l }, faults: Contact.faults,
		own: (*Contact).own, still: (*Contact).still})
	t.changes = Params.Moving
	return t
}

// solid reports whether a contact is no plane.
func solid(c Contact) bool {
	_, plane := c.Shape.(Plane)
	return !plane
}
