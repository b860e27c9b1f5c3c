package enginetest

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// elasticSolvers are the solvers that step elastic forces on groups, with steps that are small enough for
// the ledger to close to 2e-3: the damper of a limit begins at once, which RK4 sees worst.
var elasticSolvers = map[model.Integrator]float64{model.SymplecticEuler: 1e-4, model.VelocityVerlet: 1e-4, model.RK4: 4e-5, model.Impulses: 2e-4}

// An arm that falls into a limit and comes to rest there has given its height to the limit, ½ k δ² in
// all solvers, and to the damper. Nothing of that is external work.
func fallIntoLimit(t *testing.T, on Subject) {
	const k, begin, sag, weight = 1.0, 0.5, 0.097633, 0.1 * 9.81
	for integrator, dt := range elasticSolvers {
		if !must.Long() && (integrator == model.VelocityVerlet || integrator == model.RK4) {
			continue // pathsWorkOnAngles has them
		}
		m := joint(-begin)
		p := model.Params{DT: dt, Integrator: integrator, Ledger: true, Gravity: model.EarthGravity(),
			Limits: []model.Limit{{Points: [][]uint32{{0}, {1}, {2}}, Max: math.Pi / 2, Stiffness: k, Damping: 0.06}}}
		e := on.open(t, m, p)
		must.Do(t, e.Step(int(0.8/dt)))
		l := must.Get(keeperOf(t, e).Ledger())(t)
		what := integrator.String() + ": "
		near(t, what+"elastic energy at rest", l.Now.Elastic, k*sag*sag/2, 1e-6)
		near(t, what+"elastic energy of the state", must.Get(e.Energy())(t).Elastic, k*sag*sag/2, 1e-6)
		near(t, what+"fall", l.Start.Gravitational-l.Now.Gravitational, weight*0.1*(math.Sin(begin)+math.Sin(sag)), 1e-5)
		near(t, what+"dissipation", l.Damping+l.Solver, weight*0.1*(math.Sin(begin)+math.Sin(sag))-k*sag*sag/2, 2e-4)
		near(t, what+"external work", l.External, 0, 1e-8)
		if !(l.Closure() < 2e-3) || !(l.Damping > 0.04) {
			t.Errorf("%sthe ledger closes to %.2g: %+v", what, l.Closure(), l)
		}
	}
}

// Without a damper, a free arm that flies into a limit has there all of its motion as elastic energy.
func turnInLimit(t *testing.T, on Subject) {
	const k, swing, inertia = 1.0, 0.5, 0.001
	m := joint(0)
	p := model.Params{DT: 1e-5, Ledger: true, Limits: []model.Limit{{Points: [][]uint32{{0}, {1}, {2}}, Max: math.Pi / 2, Stiffness: k}}}
	start := m.Start()
	start.Velocity[2] = model.Vec3{0, 0, -swing * 0.1}
	e := on.open(t, m, p)
	must.Do(t, e.Reset(start))
	must.Do(t, e.Step(int(math.Round(0.099346/2/p.DT)))) // half of the way in and out
	l := must.Get(keeperOf(t, e).Ledger())(t)
	near(t, "elastic energy where the arm turns", l.Now.Elastic, inertia*swing*swing/2, 1e-7)
	near(t, "motion where the arm turns", l.Now.Kinetic, 0, 1e-7)
	near(t, "damping without a damper", l.Damping, 0, 1e-9)
}

// A path that turns the joint, or one end of a chain that bends, works on the structure through
// the elastic forces.
func pathsWorkOnAngles(t *testing.T, on Subject) {
	sway := []model.Guide{{Masses: []uint32{0}, Kind: model.OnPath, Path: model.Path{Amplitude: model.Vec3{0.03, 0, 0}, Frequency: 3}}}
	chain := modeltest.Free(0.1, model.Vec3{}, model.Vec3{0.1}, model.Vec3{0.2})
	chain.Pin = []model.Pin{model.PinAll, model.PinAll, 0}
	chain.Materials = append(chain.Materials, model.Material{Stiffness: 1e4, Damping: 5})
	chain.Ends, chain.RestLength, chain.MaterialOf = []model.Ends{{1, 2}}, []float64{0.1}, []uint16{1}
	up := []model.Guide{{Masses: []uint32{0}, Kind: model.OnPath, Path: model.Path{Amplitude: model.Vec3{0, 0, 0.03}, Frequency: 3}}}
	for name, c := range map[string]struct {
		m      *model.Model
		params model.Params
	}{
		"limit": {joint(0.1), model.Params{Guides: sway, Gravity: model.EarthGravity(),
			Limits: []model.Limit{{Points: [][]uint32{{0}, {1}, {2}}, Max: math.Pi / 2, Stiffness: 1, Damping: 0.01}}}},
		"bend": {chain, model.Params{Guides: up, Bends: []model.Bend{{Hinges: []model.Hinge{{Masses: [4]uint32{0, 1, 2, 0}, Stiffness: 1, Damping: 0.01}}}}}},
	} {
		for integrator, dt := range elasticSolvers {
			if !must.Long() && (integrator == model.SymplecticEuler) != (name == "limit") {
				continue // each with other ones
			}
			p := c.params
			p.DT, p.Integrator, p.Ledger = dt, integrator, true
			e := on.open(t, c.m, p)
			must.Do(t, e.Step(int(0.4/dt)))
			l := must.Get(keeperOf(t, e).Ledger())(t)
			if !(l.Closure() < 2e-3) || !(l.Constraints > 1e-3) || math.Abs(l.External) > 1e-8 || !(l.Damping > 1e-5) {
				t.Errorf("%s, %v: the ledger closes to %.2g: %+v", name, integrator, l.Closure(), l)
			}
		}
	}
}

