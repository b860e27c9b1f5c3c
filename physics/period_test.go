package physics

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
)

// Periods that closed formulas know: one mass on one spring, two masses, a chain between walls,
// and a mass that two springs hold along one axis.
func TestShortestPeriod(t *testing.T) {
	chain := func(pins ...model.Pin) *model.Model {
		b := modeltest.NewBuilder("chain")
		k := b.Material(40, 3)
		for i, pin := range pins {
			b.Mass(0.25, model.Vec3{0, 0.3 * float64(i), 0.4 * float64(i)}, pin)
			if i > 0 {
				b.Join(i-1, i, k)
			}
		}
		return &b.Model
	}
	normalized := chain(model.PinAll, 0)
	normalized.Materials[1] = model.Material{Name: "n", Normalized: model.Material{}.Normalized}
	normalized.Materials[1].Normalized.Stiffness = 0.1
	unit := 2 * math.Pi * math.Sqrt(0.25/40)
	for name, c := range map[string]struct {
		m    *model.Model
		want float64
	}{
		"one spring":         {chain(model.PinAll, 0), unit},
		"two masses":         {chain(0, 0), unit / math.Sqrt2},
		"three between pins": {chain(model.PinAll, 0, 0, 0, model.PinAll), unit / (2 * math.Cos(math.Pi/8))},
		"across its axis":    {chain(model.PinAll, model.PinY), unit / 0.8},
		"pinned":             {chain(model.PinAll, model.PinAll), math.Inf(1)},
		"normalized":         {normalized, math.Inf(1)},
	} {
		if got := ShortestPeriod(c.m, model.Params{DT: 1e-3}); got != c.want && math.Abs(got/c.want-1) > 1e-4 {
			t.Errorf("%s: %g s, want %g s", name, got, c.want)
		}
	}
	// No structure vibrates faster than its safe step says: 2/ω at most.
	m := modeltest.Lattice(5, 100, 0, false)
	if period, safe := ShortestPeriod(m, model.Params{}), SafeStep(m, model.Params{}); !(period >= 0.999*math.Pi*safe && period < 2*math.Pi*safe) {
		t.Errorf("a lattice: %g s, with a safe step of %g s", period, safe)
	}
}
