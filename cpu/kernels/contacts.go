package kernels

import (
	"math"

	"hooke/cpu/table"
	"hooke/laws"
	"hooke/model"
)

// contact is a plane as kernels read it. It takes 32 bytes.
type contact[T table.Real] struct {
	normal    [3]T // points out of the solid and has unit length
	offset    T    // height along the normal [m]
	Stiffness T    // kc [N/m]
	damping   T    // bc [N·s/m]
	Static    T    // μs
	Kinetic   T    // μk
}

// PlanesOf returns the contacts as kernels read them; false when they are not all planes
// that stand still, or one of them is per mass.
// The inside of a plane is the outside of the opposite plane.
func PlanesOf[T table.Real](contacts []model.Contact) ([]contact[T], bool) {
	var planes []contact[T]
	for _, c := range contacts {
		plane, ok := c.Shape.(model.Plane)
		if !ok || c.PerMass || c.Trajectory.Moves() {
			return nil, false
		}
		n, offset := plane.UnitNormal(), plane.Offset
		if c.Inside {
			n, offset = n.Mul(-1), -offset
		}
		planes = append(planes, contact[T]{
			normal: Narrow[T](n), offset: T(offset), Stiffness: T(c.Stiffness), damping: T(c.Damping),
			Static: T(c.StaticFriction), Kinetic: T(c.KineticFriction),
		})
	}
	return planes, true
}

// solid is a contact of any shape, for plain Go.
type solid[T table.Real] struct {
	contact[T]
	plane      bool
	inside     bool
	leans      bool // a terrain
	shape      model.Shape
	trajectory *trajectory[T] // of a contact that moves; nil: it stands still
	extent     box[float64]   // that holds the shape; all of space where nothing does
}

// SolidsOf returns the contacts of a run as plain Go reads them, in their order.
func SolidsOf[T table.Real](contacts []model.Contact) []solid[T] {
	var solids []solid[T]
	for i, c := range contacts {
		if planes, ok := PlanesOf[T](contacts[i : i+1]); ok {
			solids = append(solids, solid[T]{contact: planes[0], plane: true})
			continue
		}
		solids = append(solids, solid[T]{
			contact: contact[T]{Stiffness: T(c.Stiffness), damping: T(c.Damping),
				Static: T(c.StaticFriction), Kinetic: T(c.KineticFriction)},
			inside: c.Inside, shape: c.Shape, extent: extentOf(c.Shape, c.Inside),
		})
		_, solids[len(solids)-1].leans = c.Shape.(model.Terrain)
		if c.Trajectory.Moves() {
			last := &solids[len(solids)-1]
			last.trajectory = new(trajectory[T])
			last.Follow(c.Posed(0))
		}
	}
	return solids
}

// PerMass are the contacts of a run with its step for masses of which contacts per mass know
// Cs and Cd, by lane.
type PerMass[T table.Real] struct {
	contacts []model.Contact
	tuning   []model.Tuning
	perMass  []T
	dt       float64
}

// PerMassOf returns the values of physics.ContactTuning for each mass in the order of a
// table: nil if no contact of the run is per mass. It takes 24 bytes per lane.
func PerMassOf[T table.Real](p model.Params, ofMass []model.Tuning, o table.LaneOrder, masses *Masses[T]) *PerMass[T] {
	if ofMass == nil {
		return nil
	}
	out := &PerMass[T]{contacts: p.Contacts, tuning: make([]model.Tuning, len(o.MassOf)), perMass: masses.PerMass, dt: p.DT}
	o.Each(func(lane, mass int) { out.tuning[lane] = ofMass[mass] })
	return out
}

// solidsAt returns the solids as the mass of a lane meets them at x, until the next call.
func (c *IntegrateCall[T]) solidsAt(lane int, x [3]T) []solid[T] {
	of := c.ofMass
	if of == nil {
		return c.solids
	}
	touches := 0
	for k := range c.solids {
		if c.solids[k].far(x) {
			continue
		}
		if depth, _ := c.solids[k].touch(x); depth > 0 {
			touches++
		}
	}
	return c.metBy(lane, touches)
}

// metBy returns the solids as the mass of a lane with that number of touches meets them, valid until the next call; nil
// where nothing pushes it. Some contact is per mass.
func (c *IntegrateCall[T]) metBy(lane, touches int) []solid[T] {
	of := c.ofMass
	if touches == 0 || of.perMass[lane] == 0 {
		return nil
	}
	c.met = append(c.met[:0], c.solids...)
	for k, contact := range of.contacts {
		if contact.PerMass {
			met := contact.At(of.tuning[lane], 1/float64(of.perMass[lane]), of.dt, touches)
			c.met[k].Stiffness, c.met[k].damping = T(met.Stiffness), T(met.Damping)
		}
	}
	return c.met
}

// touch returns the depth of a point below the surface [m], negative outside, and the
// normal there.
func (s *solid[T]) touch(x [3]T) (depth T, n [3]T) {
	if s.plane {
		return s.offset - Dot(x, s.normal), s.normal
	}
	d, normal := s.shape.Depth(Widen(x))
	if s.inside {
		d, normal = -d, normal.Mul(-1)
	}
	return T(d), Narrow[T](normal)
}

