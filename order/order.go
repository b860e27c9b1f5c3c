package order

import (
	"hooke/model"
)

// Names of orders.
const (
	AsGiven = "as given"
	Rows    = "rows"
	Curve   = "space-filling curve"
)

// Order is a numbering of the masses of a model; a nil order is the model's own. 8
// bytes per mass.
type Order struct {
	Name     string   // one of the names above
	Original []uint32 // the model's number of each mass in the order
	Ordered  []uint32 // the index in the order of each of the model's masses
}

// Model returns the model in this order: springs keep their numbers, and masses in triangles
// are renumbered. It drops groups. A nil order returns m itself.
func (o *Order) Model(m *model.Model) *model.Model {
	if o == nil {
		return m
	}
	out := *m
	out.PickMasses(m, o.Original)
	out.Ends = o.ends(m.Ends)
	out.Triangles = make([][3]uint32, len(m.Triangles))
	for t, corners := range m.Triangles {
		out.Triangles[t] = [3]uint32{o.Ordered[corners[0]], o.Ordered[corners[1]], o.Ordered[corners[2]]}
	}
	out.Groups = nil // groups are for users, in the model's numbers
	return &out
}

func (o *Order) ends(ends []model.Ends) []model.Ends {
	out := make([]model.Ends, len(ends))
	InParallel(len(ends), 1, func(first, end int) {
		for s := first; s < end; s++ {
			out[s] = model.Ends{o.Ordered[ends[s][0]], o.Ordered[ends[s][1]]}
		}
	})
	return out
}

// State is s in this order; s itself when the order is nil.
func (o *Order) State(s *model.State) *model.State {
	if o == nil {
		return s
	}
	out := *s
	out.Position, out.Velocity = permuted(s.Position, o.Original), permuted(s.Velocity, o.Original)
	return &out
}

// Params are p with the numbers of masses in this order; p itself when the order is
// nil.
func (o *Order) Params(p model.Params) model.Params {
	if o == nil {
		return p
	}
	return p.Renumbered(model.Numbers{List: o.list, One: func(mass uint32) uint32 { return o.Ordered[mass] }})
}

// list renumbers a list of masses; nil stays nil and means all.
func (o *Order) list(masses []uint32) []uint32 {
	if masses == nil {
		return nil
	}
	return permuted(o.Ordered, masses)
}

// Place returns the original number of an ordered mass.
func (o *Order) Place(i int) int {
	if o == nil {
		return i
	}
	return int(o.Original[i])
}

// Number returns the number in this order of a mass of the model.
func (o *Order) Number(mass uint32) uint32 {
	if o == nil {
		return mass
	}
	return o.Ordered[mass]
}

// permuted returns a list whose element k is values[from[k]].
func permuted[T any](values []T, from []uint32) []T {
	out := make([]T, len(from))
	InParallel(len(from), 1, func(first, end int) {
		for k := first; k < end; k++ {
			out[k] = values[from[k]]
		}
	})
	return out
}
