package control

import (
	"fmt"
	"strings"

	"hooke/model"
)

// Part is a controlled scene, or one without control, that becomes a part of another one.
type Part struct {
	Name   string // for messages, and in front of the names of its inputs, sensors and controllers
	Spec   *Spec  // nil: it controls nothing
	Params model.Params
	Masses int // its number of masses, which follow those of the parts before
}

// Join returns the control of parts whose masses, actuators, motors, forces and handles follow each other. All that are controlled
// need the same period and latency. Contacts are shared by the parts, so that an input that moves one is refused.
func Join(parts []Part) (*Spec, error) {
	var out *Spec
	var first string
	counts, masses := map[string]int{}, uint32(0)
	for _, part := range parts {
		if part.Spec.Controls() {
			if out == nil {
				out, first = &Spec{Seconds: part.Spec.Seconds, Latency: part.Spec.Latency, Linear: part.Spec.Linear, Hold: part.Spec.Hold}, part.Name
			}
			if out.Seconds != part.Spec.Seconds || out.Latency != part.Spec.Latency {
				return nil, fmt.Errorf("control: %s and %s cannot stand side by side: their periods are %g s and %g s, their latencies %d and %d; give both the same",
					first, part.Name, out.Seconds, part.Spec.Seconds, out.Latency, part.Spec.Latency)
			}
			if out.Linear != part.Spec.Linear || out.Hold != part.Spec.Hold {
				return nil, fmt.Errorf("control: %s and %s cannot stand side by side: one has another interpolation, or is late in another way; give both the same", first, part.Name)
			}
			if err := out.add(&part, counts, masses); err != nil {
				return nil, err
			}
		}
		masses += uint32(part.Masses)
		for _, kind := range []string{"actuator", "motor", "force", "handle", massKind} {
			counts[kind] += len(namesOf(&part.Params, kind))
		}
	}
	return out, nil
}

// add adds the control of a part that follows the given numbers of items and masses.
func (s *Spec) add(part *Part, before map[string]int, masses uint32) error {
	inputs, sensors := len(s.Inputs), len(s.Sensors)
	for _, in := range part.Spec.Inputs {
		target, err := in.resolve(&part.Params)
		if err != nil {
			return fmt.Errorf("control: %s: %w", part.Name, err)
		}
		if target.kind == "contact" {
			return fmt.Errorf("control: %s: the input %q moves a contact, which others that stand beside it share; open it alone", part.Name, in.Name)
		}
		shift := before[target.kind]
		low, high := target.items[0]+shift, target.items[len(target.items)-1]+shift
		in.Name = part.Name + "/" + in.Name
		in.Of = strings.Replace(target.form(), "[i]", fmt.Sprintf("[%d..%d]", low, high), 1)
		s.Inputs = append(s.Inputs, in)
	}
	for _, sensor := range part.Spec.Sensors {
		of := sensor.Masses
		if sensor.What == Metric {
			return fmt.Errorf("control: %s: the sensor %q measures how all of the structure moves, of which others are a part here; open it alone", part.Name, sensor.Name)
		}
		if of == nil && sensor.What.OfGroup() {
			for i := range part.Masses {
				of = append(of, uint32(i))
			}
		}
		sensor.Masses = nil
		for _, i := range of {
			sensor.Masses = append(sensor.Masses, i+masses)
		}
		if sensor.What.OfActuator() {
			sensor.Actuator += before["actuator"]
		}
		sensor.Name = part.Name + "/" + sensor.Name
		s.Sensors = append(s.Sensors, sensor)
	}
	for _, c := range part.Spec.Controllers {
		c.Name = strings.TrimSuffix(part.Name+"/"+c.Name, "/")
		c.Inputs, c.Sensors = shifted(c.Inputs, inputs), shifted(c.Sensors, sensors)
		s.Controllers = append(s.Controllers, c)
	}
	return nil
}

// shifted are numbers that each have grown.
func shifted(numbers []int, by int) (out []int) {
	for _, i := range numbers {
		out = append(out, i+by)
	}
	return out
}
