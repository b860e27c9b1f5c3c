package kernels

import (
	"math"

	"hooke/cpu/table"
	"hooke/model"
)

// contact is a plane as kernels read it. It takes 32 bytes.
type contact struct {
	normal    [3]float32 // points out of the solid and has unit length
	offset    float32    // height along the normal [m]
	Stiffness float32    // kc [N/m]
	damping   float32    // bc [N·s/m]
	Static    float32    // μs
	Kinetic   float32    // μk
}

// PlanesOf returns the contacts as kernels read them; false when they are not all planes
// that stand still, or one of them is per mass.
// The inside of a plane is the outside of the opposite plane.
func PlanesOf(contacts []model.Contact) ([]contact, bool) {
	var planes []contact
	for _, c := range contacts {
		plane, ok := c.Shape.(model.Plane)
		if !ok || c.PerMass || c.Course.Moves() {
			return nil, false
		}
		n, offset := plane.UnitNormal(), plane.Offset
		if c.Inside {
			n, offset = n.Mul(-1), -offset
		}
		planes = append(planes, contact{
			normal: Narrow(n), offset: float32(offset), Stiffness: float32(c.Stiffness), damping: float32(c.Damping),
			Static: float32(c.StaticFriction), Kinetic: float32(c.KineticFriction),
		})
	}
	return planes, true
}

// solid is a contact of any shape, for plain Go.
type solid struct {
	contact
	plane  bool
	inside bool
	shape  model.Shape
	course *course // of a contact that moves; nil: it stands still
}

// SolidsOf returns the contacts of a run as plain Go reads them, in their order.
func SolidsOf(contacts []model.Contact) []solid {
	var solids []solid
	for i, c := range contacts {
		if planes, ok := PlanesOf(contacts[i : i+1]); ok {
			solids = append(solids, solid{contact: planes[0], plane: true})
			continue
		}
		solids = append(solids, solid{
			contact: contact{Stiffness: float32(c.Stiffness), damping: float32(c.Damping),
				Static: float32(c.StaticFriction), Kinetic: float32(c.KineticFriction)},
			inside: c.Inside, shape: c.Shape,
		})
		if c.Course.Moves() {
			last := &solids[len(solids)-1]
			last.course = new(course)
			last.Follow(c.Posed(0))
		}
	}
	return solids
}

// PerMass are the contacts of a run with its step for masses of which contacts per mass know
// Cs and Cd, by lane.
type PerMass struct {
	contacts []model.Contact
	tuning   []model.Tuning
	perMass  []float32
	dt       float64
}

// PerMassOf returns them in the order of a table, with what physics.ContactTuning has for each
// mass: nil where no contact of the run is per mass. It takes 24 bytes for each lane.
func PerMassOf(p model.Params, ofMass []model.Tuning, o table.LaneOrder, masses *Masses) *PerMass {
	if ofMass == nil {
		return nil
	}
	out := &PerMass{contacts: p.Contacts, tuning: make([]model.Tuning, len(o.MassOf)), perMass: masses.PerMass, dt: p.DT}
	o.Each(func(lane, mass int) { out.tuning[lane] = ofMass[mass] })
	return out
}

// solidsAt are the solids as the mass of a lane meets them at x, until the next call.
func (c *IntegrateCall) solidsAt(lane int, x [3]float32) []solid {
	of := c.ofMass
	if of == nil {
		return c.solids
	}
	touches := 0
	for k := range c.solids {
		if depth, _ := c.solids[k].touch(x); depth > 0 {
			touches++
		}
	}
	if touches == 0 || of.perMass[lane] == 0 {
		return nil
	}
	c.met = append(c.met[:0], c.solids...)
	for k, contact := range of.contacts {
		if contact.PerMass {
			met := contact.At(of.tuning[lane], 1/float64(of.perMass[lane]), of.dt, touches)
			c.met[k].Stiffness, c.met[k].damping = float32(met.Stiffness), float32(met.Damping)
		}
	}
	return c.met
}

// touch returns the depth of a point below the surface [m], negative outside, and the
// normal there.
func (s *solid) touch(x [3]float32) (depth float32, n [3]float32) {
	if s.plane {
		return s.offset - Dot(x, s.normal), s.normal
	}
	d, normal := s.shape.Depth(Widen(x))
	if s.inside {
		d, normal = -d, normal.Mul(-1)
	}
	return float32(d), Narrow(normal)
}

// pressed is F_N = max(0, kc δ − bc (v − v_s)·n) while δ > 0 [N].
func (s *solid) pressed(depth float32, n, x, v [3]float32) float32 {
	if depth <= 0 {
		return 0
	}
	if s.course != nil {
		for axis, along := range s.surface(x, n, 0) {
			v[axis] -= along
		}
	}
	return max(0, s.Stiffness*depth-s.damping*Dot(v, n))
}

// push adds F_N n to the force on a mass at x with velocity v.
func (s *solid) push(f *[3]float32, x, v [3]float32) {
	depth, n := s.touch(x)
	if pressed := s.pressed(depth, n, x, v); pressed > 0 {
		for axis := range 3 {
			f[axis] += pressed * n[axis]
		}
	}
}

// rub applies Coulomb's friction to w, the velocity that a mass would have after the step
// without friction; x and v are position and velocity before the step. It takes all of the
// slip w_t away where that is at most μs F_N dt/m, and otherwise μk F_N dt/m of it. The slip
// is that on the surface, whose velocity is taken so much ahead of x [s] and divided by
// drag, what drag leaves of a velocity after friction.
func (s *solid) rub(w *[3]float32, x, v [3]float32, stepPerMass, ahead, drag float32) {
	depth, n := s.touch(x)
	impulse := s.pressed(depth, n, x, v) * stepPerMass // F_N dt/m [m/s]
	if impulse <= 0 || s.Static == 0 {
		return
	}
	var carried [3]float32
	if s.course != nil {
		carried = s.surface(x, n, ahead)
		for axis := range 3 {
			carried[axis] /= drag
			w[axis] -= carried[axis]
		}
	}
	across := Dot(*w, n)
	var along, slip [3]float32
	for axis := range 3 {
		along[axis] = across * n[axis]
		slip[axis] = w[axis] - along[axis]
	}
	speed := float32(math.Sqrt(float64(Dot(slip, slip))))
	part := s.Kinetic * impulse / speed
	if speed <= s.Static*impulse {
		*w, part = along, 0
	}
	for axis := range 3 {
		w[axis] -= part * slip[axis]
	}
	if s.course != nil {
		for axis := range 3 {
			w[axis] += carried[axis]
		}
	}
}

// Dot is the scalar product of two vectors.
func Dot(a, b [3]float32) float32 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

// Narrow rounds a vector to float32.
func Narrow(v model.Vec3) [3]float32 {
	return [3]float32{float32(v[0]), float32(v[1]), float32(v[2])}
}

// Widen returns a vector in float64, without loss.
func Widen(v [3]float32) model.Vec3 {
	return model.Vec3{float64(v[0]), float64(v[1]), float64(v[2])}
}
