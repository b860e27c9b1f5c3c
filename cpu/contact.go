package cpu

import (
	"math"

	"hooke/model"
)

// contact is a plane as kernels read it. 32 bytes.
type contact struct {
	normal    [3]float32 // of unit length, out of the solid
	offset    float32    // height along the normal [m]
	stiffness float32    // kc [N/m]
	damping   float32    // bc [N·s/m]
	static    float32    // μs
	kinetic   float32    // μk
}

// planesOf are the contacts in the form of kernels; false when they are not all
// planes. The inside of a plane is the outside of the opposite one.
func planesOf(contacts []model.Contact) ([]contact, bool) {
	var planes []contact
	for _, c := range contacts {
		plane, ok := c.Shape.(model.Plane)
		if !ok {
			return nil, false
		}
		n, offset := plane.UnitNormal(), plane.Offset
		if c.Inside {
			n, offset = n.Mul(-1), -offset
		}
		planes = append(planes, contact{
			normal: narrow(n), offset: float32(offset), stiffness: float32(c.Stiffness), damping: float32(c.Damping),
			static: float32(c.StaticFriction), kinetic: float32(c.KineticFriction),
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
}

func solidsOf(contacts []model.Contact) []solid {
	var solids []solid
	for i, c := range contacts {
		if planes, ok := planesOf(contacts[i : i+1]); ok {
			solids = append(solids, solid{contact: planes[0], plane: true})
			continue
		}
		solids = append(solids, solid{
			contact: contact{stiffness: float32(c.Stiffness), damping: float32(c.Damping),
				static: float32(c.StaticFriction), kinetic: float32(c.KineticFriction)},
			inside: c.Inside, shape: c.Shape,
		})
	}
	return solids
}

// touch is how deep a point is below the surface [m], negative outside, and the
// normal there.
func (s *solid) touch(x [3]float32) (depth float32, n [3]float32) {
	if s.plane {
		return s.offset - dot(x, s.normal), s.normal
	}
	d, normal := s.shape.Depth(widen(x))
	if s.inside {
		d, normal = -d, normal.Mul(-1)
	}
	return float32(d), narrow(normal)
}

// pressed is F_N = max(0, kc δ − bc v·n) while δ > 0 [N].
func (s *solid) pressed(depth float32, n, v [3]float32) float32 {
	if depth <= 0 {
		return 0
	}
	return max(0, s.stiffness*depth-s.damping*dot(v, n))
}

// push adds F_N n to the force on a mass at x with velocity v.
func (s *solid) push(f *[3]float32, x, v [3]float32) {
	depth, n := s.touch(x)
	if pressed := s.pressed(depth, n, v); pressed > 0 {
		for axis := range 3 {
			f[axis] += pressed * n[axis]
		}
	}
}

// rub is Coulomb's friction on w, the velocity that a mass would have after the
// step without it; x and v are those before the step. The slip w_t is taken
// away where μs F_N dt/m is enough for it, else μk F_N dt/m of it.
func (s *solid) rub(w *[3]float32, x, v [3]float32, stepPerMass float32) {
	depth, n := s.touch(x)
	impulse := s.pressed(depth, n, v) * stepPerMass // F_N dt/m [m/s]
	if impulse <= 0 || s.static == 0 {
		return
	}
	across := dot(*w, n)
	var along, slip [3]float32
	for axis := range 3 {
		along[axis] = across * n[axis]
		slip[axis] = w[axis] - along[axis]
	}
	speed := float32(math.Sqrt(float64(dot(slip, slip))))
	if speed <= s.static*impulse {
		*w = along
		return
	}
	part := s.kinetic * impulse / speed
	for axis := range 3 {
		w[axis] -= part * slip[axis]
	}
}

func dot(a, b [3]float32) float32 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func narrow(v model.Vec3) [3]float32 {
	return [3]float32{float32(v[0]), float32(v[1]), float32(v[2])}
}

func widen(v [3]float32) model.Vec3 {
	return model.Vec3{float64(v[0]), float64(v[1]), float64(v[2])}
}
