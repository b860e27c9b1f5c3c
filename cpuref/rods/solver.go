package rods

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
	"hooke/model/rod"
	"hooke/model/rod/chain"
)

// Solver steps the rods of a model. It keeps the model and writes to no model.
type Solver struct {
	Set    *chain.Set
	model  *model.Model
	params model.Params // of a substep
	held   []int        // the clamp of each segment, see chain.Set.Held
	ends   []soft       // of each segment
	bends  []soft       // of each joint
	parts  []*chain.Part

	orientation []mgl64.Quat
	spin        []model.Vec3
	book        func(work float64, held bool) // works of impulses on masses and segments; nil: not recorded
}

// soft is a soft constraint of three components in a substep.
type soft struct {
	axes    mgl64.Mat3 // to the world: the impulse is axes (S Δ), and the rate the transpose of it
	scale   model.Vec3 // S
	pull    model.Vec3 // (h/α) S C
	weight  mgl64.Mat3 // W in its axes
	inverse mgl64.Mat3 // M⁻¹
	arm     model.Vec3 // d of an end [m]
	done    model.Vec3 // z
}

// New returns a solver for substeps of p; nil for a model without rods.
func New(m *model.Model, p model.Params) *Solver {
	set := chain.Of(m)
	if len(set.Segments) == 0 {
		return nil
	}
	s := &Solver{Set: set, model: m, ends: make([]soft, len(set.Segments)), bends: make([]soft, len(set.Joints)), parts: chain.NewParts(set, m.MassCount())}
	s.SetParams(p)
	return s
}

// SetParams replaces the parameters. It does nothing to nil.
func (s *Solver) SetParams(p model.Params) {
	if s != nil {
		s.params, s.held = p.Substep(), s.Set.Held(p.Clamps)
	}
}

// State is the part of a state that a substep reads and changes.
type State struct {
	Position    []model.Vec3 // [m]
	Orientation []mgl64.Quat
	Spin        []model.Vec3 // angular velocities [rad/s]
	End         float64      // the time at which the substep ends [s]
}

// Begin finds the constraints of a substep. It applies drag to the spin of segments, and
// gives held ones the spin that takes them to their orientation at the end. It calls took
// with the dissipation of drag [J]. It does nothing to nil.
func (s *Solver) Begin(on State, book func(work float64, held bool), took func(work float64)) {
	if s == nil {
		return
	}
	s.orientation, s.spin, s.book = on.Orientation, on.Spin, book
	drag := s.params.DragFactor()
	for k := range s.ends {
		if q, held := s.Clamped(k, on.End); held {
			s.spin[k] = rod.Vector(q.Mul(s.orientation[k].Conjugate())).Mul(1 / s.params.DT)
			continue
		}
		before := s.kinetic(k)
		if s.spin[k] = s.spin[k].Mul(drag); took != nil && drag != 1 {
			took(before - s.kinetic(k))
		}
	}
	for k := range s.ends {
		s.beginEnd(on.Position, k)
	}
	for k := range s.bends {
		s.beginBend(k)
	}
	for _, p := range s.parts {
		s.eliminate(p)
	}
}

// Clamped returns the orientation that a clamp gives a segment at a time; false where none holds it.
func (s *Solver) Clamped(segment int, time float64) (mgl64.Quat, bool) {
	clamp := s.held[segment]
	if clamp < 0 {
		return mgl64.Quat{}, false
	}
	start := s.model.Segments[s.Set.Segments[segment].Spring].Start
	return rod.Turn(s.params.Clamps[clamp].Turn(time)).Mul(start), true
}

// Place makes orientations of a state that was set unit quaternions to the last bit, and puts segments
// that are held where they must be at its time. It does nothing to nil.
func (s *Solver) Place(on State) {
	if s == nil {
		return
	}
	for k := range s.held {
		on.Orientation[k] = rod.Unit(on.Orientation[k])
		if q, held := s.Clamped(k, on.End); held {
			on.Orientation[k], on.Spin[k] = q, model.Vec3{}
		}
	}
}

// beginEnd finds the constraint between a segment and its masses.
func (s *Solver) beginEnd(position []model.Vec3, k int) {
	one, c := &s.Set.Segments[k], &s.ends[k]
	*c = soft{axes: matrix(s.orientation[k]), arm: position[one.Ends[1]].Sub(position[one.Ends[0]])}
	body := c.axes.Transpose()
	off := body.Mul3x1(c.arm).Sub(model.Vec3{0, 0, one.Length})

	masses := mgl64.Diag3(s.inverseMass(one.Ends[0]).Add(s.inverseMass(one.Ends[1])))
	cross := crossing(c.arm)
	weight := masses.Add(cross.Transpose().Mul3(s.inverseInertia(k)).Mul3(cross))
	c.solve(s.params.DT, one.Rod.Delay, one.Rod.Strains(one.Length), off, body.Mul3(weight).Mul3(c.axes))
}

