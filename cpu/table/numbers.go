package table

import "unsafe"

// LaneTable holds the numbers of 16 classes, laws or kinds. It has a row for each number.
type LaneTable[T Real] [laneRows][Width]T

// These are the rows of Table.Lanes. Their meaning depends on Table.Format.
const (
	LaneStiffness = iota // k [N/m]
	LanePull             // ByClass: k L0 [N]; ByLaw and Own: the scale of L0 for a cable, 0 for others
	LaneDamping          // c [N·s/m]
	LaneLeast            // ByClass: Record.Least; ByLaw and Own: (1e-12 m)² [m²]
	LaneFloor            // Record.Floor
	LaneScaled           // ByLaw: k times the scale of L0 [N/m]; Own: the scale of L0
	laneRows
)

// setNumbers writes the records and lanes of the classes and laws, with rest lengths times
// the scale of their actuator. scales is nil when nothing is actuated.
func (t *Table[T]) setNumbers(c *Classes[T], scales []float64) {
	t.Records = make([]Record[T], max(1, len(c.All)))
	for i, class := range c.All {
		t.Records[i] = class.record(scaleOf[T](scales, class.Actuator))
	}
	for i := range Width {
		t.Lanes[LaneLeast][i], t.Lanes[LaneFloor][i] = LeastSquare[T](), Law[T]{}.floor()
		t.setLane(c, i, scales)
	}
}

// Actuate writes the numbers that actuators change anew. scales holds L0(t)/L0 of each
// actuator. It allocates nothing.
func (t *Table[T]) Actuate(c *Classes[T], scales []float64) {
	for i := range c.All {
		if class := &c.All[i]; class.Actuator != 0 {
			t.Records[i] = class.record(scaleOf[T](scales, class.Actuator))
		}
	}
	for i := range Width {
		t.setLane(c, i, scales)
	}
	for _, d := range t.Driven {
		*numberAt[T](t.Columns, int(d.word)) = d.rest * scaleOf[T](scales, d.actuator)
	}
}

// Driven is an entry of the format Own whose rest length an actuator changes, in a model with
// more kinds than an entry can name.
type Driven[T Real] struct {
	word     uint32 // of the rest length, in Columns
	rest     T      // L0 [m]
	actuator uint16 // counted from 1
}

// plainKinds returns the kinds of entries that do not name their actuator.
func plainKinds[T Real]() []Law[T] { return []Law[T]{{}, {Cable: true}} }

// scaleOf returns L0(t)/L0 under an actuator, counted from 1.
func scaleOf[T Real](scales []float64, actuator uint16) T {
	if actuator == 0 || len(scales) == 0 {
		return 1
	}
	return T(scales[actuator-1])
}

// setLane writes the numbers of class, law or kind i.
func (t *Table[T]) setLane(c *Classes[T], i int, scales []float64) {
	switch {
	case t.Format == ByClass && i < len(c.All):
		r := t.Records[i]
		t.Lanes[LaneStiffness][i], t.Lanes[LanePull][i], t.Lanes[LaneDamping][i] = r.Stiffness, r.Pull, r.Damping
		t.Lanes[LaneLeast][i], t.Lanes[LaneFloor][i] = r.Least, r.Floor
	case t.Format == ByLaw && i < len(c.Laws):
		t.setLaw(i, c.Laws[i], scaleOf[T](scales, c.Laws[i].Actuator))
		t.Lanes[LaneScaled][i] *= c.Laws[i].Stiffness
	case t.Format == Own && i < len(c.Kinds):
		t.setLaw(i, c.Kinds[i], scaleOf[T](scales, c.Kinds[i].Actuator))
	}
}

func (t *Table[T]) setLaw(i int, l Law[T], scale T) {
	t.Lanes[LaneStiffness][i], t.Lanes[LaneDamping][i], t.Lanes[LaneFloor][i] = l.Stiffness, l.Damping, l.floor()
	t.Lanes[LaneScaled][i] = scale
	if l.Cable {
		t.Lanes[LanePull][i] = scale
	}
}

// numberAt returns the number that begins at a word of columns. Words before it are a multiple of
// 16, so that it is where a number of 8 bytes may be.
func numberAt[T Real](columns []uint32, word int) *T {
	return (*T)(unsafe.Pointer(&columns[word:][:SizeOf[T]()/4][0]))
}

// NumberOf returns a number of the entry of a lane: 0 is the rest length, 1 is k and 2 is c.
func NumberOf[T Real](column []uint32, which, lane int) T {
	return *numberAt[T](column, wordOf[T](which, lane))
}

// wordOf returns the word of a column with which a number begins.
func wordOf[T Real](which, lane int) int { return Width + (which*Width+lane)*int(SizeOf[T]()/4) }
