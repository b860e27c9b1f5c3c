package physics

import (
	"fmt"
	"math"
	"strings"

	"hooke/model"
)

// PassWatch watches a run for tunneling that nothing prevents: masses between masses with
// which they collide, and edges through contacts. It looks at states that the host reads
// anyway and does not see motion between them. Its speeds are in m/s. A nil *PassWatch sees
// nothing.
type PassWatch struct {
	model  *model.Model
	params model.Params
	limit  float64 // above which masses pass between others
	spans  Spans   // whose edges are watched; none: no contact pushes edges
	step   int64   // of the last look; -1 before the first
	time   float64 // of the last look [s]

	leap     float64   // LeapSpeed
	span     float64   // spanSpeed
	long     float64   // the longest part that collides [m]: so far from masses others can pass through it; 0: masses alone collide
	shortest []float64 // rest length at each mass, see shortestRests; nil until it is needed

	mass, edge tooFast
}

// tooFast is the mass or spring that exceeded its limit by the largest factor, the first of
// equals.
type tooFast struct {
	item, contact int
	step          int64
	speed, limit  float64
}

// see keeps the item if it exceeds its limit by more than all before it.
func (f *tooFast) see(item, contact int, step int64, speed, limit float64) {
	if speed > limit && (f.speed == 0 || speed*f.limit > f.speed*limit) {
		*f = tooFast{item, contact, step, speed, limit}
	}
}

// NewPassWatch watches a run; nil if nothing can tunnel.
func NewPassWatch(m *model.Model, p model.Params) *PassWatch {
	w := &PassWatch{model: m, params: p, limit: PassSpeed(m, p), leap: LeapSpeed(m, p), span: spanSpeed(m, p.Collision), long: longestPart(m, p.Collision), step: -1}
	for k := range p.Contacts {
		if w.spans.Edges == nil && touchesEdges(&p.Contacts[k]) {
			w.spans = SpansOf(m, p)
		}
	}
	if math.IsInf(w.limit, 1) && len(w.spans.Edges) == 0 {
		return nil
	}
	return w
}

// touchesEdges reports whether a contact pushes edges, which may pass through it.
func touchesEdges(c *model.Contact) bool {
	return HalfThickness(c) > 0 && c.Spans() > model.TouchMasses
}

// Look checks a state, unless it has checked that step already.
func (w *PassWatch) Look(s *model.Snapshot) {
	if w == nil || s.Step == w.step {
		return
	}
	since := w.params.DT
	if w.step >= 0 {
		since = max(since, s.Time-w.time)
	}
	w.step, w.time = s.Step, s.Time
	if !math.IsInf(w.limit, 1) {
		w.lookAtMasses(s, since)
	}
	contacts := w.params.ContactsAt(s.Time)
	for k := range contacts {
		if touchesEdges(&contacts[k]) {
			w.lookAtEdges(s, k, &contacts[k], since)
		}
	}
}

// lookAtMasses compares the speed of each mass that collides with the limit. It is relative to
// the body itself, as that moves in the mean, where masses of one body collide, and to the
// body whose mean motion differs most, where those of several do. Of those that are too fast,
// the fastest counts that can have met another mass since the last look.
func (w *PassWatch) lookAtMasses(s *model.Snapshot, since float64) {
	m, c := w.model, w.params.Collision
	mean, weight := make([]model.Vec3, max(1, len(c.Bodies))), make([]float64, max(1, len(c.Bodies)))
	for i, mass := range m.Mass {
		b := m.BodyOf(i)
		mean[b], weight[b] = mean[b].Add(wide(s.Velocity[i]).Mul(mass)), weight[b]+mass
	}
	low, high := model.Vec3{math.Inf(1), math.Inf(1), math.Inf(1)}, model.Vec3{math.Inf(-1), math.Inf(-1), math.Inf(-1)}
	for b := range mean {
		if weight[b] == 0 {
			continue
		}
		mean[b] = mean[b].Mul(1 / weight[b])
		for axis, v := range mean[b] {
			low[axis], high[axis] = min(low[axis], v), max(high[axis], v)
		}
	}
	var fast []fastMass
	for i, r := range m.Radius {
		if r == 0 || m.PinOf(i) == model.PinAll {
			continue
		}
		v, speed := wide(s.Velocity[i]), 0.0
		if c.Self {
			speed = v.Sub(mean[m.BodyOf(i)]).Len()
		}
		if c.Others {
			var most model.Vec3
			for axis := range 3 {
				most[axis] = max(v[axis]-low[axis], high[axis]-v[axis])
			}
			speed = max(speed, most.Len())
		}
		if speed > max(w.limit, w.mass.speed) {
			fast = append(fast, fastMass{i, speed, w.limit})
		}
	}
	if len(fast) == 0 {
		return
	}
	if f, met := w.nearest(s, fast, since); met {
		w.mass.see(f.mass, 0, s.Step, f.speed, f.limit)
	}
}

