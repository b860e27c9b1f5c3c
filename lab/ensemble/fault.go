package ensemble

import (
	"math"

	"hooke/model"
)

// ControlFault returns an error for invalid parameters after inputs wrote muscles and forces. It allocates nothing if they
// are valid.
func ControlFault(m *model.Model, p *model.Params) error {
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
