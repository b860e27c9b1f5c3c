package cpuref

import (
	"hooke/cpuref/collide"
	"hooke/cpuref/impulses"
	"hooke/model"
)

// converge finds out how far the springs are from solved, at the end of a batch of steps.
func (e *Engine) converge() {
	if e.impulses != nil {
		e.residual.Strain, e.residual.Spring = e.impulses.Residual(e.state.Velocity)
		if strain, spring := e.rods.Residual(e.state.Velocity); spring >= 0 && strain > e.residual.Strain || e.residual.Spring < 0 {
			e.residual.Strain, e.residual.Spring = strain, spring
		}
	}
}

// stepImpulses is a step of the solver impulses: its substeps, in each of which everything that
// acts is evaluated once.
func (e *Engine) stepImpulses() (finite bool) {
	finite = true
	n := float64(e.params.Substeps)
	for k := range e.params.Substeps {
		finite = e.substep(float64(k)/n, float64(k+1)/n) && finite
	}
	return finite
}

// substep is one of them, from one time to another, in steps from now.
func (e *Engine) substep(begin, end float64) (finite bool) {
	x, v := e.state.Position, e.state.Velocity
	e.noteBefore(begin)
	e.evaluate(begin)
	e.loads()
	p := e.acting().Substep()
	on := impulses.Substep{Position: x, Velocity: v, RestScale: e.now.RestScale, Contacts: e.contactsNear(p),
		Rods: e.rods, Turning: e.state.turning(e.timeAfter(end))}
	pairs := collide.Touches(e.model, p, x, v)
	on.Load, on.Pushed = e.load, e.total
	on.Elastic, on.Damper = e.groups.elastic()
	on.Touches, on.Soft = e.touches(p, pairs, on.Pushed)
	var account *substepAccount
	if e.ledger != nil {
		account = e.beginAccount()
		on.Book = &account.book
	}
	if longest := e.impulses.Velocities(&on); begin == 0 {
		e.lookAtSprings(longest, 0)
	}
	e.applySubstepPairFriction(p, pairs, on.Touches, account)
	e.applySubstepSpanFriction(p, account)
	finite = e.impulses.Move(x, v)
	finite = e.rods.Finish(on.Turning.End) && finite
	e.catch(end)
	account.beforeGuides(e)
	e.guide(end)
	account.close(e, end)
	return finite
}

// contactsNear returns the contacts of masses, as the sweeps need them, at the state.
func (e *Engine) contactsNear(p model.Params) (out []impulses.Contact) {
	around := surroundingsOf(e.model, p)
	for i, x := range e.state.Position {
		if e.model.PinOf(i) == model.PinAll {
			continue
		}
		contacts := around.of(i, x)
		for k := range contacts {
			c := &contacts[k]
			depth, n := Penetration(c, x)
			out = append(out, impulses.Contact{Mass: i, Normal: n, Depth: depth, Surface: SurfaceVelocity(c, x, n, 0),
				Stiffness: stiffnessAlong(c, n), Damping: c.Damping, Static: c.StaticFriction, Kinetic: c.KineticFriction})
		}
	}
	return out
}

// softPart is the part of m/h² up to which the stiffness of a touch is a force, evaluated once:
// far within the limit of stability. A stiffer one is a soft constraint of the sweeps.
const softPart = 0.25

// leastExcess is the least depth beyond the ends of an edge, or the edges of a triangle, at which
// it is a touch of its own [m]: where the point that is pushed is an end, rounding leaves some.
const leastExcess = 1e-12

// touches returns the touches of a substep that are stiff, of pairs in their order and then of edges
// and triangles, and those that are soft. Soft pairs push as forces [N], which it writes into pushed.
func (e *Engine) touches(p model.Params, pairs []collide.Touch, pushed []model.Vec3) (stiff []impulses.Touch, soft []impulses.SoftTouch) {
	clear(pushed)
	h, count := p.DT, collide.Counts(e.model, pairs)
	for k := range pairs {
		t := &pairs[k]
		if t.Stiffness <= softPart*t.Reduced/(h*h) {
			collide.AddPushes(pushed, pairs[k:k+1])
			soft = append(soft, impulses.SoftTouch{I: t.I, J: t.J, Normal: t.Normal, Damper: t.Push - t.Stiffness*t.Depth})
			continue
		}
		stiff = append(stiff, impulses.Touch{Mass: []uint32{uint32(t.I), uint32(t.J)}, Share: []float64{1, -1}, Normal: t.Normal, Depth: t.Depth,
			Stiffness: t.Stiffness, Damping: t.Damping, Count: max(count[t.I], count[t.J])})
	}
	if e.spans == nil {
		return stiff, soft
	}
	first := len(stiff)
	e.spans.Each(p.Contacts, e.state.Position, func(masses []uint32, share []float64, normal, surface model.Vec3, depth, stiffness, damping float64) {
		if depth < leastExcess {
			return
		}
		stiff = append(stiff, impulses.Touch{Mass: masses, Share: append([]float64(nil), share...), Normal: normal, Surface: surface,
			Depth: depth, Stiffness: stiffness, Damping: damping})
	})
	spans := stiff[first:]
	touches := make([]int, e.model.MassCount())
	for _, t := range spans {
		for _, i := range t.Mass {
			touches[i]++
		}
	}
	for k := range spans {
		for _, i := range spans[k].Mass {
			spans[k].Count = max(spans[k].Count, touches[i])
		}
	}
	return stiff, soft
}

