package bigstep_test

import (
	"errors"
	"testing"

	"hooke/mesh/build"
	"hooke/model"
	"hooke/model/spring"
	"hooke/must"
	"hooke/physics/bigstep"
)

// Substeps follow the ratio of a step and the safe one, within their bounds: those of sheets, of solids and
// where no safe step says anything.
func TestSubstepsFollowTheRatio(t *testing.T) {
	sheet := func(more ...model.Material) *model.Model {
		m := &model.Model{Name: "net", Materials: append([]model.Material{{}, {Name: "spring", Stiffness: 100}}, more...)}
		for i := range 3 {
			m.RestPosition, m.Mass, m.Pin = append(m.RestPosition, model.Vec3{float64(i)}), append(m.Mass, 1), append(m.Pin, 0)
			if i > 0 {
				m.AddSpring(model.Ends{uint32(i - 1), uint32(i)}, 1, uint16(len(m.Materials)-1))
			}
		}
		return m
	}
	block := must.Get(build.Lattice(build.LatticeSpec{Nx: 4, Ny: 4, Nz: 4, Spacing: 1, Mass: 1, Stiffness: 100}))(t)
	if !bigstep.Solid(block) || bigstep.Solid(sheet()) {
		t.Fatal("the block is no solid, or the net is one: the test sees nothing")
	}
	p := model.Params{DT: 1, Integrator: model.Impulses}
	for _, c := range []struct {
		model *model.Model
		ratio float64
		want  int // 0: refused
	}{
		{sheet(), 1e-3, 4}, {sheet(), 31.9, 4}, {sheet(), 32.1, 5}, {sheet(), 399.9, 50}, {sheet(), 400.1, 51}, {sheet(), 799, 100}, {sheet(), 1e5, 100},
		{block, 1e-3, 4}, {block, 1.99, 4}, {block, 2.01, 5}, {block, 49.9, 100}, {block, 50.1, 0},
		{sheet(model.Material{Name: "rigid", Rigid: true}), 1e-3, 40},
		{sheet(model.Material{Name: "normalized", Normalized: spring.Normalized{Stiffness: 0.9, Damping: 0.9}}), 1e-3, 40},
	} {
		at := p
		at.DT = 1e-4
		at.DT *= c.ratio / bigstep.Ratio(c.model, at)
		if c.want == 40 {
			at.DT = 1e-4
		}
		var stiff *bigstep.TooStiff
		got, err := bigstep.Substeps(c.model, at)
		if got != c.want || errors.As(err, &stiff) != (c.want == 0) {
			t.Errorf("%s at %g safe steps: %d substeps, want %d (%v)", c.model.Name, c.ratio, got, c.want, err)
		}
	}
}
