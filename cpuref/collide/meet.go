package collide

import (
	"math"
	"slices"

	"hooke/model"
	"hooke/model/inelastic"
	"hooke/physics"
)

// parallel is the square of the sine of the angle between two springs below which all their
// points count as equally near, so that the closest are in the middle.
const parallel = 1e-10

// meetings are the springs and triangles of a run that collide. The law is that of
// model.Collision. A nil *meetings is empty and does nothing.
type meetings struct {
	model     *model.Model
	rules     model.Collision
	edges     [][2]uint32
	triangles [][3]uint32
	tears     *model.Tears // of Spans
	sides     Sides
	found     []meeting // of masses with triangles in the state that was last looked at
}

// newMeetings returns those of a run; nil: none.
func newMeetings(m *model.Model, p model.Params) *meetings {
	s := &meetings{model: m, rules: p.Collision}
	if p.Collision.Springs() {
		s.edges = physics.CollidingEdges(m)
	}
	if p.Collision.Triangles() {
		s.triangles = physics.CollidingTriangles(m)
		s.sides = make(Sides, m.MassCount())
	}
	if len(s.edges) == 0 && len(s.triangles) == 0 {
		return nil
	}
	return s
}

// radiusOf is the least radius of some masses [m].
func radiusOf(m *model.Model, corners []uint32) float64 {
	r := math.Inf(1)
	for _, i := range corners {
		r = min(r, m.Radius[i])
	}
	return r
}

// joined says that two parts have a mass in common.
func joined(a, b []uint32) bool {
	for _, i := range a {
		if slices.Contains(b, i) {
			return true
		}
	}
	return false
}

// reach is D of two parts of structures that have no mass in common [m]; 0 of two that never touch.
func (s *meetings) reach(a, b []uint32) float64 {
	m := s.model
	d, one, other := radiusOf(m, a)+radiusOf(m, b), m.BodyOf(int(a[0])), m.BodyOf(int(b[0]))
	if !s.rules.Meet(one, other) {
		return 0
	}
	rest := closest(pointsOf(a, m.RestPosition), pointsOf(b, m.RestPosition)).distance
	if one == other && rest <= model.RestReach*d {
		return 0
	}
	return min(d, rest)
}

func pointsOf(corners []uint32, position []model.Vec3) []model.Vec3 {
	out := make([]model.Vec3, 0, 3)
	for _, i := range corners {
		out = append(out, position[i])
	}
	return out
}

// pair is a pair of closest points: their distance [m], the way from the second to the first, and the
// shares of the corners of both.
type pair struct {
	distance    float64
	way         model.Vec3
	first, next [3]float64
}

// closest returns the closest points of a point or a segment and of a segment or a triangle.
func closest(a, b []model.Vec3) (out pair) {
	if len(b) == 3 {
		n := nearest(b, a)
		return pair{n.distance, n.way.Mul(-1), [3]float64{1}, n.share}
	}
	u, v := a[1].Sub(a[0]), b[1].Sub(b[0])
	across := u.Cross(v)
	if across.Dot(across) > parallel*u.Dot(u)*v.Dot(v) || u.Len() == 0 || v.Len() == 0 {
		n := nearest(a, b)
		return pair{n.distance, n.way, n.share, nearest(b, a).share}
	}
	// Where the second begins and ends along the first, which has it from 0 to 1.
	low, high := b[0].Sub(a[0]).Dot(u)/u.Dot(u), b[1].Sub(a[0]).Dot(u)/u.Dot(u)
	if low > high {
		low, high = high, low
	}
	at := (max(0, min(1, low)) + max(0, min(1, high))) / 2
	p := a[0].Add(u.Mul(at))
	other := max(0, min(1, p.Sub(b[0]).Dot(v)/v.Dot(v)))
	out.way = p.Sub(b[0].Add(v.Mul(other)))
	out.distance, out.first, out.next = out.way.Len(), [3]float64{1 - at, at}, [3]float64{1 - other, other}
	return out
}

