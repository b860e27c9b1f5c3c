package cpuref

import (
	"github.com/go-gl/mathgl/mgl64"

	"hooke/cpuref/collide"
	"hooke/cpuref/implicit"
	"hooke/model"
)

// freeBodies gives free bodies without contact the momentum that unconverged iterations of
// implicit Euler lack. A body is a set of masses connected by springs. With the factor D of
// drag, r from the center of mass and u relative to its velocity, a substep of length h must
// end with
//
//	Σ m v  = D (Σ m v0 + h Σ (m g + F))
//	Σ m r × u = D (Σ m r0 × u0 + h Σ r × F)
//
// where F are loads and pushes at the end of the substep. Without this the residual slows a
// stiff body that falls or turns, and a converged one loses angular momentum, by 1/(1 + h²ω²)
// in each substep.
type freeBodies struct {
	bodies [][]int // masses of each
	of     []int   // the body of each mass
	held   []bool  // whether pins, guides or handles hold a body
	free   []bool  // of this substep: whether it falls freely
	linear []model.Vec3
	spin   []model.Vec3 // Σ m r0 × u0 [kg·m²/s]
}

// newFreeBodies finds the bodies of a model.
func newFreeBodies(m *model.Model, p model.Params) *freeBodies {
	b := &freeBodies{}
	b.of, b.bodies = m.Connected()
	n := len(b.bodies)
	b.held, b.free, b.linear, b.spin = make([]bool, n), make([]bool, n), make([]model.Vec3, n), make([]model.Vec3, n)
	hold := func(i int) { b.held[b.of[i]] = true }
	for i, pin := range m.Pin {
		if pin != 0 {
			hold(i)
		}
	}
	for _, g := range p.Guides {
		OnEach(m, g.Masses, hold)
	}
	for _, h := range p.Handles {
		hold(int(h.Mass))
	}
	return b
}

// begin judges which bodies fall freely, by the state, by where masses go without springs, and by the
// pairs that push, and notes their momentum.
func (b *freeBodies) begin(s *implicitSteps, v []model.Vec3, touches []collide.Touch) {
	m := s.problem.Model
	for k, body := range b.bodies {
		b.free[k] = !b.held[k]
		for _, i := range body {
			b.free[k] = b.free[k] && !s.touchesAt(i, s.problem.Before[i]) && !s.touchesAt(i, s.problem.Goal[i])
		}
	}
	for _, t := range touches {
		if one, other := b.of[t.I], b.of[t.J]; one != other {
			b.free[one], b.free[other] = false, false
		}
	}
	for k, body := range b.bodies {
		if b.free[k] {
			center, velocity, _ := centerOf(m, body, s.problem.Before, v)
			b.linear[k], b.spin[k] = velocity, spinOf(m, body, s.problem.Before, v, center, velocity)
		}
	}
}

// place moves free bodies after a solution by the motion that their masses lack: as a whole,
// and rotated about their center.
func (b *freeBodies) place(s *implicitSteps, x []model.Vec3) {
	h := s.params.DT
	v := make([]model.Vec3, len(x))
	for i := range x {
		v[i] = x[i].Sub(s.problem.Before[i]).Mul(1 / h)
	}
	for k, body := range b.bodies {
		for _, i := range body {
			b.free[k] = b.free[k] && !s.touchesAt(i, x[i])
		}
		if !b.free[k] {
			continue
		}
		center, by, turn := b.lacking(s, k, x, v)
		rotation := mgl64.QuatIdent()
		if angle := turn.Len() * h; angle > 0 {
			rotation = mgl64.QuatRotate(angle, turn.Normalize())
		}
		for _, i := range body {
			x[i] = center.Add(by.Mul(h)).Add(rotation.Rotate(x[i].Sub(center)))
		}
	}
}

