package gpu

import (
	"math"
	"testing"

	"hooke/cpuref"
	"hooke/gpu/gltest"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// Forces of rigid links and of attachments are those of the reference, in the order of springs; none is known before a step.
func TestForcesOfLinksMatchReference(t *testing.T) {
	ctx := gltest.New(t)
	m := modeltest.Cloth(12)
	m.Materials = append(m.Materials, model.Material{Name: "link", Rigid: true})
	for k := range m.MaterialOf {
		if k%3 > 0 {
			m.MaterialOf[k] = uint16(len(m.Materials) - 1)
		}
	}
	for i := range m.MassCount() { // attachments to a mass that is pinned, of a length that some have already
		if i != 0 && i%3 == 0 && m.PinOf(i) != model.PinAll {
			m.AddSpring(model.Ends{uint32(i), 0}, m.RestPosition[i].Sub(m.RestPosition[0]).Len(), m.MaterialOf[1])
			m.Attachments++
		}
	}
	m.Materials = append(m.Materials, model.Material{Name: "attachment", Stiffness: 100, TensionOnly: true})
	for s := m.StructuralCount(); s < m.SpringCount(); s++ {
		m.MaterialOf[s] = uint16(len(m.Materials) - 1)
	}
	for _, warm := range []float64{0, 0.4} {
		p := model.Params{DT: 1. / 240, Substeps: 3, Iterations: 2, Warm: warm, Gravity: model.EarthGravity(), Integrator: model.Impulses}
		e, err := New(ctx, m, p, Options{})
		must.Do(t, err)
		defer e.Close()
		ref, err := cpuref.New(m, p)
		must.Do(t, err)
		var got, want model.State
		must.Do(t, e.ReadState(&got))
		if got.LinkForce != nil {
			t.Errorf("warm %g: %g N before a step", warm, got.LinkForce)
		}
		must.Do(t, e.Step(5))
		must.Do(t, ref.Step(5))
		must.Do(t, e.ReadState(&got))
		must.Do(t, ref.ReadState(&want))
		most, off := 0.0, 0.0
		for k, f := range want.LinkForce {
			most, off = max(most, math.Abs(f)), max(off, math.Abs(f-got.LinkForce[k]))
		}
		if len(got.LinkForce) != len(m.Links()) || !(off <= 1e-3*most) || most == 0 {
			t.Errorf("warm %g: %d forces for %d links, off by %g of %g N", warm, len(got.LinkForce), len(m.Links()), off, most)
		}
	}
}
