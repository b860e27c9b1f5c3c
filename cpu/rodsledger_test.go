package cpu

import (
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/must"
)

// ledgersOfRods are the ledgers of a run with rods in both engines, in which the reference's is another one.
func ledgersOfRods(t *testing.T, precision model.Precision, threads int, change func(m *model.Model, p *model.Params)) (got, want model.Ledger) {
	t.Helper()
	m, p := rodRun()
	p.Ledger = true
	start := m.Start()
	for k := range start.AngularVelocity {
		start.AngularVelocity[k] = model.Vec3{0.1 * float64(k%7), 3 - 0.02*float64(k), float64(k%3) - 1}
	}
	start.RoundToFloat32()
	e := must.Get(New(m, p, Options{Precision: precision, Threads: threads}))(t)
	defer e.Close()
	other, q := *m, p.Clone()
	other.Materials = append([]model.Material(nil), m.Materials...)
	if change != nil {
		change(&other, &q)
	}
	ref := must.Get(cpuref.New(&other, q))(t)
	const steps = 20
	return book(t, e, start, steps), book(t, ref, start, steps)
}

// The ledger of rods is that of the reference: what dampers and drag take of spins, what clamps and pins
// do, and what is the solver's. It closes, and does not depend on threads. What is left out is seen.
func TestLedgerOfRodsMatchesReference(t *testing.T) {
	for precision, tolerance := range map[model.Precision]float64{model.Single: 2e-4, model.Double: 1e-10} {
		got, want := ledgersOfRods(t, precision, 1, nil)
		if most, number := ledgersApart(got, want); !(most <= tolerance) {
			t.Errorf("%v: number %d is off by %.2g of what is exchanged: %+v, want %+v", precision, number, most, got, want)
		}
		if off := (got.Solver - want.Solver) / want.Exchanged(); !(off <= tolerance && off >= -tolerance) {
			t.Errorf("%v: the solver takes %g J, want %g J", precision, got.Solver, want.Solver)
		}
		if closure := got.Closure(); !(closure <= tolerance) {
			t.Errorf("%v: it closes to %.2g", precision, closure)
		}
		if other, _ := ledgersOfRods(t, precision, 3, nil); other != got {
			t.Errorf("%v: three threads book %+v, one %+v", precision, other, got)
		}
	}
	for what, change := range map[string]func(m *model.Model, p *model.Params){
		"drag":    func(_ *model.Model, p *model.Params) { p.DragHalfLife = 0 },
		"clamps":  func(_ *model.Model, p *model.Params) { p.Clamps = nil },
		"dampers": func(m *model.Model, _ *model.Params) { m.Materials[len(m.Materials)-3].Rod.Delay = 0 },
	} {
		if most, _ := ledgersApart(ledgersOfRods(t, model.Double, 1, change)); most < 1e-4 {
			t.Errorf("without %s it is off by %.2g only", what, most)
		}
	}
}
