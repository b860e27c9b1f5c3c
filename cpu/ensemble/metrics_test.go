package ensemble_test

import (
	"math"
	"testing"

	"hooke/control/metrics"
	cpu "hooke/cpu/ensemble"
	"hooke/lab/ensemble"
	"hooke/lab/ensemble/ensembletest"
	"hooke/model"
	"hooke/physics"
)

// Work of samples apart from each other equals that of each step. Metrics follow Set and Reset.
func TestMeasuresOfMembers(t *testing.T) {
	for _, layout := range cpu.Layouts() {
		maker := func(k ensemble.Kind, members []ensemble.Member, o metrics.Options) ensemble.Engine {
			return made(t, k, members, cpu.Options{Layout: layout, Metrics: &o})
		}
		ensembletest.WorkOfSamples(t, layout, maker)
		ensembletest.WorkOfInputs(t, layout, maker)
		ensembletest.MeasuresFollow(t, layout, ensembletest.Features(), maker)
		ensembletest.MeasuresFollow(t, layout, ensembletest.Walkers(t), maker)
	}
}

// Rows have the same bits in all kernels and layouts, and alone as among others that end beside.
func TestMetricsAreTheMembersOwn(t *testing.T) {
	for name, k := range map[string]ensemble.Kind{"walker": ensembletest.Walkers(t), "features": ensembletest.Features()} {
		o := metrics.Options{Groups: []string{k.Model.Groups[0].Name}, Settle: 0.003}
		members := ensembletest.Designs(t, k, 18)
		members[5].Until = physics.Until{Words: []string{physics.Fell}, FallHeight: 10}
		var want metrics.Row
		kernels := append(cpu.Kernels(), "")
		for i, kernel := range append(kernels, kernels...) {
			some, slot, layout := members, 17, cpu.Layouts()[i/len(kernels)]
			if kernel == "" {
				some, slot = members[17:], 0
			}
			e := made(t, k, some, cpu.Options{Kernel: kernel, Metrics: &o, Layout: layout})
			ensembletest.Step(t, 45, e)
			got := ensembletest.Measured(t, e).Rows[slot]
			if i == 0 {
				want = got
			}
			for c := range got.Values {
				if math.Float64bits(got.Values[c]) != math.Float64bits(want.Values[c]) {
					t.Errorf("%s: kernel %q: column %d is %g, before %g", name, kernel, c, got.Values[c], want.Values[c])
				}
			}
		}
	}
	if err := made(t, ensembletest.Features(), nil, cpu.Options{}).Metrics(&metrics.Table{}); err == nil {
		t.Error("metrics that were not asked for are no error")
	}
	if _, err := cpu.New([]ensemble.Kind{ensembletest.Features()}, nil, cpu.Options{Metrics: &metrics.Options{Body: "nose"}}); err == nil {
		t.Error("a group that is not there passed")
	}
}

// A thrown block flies D = v t and touches nothing. A sliding one is always in contact, and slips v²/(2 μ g).
func TestMetricsOfBlocks(t *testing.T) {
	m := &model.Model{Name: "block", Materials: []model.Material{{}, {Stiffness: 5000, Damping: 5}}}
	for i := range 8 {
		m.RestPosition = append(m.RestPosition, model.Vec3{float64(i & 1), float64(i >> 1 & 1), float64(i >> 2)}.Mul(0.1))
		m.Mass = append(m.Mass, 0.125)
		for other := range i {
			m.Ends, m.MaterialOf = append(m.Ends, model.Ends{uint32(other), uint32(i)}), append(m.MaterialOf, 1)
			m.RestLength = append(m.RestLength, m.RestPosition[other].Sub(m.RestPosition[i]).Len())
		}
	}
	m.Groups = []model.Group{{Name: "feet", Masses: []uint32{0, 1, 2, 3}}}
	const mu, v, dt = 0.3, 1., 5e-4
	k := ensemble.Kind{Model: m, Params: model.Params{DT: dt, Gravity: model.EarthGravity(), Contacts: []model.Contact{model.Ground(0, 2e4, 20).WithFriction(mu, mu)}},
		Free: []ensemble.Field{{Path: "gravity.z"}}}
	start := func(v model.Vec3, height float64) *model.State {
		s := m.Start()
		for i := range s.Position {
			s.Position[i], s.Velocity[i] = s.Position[i].Add(model.Vec3{0, 0, height}), v
		}
		return s
	}
	sunk := -model.StandardGravity / 4 / 2e4 // where four feet carry the weight
	e := made(t, k, []ensemble.Member{{Start: start(model.Vec3{3, 4, 0}, 1)}, {Start: start(model.Vec3{v, 0, 0}, sunk)}, {Start: start(model.Vec3{}, 1), Values: []float64{0}}},
		cpu.Options{Metrics: &metrics.Options{Groups: []string{"feet"}}})
	const steps = 800
	ensembletest.Step(t, steps, e)
	table := ensembletest.Measured(t, e)
	slip := v * v / (2 * mu * model.StandardGravity)
	for _, c := range []struct {
		row             int
		name            string
		want, tolerance float64
	}{
		{0, "distance", 5 * steps * dt, 2e-5}, {0, "contact_duty", 0, 0}, {0, "slip[feet]", 0, 0}, {0, "speed", 5, 5e-5}, {0, "yaw", 0, 1e-5}, {0, "clearance", 1 - model.StandardGravity/2*steps*dt*steps*dt, 1e-3},
		{1, "contact_duty[feet]", 1, 0}, {1, "contact_duty", 1, 0}, {1, "slip[feet]", slip, 0.01 * slip}, {1, "distance", slip, 0.01 * slip}, {1, "slip", slip / 2, 0.005 * slip},
		{2, "distance", 0, 1e-7}, {2, "steps", steps, 0}, {2, "height_mean", 1.05, 1e-6},
	} {
		if x := ensembletest.Column(t, table, c.row, c.name); !(math.Abs(x-c.want) <= c.tolerance) {
			t.Errorf("block %d: %s is %.8g, not %.8g", c.row, c.name, x, c.want)
		}
	}
}
