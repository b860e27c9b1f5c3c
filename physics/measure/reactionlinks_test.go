package measure

import (
	"math"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/model/rod"
	"hooke/model/rod/chain"
	"hooke/must"
)

// rodAndRope is a rope of two masses, 0.1 and 0.3 kg, across a thin rod that its middle part
// presses, so deep that it carries them; its point of rest is where the masses balance.
func rodAndRope(touches model.Touches) (*model.Model, model.Params, *model.State) {
	const kc, radius = 2e3, 0.02
	depth := 0.4 * model.StandardGravity / kc
	m := &model.Model{Materials: []model.Material{{}, {Name: "rope", Stiffness: 100}}, Mass: []float64{0.1, 0.3},
		RestPosition: []model.Vec3{{-0.75, 0, radius - depth}, {0.25, 0, radius - depth}}, Ends: []model.Ends{{0, 1}}, RestLength: []float64{1}, MaterialOf: []uint16{1}}
	p := model.Params{DT: 1e-4, Gravity: model.EarthGravity(), Contacts: []model.Contact{{Shape: model.Capsule{A: model.Vec3{0, -1, 0}, B: model.Vec3{0, 1, 0}, Radius: radius},
		Stiffness: kc, StaticFriction: 0.5, KineticFriction: 0.4, Touches: touches}}}
	return m, p, m.Start()
}

// A rod carries the weight of a rope that lies over it between two masses, and the point of its reaction is
// where the rope is pushed; of masses alone it would be nothing. A rope that is drawn along has friction of
// μk of the push.
func TestRopeOnRodByHand(t *testing.T) {
	m, p, s := rodAndRope(model.TouchSprings)
	l, err := NewReactions(m, p, nil, []string{"contact[0]"})
	must.Do(t, err)
	weight := 0.4 * model.StandardGravity
	r := l.Reactions(s, nil)[0]
	if want := (model.Vec3{0, 0, -weight}); r.Force.Sub(want).Len() > 1e-9*weight || math.Abs(r.Place()[0]) > 1e-12 || r.Torque.Len() > 1e-9 {
		t.Errorf("at rest %v N at %v, torque %v N·m; want %v at x = 0 without a torque", r.Force, r.Place(), r.Torque, want)
	}
	s.Velocity[0], s.Velocity[1] = model.Vec3{0, 1, 0}, model.Vec3{0, 1, 0}
	if r := l.Reactions(s, nil)[0]; math.Abs(r.Force[1]-0.4*weight) > 1e-9*weight {
		t.Errorf("drawn along y the rod takes %v N, want μk of %g N", r.Force, weight)
	}
	m, p, s = rodAndRope(model.TouchMasses)
	if l, err = NewReactions(m, p, nil, []string{"contact[0]"}); err != nil {
		t.Fatal(err)
	}
	if r := l.Reactions(s, nil)[0]; r.Force != (model.Vec3{}) {
		t.Errorf("masses alone press with %v N", r.Force)
	}
}

// The forces of the law are those of a step of the reference with a contact that touches
// edges and triangles.
func TestForcesWithSpansAreThoseOfTheStep(t *testing.T) {
	m, p, s := everything()
	corners := m.Triangles[10]
	middle := s.Position[corners[0]].Add(s.Position[corners[1]]).Add(s.Position[corners[2]]).Mul(1. / 3)
	p.Contacts = append(p.Contacts, model.Contact{Shape: model.Sphere{Center: middle.Add(model.Vec3{0, 0, 1e-4}), Radius: 0.01}, Stiffness: 400, Damping: 0.1, Touches: model.TouchTriangles})
	if worst := worstForce(t, m, p, p, s); worst > 1e-9 {
		t.Errorf("forces differ by %g of the largest", worst)
	}
	without := p
	without.Contacts = append([]model.Contact(nil), p.Contacts...)
	without.Contacts[2].Touches = model.TouchMasses
	if worst := worstForce(t, m, p, without, s); worst < 1e-3 {
		t.Errorf("a law without edges and triangles differs by %g only", worst)
	}
}

// A body that hangs still on a clamped rod, which carries it by shear, and on rigid links below its end weighs on
// the pin.
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
	s := modeltest.State(t, e)
	l := must.Get(NewReactions(m, p, []Pin{{Masses: []uint32{0}, Axes: model.PinAll}}, []string{"pin[0]"}))(t)
	weight := 0.5 * 9.80665
	if r := l.Reactions(&s, nil)[0]; math.Abs(r.Force[2]+weight) > 5e-3*weight || r.Force.Sub(model.Vec3{0, 0, r.Force[2]}).Len() > 1e-3*weight {
		t.Errorf("the pin carries %v N, want %g N downward", r.Force, weight)
	}
	s.Orientation = nil
	if r := l.Reactions(&s, nil)[0]; math.Abs(r.Force[2]+weight) < 0.1*weight {
		t.Errorf("without orientations it carries %v N, too", r.Force)
	}
}

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
	s := modeltest.State(t, e)
	l := must.Get(NewReactions(m, p, []Pin{{Masses: []uint32{0}, Axes: model.PinAll}, {Masses: []uint32{4}, Axes: model.PinAll}}, []string{"pin[0]", "pin[1]"}))(t)
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
