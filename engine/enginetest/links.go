package enginetest

import (
	"errors"
	"math"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// Forces of rigid links and of attachments are those of the reference, in the order of springs;
// none is known before a step.
func forcesOfLinks(t *testing.T, on Subject) {
	m := modeltest.Cloth(12)
	m.Materials = append(m.Materials, model.Material{Name: "link", Rigid: true}, model.Material{Name: "attachment", Stiffness: 100, TensionOnly: true})
	link, attachment := uint16(len(m.Materials)-2), uint16(len(m.Materials)-1)
	for k := range m.MaterialOf {
		if k%3 > 0 {
			m.MaterialOf[k] = link
		}
	}
	for i := range m.MassCount() { // attachments to a pinned mass, some of equal length
		if i != 0 && i%3 == 0 && m.PinOf(i) != model.PinAll {
			m.AddSpring(model.Ends{uint32(i), 0}, m.RestPosition[i].Sub(m.RestPosition[0]).Len(), attachment)
			m.Attachments++
		}
	}
	tolerance := 1e-9
	if on.single() {
		tolerance = 1e-3
	}
	for _, warm := range []float64{0, 0.4} {
		p := model.Params{DT: 1. / 240, Substeps: 3, Iterations: 2, Warm: warm, Gravity: model.EarthGravity(), Integrator: model.Impulses}
		e := on.open(t, m, p)
		reader, ok := model.As[model.StateReader](e)
		if !ok {
			t.Fatal("the engine gives no state in its full precision")
		}
		var got, want model.State
		if must.Do(t, reader.ReadState(&got)); got.LinkForce != nil {
			t.Errorf("warm %g: %g N before a step", warm, got.LinkForce)
		}
		must.Do(t, errors.Join(e.Step(5), reader.ReadState(&got), stepped(t, m, p, m.Start(), 5).ReadState(&want)))
		most, off := 0.0, 0.0
		for k, f := range want.LinkForce {
			most, off = max(most, math.Abs(f)), max(off, math.Abs(f-got.LinkForce[k]))
		}
		if len(got.LinkForce) != len(m.Links()) || !(off <= tolerance*most) || most == 0 {
			t.Errorf("warm %g: %d forces for %d links, off by %g of %g N", warm, len(got.LinkForce), len(m.Links()), off, most)
		}
	}
}
