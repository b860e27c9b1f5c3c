package fill

import (
	"cmp"
	"slices"

	"hooke/mesh"
	"hooke/model"
)

// springList collects springs between the vertices of a surface in any order and may hold
// the same pair more than once. It takes 12 bytes a spring.
type springList []listedSpring

type listedSpring struct {
	low, high uint32
	material  uint16
}

func (l *springList) add(a, b uint32, material uint16) {
	if a != b {
		*l = append(*l, listedSpring{min(a, b), max(a, b), material})
	}
}

// unique sorts the springs by their ends and keeps one of each pair, the one
// with the lowest material. It returns how many it removed.
func (l *springList) unique(vertices int) int {
	// The sort is a counting sort by the lower end, which then sorts each (short) run by
	// the rest.
	start := make([]uint32, vertices+1)
	for _, s := range *l {
		start[s.low+1]++
	}
	for v := range vertices {
		start[v+1] += start[v]
	}
	sorted := make(springList, len(*l))
	fill := slices.Clone(start)
	for _, s := range *l {
		sorted[fill[s.low]] = s
		fill[s.low]++
	}
	for v := range vertices {
		slices.SortFunc(sorted[start[v]:start[v+1]], func(a, b listedSpring) int {
			return cmp.Or(cmp.Compare(a.high, b.high), cmp.Compare(a.material, b.material))
		})
	}
	kept := slices.CompactFunc(sorted, func(a, b listedSpring) bool { return a.low == b.low && a.high == b.high })
	*l = kept
	return len(sorted) - len(kept)
}

// vertexModel makes a model of the used vertices of a surface, in their order,
// and of the listed springs, at rest. Palette and name are left to the caller.
func vertexModel(s *mesh.Surface, used []bool, massOf []float64, springs springList) *model.Model {
	number := make([]uint32, len(s.Vertices))
	masses := 0
	for v := range s.Vertices {
		if used[v] {
			number[v] = uint32(masses)
			masses++
		}
	}
	m := &model.Model{
		RestPosition: make([]model.Vec3, 0, masses),
		Mass:         make([]float64, 0, masses),
		Ends:         make([]model.Ends, 0, len(springs)),
		RestLength:   make([]float64, 0, len(springs)),
		MaterialOf:   make([]uint16, 0, len(springs)),
	}
	for v, p := range s.Vertices {
		if used[v] {
			m.RestPosition = append(m.RestPosition, p)
			m.Mass = append(m.Mass, massOf[v])
		}
	}
	for _, l := range springs {
		m.Ends = append(m.Ends, model.Ends{number[l.low], number[l.high]})
		m.RestLength = append(m.RestLength, s.Vertices[l.low].Sub(s.Vertices[l.high]).Len())
		m.MaterialOf = append(m.MaterialOf, l.material)
	}
	return m
}
