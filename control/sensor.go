package control

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hooke/model"
)

// Quantity is the measured quantity of a sensor.
type Quantity uint8

// The quantities.
const (
	Time            Quantity = iota // [s]
	Length                          // of an actuator: Σ L / Σ L0 of its springs
	LengthRate                      // of an actuator: d/dt of Length [1/s]
	Phase                           // of an actuator, within its cycle, from 0 to 1
	Strain                          // mean (L − L0)/L0 of the springs with both ends in the group, L0 at rest
	Contact                         // share of the masses of the group that are in a contact
	ContactForce                    // Σ of the contact springs' pushes on the group along their normals [N]
	Height                          // of the center of mass of the group, along −gravity, over the world's origin [m]
	Position                        // of that center [m], 3 numbers
	Velocity                        // of that center [m/s], 3 numbers
	Orientation                     // of the group against its rest: quaternion w, x, y, z with w >= 0
	AngularVelocity                 // I⁻¹ Σ m r × v of the group [rad/s], 3 numbers
	ContactAny                      // 1 while a mass of the group is in a contact, else 0
	ContactCount                    // number of the masses of the group that are in a contact
	Force                           // of an actuator: mean pull of its springs [N], negative for a push
	Metric                          // a column of package metrics so far, sampled at boundaries; 0 while it is not defined
)

// quantityNames are the words of the quantities, in their order.
var quantityNames = []string{"time", "length", "rate", "phase", "strain", "contact", "contact_force", "height", "position", "velocity", "orientation", "angular_velocity",
	"contact_any", "contact_count", "force", "metric"}

// QuantityNames returns the names of measurable quantities, and metric:NAME of each metric.
func QuantityNames() (words []string) {
	words = slices.Clone(quantityNames[:Metric])
	for _, name := range metricNames() {
		words = append(words, metricPrefix+name)
	}
	return words
}

// Measuring returns a sensor of the named quantity; false if the name is unknown.
func Measuring(word string) (Sensor, bool) {
	if name, is := strings.CutPrefix(word, metricPrefix); is {
		return Sensor{What: Metric, Metric: name}, slices.Contains(metricNames(), name)
	}
	at := slices.Index(quantityNames[:Metric], word)
	return Sensor{What: Quantity(max(at, 0))}, at >= 0
}

// Measures returns the name of the sensor's quantity, as Measuring takes it.
func (s Sensor) Measures() string {
	if s.What == Metric {
		return metricPrefix + s.Metric
	}
	return s.What.String()
}

// String returns the word of the quantity.
func (q Quantity) String() string { return quantityNames[q] }

// OfActuator reports whether the quantity is one of an actuator, and not of a group.
func (q Quantity) OfActuator() bool {
	return q == Length || q == LengthRate || q == Phase || q == Force
}

// OfGroup reports whether the quantity is one of a group.
func (q Quantity) OfGroup() bool { return !q.OfActuator() && q != Time && q != Metric }

// Turns reports whether the quantity is a vector that may be told along the axes of the group.
func (q Quantity) Turns() bool { return q == Velocity || q == AngularVelocity }

// Width returns how many numbers the quantity has.
func (q Quantity) Width() int {
	switch q {
	case Position, Velocity, AngularVelocity:
		return 3
	case Orientation:
		return 4
	}
	return 1
}

// Sensor measures a quantity at every boundary. The zero value measures time.
type Sensor struct {
	Name     string
	What     Quantity
	Masses   []uint32 // ascending; nil: all masses
	Actuator int      // of quantities of an actuator
	Metric   string   // name of a column of package metrics
	Body     bool     // of vectors: along the axes of the group, as its orientation turns them, instead of those of the world
	Every    int      // boundaries from one measurement to the next, at those whose number is a multiple of it; between, it holds; zero: 1
	Delay    int      // boundaries by which the measurement is late; before, it is that of boundary 0
	Noise    float64  // standard deviation of Gaussian noise added to each number
	Seed     uint64   // of the noise
}

// faults returns an error for a fault of a sensor.
func (s Sensor) faults(m *model.Model, p *model.Params) error {
	switch {
	case int(s.What) >= len(quantityNames):
		return fmt.Errorf("quantity %d is unknown", s.What)
	case s.What.OfActuator() && (s.Actuator < 0 || s.Actuator >= len(p.Actuators)):
		return fmt.Errorf("there is no actuator %d; there are %d", s.Actuator, len(p.Actuators))
	case s.What == Metric && !slices.Contains(metricNames(), s.Metric):
		return fmt.Errorf("metric %q cannot be sensed; known are %s", s.Metric, strings.Join(metricNames(), ", "))
	case s.Body && !s.What.Turns():
		return fmt.Errorf("frame: %v is no vector that turns with a body", s.What)
	case s.Every < 0 || s.Every > mostDelay:
		return fmt.Errorf("every is %d; give 1 to %d", s.Every, mostDelay)
	case s.Delay < 0 || s.Delay > mostDelay:
		return fmt.Errorf("delay is %d; give 0 to %d", s.Delay, mostDelay)
	case !(s.Noise >= 0) || math.IsInf(s.Noise, 0):
		return fmt.Errorf("noise is %g; it must not be negative", s.Noise)
	case s.Masses != nil && len(s.Masses) == 0:
		return fmt.Errorf("its group has no masses")
	}
	for i, mass := range s.Masses {
		if int(mass) >= m.MassCount() || i > 0 && mass <= s.Masses[i-1] {
			return fmt.Errorf("mass %d in its list; give masses from 0 to %d once each, in ascending order", mass, m.MassCount()-1)
		}
	}
	probe := newProbe(s, m, p)
	switch {
	case (s.What == Strain || s.What == Length || s.What == LengthRate || s.What == Force) && len(probe.springs) == 0:
		return fmt.Errorf("there are no springs whose %v it could measure", s.What)
	case m.MassCount() > 0 && s.What.OfGroup() && !(probe.mass > 0):
		return fmt.Errorf("its group weighs nothing")
	case s.What == Force && p.Integrator.Method().Softens:
		return fmt.Errorf("springs have no force in the solver %v", p.Integrator)
	}
	if s.What == Force {
		for _, k := range probe.springs {
			if probe.law.Special(k.number) {
				return fmt.Errorf("spring %d of its actuator is a rigid link or a segment of a rod, whose force does not follow from the motion of two masses", k.number)
			}
			if m.Materials[m.MaterialOf[k.number]].Inelastic.Changes() {
				return fmt.Errorf("spring %d of its actuator tears, yields or creeps, so that its force does not follow from the motion of two masses", k.number)
			}
		}
	}
	return probe.fault
}

// mostDelay bounds the memory of a sensor.
const mostDelay = 1 << 20
