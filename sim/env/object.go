package env

import (
	"time"

	"hooke/sim"
	"hooke/sim/robots"
)

// Object is held by a program in another language: a *sim.Sim, a *robots.Robots or an *Env.
type Object interface {
	Finish() error
	Shape(what string) (sim.Array, error)
	Read(what string, dst any) error
	OnThread() bool
	Close()
}

// Stepper is an Object whose steps are the caller's, a *sim.Sim or a *robots.Robots; an Env takes periods.
type Stepper interface {
	StepFor(n int64, most time.Duration) (done int64, err error)
	Act(u []float64) error
	Period() int64
}

// RobotsOf returns the robots of an Object; nil: it is one structure.
func RobotsOf(o Object) *robots.Robots {
	switch o := o.(type) {
	case *robots.Robots:
		return o
	case *Env:
		return o.Robots()
	}
	return nil
}

// Set sets what a path names, of one structure or of robots.
func Set(o Object, path string, values []float64) error {
	if s, ok := o.(*sim.Sim); ok {
		return s.Field(path, values)
	}
	return RobotsOf(o).Set(path, values)
}

// Reset puts a structure back, or the robots at which the mask holds; nil: all. An Env has a Reset of its own.
func Reset(o Object, mask []bool) error {
	switch o := o.(type) {
	case *sim.Sim:
		if mask == nil {
			return o.Reset()
		}
		return sim.Wrongf("one structure has no mask; reset it without one")
	case *robots.Robots:
		return sim.Wrong(o.Reset(mask))
	}
	return sim.Wrongf("environments begin by a reset of their own")
}

// Describe returns the Info of an Object.
func Describe(o Object) any {
	switch o := o.(type) {
	case *sim.Sim:
		return o.Info()
	case *robots.Robots:
		return o.Info()
	}
	return o.(*Env).Info()
}
