package model

import (
	"errors"
	"fmt"
	"math"
)

// StandardGravity is the acceleration of free fall on Earth [m/s²].
const StandardGravity = 9.81

// EarthGravity is the gravity of a run on Earth: down along z [m/s²].
func EarthGravity() Vec3 { return Vec3{0, 0, -StandardGravity} }

// Params are the numbers of one run. The zero value is valid: the step is
// chosen from the model, and there is no gravity, no drag and no contact.
type Params struct {
	DT           float64   // step [s]; zero means: choose with AutoStep
	Gravity      Vec3      // [m/s²]; zero means none (see EarthGravity)
	DragHalfLife float64   // time in which drag halves a mass's velocity [s]; zero means no drag
	Contacts     []Contact // what masses bump into, in the order of their friction; nil means nothing

	Integrator Integrator // zero means symplectic Euler
	Actuators  []Actuator // what Model.ActuatorOf counts from 1; nil means that actuated springs are passive

	Ledger bool // whether the engine keeps the full energy ledger, which costs time in every step
}

// DragRate is by which part drag slows a mass per time, ln 2/half-life [1/s],
// and 0 without drag.
func (p Params) DragRate() float64 {
	if p.DragHalfLife == 0 {
		return 0
	}
	return math.Ln2 / p.DragHalfLife
}

// DragFactor is what drag leaves of a velocity after one step, exact for any
// step: 2^(−dt/half-life), and 1 without drag.
func (p Params) DragFactor() float64 {
	if p.DragHalfLife == 0 {
		return 1
	}
	return math.Exp2(-p.DT / p.DragHalfLife)
}

// Validate reports every fault of the parameters at once, or nil.
func (p Params) Validate() error {
	var faults []error
	fault := func(ok bool, format string, args ...any) {
		if !ok {
			faults = append(faults, fmt.Errorf("model: params: "+format, args...))
		}
	}
	fault(finite(p.DT) && p.DT >= 0, "dt is %g s; give a positive number, or 0 to have it chosen", p.DT)
	fault(finiteVec(p.Gravity), "gravity is %v m/s²; every component must be a finite number", p.Gravity)
	fault(finite(p.DragHalfLife) && p.DragHalfLife >= 0,
		"drag half-life is %g s; give a positive number, or 0 for no drag", p.DragHalfLife)
	for i, c := range p.Contacts {
		for _, words := range c.faults() {
			fault(false, "contact %d: %s", i, words)
		}
	}
	fault(p.Integrator <= ExplicitEuler, "%v is unknown; known are %v", p.Integrator, Integrators())
	for i, a := range p.Actuators {
		for _, words := range a.faults() {
			fault(false, "actuator %d (%s): %s", i, a.Name, words)
		}
	}
	return errors.Join(faults...)
}

// ValidateFor is Validate together with what the parameters must know of their
// model.
func (p Params) ValidateFor(m *Model) error {
	if err := p.Validate(); err != nil {
		return err
	}
	for s, actuator := range m.ActuatorOf {
		if len(p.Actuators) == 0 {
			break // switched off: the muscles are passive
		}
		if int(actuator) > len(p.Actuators) {
			return fmt.Errorf("model %q: spring %d: actuator %d; the parameters have %d", m.Name, s, actuator, len(p.Actuators))
		}
	}
	return nil
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

func finiteVec(v Vec3) bool { return finite(v[0]) && finite(v[1]) && finite(v[2]) }
