package edited

import (
	"fmt"
	"slices"

	"hooke/model"
	"hooke/physics"
)

// FirstCollision returns the collisions of masses that the run was given, or those that it chose
// when a person first wanted some; the zero value before.
func (r *Run) FirstCollision() model.Collision {
	if c := r.Subject.Params.Collision; c.Acts() {
		return c
	}
	return r.collision
}

// Collide lets masses collide from here on, or ends that. If the run was given no collisions
// it uses the defaults of scenes. A step beyond the safe one with them is reduced.
func (r *Run) Collide(on bool) error {
	r.settle()
	p, m := r.Params, *r.Model
	if !on {
		p.Collision = model.Collision{}
		return r.Change(p)
	}
	p.Collision = r.FirstCollision()
	if !p.Collision.Acts() {
		radius, collision, err := physics.NewCollision(&m, physics.CollisionOptions{})
		if err != nil {
			return fmt.Errorf("viewer: collisions: %w; a scene file has these numbers in [collision]", err)
		}
		m.Radius, p.Collision = radius, collision
	}
	if p.DT > physics.SafeStep(&m, p) {
		p.DT = physics.AutoStep(&m, p)
	}
	r.ClockTime, r.ClockStep = r.Time(), r.Step
	if err := r.Remake(&m, p); err != nil {
		return err
	}
	if !r.Subject.Params.Collision.Acts() {
		r.collision = p.Collision
	}
	r.Touched = true
	return nil
}

// SetTouchStiffness makes x the stiffness of the first body where it touches others [N/m], and
// changes that of all others by the same factor.
func (r *Run) SetTouchStiffness(x float64) error {
	if !(x > 0) {
		return fmt.Errorf("viewer: a stiffness of %g N/m where masses touch; it must be positive", x)
	}
	by := x / r.Params.Collision.Bodies[0].Stiffness
	return r.eachSurface(func(s *model.Surface) { s.Stiffness *= by })
}

// SetTouchFriction gives all masses that static friction where they touch, from 0 to 2. The kinetic friction
// keeps its ratio to the static one; without friction before, it becomes 0.8 of it.
func (r *Run) SetTouchFriction(x float64) error {
	first := r.FirstCollision().Bodies[0]
	share := 0.8
	if first.StaticFriction > 0 {
		share = first.KineticFriction / first.StaticFriction
	}
	x = min(max(x, 0), 2)
	return r.eachSurface(func(s *model.Surface) { s.StaticFriction, s.KineticFriction = x, share*x })
}

// eachSurface changes the surfaces of all bodies in collisions.
func (r *Run) eachSurface(change func(*model.Surface)) error {
	p := r.Params
	p.Collision.Bodies = slices.Clone(p.Collision.Bodies)
	for k := range p.Collision.Bodies {
		change(&p.Collision.Bodies[k])
	}
	return r.Change(p)
}
