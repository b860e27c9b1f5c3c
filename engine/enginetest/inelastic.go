package enginetest

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/model/inelastic"
	"hooke/model/modeltest"
	"hooke/must"
)

// Inelastic returns the cases of springs that tear, yield and creep.
func Inelastic() []Case {
	return []Case{
		{"a spring weakens and tears", weakensAndTears},
		{"a torn spring lets go", letsGo},
		{"the weakest spring tears", weakestTears},
		{"a tear waits", tearWaits},
		{"one tear per mass", oneTearPerMass},
		{"a spring yields", yields},
		{"a spring creeps", creeps},
		{"ledgers of changes close", changesClose},
		{"changes as in the reference", changesAsReference},
		{"changes resume", changesResume},
		{"torn hinges and skins let go", tornPartsLetGo},
		{"a skin bursts", skinBursts},
		{"a hinge tears", hingeTears},
	}
}

// pulledAway is a spring of 1 m and k [N/m] between two masses that are held, the second of which a
// path pulls away at 1 m/s.
func pulledAway(k float64, law inelastic.Law, dt float64) (*model.Model, model.Params) {
	m := modeltest.Lever(model.Material{Stiffness: k, Inelastic: law}, model.PinAll, model.PinAll)
	return m, model.Params{DT: dt, Ledger: true, Guides: []model.Guide{{Kind: model.OnPath, Masses: []uint32{1}, Path: model.Path{Velocity: model.Vec3{1}}}}}
}

// The force of a spring with damage falls on a straight line, so that tearing takes ½ k L0² ε0 ε1,
// by the path and into the ledger.
func weakensAndTears(t *testing.T, on Subject) {
	const k, e0, e1, work = 1.0, 0.1, 0.3, 0.0150
	m, p := pulledAway(k, inelastic.Law{TearStrain: e1, DamageStrain: e0}, 1e-4)
	e := on.open(t, m, p)
	at := func(steps int) (*model.State, model.Ledger) {
		s := after(t, e, steps)
		return s, must.Get(keeperOf(t, e).Ledger())(t)
	}
	s, l := at(999)
	if s.Changes[0].Damage != 0 || l.Fracture != 0 {
		t.Errorf("below ε0: %+v, %g J", s.Changes[0], l.Fracture)
	}
	s, l = at(1001) // ε = 0.2
	near(t, "damage at 0.2", s.Changes[0].Damage, e1*(0.2-e0)/(0.2*(e1-e0)), 1e-4)
	near(t, "energy at 0.2", l.Now.Elastic, 0.25*0.5*k*0.04, 1e-5) // D = 0.75
	s, l = at(1100)
	if !s.Changes[0].Torn() || inelastic.Torn(s.Changes) != 1 {
		t.Errorf("beyond ε1: %+v", s.Changes[0])
	}
	near(t, "work to tear", l.Fracture, work, 1e-2*work)
	near(t, "work of the path", l.Constraints, work, 1e-2*work)
	if l.Now.Elastic != 0 || !(l.Closure() < 1e-2) {
		t.Errorf("after the tear %g J are stored, and the ledger closes to %.2g", l.Now.Elastic, l.Closure())
	}
	m.Materials[1].Inelastic.DamageStrain = e1 // brittle: three times the work
	e = on.open(t, m, p)
	_, l = at(3100)
	near(t, "work to tear a brittle spring", l.Fracture, 3*work, 3e-2*work)
}

// Tearing a brittle spring takes ½ k L0² ε1² from a mass, which then moves on evenly.
func letsGo(t *testing.T, on Subject) {
	const k, strain, speed, dt = 10.0, 0.1, 2.0, 1e-5
	eachIntegrator(t, func(t *testing.T, integrator model.Integrator) {
		m := modeltest.Lever(model.Material{Stiffness: k, Inelastic: inelastic.Law{TearStrain: strain}}, model.PinAll, 0)
		m.Mass[1] = 1
		e := on.open(t, m, model.Params{DT: dt, Integrator: integrator})
		start := m.Start()
		start.Velocity[1] = model.Vec3{speed}
		must.Do(t, e.Reset(start))
		s := after(t, e, 6000) // 0.12 m
		near(t, "speed after the tear", s.Velocity[1][0], math.Sqrt(speed*speed-k*strain*strain), 2e-5+4*on.rounding())
		if again := after(t, e, 1000).Velocity[1]; again != s.Velocity[1] {
			t.Errorf("after the tear %v m/s became %v", s.Velocity[1], again)
		}
	})
}

