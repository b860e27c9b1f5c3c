package check

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
)

// testCases are the presets in small, and what is awkward.
func testCases() []Case {
	earth := model.Params{Gravity: model.EarthGravity()}
	ground := earth
	ground.Contacts = []model.Contact{model.Ground(0, 5000, 1)}
	return []Case{
		{Name: "cube", Model: modeltest.Cube(0.02), Params: ground},
		{Name: "lattice", Model: modeltest.Lattice(6, 100, 0.02, true), Params: earth},
		{Name: "rope", Model: modeltest.Rope(40), Params: earth},
		{Name: "cloth", Model: modeltest.Cloth(12), Params: ground},
		{Name: "awkward", Model: modeltest.Awkward(1), Params: ground, Steps: 100},
		{Name: "lattice at rest", Model: modeltest.Lattice(4, 1e5, 1, false)},
		{Name: "slow and high", Model: modeltest.Lattice(6, 100, 0, true), Start: lifted(modeltest.Lattice(6, 100, 0, true), 0.5),
			Params: model.Params{DT: 5e-5, Gravity: model.EarthGravity()}, Steps: 5},
		{Name: "no springs", Model: modeltest.Single(2, model.Vec3{1, 2, 3}), Params: earth},
		{Name: "massless pins", Model: modeltest.Pair([2]float64{0, 2}, [2]model.Pin{model.PinAll, 0}, 1, 1, 50, 0.1),
			Params: model.Params{DT: 1e-3, Gravity: model.EarthGravity()}}, // its own step is too long for the perturbed ground,
		{Name: "nothing", Model: &modeltest.NewBuilder("nothing").Model, Params: earth},
	}
}

// lifted is the start of a model moved up [m].
func lifted(m *model.Model, height float64) *model.State {
	s := m.Start()
	for i := range s.Position {
		s.Position[i][2] += height
	}
	return s
}

// honest makes fakes that do what they should.
func honest(m *model.Model, p model.Params) (Subject, error) { return newFake(m, p), nil }

// An honest engine passes, and leaves room below the tolerances of a pass: a
// graphics card rounds differently.
func TestCheckPassesAnHonestEngine(t *testing.T) {
	const room = 0.3 // of the tolerance of a pass: what a plain float32 engine may use
	for _, sc := range testCases() {
		rows, err := Prove(sc, honest)
		if err != nil {
			t.Fatal(err)
		}
		if want := 38; len(rows) != want {
			t.Errorf("%s: %d rows, want %d", sc.Name, len(rows), want)
		}
		for _, r := range rows {
			t.Logf("%-16s %-22s max %9.3g rms %9.3g tolerance %9.3g", r.Case, r.Check, r.Max, r.RMS, r.Tolerance)
			if !r.OK {
				t.Errorf("%s: %s: %s", r.Case, r.Check, r.Detail)
			}
			if strings.HasPrefix(r.Check, "pass ") && r.Max > room {
				t.Errorf("%s: %s uses %.2f of its tolerance: %s", r.Case, r.Check, r.Max, r.Detail)
			}
		}
	}
}

