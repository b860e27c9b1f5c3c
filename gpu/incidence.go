package gpu

import (
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/shaders"
)

// lists name numbers for each mass, as shaders.Incidence says, range by range: each
// begins with count + 1 entries that say where the numbers of each of its masses
// begin, counted from the range's own begin.
type lists struct {
	entries []shaders.Incidence
	windows []glx.Window // of the ranges
}

// listWindows are the windows that lists of masses with so many numbers each take.
func listWindows(r ranges, degree []uint32) (windows []glx.Window, words int64) {
	for k := range r.number() {
		first, count := r.bounds(k)
		length := count + 1
		for _, n := range degree[first : first+count] {
			length += int64(n)
		}
		windows = append(windows, glx.Window{Offset: 4 * words, Bytes: 4 * length})
		words += length
		if k+1 < r.number() {
			words = (words + leastRange - 1) / leastRange * leastRange
		}
	}
	return windows, words
}

// newLists makes lists of degree numbers for each mass. fill names the numbers of the
// masses from first to before end with put, those of each mass in their order; it
// runs on several parts of the masses at once.
func newLists(r ranges, degree []uint32, fill func(first, end uint32, put func(mass, number uint32))) lists {
	var l lists
	var words int64
	l.windows, words = listWindows(r, degree)
	l.entries = make([]shaders.Incidence, words)
	next := make([]uint32, len(degree))
	for k, w := range l.windows {
		first, count := r.bounds(k)
		at := uint32(count + 1)
		begins := l.entries[w.Offset/4:]
		for i := range count {
			begins[i].Entry, next[first+i] = at, at
			at += degree[first+i]
		}
		begins[count].Entry = at
	}
	inParallel(len(degree), 1, func(first, end int) {
		fill(uint32(first), uint32(end), func(mass, number uint32) {
			l.entries[l.windows[r.of(int64(mass))].Offset/4+int64(next[mass])].Entry = number
			next[mass]++
		})
	})
	return l
}

// springDegrees counts the springs at each mass.
func springDegrees(m *model.Model) []uint32 {
	degree := make([]uint32, m.MassCount())
	inParallel(len(degree), 1, func(first, end int) {
		lo, hi := uint32(first), uint32(end)
		for _, ends := range m.Ends {
			for _, i := range ends {
				if i-lo < hi-lo {
					degree[i]++
				}
			}
		}
	})
	return degree
}

// incidences lists for each mass the springs at it, in ascending order: spring · 2,
// plus 1 where the mass is end B.
func incidences(m *model.Model, r ranges, degree []uint32) lists {
	return newLists(r, degree, func(first, end uint32, put func(mass, number uint32)) {
		for s, ends := range m.Ends {
			for which, i := range ends {
				if i-first < end-first {
					put(i, uint32(s)<<1|uint32(which))
				}
			}
		}
	})
}

// triangleDegrees counts the triangles at each mass.
func triangleDegrees(m *model.Model) []uint32 {
	degree := make([]uint32, m.MassCount())
	for _, corners := range m.Triangles {
		for _, i := range corners {
			degree[i]++
		}
	}
	return degree
}

// incidentTriangles lists for each mass the triangles at it, ascending.
func incidentTriangles(m *model.Model, r ranges, degree []uint32) lists {
	return newLists(r, degree, func(first, end uint32, put func(mass, number uint32)) {
		for t, corners := range m.Triangles {
			for _, i := range corners {
				if i-first < end-first {
					put(i, uint32(t))
				}
			}
		}
	})
}
