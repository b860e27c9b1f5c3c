package session

import (
	"fmt"
	"slices"
	"strings"

	"hooke/model"
	"hooke/physics"
	"hooke/viewer/draw/hud"
)

// massName is the control of the factor of all masses, in a run without factors of its own.
const massName = "mass ×"

// massNameOf is the control of a factor that the run has, such as that of an input.
func massNameOf(f model.MassFactor) string { return "mass of " + f.Name + " ×" }

// massControls returns a control for each factor of masses, or one for all masses; none where the
// engine cannot change masses.
func (s *Session) massControls() (list []control) {
	for k, f := range s.weights() {
		name := massName
		if len(s.Subject.Params.MassFactors) > 0 {
			name = massNameOf(f)
		}
		list = append(list, control{name, func() hud.Row { return sayWeight(s.weights(), k) },
			func(up int) error { return s.setWeight(k, s.weights()[k].Factor*pow2(up)) }})
	}
	return list
}

// pow2 is 2^(up/4).
func pow2(up int) float64 {
	by := 1.0
	for range max(up, -up) {
		by *= dtStep
	}
	if up < 0 {
		return 1 / by
	}
	return by
}

// weights returns the factors of masses that the run has, or one for all masses that could be
// added; nil where the engine lacks them.
func (s *Session) weights() []model.MassFactor {
	if len(s.Params.MassFactors) > 0 {
		return s.Params.MassFactors
	}
	p := s.Params
	p.MassFactors = []model.MassFactor{{Name: "all", Factor: 1}}
	is := s.Engine.Describe()
	if s.Model.HasRods() || len(p.Water.Bodies) > 0 || model.Unsupported(is.Engine, s.Model, p, model.Single) != nil {
		return nil
	}
	return p.MassFactors
}

func sayWeight(of []model.MassFactor, k int) hud.Row {
	if k >= len(of) {
		return plain("")
	}
	return barred(fmt.Sprintf("× %.3g", of[k].Factor), of[k].Factor, 1)
}

// setWeight sets a factor of masses. Velocities stay. A step that was safe becomes shorter where lighter
// masses need that.
func (s *Session) setWeight(k int, x float64) error {
	list := slices.Clone(s.weights())
	if k >= len(list) {
		return fmt.Errorf("viewer: this engine cannot change masses")
	}
	if !(x >= model.LeastFactor && x <= model.MostFactor) {
		return fmt.Errorf("viewer: a factor of %g; give one from %g to %g", x, model.LeastFactor, model.MostFactor)
	}
	p, before := s.Params, s.SafeStep()
	list[k].Factor = x
	if list[k].Least != 0 {
		list[k].Least = min(list[k].Least, x)
	}
	p.MassFactors = list
	if x == 1 && len(s.Subject.Params.MassFactors) == 0 { // as it was, for engines without factors too
		p.MassFactors = nil
	}
	if p.DT <= before && p.DT > physics.SafeStep(s.Model, p) {
		p.DT = physics.AutoStep(s.Model, p)
	}
	return s.Change(p)
}

// massSlider returns the slider of a control of masses; nil for other controls.
func (s *Session) massSlider(name string, at func(share float64) float64) *slider {
	if !strings.HasPrefix(name, "mass ") {
		return nil
	}
	k := slices.IndexFunc(s.massControls(), func(c control) bool { return c.name == name })
	if k < 0 {
		return nil
	}
	first := 1.0
	if given := s.Subject.Params.MassFactors; k < len(given) {
		first = given[k].Factor
	}
	return &slider{get: func() float64 { return s.weights()[k].Factor }, set: func(x float64) error { return s.setWeight(k, x) }, at: at, first: func() float64 { return first }}
}
