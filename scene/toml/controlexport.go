package toml

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hooke/control"
	"hooke/model"
	"hooke/scene/toml/spec"
)

// control writes the tables of a control, as makeControl reads them, and nothing for a spec that controls nothing. m has the
// groups of the sensors: masses that are no union of groups are an error.
func (w *writer) control(s *control.Spec, m *model.Model) error {
	if !s.Controls() {
		return nil
	}
	w.table("control")
	w.number("period", s.Seconds)
	if s.Latency > 0 {
		w.line("latency", strconv.Itoa(s.Latency))
	}
	if s.Linear {
		w.text("interpolation", spec.LinearInputs)
	}
	if s.Hold {
		w.text("late", spec.HoldLate)
	}
	for _, in := range s.Inputs {
		w.table("input")
		w.text("name", in.Name)
		w.text("of", in.Of)
		w.number("initial", in.Initial)
		if in.Min < in.Max {
			w.number("min", in.Min)
			w.number("max", in.Max)
		}
		w.unlessZero("rate", in.Rate)
	}
	for _, sensor := range s.Sensors {
		if err := w.sensor(&sensor, m); err != nil {
			return err
		}
	}
	for i := range s.Controllers {
		w.controller(s, &s.Controllers[i])
	}
	return nil
}

// numbers writes a list, unless it is empty.
func (w *writer) numbers(key string, values []float64) {
	var out []string
	for _, x := range values {
		out = append(out, digits(x))
	}
	if len(out) > 0 {
		w.line(key, "["+strings.Join(out, ", ")+"]")
	}
}

func (w *writer) sensor(s *control.Sensor, m *model.Model) error {
	w.table("sensor")
	w.text("name", s.Name)
	w.text("what", s.Measures())
	switch {
	case s.What.OfActuator():
		w.text("actuator", strconv.Itoa(s.Actuator))
	case s.Masses != nil:
		groups := groupsOf(s.Masses, m)
		if groups == nil {
			return fmt.Errorf("scene: the sensor %q is of %d masses that are no groups, which cannot be written", s.Name, len(s.Masses))
		}
		w.texts("group", groups)
	}
	if s.Body {
		w.text("frame", "body")
	}
	if s.Every > 1 {
		w.line("every", strconv.Itoa(s.Every))
	}
	if s.Delay > 0 {
		w.line("delay", strconv.Itoa(s.Delay))
	}
	if s.Noise > 0 {
		w.number("noise", s.Noise)
		w.line("seed", strconv.FormatUint(s.Seed, 10))
	}
	return nil
}

// groupsOf are groups whose masses together are those of an ascending list: one, or all that lie in it; nil: none.
func groupsOf(masses []uint32, m *model.Model) (names []string) {
	var union []uint32
	for _, g := range m.Groups {
		within := len(g.Masses) > 0
		for _, i := range g.Masses {
			_, found := slices.BinarySearch(masses, i)
			within = within && found
		}
		if !within {
			continue
		}
		if own := slices.Sorted(slices.Values(g.Masses)); slices.Equal(own, masses) {
			return []string{g.Name}
		}
		names, union = append(names, g.Name), append(union, g.Masses...)
	}
	slices.Sort(union)
	if !slices.Equal(slices.Compact(union), masses) {
		return nil
	}
	return names
}

func (w *writer) controller(s *control.Spec, c *control.Controller) {
	w.table("controller")
	w.text("kind", c.Kind.String())
	if c.Name != "" {
		w.text("name", c.Name)
	}
	var sensors, inputs []string
	for _, i := range c.Sensors {
		sensors = append(sensors, s.Sensors[i].Name)
	}
	for _, i := range c.Inputs {
		inputs = append(inputs, s.Inputs[i].Name)
	}
	w.texts("sensors", sensors)
	w.texts("inputs", inputs)
	var layers []float64
	for _, units := range c.Layers {
		layers = append(layers, float64(units))
	}
	for _, list := range []struct {
		key    string
		values []float64
	}{
		{"bias", c.Bias}, {"gain", c.Gain}, {"frequency", c.Frequency}, {"amplitude", c.Amplitude}, {"phase", c.Phase},
		{"coupling", c.Coupling}, {"offset", c.Offset}, {"feedback", c.Feedback}, {"layers", layers}, {"weights", c.Weights},
		{"kp", c.KP}, {"ki", c.KI}, {"kd", c.KD}, {"goal", c.Goal}, {"limit", c.Limit},
	} {
		w.numbers(list.key, list.values)
	}
	for _, x := range []struct {
		key   string
		value float64
	}{{"settle", c.Settle}, {"threshold", c.Threshold}, {"hold", c.Hold}, {"refractory", c.Refractory}} {
		w.unlessZero(x.key, x.value)
	}
}
