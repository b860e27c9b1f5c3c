package collide

import (
	"math"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
)

// Motion bounds how far masses have moved since lists were made, relative to the mass of
// their body with the lowest number that takes part. Every step adds the longest way of any
// mass, which its thread measures while the masses are in a near cache. A sum of ways is
// more than the distance where masses vibrate; so when it is too long, distances are
// measured, and lists are made anew only if these are too long.
type Motion[T table.Real] struct {
	order  table.LaneOrder
	most   float64           // masses may come nearer to each other by less than that [m]
	start  kernels.Motion[T] // where masses were when lists were made
	bodies []followed[T]
	bodyOf []int32 // of each slice, the body of its masses; or several, or none
	ofMass []int32 // of each lane
	part   []bool

	lists bool    // whether there are lists
	fresh bool    // whether no mass has moved since they were made
	far   float64 // the largest distance of a mass when distances were measured last [m]
	way   float64 // and the longest way since [m]; +Inf: not known
	pace  float64 // the longest way of a mass in a step of late [m]; +Inf: not known
}

// These stand for the body of a slice whose masses are of several bodies, or whose lanes do
// not all have a mass: those stay where they are while the body flies; and of one none of
// whose masses take part.
const (
	several = -1
	none    = -2
)

// followed is a body that is followed through the mass with the lowest number.
type followed[T table.Real] struct {
	lane   int        // -1: no mass of it takes part
	start  [3]T       // where the mass was when lists were made [m]
	last   [3]T       // and after the last step [m]
	moving [3]T       // its way in the last step [m]
	way    [3]float64 // the way of the body since lists were made, as it was taken from its masses [m]
}

// rounding bounds the loss of a distance by arithmetic.
const rounding = 1e-6

func newMotion[T table.Real](l *law, order table.LaneOrder, part []bool, lanes int, skin, edge float64) Motion[T] {
	m := Motion[T]{order: order, part: part, most: skin - rounding*edge, start: kernels.NewMotion[T](lanes, 3, 0), bodyOf: make([]int32, lanes/table.Width)}
	m.bodies, m.ofMass = make([]followed[T], len(l.collision.Bodies)), make([]int32, len(order.MassOf))
	lowest := make([]uint32, len(m.bodies))
	for i := range m.bodies {
		m.bodies[i].lane = -1
	}
	for slice := range m.bodyOf {
		m.bodyOf[slice] = none
		padded := false
		for lane := slice * table.Width; lane < min(len(part), (slice+1)*table.Width); lane++ {
			mass := order.MassOf[lane]
			padded = padded || mass == table.NoMass
			if !part[lane] {
				continue
			}
			body := int32(l.model.BodyOf(int(mass)))
			m.ofMass[lane] = body
			if b := &m.bodies[body]; b.lane < 0 || mass < lowest[body] {
				b.lane, lowest[body] = lane, mass
			}
			if of := &m.bodyOf[slice]; *of == none {
				*of = body
			} else if *of != body {
				*of = several
			}
		}
		if padded && m.bodyOf[slice] != none {
			m.bodyOf[slice] = several
		}
	}
	return m
}

// keep keeps the positions of some slices, of which lists are made.
func (m *Motion[T]) keep(position kernels.Motion[T], first, count int) {
	for axis := range 3 {
		to, from := m.start.Array(kernels.ArrayX+axis), position.Array(kernels.ArrayX+axis)
		at, end := (1+first)*table.Width, (1+first+count)*table.Width
		copy(to[at:end], from[at:end])
	}
}

// listed notes that lists are those of the positions that were kept.
func (m *Motion[T]) listed(position kernels.Motion[T]) {
	m.lists, m.fresh, m.far, m.way = true, true, 0, 0
	for i := range m.bodies {
		if b := &m.bodies[i]; b.lane >= 0 {
			b.start = position.Get(kernels.ArrayX, b.lane)
			b.last, b.way = b.start, [3]float64{}
		}
	}
}

// Forget says that masses are somewhere else: lists must be made.
func (m *Motion[T]) Forget() { m.lists, m.pace = false, math.Inf(1) }

// Jump records that masses have moved by an unknown distance.
func (m *Motion[T]) Jump() { m.fresh, m.way = false, math.Inf(1) }

// Drifted says that velocity Verlet has moved masses from a complete state on, and no pass
// has measured how far.
func (m *Motion[T]) Drifted(now kernels.Motion[T]) {
	m.Jump()
	for i := range m.bodies {
		if b := &m.bodies[i]; b.lane >= 0 && m.lists {
			x := now.Get(kernels.ArrayX, b.lane)
			b.last, b.moving = x, apart(x, b.last)
		}
	}
}

// Way returns the largest square of the way of masses in some slices [m²], in a step from one
// state to another, relative to that of their body in the step before. measure is the
// kernel, and c its call.
func (m *Motion[T]) Way(measure func(*kernels.MovedCall[T]), c *kernels.MovedCall[T], from, to kernels.Motion[T], first, count int) T {
	return m.measure(measure, c, from, to, first, count, func(b *followed[T]) [3]T { return b.moving })
}

// Distance returns the largest square of the distance of masses in some slices from where they
// were when lists were made [m²], relative to that of their body.
func (m *Motion[T]) Distance(measure func(*kernels.MovedCall[T]), c *kernels.MovedCall[T], now kernels.Motion[T], first, count int) T {
	return m.measure(measure, c, m.start, now, first, count, func(b *followed[T]) [3]T { return b.distance(now) })
}

