package cpuref

import (
	"math"

	"hooke/model"
	"hooke/physics"
)

// AddPushes adds the push of every contact that a mass at x with velocity v
// touches to the force on it, f [N]: with the depth δ > 0, the normal n and the velocity
// v_s of the surface, F_N = max(0, kc δ − bc (v − v_s)·n) along n, and never a pull. Here
// and below, contacts that move are as they are at time 0 of their trajectory; see
// model.Params.ContactsAt.
func AddPushes(f *model.Vec3, contacts []model.Contact, x, v model.Vec3) {
	for i := range contacts {
		if pushed, n := Push(&contacts[i], x, v); pushed > 0 {
			*f = f.Add(n.Mul(pushed))
		}
	}
}

// AddFriction adds Coulomb's friction of every contact, in their order, to f
// [N], which holds all other forces on the mass, its weight and the pushes
// included, without the part along pinned axes. x and v are those before the step.
//
//	stop = −(F_t + m (v − u)_t/dt)      stops the mass across n within the step
//	|stop| ≤ μs F_N: it sticks, with the force stop
//	else it slides, with μk F_N along stop
//
// where u is 0 on a surface that stands, and drag is the factor of drag on a velocity. With r = x − C and the
// velocity v_b that a belt adds,
//
//	u = (V + ω × (r + dt/2 ω × r) + v_b)/drag
//
// which is the velocity of the surface at the middle of the way that the mass goes with it,
// so that a mass which sticks to a disc keeps its radius to the third order of dt.
// Sliding friction is thus against the velocity at the end of the step, and
// since μk ≤ μs it never turns that around. Each contact sees the friction of
// those before it in F. A step of no time has no friction.
func AddFriction(f *model.Vec3, contacts []model.Contact, x, v model.Vec3, mass, dt, drag float64) {
	for i := range contacts {
		*f = f.Add(frictionOf(&contacts[i], *f, x, v, mass, dt, drag))
	}
}

// surroundings are the contacts of a run as each mass meets them.
type surroundings struct {
	contacts []model.Contact
	tuning   []model.Tuning // numbers of each mass for contacts PerMass; nil: none
	mass     []float64
	dt       float64
	met      []model.Contact // scratch
}

// surroundingsOf returns those of a model. It goes through all springs where a contact is PerMass.
func surroundingsOf(m *model.Model, p model.Params) surroundings {
	return surroundings{contacts: p.Contacts, tuning: physics.ContactTuning(m, p), mass: m.Mass, dt: p.DT}
}

// of returns the contacts as mass i meets them at x, until the next call. It is short, so that the
// loop over masses has no call where no contact is PerMass.
func (s *surroundings) of(i int, x model.Vec3) []model.Contact {
	if s.tuning == nil {
		return s.contacts
	}
	return s.tuned(i, x)
}

// tuned returns the contacts where some are PerMass. These have, with the number n of contacts that
// the mass touches there,
//
//	kc = Cs m/(n dt²),  bc = Cd m/(n dt)
//
// of half the mass where contacts PerMass push spans of it, and none that push in a step of no time.
func (s *surroundings) tuned(i int, x model.Vec3) []model.Contact {
	touched := 0.0
	for k := range s.contacts {
		if depth, _ := Penetration(&s.contacts[k], x); depth > 0 {
			touched++
		}
	}
	if touched == 0 || s.dt == 0 {
		return nil
	}
	mass := s.mass[i]
	if s.tuning[i].Spans > 0 {
		mass /= 2
	}
	s.met = append(s.met[:0], s.contacts...)
	for k := range s.met {
		if c := &s.met[k]; c.PerMass {
			own := c.Tuned(s.tuning[i].Own)
			c.Stiffness = own.Stiffness * mass / (s.dt * s.dt) / touched / c.Steepest()
			c.Damping = own.Damping * mass / s.dt / touched
		}
	}
	return s.met
}

