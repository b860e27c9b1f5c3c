package enginetest

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

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
