package spec

import (
	"strings"

	"hooke/control"
)

func controlSpec() Table {
	return Table{Name: "control", doc: "Closed-loop control: after every period, controllers read sensors and set inputs. docs/control.md is the guide.", Keys: []Key{
		{Name: "period", Kind: Number, Unit: "s", Required: true, Bound: positive, Doc: "between two boundaries, rounded to whole steps"},
		{Name: "latency", Kind: Whole, Bound: notNegative, fallback: "0", Doc: "periods from reading sensors to the action"},
		{Name: "interpolation", Kind: Word, Words: []string{"zero-order", LinearInputs}, fallback: "zero-order", Doc: "zero-order: inputs jump to the action; linear: they reach it at the end of its period"},
		{Name: "late", Kind: Word, Words: []string{"wait", HoldLate}, fallback: "wait", Doc: "for external programs without an action in time: wait, or hold the previous action and record that"},
	}}
}

// Words of the keys interpolation and late.
const (
	LinearInputs = "linear"
	HoldLate     = "hold"
)

func inputSpec() Table {
	return Table{Name: "input", Many: true, doc: "A number of the run that controllers set.", Keys: []Key{
		{Name: "name", Kind: Text, Required: true, Doc: "for controllers"},
		{Name: "of", Kind: Text, Required: true, Doc: "the number, with i a position in the file or a name: " + strings.Join(control.Quantities(), "; ")},
		{Name: "initial", Kind: Number, fallback: "that of the run; 1 of a length", Doc: "until the first action"},
		{Name: "min", Kind: Number, fallback: "none", Doc: "lower limit; requires max"},
		{Name: "max", Kind: Number, fallback: "none", Doc: "upper limit; requires min"},
		{Name: "rate", Kind: Number, Unit: "1/s", Bound: positive, fallback: "none", Doc: "largest change per second"},
	}}
}

func sensorSpec() Table {
	return Table{Name: "sensor", Many: true, doc: "Measures a quantity at every boundary, for controllers and external programs.", Keys: []Key{
		{Name: "name", Kind: Text, Required: true, Doc: "for controllers"},
		{Name: "what", Kind: Word, Required: true, Words: control.QuantityNames(), Doc: "time [s]; of an actuator: length (L/L0), rate [1/s], phase (0 to 1), force (mean pull [N]); of a group: mean strain, contact (share of masses in contact), contact_any (1 or 0), contact_count, contact_force [N], height, position and velocity of the center of mass, orientation (quaternion w, x, y, z from rest), angular_velocity [rad/s]; metric:NAME: a metric of the structure so far, 0 while undefined"},
		{Name: "group", Kind: Texts, fallback: "all masses", Doc: "groups to measure"},
		{Name: "actuator", Kind: Text, Doc: "actuator to measure, by number or name"},
		{Name: "frame", Kind: Word, Words: []string{"world", "body"}, fallback: "world", Doc: "axes of velocity and angular_velocity; body: those of the group's orientation"},
		{Name: "every", Kind: Whole, Bound: positive, fallback: "1", Doc: "periods between measurements"},
		{Name: "delay", Kind: Whole, Bound: notNegative, fallback: "0", Doc: "delay in periods"},
		{Name: "noise", Kind: Number, Bound: notNegative, fallback: "0", Doc: "standard deviation of added noise, in its unit"},
		{Name: "seed", Kind: Whole, Bound: notNegative, fallback: "that of [run]", With: []string{"noise"}, Doc: "of the noise"},
	}}
}