// applySubstepPairFriction applies the friction of pairs in a substep, given their pushes.
func (e *Engine) applySubstepPairFriction(p model.Params, pairs []collide.Touch, stiff []impulses.Touch, account *substepAccount) {
	if len(pairs) == 0 || !p.Collision.HasFriction() {
		return
	}
	for k := range pairs {
		if t := &pairs[k]; t.Stiffness > softPart*t.Reduced/(p.DT*p.DT) {
			t.Push, stiff = stiff[0].Pressed/p.DT, stiff[1:]
		}
	}
	for i, impulse := range collide.Friction(e.model, p, pairs, e.state.Velocity) {
		before := e.state.Velocity[i]
		e.state.Velocity[i] = before.Add(collide.Gain(e.model, i, impulse))
		account.bookFriction(e.model, i, impulse, before, e.state.Velocity[i])
	}
}

// applySubstepSpanFriction applies the friction of edges and triangles on contacts in a substep.
func (e *Engine) applySubstepSpanFriction(p model.Params, account *substepAccount) {
	if !e.spans.HasFriction() {
		return
	}
	given := e.spans.ApplyFriction(p.Contacts, e.state.Position, e.state.Velocity, 0, func(i int, impulse, v model.Vec3) {
		account.bookFriction(e.model, i, impulse, v.Sub(collide.Gain(e.model, i, impulse)), v)
	})
	account.carried(given)
}

// substepAccount collects a substep for the ledger. A nil one keeps nothing.
type substepAccount struct {
	book        impulses.Book
	gravitation float64 // of the masses that may move, at the start [J]
	kinetic     float64 // of all masses, before guides [J]
}

func (e *Engine) beginAccount() *substepAccount {
	return &substepAccount{gravitation: e.freeGravitation()}
}

// freeGravitation returns the gravitational energy of the masses that may move [J].
func (e *Engine) freeGravitation() (sum float64) {
	for i, x := range e.state.Position {
		if e.model.PinOf(i) != model.PinAll {
			sum -= e.model.Mass[i] * e.params.Gravity.Dot(x)
		}
	}
	return sum
}

// freeKinetic returns the kinetic energy of the masses that may move [J].
func (e *Engine) freeKinetic() (sum float64) {
	for i, v := range e.state.Velocity {
		if e.model.PinOf(i) != model.PinAll {
			sum += e.model.Mass[i] * v.Dot(v) / 2
		}
	}
	return sum
}

// bookFriction books an impulse of friction on a mass.
func (a *substepAccount) bookFriction(m *model.Model, i int, impulse, before, after model.Vec3) {
	if a == nil {
		return
	}
	work := impulse.Dot(before.Add(after)) / 2
	a.book.Flows.Friction -= work
	if m.PinOf(i) == model.PinAll {
		a.book.Flows.Constraints -= work
	}
}

// carried books the work of surfaces that move, by friction.
func (a *substepAccount) carried(given float64) {
	if a != nil {
		a.book.Flows.Friction += given
		a.book.Flows.Constraints += given
	}
}

// beforeGuides notes the kinetic energy that guides change.
func (a *substepAccount) beforeGuides(e *Engine) {
	if a != nil {
		a.kinetic = e.freeKinetic()
	}
}

// close enters a substep into the ledger. The loss of energy beyond the works of impulses,
// the dissipation of dampers, and the loss to guides is the solver's.
func (a *substepAccount) close(e *Engine, end float64) {
	if a == nil {
		return
	}
	l := e.ledger
	was, prescribed, scale := l.now, l.prescribed, l.scale
	e.evaluate(end)
	s := e.state
	s.Time = e.timeAfter(end)
	l.now = energyOf(e.model, e.params, e.own, e.now.RestScale, e.spans, e.rods, e.groups, &s)
	l.prescribed, l.scale = prescribedEnergy(e.model, e.params, e.rods, &s), append([]float64(nil), e.now.RestScale...)
	flows, book := a.book.Flows, &a.book
	flows.Actuators = l.now.Elastic - (elasticOf(e.model, e.own, scale, e.rods, &s) + e.groups.Energy(s.Position))
	flows.Constraints += l.prescribed - prescribed
	lost := was.Elastic - l.now.Elastic + was.Contact - l.now.Contact + a.gravitation - e.freeGravitation()
	flows.Solver = lost + flows.Actuators - book.Springs - book.Gravity - book.Contacts - flows.Damping - flows.ContactDamping + a.kinetic - e.freeKinetic()
	l.sum = l.sum.Plus(1, flows)
}
