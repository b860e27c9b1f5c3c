package run

import (
	"math"
	"strings"
	"testing"

	"hooke/cpu"
	"hooke/cpuref"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
	"hooke/scene"
	"hooke/scene/open"
)

// started is a scene's preset with its judge, in single precision.
func started(t *testing.T, name string, change func(*scene.Scene)) (*scene.Scene, Judge) {
	t.Helper()
	s := must.Get(open.Scene(name, scene.Options{}))(t)
	change(s)
	return s, JudgeOf(s.Model, s.Params, s.Start, "single")
}

// resting removes everything that could move a structure.
func resting(s *scene.Scene) {
	s.Params.Gravity, s.Params.Contacts = model.Vec3{}, nil
}

// A structure at rest without gravity has only the energy of rounding. That is no blow-up, after one step and
// after many; and the estimate is no excuse for much more.
func TestRestWithoutGravityIsNoBlowUp(t *testing.T) {
	s, judge := started(t, "cube", resting)
	e := must.Open(cpu.New(s.Model, s.Params, cpu.Options{Threads: 1}))(t)
	done := 0
	for _, steps := range []int{1, 10, 1000, 100_000} {
		must.Do(t, e.Step(steps-done))
		done = steps
		energy := must.Get(e.Energy())(t)
		account := Balance{}.Then(int64(steps), model.Ledger{Now: energy})
		must.Be(t, judge.Verdict(s.Model, s.Params, account), nil, "%d steps", steps)
		// The mark stays near the true energy of rounding after a long time.
		const loosest = 200
		if grown := judge.Grown(account); steps >= 100_000 && judge.Mark(account) > loosest*grown {
			t.Errorf("%d steps: grown by %g J, the mark is %g J", steps, grown, judge.Mark(account))
		}
		energy.Kinetic += 2 * judge.Mark(account)
		if err := judge.Verdict(s.Model, s.Params, Balance{}.Then(int64(steps), model.Ledger{Now: energy})); err == nil {
			t.Errorf("%d steps: twice the mark from nowhere is not seen", steps)
		}
	}
}

// A real blow-up from rest passes the floor of rounding within a few steps of
// passing nothing at all: it grows exponentially.
func TestBlowUpFromRestIsSeenAtOnce(t *testing.T) {
	s, _ := started(t, "cube", resting)
	s.Params.DT = 1.3 * physics.SafeStep(s.Model, s.Params)
	s.Start.Velocity[0] = model.Vec3{1e-6, 0, 0} // 5e-14 J
	judge := JudgeOf(s.Model, s.Params, s.Start, "double")
	strict := judge
	strict.Rounding = physics.Rounding{}
	e := must.Get(cpuref.New(s.Model, s.Params))(t)
	must.Do(t, e.Reset(s.Start))
	first := map[*Judge]int{}
	for step := 1; step <= 2000 && len(first) < 2; step++ {
		must.Do(t, e.Step(1))
		energy := must.Get(e.Energy())(t)
		for _, j := range []*Judge{&strict, &judge} {
			err := j.Verdict(s.Model, s.Params, Balance{}.Then(int64(step), model.Ledger{Now: energy}))
			if _, seen := first[j]; err != nil && !seen {
				first[j] = step
				if !strings.Contains(err.Error(), "the run blew up") || !strings.Contains(err.Error(), "above the safe step") {
					t.Errorf("step %d: %v", step, err)
				}
			}
		}
	}
	const later = 2 // steps
	if first[&judge] == 0 || first[&judge] > first[&strict]+later {
		t.Errorf("seen at step %d, without any floor at %d; want at most %d later", first[&judge], first[&strict], later)
	}
}

// pair is two masses of 1 kg on a spring of 100 N/m, that a force of 10 N pushes
// without gravity.
func pair() (*model.Model, model.Params) {
	m := &model.Model{RestPosition: []model.Vec3{{}, {1, 0, 0}}, Mass: []float64{1, 1}, Ends: []model.Ends{{0, 1}},
		RestLength: []float64{1}, MaterialOf: []uint16{1}, Materials: []model.Material{{}, {Stiffness: 100}}}
	return m, model.Params{DT: 1e-3, Ledger: true, Forces: []model.Force{{Name: "push", Masses: []uint32{1}, Force: model.Vec3{10, 0, 0}}}}
}

