package impulses

import (
	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
	"hooke/physics"
)

// contacts are the contacts of masses in a run. They take 4 numbers for each mass and contact, one
// more for each mass where a contact is bounded, and 24 bytes for each mass where a contact is per mass.
type contacts[T table.Real] struct {
	solids []solid[T]
	tuning []model.Tuning // of the mass of each lane; nil: no contact is per mass
	given  Given[T]
	h      float64
	idle   []T // of each lane, see idleAt; nil: no contact is bounded
}

// solid is a contact in a substep, with its impulses.
type solid[T table.Real] struct {
	of     model.Contact
	plane  bool // whether it is a plane at rest, with this normal and offset
	normal [3]T
	offset T // [m]

	bounded   bool       // whether it touches nothing out of a box
	low, high model.Vec3 // of the box, where it is in the substep [m]
	size      float64    // sum of the magnitudes of these [m]
	speed     float64    // of the surface, see model.Contact.Fastest [m/s]
	rate      float64    // [1/s]
	pivot     model.Vec3 // [m]

	pressed  []T    // λ_c of each lane [N·s]
	friction [3][]T // λ_t [N·s]; nil without friction
}

// use prepares for the contacts of parameters of substeps.
func (c *contacts[T]) use(g Given[T], p model.Params) {
	c.given, c.h, c.tuning, c.idle = g, p.DT, nil, nil
	if of := physics.ContactTuning(g.Model, p); of != nil {
		c.tuning = make([]model.Tuning, len(g.Order.MassOf))
		g.Order.Each(func(lane, mass int) { c.tuning[lane] = of[mass] })
	}
	lanes := len(g.Order.MassOf)
	c.solids = make([]solid[T], len(p.Contacts))
	for k, of := range p.Contacts {
		one := &c.solids[k]
		one.of, one.pressed = of, make([]T, lanes)
		if of.StaticFriction > 0 {
			for axis := range one.friction {
				one.friction[axis] = make([]T, lanes)
			}
		}
		if plane, ok := of.Shape.(model.Plane); ok && !of.Trajectory.Moves() {
			n, offset := plane.UnitNormal(), plane.Offset
			if of.Inside {
				n, offset = n.Mul(-1), -offset
			}
			one.plane, one.normal, one.offset = true, kernels.Narrow[T](n), T(offset)
		}
		if one.bound(); one.bounded && c.idle == nil {
			c.idle = make([]T, lanes)
		}
	}
}

// begin puts contacts where they are in a substep.
func (c *contacts[T]) begin(now []model.Contact) {
	for k := range c.solids {
		c.solids[k].of = now[k]
		c.solids[k].bound()
	}
}

func (c *contacts[T]) bytes() (bytes int64) {
	for k := range c.solids {
		bytes += table.SizeOf[T]() * int64(len(c.solids[k].pressed)+3*len(c.solids[k].friction[0]))
	}
	return bytes + table.SizeOf[T]()*int64(len(c.idle)) + 24*int64(len(c.tuning))
}

// meeting is a contact as a mass meets it.
type meeting[T table.Real] struct {
	normal, surface             [3]T // n, and v_s [m/s]
	depth, stiffness, damping   T    // δ [m], negative outside, kc [N/m], bc [N·s/m]
	kineticFriction, statically T    // μk, μs
}

// touchMasses visits the contacts of masses of some lanes, in their order, with the law of
// cpuref/impulses. fresh says that nothing has been pushed in the substep.
func (s *Solver[T]) touchMasses(fresh bool) func(first, last int, b *book) (bad bool) {
	return func(first, last int, b *book) bool {
		for lane := first; lane < last; lane++ {
			if !s.pinned(lane) {
				s.touchMass(lane, fresh, b)
			}
		}
		return false
	}
}

// touchMass visits the contacts of one mass.
func (s *Solver[T]) touchMass(lane int, fresh bool, b *book) {
	c := &s.touch
	x := s.motion.position(lane)
	if fresh {
		for k := range c.solids {
			c.solids[k].forget(lane)
		}
		c.findIdle(lane, x)
	}
	touched, idle := 0, c.idleAt(lane, s.motion.velocity(lane))
	if c.tuning != nil {
		if touched = c.touched(lane, x); touched == 0 {
			return
		}
	}
	for k := range c.solids {
		one := &c.solids[k]
		if one.bounded && idle {
			continue
		}
		if one.bounded {
			c.idle[lane] = min(c.idle[lane], 0) // from here on it may have pushed
		}
		if one.plane && c.tuning == nil && one.pressed[lane] == 0 {
			depth := one.offset - kernels.Dot(x, one.normal)
			if depth <= 0 && -depth >= T(c.h)*-kernels.Dot(s.motion.velocity(lane), one.normal) && (one.friction[0] == nil || one.friction[0][lane] == 0 && one.friction[1][lane] == 0 && one.friction[2][lane] == 0) {
				continue // outside, and it stays there
			}
		}
		meets := c.meets(one, lane, x, touched)
		s.press(lane, one, &meets, b)
	}
}

// meets returns a contact as it acts on the mass of a lane at x that touches the given number of contacts.
func (c *contacts[T]) meets(one *solid[T], lane int, x [3]T, touched int) meeting[T] {
	m := one.meets(x)
	if c.tuning != nil {
		of := one.of.At(c.tuning[lane], 1/float64(c.given.Masses.PerMass[lane]), c.h, touched)
		m.stiffness, m.damping = T(of.StiffnessAt(kernels.Widen(m.normal))), T(of.Damping)
	}
	return m
}

