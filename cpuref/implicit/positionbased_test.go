package implicit_test

import (
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// By position-based dynamics, the springs of a hanging chain pull with the weight below each of them once the
// iterations have converged: they move their ends back by the distance that gravity moved them in a step.
// Before the first step nothing is known.
func TestForcesCarryTheWeight(t *testing.T) {
	b := modeltest.NewBuilder("chain")
	b.Model.Materials = append(b.Model.Materials, model.Material{Name: "spring", Stiffness: 10})
	const n, kg = 5, 0.3
	for i := range n {
		pin := model.Pin(0)
		if i == 0 {
			pin = model.PinAll
		}
		b.Mass(kg, model.Vec3{0, 0, -float64(i)}, pin)
		if i > 0 {
			b.Join(i-1, i, uint16(len(b.Model.Materials)-1))
		}
	}
	p := model.Params{DT: 1. / 60, Substeps: 2, Iterations: 400, Integrator: model.PositionBased, Gravity: model.EarthGravity(), DragHalfLife: 0.1}
	e := must.Get(cpuref.New(&b.Model, p))(t)
	var s model.State
	if err := e.ReadState(&s); err != nil || s.SpringForce != nil {
		t.Errorf("before a step forces are %v, %v", s.SpringForce, err)
	}
	must.Do(t, e.Step(200))
	must.Do(t, e.ReadState(&s))
	for k, force := range s.SpringForce {
		want := float64(n-1-k) * kg * 9.81
		must.Within(t, force, want, 1e-3, "spring %d pulls, in N", k)
	}
	must.Do(t, e.Reset(b.Model.Start()))
	if err := e.ReadState(&s); err != nil || s.SpringForce != nil {
		t.Errorf("after a reset forces are %v, %v", s.SpringForce, err)
	}
}
