package cpu

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"hooke/model"
)

// slot is one neighbor of up to 16 masses of a slice at once: the neighbor of
// each lies at one and the same distance in the order, over a spring of one
// class. 8 bytes.
type slot struct {
	offset int32  // from a mass to its neighbor, in lanes
	class  uint16 // its record's place, see recordPlaces
	lanes  uint16 // the masses that have this neighbor, a bit each
}

// sliceEnd says where the slots and columns of a slice end; they begin where
// those of the slice before end. 8 bytes.
type sliceEnd struct{ slot, column uint32 }

// format is what the entries of a column hold, chosen once per model. A column
// has one entry for each of 16 masses. Its first word is the neighbor, in lanes
// from the first of the slice, times 16, plus the class or law.
type format int

const (
	byClass format = iota // 4 bytes: the class, one of 16, says everything
	byLaw                 // 8 bytes: one of 16 laws, and the rest length
	own                   // 16 bytes: a law for its kind alone, rest length, k and c
)

// words is the size of an entry in words of 4 bytes.
func (f format) words() int { return [...]int{1, 2, 4}[f] }

func (f format) String() string { return [...]string{"class", "law", "own"}[f] }

// hub is a mass with so many springs that they are spread over the 16 lanes of
// a slice of its own, whose results are added up.
type hub struct {
	lane  int // of the mass
	slice int // its own, past those of the masses
}

// table is the structure as kernels read it: for each slice of 16 masses its
// slots and then its columns. On a lattice of 13 springs per mass it takes 1
// byte per spring; where nothing is regular, 8, 16 or 32 bytes per spring (two
// entries each), and what pads the columns.
type table struct {
	order  order
	format format

	ends    []sliceEnd // of each slice, after a first {0, 0}
	slots   []slot
	columns []uint32 // 16·words to a column: neighbors first, then each further number

	records []record  // of each class
	lanes   laneTable // of the 16 first classes or laws, see laneRow
	hubs    []hub
	chains  []chain // slices that are links

	regular, irregular int64 // incidences in slots and in columns
	band               int   // how far the farthest neighbor of a slice is, that of hubs apart [slices]
	reach              int64 // how far ahead of a slice to fetch positions, so that its neighbors are there [bytes]; 0: all is near
}

// laneTable is the numbers of 16 classes, laws or kinds, a row for each number.
type laneTable [laneRows][width]float32

// Rows of table.lanes.
const (
	laneStiffness = iota // k [N/m]
	lanePull             // by class k L0 [N]; by law and own the scale of L0 for a cable, else 0
	laneDamping          // c [N·s/m]
	laneLeast            // as in a record, by class
	laneFloor            // as in a record
	laneScaled           // by law k times the scale of L0, own the scale
	laneRows
)

// maxLanes bounds the masses of a model: a neighbor is at most 2^27 lanes off.
const maxLanes = 1 << 27

// chooseFormat takes the smallest entries that can hold the model's springs.
func (c *classes) chooseFormat() format {
	switch {
	case len(c.all) <= maxNarrow && !c.some:
		return byClass
	case c.laws != nil:
		return byLaw
	}
	return own
}

// newTable lays a model out for kernels, with that many goroutines.
func newTable(m *model.Model, dt float64, threads int) (*table, *classes, error) {
	resolver := model.NewResolver(m, dt)
	c := classify(m, resolver, threads)
	if c.chooseFormat() == own && len(c.kinds) > maxNarrow {
		return nil, nil, fmt.Errorf("cpu: a model whose springs with k, c and rest lengths of their own are of more than %d kinds (tension-only or not, and actuator) is %w of the cpu engine, whose entries cannot name them; use the engine gpu or cpuref",
			maxNarrow, model.ErrRefused)
	}
	in := incidencesOf(m, c.of, threads)
	l := layout{model: m, resolver: resolver, lawOf: newLawyer(m, resolver), classes: c, in: in, format: c.chooseFormat(), hubDegree: hubDegree(m, in)}
	l.order = l.chooseOrder()

	t := &table{order: l.order, format: l.format}
	l.findHubs(t)
	if lanes := len(l.order.massOf) + width*len(t.hubs); lanes > maxLanes {
		return nil, nil, fmt.Errorf("cpu: a model of %d masses, %d of them with very many springs, in %d lanes is %w of the cpu engine, whose entries have 27 bits for a neighbor, for %d lanes; use the engine gpu or cpuref",
			m.MassCount(), len(t.hubs), lanes, model.ErrRefused, maxLanes)
	}
	l.fill(t, threads)
	t.reach = t.findReach()
	t.chains = t.findChains()
	t.setNumbers(c, nil)
	return t, c, nil
}

