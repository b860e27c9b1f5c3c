package meet

import (
	"hooke/laws"
	"hooke/model"
	"hooke/model/inelastic"
	"hooke/physics"
)

// Set is the springs, triangles and masses of a run that collide as parts of structures. Of its methods, Look
// alone is safe for concurrent use. A nil *Set is empty.
type Set struct {
	model     *model.Model
	rules     model.Collision
	edges     [][2]uint32
	triangles [][3]uint32
	masses    []uint32 // with a radius, if triangles collide
	radius    []float64

	tears model.Tears // parts that it has cut touch nothing
	lists lists
	sides [][4]int32       // of masses: see side
	parts [][]Touch        // touches of each part of the lists, in the state that was looked at
	near  [][]nearTriangle // scratch of each part
}

// New returns the set of a run; nil: springs and triangles do not collide, or none takes part.
func New(m *model.Model, p model.Params) *Set {
	s := &Set{model: m, rules: p.Collision, radius: m.Radius}
	if s.rules.Springs() {
		s.edges = physics.CollidingEdges(m)
	}
	if s.rules.Triangles() {
		s.triangles = physics.CollidingTriangles(m)
		for i, r := range m.Radius {
			if r > 0 && len(s.triangles) > 0 {
				s.masses = append(s.masses, uint32(i))
			}
		}
		s.sides = make([][4]int32, len(s.masses))
	}
	if len(s.edges) == 0 && len(s.triangles) == 0 {
		return nil
	}
	return s
}

// Weigh uses the masses of a model whose structure is that of the first one.
func (s *Set) Weigh(m *model.Model) { s.model = m }

// Tear takes out the springs that are torn and the triangles that tears have cut, as the changes of
// springs say. It reports whether others are torn than before.
func (s *Set) Tear(changes []inelastic.Change) bool {
	if s == nil || !s.tears.Follow(s.model, changes) {
		return false
	}
	s.lists.from = nil
	return true
}

// HasFriction reports whether the parts have friction.
func (s *Set) HasFriction() bool { return s != nil && s.rules.HasFriction() }

// held reports whether nothing of two parts can move.
func (s *Set) held(a, b []uint32) bool {
	for _, part := range [2][]uint32{a, b} {
		for _, i := range part {
			if s.model.PinOf(int(i)) != model.PinAll {
				return false
			}
		}
	}
	return true
}

// reach returns D of two parts with a sum of radii and a distance at rest [m]; 0: they never touch.
func (s *Set) reach(a, b uint32, sum, rest float64) float64 {
	one, other := s.model.BodyOf(int(a)), s.model.BodyOf(int(b))
	if !s.rules.Meet(one, other) || one == other && rest <= model.RestReach*sum {
		return 0
	}
	return min(sum, rest)
}

// radiusOfEdge and radiusOfTriangle are the least of their masses [m].
func (s *Set) radiusOfEdge(e int) float64 {
	return min(s.radius[s.edges[e][0]], s.radius[s.edges[e][1]])
}
func (s *Set) radiusOfTriangle(t int) float64 {
	c := s.triangles[t]
	return min(s.radius[c[0]], s.radius[c[1]], s.radius[c[2]])
}

// reachOfEdges returns D of two springs [m]; 0: they never touch.
func (s *Set) reachOfEdges(e, f int) float64 {
	a, b := s.edges[e], s.edges[f]
	if s.tears.Between(a[0], a[1]) || s.tears.Between(b[0], b[1]) || a[0] == b[0] || a[0] == b[1] || a[1] == b[0] || a[1] == b[1] || s.held(a[:], b[:]) {
		return 0
	}
	x := s.model.RestPosition
	_, _, way := betweenSegments(x[a[0]], x[a[1]], x[b[0]], x[b[1]])
	return s.reach(a[0], b[0], s.radiusOfEdge(e)+s.radiusOfEdge(f), way.Len())
}

// reachOfTriangle returns D of a mass and a triangle [m]; 0: they never touch.
func (s *Set) reachOfTriangle(mass uint32, t int) float64 {
	c := s.triangles[t]
	if s.tears.Through(c) || c[0] == mass || c[1] == mass || c[2] == mass || s.held([]uint32{mass}, c[:]) {
		return 0
	}
	x := s.model.RestPosition
	_, way := onTriangle(x[mass], [3]model.Vec3{x[c[0]], x[c[1]], x[c[2]]})
	return s.reach(mass, c[0], s.radius[mass]+s.radiusOfTriangle(t), way.Len())
}

// Touch is a touch of two parts. Shares of the second have the other sign; of a spring and a
// spring the first two masses are the first, of a mass and a triangle the first one.
type Touch struct {
	Masses          [4]uint32
	Share           [4]float64
	Normal          model.Vec3 // from the second to the first
	Depth           float64    // δ [m], > 0
	Stiffness       float64    // kc [N/m]
	Damping         float64    // bc [N·s/m]
	Static, Kinetic float64    // μs and μk
	PerMass         float64    // 1/m_q [1/kg]
	slot, triangle  int32      // index in masses, and triangle; -1: springs
	side            int8       // of the triangle, from which the mass came; 0: not known
}

// Mean returns the value of the first point less that of the second.
func (t *Touch) Mean(values []model.Vec3) (sum model.Vec3) {
	for k, i := range t.Masses {
		sum = sum.Add(values[i].Mul(t.Share[k]))
	}
	return sum
}

// Push returns F_N [N] at some velocities [m/s]. It acts along Normal on the first part.
func (t *Touch) Push(velocity []model.Vec3) float64 { return t.PushAt(t.Mean(velocity)) }

// PushAt is Push for a velocity of the first point against the second [m/s].
func (t *Touch) PushAt(v model.Vec3) float64 {
	return laws.PushOf(t.Stiffness, t.Damping, t.Depth, v.Dot(t.Normal))
}

// Friction returns the impulse of friction on the first point [N·s], in a step [s] with a push
// F_N [N] and the larger number of touches with friction of its masses.
func (t *Touch) Friction(velocity []model.Vec3, push, dt float64, touches int) model.Vec3 {
	slip := t.Mean(velocity)
	slip = slip.Sub(t.Normal.Mul(slip.Dot(t.Normal)))
	speed := slip.Len()
	if t.Static == 0 || push == 0 || speed == 0 || t.PerMass == 0 {
		return model.Vec3{}
	}
	size := laws.FrictionOf(speed/(t.PerMass*float64(max(1, touches))), push*dt, t.Static, t.Kinetic)
	return slip.Mul(-size / speed)
}

// law writes the numbers of the law of a touch whose masses and shares are known.
func (s *Set) law(t *Touch, second uint32) {
	a, b := s.surfaces(t.Masses[0], second)
	for k, i := range t.Masses {
		t.PerMass += t.Share[k] * t.Share[k] * s.model.InverseMass(int(i))
	}
	t.Stiffness = laws.PairStiffness(a.Stiffness, b.Stiffness)
	if t.PerMass > 0 {
		t.Damping = laws.PairDamping(a.DampingRatio, b.DampingRatio, t.Stiffness, 1/t.PerMass)
	}
	t.Static, t.Kinetic = laws.PairFriction(a.StaticFriction, b.StaticFriction), laws.PairFriction(a.KineticFriction, b.KineticFriction)
}
