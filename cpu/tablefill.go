package cpu

import (
	"sync"

	"hooke/model"
)

// findHubs lists the hubs, in the order of lanes.
func (l *layout) findHubs(t *table) {
	own := len(l.order.massOf) / width // the first one
	for lane, mass := range l.order.massOf {
		if mass != nobody && len(l.in.at(mass)) > l.hubDegree {
			t.hubs = append(t.hubs, hub{lane, own + len(t.hubs)})
		}
	}
}

// hubless says that no mass is a hub.
func (l *layout) hubless() bool {
	for mass := range l.model.MassCount() {
		if len(l.in.at(uint32(mass))) > l.hubDegree {
			return false
		}
	}
	return true
}

// hubDegree is the number of springs above which a mass gets a slice of its
// own: 4 times the mean, at least 64, and at most what a builder can group.
func hubDegree(m *model.Model, in incidences) int {
	const most = (maxGroups - 1) / width
	return min(most, max(64, 4*len(in.entry)/max(1, m.MassCount())))
}

// fill makes the slots and columns of every slice, in parts side by side.
func (l *layout) fill(t *table, threads int) {
	masses := len(l.order.massOf) / width
	count := masses + len(t.hubs)
	parts := make([]part, (count+partSlices-1)/partSlices)
	t.ends = make([]sliceEnd, count+1)
	inParallel(threads, len(parts), func(next func() (int, bool)) {
		b := newBuilder(l)
		for i, ok := next(); ok; i, ok = next() {
			b.out = &parts[i]
			b.out.slots = make([]slot, 0, l.slotsWithin(i*partSlices, min(masses, (i+1)*partSlices)))
			for s := i * partSlices; s < min(count, (i+1)*partSlices); s++ {
				if s < masses {
					b.masses(s)
				} else {
					b.hub(t.hubs[s-masses])
				}
				t.ends[s+1] = sliceEnd{uint32(len(b.out.slots)), uint32(len(b.out.columns) / (width * l.format.words()))}
			}
		}
	})

	// Put the parts one after the other.
	slots, columns := 0, 0
	for i := range parts {
		parts[i].slot, parts[i].column = slots, columns
		slots, columns = slots+len(parts[i].slots), columns+len(parts[i].columns)
		t.regular, t.irregular = t.regular+parts[i].regular, t.irregular+parts[i].irregular
		t.band = max(t.band, (parts[i].farthest+width-1)/width)
	}
	t.band = max(t.band, t.pattern.history)
	t.slots, t.columns = make([]slot, slots), make([]uint32, columns)
	inParallel(threads, len(parts), func(next func() (int, bool)) {
		for i, ok := next(); ok; i, ok = next() {
			p := &parts[i]
			copy(t.slots[p.slot:], p.slots)
			copy(t.columns[p.column:], p.columns)
			for s := i * partSlices; s < min(count, (i+1)*partSlices); s++ {
				t.ends[s+1].slot += uint32(p.slot)
				t.ends[s+1].column += uint32(p.column / (width * l.format.words()))
			}
			*p = part{}
		}
	})
}

// slotsWithin is about how many slots the slices from from to to−1 take where
// all is regular; with a pattern few are left.
func (l *layout) slotsWithin(from, to int) int {
	if l.pattern.members > 0 {
		return 0
	}
	count := 0
	for lane := from * width; lane < to*width; lane++ {
		if mass := l.order.massOf[lane]; mass != nobody {
			count += len(l.in.at(mass))
		}
	}
	return count/width + count/(4*width) + 1
}

// part is the table of some slices in a row.
type part struct {
	slots              []slot
	columns            []uint32
	regular, irregular int64
	farthest           int // neighbor, hubs apart [lanes]
	slot, column       int // where they go
}

// inParallel runs work in that many goroutines; each takes numbers below count
// until there are none left.
func inParallel(threads, count int, work func(next func() (int, bool))) {
	var mutex sync.Mutex
	var group sync.WaitGroup
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
