package cpu

import (
	"errors"
	"testing"

	"hooke/cpu/cputest"
	"hooke/cpu/external"
	"hooke/cpu/table"
	"hooke/cpuref"
	"hooke/engine/check"
	"hooke/machine/memory/memorytest"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
)

// externalTolerance is the largest error of a velocity after a few steps, as a share of the largest change,
// and guidedWay the rounding of a position [m].
const (
	externalTolerance = 3e-4
	guidedWay         = 4e-7
)

// againstReference compares an engine with the reference after some steps with a state that
// moves, and the states of one thread and of several bit by bit. tamper is a fault that must
// be seen; nil: none.
func againstReference(t *testing.T, name string, m *model.Model, p model.Params, tamper func(*engine[float32])) {
	t.Helper()
	ref := must.Get(cpuref.New(m, p))(t)
	start := m.Start()
	for i := range start.Velocity {
		start.Velocity[i] = model.Vec3{0.1 * float64(i%5), 0.2 - 0.1*float64(i%4), 0.3 - 0.1*float64(i%7)}
	}
	start.RoundToFloat32()
	const steps = 6
	must.Do(t, errors.Join(ref.Reset(start), ref.Step(steps)))
	change := 0.0
	for i, v := range ref.State().Velocity {
		change = max(change, v.Sub(start.Velocity[i]).Len())
	}
	tolerance := check.Tolerance{Velocity: externalTolerance * change, Position: externalTolerance*change*p.DT*steps + guidedWay}
	var first model.Snapshot
	for _, threads := range []int{2, 1, 5} {
		e := must.Get(makeEngine[float32](m, p, Options{Threads: threads}))(t)
		must.Do(t, e.Reset(start))
		if tamper != nil {
			tamper(e)
		}
		must.Do(t, errors.Join(e.Step(2), e.Step(steps-2)))
		now := snapshot(t, e)
		if r := check.Compare(m, ref.State(), now, tolerance); r.OK == (tamper != nil) {
			t.Errorf("%s, %v, %v, %d threads, tampered %v: %v", name, p.Integrator, e.table.Format, threads, tamper != nil, r)
		}
		must.Be(t, memorytest.Allocations(3, func() { _ = e.Step(2) }), 0, "%s, %v: allocations for 2 steps", name, p.Integrator)
		e.Close()
		if first.Position == nil {
			first = now
		} else if !same(first, now) {
			t.Errorf("%s, %v: %d threads end elsewhere than 2", name, p.Integrator, threads)
		}
	}
}

// burdened are parameters with external forces of every kind, and triangles on the model.
func burdened(m *model.Model, integrator model.Integrator) model.Params {
	grows := model.Curve{At: []float64{0, 1e-3}, Value: []float64{0.5, 2}}
	some := []uint32{3, 17, 40, uint32(m.MassCount() - 1)}
	m.Triangles = nil
	for i := range uint32(m.MassCount() - 2) {
		m.Triangles = append(m.Triangles, [3]uint32{i, i + 1, i + 2})
	}
	return model.Params{DT: 5e-5, Gravity: model.EarthGravity(), Integrator: integrator, DragHalfLife: 0.5, QuadraticDrag: 0.2,
		Forces: []model.Force{{Force: model.Vec3{0.02, 0, 0.01}, Table: grows}, {Masses: some, Force: model.Vec3{0.2, 0, 0.1}, Table: grows},
			{Masses: some, Force: model.Vec3{0, 0.3, 0}}},
		Motors:  []model.Motor{{Axis: model.Vec3{0, 0, 1}, Speed: 0.5, Damping: 0.05}, {Masses: some, Axis: model.Vec3{0.6, 0.8, 0}, Speed: 2, Damping: 0.2, Limit: 0.1}},
		Handles: []model.Handle{{Mass: 7, Target: m.RestPosition[7].Add(model.Vec3{0.1, 0, 0}), Stiffness: 5, Damping: 0.01}},
		Wind:    model.Wind{Velocity: model.Vec3{5, 1, 0}, Gust: 0.5, GustTime: 1e-3, Drag: 1.1, Lift: 0.4}}
}

// External forces of every kind act as in the reference, with every integrator and format of
// entries; a fault in one of them is seen.
func TestExternalForces(t *testing.T) {
	for _, integrator := range model.Integrators() {
		for _, m := range []*model.Model{cputest.ManyMaterials(4, 200), cputest.Network(200, 4, true), cputest.Star(300)} {
			p := burdened(m, integrator)
			againstReference(t, m.Name, m, p, nil)
			for name, without := range map[string]func(*model.Params){
				"a force": func(p *model.Params) { p.Forces[1].Force = model.Vec3{} }, "a motor": func(p *model.Params) { p.Motors[1].Damping = 0 },
				"drag": func(p *model.Params) { p.QuadraticDrag = 0 }, "wind": func(p *model.Params) { p.Wind = model.Wind{} },
			} {
				fewer := p.Clone()
				without(&fewer)
				againstReference(t, m.Name+" without "+name, m, p, func(e *engine[float32]) { e.run.external = external.Of[float32](e.model, fewer, e.table.Order) })
			}
		}
	}
}

