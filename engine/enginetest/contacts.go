package enginetest

import (
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// Without damping every shape gives back the speed it is hit with, straight on.
func bounceOffEveryShape(t *testing.T, on Subject) {
	turn := mgl64.QuatRotate(0.7, model.Vec3{1, 2, 3}.Normalize())
	for _, c := range []struct {
		name   string
		shape  model.Shape
		inside bool
		x, n   model.Vec3 // a point of the surface, and the normal there
	}{
		{"plane", model.Plane{Normal: model.Vec3{0, 0.6, 0.8}, Offset: 0.1}, false, model.Vec3{0, 0.06, 0.08}, model.Vec3{0, 0.6, 0.8}},
		{"sphere", model.Sphere{Center: model.Vec3{0.1, 0, 0}, Radius: 0.5}, false, model.Vec3{-0.3, 0.3, 0}, model.Vec3{-0.8, 0.6, 0}},
		{"hollow sphere", model.Sphere{Radius: 0.5}, true, model.Vec3{0.4, 0.3, 0}, model.Vec3{-0.8, -0.6, 0}},
		{"box", model.Box{Half: model.Vec3{0.1, 0.2, 0.3}, Orientation: turn}, false, turn.Rotate(model.Vec3{0.05, -0.2, 0.02}), turn.Rotate(model.Vec3{0, -1, 0})},
		{"hollow box", model.Box{Half: model.Vec3{0.1, 0.2, 0.3}, Orientation: turn}, true, turn.Rotate(model.Vec3{0.05, -0.2, 0.02}), turn.Rotate(model.Vec3{0, 1, 0})},
		{"capsule", model.Capsule{A: model.Vec3{-1, 0, 0}, B: model.Vec3{1, 0, 0}, Radius: 0.1}, false, model.Vec3{0.2, 0.06, 0.08}, model.Vec3{0, 0.6, 0.8}},
		{"end of a capsule", model.Capsule{A: model.Vec3{-1, 0, 0}, B: model.Vec3{1, 0, 0}, Radius: 0.1}, false, model.Vec3{1.06, 0, 0.08}, model.Vec3{0.6, 0, 0.8}},
	} {
		t.Run(c.name, func(t *testing.T) {
			const mass, stiffness, speed, dt = 0.1, 1000.0, 0.5, 2e-5 // 5 mm deep; ω dt = 2e-3
			m := modeltest.Free(mass, c.x.Add(c.n.Mul(0.01)))
			solid := model.Contact{Shape: c.shape, Inside: c.inside, Stiffness: stiffness, StaticFriction: 0.6, KineticFriction: 0.5}
			e := on.open(t, m, model.Params{DT: dt, Contacts: []model.Contact{solid}})
			start := m.Start()
			start.Velocity[0] = c.n.Mul(-speed)
			must.Do(t, e.Reset(start))
			s := after(t, e, 4000) // 20 ms there, 31 ms in contact, 29 ms away
			// First order: the touch-down falls between two steps, ω dt.
			if err := s.Velocity[0].Sub(c.n.Mul(speed)).Len() / speed; err > 2e-3 {
				t.Errorf("bounced at %v m/s, want %v", s.Velocity[0], c.n.Mul(speed))
			}
		})
	}
}

// In a corner, and in a groove whose sides are not at right angles, a mass
// comes to rest against both and does not creep.
func massInACorner(t *testing.T, on Subject) {
	// The groove's friction takes m/(kc dt) = 0.05 s to hand the load to the pushes.
	for name, normals := range map[string][2]model.Vec3{
		"corner": {{0, 0, 1}, {1, 0, 0}},
		"groove": {model.Vec3{1, 0, 2}.Normalize(), model.Vec3{-2, 0.3, 2}.Normalize()},
	} {
		t.Run(name, func(t *testing.T) {
			p := model.Params{DT: 1e-3, Gravity: model.Vec3{-2, 0.5, -9}}
			for _, n := range normals {
				p.Contacts = append(p.Contacts, model.Contact{Shape: model.Plane{Normal: n}, Stiffness: 2000, Damping: 10,
					StaticFriction: slopeStatic, KineticFriction: slopeKinetic})
			}
			e := on.open(t, modeltest.Free(0.1, model.Vec3{0, 0, 1e-3}), p)
			settled := after(t, e, 5000).Position[0]
			s := after(t, e, 5000)
			moved := s.Position[0].Sub(settled).Len()
			t.Logf("at %v m, moved %.3g m, speed %.3g m/s", settled, moved, s.Velocity[0].Len())
			if moved > 1e-9 {
				t.Errorf("moved %.3g m in 5,000 steps, want none", moved)
			}
			for i, c := range p.Contacts {
				if depth, _ := c.Depth(settled); depth <= 0 {
					t.Errorf("does not touch side %d", i)
				}
			}
		})
	}
}
