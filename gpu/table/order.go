package table

import (
	"hooke/model"
	"hooke/order"
)

// candidate is an order under consideration, with the model's arrangement in it.
type candidate struct {
	order   *order.Order
	pattern *Pattern
	regular int64 // number of regular springs
	distant float64
	rows    *order.Order // the order in which groups are looked for: rows, or the model's own where ends of springs are as near there
}

// regularEnough is the share of regular springs from which on no other order is tried.
const regularEnough = 0.5

// chooseOrder returns the order in which a model is cheapest: its own, if the springs are
// regular there; rows, if they are regular there; otherwise the one of the three orders
// in which ends of springs are nearest to each other.
func chooseOrder(m *model.Model, c *Classes) candidate {
	try := func(o *order.Order) candidate {
		out := candidate{order: o}
		counted, distant := countPairs(m.Ends, o, c)
		out.distant = distant
		out.pattern, out.regular = findPattern(counted, m.MassCount(), c)
		return out
	}
	enough := func(candidate candidate) bool { return float64(candidate.regular) >= regularEnough*float64(c.live) }
	given := try(nil)
	if enough(given) || m.MassCount() < 2 {
		return given
	}
	rows := try(order.Sorted(order.Rows, order.RowKeys(m)))
	inRows := rows.order
	if rows.distant >= given.distant-0.1 {
		inRows = nil
	}
	rows.rows, given.rows = inRows, inRows
	if enough(rows) {
		return rows
	}
	best := given
	for _, other := range []candidate{rows, try(order.Sorted(order.Curve, order.CurveKeys(m)))} {
		// Springs that reach half as far miss the caches less often; a smaller gain is
		// not worth a map.
		if other.distant < best.distant-0.5 {
			best = other
		}
	}
	best.rows = inRows
	return best
}
