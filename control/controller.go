package control

import (
	"fmt"
	"math"
)

// Kind is a kind of controllers.
type Kind uint8

// The kinds.
const (
	Linear      Kind = iota // u = bias + Gain y
	Sine                    // u_i = bias_i + a_i sin(2π (f t + φ_i/2π))
	Oscillators             // phases that pull at each other, see oscillators
	Network                 // layers of tanh, see network
	Reflex                  // u_i = bias_i + gain_i for a while from when a sensor is over a threshold, again as long as it is
	PID                     // u_i = bias_i + kp e + ∫ ki e dt − kd dy/dt, see pid
)

// kindNames are the words of the kinds, in their order.
var kindNames = []string{"linear", "sine", "oscillators", "network", "reflex", "pid"}

// KindNames returns the words of all kinds.
func KindNames() []string { return append([]string(nil), kindNames...) }

// String returns the word of the kind.
func (k Kind) String() string { return kindNames[k] }

// Controller computes inputs from sensors at every boundary. Which numbers mean something
// depends on the kind; matrices go row by row.
type Controller struct {
	Name    string
	Kind    Kind
	Sensors []int // numbers in Spec.Sensors; y is all their numbers in that order
	Inputs  []int // numbers in Spec.Inputs, one for each output u

	Bias []float64 // added to each output; nil: zeros
	Gain []float64 // linear: outputs × len(y); reflex: one for each output

	Frequency []float64 // sine, oscillators: one for all, or one for each output [Hz]
	Amplitude []float64 // likewise; nil: ones
	Phase     []float64 // likewise, at the start [rad]; nil: zeros

	Coupling []float64 // oscillators: w, outputs × outputs [1/s]
	Offset   []float64 // oscillators: ψ, likewise [rad]; nil: zeros
	Feedback []float64 // oscillators: a, outputs × len(y) [1/s]; nil: zeros
	Settle   float64   // oscillators: α, with which amplitudes settle [1/s]; zero: at once

	Layers  []int     // network: units of each hidden layer
	Weights []float64 // network: of each layer, row by row, and behind each row its bias

	Threshold  float64 // reflex
	Hold       float64 // reflex: how long it acts [s]; zero: as long as the sensor is above
	Refractory float64 // reflex: how long after its begin it does not begin again [s]

	KP, KI, KD []float64 // pid: gains of e = goal − y, of its integral [1/s], and of dy/dt [s]; nil: zeros; one for all, or one for each output
	Goal       []float64 // pid: likewise; nil: zeros
	Limit      []float64 // pid: likewise, largest |u − bias|; nil: none
}

// worker is a controller at work: outputs of the numbers y at boundary b and time t, and a state that checkpoints keep.
type worker interface {
	// act adds its outputs to u.
	act(b int64, t float64, y, u []float64)
	// state are its numbers, whose bits are kept.
	state() []uint64
	restore(bits []uint64)
}

// limits of controllers, so that files ask for no more than is used.
const (
	mostOutputs = 4096
	mostUnits   = 1024
)

// newWorker makes a controller of outputs numbers from inputs numbers, for periods [s].
func (c *Controller) newWorker(numbers int, period float64) (worker, error) {
	if err := c.faults(numbers); err != nil {
		return nil, err
	}
	switch c.Kind {
	case Linear:
		return &linear{c}, nil
	case Sine:
		return &sine{c, period}, nil
	case Oscillators:
		return newOscillators(c, numbers, period), nil
	case Network:
		return newNetwork(c, numbers), nil
	case PID:
		return newPID(c, period), nil
	}
	return &reflex{Controller: c, period: period, begun: -1}, nil
}

// faults returns an error for a fault of a controller with the given number of inputs.
func (c *Controller) faults(numbers int) error {
	n := len(c.Inputs)
	switch {
	case int(c.Kind) >= len(kindNames):
		return fmt.Errorf("kind %d is unknown", c.Kind)
	case n == 0 || n > mostOutputs:
		return fmt.Errorf("it sets %d inputs; name 1 to %d", n, mostOutputs)
	case numbers > mostOutputs:
		return fmt.Errorf("its sensors have %d numbers; at most %d", numbers, mostOutputs)
	case numbers == 0 && (c.Kind == Linear || c.Kind == Network || c.Kind == Reflex || c.Kind == PID):
		return fmt.Errorf("a controller of kind %v needs sensors", c.Kind)
	case c.Kind == Reflex && numbers != 1:
		return fmt.Errorf("a reflex has one sensor of one number; these have %d", numbers)
	case c.Kind == PID && numbers != n:
		return fmt.Errorf("a pid has a number of sensors for each input; its sensors have %d, its inputs are %d", numbers, n)
	case c.Kind == PID && len(c.KP)+len(c.KI)+len(c.KD) == 0:
		return fmt.Errorf("a pid without kp, ki and kd does nothing; give at least one of them")
	}
	if err := c.numberFaults(); err != nil {
		return err
	}
	type list struct {
		name     string
		values   []float64
		sizes    []int // that it may have
		optional bool
		kinds    []Kind
	}
	each := []int{1, n}
	for _, l := range []list{
		{"bias", c.Bias, []int{n}, true, []Kind{Linear, Sine, Oscillators, Network, Reflex, PID}},
		{"gain", c.Gain, []int{map[bool]int{true: n, false: n * numbers}[c.Kind == Reflex]}, false, []Kind{Linear, Reflex}},
		{"frequency", c.Frequency, each, false, []Kind{Sine, Oscillators}},
		{"amplitude", c.Amplitude, each, true, []Kind{Sine, Oscillators, Network}},
		{"phase", c.Phase, each, true, []Kind{Sine, Oscillators}},
		{"coupling", c.Coupling, []int{n * n}, true, []Kind{Oscillators}},
		{"offset", c.Offset, []int{n * n}, true, []Kind{Oscillators}},
		{"feedback", c.Feedback, []int{n * numbers}, true, []Kind{Oscillators}},
		{"weights", c.Weights, []int{c.weights(numbers)}, false, []Kind{Network}},
		{"kp", c.KP, each, true, []Kind{PID}},
		{"ki", c.KI, each, true, []Kind{PID}},
		{"kd", c.KD, each, true, []Kind{PID}},
		{"goal", c.Goal, each, true, []Kind{PID}},
		{"limit", c.Limit, each, true, []Kind{PID}},
	} {
		if err := listFault(l.name, l.values, l.sizes, l.optional, c.has(l.kinds), c.Kind); err != nil {
			return err
		}
	}
	return nil
}

