package enginetest

import (
	"slices"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// The tolerance of each run beside the reference sees its feature: without it the reference is
// elsewhere.
func TestFeaturesAreSeen(t *testing.T) {
	unknown := slices.Clone(contained)
	for _, f := range families() {
		for _, run := range f.runs {
			unknown = slices.DeleteFunc(unknown, func(name string) bool { return name == f.name+", "+run.name })
			m, p, start := run.build()
			for _, integrator := range touchingIntegrators {
				p := run.paramsOf(p, integrator)
				q := p.Clone()
				run.without(&q)
				if off := farthest(reference(t, m, p, start, run.steps), reference(t, m, q, start, run.steps)); !(off > 20*run.tolerance) {
					t.Errorf("%s, %s, %v: without it masses are only %g m elsewhere", f.name, run.name, integrator, off)
				}
			}
		}
	}
	must.BeAll(t, unknown, nil, "names in contained of no run")
	m, p, start, without := modeltest.Together()
	for _, p.Integrator = range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet} {
		want := reference(t, m, p, start, 20)
		for name, q := range without {
			q.Integrator = p.Integrator
			if off := farthest(reference(t, m, q, start, 20), want); off < 8e-6 {
				t.Errorf("%v: without %s masses are only %g m elsewhere", p.Integrator, name, off)
			}
		}
	}
}