// distance returns how far the body is from where it was when lists were made [m].
func (b *followed[T]) distance(now kernels.Motion[T]) (d [3]T) {
	x := now.Get(kernels.ArrayX, b.lane)
	for axis := range d {
		d[axis] = x[axis] - b.start[axis]
	}
	return d
}

func (m *Motion[T]) measure(measure func(*kernels.MovedCall[T]), c *kernels.MovedCall[T], from, to kernels.Motion[T], first, count int, shift func(*followed[T]) [3]T) (most T) {
	for slice := first; slice < first+count; {
		body, end := m.bodyOf[slice], slice+1
		for end < first+count && m.bodyOf[end] == body {
			end++
		}
		switch {
		case body >= 0:
			c.Set(from, to, slice, end-slice, shift(&m.bodies[body]))
			measure(c)
			most = max(most, c.Most())
		case body == several:
			for lane := slice * table.Width; lane < min(len(m.part), end*table.Width); lane++ {
				if m.part[lane] {
					most = max(most, kernels.MovedOf(from, to, lane, shift(&m.bodies[m.ofMass[lane]])))
				}
			}
		}
		slice = end
	}
	return most
}

// Stepped adds the longest ways of one or several steps, as squares [m²]; before is the
// state before the last of them, and now the one after it. It is false when lists may have
// missed a pair in a state before the last step. Nothing of these ways counts then: the
// caller goes back to the state before them, and distances have to be measured.
func (m *Motion[T]) Stepped(squares []T, before, now kernels.Motion[T]) (held bool) {
	m.fresh = false
	longest := 0.0
	for level, square := range squares {
		if level > 0 && !(m.nearer() < m.most) {
			m.Jump()
			return false
		}
		way := math.Sqrt(float64(square))
		longest = max(longest, way)
		m.way += way
		for i := range m.bodies {
			b := &m.bodies[i]
			for axis := range 3 {
				b.way[axis] += float64(b.moving[axis])
				m.way += rounding * math.Abs(float64(b.moving[axis])) // of differences
			}
		}
	}
	for i := range m.bodies {
		if b := &m.bodies[i]; b.lane >= 0 {
			b.last = now.Get(kernels.ArrayX, b.lane)
			b.moving = apart(b.last, before.Get(kernels.ArrayX, b.lane))
		}
	}
	if math.IsInf(m.pace, 1) {
		m.pace = 0
	}
	m.pace = max(longest, m.pace/2)
	return true
}

// apart returns a − b [m].
func apart[T table.Real](a, b [3]T) [3]T { return [3]T{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

// hurry is how much faster than of late masses may move before Steps promises too much.
const hurry = 1.5

// Steps returns the number of steps, at most that many, that masses may take before lists are
// late, if they continue at the pace of late; at least 1. It is a guess: Stepped says whether
// it was right.
func (m *Motion[T]) Steps(most int) int {
	each := 2*m.pace + widest(m.bodies, func(b *followed[T], axis int) float64 { return float64(b.moving[axis]) })
	if steps := (m.most - m.nearer()) / (hurry * each); !(steps >= float64(most)) {
		return max(1, int(steps))
	}
	return most
}

// Nudged adds the longest way of masses by friction after a step [m].
func (m *Motion[T]) Nudged(way float64) { m.fresh, m.way = false, m.way+way }

// Measured takes the largest distance, as a square [m²].
func (m *Motion[T]) Measured(square T, now kernels.Motion[T]) {
	m.far, m.way = math.Sqrt(float64(square)), 0
	for i := range m.bodies {
		if b := &m.bodies[i]; b.lane >= 0 {
			d := b.distance(now)
			for axis := range 3 {
				b.way[axis] = float64(d[axis])
				m.far += rounding * math.Abs(b.way[axis])
			}
			b.last = now.Get(kernels.ArrayX, b.lane)
		}
	}
	if m.nearer() > worn*m.most { // soon they will be late
		m.lists = false
	}
}

// worn is the part of the skin from which on lists are made anew rather than looked at
// again after a few steps.
const worn = 0.7

// nearer returns how much nearer two masses may have come to each other [m].
func (m *Motion[T]) nearer() float64 {
	apart := widest(m.bodies, func(b *followed[T], axis int) float64 { return b.way[axis] })
	return (2*(m.far+m.way) + apart) * (1 + rounding)
}

// widest returns how far the ways of bodies are apart, at most [m].
func widest[T table.Real](bodies []followed[T], of func(b *followed[T], axis int) float64) float64 {
	var low, high [3]float64
	begun := false
	for i := range bodies {
		if b := &bodies[i]; b.lane >= 0 {
			for axis := range 3 {
				way := of(b, axis)
				if !begun {
					low[axis], high[axis] = way, way
				}
				low[axis], high[axis] = min(low[axis], way), max(high[axis], way)
			}
			begun = true
		}
	}
	return math.Hypot(math.Hypot(high[0]-low[0], high[1]-low[1]), high[2]-low[2])
}

// Late reports whether lists may miss a pair that touches; measured, whether that is known
// exactly, and not from ways.
func (m *Motion[T]) Late() (late, measured bool) {
	switch {
	case !m.lists:
		return true, true
	case m.fresh:
		return false, true
	}
	return !(m.nearer() < m.most), m.way == 0
}

func (m *Motion[T]) bytes() int64 {
	return table.SizeOf[T]()*int64(len(m.start.Arena)) + 4*int64(len(m.bodyOf)+len(m.ofMass))
}