// peak is the account of a run with a ledger that the judge likes least.
func peak(t *testing.T, m *model.Model, p model.Params, steps int) (Judge, Balance) {
	t.Helper()
	judge := JudgeOf(m, p, m.Start(), "double")
	e := must.Get(cpuref.New(m, p))(t)
	var now, worst Balance
	for step := 1; step <= steps; step++ {
		must.Do(t, e.Step(1))
		ledger := must.Get(e.Ledger())(t)
		now = now.Then(int64(step), ledger)
		if step == 1 || judge.Excess(now) > judge.Excess(worst) {
			worst = now
		}
	}
	return judge, worst
}

// A force does work, whose swing is no blow-up, from the first step on and whatever the integrator. The same
// pair above its safe step is one.
func TestPushedWithoutGravityIsNoBlowUp(t *testing.T) {
	for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.RK4} {
		for _, part := range []float64{0.01, 0.5, 0.9} {
			m, p := pair()
			p.Integrator = integrator
			p.DT = part * physics.SafeStep(m, p)
			judge, worst := peak(t, m, p, 3000)
			must.Be(t, judge.Verdict(m, p, worst), nil, "%v at %g of the safe step: step %d", integrator, part, worst.Steps)
		}
	}
	m, p := pair()
	p.DT = 1.1 * physics.SafeStep(m, p)
	judge, worst := peak(t, m, p, 60)
	must.Say(t, "above the safe step", judge.Verdict(m, p, worst), "above the safe step")
}

// Work that muscles do is no blow-up where it is accounted for; the same energy from
// nowhere is one.
func TestWorkIsNoBlowUp(t *testing.T) {
	s, judge := started(t, "cube", func(*scene.Scene) {})
	ledger := model.Ledger{Now: physics.EnergyOf(s.Model, s.Params, s.Start)}
	ledger.Now.Kinetic += 50
	ledger.Actuators = 50
	if err := judge.Verdict(s.Model, s.Params, Balance{}.Then(1, ledger)); err != nil {
		t.Error(err)
	}
	ledger.Actuators = 0
	if err := judge.Verdict(s.Model, s.Params, Balance{}.Then(1, ledger)); err == nil {
		t.Error("50 J from nowhere are not seen")
	}
}

// Without a ledger nothing is known of driven structures, except that their energy is a number.
func TestDrivenWithoutLedger(t *testing.T) {
	m, p := pair()
	p.Ledger = false
	judge := JudgeOf(m, p, m.Start(), "single")
	for energy, want := range map[float64]bool{1e9: false, math.NaN(): true, math.Inf(1): true} {
		err := judge.Verdict(m, p, Balance{}.Then(1, model.Ledger{Now: model.Energy{Kinetic: energy}}))
		must.Hold(t, (err != nil) == want, "%g J: %v", energy, err)
	}
}

// Energy that contacts hold at the start is never available: a block that starts
// inside the ground is thrown out, and that is told with its cause; one that lies on
// the ground is not.
func TestContactsOfTheStartAreNotAvailable(t *testing.T) {
	for _, c := range []struct {
		depth float64 // of the lowest masses in the ground [m]
		want  string
	}{{0.0001, ""}, {0.05, "start inside shapes"}} {
		m, err := build.Lattice(build.LatticeSpec{Nx: 5, Ny: 5, Nz: 5, Spacing: 0.02, Mass: 0.001, Stiffness: 100})
		must.Do(t, err)
		start := m.Start()
		for i := range start.Position {
			start.Position[i][2] -= c.depth
		}
		p := model.Params{DT: 1e-5, Gravity: model.EarthGravity(),
			Contacts: []model.Contact{{Shape: model.Plane{Normal: model.Vec3{0, 0, 1}}, Stiffness: 1e5}}}
		judge := JudgeOf(m, p, start, "double")
		if held := physics.EnergyOf(m, p, start).Contact; judge.Available > 0.2 || (judge.Inside > 0) != (c.want != "") {
			t.Errorf("%g m deep: contacts hold %g J, available are %g J, inside %g J", c.depth, held, judge.Available, judge.Inside)
		}
		e := must.Get(cpuref.New(m, p))(t)
		must.Do(t, e.Reset(start))
		if energy, err := e.Energy(); err != nil || judge.Verdict(m, p, Balance{}.Then(0, model.Ledger{Now: energy})) != nil {
			t.Errorf("%g m deep: judged before it moves", c.depth)
		}
		must.Do(t, e.Step(100))
		energy := must.Get(e.Energy())(t)
		// All that the shape held counts as grown, up to the method's swing of a few percent.
		const swing = 0.1
		account := Balance{}.Then(100, model.Ledger{Now: energy})
		if grown := judge.Grown(account); judge.Inside > 0 && math.Abs(grown/judge.Inside-1) > swing {
			t.Errorf("%g m deep: grown by %g J, want the %g J that the shape held", c.depth, grown, judge.Inside)
		}
		err = judge.Verdict(m, p, account)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%g m deep: %v, want %q", c.depth, err, c.want)
		}
	}
}

