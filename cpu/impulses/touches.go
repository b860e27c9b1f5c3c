package impulses

import (
	"hooke/cpu/collide"
	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/laws"
	"hooke/model"
	"hooke/physics"
)

// touches are pairs of masses that collide, and edges and triangles that contacts push, in a
// substep. One thread goes through them, in float64, in an order that depends on the masses alone.
type touches[T table.Real] struct {
	spans        physics.Spans // without any where contacts push masses alone
	spanFriction bool          // whether contacts have friction with them
	pairFriction bool          // whether pairs have
	passes       int           // of the friction of pairs

	all    []touch      // the stiff ones, whose impulses are solved for
	pairs  []pair       // all pairs
	soft   []model.Vec3 // forces of pairs that are not stiff, by mass [N]; nil: masses do not collide
	damped []model.Vec3 // the part of soft that is not k δ, of dampers and of the end of a push, by mass [N]
	counts []int        // scratch: touches of each mass
	delta  []model.Vec3 // scratch: of each mass
	place  []model.Vec3 // positions of masses at the start, for spans [m]
}

// touch is a push that moves several masses at once.
type touch struct {
	mass               [3]uint32
	corners            int // 2 or 3
	share              [3]float64
	normal, surface    model.Vec3 // n, and the velocity of the surface there [m/s]
	depth              float64    // δ > 0 [m]
	stiffness, damping float64    // [N/m], [N·s/m]
	count              int        // most touches at a mass of it
	pressed, change    float64    // λ so far, and its change in a visit [N·s]
}

// pair is two masses that touch, with their push [N].
type pair struct {
	collide.Pair
	normal      model.Vec3
	depth, push float64
	stiff       int // its index among all; −1: it is not stiff
}

// softPart is the part of m/h² up to which the stiffness of a pair is a force, evaluated once: far
// within the limit of stability.
const softPart = 0.25

// leastExcess is the least depth beyond the ends of an edge, or the edges of a triangle, at which
// it is a touch of its own [m]: where the point that is pushed is an end, rounding leaves some.
const leastExcess = 1e-12

// use prepares for parameters of substeps.
func (t *touches[T]) use(m *model.Model, p model.Params) {
	*t = touches[T]{spans: physics.SpansOf(m, p)}
	for _, c := range p.Contacts {
		t.spanFriction = t.spanFriction || c.Spans() > model.TouchMasses && c.StaticFriction > 0
	}
	t.spanFriction = t.spanFriction && t.spans.Count() > 0
	if p.Collision.Acts() {
		t.soft, t.damped, t.pairFriction, t.passes = make([]model.Vec3, m.MassCount()), make([]model.Vec3, m.MassCount()), p.Collision.HasFriction(), p.Collision.Iterations()
	}
	if t.acts() {
		t.counts, t.delta, t.place = make([]int, m.MassCount()), make([]model.Vec3, m.MassCount()), make([]model.Vec3, m.MassCount())
	}
}

// acts reports whether there may be any.
func (t *touches[T]) acts() bool { return t.soft != nil || t.spans.Count() > 0 }

func (t *touches[T]) bytes() int64 {
	return int64(24*(len(t.soft)+len(t.damped)+len(t.delta)+len(t.place))+8*len(t.counts)) + int64(len(t.spans.Edges)*8+len(t.spans.Triangles)*12)
}

// beginTouches finds the touches of a substep.
func (s *Solver[T]) beginTouches() {
	t := &s.touches
	if !t.acts() {
		return
	}
	t.all = t.all[:0]
	s.given.Order.Each(func(lane, mass int) { t.place[mass] = kernels.Widen(s.motion.position(lane)) })
	s.beginPairs()
	s.beginSpans()
}

// beginPairs finds the pairs that touch. Soft pushes act as forces.
func (s *Solver[T]) beginPairs() {
	t, h := &s.touches, s.params.DT
	t.pairs = t.pairs[:0]
	if t.soft == nil {
		return
	}
	clear(t.soft)
	clear(t.damped)
	clear(t.counts)
	for _, of := range s.on.Touching {
		d := t.place[of.I].Sub(t.place[of.J])
		distance := d.Len()
		if distance < zeroLength || s.perMass(of.I)+s.perMass(of.J) == 0 {
			continue
		}
		one := pair{Pair: of, normal: d.Mul(1 / distance), depth: of.Reach - distance, stiff: -1}
		one.push = laws.PushOf(of.Stiffness, of.Damping, one.depth, s.velocityOf(of.I).Sub(s.velocityOf(of.J)).Dot(one.normal))
		if one.push > 0 {
			t.counts[of.I]++
			t.counts[of.J]++
		}
		t.pairs = append(t.pairs, one)
	}
	for k := range t.pairs {
		one := &t.pairs[k]
		if one.Stiffness <= softPart*one.Reduced/(h*h) {
			f := one.normal.Mul(one.push)
			t.soft[one.I], t.soft[one.J] = t.soft[one.I].Add(f), t.soft[one.J].Sub(f)
			f = one.normal.Mul(one.push - one.Stiffness*one.depth)
			t.damped[one.I], t.damped[one.J] = t.damped[one.I].Add(f), t.damped[one.J].Sub(f)
			continue
		}
		one.stiff = len(t.all)
		t.all = append(t.all, touch{mass: [3]uint32{one.I, one.J}, corners: 2, share: [3]float64{1, -1}, normal: one.normal, depth: one.depth,
			stiffness: one.Stiffness, damping: one.Damping, count: max(t.counts[one.I], t.counts[one.J])})
	}
}

