package ranges

import "hooke/model"

// reached widens the span of a range by an item.
func reached(s *Span, item int64) {
	if s.First >= s.End {
		*s = Span{item, item + 1}
	}
	s.First, s.End = min(s.First, item), max(s.End, item+1)
}

// springReach returns, for each range of springs, the span of the masses at its springs.
func springReach(m *model.Model, springs Ranges) []Span {
	out := make([]Span, springs.Number())
	for s, ends := range m.Ends {
		k := springs.Of(int64(s))
		reached(&out[k], int64(ends[0]))
		reached(&out[k], int64(ends[1]))
	}
	return out
}

// massReach returns, for each range of masses, the span of the masses that they read:
// themselves, their neighbors where bySprings is set, and the corners of their triangles
// where byTriangles is set.
func massReach(m *model.Model, masses Ranges, bySprings, byTriangles bool) []Span {
	out := make([]Span, masses.Number())
	for k := range out {
		first, count := masses.Bounds(k)
		out[k] = Span{first, first + count}
	}
	if bySprings {
		for _, ends := range m.Ends {
			reached(&out[masses.Of(int64(ends[0]))], int64(ends[1]))
			reached(&out[masses.Of(int64(ends[1]))], int64(ends[0]))
		}
	}
	if byTriangles {
		for _, corners := range m.Triangles {
			for _, i := range corners {
				for _, j := range corners {
					reached(&out[masses.Of(int64(i))], int64(j))
				}
			}
		}
	}
	return out
}

// forceReach returns, for each range of masses, the span of the springs at them.
func forceReach(m *model.Model, masses Ranges) []Span {
	out := make([]Span, masses.Number())
	for s, ends := range m.Ends {
		reached(&out[masses.Of(int64(ends[0]))], int64(s))
		reached(&out[masses.Of(int64(ends[1]))], int64(s))
	}
	return out
}