// mutations are the negative controls: engines that are wrong in one way, and
// the checks that must see it.
func mutations() []mutation {
	all := func(values []float32, factor float32) {
		for i := range values {
			values[i] *= factor
		}
	}
	each := func(tamper func(*fakeContact)) func(*fake) {
		return func(f *fake) {
			for i := range f.contacts {
				tamper(&f.contacts[i])
			}
		}
	}
	ledgers := []string{"pass ledger", "pass ledger, materials", "pass ledger, contacts", "ledger, 4 steps"}
	bumps := []string{"pass integrate, contacts", "step parity, contacts"}
	return []mutation{
		{"drop a spring", func(f *fake) { s := f.liveSpring(); f.stiffness[s], f.damping[s] = 0, 0 }, []string{"pass spring-force", "step parity, 1 step"}},
		{"one stiffness 1 % off", func(f *fake) { f.stiffness[f.liveSpring()] *= 1.01 }, []string{"pass spring-force"}},
		{"one rest length 1 % off", func(f *fake) { f.rest[f.liveSpring()] *= 1.01 }, []string{"pass spring-force", "step parity, 1 step"}},
		{"one spring pulls both ends alike", func(f *fake) { f.onB[f.liveSpring()] = 1 }, []string{"pass integrate", "step parity, 1 step", "momentum"}},
		{"one spring at the wrong mass", func(f *fake) { i := f.liveMass(); f.springsAt[i][0] = f.springsAt[(i+2)%len(f.pin)][0] }, []string{"pass integrate", "step parity, 1 step"}},
		{"one spring not summed", func(f *fake) { i := f.liveMass(); f.springsAt[i] = f.springsAt[i][1:] }, []string{"pass integrate", "step parity, 1 step", "momentum"}},
		{"one mass 1 % off", func(f *fake) { f.perMass[f.liveMass()] *= 1.01 }, []string{"pass integrate", "step parity, 1 step", "momentum"}},
		{"no springs", func(f *fake) { all(f.stiffness, 0) }, []string{"pass spring-force", "step parity, 1 step"}},
		{"springs push", func(f *fake) { all(f.stiffness, -1) }, []string{"pass spring-force", "step parity, 1 step"}},
		{"no dampers", func(f *fake) { all(f.damping, 0) }, []string{"pass spring-force", "step parity, 1 step"}},
		{"dampers push", func(f *fake) { all(f.damping, -1) }, []string{"pass spring-force", "step parity, 1 step"}},
		{"cables push", func(f *fake) { clear(f.cable) }, []string{"pass materials"}},
		{"dampers of cables push", func(f *fake) { f.clamps = false }, []string{"pass materials"}},
		{"every spring a cable", func(f *fake) {
			for s := range f.cable {
				f.cable[s] = true
			}
		}, []string{"pass spring-force", "pass materials", "step parity, 1 step"}},
		{"k and c from the palette", func(f *fake) {
			for s := range f.stiffness {
				law := f.m.Materials[f.m.MaterialOf[s]]
				f.stiffness[s], f.damping[s] = float32(law.Stiffness), float32(law.Damping)
			}
		}, []string{"pass materials"}},
		{"no gravity", func(f *fake) { f.gravity = [3]float32{} }, []string{"pass integrate", "step parity, 1 step"}},
		{"gravity only along z", func(f *fake) { f.gravity[0], f.gravity[1] = 0, 0 }, []string{"pass integrate", "step parity, 1 step"}},
		{"gravity up", func(f *fake) { f.gravity[2] *= -1 }, []string{"pass integrate", "step parity, 1 step"}},
		{"gravity 0.1 % off", func(f *fake) { f.gravity[2] *= 1.001 }, []string{"pass integrate"}},
		{"no drag", func(f *fake) { f.drag = 1 }, []string{"pass integrate", "step parity, 1 step"}},
		{"drag twice", func(f *fake) { f.drag *= f.drag }, []string{"pass integrate", "step parity, 1 step"}},
		{"no contacts", func(f *fake) { f.contacts = nil }, append(bumps, "pass integrate", "step parity, 1 step")},
		{"contacts too soft", each(func(c *fakeContact) { c.stiffness *= 0.99 }), append(bumps, "pass integrate", "step parity, 1 step")},
		{"contacts without damping", each(func(c *fakeContact) { c.damping = 0 }), append(bumps, "pass integrate", "step parity, 1 step")},
		{"contacts pull", each(func(c *fakeContact) { c.adhesive = true }), bumps},
		{"planes level", each(func(c *fakeContact) { c.normal = [3]float32{0, 0, 1} }), append(bumps, "pass integrate", "step parity, 1 step")},
		{"planes too soft", of[model.Plane](func(c *fakeContact) { c.stiffness *= 0.99 }), bumps[:1]},
		{"balls too soft", of[model.Sphere](func(c *fakeContact) { c.stiffness *= 0.99 }), bumps[:1]},
		{"boxes too soft", of[model.Box](func(c *fakeContact) { c.stiffness *= 0.99 }), bumps[:1]},
		{"capsules too soft", of[model.Capsule](func(c *fakeContact) { c.stiffness *= 0.99 }), bumps[:1]},
		{"boxes along the axes", of[model.Box](func(c *fakeContact) { c.turn = [3][3]float32{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}} }), bumps},
		{"boxes without end", of[model.Box](func(c *fakeContact) { c.faceless = true }), bumps},
		{"capsules of no length", of[model.Capsule](func(c *fakeContact) { c.perSquare = 0 }), bumps},
		{"containers push out", each(func(c *fakeContact) { c.sign = 1 }), bumps},
		{"no friction", each(func(c *fakeContact) { c.static, c.kinetic = 0, 0 }), bumps},
		{"nothing sticks", each(func(c *fakeContact) { c.static = 1e-30 }), bumps},
		{"nothing slides", each(func(c *fakeContact) { c.static = 1e30 }), bumps},
		{"kinetic friction 1 % off", each(func(c *fakeContact) { c.kinetic *= 1.01 }), bumps[:1]},
		{"kinetic friction as static", each(func(c *fakeContact) { c.kinetic = c.static }), bumps},
		{"friction against the old velocity", each(func(c *fakeContact) { c.late = true }), bumps},
		{"friction drives", each(func(c *fakeContact) { c.against = -1 }), bumps},
		{"no forces", func(f *fake) { f.loads.forces = nil }, []string{"pass load", "step parity, 1 step"}},
		{"forces 1 % off", perturbedOnly(func(f *fake) { f.loads.forces[0].gain = 1.01 }), []string{"pass load"}},
		{"a force on every mass", perturbedOnly(func(f *fake) { f.loads.forces[1].masses = nil }), []string{"pass load", "step parity, 1 step"}},
		{"no motors", func(f *fake) { f.loads.motors = nil }, []string{"pass load"}},
		{"motors without a limit", perturbedOnly(func(f *fake) { f.loads.motors[1].limit = 0 }), []string{"pass load"}},
		{"motors 1 % off", perturbedOnly(func(f *fake) { f.loads.motors[0].damping *= 1.01 }), []string{"pass load"}},
		{"no handles", func(f *fake) { f.loads.handles = nil }, []string{"pass load", "step parity, 1 step"}},
		{"handles of steady targets", perturbedOnly(func(f *fake) { f.loads.handles[0].velocity = [3]float32{} }), []string{"pass load"}},
		{"handles 1 % off", perturbedOnly(func(f *fake) { f.loads.handles[1].stiffness *= 1.01 }), []string{"pass load"}},
		{"no quadratic drag", func(f *fake) { f.loads.drag = 0 }, []string{"pass load"}},
		{"loads on pinned masses", func(f *fake) { f.pin = slices.Clone(f.pin); clear(f.pin) }, []string{"pass load", "pass integrate"}},
		{"no wind", func(f *fake) { f.loads.windDrag, f.loads.lift = 0, 0 }, []string{"pass wind"}},
		{"drag of the wind 1 % off", func(f *fake) { f.loads.windDrag *= 1.01 }, []string{"pass wind"}},
		{"lift 1 % off", func(f *fake) { f.loads.lift *= 1.01 }, []string{"pass wind"}},
		{"wind on one side", func(f *fake) { f.loads.oneSided = true }, []string{"pass wind"}},
		{"lift along the wind", func(f *fake) { f.loads.stalls = true }, []string{"pass wind"}},
		{"no guides", func(f *fake) { f.loads.unguided = true }, []string{"pass guide", "step parity, 1 step"}},
		{"paths a step late", func(f *fake) { f.loads.lags = true }, []string{"pass guide", "step parity, 1 step"}},
		{"guides leave velocities", func(f *fake) { f.loads.strays = true }, []string{"pass guide", "step parity, 1 step"}},
		{"no pins", func(f *fake) { clear(f.pin) }, []string{"pass integrate", "step parity, 1 step"}},
		{"no partial pins", func(f *fake) {
			for i := range f.pin {
				if f.pin[i] != model.PinAll {
					f.pin[i] = 0
				}
			}
		}, []string{"pass integrate", "step parity, 1 step"}},
		{"double the step", func(f *fake) { f.dt *= 2 }, []string{"pass integrate", "step parity, 1 step"}},
		{"positions stay", func(f *fake) { f.moves = false }, []string{"pass integrate", "step parity, 1 step", "step parity, 4 steps"}},
		{"no drag force", func(f *fake) { f.rate = 0 }, []string{"pass prime", "pass kick", "pass stage-1", "verlet parity, 1", "rk4 parity, 1"}},
		{"no prediction", func(f *fake) { f.ahead = 0 }, []string{"pass drift", "verlet parity, 1"}},
		{"friction as an impulse leaves positions", func(f *fake) { f.back = 0 }, []string{"pass kick", "pass stage-4"}},
		{"RK4 with even shares", func(f *fake) { f.share = [4]float32{0.25, 0.25, 0.25, 0.25} }, []string{"pass stage-1", "pass stage-2", "pass stage-4", "rk4 parity, 1"}},
		{"Verlet acts on the drives of the start", func(f *fake) { f.early = true }, []string{"verlet parity, 1"}},
		{"explicit Euler with the new velocity", func(f *fake) {
			if f.p.Integrator == model.ExplicitEuler {
				f.p.Integrator = model.SymplecticEuler
			}
		}, []string{"pass integrate, explicit", "explicit-euler parity, 1"}},
		{"explicit Euler in place of all", func(f *fake) { f.p.Integrator = model.ExplicitEuler },
			[]string{"pass integrate", "step parity, 1 step"}},
		{"skip spring-force", func(f *fake) { f.springPass = false }, []string{"pass spring-force", "step parity, 1 step"}},
		{"skip integrate", func(f *fake) { f.integrating = false }, []string{"pass integrate", "step parity, 1 step", "step parity, 4 steps"}},
		{"return the input", func(f *fake) { f.springPass, f.integrating = false, false },
			[]string{"pass spring-force", "pass integrate", "step parity, 1 step", "step parity, 4 steps"}},
		{"leave a NaN in place", func(f *fake) { f.lastSpring-- }, []string{"pass spring-force"}},
		{"one step short", func(f *fake) { f.stepsLost = 1 }, []string{"step parity, 1 step", "step parity, 4 steps"}},
		{"one step not counted", func(f *fake) { f.countsLost = 1 }, []string{"step count"}},
		{"a ledger without the half of the first step", func(f *fake) { f.ledger.before = 0 }, []string{"ledger, 4 steps"}},
		{"a ledger with the whole of the last step", func(f *fake) { f.ledger.after = 0 }, []string{"ledger, 4 steps"}},
		{"kinetic energy 1 % off", ledgerOff(func(e *model.Energy, _ *model.Flows) *float64 { return &e.Kinetic }), ledgers},
		{"elastic energy 1 % off", ledgerOff(func(e *model.Energy, _ *model.Flows) *float64 { return &e.Elastic }), ledgers},
		{"gravitational energy 1 % off", ledgerOff(func(e *model.Energy, _ *model.Flows) *float64 { return &e.Gravitational }), ledgers},
		{"contact energy 1 % off", ledgerOff(func(e *model.Energy, _ *model.Flows) *float64 { return &e.Contact }), ledgers},
		{"damping 1 % off", ledgerOff(func(_ *model.Energy, f *model.Flows) *float64 { return &f.Damping }), ledgers},
		{"contact damping 1 % off", ledgerOff(func(_ *model.Energy, f *model.Flows) *float64 { return &f.ContactDamping }), ledgers},
		{"drag 1 % off", ledgerOff(func(_ *model.Energy, f *model.Flows) *float64 { return &f.Drag }), ledgers},
		{"friction 1 % off", ledgerOff(func(_ *model.Energy, f *model.Flows) *float64 { return &f.Friction }), []string{"pass ledger, contacts"}},
		{"work of actuators 1 % off", ledgerOff(func(_ *model.Energy, f *model.Flows) *float64 { return &f.Actuators }), ledgers[:3]},
		{"work of external forces 1 % off", ledgerOff(func(_ *model.Energy, f *model.Flows) *float64 { return &f.External }), ledgers},
		{"work of paths 1 % off", ledgerOff(func(_ *model.Energy, f *model.Flows) *float64 { return &f.Constraints }), ledgers[:3]},
		{"work of actuators with the wrong sign", func(f *fake) { f.ledger.tamper = func(_ *model.Energy, f *model.Flows) { f.Actuators *= -1 } }, ledgers},
		{"velocities of the state for centered ones", func(f *fake) { f.ledger.late = true }, ledgers},
		{"velocities of the state for those that forces saw", func(f *fake) { f.ledger.blind = true }, []string{"ledger, verlet, 4 steps"}},
		{"impulses of friction that are not noted", func(f *fake) { f.ledger.smooth = true }, []string{"ledger, verlet, 4 steps", "ledger, rk4, 4 steps"}},
		{"no dissipation", func(f *fake) { f.ledger.tamper = func(_ *model.Energy, f *model.Flows) { *f = model.Flows{} } }, ledgers},
		{"not a number", func(f *fake) { f.noise = func() float32 { return float32(math.NaN()) } },
			[]string{"pass integrate", "step parity, 1 step", "all finite", "energy", "momentum"}},
	}
}

