package check

import (
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
	"hooke/physics"
)

// Sizes of spikes.
const (
	spikeRadius = 0.2 // of the edge, or of the root of the triangle's area, that a spike is in
	spikeDepth  = 0.4 // of its radius
	spikeMargin = 0.1 // share of its radius: larger or smaller by that much it touches the same
	spikeTries  = 24  // positions that are tried for each
)

// spans checks a step of each integrator in which contacts push edges and triangles, and one
// in which their stiffness follows from masses. It leaves out integrators that the engine
// does not support.
func (t *trial) spans() error {
	if !t.piercing() {
		return nil
	}
	if t.wants(t.Params.SpansPerMass() > model.TouchMasses) {
		if err := t.spansPerMass(); err != nil {
			return err
		}
	}
	for _, integrator := range t.eachIntegrator() {
		st := t.perturb(1)
		st.undampCables()
		st.params.Integrator = integrator
		st.pierce()
		st.keepStable()
		tolerance := stepTolerance
		if integrator.Method().Registers > 0 { // see integrators
			tolerance *= 10
		}
		if err := t.stepBy(integrator, "spans", st, tolerance); err != nil {
			return err
		}
	}
	return nil
}

// spansPerMass checks a step in which the stiffness of contacts that push edges and triangles follows
// from masses.
func (t *trial) spansPerMass() error {
	st := t.perturb(1)
	st.undampCables()
	st.params.Integrator = model.SymplecticEuler
	st.pierce()
	st.params.Contacts = slices.Clone(st.params.Contacts)
	for k := range st.params.Contacts {
		if c := &st.params.Contacts[k]; c.Spans() > model.TouchMasses {
			c.PerMass, c.Stiffness, c.Damping = true, 0, 0
		}
	}
	st.keepStable()
	return t.stepParity("step parity, spans per mass", st, 1, stepTolerance)
}

// spike makes a shape that pokes a little way into a span, of a size [m] and at a point of it,
// along n; across lies in the span.
type spike struct {
	touches model.Touches
	shape   func(size float64, at, n, across model.Vec3) model.Shape
}

func spikes() []spike {
	below := func(size float64, at, n model.Vec3) model.Vec3 {
		return roundVec(at.Sub(n.Mul((1 - spikeDepth) * size)))
	}
	return []spike{
		{model.TouchTriangles, func(size float64, at, n, _ model.Vec3) model.Shape {
			return model.Sphere{Center: below(size, at, n), Radius: round(size)}
		}},
		{model.TouchTriangles, func(size float64, at, n, across model.Vec3) model.Shape {
			tip := below(size, at, n)
			return model.Capsule{A: roundVec(tip.Sub(n.Mul(3 * size)).Add(across.Mul(size))), B: tip, Radius: round(size)}
		}},
		{model.TouchSprings, func(size float64, at, n, across model.Vec3) model.Shape {
			center := below(size, at, n)
			return model.Capsule{A: roundVec(center.Sub(across.Mul(2 * size))), B: roundVec(center.Add(across.Mul(3 * size))), Radius: round(size)}
		}},
		{model.TouchSprings, func(size float64, at, n, _ model.Vec3) model.Shape {
			return model.Box{Center: below(size, at, n), Half: roundVec(model.Vec3{1, 0.9, 0.8}.Mul(size)),
				Orientation: mgl64.QuatRotate(0.7, model.Vec3{1, 2, 0.5}.Normalize())}
		}},
	}
}

// pierce adds contacts to a perturbed case that are thinner than its edges and triangles, and
// push these alone, about as hard as springs do: a ball and the end of a rod in triangles, and a
// rod and a block in edges. A model without triangles gets some of its springs. Rounding must
// decide nothing, so spikes go where the same spans are touched with other sizes, and
// static friction is kinetic friction. A model without spans gets no spike.
func (st *perturbed) pierce() {
	st.model.Triangles = st.sails()
	for k, s := range spikes() {
		probe := model.Params{Contacts: []model.Contact{{Shape: model.Sphere{}, Touches: s.touches}}}
		all := physics.SpansOf(st.model, probe)
		first, count := 0, len(all.Edges)
		if s.touches == model.TouchTriangles {
			first, count = count, len(all.Triangles)
		}
		for try := range min(spikeTries, count) {
			c, ok := st.spikeAt(all, s, first+(count/2+(4*try+k)*max(1, count/(4*spikeTries)))%count)
			if ok {
				st.params.Contacts = append(st.params.Contacts, c)
				break
			}
		}
	}
}