// has reports whether the controller is of one of some kinds.
func (c *Controller) has(kinds []Kind) bool {
	for _, k := range kinds {
		if k == c.Kind {
			return true
		}
	}
	return false
}

// listFault returns an error for a fault in a list of numbers of a controller.
func listFault(name string, values []float64, sizes []int, optional, known bool, kind Kind) error {
	switch {
	case !known && len(values) > 0:
		return fmt.Errorf("%s means nothing to a controller of kind %v", name, kind)
	case !known || len(values) == 0 && optional:
		return nil
	}
	fits := false
	for _, size := range sizes {
		fits = fits || len(values) == size
	}
	if !fits {
		return fmt.Errorf("%s has %d numbers; give %d", name, len(values), sizes[len(sizes)-1])
	}
	for _, x := range values {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf("%s has %g in it; give finite numbers", name, x)
		}
	}
	return nil
}

// numberFaults returns an error for faults of the single numbers.
func (c *Controller) numberFaults() error {
	type number struct {
		name  string
		value float64
		kinds []Kind
	}
	for _, x := range []number{
		{"settle", c.Settle, []Kind{Oscillators}}, {"hold", c.Hold, []Kind{Reflex}}, {"refractory", c.Refractory, []Kind{Reflex}},
	} {
		switch {
		case !(x.value >= 0) || math.IsInf(x.value, 0):
			return fmt.Errorf("%s is %g; it must not be negative", x.name, x.value)
		case x.value != 0 && !c.has(x.kinds):
			return fmt.Errorf("%s means nothing to a controller of kind %v", x.name, c.Kind)
		}
	}
	if math.IsNaN(c.Threshold) || math.IsInf(c.Threshold, 0) || c.Threshold != 0 && c.Kind != Reflex {
		return fmt.Errorf("threshold is %g; it is a finite number of a reflex", c.Threshold)
	}
	for _, limit := range c.Limit {
		if !(limit >= 0) {
			return fmt.Errorf("limit has %g in it; it must not be negative", limit)
		}
	}
	if len(c.Layers) > 0 && c.Kind != Network {
		return fmt.Errorf("layers mean nothing to a controller of kind %v", c.Kind)
	}
	for _, units := range c.Layers {
		if units < 1 || units > mostUnits {
			return fmt.Errorf("a layer of %d units; give 1 to %d", units, mostUnits)
		}
	}
	return nil
}

// of is number i of a list that has one for all, one for each, or none.
func of(list []float64, i int, none float64) float64 {
	switch {
	case len(list) == 0:
		return none
	case len(list) == 1:
		return list[0]
	}
	return list[i]
}

// linear is u = bias + Gain y.
type linear struct{ *Controller }

func (c *linear) act(_ int64, _ float64, y, u []float64) {
	for i := range u {
		u[i] += of(c.Bias, i, 0)
		for k, value := range y {
			u[i] += c.Gain[i*len(y)+k] * value
		}
	}
}

func (c *linear) state() []uint64  { return nil }
func (c *linear) restore([]uint64) {}

// sine is waves in time, of phases counted in boundaries, so that they do not depend on rounded times.
type sine struct {
	*Controller
	period float64 // [s]
}

func (c *sine) act(b int64, _ float64, _, u []float64) {
	for i := range u {
		turns := turnsAfter(of(c.Frequency, i, 0)*c.period, b) + turnsOf(of(c.Phase, i, 0)/(2*math.Pi))
		u[i] += of(c.Bias, i, 0) + of(c.Amplitude, i, 1)*math.Sin(turns.angle())
	}
}

func (c *sine) state() []uint64  { return nil }
func (c *sine) restore([]uint64) {}

// reflex acts for a while from when its sensor is over the threshold, and again as long as it is.
type reflex struct {
	*Controller
	period float64
	begun  int64 // the boundary at which it acted last; −1: never
}

func (c *reflex) act(b int64, _ float64, y, u []float64) {
	above := y[0] > c.Threshold
	since := func() float64 { return float64(b - c.begun) } // [periods]
	hold, rest := c.periods(c.Hold), c.periods(c.Refractory)
	if above && (c.begun < 0 || since() >= max(hold, rest)) {
		c.begun = b
	}
	acts := c.begun >= 0 && since() < hold || c.Hold == 0 && above
	for i := range u {
		u[i] += of(c.Bias, i, 0)
		if acts {
			u[i] += c.Gain[i]
		}
	}
}

// periods returns how many periods a time [s] takes up. A time that is whole periods but for rounding is these.
func (c *reflex) periods(t float64) float64 { return math.Ceil(t/c.period - 1e-6) }

func (c *reflex) state() []uint64       { return []uint64{uint64(c.begun)} }
func (c *reflex) restore(bits []uint64) { c.begun = int64(bits[0]) }
