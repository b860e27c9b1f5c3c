package impulses_test

import (
	"math"
	"testing"

	"hooke/cpuref"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
	"hooke/physics/bigstep"
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
			modeltest.StepFrom(t, e, w.s, 5)
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

// A mass, or an edge, that leaves a contact has lost the damper's dissipation: it ends the push before the
// overlap is gone, and takes the energy of the contact then. The solver's own part falls with the substep.
//
// Seen to fail: dampers of pushing contacts alone, of the mass and of the edge (0.09 of the loss at both
// substeps).
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
			modeltest.StepFrom(t, e, s, int(0.1/h))
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

// beam is one of 20 × 4 × 4 masses with 26 neighbors each, held at one end, so stiff that 1/60 s
// are the given number of safe steps.
func beam(t *testing.T, ratio float64) *model.Model {
	t.Helper()
	of := func(k float64) *model.Model {
		m := must.Get(build.Lattice(build.LatticeSpec{Nx: 20, Ny: 4, Nz: 4, PerMass: 13, Spacing: 0.05, Mass: 0.1, Stiffness: k}))(t)
		m.Pin = make([]model.Pin, m.MassCount())
		for i, x := range m.RestPosition {
			if x[0] < m.RestPosition[0][0]+1e-6 {
				m.Pin[i] = model.PinAll
			}
		}
		return m
	}
	return of(math.Pow(60*ratio*physics.SafeStep(of(1), model.Params{}), 2))
}

// The advice for the measured structures gives their true error: 1 % with the given number of sweeps, or the
// residual with the largest number that was tried.
func TestReadings(t *testing.T) {
	gravity := model.EarthGravity()
	for _, c := range []struct {
		name  string
		m     func() *model.Model
		ratio float64
	}{
		{"cloth", func() *model.Model { return hung(t, 20, 12) }, 12},
		{"beam", func() *model.Model { return beam(t, 6) }, 6},
		{"cloth", func() *model.Model { return hung(t, 20, 122) }, 122},
		{"cloth of 50²", func() *model.Model { return hung(t, 50, 306) }, 306},
		{"cloth", func() *model.Model { return hung(t, 20, 1225) }, 1225},
		{"beam", func() *model.Model { return beam(t, 60) }, 60},
	} {
		if c.ratio != 12 && !longTests() {
			continue
		}
		m := c.m()
		a := bigstep.AdviceOf(m, model.Params{Gravity: gravity})
		must.Near(t, a.Ratio, c.ratio, 1e-6*c.ratio, "%s: safe steps", c.name)
		want := swing(t, m, 0.5)
		motion := far(want, m.RestPosition)
		for _, cost := range a.Costs {
			if cost.Sweeps == 0 && !longTests() {
				continue // nothing is said of it, and the long form tells its error
			}
			p := model.Params{Gravity: gravity, Integrator: cost.Solver, DT: bigstep.Frame, Substeps: cost.Sweeps, Iterations: 1}
			frames, allowed := 30, 0.01
			switch {
			case cost.Sweeps == 0:
				p.Substeps, p.Iterations = 10, 10
			case !p.Integrator.Method().Divides:
				p = p.SolvedBy(p.Integrator)
				p.DT, frames, allowed = p.DT/float64(cost.Sweeps), frames*cost.Sweeps, cost.Error
			case cost.Solver == model.ImplicitEuler:
				p.Tolerance = 1e-9
			}
			e := must.Get(cpuref.New(m, p))(t)
			if err := e.Step(frames); err != nil || e.Finish() != nil {
				t.Fatal(err, e.Finish())
			}
			off := far(e.State().Position, want) / motion
			t.Logf("%s, %g safe steps, %v, %d sweeps: %.2g; said %.2g, more are needed: %v", c.name, c.ratio, cost.Solver, cost.Sweeps, off, cost.Error, cost.AtLeast)
			switch {
			case cost.Sweeps == 0:
			case cost.AtLeast && !(math.Abs(off-cost.Error) <= 0.2*cost.Error) || !cost.AtLeast && !(off <= allowed):
				t.Errorf("%s, %g safe steps, %v: an error of %g with %d sweeps; it says %s", c.name, c.ratio, cost.Solver, off, cost.Sweeps, cost.Words())
			}
		}
	}
}
