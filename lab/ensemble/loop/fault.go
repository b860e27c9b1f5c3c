package loop

import (
	"math"

	"hooke/model"
)

// Fault returns an error for parameters into which inputs have written muscles and forces. It
// allocates no memory unless there is a fault.
func Fault(m *model.Model, p *model.Params) error {
	sane := func(x float64) bool { return math.Abs(x) <= model.Largest }
	right := true
	for i := range p.Actuators {
		a := &p.Actuators[i]
		right = right && math.Abs(a.Amplitude) < 1 && a.Frequency >= 0 && sane(a.Frequency) && sane(a.Phase)
	}
	for i := range p.Forces {
		for _, x := range p.Forces[i].Force {
			right = right && sane(x)
		}
	}
	if right {
		return nil
	}
	return p.ValidateFor(m)
}