// A rod of ten springs, one of them 1 % weaker, pulled slowly: that one tears, and no other.
func weakestTears(t *testing.T, on Subject) {
	const n, weak = 10, 6
	for name, law := range map[string]inelastic.Law{"strain": {TearStrain: 0.05}, "force": {TearForce: 5}} {
		weaker := law
		weaker.TearStrain *= 0.99
		weaker.TearForce *= 0.99
		m := &model.Model{Name: "rod", Materials: []model.Material{{}, {Stiffness: 1000, Damping: 2, Inelastic: law}, {Stiffness: 1000, Damping: 2, Inelastic: weaker}}}
		for i := range n + 1 {
			m.RestPosition, m.Mass, m.Pin = append(m.RestPosition, model.Vec3{0.1 * float64(i)}), append(m.Mass, 0.01), append(m.Pin, 0)
			if i > 0 {
				m.Ends, m.RestLength, m.MaterialOf = append(m.Ends, model.Ends{uint32(i - 1), uint32(i)}), append(m.RestLength, 0.1), append(m.MaterialOf, 1)
			}
		}
		m.MaterialOf[weak], m.Pin[0], m.Pin[n] = 2, model.PinAll, model.PinAll
		p := model.Params{DT: 1e-4, Guides: []model.Guide{{Kind: model.OnPath, Masses: []uint32{n}, Path: model.Path{Velocity: model.Vec3{0.01}}}}}
		s := after(t, on.open(t, m, p), 51000)
		for i, c := range s.Changes {
			if c.Torn() != (i == weak) {
				t.Errorf("%s: spring %d of the rod: %+v, at %v", name, i, c, s.Position)
			}
		}
	}
}

// A brittle spring with a delay withstands that number of steps beyond its limit.
func tearWaits(t *testing.T, on Subject) {
	m, p := pulledAway(1, inelastic.Law{TearStrain: 0.1, TearDelay: 3}, 1e-3)
	e := on.open(t, m, p)
	for step := 1; step < 110; step++ { // the strain after it is step/1000
		s := after(t, e, 1)
		if beyond := step - 100; step != 100 && s.Changes[0].Torn() != (beyond > 3) && math.Abs(float64(beyond-3)) > 1 {
			t.Errorf("after %d steps: %+v", step, s.Changes[0])
		}
	}
}

// Of three springs that would tear at once at a mass, the longest does, and the others a step and
// two later.
func oneTearPerMass(t *testing.T, on Subject) {
	for limit, torn := range map[bool][]int{false: {3, 3, 3}, true: {1, 2, 3}} {
		center, arms := model.Vec3{}, []model.Vec3{{0.1, 0, 0}, {0, 0.1, 0}, {0, 0, 0.1}}
		m := modeltest.Free(0.1, append([]model.Vec3{center}, arms...)...)
		m.Materials = []model.Material{{}, {Stiffness: 1, Inelastic: inelastic.Law{TearStrain: 0.1, LimitPerMass: limit}}}
		for i := range arms {
			m.Ends, m.RestLength, m.MaterialOf = append(m.Ends, model.Ends{0, uint32(i + 1)}), append(m.RestLength, 0.1), append(m.MaterialOf, 1)
		}
		e := on.open(t, m, model.Params{DT: 1e-4})
		s := m.Start()
		for i := range arms {
			s.Position[i+1] = arms[i].Mul(1.2 + 0.01*float64((i+1)%3))
		}
		must.Do(t, e.Reset(s))
		for step, want := range torn {
			got := after(t, e, 1)
			if count := inelastic.Torn(got.Changes); count != want || limit && step == 0 && !got.Changes[1].Torn() {
				t.Errorf("limit %v: after %d steps %d are torn, want %d: %+v", limit, step+1, count, want, got.Changes)
			}
		}
	}
}