// beginSpans finds the touches of edges, then those of triangles.
func (s *Solver[T]) beginSpans() {
	t := &s.touches
	first := len(t.all)
	clear(t.counts)
	for k := range t.spans.Count() {
		corners := 3
		if k < len(t.spans.Edges) {
			corners = 2
		}
		t.spans.EachTouch(k, s.given.Model, s.on.Contacts, t.place, func(_ int, c *model.Contact, of physics.Touch, mass [3]uint32) {
			if of.Excess < leastExcess {
				return
			}
			at := of.At(t.place[mass[0]], t.place[mass[1]], t.place[mass[2]])
			t.all = append(t.all, touch{mass: mass, corners: corners, share: of.Share, normal: of.Normal, surface: c.SurfaceVelocity(at, of.Normal, 0),
				depth: of.Excess, stiffness: c.Stiffness, damping: c.Damping})
			for _, i := range mass[:corners] {
				t.counts[i]++
			}
		})
	}
	spans := t.all[first:]
	for k := range spans {
		for _, i := range spans[k].mass[:spans[k].corners] {
			spans[k].count = max(spans[k].count, t.counts[i])
		}
	}
}

// perMass returns 1/m of a mass [1/kg], 0 where it is pinned on all axes.
func (s *Solver[T]) perMass(mass uint32) float64 {
	return float64(s.given.Masses.PerMass[s.given.Order.LaneOf[mass]])
}

func (s *Solver[T]) velocityOf(mass uint32) model.Vec3 {
	return kernels.Widen(s.motion.velocity(int(s.given.Order.LaneOf[mass])))
}

// weightOf is n·w n of a mass [1/kg].
func (s *Solver[T]) weightOf(mass uint32, n model.Vec3) (sum float64) {
	lane := s.given.Order.LaneOf[mass]
	for axis := range 3 {
		sum += float64(s.motion.w[axis][lane]) * n[axis] * n[axis]
	}
	return sum
}

// gain returns the change by an impulse of the velocity of a mass [m/s].
func (s *Solver[T]) gain(mass uint32, impulse model.Vec3) (v model.Vec3) {
	lane := s.given.Order.LaneOf[mass]
	for axis := range 3 {
		v[axis] = float64(s.motion.w[axis][lane]) * impulse[axis]
	}
	return v
}

// speed adds to the velocity of a mass [m/s], and returns the result.
func (s *Solver[T]) speed(mass uint32, by model.Vec3) model.Vec3 {
	lane := s.given.Order.LaneOf[mass]
	for axis := range 3 {
		s.motion.v[axis][lane] = T(float64(s.motion.v[axis][lane]) + by[axis])
	}
	return s.velocityOf(mass)
}

// point returns the velocity of the point that a touch pushes [m/s].
func (s *Solver[T]) point(t *touch) (v model.Vec3) {
	for k, i := range t.mass[:t.corners] {
		v = v.Add(s.velocityOf(i).Mul(t.share[k]))
	}
	return v
}

// sweepTouches visits all touches, each with the velocities before the visit and with a share of
// its change (Jacobi), since they are in no order that all engines could have:
//
//	Δ = (h kc δ − a v_n − λ)/(1 + a W)/count,   λ ← max(0, λ + Δ)
func (s *Solver[T]) sweepTouches(b *book) {
	h, all := s.params.DT, s.touches.all
	for k := range all {
		t, w := &all[k], 0.0
		for at, i := range t.mass[:t.corners] {
			w += t.share[at] * t.share[at] * s.weightOf(i, t.normal)
		}
		if t.change = 0; w == 0 {
			continue
		}
		a := h*h*t.stiffness + h*t.damping
		change := (h*t.stiffness*t.depth - a*s.point(t).Sub(t.surface).Dot(t.normal) - t.pressed) / (1 + a*w)
		after := max(0, t.pressed+change/float64(max(1, t.count)))
		t.change, t.pressed = after-t.pressed, after
	}
	for k := range all {
		t := &all[k]
		for at, i := range t.mass[:t.corners] {
			impulse := t.normal.Mul(t.share[at] * t.change)
			before := s.velocityOf(i)
			b.touched(s.work(i, impulse, before, s.speed(i, s.gain(i, impulse))), s.perMass(i) == 0)
		}
		b.carried(t.change * t.normal.Dot(t.surface))
	}
}