// spikeAt returns a contact in one of the spans, and whether it is clear of all others.
func (st *perturbed) spikeAt(all physics.Spans, s spike, k int) (c model.Contact, ok bool) {
	x := st.state.Position
	var at, n, along model.Vec3
	size := 0.0
	if k < len(all.Edges) {
		a, b := x[all.Edges[k][0]], x[all.Edges[k][1]]
		along = b.Sub(a)
		size = spikeRadius * along.Len()
		at, n = a.Add(along.Mul(0.45)), along.Cross(model.Vec3{0.3, -0.5, 0.8})
		along = along.Cross(n)
	} else {
		t := all.Triangles[k-len(all.Edges)]
		a, b, d := x[t[0]], x[t[1]], x[t[2]]
		along, n = b.Sub(a), b.Sub(a).Cross(d.Sub(a))
		size = spikeRadius * mgl64.Clamp(n.Len()/max(along.Len(), d.Sub(a).Len(), d.Sub(b).Len()), 0, along.Len())
		at = a.Mul(0.3).Add(b.Mul(0.33)).Add(d.Mul(0.37))
	}
	if size == 0 || n.Len() == 0 || along.Len() == 0 {
		return c, false
	}
	c = st.solid(s.shape(size, at, n.Normalize(), along.Normalize()), spikeDepth*size).WithFriction(0.5, 0.5)
	c.Touches = s.touches
	grown := c
	grown.Shape = larger(c.Shape, spikeMargin*size)
	for _, x := range x {
		if depth, _ := grown.Depth(x); depth >= 0 {
			return c, false
		}
	}
	return c, st.alone(all, c, grown, spikeMargin*size)
}

// alone reports whether a contact touches some spans, each deeper than the margin, that can move,
// and a larger one the same; and of triangles no edge.
func (st *perturbed) alone(all physics.Spans, c, grown model.Contact, margin float64) bool {
	some := false
	for k := range all.Count() {
		excess := [2]float64{}
		for j, one := range []model.Contact{c, grown} {
			all.EachTouch(k, st.model, []model.Contact{one}, st.state.Position, func(_ int, _ *model.Contact, t physics.Touch, _ [3]uint32) { excess[j] = t.Excess })
		}
		if excess[1] > 0 && (excess[0] < margin || c.Touches == model.TouchTriangles && k < len(all.Edges)) {
			return false
		}
		some = some || excess[0] > 0
	}
	return some
}

// unknownFriction returns the uncertainty of velocities after one step because the friction
// of spans is evaluated at rounded positions [m/s]: kc u in its push F_N, and about as much
// again from its direction, with the rounding u of the touched point.
func (st *perturbed) unknownFriction(bits int) (most float64) {
	m, x := st.model, st.state.Position
	all := physics.SpansOf(m, st.params)
	for k := range all.Count() {
		all.EachTouch(k, m, st.params.Contacts, x, func(_ int, c *model.Contact, t physics.Touch, corners [3]uint32) {
			off := 0.0
			for j, i := range corners {
				off += t.Share[j] * offBy(x[i], x[i], model.Vec3{1, 1, 1}, bits)
			}
			for j, i := range corners {
				if c.StaticFriction > 0 {
					most = max(most, 2*st.params.DT*c.Stiffness*off*t.Share[j]*m.InverseMass(int(i)))
				}
			}
		})
	}
	return most
}

// larger returns a shape whose surface is farther out by a distance [m].
func larger(s model.Shape, by float64) model.Shape {
	switch s := s.(type) {
	case model.Sphere:
		s.Radius += by
		return s
	case model.Capsule:
		s.Radius += by
		return s
	case model.Box:
		s.Half = s.Half.Add(model.Vec3{by, by, by})
		return s
	}
	return s
}
