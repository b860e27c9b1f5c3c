package cpuref

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

var allIntegrators = []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.RK4, model.ExplicitEuler}

// A rope across a rod, under gravity that also pulls along the rod, stays where the pull is less than
// friction holds, and else slides with the rest of the pull.
func TestRopeSticksAndSlidesOnRod(t *testing.T) {
	const mu, time, dt = 0.5, 0.5, 1e-4
	for _, integrator := range allIntegrators {
		for _, pull := range []float64{0.98 * mu, 2 * mu} {
			m := overRod(0.5, 1, 1, 0.1-2*model.StandardGravity/1e4)
			contact := rod(0.1, 1e4, 100).WithFriction(mu, mu)
			p := model.Params{Integrator: integrator, Contacts: []model.Contact{contact}, Gravity: model.Vec3{pull * model.StandardGravity, 0, -model.StandardGravity},
				Guides: []model.Guide{{Kind: model.OnPlane, Direction: model.Vec3{0, 1, 0}}}}
			end := at(t, m, p, m.Start(), time, dt)
			want, tolerance := 0.0, 1e-12
			if pull > mu {
				want = (pull - mu) * model.StandardGravity * time
				tolerance = 1e-3 * want
			}
			for i, v := range end.Velocity {
				must.Near(t, v[0], want, tolerance, "%v, pull %g: mass %d moves, in m/s", integrator, pull, i)
			}
			if x := end.Position[0][0]; pull < mu && math.Abs(x) > 1e-12 {
				t.Errorf("%v: it creeps by %g m", integrator, x)
			}
		}
	}
}

// chainOverRod is a chain of n masses of 10 g over a rod, with more of it on one side.
func chainOverRod(n int) *model.Model {
	b := modeltest.NewBuilder("chain over a rod")
	k := b.Material(2000, 0)
	for i := range n {
		y := 0.05 * (float64(i) - float64(n)/3)
		b.Mass(0.01, model.Vec3{0, y + 0.003, 0.03 - math.Max(0, math.Abs(y)-0.06)}, 0)
		if i > 0 {
			b.Join(i-1, i, k)
		}
	}
	return &b.Model
}

// residual is the energy that the ledger of a run does not account for, as a share of the
// largest kinetic and elastic energy.
func residual(t *testing.T, m *model.Model, p model.Params, time float64) (share float64, l model.Ledger) {
	t.Helper()
	p.Ledger = true
	e := must.Get(New(m, p))(t)
	largest, touched := 0.0, false
	for range 20 {
		must.Do(t, e.Step(int(time/p.DT/20)))
		l = must.Get(e.Ledger())(t)
		largest = max(largest, l.Now.Kinetic+l.Now.Elastic)
		touched = touched || l.Now.Contact > 0
	}
	must.Do(t, e.Finish())
	must.Hold(t, touched, "nothing touches")
	return math.Abs(l.Residual()) / largest, l
}

// An undamped chain is pulled over a rod by its own weight. The law of spans is not exactly conservative
// where ends are in the rod; its gain or loss is the residual of the ledger.
func TestEnergyOfChainPulledOverRod(t *testing.T) {
	const known = 1e-4 // docs/physics.md
	m := chainOverRod(18)
	for i, x := range m.RestPosition[:len(m.RestPosition)-1] {
		m.RestLength[i] = m.RestPosition[i+1].Sub(x).Len()
	}
	p := model.Params{DT: 4e-5, Integrator: model.VelocityVerlet, Gravity: model.EarthGravity(), Contacts: []model.Contact{rod(0.03, 2000, 0)},
		Guides: []model.Guide{{Kind: model.OnPlane, Direction: model.Vec3{1, 0, 0}}}}
	share, l := residual(t, m, p, 0.4)
	t.Logf("residual %.3g of the largest kinetic and elastic energy; %+v", share, l.Now)
	must.Hold(t, share <= known && l.Now.Kinetic >= 0.1, "the ledger leaves %g of the energy, kinetic %g J", share, l.Now.Kinetic)
}

// With dampers and friction the ledger of a chain whose ends stay out of the rod closes, the
// better the smaller the step.
func TestLedgerOfSpansCloses(t *testing.T) {
	m := overRod(0.5, 1, 1, 0.11)
	for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.RK4} {
		p := model.Params{DT: 1e-4, Integrator: integrator, Gravity: model.Vec3{3, 0, -9.81}, Contacts: []model.Contact{rod(0.1, 2000, 15).WithFriction(0.3, 0.2)},
			Guides: []model.Guide{{Kind: model.OnPlane, Direction: model.Vec3{0, 1, 0}}}}
		share, l := residual(t, m, p, 0.4)
		if share > 1e-3 || l.ContactDamping < 0.01 || l.Friction < 0.01 {
			t.Errorf("%v: the ledger leaves %g; %+v", integrator, share, l)
		}
	}
}

// A rod that moves along itself takes a rope with it, as far as friction says, and its work is
// in the ledger; without the velocity of its surface the rope would stay.
func TestRodTakesRopeAlong(t *testing.T) {
	const mu, speed = 0.3, 0.4
	for _, integrator := range allIntegrators {
		m := overRod(0.5, 1, 1, 0.1-2*model.StandardGravity/1e4)
		contact := rod(0.1, 1e4, 100).WithFriction(mu, mu)
		contact.Trajectory = &model.Trajectory{Path: model.Path{Velocity: model.Vec3{speed}}}
		p := model.Params{DT: 1e-4, Integrator: integrator, Contacts: []model.Contact{contact}, Gravity: model.EarthGravity(), Ledger: true,
			Guides: []model.Guide{{Kind: model.OnPlane, Direction: model.Vec3{0, 1, 0}}}}
		e := must.Get(New(m, p))(t)
		slides := speed / (mu * model.StandardGravity)
		must.Do(t, e.Step(int(slides/2/p.DT)))
		must.Near(t, e.State().Velocity[0][0], speed/2, 5e-3*speed, "%v: halfway it moves, in m/s", integrator)
		must.Do(t, e.Step(int(slides/p.DT)))
		must.Near(t, e.State().Velocity[1][0], speed, 1e-9, "%v: in the end it moves, in m/s", integrator)
		l := must.Get(e.Ledger())(t)
		work := 2 * speed * speed // of 2 kg: half becomes motion, half heat
		if math.Abs(l.Constraints-work) > 0.02*work || math.Abs(l.Residual()) > 0.02*work {
			t.Errorf("%v: the rod has done %g J, want %g; residual %g", integrator, l.Constraints, work, l.Residual())
		}
	}
}