// A spring with linear hardening, pulled by x beyond its yield: f = Y0 + kH/(k + H) (x − Y0/k), and
// it stays longer by x − f/k.
func yields(t *testing.T, on Subject) {
	const k, y0, h, x, force, longer = 100.0, 1.0, 25.0, 0.05, 1.8, 0.032
	near(t, "the closed form", y0+k*h/(k+h)*(x-y0/k), force, 1e-12)
	for name, law := range map[string]inelastic.Law{"force": {YieldForce: y0, Hardening: h}, "strain": {YieldStrain: y0 / k, Hardening: h}} {
		m, p := pulledAway(k, law, 1e-5)
		e := on.open(t, m, p)
		s := after(t, e, 5000)
		near(t, name+": permanent stretch", s.Changes[0].RestLength-1, longer, 2e-6)
		near(t, name+": plastic stretch", s.Changes[0].Plastic, longer, 2e-6)
		l := must.Get(keeperOf(t, e).Ledger())(t)
		near(t, name+": dissipated", l.Plastic, y0*longer+h*longer*longer/2, 1e-4)
		near(t, name+": work", l.Constraints, y0*longer+h*longer*longer/2+force*force/k/2, 1e-4)

		// One large step: Y Δ + (k/2 + H) Δ², and the force that moves a mass afterwards.
		m.Pin[1] = 0
		e = on.open(t, m, model.Params{DT: 1e-6, Ledger: true})
		start := m.Start()
		start.Position[1][0] += x
		must.Do(t, e.Reset(start))
		first := after(t, e, 1)
		near(t, name+": one large step", must.Get(keeperOf(t, e).Ledger())(t).Plastic, 0.1088, 2e-6)
		second := after(t, e, 1)
		near(t, name+": force", (first.Velocity[1][0]-second.Velocity[1][0])*m.Mass[1]/1e-6, force, 2e-3)

		start.Position[1][0] = 1 - x // and pushed, the other way
		must.Do(t, e.Reset(start))
		near(t, name+": permanent compression", 1-after(t, e, 1).Changes[0].RestLength, longer, 2e-6)
	}
}

// At constant length the force halves each half-life, for any step; a cable that is slack does not
// creep.
func creeps(t *testing.T, on Subject) {
	const half = 0.7
	for _, steps := range []int{1, 7, 100} {
		m := modeltest.Lever(model.Material{Stiffness: 3, Inelastic: inelastic.Law{CreepHalfLife: half}}, model.PinAll, model.PinAll)
		for _, cable := range []bool{false, true} {
			m.Materials[1].TensionOnly = cable
			for _, stretch := range []float64{0.25, -0.25} {
				e := on.open(t, m, model.Params{DT: half / float64(steps)})
				start := m.Start()
				start.Position[1][0] += stretch
				must.Do(t, e.Reset(start))
				want := stretch / 4
				if cable && stretch < 0 {
					want = stretch
				}
				near(t, "stretch after two half-lives", 1+stretch-after(t, e, 2*steps).Changes[0].RestLength, want, 1e-12+on.rounding()/100)
			}
		}
	}
}

// parts returns structures at rest that forces on groups move while all of their springs hold.
func parts() map[string]func() (*model.Model, model.Params) {
	made := func(name string, triangles [][3]uint32, ends []model.Ends, at ...model.Vec3) *model.Model {
		m := modeltest.Free(0.01, at...)
		m.Name, m.Triangles = name, triangles
		m.Materials = append(m.Materials, model.Material{Name: "edge", Stiffness: 100, Damping: 0.01, Inelastic: inelastic.Law{TearStrain: 0.2}})
		for _, e := range ends {
			m.AddSpring(e, at[e[0]].Sub(at[e[1]]).Len(), 1)
		}
		return m
	}
	around := []model.Ends{{0, 1}, {0, 2}, {1, 2}, {0, 3}, {1, 3}}
	return map[string]func() (*model.Model, model.Params){
		"sheet": func() (*model.Model, model.Params) {
			m := made("sheet", [][3]uint32{{0, 1, 2}, {1, 0, 3}}, around, model.Vec3{}, model.Vec3{0.1}, model.Vec3{0.05, 0.1}, model.Vec3{0.05, -0.1})
			return m, model.Params{DT: 1e-3, Ledger: true, Bends: []model.Bend{{Hinges: []model.Hinge{{Masses: [4]uint32{0, 1, 2, 3}, Stiffness: 0.01, Damping: 1e-4, Rest: 0.5}}}}}
		},
		"chain": func() (*model.Model, model.Params) {
			m := made("chain", nil, []model.Ends{{0, 1}, {1, 2}}, model.Vec3{}, model.Vec3{0.1}, model.Vec3{0.2, 0.02})
			return m, model.Params{DT: 1e-3, Ledger: true, Bends: []model.Bend{{Hinges: []model.Hinge{{Masses: [4]uint32{0, 1, 2, 0}, Stiffness: 0.01, Damping: 1e-4, Rest: 0.5}}}}}
		},
		"skin": func() (*model.Model, model.Params) {
			m := made("skin", [][3]uint32{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}, append(around, model.Ends{2, 3}), model.Vec3{}, model.Vec3{0.1}, model.Vec3{0, 0.1}, model.Vec3{0, 0, 0.1})
			return m, model.Params{DT: 1e-3, Ledger: true, Pressures: []model.Pressure{{Kind: model.ConstantPressure, Pressure: 300}}}
		},
	}
}

