package table

import (
	"hooke/model"
	"hooke/physics"
)

// These are the costs of the parts of a slice, in cycles of a kernel, measured with
// AVX-512 in cache; only their ratios count. The cost of a column holds where the kernel
// reads the packed copy. A model with too few columns for a packed copy gathers them,
// which takes twice as long, but a layout for that cost gains nothing.
const (
	slotCost    = 15
	columnCost  = 40
	pairCost    = 22      // for both ends of its springs
	farCost     = 6       // in addition, for each neighbor that is out of the near cache
	farDistance = 1 << 14 // distance from which on a neighbor is out of the near cache [lanes]
)

// layout holds all from which a table is made.
type layout[T Real] struct {
	model     *model.Model
	resolver  *physics.Resolver
	lawOf     lawFinder[T]
	classes   *Classes[T]
	in        incidences
	by        *formula // gives entries instead of in, and classes instead of Classes.Of; nil: arrays do
	order     LaneOrder
	format    Format
	hubDegree int
	pattern   Pattern
	cells     cells // cells of the masses, in the order of a grid; empty in other orders
}

// chooseOrder returns the order in which a sample of slices costs least: the model's own,
// the rows of its grid, or the order along a curve. An order has to be clearly better than
// the ones before it.
func (l *layout[T]) chooseOrder() LaneOrder {
	const clearly = 0.95
	best := given(l.model)
	cost := l.sampleCost(best)
	try := func(o LaneOrder) {
		if c := l.sampleCost(o); c < clearly*cost {
			best, cost = o, c
		}
	}
	// Nothing is cheaper than full slots; a slice needs as many of them as a mass has
	// springs.
	ideal := slotCost * float64(l.entryCount()) / Width
	if cost <= ideal*1.1 {
		return best
	}
	if l.by != nil {
		return LaneOrder{} // arrays find others
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
func (l *layout[T]) sampleCost(o LaneOrder) float64 {
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
