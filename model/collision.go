package model

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Collision describes how masses push each other apart. Masses with a radius (Model.Radius)
// are balls. Masses i < j touch when their distance is less than D:
//
//	D = min(r_i + r_j, |X_i − X_j|)      X: rest positions
//	d = x_i − x_j,  δ = D − |d|,  n = d/|d|
//	F_N = max(0, kc δ − bc (v_i − v_j)·n)  while δ > 0: +F_N n on i, −F_N n on j
//	kc = 2/(1/kc_i + 1/kc_j),  bc = (ζ_i + ζ_j) √(kc m_r),  m_r = 1/(1/m_i + 1/m_j)
//
// The force is never a pull. A pinned mass counts as 1/m = 0. For |d| < 1e-12 m the force is
// zero. Two masses of one body (Model.Body) never touch if their rest distance is at most
// RestReach (r_i + r_j), so neighbors in a structure need no list of bonds. Masses of
// different bodies that overlap at rest start without a push, since D is their distance.
//
// Friction of masses acts on w, the velocities at the end of the step without friction. Let w_t be the
// part of w_i − w_j across n, c the larger number of touches of the two masses, and J = m_r
// |w_t|/c:
//
//	impulse on i = −(m_r/c) w_t              if J ≤ μs F_N dt: it sticks
//	             = −min(μk F_N dt, J) w_t/|w_t|   else: it slides;   μ = √(μ_i μ_j)
//
// Springs and triangles touch, too, where Touches says so: two springs without a common end, and
// a mass and a triangle of Model.Triangles of which it is no corner. Their r is the least of their
// masses'; one of 0 takes no part. Springs are those of physics.Spans. Let p and q be the closest
// points, each of shares of its masses, d = p − q, and β the shares, those of q with the other sign:
//
//	D = min(r + r′, the distance at rest),  excluded as above
//	F_N = max(0, kc δ − bc (v_p − v_q)·n),  bc = (ζ + ζ′) √(kc m_q),  m_q = 1/Σ β² w
//	mass k bears β_k F_N n
//
// A mass has one contact with neighboring triangles: with the nearest of those that share a corner.
// The side of a triangle from which it came is kept while it touches it. On the other side, with
// its closest point within the triangle, δ = D + |d|, and n is turned: it is pushed back.
// Friction is one impulse after the step, as that of contacts with springs and triangles is.
//
// With the zero value masses do not collide.
type Collision struct {
	Touches Colliders `fingerprint:"set"` // which parts collide; 0: masses

	Bodies []Surface // surface of the masses of each body, indexed by Model.Body; nil: masses do not collide
	Self   bool      // whether masses of one body collide with each other
	Others bool      // whether masses of different bodies collide

	// Settings of the neighbor lists. No result depends on them.
	Skin       float64 // distance beyond D up to which pairs are listed [m], > 0
	CheckEvery int     // steps between checks whether neighbor lists are still valid, >= 1

	FrictionIterations int // evaluations of friction per step, 1 to 4; 0 counts as 1
}

// Colliders are the parts of a structure that collide with each other.
type Colliders uint8

// These are the parts that collide.
const (
	CollidingMasses    Colliders = 1 << iota // masses with masses
	CollidingSprings                         // springs with springs
	CollidingTriangles                       // masses with triangles
)

// AllColliders returns all parts that may collide, one by one.
func AllColliders() []Colliders {
	return []Colliders{CollidingMasses, CollidingSprings, CollidingTriangles}
}

// String returns the words that files use, in a list.
func (c Colliders) String() string {
	names := map[Colliders]string{CollidingMasses: "masses", CollidingSprings: "springs", CollidingTriangles: "triangles"}
	var out []string
	for _, one := range AllColliders() {
		if c&one != 0 {
			out = append(out, names[one])
		}
	}
	return strings.Join(out, ", ")
}

// Surface describes the surface of a body's masses in collisions. It takes 32 bytes.
type Surface struct {
	Stiffness       float64 // kc [N/m], > 0
	DampingRatio    float64 // ζ, >= 0 and below 1
	StaticFriction  float64 // μs, >= μk
	KineticFriction float64 // μk, >= 0
}

// RestReach is the largest rest distance at which two masses of one body never touch,
// relative to the sum of their radii.
const RestReach = 1.001

// MaxFrictionIterations is the largest value of Collision.FrictionIterations.
const MaxFrictionIterations = 4

// leastSkin is the smallest Skin, as a share of the largest sum of two radii.
const leastSkin = 1e-6

// Acts reports whether anything collides.
func (c Collision) Acts() bool { return len(c.Bodies) > 0 && (c.Self || c.Others) }

// Parts returns the parts that collide.
func (c Collision) Parts() Colliders {
	if c.Touches == 0 {
		return CollidingMasses
	}
	return c.Touches
}

// Masses, Springs and Triangles report whether masses collide with masses, springs with springs,
// and masses with triangles; Spans whether springs or triangles do.
func (c Collision) Masses() bool {
	return c.Acts() && c.Parts()&CollidingMasses != 0
}
func (c Collision) Springs() bool   { return c.Acts() && c.Touches&CollidingSprings != 0 }
func (c Collision) Triangles() bool { return c.Acts() && c.Touches&CollidingTriangles != 0 }
func (c Collision) Spans() bool     { return c.Springs() || c.Triangles() }