// A long rope, whose tiles may take several steps at once where nothing changes with time,
// ends with every integrator where single steps end, bit for bit.
func TestIntegratorsInTiles(t *testing.T) {
	m := cputest.Preset(t, "rope", 20000).Model
	ends := map[[3]float32]model.Integrator{}
	for _, integrator := range model.Integrators() {
		p := model.Params{DT: physics.AutoStep(m, model.Params{}) / 4, Gravity: model.EarthGravity(), Integrator: integrator}
		run := func(calls, steps int) model.Snapshot {
			e := must.Get(makeEngine[float32](m, p, Options{Threads: 2}))(t)
			defer e.Close()
			for range calls {
				must.Do(t, e.Step(steps))
			}
			return snapshot(t, e)
		}
		at, one := run(1, 40), run(40, 1)
		must.Hold(t, same(at, one), "%v: 40 steps at once end elsewhere than one by one", integrator)
		middle := at.Velocity[len(at.Velocity)/2]
		if other, taken := ends[middle]; taken || middle[2] == 0 {
			t.Errorf("%v ends with %v, like %v", integrator, middle, other)
		}
		ends[middle] = integrator
	}
}

// Guides hold masses as in the reference, with every integrator, beside friction on a contact;
// one that lets go is seen, and so is a path whose masses seem to be at rest.
func TestGuides(t *testing.T) {
	for _, integrator := range model.Integrators() {
		m := cputest.Network(200, 4, false)
		path := []uint32{5, 60, 61}
		if m.Pin == nil {
			m.Pin = make([]model.Pin, m.MassCount())
		}
		for _, i := range path {
			m.Pin[i] = model.PinAll
		}
		point := m.RestPosition[30].Add(model.Vec3{0.01, 0, 0})
		var free []uint32
		for i := range uint32(m.MassCount()) {
			if i > 90 && m.PinOf(int(i)) == 0 {
				free = append(free, i)
			}
		}
		p := model.Params{DT: 5e-5, Gravity: model.EarthGravity(), Integrator: integrator, DragHalfLife: 0.5,
			Contacts: []model.Contact{model.Ground(0.1, 200, 0.1).WithFriction(0.6, 0.5)},
			Guides: []model.Guide{{Masses: free[:20], Direction: model.Vec3{0.6, 0, 0.8}},
				{Kind: model.OnPlane, Masses: free[20:50], Direction: model.Vec3{0, 0.8, 0.6}, Point: &point},
				{Kind: model.OnPath, Masses: path, Path: model.Path{Velocity: model.Vec3{0.5, 0, 0}, Amplitude: model.Vec3{0, 0.01, 0}, Frequency: 300}}}}
		againstReference(t, "guides", m, p, nil)
		for k := range p.Guides {
			againstReference(t, "a guide that lets go", m, p, func(e *engine[float32]) {
				var held []guided[float32]
				for _, one := range e.guides.held {
					if int(one.guide) != k {
						held = append(held, one)
					}
				}
				e.guides.held = held
			})
		}
	}
}

// A mass that leaves its path stays where it is, at rest.
func TestLeavingAPath(t *testing.T) {
	m := cputest.Star(3)
	m.Pin = make([]model.Pin, m.MassCount())
	m.Pin[1] = model.PinAll
	p := model.Params{DT: 1e-4, Guides: []model.Guide{{Kind: model.OnPath, Masses: []uint32{1}, Path: model.Path{Velocity: model.Vec3{1, 0, 0}}}}}
	e := must.Open(makeEngine[float32](m, p, Options{}))(t)
	must.Do(t, e.Step(10))
	lane := int(e.table.Order.LaneOf[1])
	if lane >= len(e.table.Order.MassOf) || e.table.Order.MassOf[lane] == table.NoMass {
		t.Fatal("mass 1 has no lane")
	}
	there := snapshot(t, e)
	if there.Velocity[1] != [3]float32{1, 0, 0} {
		t.Fatalf("on its path the mass has velocity %v", there.Velocity[1])
	}
	p.Guides = nil
	must.Do(t, errors.Join(e.SetParams(p), e.Step(10)))
	if now := snapshot(t, e); now.Velocity[1] != [3]float32{} || now.Position[1] != there.Position[1] {
		t.Errorf("off its path the mass is at %v with velocity %v, and was at %v", now.Position[1], now.Velocity[1], there.Position[1])
	}
}
