package model

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl64"
)

// Trajectory is the motion of a contact's shape. A point of the shape that starts at x is at time
// t at
//
//	C(t) + R(t) (x − C0),    C(t) = C0 + Path(t)
//
// where R turns about the axis of Spin by the angle |Spin| ∫ Rate dt from time 0. With V =
// dC/dt and ω = Rate Spin, the surface at x has the velocity
//
//	v_s = V + ω × (x − C) + the part of R Belt across the normal
//
// Damping and friction of contacts use the velocity of a mass relative to v_s. A belt is a
// surface that runs along the shape while the shape stays. nil and the zero value do not
// move.
type Trajectory struct {
	Path  Path
	Spin  Vec3  // angular velocity [rad/s]; its direction is the axis. A plane turns about its normal only
	Rate  Curve // factor of Spin over time [s]; the zero value is 1
	Pivot *Vec3 // C0 [m]; nil: the center of the shape, or the point of a plane nearest to the origin
	Belt  Vec3  // velocity of the surface along the shape, in axes that turn with it [m/s]
}

// Moves reports whether the shape moves or its surface runs.
func (k *Trajectory) Moves() bool {
	return k != nil && (k.Path.Velocity != Vec3{} || k.Path.Amplitude != Vec3{} || len(k.Path.Table) > 0 || k.Spin != Vec3{} || k.Belt != Vec3{})
}

// Turn returns R at time t [s]; the identity for nil.
func (k *Trajectory) Turn(t float64) mgl64.Quat {
	if k == nil {
		return mgl64.QuatIdent()
	}
	rate := k.Spin.Len()
	if rate == 0 {
		return mgl64.QuatIdent()
	}
	return mgl64.QuatRotate(math.Mod(rate*k.Rate.Until(t), 2*math.Pi), k.Spin.Mul(1/rate))
}

// Until returns the integral of a curve from 0 to x.
func (c Curve) Until(x float64) float64 {
	if len(c.At) == 0 {
		return x
	}
	last := len(c.At) - 1
	from := func(x float64) (sum float64) { // the integral from the first point
		if x < c.At[0] {
			return c.Value[0] * (x - c.At[0])
		}
		for i := 1; i <= last && c.At[i-1] < x; i++ {
			end := min(x, c.At[i])
			sum += (end - c.At[i-1]) * (c.Value[i-1] + c.Of(end)) / 2
		}
		return sum + max(0, x-c.At[last])*c.Value[last]
	}
	return from(x) - from(0)
}

// middle returns where a shape is turned about unless somebody says otherwise.
func middle(shape Shape) Vec3 {
	switch s := shape.(type) {
	case Plane:
		return s.UnitNormal().Mul(s.Offset)
	case Sphere:
		return s.Center
	case Box:
		return s.Center
	case Capsule:
		return s.A.Add(s.B).Mul(0.5)
	case Terrain:
		return s.Center
	case Field:
		return s.Center
	}
	return Vec3{}
}

// Posed returns the contact at time t [s]: its shape is where it is then, and its Trajectory
// starts there, at time 0, with the velocities of that time. A contact that does not move is
// returned unchanged. Engines evaluate Posed once for each time at which a step needs
// contacts.
func (c Contact) Posed(t float64) Contact {
	if !c.Trajectory.Moves() {
		return c
	}
	k := c.Trajectory
	offset, velocity := k.Path.At(t)
	pivot, turn := middle(c.Shape), k.Turn(t)
	if k.Pivot != nil {
		pivot = *k.Pivot
	}
	center := pivot.Add(offset)
	c.Trajectory = &Trajectory{Path: Path{Velocity: velocity}, Spin: k.Spin.Mul(k.Rate.Of(t)), Pivot: &center, Belt: turn.Rotate(k.Belt)}
	place := func(x Vec3) Vec3 {
		if k.Spin == (Vec3{}) {
			return x.Add(offset)
		}
		return center.Add(turn.Rotate(x.Sub(pivot)))
	}
	switch s := c.Shape.(type) {
	case Plane:
		s.Offset += offset.Dot(s.UnitNormal()) // it turns about its normal only
		c.Shape = s
	case Sphere:
		s.Center = place(s.Center)
		c.Shape = s
	case Box:
		s.Center = place(s.Center)
		if k.Spin != (Vec3{}) {
			s.Orientation = turn.Mul(s.Rotation()).Normalize()
		}
		c.Shape = s
	case Capsule:
		s.A, s.B = place(s.A), place(s.B)
		c.Shape = s
	case Field:
		s.Center = place(s.Center)
		if k.Spin != (Vec3{}) {
			s.Orientation = turn.Mul(s.Rotation()).Normalize()
		}
		c.Shape = s
	case Terrain: // it does not turn
		s.Center = s.Center.Add(offset)
		c.Shape = s
	}
	return c
}

