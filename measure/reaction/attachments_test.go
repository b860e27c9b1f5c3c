package reaction

import (
	"math"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// A soft chain that attachments hold hangs still: its two pins, to which attachments of every mass
// lead, carry its weight together. Springs alone would say much less.
func TestPinCarriesAttachments(t *testing.T) {
	b := modeltest.NewBuilder("held chain")
	b.Model.Materials = append(b.Model.Materials, model.Material{Name: "soft", Stiffness: 20}, model.Material{Name: "attachment", Stiffness: 100, TensionOnly: true})
	soft := uint16(len(b.Model.Materials) - 2)
	for i, x := range []model.Vec3{{}, {0.1}, {0.1, 0, -0.1}, {0.1, 0, -0.2}, {0.2}} {
		b.Mass(0.1, x, map[bool]model.Pin{true: model.PinAll}[i%4 == 0])
	}
	for _, e := range [][2]int{{0, 1}, {1, 2}, {2, 3}, {1, 4}} {
		b.Join(e[0], e[1], soft)
	}
	m := &b.Model
	for i := 1; i < 4; i++ {
		for _, anchor := range []uint32{0, 4} {
			m.AddSpring(model.Ends{uint32(i), anchor}, 1.02*m.RestPosition[i].Sub(m.RestPosition[anchor]).Len(), soft+1)
			m.Attachments++
		}
	}
	p := model.Params{DT: 1. / 60, Integrator: model.Impulses, Substeps: 8, Iterations: 10, Gravity: model.EarthGravity(), DragHalfLife: 0.2}
	e := must.Get(cpuref.New(m, p))(t)
	must.Do(t, e.Step(600))
	var s model.State
	must.Do(t, e.ReadState(&s))
	l := must.Get(New(m, p, []Pin{{Masses: []uint32{0}, Axes: model.PinAll}, {Masses: []uint32{4}, Axes: model.PinAll}}, []string{"pin[0]", "pin[1]"}))(t)
	sum := func() model.Vec3 {
		r := l.Reactions(&s, nil)
		return r[0].Force.Add(r[1].Force)
	}
	weight := 0.5 * 9.80665
	if f := sum(); math.Abs(f[2]+weight) > 2e-3*weight || f.Sub(model.Vec3{0, 0, f[2]}).Len() > 1e-3*weight {
		t.Errorf("the pins carry %v N, want %g N downward", f, weight)
	}
	s.LinkForce = nil
	if f := sum(); math.Abs(f[2]+weight) < 0.1*weight {
		t.Errorf("without forces of attachments they carry %v N, too", f)
	}
}