// setNumbers writes what the classes and laws come to, with rest lengths times
// the scale of their actuator; scales is nil when nothing is actuated.
func (t *table) setNumbers(c *classes, scales []float64) {
	t.records = make([]record, max(1, len(c.all)))
	for i, class := range c.all {
		t.records[i] = class.record(scaleOf(scales, class.actuator))
	}
	for i := range width {
		t.lanes[laneLeast][i], t.lanes[laneFloor][i] = leastSquare(), law{}.floor()
		t.setLane(c, i, scales)
	}
}

// actuate writes anew what actuators change. It allocates nothing.
func (t *table) actuate(c *classes, scales []float64) {
	for i := range c.all {
		if class := &c.all[i]; class.actuator != 0 {
			t.records[i] = class.record(scaleOf(scales, class.actuator))
		}
	}
	for i := range width {
		t.setLane(c, i, scales)
	}
}

// scaleOf is L0(t)/L0 under an actuator, counted from 1.
func scaleOf(scales []float64, actuator uint16) float32 {
	if actuator == 0 || len(scales) == 0 {
		return 1
	}
	return float32(scales[actuator-1])
}

// setLane writes the numbers of class, law or kind i.
func (t *table) setLane(c *classes, i int, scales []float64) {
	switch {
	case t.format == byClass && i < len(c.all):
		r := t.records[i]
		t.lanes[laneStiffness][i], t.lanes[lanePull][i], t.lanes[laneDamping][i] = r.stiffness, r.pull, r.damping
		t.lanes[laneLeast][i], t.lanes[laneFloor][i] = r.least, r.floor
	case t.format == byLaw && i < len(c.laws):
		t.setLaw(i, c.laws[i], scaleOf(scales, c.laws[i].actuator))
		t.lanes[laneScaled][i] *= c.laws[i].stiffness
	case t.format == own && i < len(c.kinds):
		t.setLaw(i, c.kinds[i], scaleOf(scales, c.kinds[i].actuator))
	}
}

func (t *table) setLaw(i int, l law, scale float32) {
	t.lanes[laneStiffness][i], t.lanes[laneDamping][i], t.lanes[laneFloor][i] = l.stiffness, l.damping, l.floor()
	t.lanes[laneScaled][i] = scale
	if l.cable {
		t.lanes[lanePull][i] = scale
	}
}

// findReach is a few slices beyond the farthest neighbor in most slots lists: of
// a lattice, one layer ahead. Without slots, that is just the next slices.
func (t *table) findReach() int64 {
	const samples, ahead = 64, 4 * width
	var farthest []int32
	for s := 0; s < len(t.ends)-1; s += max(1, len(t.ends)/samples) {
		most := int32(0)
		for _, slot := range t.slots[t.ends[s].slot:t.ends[s+1].slot] {
			most = max(most, slot.offset)
		}
		farthest = append(farthest, most)
	}
	if len(farthest) == 0 {
		return 0
	}
	slices.Sort(farthest)
	return 4 * (int64(farthest[len(farthest)/2]) + ahead)
}

// hubDegree is the number of springs above which a mass gets a slice of its
// own: 4 times the mean, at least 64, and at most what a builder can group.
func hubDegree(m *model.Model, in incidences) int {
	const most = (maxGroups - 1) / width
	return min(most, max(64, 4*len(in.entry)/max(1, m.MassCount())))
}

// findHubs lists the hubs, in the order of lanes.
func (l *layout) findHubs(t *table) {
	own := len(l.order.massOf) / width // the first one
	for lane, mass := range l.order.massOf {
		if mass != nobody && len(l.in.at(mass)) > l.hubDegree {
			t.hubs = append(t.hubs, hub{lane, own + len(t.hubs)})
		}
	}
}

// fill makes the slots and columns of every slice, in parts side by side.
func (l *layout) fill(t *table, threads int) {
	masses := len(l.order.massOf) / width
	count := masses + len(t.hubs)
	const partSlices = 2048
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
// all is regular.
func (l *layout) slotsWithin(from, to int) int {
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

// laneCount is those of the masses and of the hubs' own slices.
func (t *table) laneCount() int { return len(t.order.massOf) + width*len(t.hubs) }

// bytes is the memory of the table.
func (t *table) bytes() int64 {
	return 8*int64(len(t.order.laneOf)) + 8*int64(len(t.ends)) + 8*int64(len(t.slots)) + 4*int64(len(t.columns)) +
		32*int64(len(t.records))
}

// number is the bits of a number in a column.
func number(x float64) uint32 { return math.Float32bits(float32(x)) }
