package impulses_test

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// The ledger closes to rounding: every impulse is booked with the work that it does, so that
// the kinetic energy is explained whatever sweeps have left unsolved.
func TestLedgerCloses(t *testing.T) {
	type world struct {
		m *model.Model
		p model.Params
		s *model.State
	}
	worlds := map[string]world{}
	add := func(name string, m *model.Model, p model.Params, s *model.State) { worlds[name] = world{m, p, s} }
	m, p, s, _ := modeltest.Together()
	add("all together", m, p, s)
	m, p, s = modeltest.OnMovingSpikes()
	add("moving spikes under triangles", m, p, s)
	m, p, s = modeltest.CollidingOnSpikes()
	add("collisions on spikes", m, p, s)
	m, p, s = modeltest.Swarm(20)
	add("swarm", m, p, s)
	held := hanging(t, 60, 1)
	swung := held.Start()
	for i := range swung.Velocity {
		swung.Velocity[i] = model.Vec3{-5 * held.RestPosition[i][2], 0, 0}
	}
	add("attachments to what moves", held, model.Params{Gravity: model.EarthGravity(), DragHalfLife: 2, Guides: []model.Guide{{Kind: model.OnPath, Masses: []uint32{0},
		Path: model.Path{Amplitude: model.Vec3{0.1, 0, 0.1}, Frequency: 2}}}}, swung)
	for name, w := range worlds {
		for _, more := range []struct {
			iterations int
			warm       float64
		}{{1, 0}, {4, 0.3}} {
			w.p.Ledger, w.p.Iterations, w.p.Warm = true, more.iterations, more.warm
			e := stepping(t, w.m, w.p, 1./2400, 10)
			must.Do(t, e.Reset(w.s))
			must.Do(t, e.Step(5))
			if err := e.Finish(); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			l := must.Get(e.Ledger())(t)
			t.Logf("%s: %+v, residual %.2g of %.3g J", name, l.Flows, l.Residual(), l.Exchanged())
			if !(math.Abs(l.Residual()) <= 1e-11*l.Exchanged()) || l.Exchanged() == 0 {
				t.Errorf("%s, %+v: %g of the %g J exchanged are unexplained", name, more, l.Residual(), l.Exchanged())
			}
		}
	}
}

// A mass, or an edge, that leaves a contact has lost what the damper took: it ends the push before the
// overlap is gone, and takes what the contact held then. The solver's own part falls with the substep.
//
// Seen to fail: dampers of what pushes alone, of the mass and of the edge (0.09 of the loss at both substeps).
func TestDamperTakesWhatEndsPushes(t *testing.T) {
	const k, c, v = 1e4, 60, 1.
	ground := model.Ground(0, k, 0)
	ground.Damping = c
	ball := model.Contact{Shape: model.Sphere{Center: model.Vec3{0.5, 0, -0.1}, Radius: 0.1}, Stiffness: k, Damping: c, Touches: model.TouchSprings}
	edge := pairOf(0.5, 0.5, 0, 0)
	for i := range edge.RestPosition {
		edge.RestPosition[i][2] = 0.001
	}
	for name, w := range map[string]struct {
		m *model.Model
		c model.Contact
	}{"mass": {modeltest.Single(1, model.Vec3{0, 0, 0.001}), ground}, "edge": {edge, ball}} {
		share := func(h float64) float64 {
			e := stepping(t, w.m, model.Params{Contacts: []model.Contact{w.c}, Ledger: true, Iterations: 20}, h, 1)
			s := w.m.Start()
			for i := range s.Velocity {
				s.Velocity[i][2] = -v
			}
			must.Do(t, e.Reset(s))
			must.Do(t, e.Step(int(0.1/h)))
			l, err := e.Ledger()
			if err != nil || e.Finish() != nil {
				t.Fatal(err, e.Finish())
			}
			lost := v*v/2 - l.Now.Kinetic
			if l.Now.Contact != 0 || lost < 0.1 || math.Abs(l.ContactDamping+l.Solver-lost) > 1e-12 {
				t.Fatalf("%s: %+v: lost %g J", name, l, lost)
			}
			return l.Solver / lost
		}
		coarse, fine := share(1e-4), share(1e-5)
		t.Logf("%s: the solver took %.2g of the loss at 0.1 ms, %.2g at 0.01 ms", name, coarse, fine)
		if math.Abs(coarse) > 0.03 || math.Abs(fine) > 0.003 {
			t.Errorf("%s: the solver took %.2g of the loss at 0.1 ms, %.2g at 0.01 ms", name, coarse, fine)
		}
	}
}
