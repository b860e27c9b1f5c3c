package check

import (
	"math"

	"hooke/cpuref"
	"hooke/model"
)

// fakeContact is a contact of the fake engine, in float32.
type fakeContact struct {
	shape                      model.Shape
	stiffness, damping         float32
	static, kinetic            float32
	size                       float32 // offset of a plane, radius
	normal, center, half, axis [3]float32
	turn                       [3][3]float32 // rows: axes of a box
	sign                       float32       // −1: a container
	perSquare                  float32       // 1/|axis|²
	against                    float32       // sign of friction; 1: against the motion
	adhesive, late, faceless   bool          // faults to switch on

	velocity, spin, pivot, belt [3]float32 // of its trajectory at time 0
	ahead, carries              float32    // dt/2, and 1/drag
	moves                       bool
}

func newFakeContacts(p model.Params) []fakeContact {
	var out []fakeContact
	for _, c := range p.Contacts {
		f := fakeContact{shape: c.Shape, stiffness: float32(c.Stiffness), damping: float32(c.Damping),
			static: float32(c.StaticFriction), kinetic: float32(c.KineticFriction), sign: 1, against: 1}
		if c.Inside {
			f.sign = -1
		}
		if f.moves = c.Trajectory.Moves(); f.moves && cpuref.Impulses(p.Integrator) {
			f.carries = 1
		} else if f.moves {
			f.ahead, f.carries = float32(p.DT/2), float32(1/p.DragFactor())
		}
		f.pose(c.Posed(0))
		out = append(out, f)
	}
	return out
}

// pose puts a contact where it is, with the velocities that it has there.
func (c *fakeContact) pose(now model.Contact) {
	if c.moves {
		k := now.Trajectory
		c.velocity, c.spin, c.pivot, c.belt = narrow(k.Path.Velocity), narrow(k.Spin), narrow(*k.Pivot), narrow(k.Belt)
	}
	switch s := now.Shape.(type) {
	case model.Plane:
		c.size, c.normal = float32(s.Offset), narrow(s.UnitNormal())
	case model.Sphere:
		c.size, c.center = float32(s.Radius), narrow(s.Center)
	case model.Box:
		c.center, c.half = narrow(s.Center), narrow(s.Half)
		for axis := range 3 {
			c.turn[axis] = narrow(s.Rotation().Mat4().Col(axis).Vec3())
		}
	case model.Capsule:
		axis := s.B.Sub(s.A)
		c.size, c.center, c.axis, c.perSquare = float32(s.Radius), narrow(s.A), narrow(axis), float32(1/axis.Dot(axis))
	}
}

// pose puts contacts that move where they are some steps from now.
func (f *fake) pose(steps float64) {
	for k := range f.contacts {
		if c := &f.contacts[k]; c.moves {
			c.pose(f.p.Contacts[k].Posed((float64(f.step) + steps) * f.p.DT))
		}
	}
}

// applyContactFriction lets every contact change w, and returns the work of surfaces that move, per mass and
// step [m²/s²].
func (f *fake) applyContactFriction(i int, w *[3]float32, x, v [3]float32) (given float32) {
	f.face(i, x)
	for k := range f.contacts {
		c, before := &f.contacts[k], *w
		c.applyFriction(w, x, v, f.perMass[i], f.dt)
		if _, n := c.depth(x); c.moves && before != *w {
			given += dot(f.held(i, sub(*w, before)), c.surface(x, n, 0))
		}
	}
	return given
}

// catch sets masses back that contacts have caught in a step, as the reference does, at the
// places of the engine.
func (f *fake) catch(before []model.Vec3) {
	began, ended := f.p.ContactsAt(float64(f.step)*f.p.DT), f.p
	ended.Contacts = f.p.ContactsAt(float64(f.step+1) * f.p.DT)
	if f.lets {
		return
	}
	position, velocity := f.wide()
	held := f.caught.Count
	lost, given := cpuref.Catch(before, position, velocity, f.m, began, ended, f.step+1, &f.caught, func(i int) {
		if f.p.Integrator.Method().Continues {
			f.registers[i] = [3]float32{}
		}
	})
	if f.caught.Count == held {
		return
	}
	for i := range f.x {
		f.x[i], f.v[i] = narrow(position[i]), narrow(velocity[i])
	}
	if !f.unbooked {
		f.ledger.sum.ContactDamping += lost
		f.ledger.sum.Constraints += given
	}
	if f.miscounts {
		f.caught.Count++
	}
}

