package pass

import "hooke/gpu/ranges"

// Items is the kind of thing that each invocation of a pass handles. The zero value is
// Anything.
type Items uint8

// Passes of masses and of springs are divided where the model is divided.
const (
	Anything  Items = iota // never divided
	OfMasses               // an item is a mass
	OfSprings              // an item is a spring
	OfSpans                // an item is an edge or a triangle that contacts push
	OfAll                  // not divided, with arrays that are: it has one range, of everything
)

// Extent is the range of a dispatch: an invocation for each item and some past the last one.
// Divided items have a dispatch for each range.
type Extent struct {
	Items   Items
	Count   int64  // of all items, in all ranges
	Extra   int64  // invocations past the last item
	Instead int64  // invocations for each range, instead of one for each item; 0: one for each item
	Parts   []Part // for each range, the numbers of its invocations; nil: those of its items
	Groups  int64  // largest number of work groups of all ranges together, which then loop over the items; 0: no limit
}

// Part is a range of a pass's numbered items that is in one range: from First to before End.
type Part struct{ First, End int64 }

// ranges returns those of the extent in a division, which may be nil.
func (g Extent) ranges(d *ranges.Division) ranges.Ranges {
	if d != nil {
		switch g.Items {
		case OfMasses:
			return d.Masses
		case OfSprings:
			return d.Springs
		case OfSpans:
			return d.Spans
		}
	}
	return ranges.Ranges{All: g.Count}
}

// invocations returns the number of invocations for a range of the given number of items.
func (g Extent) invocations(count int64, workGroup int) int64 {
	switch {
	case g.Instead > 0:
		return g.Instead
	case g.Groups != 0:
		return min(max(count, 1), g.Groups*int64(workGroup))
	}
	return count + g.Extra
}

// shared divides the limit of work groups among ranges; it is negative when there are
// more ranges than groups.
func (g Extent) shared(r ranges.Ranges) Extent {
	if g.Groups > 0 {
		if g.Groups /= int64(r.Number()); g.Groups == 0 {
			g.Groups = -1
		}
	}
	return g
}

// GroupsIn returns the number of work groups of SumGroup invocations that a pass of this
// extent has, over all ranges. d is nil where nothing is divided.
func (g Extent) GroupsIn(d *ranges.Division) (n int64) {
	divided := g.ranges(d)
	g = g.shared(divided)
	for k := range divided.Number() {
		_, count := divided.Bounds(k)
		n += (g.invocations(count, SumGroup) + SumGroup - 1) / SumGroup
	}
	return n
}

// SumGroup is the work-group size of passes that sum over a work group, whatever the
// option says: the grouping decides their result, down to the last bit.
const SumGroup = 256
