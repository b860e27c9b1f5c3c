package cpuref

import (
	"slices"

	"hooke/cpuref/collide"
	"hooke/model"
)

var _ model.ContactSource = (*Engine)(nil)

// addPairs adds the pushes of all pairs at a state to the forces on masses, total [N], and
// returns the pairs. Without collisions it returns nil.
func addPairs(total, position, velocity []model.Vec3, m *model.Model, p model.Params) []collide.Touch {
	touches := collide.Touches(m, p, position, velocity)
	collide.AddPushes(total, touches)
	return touches
}

// pairFriction returns the friction of pairs in a step of the Euler methods, as an impulse on
// every mass [N·s]; nil without friction. F_N is that of the state before the step. total
// holds all forces on masses except weight, pushes and friction of contacts. Velocities
// change by these forces, and then without the factor of drag into those that friction
// judges.
func pairFriction(touches []collide.Touch, position, velocity []model.Vec3, m *model.Model, p model.Params, total []model.Vec3) []model.Vec3 {
	if len(touches) == 0 || !p.Collision.HasFriction() {
		return nil
	}
	w, around := make([]model.Vec3, len(position)), surroundingsOf(m, p)
	for i, x := range position {
		v, pin, mass := velocity[i], m.PinOf(i), m.Mass[i]
		if w[i] = v; pin == model.PinAll {
			continue
		}
		f, contacts := total[i], around.of(i, x)
		AddPushes(&f, contacts, x, v)
		f = Unpinned(f.Add(p.Gravity.Mul(mass)), pin)
		AddFriction(&f, contacts, x, v, mass, p.DT, p.DragFactor())
		w[i] = Unpinned(v.Add(f.Mul(p.DT/mass)), pin)
	}
	return collide.Friction(m, p, touches, w)
}

// PairFriction returns the friction of pairs as one impulse after a step, for Verlet and RK4,
// after the friction of contacts. It changes the velocities [m/s] and the positions [m] in
// place, as applyFriction does for impulses; F_N is that of the given state. It returns the
// impulse on every mass [N·s], nil without friction.
func PairFriction(position, velocity []model.Vec3, m *model.Model, p model.Params) []model.Vec3 {
	if !p.Collision.HasFriction() {
		return nil
	}
	impulses := collide.Friction(m, p, collide.Touches(m, p, position, velocity), velocity)
	for i, j := range impulses {
		gain := collide.Gain(m, i, j)
		velocity[i] = velocity[i].Add(gain)
		position[i] = position[i].Add(gain.Mul(p.FrictionReach()))
	}
	return impulses
}

// finiteState reports whether all numbers of a state are finite.
func finiteState(position, velocity []model.Vec3) bool {
	for i := range position {
		if !Finite(position[i]) || !Finite(velocity[i]) {
			return false
		}
	}
	return true
}

// frictionWork holds the arrays for the work of friction that acts as an impulse after a
// step; each has the length MassCount.
type frictionWork struct {
	x          []model.Vec3 // the positions after the step without friction [m]
	start, end []model.Vec3 // the velocities before the step, and after it without friction [m/s]
}

// newFrictionWork returns scratch memory for the masses of the positions.
func newFrictionWork(position []model.Vec3) frictionWork {
	n := len(position)
	return frictionWork{x: make([]model.Vec3, n), start: make([]model.Vec3, n), end: make([]model.Vec3, n)}
}

// powers writes the powers of friction on every mass: the impulse times the mean
// velocity of the step, or that of the surface, divided by dt. A mass that is pinned on all
// axes has the power of the pairs with friction on it, see heldPower. It overwrites w.x.
func (w frictionWork) powers(power []FrictionPower, m *model.Model, p model.Params) {
	after, around := append([]model.Vec3(nil), w.end...), surroundingsOf(m, p)
	for i := range after {
		if pin := m.PinOf(i); pin != model.PinAll {
			power[i].Given = applyFriction(&w.x[i], &after[i], &around, i, p, pin, m.Mass[i]) / p.DT
		}
	}
	pairImpulse := PairFriction(w.x, after, m, p)
	for i, v := range after {
		if m.PinOf(i) == model.PinAll {
			held := heldPower(pairImpulse, i, v, p.DT)
			power[i] = FrictionPower{held, held}
			continue
		}
		power[i].Taken = power[i].Given - m.Mass[i]*v.Sub(w.end[i]).Dot(w.start[i].Add(v).Mul(0.5))/p.DT
	}
}

// heldPower returns the power of the friction of pairs on a mass of velocity v that is pinned on
// all axes [W], with its sign turned: 0 where the mass does not move.
func heldPower(impulses []model.Vec3, i int, v model.Vec3, dt float64) float64 {
	if impulses == nil {
		return 0
	}
	return -impulses[i].Dot(v) / dt
}

// Touching counts the touches of the current state, and says the most that a mass had in it
// and before every CheckEvery-th step since the state was set. There are no lists.
func (e *Engine) Touching() (model.Touching, error) {
	e.countTouches()
	return model.Touching{Most: e.touched}, nil
}

// lookAtTouches counts touches before every CheckEvery-th step where masses collide.
func (e *Engine) lookAtTouches() {
	c := &e.params.Collision
	if c.Acts() && (e.state.Step-e.resetStep)%int64(c.CheckEvery) == 0 {
		e.countTouches()
	}
}

// countTouches takes in the most touches that a mass has in the current state.
func (e *Engine) countTouches() {
	touches := collide.Touches(e.model, e.acting(), e.state.Position, e.state.Velocity)
	if len(touches) > 0 {
		e.touched = max(e.touched, slices.Max(collide.Counts(e.model, touches)))
	}
}
