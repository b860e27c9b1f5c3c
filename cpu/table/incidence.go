package table

import (
	"hooke/model"
	"hooke/order"
)

// incidences list for each mass the springs that act on it, in ascending order: the entries
// of mass i are entry[first[i]:first[i+1]]. An entry is the number of the spring times 2,
// plus 1 at end B. The lists serve set-up only, and take 4 bytes per mass and 8 per spring.
// They differ from the lists of gpu/ranges, which begin anew with each range of the masses
// and have the springs of pinned masses, too.
type incidences struct {
	first []uint32
	entry []uint32
}

// mostScans bounds the number of goroutines that make the lists: each of them goes through
// all springs, for its own masses.
const mostScans = 8

// incidencesOf makes the lists in two linear passes, with that many goroutines, at most
// mostScans. Masses that are pinned on all axes have no entries, since no force on them
// counts, and silent springs have none either.
func incidencesOf(m *model.Model, of []uint16, threads int) incidences {
	first := make([]uint32, m.MassCount()+1)
	scans := min(threads, mostScans)
	InParallel(scans, scans, func(next func() (int, bool)) {
		for i, ok := next(); ok; i, ok = next() {
			from, to := i*m.MassCount()/scans, (i+1)*m.MassCount()/scans
			count := first[from+1 : to+1]
			order.CountEnds(m.Ends, of, silent, uint32(from), count)
		}
	})
	for i, pin := range m.Pin {
		if pin == model.PinAll {
			first[i+1] = 0
		}
	}
	for i := range m.MassCount() {
		first[i+1] += first[i]
	}

	// Filling moves first[i] to the end of its list; shifting back restores it.
	entry := make([]uint32, first[m.MassCount()])
	InParallel(scans, scans, func(next func() (int, bool)) {
		for i, ok := next(); ok; i, ok = next() {
			from, to := i*m.MassCount()/scans, (i+1)*m.MassCount()/scans
			at := first[from:to]
			for s, ends := range m.Ends { // order.EachEnd takes 1.5 times as long
				if of[s] == silent {
					continue
				}
				for end, mass := range ends {
					if own := int(mass) - from; uint(own) < uint(len(at)) && m.PinOf(int(mass)) != model.PinAll {
						entry[at[own]] = uint32(2*s + end)
						at[own]++
					}
				}
			}
		}
	})
	copy(first[1:], first)
	first[0] = 0
	return incidences{first, entry}
}

// at are the entries of mass i.
func (in incidences) at(i uint32) []uint32 { return in.entry[in.first[i]:in.first[i+1]] }

// neighbor is the mass at the other end of an entry.
func neighbor(m *model.Model, entry uint32) uint32 { return m.Ends[entry>>1][^entry&1] }