// A ledger centers velocities on the positions: a structure that a force begins to push
// has kinetic energy there at once, which is no energy from nowhere.
func TestALedgerIsJudgedByItsOwnStart(t *testing.T) {
	m, p := pair()
	m.Ends, m.RestLength, m.MaterialOf = nil, nil, nil // free: nothing is available
	judge, worst := peak(t, m, p, 50)
	e := must.Get(cpuref.New(m, p))(t)
	begun := must.Get(e.Ledger())(t)
	if begun.Now.Kinetic <= 0 || judge.Excess(Balance{}.Then(0, begun)) > 0 || judge.Excess(worst) > 0 {
		t.Errorf("at the start %g J, an excess of %g J, later of %g J", begun.Now.Kinetic, judge.Excess(Balance{}.Then(0, begun)), judge.Excess(worst))
	}
	begun.Now.Kinetic *= 2
	must.Hold(t, judge.Excess(Balance{}.Then(0, begun)) > 0, "twice the kinetic energy of the start is not seen")
}

// A solver that divides steps may hold any energy in springs whose sweeps have not converged,
// and none in motion that nothing explains. Where steps are explicit, both are a blow-up.
func TestUnconvergedSpringsAreNoBlowUp(t *testing.T) {
	for _, c := range []struct {
		integrator     model.Integrator
		strained, fast bool // whether it is a blow-up
	}{{model.SymplecticEuler, true, true}, {model.Impulses, false, true}} {
		s, judge := started(t, "cube", func(s *scene.Scene) { s.Params = s.Params.SolvedBy(c.integrator) })
		strained, fast := physics.EnergyOf(s.Model, s.Params, s.Start), physics.EnergyOf(s.Model, s.Params, s.Start)
		strained.Elastic += 100 * judge.Available
		fast.Kinetic += 100 * judge.Available
		for _, e := range []struct {
			what   string
			energy model.Energy
			blown  bool
		}{{"strained", strained, c.strained}, {"fast", fast, c.fast}} {
			account := Balance{}.Then(10, model.Ledger{Now: e.energy})
			must.Be(t, judge.Grown(account) > judge.Mark(account), e.blown, "%v, %s: a blow-up", c.integrator, e.what)
		}
	}
}

// The farthest mass of a pattern is at a corner, from any shape; from the inside of one all masses
// are looked at.
func TestFarthestOfPatterns(t *testing.T) {
	m := must.Get(build.Lattice(build.LatticeSpec{Nx: 9, Ny: 13, Nz: 21, PerMass: 13, Spacing: 0.013, Mass: 0.5, Stiffness: 1e3, Bottom: 0.3, ByPattern: true}))(t)
	written := *m
	written.InArrays()
	for _, c := range []model.Contact{
		model.Ground(0.1, 400, 0), {Shape: model.Plane{Normal: model.Vec3{0.6, 0, 0.8}, Offset: -1}}, {Shape: model.Sphere{Center: model.Vec3{0.1, 0, 0.4}, Radius: 0.05}},
		{Shape: model.Sphere{Center: model.Vec3{0.1, 0, 0.4}, Radius: 0.05}, Inside: true}, model.Ground(9, 400, 0),
	} {
		got, want := farthest(m.MassCount(), m.RestPositions(), []model.Contact{c}), farthest(m.MassCount(), written.RestPositions(), []model.Contact{c})
		must.Hold(t, math.Abs(got-want) <= 1e-14 && (want == 0) == (c.Shape == model.Ground(9, 400, 0).Shape), "%+v: %g m, want %g", c, got, want)
	}
}
