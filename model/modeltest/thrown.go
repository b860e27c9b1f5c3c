package modeltest

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
	"hooke/order/random"
)

// Thrown are masses that fly about spheres, capsules and boxes, a meter or so in a step, with
// a soft spring between each and the next one: in each step some of them cross a shape, or two. Some
// are pinned along an axis, some along all. The last contact, a plane, is far below.
func Thrown() (*model.Model, model.Params, *model.State) {
	b := NewBuilder("thrown")
	soft := b.Material(20, 0.1)
	numbers := random.Stream(28)
	point := func(size float64) model.Vec3 {
		return model.Vec3{numbers.Signed(), numbers.Signed(), numbers.Signed()}.Mul(size)
	}
	const masses = 700
	for i := range masses {
		pin := model.Pin(0)
		if i%16 == 3 {
			pin = model.PinX << (i / 16 % 3)
		} else if i%40 == 0 {
			pin = model.PinAll
		}
		b.Mass(0.5+0.01*float64(i%7), point(2), pin)
		if i%2 == 1 {
			b.Join(i-1, i, soft)
		}
	}
	s := b.Model.Start()
	for i := range s.Velocity {
		s.Velocity[i] = point(120)
		for axis := range 3 {
			if b.Model.PinOf(i)>>axis&1 != 0 {
				s.Velocity[i][axis] = 0
			}
		}
	}
	s.RoundToFloat32()
	contact := func(shape model.Shape, static, kinetic float64) model.Contact {
		return model.Contact{Shape: shape, Stiffness: 500, Damping: 1, StaticFriction: static, KineticFriction: kinetic}
	}
	turn := mgl64.QuatRotate(0.7, model.Vec3{1, 2, -1}.Normalize())
	p := model.Params{DT: 1.0 / 128, Gravity: model.Vec3{0, 0, -9.75}, Contacts: []model.Contact{
		contact(model.Sphere{Center: model.Vec3{-0.75, -0.5, 0.25}, Radius: 0.5}, 0.5, 0.25),
		contact(model.Capsule{A: model.Vec3{0.5, -1, -0.5}, B: model.Vec3{1, 0.75, 0.5}, Radius: 0.25}, 0, 0),
		contact(model.Box{Center: model.Vec3{-0.25, 0.75, -0.75}, Half: model.Vec3{0.75, 0.5, 0.0625}, Orientation: turn}, 0.75, 0.5),
		contact(model.Sphere{Center: model.Vec3{0.25, 0, 1.25}, Radius: 0.75}, 0, 0),
		contact(model.Box{Center: model.Vec3{0, 0, 1.25}, Half: model.Vec3{1, 1, 0.03125}}, 0, 0),
		contact(model.Plane{Offset: -math.Ldexp(1, 6)}, 0, 0),
	}}
	return &b.Model, p, s
}