// touched returns how many contacts the mass of a lane touches at x.
func (c *contacts[T]) touched(lane int, x [3]T) (count int) {
	outside := c.outside(lane)
	for k := range c.solids {
		if one := &c.solids[k]; !(one.bounded && outside) && one.meets(x).depth > 0 {
			count++
		}
	}
	return count
}

// forget clears the impulses on a mass.
func (one *solid[T]) forget(lane int) {
	one.pressed[lane] = 0
	if one.friction[0] != nil {
		one.friction[0][lane], one.friction[1][lane], one.friction[2][lane] = 0, 0, 0
	}
}

// meets returns the contact as a mass at x meets it.
func (one *solid[T]) meets(x [3]T) meeting[T] {
	of := &one.of
	m := meeting[T]{stiffness: T(of.Stiffness), damping: T(of.Damping), statically: T(of.StaticFriction), kineticFriction: T(of.KineticFriction)}
	if one.plane {
		m.normal, m.depth = one.normal, one.offset-kernels.Dot(x, one.normal)
		return m
	}
	at := kernels.Widen(x)
	depth, n := of.Depth(at)
	m.depth, m.normal, m.stiffness = T(depth), kernels.Narrow[T](n), T(of.StiffnessAt(n))
	m.surface = kernels.Narrow[T](of.SurfaceVelocity(at, n, 0))
	return m
}

// press is a visit of a contact to a mass. With a = h² kc + h bc and w of the mass along n,
//
//	Δ = (h kc δ − a v_n − λ_c)/(1 + a w),   λ_c ← max(0, λ_c + Δ)
//	τ = λ_t − m (v − v_s)_t;   |τ| > μs λ_c: τ ← μk λ_c τ/|τ|;   λ_t ← τ
//
// bc counts where the mass is inside at the start, δ > 0.
func (s *Solver[T]) press(lane int, one *solid[T], m *meeting[T], b *book) {
	w := s.motion.weight(lane, m.normal)
	if w == 0 {
		return
	}
	h := T(s.touch.h)
	answer := h * h * m.stiffness
	if m.depth > 0 {
		answer += h * m.damping
	}
	slip := s.slip(lane, m)
	before := one.pressed[lane]
	pressed := max(0, before+(h*m.stiffness*m.depth-answer*kernels.Dot(slip, m.normal)-before)/(1+answer*w))
	one.pressed[lane] = pressed
	s.strikeMass(lane, times(m.normal, pressed-before), m, false, b)
	if one.friction[0] == nil {
		return
	}
	friction := [3]T{one.friction[0][lane], one.friction[1][lane], one.friction[2][lane]}
	if pressed == 0 && friction == ([3]T{}) {
		return
	}
	slip = s.slip(lane, m)
	across, mass := kernels.Dot(slip, m.normal), 1/s.given.Masses.PerMass[lane]
	var want, change [3]T
	for axis := range 3 {
		want[axis] = friction[axis] - (slip[axis]-across*m.normal[axis])*mass
	}
	if size := root(kernels.Dot(want, want)); size > m.statically*pressed {
		want = times(want, m.kineticFriction*pressed/size)
	}
	for axis := range 3 {
		change[axis] = want[axis] - friction[axis]
		one.friction[axis][lane] = want[axis]
	}
	s.strikeMass(lane, change, m, true, b)
}

// strikeMass gives an impulse of a contact to its mass.
func (s *Solver[T]) strikeMass(lane int, impulse [3]T, m *meeting[T], friction bool, b *book) {
	if b == nil {
		s.motion.push(lane, impulse)
		return
	}
	before := s.motion.velocity(lane)
	s.motion.push(lane, impulse)
	var given float64
	for axis := range 3 {
		if s.motion.w[axis][lane] != 0 {
			given += float64(impulse[axis]) * float64(m.surface[axis])
		}
	}
	b.pushed(s.motion.work(lane, kernels.Widen(impulse), before), given, friction)
}

// endContacts records the dissipation of contacts' dampers for masses of some lanes.
func (s *Solver[T]) endContacts(first, last int, b *book) {
	c := &s.touch
	for lane := first; lane < last; lane++ {
		x := s.motion.position(lane)
		for k := range c.solids {
			one := &c.solids[k]
			if s.pinned(lane) {
				continue
			}
			touched := 0
			if c.tuning != nil {
				touched = c.touched(lane, x)
			}
			if one.bounded && c.outside(lane) {
				continue
			}
			if m := c.meets(one, lane, x, touched); m.depth > 0 && (c.tuning == nil || touched > 0) {
				if s.weightOf(s.given.Order.MassOf[lane], kernels.Widen(m.normal)) == 0 {
					continue
				}
				u := float64(kernels.Dot(s.slip(lane, &m), m.normal))
				b.Flows.ContactDamping += damped(c.h, float64(m.stiffness), float64(m.damping), float64(m.depth), u, float64(one.pressed[lane]))
			}
		}
	}
}

// slip returns the velocity of a mass against the surface that it meets.
func (s *Solver[T]) slip(lane int, m *meeting[T]) [3]T {
	v := s.motion.velocity(lane)
	return [3]T{v[0] - m.surface[0], v[1] - m.surface[1], v[2] - m.surface[2]}
}

func times[T table.Real](v [3]T, by T) [3]T { return [3]T{v[0] * by, v[1] * by, v[2] * by} }
