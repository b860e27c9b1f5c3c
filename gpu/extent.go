package gpu

import "hooke/gpu/ranges"

// items are what the invocations of a pass are for.
type items uint8

const (
	anything items = iota // not divided
	ofMasses
	ofSprings
)

// extent is what a dispatch covers: an invocation for each item and some past the last
// one, for each range of items where those are divided.
type extent struct {
	items   items
	count   int64 // of all items
	extra   int64 // invocations past the last item
	instead int64 // invocations for each range, instead of one for each item; 0: no
	groups  int64 // most work groups of all ranges, which then go over the items; 0: no such limit
}

// invocations is how many a range of so many items takes.
func (g extent) invocations(count int64, workGroup int) int64 {
	switch {
	case g.instead > 0:
		return g.instead
	case g.groups != 0:
		return min(max(count, 1), g.groups*int64(workGroup))
	}
	return count + g.extra
}

// shared divides the limit of work groups among ranges; it is negative when there are
// more of them than groups.
func (g extent) shared(r ranges.Ranges) extent {
	if g.groups > 0 {
		if g.groups /= int64(r.Number()); g.groups == 0 {
			g.groups = -1
		}
	}
	return g
}

// groupsIn is how many work groups a pass that sums over them has, over all ranges.
func (g extent) groupsIn(d *ranges.Division) (n int64) {
	divided := ranges.Ranges{All: g.count}
	if d != nil && g.items == ofMasses {
		divided = d.Masses
	} else if d != nil {
		divided = d.Springs
	}
	g = g.shared(divided)
	for k := range divided.Number() {
		_, count := divided.Bounds(k)
		n += (g.invocations(count, sumGroup) + sumGroup - 1) / sumGroup
	}
	return n
}

// sumGroup is that of passes that sum over a work group, whatever the option
// says: the grouping is part of their result, down to the last bit.
const sumGroup = 256