// Caught returns the number of catches.
func (f *fake) Caught() (model.Caught, error) { return f.caught, nil }

// perMassUses are the fields of contacts whose stiffness follows from each mass.
func perMassUses() []fieldUse {
	perMass := func(change func(*model.Contact)) alteration {
		return contacts(func(c *model.Contact) {
			if c.PerMass {
				change(c)
			}
		})
	}
	return []fieldUse{
		{"Contact.PerMass", perMass(func(c *model.Contact) {
			c.PerMass, c.Normalized.Stiffness, c.Normalized.Damping, c.Stiffness = false, 0, 0, 1
		}), ""},
		{"Contact.Normalized", perMass(func(c *model.Contact) { c.Normalized.Stiffness *= 1.1 }), ""},
	}
}

// face gives contacts per mass the stiffness that they have with a mass at x.
func (f *fake) face(i int, x [3]float32) {
	touched := 0
	for k := range f.contacts {
		if depth, _ := f.contacts[k].depth(x); depth > 0 {
			touched++
		}
	}
	for k, c := range f.p.Contacts {
		if c.PerMass && touched > 0 && k < len(f.contacts) {
			c = c.At(f.tuning[i], f.m.Mass[i], f.p.DT, touched)
			f.contacts[k].stiffness, f.contacts[k].damping = float32(c.Stiffness), float32(c.Damping)
		}
	}
}

func scale(v [3]float32, by float32) [3]float32 { return [3]float32{v[0] * by, v[1] * by, v[2] * by} }

func length(v [3]float32) float32 { return float32(math.Sqrt(float64(dot(v, v)))) }

// depth is the depth and the normal.
func (c *fakeContact) depth(x [3]float32) (float32, [3]float32) {
	depth, n := c.outside(x)
	return c.sign * depth, scale(n, c.sign)
}

func (c *fakeContact) outside(x [3]float32) (float32, [3]float32) {
	d := sub(x, c.center)
	switch c.shape.(type) {
	case model.Plane:
		return c.size - dot(x, c.normal), c.normal
	case model.Box:
		best, n := float32(math.Inf(1)), [3]float32{}
		for axis := range 3 {
			at, face := dot(d, c.turn[axis]), c.turn[axis]
			if at < 0 {
				at, face = -at, scale(face, -1)
			}
			if inner := c.half[axis] - at; inner < best && !(c.faceless && axis == 2) {
				best, n = inner, face
			}
		}
		return best, n // outside, any negative depth will do
	case model.Capsule:
		along := min(1, max(0, dot(d, c.axis)*c.perSquare))
		d = sub(d, scale(c.axis, along))
	}
	far := length(d)
	return c.size - far, scale(d, 1/far)
}

// surface is its velocity.
func (c *fakeContact) surface(x, n [3]float32, ahead float32) [3]float32 {
	r := sub(x, c.pivot)
	r = plus(r, cross(c.spin, r), ahead)
	return sub(sum(sum(c.velocity, cross(c.spin, r)), c.belt), scale(n, dot(c.belt, n)))
}

func (c *fakeContact) push(x, v [3]float32) (float32, [3]float32) {
	depth, n := c.depth(x)
	if depth <= 0 {
		return 0, n
	}
	if c.moves {
		v = sub(v, c.surface(x, n, 0))
	}
	f := c.stiffness*depth - c.damping*dot(v, n)
	if !c.adhesive {
		f = max(0, f)
	}
	return f, n
}

// applyFriction changes w, the velocity that a mass would have after the step.
func (c *fakeContact) applyFriction(w *[3]float32, x, v [3]float32, perMass, dt float32) {
	pressed, n := c.push(x, v)
	pressed *= perMass * dt
	if pressed <= 0 || c.static == 0 {
		return
	}
	if c.moves {
		carried := scale(c.surface(x, n, c.ahead), c.carries)
		*w = sub(*w, carried)
		defer func() { *w = sum(*w, carried) }()
	}
	slip := sub(*w, scale(n, dot(*w, n)))
	speed := length(slip)
	if speed <= c.static*pressed {
		*w = sub(*w, slip)
		return
	}
	direction := scale(slip, 1/speed)
	if slide := sub(v, scale(n, dot(v, n))); c.late && length(slide) > 0 {
		direction = scale(slide, 1/length(slide))
	}
	*w = sub(*w, scale(direction, c.against*c.kinetic*pressed))
}
