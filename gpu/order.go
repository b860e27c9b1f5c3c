package gpu

import (
	"math"
	"math/bits"
	"slices"

	"hooke/model"
)

// Orders of masses on the device.
const (
	orderAsGiven = "as given"
	orderRows    = "rows"
	orderCurve   = "space-filling curve"
)

// order is a numbering of the masses on the device; a nil order is the model's.
// 8 bytes per mass on the host.
type order struct {
	name     string
	original []uint32 // of each ordered mass
	ordered  []uint32 // of each original mass
}

// reorder is the model in that order: springs keep their numbers, and masses in
// groups and triangles are renumbered. The model itself when the order is nil.
func (o *order) reorder(m *model.Model) *model.Model {
	if o == nil {
		return m
	}
	out := *m
	out.RestPosition = permuted(m.RestPosition, o.original)
	out.Mass = permuted(m.Mass, o.original)
	if m.Pin != nil {
		out.Pin = permuted(m.Pin, o.original)
	}
	out.Ends = o.ends(m.Ends)
	out.Triangles = make([][3]uint32, len(m.Triangles))
	for t, corners := range m.Triangles {
		out.Triangles[t] = [3]uint32{o.ordered[corners[0]], o.ordered[corners[1]], o.ordered[corners[2]]}
	}
	out.Groups = nil // of people, who use the model's numbers
	return &out
}

func (o *order) ends(ends []model.Ends) []model.Ends {
	out := make([]model.Ends, len(ends))
	inParallel(len(ends), 1, func(first, end int) {
		for s := first; s < end; s++ {
			out[s] = model.Ends{o.ordered[ends[s][0]], o.ordered[ends[s][1]]}
		}
	})
	return out
}

// state is a state of the model in that order; s itself when the order is nil.
func (o *order) state(s *model.State) *model.State {
	if o == nil {
		return s
	}
	out := *s
	out.Position, out.Velocity = permuted(s.Position, o.original), permuted(s.Velocity, o.original)
	return &out
}

// params are parameters whose masses are in that order; p itself when the order is
// nil.
func (o *order) params(p model.Params) model.Params {
	if o == nil {
		return p
	}
	p.Forces, p.Motors = slices.Clone(p.Forces), slices.Clone(p.Motors)
	p.Handles, p.Guides = slices.Clone(p.Handles), slices.Clone(p.Guides)
	for k := range p.Forces {
		p.Forces[k].Masses = o.list(p.Forces[k].Masses)
	}
	for k := range p.Motors {
		p.Motors[k].Masses = o.list(p.Motors[k].Masses)
	}
	for k := range p.Handles {
		p.Handles[k].Mass = o.ordered[p.Handles[k].Mass]
	}
	for k := range p.Guides {
		p.Guides[k].Masses = o.list(p.Guides[k].Masses)
	}
	return p
}

// list is a list of masses in that order; nil stays nil, which means all.
func (o *order) list(masses []uint32) []uint32 {
	if masses == nil {
		return nil
	}
	return permuted(o.ordered, masses)
}

// place is the original number of an ordered mass.
func (o *order) place(i int) int {
	if o == nil {
		return i
	}
	return int(o.original[i])
}

// permuted is a list whose element k is values[from[k]].
func permuted[T any](values []T, from []uint32) []T {
	out := make([]T, len(from))
	inParallel(len(from), 1, func(first, end int) {
		for k := first; k < end; k++ {
			out[k] = values[from[k]]
		}
	})
	return out
}

// candidate is an order under consideration, with what it makes of the model.
type candidate struct {
	order   *order
	pattern *pattern
	regular int64 // springs
	distant float64
	rows    *order // in which to look for groups: rows, or the model's own where ends of springs are as near
}

// regularEnough is the share of regular springs from which on no other order is
// looked for.
const regularEnough = 0.5

