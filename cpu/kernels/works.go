package kernels

import (
	"math"
	"slices"

	"hooke/cpu/table"
)

// PowerLaw holds the constants of a class of springs for kernels of powers. It has the size
// of a table.Record, so that positions of classes are those of records.
type PowerLaw[T table.Real] struct {
	Damping   T // c [N·s/m]
	Least     T // as table.Record.Least
	Pull      T // k L0 of a cable [N]; 0 of others
	Stiffness T // k of a cable [N/m]; infinite of others
	Work      T // ½ k (R − R') [N/m], with the rest lengths R before a step and R' after it
	Rests     T // R + R' [m]
	_, _      T
}

// PowerLaws are the laws of the springs of a table: Records those of classes. The numbers of entries
// of columns follow from Lanes, whose rows have at the indices of table.Table.Lanes
//
//	LaneDamping    Damping
//	LaneStiffness  Stiffness; in the format Own that less k: 0 of a cable, else infinite
//	LaneLeast      ByClass: Least; ByLaw and Own: the scale of L0 for a cable, 0 for others
//	LanePull       Pull; ByLaw: by L0; Own: by k L0
//	LaneFloor      Work, likewise
//	LaneScaled     Rests; ByLaw and Own: by L0
type PowerLaws[T table.Real] struct {
	Records []PowerLaw[T]
	Lanes   table.LaneTable[T]
}

// Rests are the scales L0(t)/L0 of the springs of each actuator: when powers are evaluated, and at
// the begin and the end of a step whose work counts. Each may be nil, where nothing is actuated.
type Rests struct{ Now, Before, After []float64 }

// scalesOf returns those of an actuator, counted from 1.
func (r *Rests) scalesOf(actuator uint16) (now, before, after float64) {
	if actuator == 0 || r.Now == nil {
		return 1, 1, 1
	}
	return r.Now[actuator-1], r.Before[actuator-1], r.After[actuator-1]
}

// Set writes the laws of a table; again: they were written before, so that only those of actuated
// springs change.
func (l *PowerLaws[T]) Set(t *table.Table[T], c *table.Classes[T], rests Rests, again bool) {
	if !again {
		l.Records = make([]PowerLaw[T], max(1, len(c.All)))
	}
	for i, class := range c.All {
		if !again || class.Actuator != 0 {
			l.Records[i] = powerLawOf(class.Law, float64(class.Rest), &rests)
		}
	}
	switch t.Format {
	case table.ByClass:
		for i := range min(len(c.All), table.Width) {
			l.setLane(i, l.Records[i])
		}
	case table.ByLaw:
		for i, law := range c.Laws {
			l.setLane(i, powerLawOf(law, 1, &rests).rooted(law, &rests))
		}
	default:
		for i, kind := range c.Kinds {
			kind.Stiffness = 1
			law := powerLawOf(kind, 1, &rests).rooted(kind, &rests)
			law.Stiffness -= 1
			l.setLane(i, law)
		}
	}
}

// powerLawOf returns the law of a class of springs with a rest length that is not scaled.
func powerLawOf[T table.Real](law table.Law[T], rest float64, rests *Rests) PowerLaw[T] {
	now, before, after := rests.scalesOf(law.Actuator)
	l := PowerLaw[T]{Damping: law.Damping, Least: table.LeastSquare[T](), Stiffness: T(math.Inf(1)),
		Work: T(0.5 * float64(law.Stiffness) * rest * (before - after)), Rests: T(rest * (before + after))}
	if law.Cable {
		length := T(rest) * T(now)
		l.Pull, l.Stiffness, l.Least = law.Stiffness*length, law.Stiffness, max(l.Least, length*length)
	}
	return l
}

// rooted returns the law with values that make the entries of columns a least square.
func (l PowerLaw[T]) rooted(law table.Law[T], rests *Rests) PowerLaw[T] {
	l.Least = 0
	if law.Cable {
		now, _, _ := rests.scalesOf(law.Actuator)
		l.Least = T(now)
	}
	return l
}

