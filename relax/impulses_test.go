package relax_test

import (
	"context"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
	"hooke/relax"
)

// What rests for relax rests for impulses as nearly as substeps solve it: what a hung cloth and a lattice
// are off by, when 1/60 s are 12 and 60 safe steps, falls at least 8-fold from 10 substeps to 50. (The rest with drag is
// that of gravity times what drag leaves of a velocity in a substep: 0.977 with 10 substeps here, 0.995 with 50.)
func TestImpulsesRest(t *testing.T) {
	const fall, coarsest = 8, 2 // errors as shares of the sag
	ratios := map[string]float64{"cloth": 12, "lattice": 60}
	for name, of := range map[string]func(k float64) *model.Model{
		"cloth": func(k float64) *model.Model {
			m := modeltest.Cloth(6)
			for i := range m.Materials[1:] {
				m.Materials[i+1].Stiffness, m.Materials[i+1].Damping = m.Materials[i+1].Stiffness*k, 0
			}
			return m
		},
		"lattice": func(k float64) *model.Model { return modeltest.Lattice(3, 300*k, 0, true) },
	} {
		p := model.Params{Gravity: model.EarthGravity()}
		root := 60 * ratios[name] * physics.SafeStep(of(1), p)
		m := of(root * root)
		e := must.Get(cpuref.New(m, relax.Params(m, p, 0)))(t)
		must.Get(relax.Run(context.Background(), e, m, relax.Options{Residual: 1e-9}))(t)
		var rest model.State
		must.Do(t, e.ReadState(&rest))
		sag := farthest(rest.Position, m.RestPosition)
		off := func(substeps int) float64 {
			q := p.SolvedBy(model.Impulses)
			q.DT, q.Substeps, q.DragHalfLife = 1./60, substeps, 0.05
			return farthest(settled(t, m, q, m.Start(), 180).Position, rest.Position) / sag
		}
		few, many := off(10), off(50)
		t.Logf("%s: sags by %.3g m; off by %.3g of that with 10 substeps, %.3g with 50", name, sag, few, many)
		if !(few < coarsest && few > 1e-3 && many*fall <= few) {
			t.Errorf("%s: off by %.3g of the sag with 10 substeps, by %.3g with 50", name, few, many)
		}
	}
}