// chooseOrder is the order in which a model is cheapest: its own, if it is
// regular there; rows, if those are; else the one of the three in which ends of
// springs are nearest to each other.
func chooseOrder(m *model.Model, c *classes) candidate {
	try := func(o *order) candidate {
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
	rows := try(sorted(m, orderRows, rowKeys(m)))
	inRows := rows.order
	if rows.distant >= given.distant-0.1 {
		inRows = nil
	}
	rows.rows, given.rows = inRows, inRows
	if enough(rows) {
		return rows
	}
	best := given
	for _, other := range []candidate{rows, try(sorted(m, orderCurve, curveKeys(m)))} {
		// Springs that reach half as far miss the caches less often; a little less is
		// not worth a map.
		if other.distant < best.distant-0.5 {
			best = other
		}
	}
	best.rows = inRows
	return best
}

// rowKeys sort masses by z, then y, then x, where coordinates nearer than half of
// the shortest spring are the same.
func rowKeys(m *model.Model) []uint64 {
	shortest := math.Inf(1)
	for _, length := range m.RestLength {
		if length > 0 {
			shortest = min(shortest, length)
		}
	}
	return keys(m, shortest/2, func(cell [3]uint64) uint64 { return cell[2]<<42 | cell[1]<<21 | cell[0] })
}

// curveKeys sort masses along a Morton curve of 2^21 cells a side.
//
// Source: G. M. Morton, A computer oriented geodetic data base, IBM 1966.
func curveKeys(m *model.Model) []uint64 {
	return keys(m, 0, func(cell [3]uint64) uint64 { return spread(cell[0]) | spread(cell[1])<<1 | spread(cell[2])<<2 })
}

// keys are those of the cells of size wide in which masses are at rest, wider
// where there would be more than 2^21 along an axis.
func keys(m *model.Model, wide float64, key func(cell [3]uint64) uint64) []uint64 {
	lo, hi := m.Bounds()
	const cells = 1 << 21
	for axis := range 3 {
		wide = max(wide, (hi[axis]-lo[axis])/(cells-2))
	}
	if !(wide > 0) || math.IsInf(wide, 0) {
		wide = 1
	}
	out := make([]uint64, m.MassCount())
	inParallel(len(out), 1, func(first, end int) {
		for i := first; i < end; i++ {
			var cell [3]uint64
			for axis := range 3 {
				cell[axis] = min(cells-1, uint64((m.RestPosition[i][axis]-lo[axis])/wide+0.5))
			}
			out[i] = key(cell)
		}
	})
	return out
}

// spread puts two zeros behind each of 21 bits.
func spread(x uint64) uint64 {
	x = (x | x<<32) & 0x1f00000000ffff
	x = (x | x<<16) & 0x1f0000ff0000ff
	x = (x | x<<8) & 0x100f00f00f00f00f
	x = (x | x<<4) & 0x10c30c30c30c30c3
	return (x | x<<2) & 0x1249249249249249
}

// sorted is the order of ascending keys; equal keys keep their order. A radix
// sort of 16 bits at a time, without the digits that all keys share.
func sorted(m *model.Model, name string, keys []uint64) *order {
	n := len(keys)
	o := &order{name: name, original: make([]uint32, n), ordered: make([]uint32, n)}
	from, to := make([]uint32, n), o.original
	for i := range from {
		from[i] = uint32(i)
	}
	differ := uint64(0)
	for _, key := range keys {
		differ |= key ^ keys[0]
	}
	first := make([]uint32, 1<<16+1)
	for shift := 0; shift < 64; shift += 16 {
		if differ>>shift&0xffff == 0 {
			continue
		}
		clear(first)
		for _, key := range keys {
			first[key>>shift&0xffff+1]++
		}
		for digit := range 1 << 16 {
			first[digit+1] += first[digit]
		}
		for _, i := range from {
			digit := keys[i] >> shift & 0xffff
			to[first[digit]] = i
			first[digit]++
		}
		from, to = to, from
	}
	o.original = from
	for k, i := range from {
		o.ordered[i] = uint32(k)
	}
	return o
}

// distance is the mean binary logarithm of how far apart in the order the ends of
// springs are.
func distance(m *model.Model) float64 {
	sum := int64(0)
	inChunks(m.SpringCount(), chunkSprings, func(first, end int) (part int64) {
		for _, e := range m.Ends[first:end] {
			part += int64(bits.Len32(max(e[0], e[1]) - min(e[0], e[1])))
		}
		return part
	}, func(part int64) { sum += part })
	return float64(sum) / float64(max(1, m.SpringCount()))
}
