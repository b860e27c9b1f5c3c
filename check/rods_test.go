package check

import (
	"slices"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/rod"
	"hooke/rod/chain"
)

// A step of rods is proved, and one of other rods is seen.
func TestStepOfRods(t *testing.T) {
	b := modeltest.NewBuilder("wire")
	b.Model.Materials = append(b.Model.Materials, model.Material{Name: "wire", Rod: rod.Solid(0.01, 1e7, 4e6)})
	for i := range 8 {
		b.Mass(0.1, model.Vec3{0.1 * float64(i), 0.02 * float64(i%3), 0}, 0)
		if i > 0 {
			b.Join(i-1, i, uint16(len(b.Model.Materials)-1))
		}
	}
	chain.Frame(&b.Model)
	sc := Case{Name: "wire", Model: &b.Model, Params: model.Params{Gravity: model.EarthGravity(), Integrator: model.Impulses, DT: 1. / 240, Substeps: 4}, Parts: []string{"steps"}}
	for bend, passes := range map[float64]bool{1: true, 1.1: false} {
		rows := must.Get(Prove(sc, func(m *model.Model, p model.Params) (Subject, error) {
			other := *m
			other.Materials = slices.Clone(m.Materials)
			for k := range other.Materials {
				other.Materials[k].Rod.Bend *= bend
			}
			e, err := cpuref.New(&other, p)
			return sound{newFake(m, p), e}, err
		}))(t)
		if row := rowOf(t, rows, "step parity, rods"); row.OK != passes {
			t.Errorf("with %g of the bending rigidity: %+v", bend, row)
		}
	}
}
