package edited_test

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/physics"
	"hooke/viewer/edited"
)

// Multipliers act on one material or on all, on k and c and nothing else, in every
// vocabulary.
func TestMultipliersOfMaterials(t *testing.T) {
	m := &model.Model{
		RestPosition: make([]model.Vec3, 5), Mass: []float64{1, 1, 1, 1, 1},
		Ends: []model.Ends{{0, 1}, {1, 2}, {2, 3}, {3, 4}}, RestLength: []float64{1, 1, 1, 1}, MaterialOf: []uint16{1, 2, 3, 4},
		Materials: []model.Material{{}, {Stiffness: 100, Damping: 0.1}, {AxialRigidity: 50, Damping: 0.2},
			{Frequency: 2, DampingRatio: 0.3}, {Frequency: 3, HalfLife: 0.4}},
	}
	resolve := func(p edited.Palette) []model.Coefficients {
		now := *m
		now.Materials = p.Materials()
		return physics.NewResolver(&now, 1e-3).All(nil)
	}
	p := edited.PaletteOf(m)
	was := resolve(p)
	for _, c := range []struct {
		material int
		by       edited.Factor
	}{{0, edited.Factor{Stiffness: 4}}, {0, edited.Factor{Damping: -2}}, {1, edited.Factor{Stiffness: 2, Damping: 2}}, {3, edited.Factor{Stiffness: -3}}, {4, edited.Factor{Damping: 5}}} {
		stiffness, damping := c.by.Multipliers()
		for s, is := range resolve(p.Changed(c.material, c.by)) {
			want := was[s]
			if c.material == 0 || c.material == s+1 {
				want = model.Coefficients{Stiffness: stiffness * want.Stiffness, Damping: damping * want.Damping}
			}
			const rounding = 1e-14 // of float64 products and roots
			if math.Abs(is.Stiffness-want.Stiffness) > rounding*want.Stiffness || math.Abs(is.Damping-want.Damping) > rounding*want.Damping {
				t.Errorf("material %d by %+v: spring %d has %+v, want %+v", c.material, c.by, s, is, want)
			}
		}
	}
	if f, same := p.Changed(2, edited.Factor{Stiffness: 1}).Of(0); same {
		t.Errorf("all materials are said to be multiplied by %+v", f)
	}
}