// Kinds returns the number of kinds of contact that a mass may have.
func (c Collision) Kinds() (kinds int) {
	for _, acts := range []bool{c.Masses(), c.Springs(), c.Triangles()} {
		if acts {
			kinds++
		}
	}
	return kinds
}

// HasFriction reports whether the contact of masses has friction.
func (c Collision) HasFriction() bool {
	if !c.Acts() {
		return false
	}
	for _, b := range c.Bodies {
		if b.StaticFriction > 0 {
			return true
		}
	}
	return false
}

// slidesTwice reports whether contacts and collisions both have friction with springs or triangles.
func slidesTwice(p Params) bool {
	return p.Collision.Spans() && p.Collision.HasFriction() && slices.ContainsFunc(p.Contacts, func(c Contact) bool { return c.Spans() > TouchMasses && c.StaticFriction > 0 })
}

// Meet reports whether masses of bodies a and b may touch.
func (c Collision) Meet(a, b uint16) bool {
	if a == b {
		return c.Self
	}
	return c.Others
}

// Iterations returns the number of evaluations of friction per step.
func (c Collision) Iterations() int { return max(1, c.FrictionIterations) }

// BodyOf returns the body of mass i; 0 in a model of one body.
func (m *Model) BodyOf(i int) uint16 {
	if m.Body == nil {
		return 0
	}
	return m.Body[i]
}

func collisionFaults(p Params, fault func(string, ...any)) {
	c := p.Collision
	if len(c.Bodies) == 0 {
		return
	}
	for i, b := range c.Bodies {
		for _, words := range b.faults() {
			fault("collision, body %d: %s", i, words)
		}
	}
	if !c.Acts() {
		fault("collision: neither masses of one body nor those of different ones collide; give self, others or both")
	}
	if !finite(c.Skin) || c.Skin <= 0 {
		fault("collision: skin is %g m; it must be positive", c.Skin)
	}
	if c.Touches >= 2*CollidingTriangles {
		fault("collision: touches is %d; combine CollidingMasses, CollidingSprings and CollidingTriangles", c.Touches)
	}
	if c.CheckEvery < 1 {
		fault("collision: lists are looked at every %d steps; it must be 1 or more", c.CheckEvery)
	}
	if c.FrictionIterations < 0 || c.FrictionIterations > MaxFrictionIterations {
		fault("collision: %d iterations of friction; give 1 to %d", c.FrictionIterations, MaxFrictionIterations)
	}
}

func (s Surface) faults() []string {
	var f []string
	if !finite(s.Stiffness) || s.Stiffness <= 0 {
		f = append(f, fmt.Sprintf("stiffness is %g N/m; it must be positive", s.Stiffness))
	}
	if !(s.DampingRatio >= 0 && s.DampingRatio < 1) {
		f = append(f, fmt.Sprintf("damping ratio is %g; it must be 0 or more, and below 1", s.DampingRatio))
	}
	if !finite(s.KineticFriction) || s.KineticFriction < 0 {
		f = append(f, fmt.Sprintf("kinetic friction is %g; it must not be negative", s.KineticFriction))
	}
	if !finite(s.StaticFriction) || s.StaticFriction < s.KineticFriction {
		f = append(f, fmt.Sprintf("static friction is %g; it must not be less than the kinetic friction, %g", s.StaticFriction, s.KineticFriction))
	}
	return f
}

// collisionFits checks that a model has the radii that collisions need.
func collisionFits(p Params, m *Model) error {
	if !p.Collision.Acts() {
		return nil
	}
	if m.Radius == nil {
		return fmt.Errorf("model: params: collision: no mass of the model has a radius; give Model.Radius")
	}
	if p.Collision.Triangles() && len(m.Triangles) == 0 {
		return fmt.Errorf("model: params: collision: the model has no triangles that masses could touch; use a cloth, or leave triangles out")
	}
	if reach := 2 * m.LargestRadius(); p.Collision.Skin < leastSkin*reach {
		return fmt.Errorf("model: params: collision: skin is %g m, too small for masses that reach %g m: single precision cannot detect outdated neighbor lists; give at least %.2g m", p.Collision.Skin, reach, leastSkin*reach)
	}
	for i, b := range m.Body {
		if int(b) >= len(p.Collision.Bodies) {
			return fmt.Errorf("model: params: collision: mass %d is of body %d, and there are %d", i, b, len(p.Collision.Bodies))
		}
	}
	return nil
}

// LargestRadius returns the largest collision radius of the model's masses [m]; 0 if no mass
// has one.
func (m *Model) LargestRadius() float64 {
	largest := 0.0
	for _, r := range m.Radius {
		largest = math.Max(largest, r)
	}
	return largest
}

func collisionTerm() Term {
	acts := func(p Params) bool { return p.Collision.Acts() }
	return Term{Name: "collision", Kind: CollisionTerm, Fields: []string{"Collision"}, on: acts,
		rules: rules{faults: collisionFaults, fits: collisionFits, clear: func(p *Params) { p.Collision = Collision{} },
			own: func(p *Params) { p.Collision.Bodies = slices.Clone(p.Collision.Bodies) }}}
}
