package spring

import "math"

// Extrapolate continues a motion for dt [s] while its velocity decays with
// half-life h [s]: with y = ln2/h,
//
//	x ← x + (v/y) (1 − e^(−y dt)),  v ← v e^(−y dt).
//
// It comes to rest v h/ln2 further on. A half-life of +Inf goes straight on, 0
// stops at once.
func Extrapolate[V Vector](x State[V], halfLife, dt float64) State[V] {
	rate := min(RateFromHalfLife(halfLife), largest)
	dt = max(-largest, min(dt, largest))
	return State[V]{
		Position: sum(1, x.Position, span(rate, dt), x.Velocity),
		Velocity: scaled(math.Exp(-rate*dt), x.Velocity),
	}
}

// Switch returns the offset to keep when a source of motion is replaced, so that
// the visible motion, source plus offset, does not jump: pass the offset so far
// (zero at first), the old source and the new, all at the same time.
func Switch[V Vector](offset, from, to State[V]) State[V] {
	return offset.Plus(from).Minus(to)
}

// Inertialize lets the offset decay for dt [s] as a critical spring of
// half-life h [s], and returns the visible motion: source, the new source's state
// after dt, plus the rest of the offset. The new source is used alone
// once the offset has gone; the old one is no longer evaluated.
func Inertialize[V Vector](offset, source State[V], halfLife, dt float64) (seen, left State[V]) {
	left = Decay(Critical(halfLife, dt), offset)
	return source.Plus(left), left
}
