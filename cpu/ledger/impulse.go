package ledger

import (
	"hooke/model"
	"hooke/model/inelastic"
	"hooke/physics"
)

// before holds the data of the state before a step from which the ledgers of Verlet and RK4
// compute friction in it.
type before struct {
	state        model.State
	changes      []inelastic.Change // of springs at the begin of the step
	acceleration []model.Vec3       // that Verlet keeps [m/s²]
	known        bool               // whether the engine knew it
	signals      [3]physics.Signals // at the begin, in the middle and at the end of the step
	x, v         []model.Vec3       // scratch: the state without friction
	sumX, sumV   []model.Vec3       // scratch of RK4
	begun        []model.Vec3       // velocities of the state [m/s], from which friction on spans follows, also of masses that a guide turns; nil without spans
}

func newBefore(masses int) before {
	room := func() []model.Vec3 { return make([]model.Vec3, masses) }
	return before{state: model.State{Position: room(), Velocity: room()}, acceleration: room(), x: room(), v: room(), sumX: room(), sumV: room()}
}

// Before notes the state before a step, with the drives as they will be. kept is the
// acceleration that Verlet keeps; nil where that is not of the state.
func (k *Keeper) Before(now *model.State, drives *physics.Drives, kept []model.Vec3) {
	if !k.impulsive() {
		return
	}
	b := &k.before
	copy(b.state.Position, now.Position)
	copy(b.state.Velocity, now.Velocity)
	copy(b.begun, now.Velocity)
	b.changes = append(b.changes[:0], now.Changes...)
	b.state.Changes = b.changes
	b.state.Step, b.state.Time = now.Step, now.Time
	if b.known = kept != nil; b.known {
		copy(b.acceleration, kept)
	}
	for half := range b.signals {
		if drives == nil {
			b.signals[half] = k.still
		} else {
			drives.At(now.Time+float64(half)*k.params.DT/2, &b.signals[half])
		}
	}
}

// moment returns the moment some halves of the step after its begin.
func (b *before) moment(p *model.Params, halves int) moment {
	return moment{State: &b.state, signals: &b.signals[halves], contacts: p.ContactsAt(b.state.Time + float64(halves)*p.DT/2)}
}

// hasFriction reports whether friction acts anywhere.
func (k *Keeper) hasFriction() bool {
	for _, c := range k.params.Contacts {
		if c.StaticFriction > 0 {
			return true
		}
	}
	return k.params.Collision.HasFriction()
}

// impulses computes the friction in the step that led to the state, which Verlet and RK4
// apply as an impulse after the step. With Verlet it also computes the velocities that forces
// used, and the loads from them.
func (k *Keeper) impulses() {
	b := &k.before
	clear(k.friction)
	copy(b.x, b.state.Position)
	copy(b.v, b.state.Velocity)
	ending := b.moment(&k.params, 2)
	if k.params.Integrator == model.VelocityVerlet {
		k.drift(ending)
	} else if k.hasFriction() {
		k.stages()
	}
	if k.hasFriction() {
		k.letFrictionAct(ending)
	}
}

// drift is a step of Verlet without friction, into b.x and b.v.
func (k *Keeper) drift(ending moment) {
	b, dt := &k.before, k.params.DT
	if !b.known {
		begin := b.moment(&k.params, 0)
		k.loads(begin, b.x, b.v)
		k.accelerations(b.acceleration, begin, b.x, b.v)
	}
	for i, a := range b.acceleration {
		if k.model.PinOf(i) != model.PinAll {
			half := b.v[i].Add(a.Mul(dt / 2))
			b.x[i], b.v[i] = b.x[i].Add(half.Mul(dt)), half.Add(a.Mul(dt/2))
		}
	}
	k.hold(ending, b.x, b.v)
	b.state.Changes = k.now.Changes // springs change before the forces of a step
	copy(k.other, b.v)
	k.loads(ending, b.x, b.v)
	if k.hasFriction() {
		k.accelerations(b.sumV, ending, b.x, b.v)
		for i, next := range b.sumV {
			if k.model.PinOf(i) != model.PinAll {
				b.state.Velocity[i] = b.v[i].Sub(b.acceleration[i].Mul(dt))
				b.v[i] = b.v[i].Add(next.Sub(b.acceleration[i]).Mul(dt / 2))
			}
		}
	}
}

// stages is a step of RK4 without friction, into b.x and b.v.
func (k *Keeper) stages() {
	b, dt := &k.before, k.params.DT
	clear(b.sumX)
	clear(b.sumV)
	for stage, half := range [4]int{0, 1, 1, 2} {
		at := b.moment(&k.params, half)
		k.loads(at, b.x, b.v)
		k.accelerations(b.acceleration, at, b.x, b.v)
		share, ahead := [4]float64{1. / 6, 1. / 3, 1. / 3, 1. / 6}[stage], [4]float64{dt / 2, dt / 2, dt, dt}[stage]
		for i, a := range b.acceleration {
			if k.model.PinOf(i) == model.PinAll {
				continue
			}
			b.sumX[i], b.sumV[i] = b.sumX[i].Add(b.v[i].Mul(share)), b.sumV[i].Add(a.Mul(share))
			way, change := b.v[i], a
			if stage == 3 {
				way, change = b.sumX[i], b.sumV[i]
			}
			b.x[i], b.v[i] = b.state.Position[i].Add(way.Mul(ahead)), b.state.Velocity[i].Add(change.Mul(ahead))
		}
		if stage < 3 {
			k.hold(b.moment(&k.params, [3]int{1, 1, 2}[stage]), b.x, b.v)
		}
	}
}