// moved returns the contact, its shape and its trajectory, elsewhere [m].
func (c Contact) moved(by Vec3) Contact {
	if c.Trajectory != nil {
		c.own()
		if _, plane := c.Shape.(Plane); plane && c.Trajectory.Pivot == nil && c.Trajectory.Spin != (Vec3{}) {
			pivot := middle(c.Shape) // which depends on where the origin is
			c.Trajectory.Pivot = &pivot
		}
		if c.Trajectory.Pivot != nil {
			*c.Trajectory.Pivot = c.Trajectory.Pivot.Add(by)
		}
	}
	switch s := c.Shape.(type) {
	case Plane:
		s.Offset += by.Dot(s.UnitNormal())
		c.Shape = s
	case Sphere:
		s.Center = s.Center.Add(by)
		c.Shape = s
	case Box:
		s.Center = s.Center.Add(by)
		c.Shape = s
	case Capsule:
		s.A, s.B = s.A.Add(by), s.B.Add(by)
		c.Shape = s
	case Terrain:
		s.Center = s.Center.Add(by)
		c.Shape = s
	case Field:
		s.Center = s.Center.Add(by)
		c.Shape = s
	}
	return c
}

// From returns the parameters with all positions relative to origin, a point of the world
// [m]: those of loads, guides and contacts. It returns p itself for the zero vector.
func (p Params) From(origin Vec3) Params {
	if origin == (Vec3{}) {
		return p
	}
	by := origin.Mul(-1)
	p = p.Moved(by)
	p.Contacts = slices.Clone(p.Contacts)
	for i := range p.Contacts {
		p.Contacts[i] = p.Contacts[i].moved(by)
	}
	return p
}

// SurfaceVelocity returns the velocity of the surface [m/s] at time 0 of the Trajectory, at x
// with the normal n: V + ω × r, where r leads from the pivot to x, and the part of the belt
// across n. later [s] advances the turn of r alone.
func (c *Contact) SurfaceVelocity(x, n Vec3, later float64) Vec3 {
	if !c.Trajectory.Moves() {
		return Vec3{}
	}
	k := c.Trajectory
	offset, velocity := k.Path.At(0)
	pivot, spin := middle(c.Shape), k.Spin.Mul(k.Rate.Of(0))
	if k.Pivot != nil {
		pivot = *k.Pivot
	}
	r := x.Sub(pivot.Add(offset))
	r = r.Add(spin.Cross(r).Mul(later))
	return velocity.Add(spin.Cross(r)).Add(k.Belt.Sub(n.Mul(k.Belt.Dot(n))))
}

// Fastest returns a bound of the surface's velocity at time 0 of the Trajectory, for any normal:
// at x it is at most speed + rate |x − pivot| [m/s].
func (c *Contact) Fastest() (speed, rate float64, pivot Vec3) {
	if !c.Trajectory.Moves() {
		return 0, 0, Vec3{}
	}
	k := c.Trajectory
	offset, velocity := k.Path.At(0)
	pivot = middle(c.Shape)
	if k.Pivot != nil {
		pivot = *k.Pivot
	}
	return velocity.Len() + k.Belt.Len(), k.Spin.Len() * math.Abs(k.Rate.Of(0)), pivot.Add(offset)
}

// Moving reports whether any contact moves.
func (p Params) Moving() bool {
	return slices.ContainsFunc(p.Contacts, func(c Contact) bool { return c.Trajectory.Moves() })
}

// ContactsAt returns the contacts at time t [s], see Contact.Posed. It returns p.Contacts
// itself if all stand still.
func (p Params) ContactsAt(t float64) []Contact {
	if !p.Moving() {
		return p.Contacts
	}
	out := make([]Contact, len(p.Contacts))
	for i, c := range p.Contacts {
		out[i] = c.Posed(t)
	}
	return out
}

// own copies the trajectory, so that no other contact shares it.
func (c *Contact) own() {
	if c.Trajectory == nil {
		return
	}
	trajectory := *c.Trajectory
	if trajectory.Pivot != nil {
		pivot := *trajectory.Pivot
		trajectory.Pivot = &pivot
	}
	c.Trajectory = &trajectory
}

// still makes a contact stand where it is at time t [s]. Its surface stands, too: a
// structure that a surface drags along never comes to rest.
func (c *Contact) still(t float64) {
	*c = c.Posed(t)
	c.Trajectory = nil
}

// faults returns a sentence for each fault of the trajectory of a shape.
func (k *Trajectory) faults(shape Shape) []string {
	if k == nil {
		return nil
	}
	f := append(k.Path.faults(), k.Rate.faults("spin table")...)
	if !finiteVec(k.Spin) {
		f = append(f, fmt.Sprintf("spin is %v rad/s; every component must be a finite number", k.Spin))
	} else if plane, ok := shape.(Plane); ok {
		if n := plane.UnitNormal(); k.Spin.Cross(n).Len() > unitTolerance*k.Spin.Len() {
			f = append(f, fmt.Sprintf("spin is %v rad/s; a plane turns about its normal only, %v", k.Spin, n))
		}
	}
	if _, terrain := shape.(Terrain); terrain && k.Spin != (Vec3{}) {
		f = append(f, "a terrain does not turn; leave out its spin")
	}
	if !finiteVec(k.Belt) {
		f = append(f, fmt.Sprintf("belt runs at %v m/s; every component must be a finite number", k.Belt))
	} else if plane, ok := shape.(Plane); ok && k.Belt != (Vec3{}) {
		n := plane.UnitNormal()
		if k.Belt.Sub(n.Mul(k.Belt.Dot(n))).Len() <= unitTolerance*k.Belt.Len() {
			f = append(f, fmt.Sprintf("belt runs at %v m/s, along the normal of the plane; a surface runs across its normal, %v", k.Belt, n))
		}
	}
	if k.Pivot != nil {
		f = append(f, pointFault("pivot", *k.Pivot)...)
	}
	return f
}
