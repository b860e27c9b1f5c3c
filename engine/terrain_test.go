package engine

import (
	"math"
	"testing"

	"hooke/gpu"
	"hooke/model"
	"hooke/model/grid"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/order/random"
)

// Ledgers of a block that falls on rough ground, slides and comes to rest close in both engines, with
// every solver that has friction, and agree with each other.
func TestLedgersOnTerrainClose(t *testing.T) {
	numbers, height := random.Stream(2), make([]float64, 81)
	for k := range height {
		height[k] = 0.01 * numbers.Signed()
	}
	ground := model.Terrain{Heights: must.Get(grid.NewHeights(9, 9, [2]float64{0.1, 0.1}, height))(t), Center: model.Vec3{0, 0, -0.02}}
	for _, solver := range model.Solvers() {
		m := modeltest.Lattice(3, 200, 0.02, false)
		p := model.Params{DT: 1e-4, Gravity: model.EarthGravity(), Integrator: solver, Ledger: true,
			Contacts: []model.Contact{{Shape: ground, Stiffness: 300, Damping: 0.05, StaticFriction: 0.5, KineticFriction: 0.4}}}
		if solver.Method().Conserves {
			p.Contacts[0].StaticFriction, p.Contacts[0].KineticFriction = 0, 0
		}
		if solver.Method().Divides {
			p.Substeps = 1
		}
		start := m.Start()
		for i := range start.Velocity {
			start.Velocity[i] = model.Vec3{0.4, 0.1, 0}
		}
		var took [2]model.Ledger
		for k, name := range []string{CPURef, CPU} {
			if model.Support(model.Terrains, solver, name, model.Double) == model.None {
				continue
			}
			e := must.Get(New(name, m, p, Options{GPU: gpu.Options{Precision: model.Double}}))(t)
			must.Do(t, e.Reset(start))
			must.Do(t, e.Step(1000))
			must.Do(t, e.Finish())
			keeper, _ := model.As[model.LedgerKeeper](e)
			l := must.Get(keeper.Ledger())(t)
			e.Close()
			took[k] = l
			// The forces of a step jump at creases, and friction as masses stop: of first order in dt.
			left := math.Abs(l.Residual()) + math.Abs(l.Solver)
			allowed := 0.02 * l.Exchanged()
			switch method := solver.Method(); {
			case method.Conserves:
				allowed = 1e-9 * l.Exchanged()
			case method.Divides || !method.Bounded && solver != model.RK4:
				allowed = math.Inf(1) // the solver takes or gives energy itself
			}
			if !(left <= allowed) || (l.ContactDamping > 0) == (solver == model.PositionBased) || (l.Friction > 0) == solver.Method().Conserves {
				t.Errorf("%v, %s: %.3g of %.3g J exchanged are left; %+v", solver, name, left, l.Exchanged(), l.Flows)
			}
		}
		if took[1] != (model.Ledger{}) {
			for _, two := range [][2]float64{{took[0].Friction, took[1].Friction}, {took[0].ContactDamping, took[1].ContactDamping}, {took[0].Now.Contact, took[1].Now.Contact}} {
				if math.Abs(two[0]-two[1]) > 1e-6*took[0].Exchanged() {
					t.Errorf("%v: the reference has %g J and cpu %g J", solver, two[0], two[1])
				}
			}
		}
	}
}
