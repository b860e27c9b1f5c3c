package modeltest

import (
	"hooke/model"
	"hooke/model/spring"
)

// OnNormalizedGround returns a lattice of springs of two normalized materials and one with a
// stiffness, with a loose mass beside it, in a run among contacts per mass: a ground with
// friction, a ball with values of its own, a wall, and a second ground with a stiffness.
// Some masses touch none of them, some several; one mass is pinned, and one along z.
func OnNormalizedGround() (*model.Model, model.Params, *model.State) {
	b := NewBuilder("normalized")
	b.Model.Materials = append(b.Model.Materials,
		model.Material{Name: "soft", Normalized: spring.Normalized{Stiffness: 0.05, Damping: 0.02}},
		model.Material{Name: "hard", Normalized: spring.Normalized{Stiffness: 0.2, Damping: 0.5}},
		model.Material{Name: "plain", Stiffness: 3, Damping: 0.01})
	const n, spacing = 3, 0.1
	at := func(x, y, z int) int { return x + n*(y+n*z) }
	for i := range n * n * n {
		pin := model.Pin(0)
		switch i {
		case at(2, 2, 2):
			pin = model.PinAll
		case at(1, 1, 1):
			pin = model.PinZ
		}
		b.Mass(0.01*(1+float64(i%4)), model.Vec3{float64(i % n), float64(i / n % n), float64(i / n / n)}.Mul(spacing), pin)
	}
	b.Mass(0.02, model.Vec3{0.5, 0.05, 0.01}, 0) // without springs
	for z := range n {
		for y := range n {
			for x := range n {
				material := uint16(1 + (x+y)%2)
				if z == 2 {
					material = 3
				}
				if x+1 < n {
					b.Join(at(x, y, z), at(x+1, y, z), material)
				}
				if y+1 < n {
					b.Join(at(x, y, z), at(x, y+1, z), material)
				}
				if z+1 < n {
					b.Join(at(x, y, z), at(x, y, z+1), material)
				}
			}
		}
	}
	p := model.Params{DT: 1. / 128, Gravity: model.EarthGravity(), Contacts: []model.Contact{
		model.Contact{Shape: model.Plane{Offset: 0.015}, PerMass: true}.WithFriction(0.6, 0.5),
		{Shape: model.Sphere{Center: model.Vec3{0.12, 0.03, -0.1}, Radius: 0.13}, PerMass: true, Normalized: spring.Normalized{Stiffness: 0.01, Damping: 0.03}},
		{Shape: model.Plane{Normal: model.Vec3{0.8, 0, 0.6}, Offset: 0.02}, PerMass: true, StaticFriction: 0.3, KineticFriction: 0.2},
		model.Ground(0.01, 8, 0.05),
	}}
	s := b.Model.Start()
	for i := range s.Velocity {
		s.Velocity[i] = model.Vec3{0.02 * float64(i%5-2), 0.03 * float64(i%3-1), -0.01 * float64(i%7)}
	}
	return &b.Model, p, s
}