// frictionOf returns the friction of one contact [N]; see AddFriction.
func frictionOf(c *model.Contact, f, x, v model.Vec3, mass, dt, drag float64) model.Vec3 {
	pushed, n := Push(c, x, v)
	if pushed == 0 || c.StaticFriction == 0 || dt == 0 {
		return model.Vec3{}
	}
	slip := v
	if c.Trajectory.Moves() {
		slip = v.Sub(SurfaceVelocity(c, x, n, dt/2).Mul(1 / drag))
	}
	stop := Tangential(f.Add(slip.Mul(mass/dt)), n).Mul(-1)
	if size := stop.Len(); size > c.StaticFriction*pushed {
		stop = stop.Mul(c.KineticFriction * pushed / size)
	}
	return stop
}

// SurfaceVelocity is v_s of a contact at a point x of its surface with the normal n
// [m/s], at time 0 of its trajectory:
//
//	v_s = V + ω × (x − C) + b − (b·n) n
//
// where b is the velocity of a belt. ahead is 0, or a later time at which only the turn matters [s]: x − C is
// then (x − C) + ahead ω × (x − C).
func SurfaceVelocity(c *model.Contact, x, n model.Vec3, ahead float64) model.Vec3 {
	if !c.Trajectory.Moves() {
		return model.Vec3{}
	}
	now := c.Posed(0).Trajectory // of a contact as it is at some time, the same again
	omega, r := now.Spin, x.Sub(*now.Pivot)
	r = r.Add(omega.Cross(r).Mul(ahead))
	return now.Path.Velocity.Add(omega.Cross(r)).Add(Tangential(now.Belt, n))
}

// applyFriction returns Coulomb's friction as one impulse after a step, for Verlet
// and RK4. x is the position and w the velocity that the step ends in without
// friction, both in place; the pushes are those of that state. Per contact, in
// order, with the part w_t of the velocity across n:
//
//	|w_t| ≤ μs F_N dt/m: it sticks, w_t = 0
//	else it slides, w_t reduced by μk F_N dt/m
//
// w_t is relative to the surface, which moves with v_s.
//
// A change Δw of the velocity acted as a constant force during all of the step, so it moved the mass too, by
// reach Δw (see model.Params.FrictionReach; in Verlet dt/2): a mass that sticks goes back by its motion under
// the other forces.
// Pinned axes keep still. It returns the work that moving surfaces do by friction in the
// step [J], the sum of impulses times v_s.
func applyFriction(x, w *model.Vec3, around *surroundings, i int, p model.Params, pin model.Pin, mass float64) (work float64) {
	dt := p.DT
	end, free := *x, *w
	contacts := around.of(i, end)
	for k := range contacts {
		c := &contacts[k]
		pushed, n := Push(c, end, free)
		if pushed == 0 || c.StaticFriction == 0 {
			continue
		}
		surface := SurfaceVelocity(c, end, n, 0)
		slip := Tangential(w.Sub(surface), n)
		if speed := slip.Len(); speed > c.StaticFriction*pushed*dt/mass {
			slip = slip.Mul(c.KineticFriction * pushed * dt / mass / speed)
		}
		*w = w.Sub(slip)
		work -= mass * Unpinned(slip, pin).Dot(surface)
	}
	if *w != free {
		*w = Unpinned(*w, pin)
		*x = end.Add(w.Sub(free).Mul(p.FrictionReach()))
	}
	return work
}

// noDirection is the distance [m] from a point below which the direction away from it
// is not defined.
const noDirection = 1e-12

// Tangential returns the part of v across the unit normal n.
func Tangential(v, n model.Vec3) model.Vec3 { return v.Sub(n.Mul(v.Dot(n))) }

