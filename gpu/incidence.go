package gpu

import (
	"hooke/model"
	"hooke/shaders"
)

// incidences lists for each mass the springs at it, in ascending order, as
// shaders.Incidence says: masses + 1 entries that say where the pairs of each
// mass begin, then the pairs. Two linear passes over the springs, no maps.
func incidences(m *model.Model) []shaders.Incidence {
	masses := m.MassCount()
	entries := make([]shaders.Incidence, masses+1+2*m.SpringCount())
	first := entries[:masses+1]
	for _, ends := range m.Ends {
		first[ends[0]+1].Entry++
		first[ends[1]+1].Entry++
	}
	first[0].Entry = uint32(masses + 1)
	for i := range masses {
		first[i+1].Entry += first[i].Entry
	}

	next := make([]uint32, masses)
	for i := range next {
		next[i] = first[i].Entry
	}
	for s, ends := range m.Ends {
		for end, mass := range ends {
			entries[next[mass]].Entry = uint32(s)<<1 | uint32(end)
			next[mass]++
		}
	}
	return entries
}
