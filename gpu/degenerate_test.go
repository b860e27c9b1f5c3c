package gpu

import (
	"os"
	"testing"

	"hooke/cpuref"
	"hooke/gpu/gltest"
	"hooke/model"
	"hooke/model/modeltest"
)

// longOr is how long a run is: short, or with HOOKE_LONG=1 (make test-long) long.
func longOr(short, long int) int {
	if os.Getenv("HOOKE_LONG") != "" {
		return long
	}
	return short
}

// What has no meaning is refused by both engines, by name: a stiffness that
// pushes apart, a mass of nothing that is free to move on any axis.
func TestMeaninglessModelsAreRefused(t *testing.T) {
	ctx := gltest.New(t)
	for _, c := range []struct {
		spoil func(*model.Model)
		want  string
	}{
		{func(m *model.Model) { m.Materials[1].Stiffness = -1 }, "stiffness is -1 N/m"},
		{func(m *model.Model) { m.Mass[1] = 0 }, "mass 1: mass is 0 kg"},
		{func(m *model.Model) { m.Mass[1], m.Pin = 0, []model.Pin{0, model.PinX | model.PinY} }, "mass 1: mass is 0 kg"},
	} {
		m := modeltest.Lever(model.Material{Stiffness: 1})
		c.spoil(m)
		if _, err := New(ctx, m, model.Params{}, Options{}); err == nil || !contains(err.Error(), c.want) {
			t.Errorf("gpu: %v, want %q", err, c.want)
		}
		if _, err := cpuref.New(m, model.Params{}); err == nil || !contains(err.Error(), c.want) {
			t.Errorf("cpuref: %v, want %q", err, c.want)
		}
	}
}
