package model

import (
	"fmt"
	"slices"

	"hooke/model/spring"
)

// Contact is a solid that pushes masses out, with friction on its surface. For a mass at the
// depth δ > 0 below the surface, with the unit normal n, the normal force along n is
//
//	F_N = max(0, kc δ − bc (v·n))
//
// and never a pull. v and v_t are velocities relative to the surface, which moves if the
// contact has a Trajectory. Friction is Coulomb's. Let F_t be the part across n of all other
// forces. The force −(F_t + m v_t/dt) stops the mass within the step. It acts if its size is
// at most μs F_N. Otherwise friction is μk F_N in its direction, which opposes the velocity
// v_t at the end of the step and never reverses it.
//
// A mass that touches several contacts first receives all normal forces. Then each contact,
// in the order of Params.Contacts, adds its friction to the forces so far, the friction of
// earlier contacts included.
//
// A contact PerMass is as stiff as the step allows, as normalized materials are. Let Cs and
// Cd be the largest of the springs at a mass before their caps (or those of the contact,
// Normalized), and n the number of contacts that the mass touches at that time:
//
//	kc = min(Cs, 0.3) m/(n dt²),  bc = min(Cd, 0.3) m/(n dt)
//
// Springs without Cs count as Cs = Cd = 1. A mass without springs has Cs = Cd = 1 and no cap.
// docs/physics.md explains the cap of 0.3.
//
// If a contact PerMass pushes springs or triangles (spans), a mass that belongs to N of these
// spans uses half of its stiffness for its own touches and 1/N of the other half for each
// span. A span takes the least of its ends or corners,
//
//	kc = min over its ends of min(Cs, 0.3) m/(2 N n dt²),  bc = min of min(Cd, 0.3) m/(2 N n dt)
//
// where n is the number of contacts that the span is in. Ends pinned on all axes do not
// count.
type Contact struct {
	Shape           Shape             // a Plane, Sphere, Box, Capsule, Terrain or Field
	Inside          bool              // keeps masses inside the shape: a container
	Stiffness       float64           // kc [N/m], > 0; 0 with PerMass
	Damping         float64           // bc [N·s/m], >= 0; 0 with PerMass
	StaticFriction  float64           // μs, >= μk; zero: no friction
	KineticFriction float64           // μk, >= 0
	PerMass         bool              // whether kc and bc follow from each mass and the step
	Normalized      spring.Normalized // with PerMass: Cs and Cd, each in [0, 1]; zero: those of the springs at a mass
	Touches         Touches           // the parts of a structure that it pushes; zero: masses alone
	Trajectory      *Trajectory       // its motion; nil: it does not move
}

// Touches is the set of parts of a structure that a contact pushes; each value includes those
// before it. Planes and containers push edges and triangles through their masses already, so
// they treat every value as TouchMasses.
//
// An edge (a spring that lies open) or a triangle pushes with its excess depth e: its depth
// in the solid beyond that of its ends, or beyond that of the edges of the triangle.
//
//	e = δ_q − max(0, δ_A, δ_B)            of an edge; δ_AB, δ_BC, δ_CA of a triangle
//	F_N = max(0, kc e − bc v_q·n)         at most 2 kc e, while e > 0
//
// So force and damping are continuous where an end or an edge enters the solid. δ_q is the
// depth of the whole edge or triangle, q its deepest point along n, and v_q the velocity
// there. Each end takes its share of q. Package physics determines which springs are edges
// (SpansOf) and how deep they are (TouchEdge, TouchTriangle).
type Touches uint8

// These are the parts of a structure that a contact can push.
const (
	TouchMasses Touches = iota
	TouchSprings
	TouchTriangles
)

var touchNames = [...]string{"masses", "springs", "triangles"}

// AllTouches returns all values, in their order.
func AllTouches() []Touches { return []Touches{TouchMasses, TouchSprings, TouchTriangles} }

// String returns the name that files and messages use.
func (t Touches) String() string {
	if int(t) < len(touchNames) {
		return touchNames[t]
	}
	return fmt.Sprintf("touches %d", uint8(t))
}

// Spans returns the edges and triangles that the contact pushes: TouchMasses, meaning
// neither, for planes and containers.
func (c Contact) Spans() Touches {
	if _, plane := c.Shape.(Plane); plane || c.Inside {
		return TouchMasses
	}
	return c.Touches
}

// Spans returns the largest Spans of any contact.
func (p Params) Spans() Touches {
	most := TouchMasses
	for _, c := range p.Contacts {
		most = max(most, c.Spans())
	}
	return most
}

// SpansPerMass returns the largest Spans of any contact PerMass.
func (p Params) SpansPerMass() Touches {
	most := TouchMasses
	for _, c := range p.Contacts {
		if c.PerMass {
			most = max(most, c.Spans())
		}
	}
	return most
}

