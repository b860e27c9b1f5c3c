package table

import "math"

// LaneTable holds the numbers of 16 classes, laws or kinds. It has a row for each number.
type LaneTable [laneRows][Width]float32

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
func (t *Table) setNumbers(c *Classes, scales []float64) {
	t.Records = make([]Record, max(1, len(c.All)))
	for i, class := range c.All {
		t.Records[i] = class.record(scaleOf(scales, class.Actuator))
	}
	for i := range Width {
		t.Lanes[LaneLeast][i], t.Lanes[LaneFloor][i] = leastSquare(), Law{}.floor()
		t.setLane(c, i, scales)
	}
}

// Actuate writes the numbers that actuators change anew. scales holds L0(t)/L0 of each
// actuator. It allocates nothing.
func (t *Table) Actuate(c *Classes, scales []float64) {
	for i := range c.All {
		if class := &c.All[i]; class.Actuator != 0 {
			t.Records[i] = class.record(scaleOf(scales, class.Actuator))
		}
	}
	for i := range Width {
		t.setLane(c, i, scales)
	}
	for _, d := range t.Driven {
		t.Columns[d.word] = math.Float32bits(d.rest * scaleOf(scales, d.actuator))
	}
}

// Driven is an entry of the format Own whose rest length an actuator changes, in a model with
// more kinds than an entry can name. 12 bytes.
type Driven struct {
	word     uint32  // of the rest length, in Columns
	rest     float32 // L0 [m]
	actuator uint16  // counted from 1
}

// plainKinds are the kinds of entries that do not name their actuator.
func plainKinds() []Law { return []Law{{}, {Cable: true}} }

// scaleOf is L0(t)/L0 under an actuator, counted from 1.
func scaleOf(scales []float64, actuator uint16) float32 {
	if actuator == 0 || len(scales) == 0 {
		return 1
	}
	return float32(scales[actuator-1])
}

// setLane writes the numbers of class, law or kind i.
func (t *Table) setLane(c *Classes, i int, scales []float64) {
	switch {
	case t.Format == ByClass && i < len(c.All):
		r := t.Records[i]
		t.Lanes[LaneStiffness][i], t.Lanes[LanePull][i], t.Lanes[LaneDamping][i] = r.Stiffness, r.Pull, r.Damping
		t.Lanes[LaneLeast][i], t.Lanes[LaneFloor][i] = r.Least, r.Floor
	case t.Format == ByLaw && i < len(c.Laws):
		t.setLaw(i, c.Laws[i], scaleOf(scales, c.Laws[i].Actuator))
		t.Lanes[LaneScaled][i] *= c.Laws[i].Stiffness
	case t.Format == Own && i < len(c.Kinds):
		t.setLaw(i, c.Kinds[i], scaleOf(scales, c.Kinds[i].Actuator))
	}
}

func (t *Table) setLaw(i int, l Law, scale float32) {
	t.Lanes[LaneStiffness][i], t.Lanes[LaneDamping][i], t.Lanes[LaneFloor][i] = l.Stiffness, l.Damping, l.floor()
	t.Lanes[LaneScaled][i] = scale
	if l.Cable {
		t.Lanes[LanePull][i] = scale
	}
}

// number is the bits of a number in a column.
func number(x float64) uint32 { return math.Float32bits(float32(x)) }
