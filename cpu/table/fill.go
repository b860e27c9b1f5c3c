package table

import (
	"sync"

	"hooke/machine/panics"
)

// findHubs lists the hubs, in the order of lanes.
func (l *layout[T]) findHubs(t *Table[T]) {
	own := len(l.order.MassOf) / Width // slice of the first hub
	for lane, mass := range l.order.MassOf {
		if mass != NoMass && len(l.in.at(mass)) > l.hubDegree {
			t.Hubs = append(t.Hubs, Hub{lane, own + len(t.Hubs)})
		}
	}
}

// hubless reports that no mass is a hub.
func (l *layout[T]) hubless() bool {
	for mass := range l.model.MassCount() {
		if len(l.in.at(uint32(mass))) > l.hubDegree {
			return false
		}
	}
	return true
}

// hubDegree returns the number of springs above which a mass gets a slice of its own: 4 times
// the mean, at least 64, and at most as many as a builder can group.
func hubDegree(entries, masses int) int {
	const most = (maxGroups - 1) / Width
	return min(most, max(64, 4*entries/max(1, masses)))
}

// fill makes the slots and columns of every slice, in parts that run in parallel.
func (l *layout[T]) fill(t *Table[T], threads int) {
	masses := len(l.order.MassOf) / Width
	count := masses + len(t.Hubs)
	parts := make([]part[T], (count+partSlices-1)/partSlices)
	t.Ends = make([]SliceEnd, count+1)
	InParallel(threads, len(parts), func(next func() (int, bool)) {
		b := newBuilder(l)
		for i, ok := next(); ok; i, ok = next() {
			b.out = &parts[i]
			b.out.slots = make([]Slot, 0, l.slotsWithin(i*partSlices, min(masses, (i+1)*partSlices)))
			for s := i * partSlices; s < min(count, (i+1)*partSlices); s++ {
				if s < masses {
					b.masses(s)
				} else {
					b.hub(t.Hubs[s-masses])
				}
				t.Ends[s+1] = SliceEnd{uint32(len(b.out.slots)), uint32(len(b.out.columns) / (Width * l.words()))}
			}
		}
	})

	// Put the parts one after the other.
	slots, columns := 0, 0
	for i := range parts {
		parts[i].slot, parts[i].column = slots, columns
		for _, d := range parts[i].driven {
			d.word += uint32(columns)
			t.Driven = append(t.Driven, d)
		}
		slots, columns = slots+len(parts[i].slots), columns+len(parts[i].columns)
		t.Regular, t.Irregular = t.Regular+parts[i].regular, t.Irregular+parts[i].irregular
		t.Band = max(t.Band, (parts[i].farthest+Width-1)/Width)
	}
	t.Band = max(t.Band, t.Pattern.History)
	t.Slots, t.Columns = make([]Slot, slots), make([]uint32, columns)
	InParallel(threads, len(parts), func(next func() (int, bool)) {
		for i, ok := next(); ok; i, ok = next() {
			p := &parts[i]
			copy(t.Slots[p.slot:], p.slots)
			copy(t.Columns[p.column:], p.columns)
			for s := i * partSlices; s < min(count, (i+1)*partSlices); s++ {
				t.Ends[s+1].Slot += uint32(p.slot)
				t.Ends[s+1].Column += uint32(p.column / (Width * l.words()))
			}
			*p = part[T]{}
		}
	})
}

// slotsWithin is about the number of slots of the slices from number from to before to,
// where all is regular. It is 0 with a pattern, which leaves few springs for slots.
func (l *layout[T]) slotsWithin(from, to int) int {
	if l.pattern.Members > 0 {
		return 0
	}
	count := 0
	for lane := from * Width; lane < to*Width; lane++ {
		if mass := l.order.MassOf[lane]; mass != NoMass {
			count += len(l.in.at(mass))
		}
	}
	return count/Width + count/(4*Width) + 1
}

// part is the table of some slices in a row.
type part[T Real] struct {
	slots              []Slot
	columns            []uint32
	driven             []Driven[T]
	regular, irregular int64
	farthest           int // distance of the farthest neighbor, without those of hubs [lanes]
	slot, column       int // indices of slots and columns in the table
}

// InParallel runs work in that many goroutines, or in count of them if that is less, and
// waits for them. next gives each number from 0 to before count once; it returns false
// when none is left.
func InParallel(threads, count int, work func(next func() (int, bool))) {
	var mutex sync.Mutex
	var group panics.Group
	given := 0
	next := func() (int, bool) {
		mutex.Lock()
		defer mutex.Unlock()
		given++
		return given - 1, given <= count
	}
	for range min(threads, count) {
		group.Go(func() { work(next) })
	}
	group.Wait()
}
