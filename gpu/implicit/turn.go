package implicit

import (
	"math"
	"slices"

	"hooke/coloring"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/order"
	"hooke/shaders"
)

// ordered are colors of masses of the model, in another order of the masses. Each color stays
// the same set, in ascending order, so that neighbors in memory are visited together.
func ordered(c coloring.Masses, o *order.Order) coloring.Masses {
	if o == nil {
		return c
	}
	out := coloring.Masses{First: c.First, Order: make([]uint32, len(c.Order))}
	for k, i := range c.Order {
		out.Order[k] = o.Ordered[i]
	}
	for k := range c.Count() {
		slices.Sort(out.Color(k))
	}
	return out
}

// rest is how many masses have no color.
func (d *Descent) rest() int {
	if d.colors.Count() == 0 {
		return 0
	}
	return len(d.colors.Order) - d.colors.First[d.colors.Count()]
}

// holds says whether guides leave any mass a line or a plane.
func holds(p model.Params) bool {
	return slices.ContainsFunc(p.Guides, func(g model.Guide) bool { return g.Kind != model.OnPath })
}

// follows says whether any mass follows a path.
func follows(p model.Params) bool {
	return slices.ContainsFunc(p.Guides, func(g model.Guide) bool { return g.Kind == model.OnPath })
}

// yields says whether loads depend on where masses go.
func yields(p model.Params) bool {
	return len(p.Motors)+len(p.Handles) > 0 || p.QuadraticDrag > 0 || p.Wind.Blows()
}

// guidesAt is the word of turn at which the guides of masses begin.
func (d *Descent) guidesAt() int64 { return shaders.TurnTally + int64(d.model.MassCount()) }

// held are the words that say what guides leave to masses.
func (d *Descent) held(p model.Params) []uint32 {
	words := make([]uint32, shaders.TurnGuide*d.model.MassCount())
	for _, g := range p.Guides {
		if g.Kind == model.OnPath {
			continue
		}
		kind, n := shaders.TurnLine, g.UnitDirection()
		if g.Kind == model.OnPlane {
			kind = shaders.TurnPlane
		}
		record := [shaders.TurnGuide]uint32{kind}
		for axis, x := range n {
			high, low := options.TwoWords(x)
			record[1+axis], record[4+axis] = math.Float32bits(high), math.Float32bits(low)
		}
		put := func(i uint32) {
			if d.order != nil {
				i = d.order.Ordered[i]
			}
			copy(words[shaders.TurnGuide*int(i):], record[:])
		}
		for _, i := range g.Masses {
			put(i)
		}
		if g.Masses == nil {
			for i := range d.model.MassCount() {
				put(uint32(i))
			}
		}
	}
	return words
}