// setLane writes the numbers of class, law or kind i.
func (l *PowerLaws[T]) setLane(i int, law PowerLaw[T]) {
	row := &l.Lanes
	row[table.LaneDamping][i], row[table.LaneLeast][i], row[table.LanePull][i] = law.Damping, law.Least, law.Pull
	row[table.LaneStiffness][i], row[table.LaneFloor][i], row[table.LaneScaled][i] = law.Stiffness, law.Work, law.Rests
}

// ofEntry returns the law of a lane of a column, with the number of its class, law or kind.
func (l *PowerLaws[T]) ofEntry(f table.Format, column []uint32, lane int) PowerLaw[T] {
	kind, row := column[lane]&15, &l.Lanes
	law := PowerLaw[T]{Damping: row[table.LaneDamping][kind], Least: row[table.LaneLeast][kind], Pull: row[table.LanePull][kind],
		Stiffness: row[table.LaneStiffness][kind], Work: row[table.LaneFloor][kind], Rests: row[table.LaneScaled][kind]}
	if f == table.ByClass {
		return law
	}
	rest := table.NumberOf[T](column, 0, lane)
	law.Pull, law.Work, law.Rests, law.Least = law.Pull*rest, law.Work*rest, law.Rests*rest, law.Least*rest
	law.Least = max(law.Least*law.Least, table.LeastSquare[T]())
	if f == table.Own {
		k := table.NumberOf[T](column, 1, lane)
		law.Pull, law.Work, law.Stiffness, law.Damping = law.Pull*k, law.Work*k, law.Stiffness+k, table.NumberOf[T](column, 2, lane)
	}
	return law
}

// LinkCall holds the arguments of a kernel that sums, for chunks of slices that are links of
// one chain, the dissipation of their dampers and m w·(u + β w): DamperCall and DragCall in
// one. A spring counts at the mass before it.
type LinkCall[T table.Real] struct {
	x        *T               // first lane of the first slice, in the array x
	stride   int64            // from the array x to y, z, vx, vy and vz of u in turn [bytes]
	w        *T               // first lane in the array vx of w
	mass     *T               // first lane of m [kg]; 0: it does not count. nil: there is no drag, and no other sum
	slots    uintptr          // of the first slice
	record   *table.Record[T] // of the class of the chain
	perChunk int64            // slices of a chunk
	chunks   int64            // number of chunks, at least 1
	out      *[2]float64      // result: for each chunk the dissipation of dampers [W], and the other sum [J]
	same     T                // β
	_        T
	sum      [8]float64 // scratch
	drag     [8]float64
}

// Aim points a call at chunks of the given number of slices, from slice first on; masses has those of all lanes, or is nil. One
// chain holds them, and no springs between them and the others are missing at the masses before,
// see Linked.
func (c *LinkCall[T]) Aim(t *table.Table[T], step *PowerStep[T], masses []T, first, perChunk int, out [][2]float64) {
	at, slot := first*table.Width, t.Ends[first].Slot
	c.x, c.stride = step.From.lane(at), step.From.strideBytes()
	c.w, c.mass = &step.W.Array(ArrayVX)[table.Width+at], nil
	if masses != nil {
		c.mass = &masses[at]
	}
	c.slots, c.record = address(&t.Slots[slot]), &t.Records[t.Slots[slot].Class/table.RecordPlaces]
	c.perChunk, c.chunks, c.out, c.same = int64(perChunk), int64(len(out)), &out[0], step.Beta
}

// Linked reports for each chunk of the given number of slices whether LinkCall supports it: a spring of a mass that is pinned
// on all axes counts at its other end elsewhere, so none of them is next to another chunk.
func (s *Shares[T]) Linked(t *table.Table[T], perChunk int) []bool {
	counts := t.LaneCount() / table.Width
	linked := make([]bool, (counts+perChunk-1)/perChunk)
	for _, c := range t.Chains {
		for i := (c.From + perChunk - 1) / perChunk; (i+1)*perChunk <= c.To; i++ {
			first, next := i*perChunk*table.Width, (i+1)*perChunk*table.Width
			linked[i] = !slices.Contains([]T{s.Of[first+table.Width-1], s.Of[next+table.Width-1]}, 1)
		}
	}
	return linked
}
