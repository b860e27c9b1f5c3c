package reaction

import (
	"math"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/rod"
	"hooke/rod/chain"
)

// What hangs still on a clamped rod, which carries it by shear, and on rigid links below its end weighs on the pin.
func TestPinCarriesRodsAndLinks(t *testing.T) {
	b := modeltest.NewBuilder("rod and links")
	b.Model.Materials = append(b.Model.Materials, model.Material{Name: "wire", Rod: rod.Solid(0.01, 1e9, 4e8)}, model.Material{Name: "link", Rigid: true})
	wire := uint16(len(b.Model.Materials) - 2)
	for i, x := range []model.Vec3{{}, {0.1}, {0.2}, {0.2, 0, -0.1}, {0.2, 0, -0.2}} {
		b.Mass(0.1, x, map[bool]model.Pin{true: model.PinAll}[i == 0])
		if i > 0 {
			b.Join(i-1, i, wire+uint16(i/3))
		}
	}
	m := &b.Model
	chain.Frame(m)
	p := model.Params{DT: 1. / 60, Integrator: model.Impulses, Substeps: 8, Iterations: 10, Gravity: model.EarthGravity(), DragHalfLife: 0.5,
		Clamps: []model.Clamp{{Masses: []uint32{0}, Axis: model.Vec3{0, 0, 1}}}}
	e := must.Get(cpuref.New(m, p))(t)
	must.Do(t, e.Step(300))
	var s model.State
	must.Do(t, e.ReadState(&s))
	l := must.Get(New(m, p, []Pin{{Masses: []uint32{0}, Axes: model.PinAll}}, []string{"pin[0]"}))(t)
	weight := 0.5 * 9.80665
	if r := l.Reactions(&s, nil)[0]; math.Abs(r.Force[2]+weight) > 5e-3*weight || r.Force.Sub(model.Vec3{0, 0, r.Force[2]}).Len() > 1e-3*weight {
		t.Errorf("the pin carries %v N, want %g N downward", r.Force, weight)
	}
	s.Orientation = nil
	if r := l.Reactions(&s, nil)[0]; math.Abs(r.Force[2]+weight) < 0.1*weight {
		t.Errorf("without orientations it carries %v N, too", r.Force)
	}
}