// stiffnessAt returns the stiffness along a normal [N/m]; see model.Contact.StiffnessAt.
func (s *solid[T]) stiffnessAt(n [3]T) T {
	if s.leans {
		return s.Stiffness / (n[2] * n[2])
	}
	return s.Stiffness
}

// pressed returns F_N = max(0, kc δ − bc (v − v_s)·n) while δ > 0 [N].
func (s *solid[T]) pressed(depth T, n, x, v [3]T) T {
	if s.trajectory != nil && depth > 0 {
		for axis, along := range s.surface(x, n, 0) {
			v[axis] -= along
		}
	}
	return laws.PushOf(s.stiffnessAt(n), s.damping, depth, Dot(v, n))
}

// push adds F_N n to the force on a mass at x with velocity v.
func (s *solid[T]) push(f *[3]T, x, v [3]T) {
	if s.far(x) {
		return
	}
	depth, n := s.touch(x)
	s.pushAt(f, depth, n, x, v)
}

// pushAt is push where the depth and the normal at x are known. It returns F_N [N].
func (s *solid[T]) pushAt(f *[3]T, depth T, n, x, v [3]T) (pressed T) {
	if pressed = s.pressed(depth, n, x, v); pressed > 0 {
		for axis := range 3 {
			f[axis] += pressed * n[axis]
		}
	}
	return pressed
}

// applyFriction applies Coulomb's friction to w, the velocity that a mass would have after the step
// without friction; x and v are position and velocity before the step. It removes all of the
// slip w_t if that is at most μs F_N dt/m, and otherwise μk F_N dt/m of it. The slip is
// relative to the surface. The surface velocity is taken at a time ahead of x [s] and divided
// by drag, the factor of drag on a velocity after friction.
func (s *solid[T]) applyFriction(w *[3]T, x, v [3]T, stepPerMass, ahead, drag T) {
	if s.far(x) {
		return
	}
	depth, n := s.touch(x)
	s.applyFrictionAt(w, s.pressed(depth, n, x, v), n, x, stepPerMass, ahead, drag)
}

// applyFrictionAt applies friction, given F_N [N] and the normal at x.
func (s *solid[T]) applyFrictionAt(w *[3]T, pressed T, n, x [3]T, stepPerMass, ahead, drag T) {
	impulse := pressed * stepPerMass // F_N dt/m [m/s]
	if impulse <= 0 || s.Static == 0 {
		return
	}
	var carried [3]T
	if s.trajectory != nil {
		carried = s.surface(x, n, ahead)
		for axis := range 3 {
			carried[axis] /= drag
			w[axis] -= carried[axis]
		}
	}
	across := Dot(*w, n)
	var along, slip [3]T
	for axis := range 3 {
		along[axis] = across * n[axis]
		slip[axis] = w[axis] - along[axis]
	}
	speed := T(math.Sqrt(float64(Dot(slip, slip))))
	part := s.Kinetic * impulse / speed
	if speed <= s.Static*impulse {
		*w, part = along, 0
	}
	for axis := range 3 {
		w[axis] -= part * slip[axis]
	}
	if s.trajectory != nil {
		for axis := range 3 {
			w[axis] += carried[axis]
		}
	}
}

// Dot returns the scalar product of two vectors.
func Dot[T table.Real](a, b [3]T) T { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

// Narrow rounds a vector to float32.
func Narrow[T table.Real](v model.Vec3) [3]T {
	return [3]T{T(v[0]), T(v[1]), T(v[2])}
}

// Widen returns a vector in float64, without loss.
func Widen[T table.Real](v [3]T) model.Vec3 {
	return model.Vec3{float64(v[0]), float64(v[1]), float64(v[2])}
}

// trajectory is how a contact moves at some time.
type trajectory[T table.Real] struct {
	velocity, spin, belt [3]T // V [m/s], ω [rad/s], b [m/s]
	center               [3]T // C [m]
}

// Moves reports whether the contact moves.
func (s *solid[T]) Moves() bool { return s.trajectory != nil }

// Follow puts a contact that moves where it is at some time; see model.Contact.Posed.
func (s *solid[T]) Follow(c model.Contact) {
	k := c.Trajectory
	s.shape, s.extent = c.Shape, extentOf(c.Shape, c.Inside)
	*s.trajectory = trajectory[T]{velocity: Narrow[T](k.Path.Velocity), spin: Narrow[T](k.Spin), belt: Narrow[T](k.Belt), center: Narrow[T](*k.Pivot)}
}

// surface returns the velocity of the surface at x, where its normal is n [m/s]:
//
//	v_s = V + ω × (x − C) + b − (b·n) n
//
// ahead is 0, or a later time at which only the turn matters [s].
func (s *solid[T]) surface(x, n [3]T, ahead T) (v [3]T) {
	k := s.trajectory
	r := [3]T{x[0] - k.center[0], x[1] - k.center[1], x[2] - k.center[2]}
	turned := cross(k.spin, r)
	for axis := range 3 {
		r[axis] += ahead * turned[axis]
	}
	turned = cross(k.spin, r)
	across := Dot(k.belt, n)
	for axis := range 3 {
		v[axis] = k.velocity[axis] + turned[axis] + k.belt[axis] - across*n[axis]
	}
	return v
}

// cross returns the vector product.
func cross[T table.Real](a, b [3]T) [3]T {
	return [3]T{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}
