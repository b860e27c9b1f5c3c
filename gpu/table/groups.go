package table

import (
	"cmp"
	"math/bits"
	"slices"

	"hooke/model"
	"hooke/order"
)

// Group describes which masses of a slice have a spring of one class to a neighbor at the same
// offset, or at one of two offsets. Two offsets serve rows of unequal lengths, as in a
// filled mesh, where the offset to the next row changes where a row of the slice ends. A
// group takes 16 bytes for up to 32 springs, where entries take 4 bytes each. Its words
// are:
//
//	0  the first offset to a neighbor, signed
//	1  the second offset minus the first, signed, in the upper half; the class in the
//	   lower half
//	2  a bit for each mass of the slice that has the first offset
//	3  a bit for each mass of the slice that has the second offset
type Group [4]uint32

// leastGroup is the least number of masses of a group: for fewer, entries are cheaper.
const leastGroup = 6

// Grouped is the groups of a model, and the entries of all other springs.
type Grouped struct {
	Groups [][]Group // of each slice
	Rest   []uint32  // entries, for each mass in ascending order of its springs
	First  []int64   // first entry of each mass in Rest; one more element is its end
}

// GroupSprings looks for groups in a model whose springs are fully described by their
// classes.
func GroupSprings(m *model.Model, c *Classes) *Grouped {
	masses := m.MassCount()
	g := &Grouped{First: make([]int64, masses+1)}
	// These are the entries of all springs, mass by mass.
	degree := make([]uint32, masses)
	order.InParallel(masses, SliceMasses, func(first, end int) {
		order.CountEnds(m.Ends, c.Of, 0, uint32(first), degree[first:end])
	})
	for i, n := range degree {
		g.First[i+1] = g.First[i] + int64(n)
	}
	g.Rest = make([]uint32, g.First[masses])
	low := MassBits(masses)
	clear(degree)
	order.InParallel(masses, SliceMasses, func(first, end int) {
		order.EachEnd(m.Ends, c.Of, 0, uint32(first), uint32(end), func(i, entry uint32) {
			s := entry >> 1
			g.Rest[g.First[i]+int64(degree[i])] = uint32(c.Of[s])<<low | m.Ends[s][^entry&1]
			degree[i]++
		})
	})
	// Each slice takes out the entries of its groups; the rest stays at the begin of each
	// mass's entries.
	g.Groups = make([][]Group, (masses+SliceMasses-1)/SliceMasses)
	order.InParallel(len(g.Groups), 1, func(first, end int) {
		var f groupFinder
		for k := first; k < end; k++ {
			g.Groups[k] = f.take(g, k, low, degree)
		}
	})
	// This closes the gaps.
	at := int64(0)
	for i := range masses {
		begin := g.First[i]
		g.First[i] = at
		at += int64(copy(g.Rest[at:], g.Rest[begin:begin+int64(degree[i])]))
	}
	g.First[masses] = at
	g.Rest = slices.Clip(g.Rest[:at])
	return g
}

// EachIncidence calls do for each spring of the masses from first to before end.
func EachIncidence(m *model.Model, c *Classes, first, end uint32, do func(s int, i, neighbor uint32)) {
	order.EachEnd(m.Ends, c.Of, 0, first, end, func(i, entry uint32) {
		do(int(entry>>1), i, m.Ends[entry>>1][^entry&1])
	})
}

// found is the set of masses of a slice that have a spring of one class to the same
// offset.
type found struct {
	offset int32
	class  uint32
	lanes  uint32
}

// groupFinder finds the groups of one slice after the other.
type groupFinder struct {
	found []found
	slots [512]uint16 // hash table of found, from 1
}