// A hinge over a torn spring bends no more, and a skin of which a triangle is cut loses its pressure. Hinges and skins
// that hold move the same masses.
func tornPartsLetGo(t *testing.T, on Subject) {
	for name, part := range parts() {
		m, p := part()
		for torn := -1; torn < m.SpringCount(); torn++ {
			start := m.Start()
			start.Changes = m.Unchanged()
			if torn >= 0 {
				start.Changes[torn].Damage = 1
			}
			e := on.open(t, m, p)
			must.Do(t, e.Reset(start))
			fastest := 0.0
			for _, v := range after(t, e, 20).Velocity {
				fastest = max(fastest, v.Len())
			}
			if torn < 0 && fastest < 0.01 || torn >= 0 && fastest > 1e-5 {
				t.Errorf("%s: with spring %d torn masses move at %g m/s", name, torn, fastest)
			}
		}
	}
}

// A skin that bursts in a run, where its weakest spring tears, moves as in the reference, with a ledger that closes.
func skinBursts(t *testing.T, on Subject) {
	const steps = 1000
	for _, integrator := range model.Integrators() {
		m, p := parts()["skin"]()
		p.Integrator, p.DT = integrator, 5e-5
		m.Materials = append(m.Materials, m.Materials[1])
		m.Materials[2].Inelastic.TearStrain, m.MaterialOf[5] = 0.02, 2
		start := m.Start()
		ref, e := reference(t, m, p, start, steps), on.open(t, m, p)
		must.Do(t, e.Reset(start))
		got := after(t, e, steps)
		must.Hold(t, inelastic.Torn(ref.Changes) == 1 && inelastic.Torn(got.Changes) == 1, "%v: %d springs are torn, %d in the reference", integrator, inelastic.Torn(got.Changes), inelastic.Torn(ref.Changes))
		near(t, "m from the reference", farthest(got, ref), 0, 1e-6)
		if l := must.Get(keeperOf(t, e).Ledger())(t); !(l.Closure() < 5e-2) {
			t.Errorf("%v: the ledger closes to %.2g: %+v", integrator, l.Closure(), l)
		}
	}
}

// A sheet that tears over its hinge loses the energy of that as fracture: its ledger closes, and nothing of that is external work.
func hingeTears(t *testing.T, on Subject) {
	for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet} {
		m, p := parts()["sheet"]()
		p.Integrator, p.DT = integrator, 5e-5
		m.Materials = append(m.Materials, m.Materials[1])
		m.Materials[2].Inelastic.TearStrain, m.MaterialOf[1] = 0.02, 2
		start, e := m.Start(), on.open(t, m, p)
		start.Velocity[2] = model.Vec3{0, 1, 0}
		must.Do(t, e.Reset(start))
		must.Hold(t, inelastic.Torn(after(t, e, 400).Changes) == 1, "%v: nothing tears", integrator)
		l := must.Get(keeperOf(t, e).Ledger())(t)
		must.Hold(t, l.Closure() < 5e-3 && math.Abs(l.External) < 1e-12 && l.Fracture > 0.9*l.Start.Elastic, "%v: the ledger closes to %.2g: %+v", integrator, l.Closure(), l)
	}
}