// SpanFrictionPasses returns how often a step evaluates the friction of springs and triangles: as often as that of
// masses where springs or triangles collide, else once.
func (p Params) SpanFrictionPasses() int {
	if !p.Collision.Spans() {
		return 1
	}
	return p.Collision.Iterations()
}

// SpanFrictionTime returns the part of a step of which each of these passes has the impulse F_N dt [s].
func (p Params) SpanFrictionTime() float64 { return p.DT / float64(p.SpanFrictionPasses()) }

// SpanReach returns the displacement of a mass per change of its velocity [s] by the friction
// of spans, which is one impulse after the step: dt in symplectic Euler, which moves masses
// by dt times the new velocity, 0 in explicit Euler, and FrictionReach in other solvers.
func (p Params) SpanReach() float64 {
	switch p.Integrator {
	case SymplecticEuler:
		return p.DT
	case ExplicitEuler:
		return 0
	}
	return p.FrictionReach()
}

// ContactCap is the largest Cs and Cd that a contact PerMass uses for a mass with springs.
const ContactCap = 0.3

// Ground returns a level ground without friction at a height [m], with a stiffness [N/m] and
// damping [N·s/m].
func Ground(height, stiffness, damping float64) Contact {
	return Contact{Shape: Plane{Offset: height}, Stiffness: stiffness, Damping: damping}
}

// WithFriction returns the contact with the given coefficients of static and kinetic
// friction.
func (c Contact) WithFriction(static, kinetic float64) Contact {
	c.StaticFriction, c.KineticFriction = static, kinetic
	return c
}

// Depth returns the depth of a point in the solid [m], negative outside, and the unit normal
// along which the contact pushes it.
func (c Contact) Depth(x Vec3) (depth float64, normal Vec3) {
	depth, normal = c.Shape.Depth(x)
	if c.Inside {
		return -depth, normal.Mul(-1)
	}
	return depth, normal
}

// GroundHeight returns the height of the highest level ground that does not move [m]; ok is
// false without such a ground.
func (p Params) GroundHeight() (height float64, ok bool) {
	for _, c := range p.Contacts {
		plane, level := c.Shape.(Plane)
		if level && !c.Inside && !c.Trajectory.Moves() && plane.UnitNormal() == (Vec3{0, 0, 1}) && (!ok || plane.Offset > height) {
			height, ok = plane.Offset, true
		}
	}
	return height, ok
}

// Tuning holds the numbers of a mass that contacts PerMass use.
type Tuning struct {
	Own   spring.Normalized // largest Cs and Cd of its springs, with their cap
	Spans int               // N, the number of its edges and triangles that contacts PerMass push
}

// parts returns how many share a mass that touches the given number of contacts.
func (t Tuning) parts(touches int) float64 {
	if t.Spans > 0 {
		touches *= 2 // half is for its spans
	}
	return float64(touches)
}

// At returns the contact with the kc and bc that a contact PerMass has for a mass [kg] in
// steps of dt [s] when the mass touches that number of contacts. A Terrain has that kc where it is
// steepest. physics.ContactTuning
// computes own for the mass. A contact with a stiffness of its own is returned unchanged.
func (c Contact) At(own Tuning, mass, dt float64, touches int) Contact {
	if c.PerMass {
		c.Stiffness, c.Damping = c.Tuned(own.Own).Resolve(mass/own.parts(touches), dt)
		c.Stiffness /= c.Steepest()
	}
	return c
}

// AtSpan returns the kc and bc that a contact PerMass has for a span at one of its ends, a
// mass [kg], as At does for the mass itself. The span takes the least over its ends or
// corners. own.Spans must be positive.
func (c Contact) AtSpan(own Tuning, mass, dt float64, touches int) (stiffness, damping float64) {
	return c.Tuned(own.Own).Resolve(mass/float64(2*own.Spans*touches), dt)
}

// Tuned returns the Cs and Cd of a contact PerMass for a mass: those of the contact where it
// has some, else own from physics.ContactTuning; at most ContactCap for a mass with springs.
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

// faults returns a sentence for each fault of a contact.
func (c Contact) faults() []string {
	var f []string
	if c.Shape == nil {
		f = append(f, "it has no shape; give a Plane, Sphere, Box, Capsule, Terrain or Field")
	} else {
		f = append(f, c.Shape.faults()...)
	}
	if c.onGrid() && (c.Inside || c.Touches != TouchMasses) {
		f = append(f, "terrains and fields push masses out; they hold none inside, and touch neither springs nor triangles")
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

// pushFaults returns a sentence for each fault of the stiffness and damping of a contact.
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
