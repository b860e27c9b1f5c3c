package measure_test

import (
	"math"
	"testing"

	"hooke/cpu"
	"hooke/cpuref"
	"hooke/measure"
	"hooke/measure/reaction"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// hungByBothEnds is a rope of 0.1 kg, 1 m long, between two pins 0.6 m apart.
func hungByBothEnds(stiffness float64) *model.Model {
	const masses = 51
	b := modeltest.NewBuilder("rope")
	b.Model.Materials = append(b.Model.Materials, model.Material{Name: "stiff", Stiffness: stiffness})
	of := uint16(len(b.Model.Materials) - 1)
	for i := range masses {
		at := float64(i)/(masses-1) - 0.5
		b.Mass(0.1/masses, model.Vec3{0.6 * at, 0, -0.75 * (0.25 - at*at)}, 0)
		if i > 0 {
			b.Join(i-1, i, of)
			b.Model.RestLength[i-1] = 1. / (masses - 1)
		}
	}
	b.Model.Pin = make([]model.Pin, masses)
	b.Model.Pin[0], b.Model.Pin[masses-1] = model.PinAll, model.PinAll
	return &b.Model
}

// By impulses the pins of a rope at rest carry its weight, however stiff its springs are and whatever
// sweeps have left unsolved; and no spring pulls more than the steepest does.
func TestForcesOfImpulsesCarryTheWeight(t *testing.T) {
	for _, stiffness := range []float64{1e3, 1e6} {
		m := hungByBothEnds(stiffness)
		p := model.Params{DT: 1. / 60, Substeps: 40, Gravity: model.EarthGravity(), DragHalfLife: 0.3, Integrator: model.Impulses}
		law := must.Get(reaction.New(m, p, []reaction.Pin{{Masses: []uint32{0, 50}, Axes: model.PinAll}}, []string{"pin[0]"}))(t)
		for name, engine := range map[string]func() (model.Engine, error){
			"cpuref": func() (model.Engine, error) { return cpuref.New(m, p) },
			"cpu":    func() (model.Engine, error) { return cpu.New(m, p, cpu.Options{Precision: model.Double}) },
		} {
			e := must.Get(engine())(t)
			var s model.State
			must.Do(t, e.Step(360))
			must.Do(t, e.(model.StateReader).ReadState(&s))
			weight := -p.Gravity[2] * 0.1
			if got := -law.Reactions(&s, nil)[0].Force[2]; math.Abs(got-weight) > 3e-3*weight {
				t.Errorf("%s, %g N/m: pins carry %g N, want %g N", name, stiffness, got, weight)
			}
			most, springs := 0.0, measure.Of(m, p)
			for i := range m.SpringCount() {
				most = max(most, springs.In(&s, i, nil).Force)
			}
			if most > 0.55 || most < 0.49 {
				t.Errorf("%s, %g N/m: a spring pulls with %g N", name, stiffness, most)
			}
			e.Close()
		}
	}
}
