package cpu

import (
	"slices"
	"testing"

	"hooke/check"
	"hooke/cpu/cputest"
	"hooke/cpu/table"
	"hooke/model"
	"hooke/must"
)

// Kernels for float64 in assembly are those in plain Go within rounding, in each precision and
// integrator, on any threads. A record that is wrong by a millionth is seen.
func TestKernelsOfDoubles(t *testing.T) {
	const tolerance = 1e-10 // of the largest change: sums and roots round some times, places of 1 m move by 1e-4 m
	many := cputest.NearNetwork(400, 5)
	formats := map[table.Format]bool{}
	for _, sc := range append(cputest.Cases(t), check.Case{Name: "many materials", Model: many}) {
		if sc.Model.SpringCount() == 0 {
			continue
		}
		start := perturbedState(sc.Model, 3)
		for k, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.RK4} {
			p := sc.Params.Clone()
			p.Integrator, p.Gravity, p.DragHalfLife = integrator, model.EarthGravity(), 0.1
			if k > 0 {
				p.Contacts = []model.Contact{model.Ground(0.2, 100, 0.1).WithFriction(0.5, 0.4)}
			}
			stepped := func(kernel string, precision model.Precision, threads int, tamper func(e *engine[float64])) model.State {
				e := must.Get(makeEngine[float64](sc.Model, p, Options{Kernel: kernel, Precision: precision, Threads: threads}))(t)
				defer e.Close()
				formats[e.table.Format] = true
				tamper(e)
				return stateAfter(t, e, start, 3)
			}
			as := func(*engine[float64]) {}
			for _, kernel := range Kernels(model.Double) {
				for _, precision := range []model.Precision{model.Double} {
					want, got := stepped("go", precision, 1, as), stepped(kernel, precision, 2, as)
					if far := apartFrom(&got, &want, start); !(far <= tolerance) {
						t.Errorf("%s, %v, %s, %v: %.3g of the largest change from plain Go, tolerance %g", sc.Name, integrator, kernel, precision, far, tolerance)
					}
					if one := stepped(kernel, precision, 1, as); !slices.Equal(one.Position, got.Position) || !slices.Equal(one.Velocity, got.Velocity) {
						t.Errorf("%s, %v, %s, %v: two threads end elsewhere than one", sc.Name, integrator, kernel, precision)
					}
				}
				want := stepped("go", model.Double, 1, as)
				wrong := stepped(kernel, model.Double, 1, func(e *engine[float64]) {
					for i := range e.table.Records {
						e.table.Records[i].Stiffness *= 1 + 1e-6
					}
					for i := range e.table.Lanes[0] { // k of columns
						e.table.Lanes[0][i] *= 1 + 1e-6
					}
				})
				if far := apartFrom(&wrong, &want, start); !(far > tolerance) && sc.Name != "own springs" {
					t.Errorf("%s, %v, %s: a stiffness that is wrong by a millionth makes %.3g of the largest change", sc.Name, integrator, kernel, far)
				}
			}
		}
	}
	if len(formats) != 3 {
		t.Errorf("entries of formats %v were tried, want all three", formats)
	}
}
