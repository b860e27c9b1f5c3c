package spec

import (
	"strings"

	"hooke/control"
)

func controlSpec() Table {
	return Table{Name: "control", doc: "Closes the loop: at the end of every period sensors are read, controllers answer, and inputs are set. docs/control.md begins with a job.", Keys: []Key{
		{Name: "period", Kind: Number, Unit: "s", Required: true, Bound: positive, Doc: "between two boundaries; the nearest whole number of steps is taken"},
		{Name: "latency", Kind: Whole, Bound: notNegative, fallback: "0", Doc: "periods from the boundary whose sensors are read to the boundary from which on the answer acts"},
		{Name: "interpolation", Kind: Word, Words: []string{"zero-order", LinearInputs}, fallback: "zero-order", Doc: "how inputs come to an answer: zero-order, all at once; linear, along a line over its period, from the one before"},
		{Name: "late", Kind: Word, Words: []string{"wait", HoldLate}, fallback: "wait", Doc: "for programs that act on the scene: what steps do when an action is not there; wait for it, or hold the one before and record which was used"},
	}}
}

// Words of the keys interpolation and late.
const (
	LinearInputs = "linear"
	HoldLate     = "hold"
)

func inputSpec() Table {
	return Table{Name: "input", Many: true, doc: "A number of the run that controllers set; without any it keeps its initial value.", Keys: []Key{
		{Name: "name", Kind: Text, Required: true, Doc: "for controllers"},
		{Name: "of", Kind: Text, Required: true, Doc: "what it sets, i a number or a name: " + strings.Join(control.Quantities(), "; ")},
		{Name: "initial", Kind: Number, fallback: "what the run has; 1 of a length", Doc: "until the first answer acts"},
		{Name: "min", Kind: Number, fallback: "none", Doc: "the least that it is set to; give max, too"},
		{Name: "max", Kind: Number, fallback: "none", Doc: "the largest; give min, too"},
		{Name: "rate", Kind: Number, Unit: "1/s", Bound: positive, fallback: "none", Doc: "the largest change in a second"},
	}}
}

func sensorSpec() Table {
	return Table{Name: "sensor", Many: true, doc: "Measures a quantity of the structure at every boundary, for controllers and for programs that step the scene.", Keys: []Key{
		{Name: "name", Kind: Text, Required: true, Doc: "for controllers"},
		{Name: "what", Kind: Word, Required: true, Words: control.QuantityNames(), Doc: "time [s]; of an actuator its length (L/L0 of its springs), rate [1/s], phase (of a cycle, 0 to 1) and force (mean pull of its springs [N]); of a group the mean strain of its springs, contact (share of its masses in a contact), contact_any (1 or 0), contact_count, contact_force [N], height, position and velocity of its center of mass, orientation (quaternion w, x, y, z against its rest) and angular_velocity [rad/s]; metric:NAME, a metric of the whole structure so far, sampled at boundaries, 0 while it is not defined"},
		{Name: "group", Kind: Texts, fallback: "all masses", Doc: "groups that it is of"},
		{Name: "actuator", Kind: Text, Doc: "the actuator of length, rate, phase and force, by number or name"},
		{Name: "frame", Kind: Word, Words: []string{"world", "body"}, fallback: "world", Doc: "axes of a velocity or an angular_velocity: those of the world, or of the group as its orientation turns them"},
		{Name: "every", Kind: Whole, Bound: positive, fallback: "1", Doc: "periods from one measurement to the next; between, it holds"},
		{Name: "delay", Kind: Whole, Bound: notNegative, fallback: "0", Doc: "periods by which it is late"},
		{Name: "noise", Kind: Number, Bound: notNegative, fallback: "0", Doc: "standard deviation of what is added to each number, in its unit"},
		{Name: "seed", Kind: Whole, Bound: notNegative, fallback: "that of [run]", With: []string{"noise"}, Doc: "of the noise"},
	}}
}

func controllerSpec() Table {
	waves := []string{"sine", "oscillators"}
	return Table{Name: "controller", Many: true, Variant: []string{"kind"},
		doc: "Computes inputs from sensors; what several set is added up. y is the numbers of its sensors in their order, u those of its inputs.",
		Keys: []Key{
			{Name: "kind", Kind: Word, Words: control.KindNames(), Doc: "linear: u = bias + gain y; sine: u = bias + amplitude sin(2π frequency t + phase); oscillators: phases that pull at each other, u = bias + r cos φ; network: layers of tanh; reflex: bias, and gain for a while after the sensor rises over the threshold"},
			{Name: "name", Kind: Text, fallback: "none", Doc: "for messages"},
			{Name: "sensors", Kind: Texts, Only: []string{"linear", "oscillators", "network", "reflex"}, Needed: []string{"linear", "network", "reflex"}, Doc: "names of its sensors; of a reflex one with one number"},
			{Name: "inputs", Kind: Texts, Required: true, Doc: "names of what it sets"},
			{Name: "bias", Kind: Numbers, fallback: "0", Doc: "added, one for each input"},
			{Name: "gain", Kind: Numbers, Only: []string{"linear", "reflex"}, Required: true, Doc: "of linear: a row for each input, a column for each number of y; of reflex: one for each input"},
			{Name: "frequency", Kind: Numbers, Unit: "Hz", Only: waves, Required: true, Doc: "one for all inputs, or one for each"},
			{Name: "amplitude", Kind: Numbers, Only: append([]string{"network"}, waves...), fallback: "1", Doc: "likewise; of oscillators R, to which r settles"},
			{Name: "phase", Kind: Numbers, Unit: "rad", Only: waves, fallback: "0", Doc: "likewise, at the start"},
			{Name: "coupling", Kind: Numbers, Unit: "1/s", Only: []string{"oscillators"}, fallback: "0", Doc: "w, a row for each input, a column for each other: how strongly that pulls"},
			{Name: "offset", Kind: Numbers, Unit: "rad", Only: []string{"oscillators"}, fallback: "0", Doc: "ψ, likewise: by how much that leads when both agree"},
			{Name: "feedback", Kind: Numbers, Unit: "1/s", Only: []string{"oscillators"}, fallback: "0", Doc: "a row for each input, a column for each number of y: added to the rate of its phase"},
			{Name: "settle", Kind: Number, Unit: "1/s", Only: []string{"oscillators"}, Bound: positive, fallback: "at once", Doc: "α, with which r settles, from 0 on"},
			{Name: "layers", Kind: Numbers, Only: []string{"network"}, Bound: positive, fallback: "none", Doc: "units of each hidden layer"},
			{Name: "weights", Kind: Numbers, Only: []string{"network"}, fallback: "those of weights_file", Doc: "of each layer row by row, and behind each row its bias"},
			{Name: "weights_file", Kind: File, Only: []string{"network"}, fallback: "weights", Doc: "the same numbers, text or .npy"},
			{Name: "threshold", Kind: Number, Only: []string{"reflex"}, fallback: "0", Doc: "over which the sensor begins it"},
			{Name: "hold", Kind: Number, Unit: "s", Only: []string{"reflex"}, Bound: notNegative, fallback: "while the sensor is above", Doc: "how long it acts"},
			{Name: "refractory", Kind: Number, Unit: "s", Only: []string{"reflex"}, Bound: notNegative, fallback: "0", Doc: "how long after its begin it cannot begin again"},
		}}
}
