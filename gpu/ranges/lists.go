package ranges

import (
	"hooke/gpu/limits"
	"hooke/model"
	"hooke/order"
	"hooke/shaders"
)

// Lists name numbers for each mass, as shaders.Incidence says, range by range. A range of
// count masses begins with count + 1 entries, which say where the numbers of each mass
// begin and where the last ones end, counted from the begin of the range.
type Lists struct {
	Entries []shaders.Incidence
	Windows []limits.Window // windows of the ranges in Entries
}

// ListWindows returns the windows that lists take for ranges of masses, where degree is how
// many numbers each mass has, and the length of all the lists [words].
func ListWindows(r Ranges, degree []uint32) (windows []limits.Window, words int64) {
	for k := range r.Number() {
		first, count := r.Bounds(k)
		length := count + 1
		for _, n := range degree[first : first+count] {
			length += int64(n)
		}
		windows = append(windows, limits.Window{Offset: 4 * words, Bytes: 4 * length})
		words += length
		if k+1 < r.Number() {
			words = (words + LeastRange - 1) / LeastRange * LeastRange
		}
	}
	return windows, words
}

// NewLists makes lists, where degree is how many numbers each mass has. fill calls put for
// the numbers of the masses from first to before end, for each mass in the order of the
// list; it runs on several parts of the masses at once.
func NewLists(r Ranges, degree []uint32, fill func(first, end uint32, put func(mass, number uint32))) Lists {
	var l Lists
	var words int64
	l.Windows, words = ListWindows(r, degree)
	l.Entries = make([]shaders.Incidence, words)
	next := make([]uint32, len(degree))
	for k, w := range l.Windows {
		first, count := r.Bounds(k)
		at := uint32(count + 1)
		begins := l.Entries[w.Offset/4:]
		for i := range count {
			begins[i].Entry, next[first+i] = at, at
			at += degree[first+i]
		}
		begins[count].Entry = at
	}
	order.InParallel(len(degree), 1, func(first, end int) {
		fill(uint32(first), uint32(end), func(mass, number uint32) {
			l.Entries[l.Windows[r.Of(int64(mass))].Offset/4+int64(next[mass])].Entry = number
			next[mass]++
		})
	})
	return l
}

// SpringDegrees counts the springs at each mass.
func SpringDegrees(m *model.Model) []uint32 {
	degree := make([]uint32, m.MassCount())
	order.InParallel(len(degree), 1, func(first, end int) {
		order.CountEnds(m.Ends, nil, 0, uint32(first), degree[first:end])
	})
	return degree
}

// Incidences lists for each mass the springs at it, in ascending order: spring · 2,
// plus 1 where the mass is end B.
func Incidences(m *model.Model, r Ranges, degree []uint32) Lists {
	return NewLists(r, degree, func(first, end uint32, put func(mass, number uint32)) {
		order.EachEnd(m.Ends, nil, 0, first, end, put)
	})
}

// TriangleDegrees counts the triangles at each mass.
func TriangleDegrees(m *model.Model) []uint32 {
	degree := make([]uint32, m.MassCount())
	for _, corners := range m.Triangles {
		for _, i := range corners {
			degree[i]++
		}
	}
	return degree
}

// IncidentTriangles lists for each mass the triangles at it, ascending.
func IncidentTriangles(m *model.Model, r Ranges, degree []uint32) Lists {
	return NewLists(r, degree, func(first, end uint32, put func(mass, number uint32)) {
		for t, corners := range m.Triangles {
			for _, i := range corners {
				if i-first < end-first {
					put(i, uint32(t))
				}
			}
		}
	})
}

// LoadDegrees counts the loads on each mass, without the loads on all masses.
func LoadDegrees(masses int, p *model.Params) []uint32 {
	degree := make([]uint32, masses)
	p.EachLoad(func(on []uint32) {
		for _, i := range on {
			degree[i]++
		}
	})
	return degree
}