// hexagon returns a ring of 6 masses at a distance r from a mass in their middle, and the 6
// triangles between them, of an area of √3/4 r² each. Nothing but springs of areas can act.
func hexagon(r, mass float64) *model.Model {
	at := []model.Vec3{{}}
	for k := range 6 {
		sin, cos := math.Sincos(float64(k) * math.Pi / 3)
		at = append(at, model.Vec3{r * cos, r * sin, 0})
	}
	m := modeltest.Free(mass, at...)
	for k := range uint32(6) {
		m.Triangles = append(m.Triangles, [3]uint32{0, 1 + k, 1 + (k+1)%6})
	}
	return m
}

// stretchedTriangle: a right triangle of sides of 0.3 m and 0.4 m, stretched from 0.2 m and 0.3 m, has the
// area 0.06 m² instead of 0.03 m², and so with k = 5 N/m the tension 5 N/m. That pulls each corner
// by half the length of the edge against it: 0.75 N and 1 N along the sides, 1.25 N at the right angle.
// Its corner at the end of the short side moves by u along this side, which grows the area by 0.2 m u.
func stretchedTriangle(t *testing.T, on Subject) {
	const k, c, dt, mass, speed = 5, 0.2, 1e-4, 0.1, 0.1
	m := modeltest.Free(mass, model.Vec3{}, model.Vec3{0.2}, model.Vec3{0, 0.3})
	m.Triangles = [][3]uint32{{0, 1, 2}}
	start := m.Start()
	start.Position[1], start.Position[2] = model.Vec3{0.3}, model.Vec3{0, 0.4}
	for name, c := range map[string]struct {
		damping float64
		speed   model.Vec3
		tension float64 // [N/m]
	}{
		"at rest":                {0, model.Vec3{}, k},
		"moving along its side":  {c, model.Vec3{speed}, k + c*0.2*speed/0.03},
		"moving along its plane": {c, model.Vec3{0, speed}, k},
	} {
		start.Velocity[1] = c.speed
		s := reached(t, on, m, model.Params{DT: dt, Areas: []model.Area{{Stiffness: k, Damping: c.damping}}}, start, 1)
		for i, want := range []model.Vec3{{0.2, 0.15}, {-0.2, 0}, {0, -0.15}} {
			force := s.Velocity[i].Sub(start.Velocity[i]).Mul(mass / dt)
			if d := force.Sub(want.Mul(c.tension)).Len(); d > 1e-4 {
				t.Errorf("%s: corner %d takes %v N, want %v", name, i, force, want.Mul(c.tension))
			}
		}
	}
	narrow := model.Params{DT: dt, Areas: []model.Area{{Masses: []uint32{0, 1}, Stiffness: 1}}}
	if err := narrow.ValidateFor(m); err == nil {
		t.Error("two masses, which have no triangle, got a spring of areas")
	}
}

