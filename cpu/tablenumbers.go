package cpu

import "math"

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

// number is the bits of a number in a column.
func number(x float64) uint32 { return math.Float32bits(float32(x)) }