func controllerSpec() Table {
	waves := []string{"sine", "oscillators"}
	return Table{Name: "controller", Many: true, Variant: []string{"kind"},
		doc: "Computes inputs u from the numbers y of its sensors; several controllers of one input add up.",
		Keys: []Key{
			{Name: "kind", Kind: Word, Words: control.KindNames(), Doc: "linear: u = bias + gain y; sine: u = bias + amplitude sin(2π frequency t + phase); oscillators: coupled phases, u = bias + r cos φ; network: layers of tanh; reflex: bias, plus gain for hold after the sensor exceeds threshold; pid: u = bias + kp e + ∫ ki e dt − kd dy/dt with e = goal − y, within limit"},
			{Name: "name", Kind: Text, fallback: "none", Doc: "name, for messages"},
			{Name: "sensors", Kind: Texts, Only: []string{"linear", "oscillators", "network", "reflex", "pid"}, Needed: []string{"linear", "network", "reflex", "pid"}, Doc: "its sensors; of a reflex one with one number, of a pid a number per input"},
			{Name: "inputs", Kind: Texts, Required: true, Doc: "inputs to set"},
			{Name: "bias", Kind: Numbers, fallback: "0", Doc: "one per input"},
			{Name: "gain", Kind: Numbers, Only: []string{"linear", "reflex"}, Required: true, Doc: "linear: a row per input, a column per number of y; reflex: one per input"},
			{Name: "frequency", Kind: Numbers, Unit: "Hz", Only: waves, Required: true, Doc: "one for all inputs, or one per input"},
			{Name: "amplitude", Kind: Numbers, Only: append([]string{"network"}, waves...), fallback: "1", Doc: "likewise; of oscillators the limit R of r"},
			{Name: "phase", Kind: Numbers, Unit: "rad", Only: waves, fallback: "0", Doc: "likewise, at the start"},
			{Name: "coupling", Kind: Numbers, Unit: "1/s", Only: []string{"oscillators"}, fallback: "0", Doc: "w, a row per input, a column per other input"},
			{Name: "offset", Kind: Numbers, Unit: "rad", Only: []string{"oscillators"}, fallback: "0", Doc: "ψ, likewise: phase lead of the other in lock"},
			{Name: "feedback", Kind: Numbers, Unit: "1/s", Only: []string{"oscillators"}, fallback: "0", Doc: "a row per input, a column per number of y: added to the phase rate"},
			{Name: "settle", Kind: Number, Unit: "1/s", Only: []string{"oscillators"}, Bound: positive, fallback: "at once", Doc: "α, rate at which r settles"},
			{Name: "layers", Kind: Numbers, Only: []string{"network"}, Bound: positive, fallback: "none", Doc: "units of each hidden layer"},
			{Name: "weights", Kind: Numbers, Only: []string{"network"}, fallback: "those of weights_file", Doc: "of each layer, row by row, each row with its bias last"},
			{Name: "weights_file", Kind: File, Only: []string{"network"}, fallback: "weights", Doc: "the same numbers, text or .npy"},
			{Name: "threshold", Kind: Number, Only: []string{"reflex"}, fallback: "0", Doc: "sensor value that triggers it"},
			{Name: "hold", Kind: Number, Unit: "s", Only: []string{"reflex"}, Bound: notNegative, fallback: "while the sensor is above", Doc: "duration of the action"},
			{Name: "refractory", Kind: Number, Unit: "s", Only: []string{"reflex"}, Bound: notNegative, fallback: "0", Doc: "least time between triggers"},
			{Name: "kp", Kind: Numbers, Only: []string{"pid"}, fallback: "0", Doc: "gain of the error e; one for all inputs, or one per input"},
			{Name: "ki", Kind: Numbers, Unit: "1/s", Only: []string{"pid"}, fallback: "0", Doc: "likewise, of its integral"},
			{Name: "kd", Kind: Numbers, Unit: "s", Only: []string{"pid"}, fallback: "0", Doc: "likewise, of dy/dt"},
			{Name: "goal", Kind: Numbers, Only: []string{"pid"}, fallback: "0", Doc: "likewise, the y to hold"},
			{Name: "limit", Kind: Numbers, Only: []string{"pid"}, Bound: notNegative, fallback: "none", Doc: "likewise, largest |u − bias|; there the integral does not grow"},
		}}
}
