package impulses_test

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
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
			if err := e.Reset(w.s); err != nil {
				t.Fatal(err)
			}
			if err := e.Step(5); err != nil {
				t.Fatal(err)
			}
			if err := e.Finish(); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			l, err := e.Ledger()
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s: %+v, residual %.2g of %.3g J", name, l.Flows, l.Residual(), l.Exchanged())
			if !(math.Abs(l.Residual()) <= 1e-11*l.Exchanged()) || l.Exchanged() == 0 {
				t.Errorf("%s, %+v: %g of the %g J exchanged are unexplained", name, more, l.Residual(), l.Exchanged())
			}
		}
	}
}
