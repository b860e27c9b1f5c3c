package spring

// Both is a path that springs run from both ends: one goes forward in time from
// the first knot, one backward from the last, and the visible motion passes smoothly
// from the one to the other. So it starts at the first knot, ends at the last
// one, where a spring that only goes forward still lags, and is the same motion
// when time is reversed. The zero value rests at the origin; PathBoth makes any
// other.
type Both[V Vector] struct {
	forward, backward Path[V]
	from, to          float64 // times of the first and the last knot [s]
}

// PathBoth returns the path through knots from both ends; its knots and errors are
// those of NewPath.
func PathBoth[V Vector](knots []Knot[V]) (Both[V], error) {
	forward, err := NewPath(knots)
	if err != nil {
		return Both[V]{}, err
	}
	reversed := make([]Knot[V], len(knots))
	for i, knot := range knots {
		reversed[len(knots)-1-i] = Knot[V]{-knot.Time, knot.Position}
	}
	backward, err := NewPath(reversed)
	return Both[V]{forward, backward, knots[0].Time, knots[len(knots)-1].Time}, err
}

// At returns the state at a time [s] of springs of half-life h [s]. Before the first
// knot and after the last it rests there.
//
// With u the share of the path's time that has gone and w = u³ (10 − 15 u + 6 u²),
// whose slope and curvature vanish at both ends, the position is (1 − w) of the
// forward spring's and w of the backward spring's.
func (p Both[V]) At(halfLife, time float64) State[V] {
	switch {
	case time <= p.from:
		return AtRest(p.forward.At(halfLife, p.from).Position)
	case time >= p.to:
		return AtRest(p.backward.At(halfLife, -p.to).Position)
	}
	ahead, back := p.forward.At(halfLife, time), p.backward.At(halfLife, -time)
	u := (time - p.from) / (p.to - p.from)
	w, slope := u*u*u*(10-15*u+6*u*u), 30*u*u*(1-u)*(1-u)/(p.to-p.from)
	v := sum(1-w, ahead.Velocity, -w, back.Velocity) // the backward spring's time runs the other way
	return State[V]{
		Position: sum(1-w, ahead.Position, w, back.Position),
		Velocity: sum(1, v, slope, minus(back.Position, ahead.Position)),
	}
}
