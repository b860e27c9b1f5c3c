package report

import (
	"math"

	"hooke/model"
)

// mostHistogram is the number of springs from which on masses are counted together.
const mostHistogram = 64

// measureSprings finds the extremes of rest lengths and of the number of springs at a
// mass.
func (i *Structure) measureSprings(m *model.Model) {
	if m.SpringCount() > 0 {
		shortest, longest := math.Inf(1), 0.0
		see := func(length float64) { shortest, longest = min(shortest, length), max(longest, length) }
		for _, length := range m.RestLength[:len(m.StructuralEnds())] {
			see(length)
		}
		if p := m.Pattern; p != nil {
			for k, o := range p.Stencil {
				if p.Count(k) > 0 {
					see(o.RestLength)
				}
			}
		}
		i.Shortest, i.Longest = &shortest, &longest
	}
	if m.MassCount() == 0 {
		return
	}
	masses := degreesOf(m)
	i.Degree = Degrees{Min: math.MaxInt, Mean: 2 * float64(m.StructuralCount()) / float64(m.MassCount())}
	i.Degree.Histogram = make([]int64, mostHistogram+1)
	for springs, count := range masses {
		i.Degree.Min, i.Degree.Max = min(i.Degree.Min, springs), max(i.Degree.Max, springs)
		i.Degree.Histogram[min(springs, mostHistogram)] += count
	}
	for h := &i.Degree.Histogram; len(*h) > 1 && (*h)[len(*h)-1] == 0; {
		*h = (*h)[:len(*h)-1]
	}
}

// degreesOf returns the number of masses by the number of springs that end there.
func degreesOf(m *model.Model) map[int]int64 {
	out := map[int]int64{}
	if m.Pattern != nil {
		degreesByPattern(m.Pattern, out)
		return out
	}
	ending := make([]int32, m.MassCount())
	for _, ends := range m.StructuralEnds() {
		ending[ends[0]]++
		ending[ends[1]]++
	}
	for _, springs := range ending {
		out[int(springs)]++
	}
	return out
}

// degreesByPattern counts the masses of a grid. Along each axis all coordinates that are farther from
// both sides than springs reach are alike: one of them stands for all.
func degreesByPattern(p *model.Pattern, out map[int]int64) {
	reach := p.Reach()
	type place struct {
		at    int
		count int64
	}
	var places [3][]place
	for axis, n := range p.Size {
		for at := 0; at < n; at++ {
			if at == reach[axis] && n > 2*reach[axis]+1 {
				places[axis] = append(places[axis], place{at, int64(n - 2*reach[axis])})
				at = n - reach[axis] - 1
				continue
			}
			places[axis] = append(places[axis], place{at, 1})
		}
	}
	for _, z := range places[2] {
		for _, y := range places[1] {
			for _, x := range places[0] {
				springs := 0
				for _, o := range p.Stencil {
					back := model.Offset{Dx: -o.Dx, Dy: -o.Dy, Dz: -o.Dz}
					for _, way := range [2]model.Offset{o, back} {
						if p.Inside(&way, x.at, y.at, z.at) {
							springs++
						}
					}
				}
				out[springs] += x.count * y.count * z.count
			}
		}
	}
}
