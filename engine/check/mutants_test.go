package check

import (
	"math"
	"slices"
	"testing"

	"hooke/cpuref/collide"
	"hooke/model"
	"hooke/must"
)

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
	ledgers := []string{"ledger, 1 step", "ledger, materials, 1 step", "ledger, contacts, 1 step", "ledger, 4 steps"}
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
		{"force tables 3 % off", func(f *fake) { f.tables = 1.03 }, []string{"step parity, force tables", "explicit-euler parity, force tables", "verlet parity, force tables", "rk4 parity, force tables"}},
		{"no force tables", func(f *fake) { f.tables = 0 }, []string{"step parity, force tables"}},
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
		{"no spans", func(f *fake) { f.spans = nil }, []string{"step parity, spans", "step parity, spans per mass", "explicit-euler parity, spans", "verlet parity, spans", "rk4 parity, spans"}},
		{"spans per mass too soft", func(f *fake) {
			f.p = f.p.Clone()
			for k := range f.p.Contacts {
				if f.p.Contacts[k].PerMass {
					f.p.Contacts[k].Normalized.Stiffness = 0.97 * model.ContactCap
				}
			}
		}, []string{"step parity, spans per mass"}},
		{"spans without friction", func(f *fake) {
			smooth := f.p.Clone()
			for k := range smooth.Contacts {
				smooth.Contacts[k] = smooth.Contacts[k].WithFriction(0, 0)
			}
			f.spans = collide.NewSpans(f.m, smooth)
		}, []string{"step parity, spans", "verlet parity, spans"}},
		{"surfaces that stand still", each(func(c *fakeContact) { c.moves = false }), []string{"pass integrate, moving contacts", "step parity, moving contacts", "pass prime, moving contacts",
			"pass kick, moving contacts", "pass stage-1, moving contacts", "pass stage-4, moving contacts", "pass integrate, explicit, moving contacts", "ledger, moving contacts, 1 step",
			"ledger, symplectic-euler, moving contacts, 4 steps", "ledger, verlet, moving contacts, 4 steps", "ledger, rk4, moving contacts, 4 steps", "ledger, explicit-euler, moving contacts, 4 steps"}},
		{"surfaces that do no work", func(f *fake) { f.ledger.lazy = true }, []string{"ledger, moving contacts, 1 step"}},
		{"nothing is caught", func(f *fake) { f.lets = true }, []string{"step parity, catches", "explicit-euler parity, catches", "verlet parity, catches", "rk4 parity, catches", "ledger, catches, 1 step"}},
		{"more is counted than is caught", func(f *fake) { f.miscounts = true }, []string{"step parity, catches"}},
		{"what catches take is not booked", func(f *fake) { f.unbooked = true }, []string{"ledger, catches, 1 step"}},
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
		{"damping 2 % off", ledgerScaled(1.02, func(_ *model.Energy, f *model.Flows) *float64 { return &f.Damping }), ledgers},
		{"contact damping 1 % off", ledgerOff(func(_ *model.Energy, f *model.Flows) *float64 { return &f.ContactDamping }), ledgers},
		{"drag 1 % off", ledgerOff(func(_ *model.Energy, f *model.Flows) *float64 { return &f.Drag }), ledgers},
		{"friction 1 % off", ledgerOff(func(_ *model.Energy, f *model.Flows) *float64 { return &f.Friction }), []string{"ledger, contacts, 1 step"}},
		{"work of actuators 1 % off", ledgerOff(func(_ *model.Energy, f *model.Flows) *float64 { return &f.Actuators }), ledgers[:3]},
		{"work of external forces 1 % off", ledgerOff(func(_ *model.Energy, f *model.Flows) *float64 { return &f.External }), ledgers},
		{"work of paths twice", ledgerScaled(2, func(_ *model.Energy, f *model.Flows) *float64 { return &f.Constraints }), []string{ledgers[0], ledgers[2]}},
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
	return ledgerScaled(1.01, term)
}

func ledgerScaled(by float64, term func(*model.Energy, *model.Flows) *float64) func(*fake) {
	return func(f *fake) {
		f.ledger.tamper = func(e *model.Energy, flows *model.Flows) { *term(e, flows) *= by }
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

// Every mutant fails the checks that must see it, in each of four cases. In the short form each case
// has a twelfth of the mutants.
func TestCheckFailsMutants(t *testing.T) {
	parts := partOfRows(t)
	for number, sc := range testCases()[:4] {
		sc.Steps, sc.Shared = 60, &Shared{}
		for k, mutant := range mutations() {
			if !must.Long() && k%12 != number {
				continue
			}
			sc.Parts = nil
			for _, check := range mutant.checks {
				sc.Parts = append(sc.Parts, parts[check])
			}
			rows := must.Get(Prove(sc, func(m *model.Model, p model.Params) (Subject, error) {
				f := newFake(m, p)
				mutant.tamper(f)
				return f, nil
			}))(t)
			for _, check := range mutant.checks {
				if row := rowOf(t, rows, check); row.OK {
					t.Errorf("%s, %s: %q passes: max %.3g, tolerance %.3g; %s",
						sc.Name, mutant.name, check, row.Max, row.Tolerance, row.Detail)
				}
			}
		}
	}
}

// partOfRows is the part of a proof that makes each row.
func partOfRows(t *testing.T) map[string]string {
	parts := map[string]string{}
	for _, part := range Parts() {
		sc := testCases()[0]
		sc.Parts, sc.Steps = []string{part}, 10
		rows := must.Get(Prove(sc, honest))(t)
		for _, r := range rows {
			parts[r.Check] = part
		}
	}
	return parts
}
