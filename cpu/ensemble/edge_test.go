package ensemble_test

import (
	"math"
	"strings"
	"testing"

	cpu "hooke/cpu/ensemble"
	"hooke/ensemble"
	"hooke/ensemble/ensembletest"
	"hooke/mesh/build"
	"hooke/metrics"
	"hooke/model"
	"hooke/must"
)

// Structures that lack something are stepped all the same: no members, no springs, no mass that
// moves, arrays said by a pattern, springs between masses that are held, springs of no length.
func TestBareStructures(t *testing.T) {
	block, err := build.Lattice(build.LatticeSpec{Nx: 3, Ny: 3, Nz: 3, Spacing: 0.1, Mass: 0.01, Stiffness: 50})
	must.Do(t, err)
	held := &model.Model{Name: "held", RestPosition: []model.Vec3{{}, {1, 0, 0}}, Mass: []float64{1, 1}, Pin: []model.Pin{model.PinAll, model.PinAll},
		Ends: []model.Ends{{0, 1}}, RestLength: []float64{2}, MaterialOf: []uint16{1}, Materials: []model.Material{{}, {Stiffness: 1}}}
	point := &model.Model{Name: "point", RestPosition: []model.Vec3{{}}, Mass: []float64{1}, Materials: []model.Material{{}}}
	twins := &model.Model{Name: "twins", RestPosition: []model.Vec3{{}, {}}, Mass: []float64{1, 1}, Ends: []model.Ends{{0, 1}}, RestLength: []float64{1}, MaterialOf: []uint16{1}, Materials: []model.Material{{}, {Stiffness: 10}}}
	kinds := []ensemble.Kind{}
	for _, m := range []*model.Model{block, held, point, twins, {Name: "nothing", Materials: []model.Material{{}}}} {
		kinds = append(kinds, ensemble.Kind{Model: m, Params: model.Params{DT: 1e-3, Gravity: model.EarthGravity()}})
	}
	for _, kernel := range cpu.Kernels() {
		var members []ensemble.Member
		for i := range kinds {
			members = append(members, ensemble.Member{Kind: i}, ensemble.Member{Kind: i})
		}
		e, err := cpu.New(kinds, members, cpu.Options{Kernel: kernel, Metrics: &metrics.Options{}})
		must.Do(t, err)
		ensembletest.Step(t, 100, e)
		ensembletest.Step(t, 0, e)
		table := ensembletest.Measured(t, e)
		for i, s := range ensembletest.StatusOf(t, e) {
			if s != (ensemble.Status{}) {
				t.Errorf("%s: member %d: %+v", kernel, i, s)
			}
		}
		fell := -model.StandardGravity * 1e-6 * 100 * 101 / 2
		for i, want := range map[int]float64{0: 0.1 + fell, 4: fell, 6: fell} {
			if z := ensembletest.Column(t, table, i, "com_z"); math.Abs(z-want) > 1e-6 {
				t.Errorf("%s: member %d: its center is at %g m, not %g m", kernel, i, z, want)
			}
		}
		if x := ensembletest.Read(t, e, 2).Position[1]; x != [3]float32{1, 0, 0} {
			t.Errorf("%s: a pinned mass is at %v", kernel, x)
		}
		if strain := ensembletest.Column(t, table, 2, "strain_max"); strain != 0.5 && !math.IsNaN(strain) {
			t.Errorf("%s: the strain of a spring that is held is %g", kernel, strain)
		}
	}
	e, err := cpu.New(nil, nil, cpu.Options{})
	must.Do(t, err)
	ensembletest.Step(t, 3, e)
	if d := e.Describe(); d.Engine != "cpu" || !strings.HasPrefix(d.Pipeline, "ensemble") {
		t.Errorf("it is described as %+v", d)
	}
}