// take finds the groups of a slice, and removes their entries.
func (f *groupFinder) take(g *Grouped, slice, low int, degree []uint32) []Group {
	f.found = f.found[:0]
	clear(f.slots[:])
	begin, end := slice*SliceMasses, min(len(degree), (slice+1)*SliceMasses)
	for i := begin; i < end; i++ {
		for _, entry := range g.Rest[g.First[i]:][:degree[i]] {
			if len(f.found) == len(f.slots)/2 {
				return nil // nothing is regular here
			}
			offset, class := entryOffset(entry, i, low)
			f.at(offset, class).lanes |= 1 << (i - begin)
		}
	}
	slices.SortFunc(f.found, func(a, b found) int { return cmp.Or(cmp.Compare(a.class, b.class), cmp.Compare(a.offset, b.offset)) })
	var out []Group
	for k, a := range f.found {
		if a.lanes == 0 {
			continue // it is in a group already
		}
		second := -1 // the nearest offset of other masses, as its number
		for n := k + 1; n < len(f.found) && f.found[n].class == a.class && f.found[n].offset-a.offset < 1<<15; n++ {
			if b := f.found[n]; b.lanes != 0 && b.lanes&a.lanes == 0 && bits.OnesCount32(a.lanes|b.lanes) >= leastGroup {
				second = n
				break
			}
		}
		made := Group{uint32(a.offset), a.class, a.lanes, 0}
		if second >= 0 {
			b := &f.found[second]
			made[1] |= uint32(b.offset-a.offset) << 16
			made[3] = b.lanes
			b.lanes = 0
		} else if bits.OnesCount32(a.lanes) < leastGroup {
			continue
		}
		out = append(out, made)
	}
	for i := begin; i < end; i++ {
		degree[i] = g.leave(out, i, low, degree[i])
	}
	return out
}

// at returns the found set of an offset and class.
func (f *groupFinder) at(offset int32, class uint32) *found {
	slot := (uint32(offset)*0x9e3779b1 ^ class*0x85ebca6b) >> 16 % uint32(len(f.slots))
	for f.slots[slot] != 0 {
		if have := &f.found[f.slots[slot]-1]; have.offset == offset && have.class == class {
			return have
		}
		slot = (slot + 1) % uint32(len(f.slots))
	}
	f.found = append(f.found, found{offset: offset, class: class})
	f.slots[slot] = uint16(len(f.found))
	return &f.found[len(f.found)-1]
}

// leave keeps the entries of a mass that are in no group, and returns how many they are.
// Among equal springs the group takes the first.
func (g *Grouped) leave(groups []Group, i, low int, degree uint32) (left uint32) {
	entries := g.Rest[g.First[i]:][:degree]
	for k, entry := range entries {
		if inGroup(groups, entry, i, low) >= 0 && !slices.Contains(entries[:k], entry) {
			continue
		}
		// Entries that were moved forward are looked for above only as long as they are
		// the same.
		entries[left], entries[k] = entry, entries[left]
		left++
	}
	return left
}

// entryOffset returns the offset from a mass to the neighbor in an entry, and the class of the
// entry.
func entryOffset(entry uint32, i, low int) (offset int32, class uint32) {
	return int32(entry&(1<<low-1)) - int32(i), entry >> low
}

// inGroup returns the number of the group that has an entry; −1 where no group has it.
func inGroup(groups []Group, entry uint32, i, low int) int {
	offset, class := entryOffset(entry, i, low)
	lane := i % SliceMasses
	for k, g := range groups {
		if g[1]&0xffff != class {
			continue
		}
		if g[2]>>lane&1 != 0 && int32(g[0]) == offset || g[3]>>lane&1 != 0 && int32(g[0])+int32(g[1])>>16 == offset {
			return k
		}
	}
	return -1
}

// groupedSpringAt returns SpringAt in a table with groups, which come before the entries.
func (a *Arrangement) groupedSpringAt(mass uint32, slot int) int {
	groups, low := a.Table.Grouped.Groups[mass/SliceMasses], MassBits(a.Model.MassCount())
	taken := make([]bool, len(groups))
	entry := len(groups)
	found := -1
	EachIncidence(a.Model, a.Classes, mass, mass+1, func(s int, i, neighbor uint32) {
		at := inGroup(groups, uint32(a.Classes.Of[s])<<low|neighbor, int(i), low)
		if at < 0 || taken[at] {
			at = entry
			entry++
		} else {
			taken[at] = true
		}
		if at == slot && found < 0 {
			found = s
		}
	})
	return found
}