// giveBack adds the missing momentum to the velocities of free bodies.
func (b *freeBodies) giveBack(s *implicitSteps, x, v []model.Vec3) {
	for k, body := range b.bodies {
		if !b.free[k] {
			continue
		}
		center, by, turn := b.lacking(s, k, x, v)
		for _, i := range body {
			v[i] = v[i].Add(by).Add(turn.Cross(x[i].Sub(center)))
		}
	}
}

// lacking returns the velocity and the spin that a body lacks, with its center of mass.
func (b *freeBodies) lacking(s *implicitSteps, k int, x, v []model.Vec3) (center, by, turn model.Vec3) {
	m, body, h, kept := s.problem.Model, b.bodies[k], s.params.DT, s.problem.Kept
	center, velocity, mass := centerOf(m, body, x, v)
	var push, torque model.Vec3
	var inertia, yields, turns implicit.Sym // yields and turns: the resistance of loads, per velocity and spin
	for _, i := range body {
		f := s.pulled[i].Sub(s.yield[i].Times(x[i].Sub(s.problem.Before[i])))
		r := x[i].Sub(center)
		push, torque = push.Add(f), torque.Add(r.Cross(f))
		inertia = inertia.Plus(implicit.Diagonal(m.Mass[i] * r.Dot(r))).Plus(implicit.Outer(r, -m.Mass[i]))
		resists := kept * h * h * s.yield[i].Trace() / 3
		yields = yields.Plus(s.yield[i].Scaled(kept * h * h))
		turns = turns.Plus(implicit.Diagonal(resists * r.Dot(r))).Plus(implicit.Outer(r, -resists))
	}
	should := b.linear[k].Add(s.params.Gravity.Mul(h)).Add(push.Mul(h / mass)).Mul(kept)
	by = yields.Plus(implicit.Diagonal(mass)).Solve(should.Sub(velocity).Mul(mass))
	spin := b.spin[k].Add(torque.Mul(h)).Mul(kept).Sub(spinOf(m, body, x, v, center, velocity))
	if trace := inertia.Trace(); trace > 0 { // a little more, for bodies on a line
		turn = inertia.Plus(turns).Plus(implicit.Diagonal(leastInertia * trace)).Solve(spin)
	}
	if !(turn.Len()*h < mostTurn) {
		turn = model.Vec3{}
	}
	return center, by, turn
}

// leastInertia is the part of the inertia that bodies are given where theirs is none, about the line on
// which all their masses lie.
const leastInertia = 1e-8

// mostTurn is the largest turn in a substep that is given back [rad]. No substep resolves a faster one.
const mostTurn = 0.5

// touchesAt reports whether a contact touches a mass at x, as it is at the start or at the end of the substep.
func (s *implicitSteps) touchesAt(i int, x model.Vec3) bool {
	for _, contacts := range [2][]model.Contact{s.began, s.params.Contacts} {
		for k := range contacts {
			if depth, _ := Penetration(&contacts[k], x); depth > 0 {
				return true
			}
		}
	}
	return false
}

// centerOf returns the center of mass of some masses, its velocity, and their mass.
func centerOf(m *model.Model, body []int, x, v []model.Vec3) (center, velocity model.Vec3, mass float64) {
	from := x[body[0]] // near the body, so that far from the origin no digits are lost
	for _, i := range body {
		center, velocity, mass = center.Add(x[i].Sub(from).Mul(m.Mass[i])), velocity.Add(v[i].Mul(m.Mass[i])), mass+m.Mass[i]
	}
	return from.Add(center.Mul(1 / mass)), velocity.Mul(1 / mass), mass
}

// spinOf returns the angular momentum of some masses about their center [kg·m²/s].
func spinOf(m *model.Model, body []int, x, v []model.Vec3, center, velocity model.Vec3) (spin model.Vec3) {
	for _, i := range body {
		spin = spin.Add(x[i].Sub(center).Cross(v[i].Sub(velocity).Mul(m.Mass[i])))
	}
	return spin
}