// Push returns F_N of one contact [N] and the normal along which it acts; 0 where the mass
// does not touch the contact, then with any normal.
func Push(c *model.Contact, x, v model.Vec3) (pushed float64, n model.Vec3) {
	if farFromBox(c, x) {
		return 0, n
	}
	depth, n := Penetration(c, x)
	if depth <= 0 {
		return 0, n
	}
	if c.Trajectory.Moves() {
		v = v.Sub(SurfaceVelocity(c, x, n, 0))
	}
	return max(0, stiffnessAlong(c, n)*depth-c.Damping*v.Dot(n)), n
}

// farFromBox says that a point is outside of a box however that is turned, which is quicker to know than
// Penetration. Most masses are far from steps and walls.
func farFromBox(c *model.Contact, x model.Vec3) bool {
	box, ok := c.Shape.(model.Box)
	return ok && !c.Inside && x.Sub(box.Center).LenSqr() > 1.0001*box.Half.LenSqr()
}

// Penetration returns how deep a point is in the solid of a contact [m], negative outside,
// and the normal of the nearest surface. The solid of a container is everything outside
// its shape.
func Penetration(c *model.Contact, x model.Vec3) (depth float64, n model.Vec3) {
	switch s := c.Shape.(type) {
	case model.Plane:
		n = s.UnitNormal()
		depth = s.Offset - x.Dot(n)
	case model.Sphere:
		depth, n = ballDepth(x.Sub(s.Center), s.Radius, model.Vec3{0, 0, 1})
	case model.Box:
		depth, n = boxDepth(s, x)
	case model.Capsule:
		depth, n = CapsuleDepth(s, x)
	case model.Terrain:
		depth, n = terrainDepth(s, x)
	case model.Field:
		depth, n = fieldDepth(s, x)
	}
	if c.Inside {
		return -depth, n.Mul(-1)
	}
	return depth, n
}

// ballDepth returns the depth in a ball of a point at d from its center [m], with the
// normal; atCenter is the normal at the center.
func ballDepth(d model.Vec3, radius float64, atCenter model.Vec3) (depth float64, n model.Vec3) {
	length := d.Len()
	if length < noDirection {
		return radius - length, atCenter
	}
	return radius - length, d.Mul(1 / length)
}

// CapsuleDepth returns the depth of a point in a capsule [m], with the normal. It takes the
// nearest of three parts: the balls at both ends and the rod between them.
func CapsuleDepth(s model.Capsule, x model.Vec3) (depth float64, n model.Vec3) {
	rod := s.B.Sub(s.A)
	length := rod.Len()
	if length == 0 {
		return ballDepth(x.Sub(s.A), s.Radius, s.Side())
	}
	direction := rod.Mul(1 / length)
	switch height := x.Sub(s.A).Dot(direction); {
	case height <= 0:
		return ballDepth(x.Sub(s.A), s.Radius, s.Side())
	case height >= length:
		return ballDepth(x.Sub(s.B), s.Radius, s.Side())
	default:
		return ballDepth(Tangential(x.Sub(s.A), direction), s.Radius, s.Side())
	}
}

// boxDepth returns the depth of a point in a box [m], with the normal. It works along the
// box's own axes, the columns of its rotation matrix: inside, the nearest face counts,
// the first of equals; outside, the nearest point of the surface.
func boxDepth(s model.Box, x model.Vec3) (depth float64, n model.Vec3) {
	turn := s.Rotation().Mat4()
	var outward model.Vec3 // from the nearest point of the surface to a point outside
	depth = math.Inf(1)
	for axis := range 3 {
		face := turn.Col(axis).Vec3() // the normal of the face on the positive side of this axis
		at := x.Sub(s.Center).Dot(face)
		if at < 0 {
			face, at = face.Mul(-1), -at
		}
		below := s.Half[axis] - at
		if below < 0 {
			outward = outward.Add(face.Mul(-below))
		}
		if below < depth {
			depth, n = below, face
		}
	}
	if distance := outward.Len(); distance >= noDirection {
		return -distance, outward.Mul(1 / distance)
	}
	return depth, n
}
