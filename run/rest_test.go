package run

import (
	"math"
	"testing"

	"hooke/model"
)

// A spring at the rest length that its muscle has now is not stretched; removed ones and
// those without a rest length count for nothing.
func TestStretchesAreOfRestLengthsNow(t *testing.T) {
	m := &model.Model{
		RestPosition: []model.Vec3{{}, {1.25, 0, 0}, {9, 0, 0}}, Mass: []float64{1, 1, 1},
		Ends: []model.Ends{{0, 1}, {1, 2}, {0, 2}}, RestLength: []float64{1, 1, 0}, MaterialOf: []uint16{1, model.Removed, 1},
		Materials: []model.Material{{}, {Stiffness: 1}}, ActuatorOf: []uint16{1, 0, 0},
	}
	p := model.Params{DT: 1, Actuators: []model.Actuator{{Amplitude: 0.25, Phase: math.Pi / 2}}}
	if low, high := stretches(m, p, m.Start()); math.Abs(low) > 1e-12 || math.Abs(high) > 1e-12 {
		t.Errorf("stretches from %g to %g, want none", low, high)
	}
	if _, high := stretches(m, model.Params{DT: 1}, m.Start()); math.Abs(high-0.25) > 1e-12 {
		t.Errorf("of a passive spring the largest is %g, want 0.25", high)
	}
}