// beginBend finds the constraint between two segments.
func (s *Solver) beginBend(k int) {
	j, c := &s.Set.Joints[k], &s.bends[k]
	p := rod.Joint(s.orientation[j.From], s.orientation[j.To])
	off := p.V.Mul(2).Sub(j.Rest.Mul(j.Length))
	// A w = p_w w + w × p_v, and w × p_v = −p_v × w.
	a := mgl64.Ident3().Mul(p.W).Sub(crossing(p.V))
	*c = soft{axes: matrix(s.orientation[j.From]).Mul3(a.Transpose())}
	weight := c.axes.Transpose().Mul3(s.inverseInertia(int(j.From)).Add(s.inverseInertia(int(j.To)))).Mul3(c.axes)
	c.solve(s.params.DT, j.Delay, j.Turns, off, weight)
}

// solve forms S, the pull and M⁻¹.
func (c *soft) solve(h, delay float64, stiffness, off model.Vec3, weight mgl64.Mat3) {
	alpha := h*h + h*delay
	c.weight = weight
	m := mgl64.Ident3()
	for i := range 3 {
		c.scale[i] = math.Sqrt(alpha * stiffness[i])
		c.pull[i] = h / alpha * c.scale[i] * off[i]
	}
	for i := range 3 {
		for j := range 3 {
			m[3*j+i] += c.scale[i] * weight.At(i, j) * c.scale[j]
		}
	}
	c.inverse = m.Inv()
}

// change returns Δ of one more visit, with the rate in the world.
func (c *soft) change(rate model.Vec3) model.Vec3 {
	u := scaled(c.scale, c.axes.Transpose().Mul3x1(rate))
	return c.inverse.Mul3x1(c.pull.Add(u).Add(c.done)).Mul(-1)
}

// impulse is that of Δ, in the world.
func (c *soft) impulse(change model.Vec3) model.Vec3 { return c.axes.Mul3x1(scaled(c.scale, change)) }

// scaled returns a product by components.
func scaled(a, b model.Vec3) model.Vec3 { return model.Vec3{a[0] * b[0], a[1] * b[1], a[2] * b[2]} }

// crossing returns the matrix of v ×.
func crossing(v model.Vec3) mgl64.Mat3 {
	return mgl64.Mat3{0, v[2], -v[1], -v[2], 0, v[0], v[1], -v[0], 0} // column by column
}

// matrix returns the rotation of a unit quaternion; its columns are the axes of the section.
func matrix(q mgl64.Quat) mgl64.Mat3 {
	return mgl64.Mat3FromCols(q.Rotate(model.Vec3{1, 0, 0}), q.Rotate(model.Vec3{0, 1, 0}), q.Rotate(model.Vec3{0, 0, 1}))
}

// inverseMass is w of a mass along each axis [1/kg].
func (s *Solver) inverseMass(i uint32) (w model.Vec3) {
	pin := s.model.PinOf(int(i))
	for axis := range w {
		if pin&(model.PinX<<axis) == 0 {
			w[axis] = 1 / s.model.Mass[i]
		}
	}
	return w
}

// inverseInertia returns I⁻¹ of a segment in the world; 0 of one that is held.
func (s *Solver) inverseInertia(k int) mgl64.Mat3 {
	if s.held[k] >= 0 {
		return mgl64.Mat3{}
	}
	one, axes := &s.Set.Segments[k], matrix(s.orientation[k])
	return axes.Mul3(mgl64.Diag3(model.Vec3{1 / one.Across, 1 / one.Across, 1 / one.Along})).Mul3(axes.Transpose())
}

// momentum returns I ω of a segment at an orientation [kg·m²/s].
func momentum(one *chain.Segment, q mgl64.Quat, spin model.Vec3) model.Vec3 {
	t := q.Rotate(model.Vec3{0, 0, 1})
	along := t.Mul(spin.Dot(t))
	return spin.Sub(along).Mul(one.Across).Add(along.Mul(one.Along))
}

// kinetic returns ½ ω·I ω of a segment [J].
func (s *Solver) kinetic(k int) float64 {
	return s.spin[k].Dot(momentum(&s.Set.Segments[k], s.orientation[k], s.spin[k])) / 2
}
