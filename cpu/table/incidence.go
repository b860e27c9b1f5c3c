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
// counts, and silent springs have no entries either.
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

// at returns the entries of mass i.
func (in incidences) at(i uint32) []uint32 { return in.entry[in.first[i]:in.first[i+1]] }

// entries returns those of a mass; of a pattern they are written into the array room, which grows as needed.
func (l *layout[T]) entries(mass uint32, room *[]uint32) []uint32 {
	if l.by == nil {
		return l.in.at(mass)
	}
	if l.model.PinOf(int(mass)) == model.PinAll {
		return nil
	}
	*room = l.by.at(mass, *room)
	return *room
}

// neighbor returns the mass at the other end of an entry of a mass.
func (l *layout[T]) neighbor(mass, entry uint32) uint32 {
	if l.by == nil {
		return l.model.Ends[entry>>1][^entry&1]
	}
	return l.by.neighbor(mass, entry)
}

// classOf returns the class of the spring of an entry of a mass, noClass, silent or paired.
func (l *layout[T]) classOf(mass, entry uint32) uint16 {
	switch {
	case l.by == nil:
		return l.classes.Of[entry>>1]
	case l.by.paired(mass, entry):
		return paired
	}
	return l.by.class[entry>>1]
}

// entryCount returns the number of entries of all masses.
func (l *layout[T]) entryCount() int {
	if l.by == nil {
		return len(l.in.entry)
	}
	return l.by.count
}
