package gpu

import (
	"hooke/model"
	"hooke/shaders"
)

// incidences lists for each mass the springs at it, in ascending order: those
// of mass i are entries first[i] to first[i+1]. An entry is the spring's number
// times 2, plus 1 at end B. Two linear passes over the springs, no maps.
func incidences(m *model.Model) (first []shaders.First, entries []shaders.Incidence) {
	first = make([]shaders.First, m.MassCount()+1)
	for _, ends := range m.Ends {
		first[ends[0]+1].Index++
		first[ends[1]+1].Index++
	}
	for i := range m.MassCount() {
		first[i+1].Index += first[i].Index
	}

	entries = make([]shaders.Incidence, 2*m.SpringCount())
	next := make([]uint32, m.MassCount())
	for i := range next {
		next[i] = first[i].Index
	}
	for s, ends := range m.Ends {
		for end, mass := range ends {
			entries[next[mass]].Entry = uint32(s)<<1 | uint32(end)
			next[mass]++
		}
	}
	return first, entries
}
