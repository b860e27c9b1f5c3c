package spring

import (
	"errors"
	"fmt"
	"math"
	"sort"
)

// Knot is a control point of a path.
type Knot[V Vector] struct {
	Time     float64 // [s]
	Position V       // [u]
}

// Path is a sequence of control points that springs interpolate: the goal runs
// straight from knot to knot, and the spring behind it rounds the corners. Each
// stretch is solved exactly. The zero value rests at the origin; NewPath makes
// any other. It may be shared between goroutines.
type Path[V Vector] struct {
	knots []Knot[V] // at least one, Time strictly ascending
}

// NewPath returns the path through knots, of which there is at least one, at strictly
// ascending, finite times. It keeps a copy.
func NewPath[V Vector](knots []Knot[V]) (Path[V], error) {
	if len(knots) == 0 {
		return Path[V]{}, errors.New("spring: a path needs at least one knot")
	}
	for i, knot := range knots {
		if math.IsNaN(knot.Time) || math.IsInf(knot.Time, 0) {
			return Path[V]{}, fmt.Errorf("spring: knot %d has the time %g s: give a finite one", i, knot.Time)
		}
		if i > 0 && knot.Time <= knots[i-1].Time {
			return Path[V]{}, fmt.Errorf("spring: knot %d at %g s does not come after knot %d at %g s: give ascending times",
				i, knot.Time, i-1, knots[i-1].Time)
		}
	}
	return Path[V]{append([]Knot[V](nil), knots...)}, nil
}

// Goal returns where the goal is at a time [s], and how it moves from then on. It
// rests at the first knot before the path and at the last one after it.
func (p Path[V]) Goal(time float64) State[V] {
	goal, _ := p.stretch(time)
	return goal
}

// Advance moves x, at a time [s], by dt [s] ≥ 0 along the path, as a critical
// spring of half-life h [s] that follows the goal without lag. Exact for any dt,
// across any number of knots.
//
// Where the goal's velocity changes by Δu the spring overshoots the corner by
// up to Δu/(e y), y = 2 ln2/h, that is 0.265 Δu h; knots further apart than a
// few half-lives are passed through.
func (p Path[V]) Advance(x State[V], halfLife, time, dt float64) State[V] {
	for dt > 0 {
		goal, until := p.stretch(time)
		span := min(dt, until-time)
		x = Follow(Critical(halfLife, span), x, goal)
		if span == dt {
			break
		}
		time, dt = until, dt-span
	}
	return x
}

// At returns the state at a time [s] of a spring of half-life h [s] that starts with
// the path, at its first knot and with its first velocity. Before the path it
// rests at the first knot.
func (p Path[V]) At(halfLife, time float64) State[V] {
	if len(p.knots) == 0 {
		return State[V]{}
	}
	first := p.knots[0].Time
	if time < first {
		return AtRest(p.knots[0].Position)
	}
	return p.Advance(p.Goal(first), halfLife, first, time-first)
}

// stretch returns the goal at a time, and until when it moves as it does then.
func (p Path[V]) stretch(time float64) (goal State[V], until float64) {
	next := sort.Search(len(p.knots), func(i int) bool { return p.knots[i].Time > time })
	switch {
	case len(p.knots) == 0:
		return State[V]{}, math.Inf(1)
	case next == 0:
		return AtRest(p.knots[0].Position), p.knots[0].Time
	case next == len(p.knots):
		return AtRest(p.knots[next-1].Position), math.Inf(1)
	}
	from, to := p.knots[next-1], p.knots[next]
	velocity := scaled(1/(to.Time-from.Time), minus(to.Position, from.Position))
	return State[V]{sum(1, from.Position, time-from.Time, velocity), velocity}, to.Time
}