// A hexagon breathes at ω² = √3 k/m: where its radius r grows by δ, its areas of √3/4 r² grow by √3/2 r δ, and
// the ring alone moves. All of its energy is in the areas twice a period, and in motion between.
func breathing(t *testing.T, on Subject) {
	const k, mass, r, growth, quarter = 20.0, 0.01, 0.1, 1.01, 500
	m := hexagon(r, mass)
	grown := m.Start()
	for i := range grown.Position {
		grown.Position[i] = grown.Position[i].Mul(growth)
	}
	p := model.Params{DT: math.Pi / 2 / math.Sqrt(math.Sqrt(3)*k/mass) / quarter, Ledger: true, Areas: []model.Area{{Stiffness: k}}}
	relative := growth*growth - 1
	want := 6 * k * math.Sqrt(3) / 4 * r * r * relative * relative / 2
	for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.RK4} {
		p.Integrator = integrator
		e := on.open(t, m, p)
		must.Do(t, e.Reset(grown))
		near(t, "energy of the grown areas", must.Get(keeperOf(t, e).Ledger())(t).Now.Elastic/want, 1, 1e-5)
		for quarters := 1; quarters <= 4; quarters++ {
			must.Do(t, e.Step(quarter))
			l := must.Get(keeperOf(t, e).Ledger())(t)
			store, other := l.Now.Elastic, l.Now.Kinetic
			if quarters%2 == 1 {
				store, other = other, store
			}
			if !(other < 1e-3*want) || !(math.Abs(store/want-1) < 2e-3) || l.External != 0 || l.Damping != 0 {
				t.Errorf("%v, after %d quarters of a period: %+v, want %g J", integrator, quarters, l, want)
			}
		}
		angular, momentum := turned(m, after(t, e, 1))
		near(t, "momentum of a hexagon that breathes", momentum.Len(), 0, 1e-8)
		near(t, "angular momentum of a hexagon that breathes", angular.Len(), 0, 1e-9)
	}
}

// A stretched ring contracts and turns on the ground, where friction slows and then holds it. What its areas lose, damping and
// friction dissipate.
func ringRubs(t *testing.T, on Subject) {
	m := hexagon(0.1, 0.01)
	start := m.Start()
	for i := range start.Position {
		start.Position[i] = start.Position[i].Mul(1.15)
		start.Velocity[i] = model.Vec3{-3 * start.Position[i][1], 3 * start.Position[i][0], 0}
		start.Position[i][2] = -0.01 * 9.81 / 1e3
	}
	// Two planes, since an engine may treat the only one by itself.
	p := model.Params{Ledger: true, DT: 1e-4, Gravity: model.EarthGravity(), Areas: []model.Area{{Stiffness: 2, Damping: 0.01}},
		Contacts: []model.Contact{model.Ground(0, 1e3, 0.1).WithFriction(0.6, 0.5), model.Ground(-1, 1e3, 0)}}
	for _, integrator := range must.Sized([]model.Integrator{model.VelocityVerlet, model.Impulses}, []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.RK4, model.Impulses}) {
		p.Integrator = integrator
		e := on.open(t, m, p)
		must.Do(t, e.Reset(start))
		must.Do(t, e.Step(3000))
		l := must.Get(keeperOf(t, e).Ledger())(t)
		if !(l.Closure() < 1e-3) || !(l.Friction > 5e-3) || !(l.Damping > 1e-4) || math.Abs(l.External) > 1e-8 || !(l.Now.Kinetic < 1e-9) {
			t.Errorf("%v: the ledger closes to %.2g: %+v", integrator, l.Closure(), l)
		}
	}
}

// A change of the stiffness of a limit in which an arm rests changes its energy, which counts as work of constraints, and a
// checkpoint keeps the ledger.
func limitChanges(t *testing.T, on Subject) {
	m := joint(0.2)
	p := model.Params{DT: 1e-4, Ledger: true, Gravity: model.EarthGravity(), Limits: []model.Limit{{Points: [][]uint32{{0}, {1}, {2}}, Max: math.Pi / 2, Stiffness: 1, Damping: 0.06}}}
	e := on.open(t, m, p)
	must.Do(t, e.Step(4000)) // it rests, since centered velocities change with forces
	before := must.Get(keeperOf(t, e).Ledger())(t)
	p.Limits = []model.Limit{p.Limits[0]}
	p.Limits[0].Stiffness = 2
	must.Do(t, setParams(e, p))
	changed := must.Get(keeperOf(t, e).Ledger())(t)
	near(t, "work of a stiffer limit", changed.Constraints/before.Now.Elastic, 1, 1e-4)
	var kept model.Checkpoint
	must.Do(t, checkpointer(t, e).Save(&kept))
	must.Do(t, e.Step(500))
	want := must.Get(keeperOf(t, e).Ledger())(t)
	must.Hold(t, want.Closure() < 2e-3 && want.Damping > before.Damping, "the ledger closes to %.2g: %+v", want.Closure(), want)
	again := on.open(t, m, p)
	must.Do(t, checkpointer(t, again).Restore(&kept))
	must.Do(t, again.Step(500))
	got := must.Get(keeperOf(t, again).Ledger())(t)
	must.Hold(t, got == want, "resumed, the ledger is %+v, want %+v", got, want)
}