// each calls do with every touch of a state: springs with springs, by their numbers, and masses
// with triangles.
func (s *meetings) each(position []model.Vec3, do func(o *one)) {
	if s == nil {
		return
	}
	boxes := make([]box, len(s.edges))
	for k := range s.edges {
		boxes[k] = s.boxOf(position, s.edges[k][:])
	}
	for k := range s.edges {
		e := s.edges[k][:]
		if s.tears.Between(e[0], e[1]) {
			continue
		}
		for l := k + 1; l < len(s.edges); l++ {
			if boxes[k].far(&boxes[l]) {
				continue
			}
			f := s.edges[l][:]
			if joined(e, f) || s.held(e, f) || s.tears.Between(f[0], f[1]) {
				continue
			}
			c := closest(pointsOf(e, position), pointsOf(f, position))
			if most := radiusOf(s.model, e) + radiusOf(s.model, f); c.distance >= most || c.distance < noWay {
				continue
			}
			if d := s.reach(e, f); c.distance < d {
				o := s.touch(e, f, c)
				o.Excess, o.Normal = d-c.distance, c.way.Mul(1/c.distance)
				do(&o)
			}
		}
	}
	for _, t := range s.around(position) {
		o := s.touch([]uint32{uint32(t.mass)}, s.triangles[t.triangle][:], t.pair)
		o.Excess, o.Normal = t.depth, t.normal
		do(&o)
	}
}

// held says that nothing of two parts can move.
func (s *meetings) held(a, b []uint32) bool {
	for _, part := range [2][]uint32{a, b} {
		for _, i := range part {
			if s.model.PinOf(int(i)) != model.PinAll {
				return false
			}
		}
	}
	return true
}

// box is the space [m] out of which a part touches nothing.
type box struct{ low, high model.Vec3 }

// boxOf is the box of a part.
func (s *meetings) boxOf(position []model.Vec3, part []uint32) (b box) {
	r := radiusOf(s.model, part)
	for axis := range 3 {
		b.low[axis], b.high[axis] = math.Inf(1), math.Inf(-1)
		for _, i := range part {
			b.low[axis], b.high[axis] = min(b.low[axis], position[i][axis]-r), max(b.high[axis], position[i][axis]+r)
		}
	}
	return b
}

// far says that two parts do not touch, for sure.
func (b *box) far(o *box) bool {
	return b.low[0] > o.high[0] || o.low[0] > b.high[0] || b.low[1] > o.high[1] || o.low[1] > b.high[1] || b.low[2] > o.high[2] || o.low[2] > b.high[2]
}

// touch is the touch of two parts at their closest points, without its depth and direction.
func (s *meetings) touch(a, b []uint32, at pair) one {
	o := one{meets: true, corners: append(append([]uint32{}, a...), b...)}
	for k := range a {
		o.share = append(o.share, at.first[k])
	}
	for k := range b {
		o.share = append(o.share, -at.next[k])
	}
	w := 0.0
	for k, i := range o.corners {
		w += o.share[k] * o.share[k] * PerMass(s.model, int(i))
	}
	one, other := s.rules.Bodies[s.model.BodyOf(int(a[0]))], s.rules.Bodies[s.model.BodyOf(int(b[0]))]
	c := model.Contact{Stiffness: 2 / (1/one.Stiffness + 1/other.Stiffness)}
	if w > 0 {
		c.Damping = (one.DampingRatio + other.DampingRatio) * math.Sqrt(c.Stiffness/w)
	}
	c.StaticFriction = math.Sqrt(one.StaticFriction * other.StaticFriction)
	c.KineticFriction = math.Sqrt(one.KineticFriction * other.KineticFriction)
	o.contact = &c
	return o
}

// Tear takes out the springs that are torn and the triangles that tears have cut, as the changes of springs say:
// they touch nothing more. It returns the energy of their touches at some positions, with the contacts of that
// time [J].
func (s *Spans) Tear(changes []inelastic.Change, contacts []model.Contact, position []model.Vec3) (lost float64) {
	if s == nil {
		return 0
	}
	before := s.tears
	if !s.tears.Follow(s.model, changes) {
		return 0
	}
	now := s.tears
	s.tears = before
	lost = s.Energy(contacts, position)
	s.tears = now
	return lost - s.Energy(contacts, position)
}