// lookAtEdges compares the speed of each edge, relative to a contact, with the contact's
// limit, if they can have met since the last look.
func (w *PassWatch) lookAtEdges(s *model.Snapshot, k int, c *model.Contact, since float64) {
	for n, e := range w.spans.Edges {
		square, mass, near := 0.0, 0.0, math.Inf(1)
		for _, i := range e {
			x := s.Place(int(i))
			depth, _ := c.Depth(x)
			near = min(near, -depth)
			if w.model.PinOf(int(i)) != model.PinAll {
				v := wide(s.Velocity[i]).Sub(carrying(c, x))
				square += w.model.Mass[i] * v.Dot(v)
				mass += w.model.Mass[i]
			}
		}
		if mass == 0 {
			continue
		}
		speed := math.Sqrt(square / mass)
		along := wide(s.Position[e[1]]).Sub(wide(s.Position[e[0]])).Len()
		if near <= along+speed*since {
			met := w.spans.Meet(*c, n, 1)
			w.edge.see(n, k, s.Step, speed, edgeSpeed(w.model, &met, e))
		}
	}
}

// carrying returns the velocity with which a contact, as it is posed, moves at x [m/s].
func carrying(c *model.Contact, x model.Vec3) model.Vec3 {
	if !c.Trajectory.Moves() {
		return model.Vec3{}
	}
	_, v := c.Trajectory.Path.At(0)
	if c.Trajectory.Pivot != nil {
		v = v.Add(c.Trajectory.Spin.Cross(x.Sub(*c.Trajectory.Pivot)))
	}
	return v
}

// wide returns a vector in float64.
func wide(v [3]float32) model.Vec3 {
	return model.Vec3{float64(v[0]), float64(v[1]), float64(v[2])}
}

// Words describes each mass or spring that was too fast, with its speed and its limit, in
// sentences; empty if all were slow enough.
func (w *PassWatch) Words() string {
	if w == nil {
		return ""
	}
	var words []string
	if f := w.mass; f.speed > 0 {
		words = append(words, fmt.Sprintf("mass %d moved with %.3g m/s among others in step %d, and %.3g m/s is enough to pass between them: %s", f.item, f.speed, f.step, f.limit, PassAdvice(w.model, w.params)))
	}
	if f := w.edge; f.speed > 0 {
		words = append(words, fmt.Sprintf("spring %d came near contact %d with %.3g m/s in step %d, and %.3g m/s is enough to pass through it: %s", w.springOf(w.spans.Edges[f.item]), f.contact, f.speed, f.step, f.limit, w.stiffer(f.contact)))
	}
	return strings.Join(words, "; ")
}

// stiffer returns a remedy that raises the limit of a contact.
func (w *PassWatch) stiffer(contact int) string {
	if w.params.Contacts[contact].PerMass {
		return "give a smaller dt, or the contact a stiffness"
	}
	return "give the contact a larger stiffness"
}

// springOf returns the number of the spring that an edge is.
func (w *PassWatch) springOf(e [2]uint32) int {
	for s, ends := range w.model.Ends {
		if w.model.MaterialOf[s] != model.Removed && pairOf(ends[0], ends[1]) == pairOf(e[0], e[1]) {
			return s
		}
	}
	return -1
}
