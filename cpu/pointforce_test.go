package cpu

import (
	"errors"
	"testing"

	"hooke/cpu/cputest"
	"hooke/cpuref"
	"hooke/engine/check"
	"hooke/machine/memory/memorytest"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
)

// withHandles are parameters with hands on masses of a model, two of them on one, a hand
// that moves, one that is open, and forces on some masses.
func withHandles(m *model.Model, dt float64) model.Params {
	last := uint32(m.MassCount() - 1)
	at := func(i uint32) model.Vec3 { return m.RestPosition[i] }
	return model.Params{DT: dt, Gravity: model.EarthGravity(),
		Handles: []model.Handle{
			{Mass: 0, Target: at(0).Add(model.Vec3{0.1, 0.05, 0}), Stiffness: 30, Damping: 0.2},
			{Mass: last, Target: at(last).Add(model.Vec3{0, 0.02, 0.1}), TargetVelocity: model.Vec3{0, 1, 0}, Stiffness: 20, Damping: 0.1},
			{Mass: last, Target: at(last).Add(model.Vec3{0.2, 0, 0}), Stiffness: 10},
			{Mass: last / 2, Target: model.Vec3{9, 9, 9}},
		},
		Forces: []model.Force{{Name: "push", Masses: []uint32{1, last / 2, last}, Force: model.Vec3{0.3, -0.2, 0.1}}},
	}
}

// handleTolerance is the largest error of a velocity after a few steps, as a share of the
// largest change: fifty times the roundings of forces and velocities that were seen.
const handleTolerance = 2e-5

// Handles and forces act as in the reference, in each format of entries, with hubs and
// with every kernel; one that is left out, or 5 % off, is seen.
func TestHandlesActAsInTheReference(t *testing.T) {
	canon, _, err := build.Canon(5)
	must.Do(t, err)
	for _, m := range []*model.Model{canon, cputest.ManyMaterials(4, 200), cputest.Network(200, 4, true), cputest.Star(300)} {
		p := withHandles(m, 5e-5)
		ref := must.Get(cpuref.New(m, p))(t)
		start := m.Start()
		start.RoundToFloat32()
		const steps = 12
		must.Do(t, errors.Join(ref.Reset(start), ref.Step(steps)))
		change := 0.0
		for _, v := range ref.State().Velocity {
			change = max(change, v.Len())
		}
		tolerance := check.Tolerance{Velocity: handleTolerance * change, Position: handleTolerance*change*p.DT*steps + 4*steps*1.2e-7}
		for _, kernel := range Kernels(model.Single) {
			for _, mutant := range []struct {
				name   string
				tamper func(*engine[float32])
				wrong  bool
			}{
				{"nothing", func(*engine[float32]) {}, false},
				{"no point force on one mass", func(e *engine[float32]) { e.run.external.Points = e.run.external.Points[:len(e.run.external.Points)-1] }, true},
				{"5 % too soft", func(e *engine[float32]) {
					for i := range e.run.external.Points {
						e.run.external.Points[i].Force[0] *= 0.95
					}
				}, true},
				{"no damping", func(e *engine[float32]) {
					for i := range e.run.external.Points {
						e.run.external.Points[i].Damping = 0
					}
				}, true},
			} {
				e := must.Get(makeEngine[float32](m, p, Options{Threads: 2, Kernel: kernel}))(t)
				if len(e.run.external.Points) < 3 {
					t.Fatalf("%s: %d masses have point forces", m.Name, len(e.run.external.Points))
				}
				mutant.tamper(e)
				must.Do(t, errors.Join(e.Reset(start), e.Step(5), e.Step(steps-5)))
				if r := check.Compare(m, ref.State(), snapshot(t, e), tolerance); r.OK == mutant.wrong {
					t.Errorf("%s, %s, %s: %v", m.Name, kernel, mutant.name, r)
				}
				must.Be(t, memorytest.Allocations(5, func() { _ = e.Step(2) }), 0, "%s: allocations for 2 steps with point forces", kernel)
				e.Close()
			}
		}
	}
}

// In tiles that take several steps at once a point force acts in each of them: the same, bit
// for bit, as step by step; and it acts no more once the hand is open.
func TestHandlesInTiles(t *testing.T) {
	m := cputest.Preset(t, "rope", 20000).Model
	p := withHandles(m, physics.AutoStep(m, model.Params{}))
	run := func(calls, steps int) model.Snapshot {
		e := must.Get(makeEngine[float32](m, p, Options{Threads: 2}))(t)
		defer e.Close()
		if calls == 1 && e.tiling.count == 0 {
			t.Error("the rope is not tiled")
		}
		for range calls {
			must.Do(t, e.Step(steps))
		}
		return snapshot(t, e)
	}
	if a, b := run(1, 40), run(40, 1); !same(a, b) {
		t.Error("40 steps at once end elsewhere than one by one")
	}

	open := p
	open.Handles, open.Forces = nil, nil
	e := must.Open(makeEngine[float32](m, p, Options{}))(t)
	fused := e.code.fused != nil
	must.Hold(t, e.code.steps == nil, "point forces would be passed over by the kernel that does both")
	must.Do(t, e.SetParams(open))
	if len(e.run.external.Points) != 0 || (e.code.steps != nil) != fused {
		t.Errorf("with open hands %d masses have point forces, and the fast kernel is back: %v", len(e.run.external.Points), e.code.steps != nil)
	}
}
