package table

import (
	"hooke/model"
	"hooke/physics"
)

// What a slot and a column of a slice cost, in cycles of a kernel: measured
// with AVX-512 in cache; ratios are what counts. The column is one that reads the
// packed copy. Where columns are too few for that, they gather and take twice as
// long; to lay such a model out by that gains nothing.
const (
	slotCost    = 15
	columnCost  = 40
	pairCost    = 22      // for both ends of its springs
	farCost     = 6       // more for each neighbor that is out of the near cache
	farDistance = 1 << 14 // lanes
)

// layout is all that a table is made from.
type layout struct {
	model     *model.Model
	resolver  *physics.Resolver
	lawOf     lawFinder
	classes   *Classes
	in        incidences
	order     LaneOrder
	format    Format
	hubDegree int
	pattern   Pattern
	cells     cells // of masses, in the order of a grid
}

// chooseOrder takes the order in which a sample of slices costs least: the
// model's own, that of the rows of a grid, or that along a curve. One that is
// not clearly better than the model's own is not worth it.
func (l *layout) chooseOrder() LaneOrder {
	const clearly = 0.95
	best := given(l.model)
	cost := l.sampleCost(best)
	try := func(o LaneOrder) {
		if c := l.sampleCost(o); c < clearly*cost {
			best, cost = o, c
		}
	}
	// Nothing beats full slots, of which a mass needs as many as it has springs.
	ideal := slotCost * float64(len(l.in.entry)) / Width
	if cost <= ideal*1.1 {
		return best
	}
	if o, ok := rows(l.model); ok {
		try(o)
	}
	if cost > 1.5*ideal {
		try(curve(l.model, l.in))
	}
	return best
}

// sampleCost estimates the cycles of a step in an order.
func (l *layout) sampleCost(o LaneOrder) float64 {
	const samples = 512
	count := len(o.MassOf) / Width
	if count == 0 {
		return 0
	}
	trial := *l
	trial.order = o
	b := newBuilder(&trial)
	step := max(1, count/samples)
	cost, taken := 0, 0
	for s := 0; s < count; s += step {
		b.gather(s)
		_, c := b.divide()
		cost += c
		taken++
	}
	return float64(cost) / float64(taken) * float64(count)
}
