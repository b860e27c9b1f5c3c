package control

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"strings"

	"hooke/model"
)

// Spec is the control of a run. The zero value controls nothing.
type Spec struct {
	Seconds     float64 // length of a period that At makes steps of [s]
	Period      int     // N [steps], at least 1
	Latency     int     // L [periods]; 0: an action acts from the boundary of its sensors on
	Linear      bool    // whether inputs come to each action along a line over its period, from the one before; else at once
	Inputs      []Input
	Sensors     []Sensor
	Controllers []Controller
	Host        bool       // whether the host acts, too: steps stop at boundaries whose action needs one that it has not given, see Loop.Act
	Hold        bool       // whether steps continue there with the newest action of the host, and record which
	Replay      *Recording // actions of an earlier run, instead of all controllers and hosts; nil: no replay
}

// mostLatency bounds how many actions wait.
const mostLatency = 1 << 16

// At returns the spec for steps of dt [s]: a period has the whole number of steps nearest to Seconds, and at least one. A spec
// without Seconds stays as it is.
func (s *Spec) At(dt float64) *Spec {
	if s == nil || s.Seconds == 0 {
		return s
	}
	out := *s
	out.Period = int(max(1, min(math.Round(s.Seconds/dt), math.MaxInt32)))
	return &out
}

// Controls reports whether the spec sets anything.
func (s *Spec) Controls() bool { return s != nil && len(s.Inputs) > 0 }

// Check returns an error for a fault of the spec in a run, with the item that it concerns.
func (s *Spec) Check(m *model.Model, p model.Params) error {
	var faults []error
	add := func(what string, i int, name string, err error) {
		if err != nil {
			faults = append(faults, &Fault{What: what, Index: i, Err: fmt.Errorf("%s %q: %w", what, name, err)})
		}
	}
	if s.Period < 1 {
		add("control", 0, "period", fmt.Errorf("%d steps; give at least 1", s.Period))
	}
	if !(p.DT > 0) {
		add("control", 0, "dt", errors.New("a controlled run needs a step that is given"))
	}
	if s.Latency < 0 || s.Latency > mostLatency {
		add("control", 0, "latency", fmt.Errorf("latency is %d; give 0 to %d", s.Latency, mostLatency))
	}
	names, set := map[string]bool{}, map[string]string{}
	for i, in := range s.Inputs {
		target, err := in.resolve(&p)
		if err == nil {
			err = in.faults()
		}
		var taken string // the input that sets one of its items, too
		for _, item := range target.items {
			at := fmt.Sprintf("%s %d %s", target.kind, item, target.part)
			if taken == "" {
				taken = set[at]
			}
			set[at] = in.Name
		}
		switch {
		case err != nil:
		case names[in.Name]:
			err = errors.New("there is another input of that name")
		case taken != "":
			err = fmt.Errorf("%s is set by the input %q, too", in.Of, taken)
		default:
			trial := p.Clone()
			if target.kind == massKind {
				err = in.massFault(trial, &target, m)
			}
			if target.put(&trial, in.Initial, 0); err == nil {
				err = trial.ValidateFor(m)
			}
		}
		names[in.Name] = true
		add("input", i, in.Name, err)
	}
	names = map[string]bool{}
	for i, sensor := range s.Sensors {
		err := sensor.faults(m, &p)
		if err == nil && names[sensor.Name] {
			err = errors.New("there is another sensor of that name")
		}
		names[sensor.Name] = true
		add("sensor", i, sensor.Name, err)
	}
	for i := range s.Controllers {
		add("controller", i, s.Controllers[i].Name, s.controllerFault(&s.Controllers[i], float64(s.Period)*p.DT))
	}
	if s.Replay != nil && len(faults) == 0 {
		add("replay", 0, "inputs", s.Replay.fits(s))
	}
	return errors.Join(faults...)
}

// Fault reports a fault of an item of a spec.
type Fault struct {
	What  string // control, input, sensor, controller or replay
	Index int    // which of them
	Err   error
}

// Error names the item and its fault.
func (f *Fault) Error() string { return f.Err.Error() }

// Unwrap returns the fault alone.
func (f *Fault) Unwrap() error { return f.Err }

// controllerFault returns an error for a fault of a controller that acts once in a period
// [s].
func (s *Spec) controllerFault(c *Controller, period float64) error {
	for _, i := range c.Inputs {
		if i < 0 || i >= len(s.Inputs) {
			return fmt.Errorf("there is no input %d", i)
		}
	}
	for _, i := range c.Sensors {
		if i < 0 || i >= len(s.Sensors) || int(s.Sensors[i].What) >= len(quantityNames) {
			return fmt.Errorf("there is no sensor %d", i)
		}
	}
	if err := c.faults(s.numbers(c)); err != nil || c.Kind != Oscillators {
		return err
	}
	if steps := oscillatorSteps(period, c.Settle); !(steps <= mostOscillatorSteps) {
		return fmt.Errorf("a period of %.3g s has %.3g substeps of its oscillators; at most %d: give a shorter period or a lower settle", period, steps, mostOscillatorSteps)
	}
	return nil
}

// numbers returns how many numbers the sensors of a controller have.
func (s *Spec) numbers(c *Controller) (n int) {
	for _, i := range c.Sensors {
		n += s.Sensors[i].What.Width()
	}
	return n
}

// Fingerprint tells specs apart whose runs may differ; that of a spec that controls nothing is empty.
func (s *Spec) Fingerprint() string {
	if !s.Controls() {
		return ""
	}
	h := sha256.New()
	plain := *s
	plain.Replay = nil
	text := fmt.Sprintf("%+v", plain) // exact: %v of a float64 reads back as the same number
	// A controller that is no pid has the fingerprint that it had before there were any, so that its checkpoints continue.
	fmt.Fprint(h, strings.ReplaceAll(text, " KP:[] KI:[] KD:[] Goal:[] Limit:[]", ""))
	if s.Replay != nil {
		for _, x := range s.Replay.Actions {
			fmt.Fprintf(h, " %x", math.Float64bits(x))
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}