// perturbedOnly tampers with the loads of a perturbed case.
func perturbedOnly(tamper func(*fake)) func(*fake) {
	return func(f *fake) {
		if len(f.loads.forces) > 0 {
			tamper(f)
		}
	}
}

// ledgerOff makes a term of the ledger 1 % too large.
func ledgerOff(term func(*model.Energy, *model.Flows) *float64) func(*fake) {
	return func(f *fake) {
		f.ledger.tamper = func(e *model.Energy, flows *model.Flows) { *term(e, flows) *= 1.01 }
	}
}

// of tampers with the contacts of one shape.
func of[S model.Shape](tamper func(*fakeContact)) func(*fake) {
	return func(f *fake) {
		for i := range f.contacts {
			if _, ok := f.contacts[i].shape.(S); ok {
				tamper(&f.contacts[i])
			}
		}
	}
}

type mutation struct {
	name   string
	tamper func(f *fake)
	checks []string // that must fail
}

func TestCheckFailsMutants(t *testing.T) {
	for _, sc := range testCases()[:4] {
		sc.Steps = 60
		for _, mutant := range mutations() {
			rows, err := Prove(sc, func(m *model.Model, p model.Params) (Subject, error) {
				f := newFake(m, p)
				mutant.tamper(f)
				return f, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			for _, check := range mutant.checks {
				if row := rowOf(t, rows, check); row.OK {
					t.Errorf("%s, %s: %q passes: max %.3g, tolerance %.3g; %s",
						sc.Name, mutant.name, check, row.Max, row.Tolerance, row.Detail)
				}
			}
		}
	}
}

// Gravity counts even where springs are so stiff that their forces and the
// velocities of the perturbed state round it away: the quiet state shows it.
func TestCheckSeesFaintGravity(t *testing.T) {
	sc := Case{Name: "stiff", Model: modeltest.Lattice(3, 1e8, 0, true), Params: model.Params{Gravity: model.EarthGravity()}, Steps: 10}
	rows, err := Prove(sc, func(m *model.Model, p model.Params) (Subject, error) {
		f := newFake(m, p)
		f.gravity[2] *= 1.001
		return f, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if row := rowOf(t, rows, "pass integrate"); row.OK || !strings.Contains(row.Detail, "quiet") {
		t.Errorf("gravity that is 0.1 %% off is not seen: max %.3g; %s", row.Max, row.Detail)
	}
}

// An engine whose results depend on anything but its input is not repeatable.
func TestCheckSeesNoise(t *testing.T) {
	calls := 0
	rows, err := Prove(testCases()[0], func(m *model.Model, p model.Params) (Subject, error) {
		f := newFake(m, p)
		f.noise = func() float32 { calls++; return float32(calls%7) * 1e-9 }
		return f, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if row := rowOf(t, rows, "repeatable"); row.OK {
		t.Errorf("noise of 1e-9 m/s is not seen: %s", row.Detail)
	}
}

// creeping moves a pinned mass by one unit in the last place per call, far
// below every tolerance.
type creeping struct{ *fake }

func (c creeping) nudge(err error) error {
	c.x[0][1] = math.Nextafter32(c.x[0][1], 1)
	return err
}

func (c creeping) Step(n int) error          { return c.nudge(c.fake.Step(n)) }
func (c creeping) RunPass(name string) error { return c.nudge(c.fake.RunPass(name)) }

func TestCheckSeesCreep(t *testing.T) {
	rows, err := Prove(testCases()[1], func(m *model.Model, p model.Params) (Subject, error) { return creeping{newFake(m, p)}, nil })
	if err != nil {
		t.Fatal(err)
	}
	if row := rowOf(t, rows, "pinned unchanged"); row.OK || row.WorstMass != 0 || row.Max != 1 {
		t.Errorf("a creeping pinned mass is not seen: %+v", row)
	}
	if row := rowOf(t, rows, "pass integrate"); row.OK || !strings.Contains(row.Detail, "mass 0 is pinned") {
		t.Errorf("a creeping pinned mass is not seen in one pass: %+v", row)
	}
}

// forgetful leaves a kind of energy out of its sum.
type forgetful struct{ *fake }

func (f forgetful) Energy() (model.Energy, error) {
	e, err := f.fake.Energy()
	e.Elastic = 0
	return e, err
}

func TestCheckSeesWrongEnergy(t *testing.T) {
	sc := testCases()[1]
	rows, err := Prove(sc, func(m *model.Model, p model.Params) (Subject, error) { return forgetful{newFake(m, p)}, nil })
	if err != nil {
		t.Fatal(err)
	}
	if row := rowOf(t, rows, "energy sum"); row.OK {
		t.Errorf("elastic energy left out is not seen: %+v", row)
	}

	// A loss of 1e-4 of each velocity per step, over 1,000 steps.
	rows, err = Prove(sc, func(m *model.Model, p model.Params) (Subject, error) {
		f := newFake(m, p)
		f.drag *= 0.9999
		return f, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if row := rowOf(t, rows, "energy"); row.OK {
		t.Errorf("energy lost is not seen: %+v", row)
	}
}

func TestCheckReportsBrokenSubjects(t *testing.T) {
	broken := errors.New("no device")
	_, err := Prove(testCases()[0], func(*model.Model, model.Params) (Subject, error) { return nil, broken })
	if !errors.Is(err, broken) {
		t.Errorf("error is %v, want it to wrap %v", err, broken)
	}
	_, err = Prove(testCases()[0], func(m *model.Model, p model.Params) (Subject, error) { return strange{newFake(m, p)}, nil })
	if err == nil || !strings.Contains(err.Error(), `"collide"`) {
		t.Errorf("error is %v, want it to name the pass that has no twin", err)
	}
	if _, err := Prove(Case{Name: "empty"}, honest); err == nil {
		t.Error("a case without a model is accepted")
	}
}

// What an engine refuses of what a check puts in is left out, and the rest is
// checked: springs of many kinds here.
func TestCheckGoesOnAfterARefusal(t *testing.T) {
	sc := testCases()[0]
	rows, err := Prove(sc, func(m *model.Model, p model.Params) (Subject, error) {
		if len(m.Materials) > len(sc.Model.Materials) {
			return nil, fmt.Errorf("so many materials are %w of it", model.ErrRefused)
		}
		return newFake(m, p), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if r := rowOf(t, rows, "step parity, 4 steps"); !r.OK {
		t.Errorf("%+v", r)
	}
	if slices.ContainsFunc(rows, func(r Outcome) bool { return r.Check == "pass materials" }) {
		t.Error("there is a row of what was refused")
	}
	if r := rowOf(t, rows, refusal); !strings.Contains(r.Detail, "so many materials") {
		t.Errorf("the row of the refusal says %q", r.Detail)
	}
}

// strange has a pass that the reference does not know.
type strange struct{ *fake }

func (strange) Passes() []string { return []string{"collide"} }

func TestToleranceScaleZeroShowsResiduals(t *testing.T) {
	t.Setenv("HOOKE_TOLERANCE_SCALE", "0")
	rows, err := Prove(testCases()[1], honest)
	if err != nil {
		t.Fatal(err)
	}
	for _, check := range []string{"pass spring-force", "pass integrate", "step parity, 1 step", "step parity, 4 steps", "energy", "momentum"} {
		if row := rowOf(t, rows, check); row.OK || row.Max == 0 || row.Tolerance != 0 {
			t.Errorf("%s: ok %v with max %g, tolerance %g at scale 0", check, row.OK, row.Max, row.Tolerance)
		}
	}
	t.Setenv("HOOKE_TOLERANCE_SCALE", "lots")
	if _, err := Prove(testCases()[1], honest); err == nil || !strings.Contains(err.Error(), "HOOKE_TOLERANCE_SCALE") {
		t.Errorf("error is %v, want it to name the variable", err)
	}
}

func TestRowAsJSON(t *testing.T) {
	text, err := json.Marshal(Outcome{Case: "cube", Check: "energy", Max: math.Inf(1), RMS: 0.5, WorstMass: -1, WorstSpring: 3})
	want := `{"case":"cube","check":"energy","max":null,"rms":0.5,"tolerance":0,"worst_mass":-1,"worst_spring":3,"detail":"","ok":false}`
	if err != nil || string(text) != want {
		t.Errorf("got %s, %v, want %s", text, err, want)
	}
}

func rowOf(t *testing.T, rows []Outcome, check string) Outcome {
	t.Helper()
	for _, r := range rows {
		if r.Check == check {
			return r
		}
	}
	t.Fatalf("no row %q in %v", check, rows)
	return Outcome{}
}