// accelerations are those of a state without friction [m/s²], for whose forces the loads must
// have been evaluated.
func (k *Keeper) accelerations(out []model.Vec3, at moment, position, velocity []model.Vec3) {
	k.forces(k.total, at, position, velocity)
	k.pushPairs(k.total, k.pairs(position, velocity))
	rate := k.params.DragRate()
	model.InBlocks(k.model.MassCount(), func(_, first, last int) {
		room := make([]touch, 0, len(at.contacts))
		for i := first; i < last; i++ {
			out[i] = model.Vec3{}
			if pin := k.model.PinOf(i); pin != model.PinAll {
				f := k.total[i]
				room = k.touches(room, i, position[i], at.contacts)
				for t := range room {
					f = f.Add(room[t].normal.Mul(room[t].push(position[i], velocity[i])))
				}
				out[i] = unpinned(f.Mul(1/k.model.Mass[i]).Add(k.params.Gravity).Sub(velocity[i].Mul(rate)), pin)
			}
		}
	})
}

// hold holds guided masses to where guides allow them to be.
func (k *Keeper) hold(at moment, position, velocity []model.Vec3) {
	for number, g := range k.params.Guides {
		direction := g.UnitDirection()
		k.model.Each(g.Masses, func(i int) {
			x, v, point := &position[i], &velocity[i], k.model.RestPosition[i]
			if g.Point != nil && g.Kind != model.OnPath {
				point = *g.Point
			}
			way := x.Sub(point)
			switch g.Kind {
			case model.OnLine:
				*x, *v = point.Add(direction.Mul(way.Dot(direction))), direction.Mul(v.Dot(direction))
			case model.OnPlane:
				*x, *v = point.Add(across(way, direction)), across(*v, direction)
			default:
				*x, *v = point.Add(at.signals.PathOffset[number]), at.signals.PathVelocity[number]
			}
		})
	}
}

// letFrictionAct lets friction of contacts, of pairs and of spans act on the state in which the step
// ends without it, b.x and b.v, and finds its powers: the impulse times the mean velocity of
// the step.
func (k *Keeper) letFrictionAct(ending moment) {
	b, dt := &k.before, k.params.DT
	reach, free := k.params.FrictionReach(), append([]model.Vec3(nil), b.v...)
	var room []touch
	for i := range b.x {
		if k.model.PinOf(i) != model.PinAll {
			room = k.touches(room, i, b.x[i], ending.contacts)
			k.friction[i].given = k.slide(room, i, reach) / dt
		}
	}
	impulses := k.pairFriction(k.pairs(b.x, b.v), b.v)
	for i, j := range impulses {
		gain := k.gain(i, j)
		b.x[i], b.v[i] = b.x[i].Add(gain.Mul(reach)), b.v[i].Add(gain)
	}
	for i, v := range b.v {
		if k.model.PinOf(i) == model.PinAll {
			held := heldPower(impulses, i, v, dt)
			k.friction[i] = frictionPower{held, held}
			continue
		}
		mean := b.state.Velocity[i].Add(v).Mul(0.5)
		k.friction[i].taken = k.friction[i].given - k.model.Mass[i]*v.Sub(free[i]).Dot(mean)/dt
	}
	given := k.spans.applyFriction(k, ending.contacts, b.x, b.v, k.params.SpanReach(), func(i int, impulse, after model.Vec3) {
		k.friction[i].taken -= impulse.Dot(b.begun[i].Add(after).Mul(0.5)) / dt
	})
	if given != 0 {
		k.give(given / dt)
	}
}

// slide lets the friction of contacts act on a mass as an impulse, and returns the work of
// surfaces that move [J].
func (k *Keeper) slide(touches []touch, i int, reach float64) (work float64) {
	b := &k.before
	free := b.v[i]
	w, work := k.slideFrom(touches, i, b.x[i], free)
	if w != free {
		b.x[i], b.v[i] = b.x[i].Add(w.Sub(free).Mul(reach)), w
	}
	return work
}

// slideFrom returns the velocity of a mass at x [m/s] that the friction of contacts leaves of one without
// it, and the work of surfaces that move [J].
func (k *Keeper) slideFrom(touches []touch, i int, x, free model.Vec3) (w model.Vec3, work float64) {
	mass, dt, pin := k.model.Mass[i], k.params.DT, k.model.PinOf(i)
	w = free
	for t := range touches {
		one := &touches[t]
		pushed := one.push(x, free)
		if pushed == 0 || one.StaticFriction == 0 {
			continue
		}
		surface := one.surface(x, 0)
		slip := across(w.Sub(surface), one.normal)
		if speed := slip.Len(); speed > one.StaticFriction*pushed*dt/mass {
			slip = slip.Mul(one.KineticFriction * pushed * dt / mass / speed)
		}
		w = w.Sub(slip)
		work -= mass * unpinned(slip, pin).Dot(surface)
	}
	if w != free {
		w = unpinned(w, pin)
	}
	return w, work
}
