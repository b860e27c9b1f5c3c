package metrics

import (
	"fmt"
	"math"

	"hooke/model"
)

// Options choose the metrics. The zero value samples every 10 steps from the start, moves
// forward along +x, and takes all masses for body and feet.
type Options struct {
	Every   int64      // steps between samples; 0: DefaultEvery
	Settle  float64    // time that the robot has to come to rest before anything counts [s]
	Forward model.Vec3 // direction of speed_forward; zero: +x
	Body    string     // group whose clearance counts; empty: all masses
	Groups  []string   // groups that have contact_duty and slip of their own; nil: none
}

// OptionError is an option that does not suit a model.
type OptionError struct{ Option, text string } // forward, body or groups, and the sentence

func (e *OptionError) Error() string { return "metrics: " + e.text }

// wrong returns an error of an option.
func wrong(option, format string, args ...any) error {
	return &OptionError{option, fmt.Sprintf(format, args...)}
}

// DefaultEvery is the number of steps between samples.
const DefaultEvery = 10

// level is the sine of the angle between forward and gravity below which there is no forward.
const level = 1e-6

// faults returns an error for faults of the options for a model, other than those of its
// groups.
func (o Options) faults() error {
	switch {
	case o.Every < 0:
		return fmt.Errorf("metrics: every is %d steps; it must be at least 1", o.Every)
	case !(o.Settle >= 0) || math.IsInf(o.Settle, 0):
		return fmt.Errorf("metrics: settle is %g s; it must be 0 or more", o.Settle)
	}
	for _, x := range o.Forward {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf("metrics: forward is %v; every component must be a finite number", o.Forward)
		}
	}
	return nil
}

// upward returns the direction against gravity; +z without gravity.
func upward(gravity model.Vec3) model.Vec3 {
	if size := gravity.Len(); size > 0 {
		return gravity.Mul(-1 / size)
	}
	return model.Vec3{0, 0, 1}
}

// Directions returns the unit vectors along which metrics are measured: ahead, across gravity, and up, against it.
func (o Options) Directions(gravity model.Vec3) (ahead, up model.Vec3, err error) {
	up = upward(gravity)
	ahead, err = forward(o.Forward, up)
	return ahead, up, err
}

// forward returns the part of the wanted direction across up, of unit length.
func forward(wanted, up model.Vec3) (model.Vec3, error) {
	if wanted == (model.Vec3{}) {
		wanted = model.Vec3{1, 0, 0}
	}
	flat := across(wanted, up)
	if !(flat.Len() > level*wanted.Len()) {
		return flat, wrong("forward", "forward is %v, along gravity; give a direction across it", wanted)
	}
	return flat.Normalize(), nil
}

// across returns the part of v across the unit vector n.
func across(v, n model.Vec3) model.Vec3 { return v.Sub(n.Mul(v.Dot(n))) }
