package check

import (
	"slices"

	"hooke/cpuref"
	"hooke/model"
	"hooke/physics"
)

// fakeLedger is the account of the fake engine: float32 terms of each mass and
// spring, summed in float64.
type fakeLedger struct {
	start, now       model.Energy
	first, last, sum model.Flows
	prescribed       float64                           // energy of pinned masses
	before, after    float64                           // how many steps of the first and the last power belong to the account
	tamper           func(*model.Energy, *model.Flows) // changes the energies of a state: a fault to switch on

	seen     [][3]float32 // velocities that the forces of the latest step of Verlet saw
	friction []fakePower  // of friction in it, of each mass; nil: no step was made
	late     bool         // fault: the velocities of the state pass for centered ones
	blind    bool         // fault: they pass for those that the forces of Verlet saw
	smooth   bool         // fault: impulses of friction are not noted
	lazy     bool         // fault: surfaces that move do no work
}

// fakePower holds the dissipation of friction, and the power of surfaces that move, by it [W].
type fakePower struct{ taken, given float32 }

// center notes the end of a step of Verlet or RK4, see CenterKick.
func (f *fake) center(i int, start, x, w [3]float32) {
	if !f.p.Ledger || f.ledger.smooth {
		return
	}
	v := w
	given := f.applyContactFriction(i, &v, x, w) / (f.dt * f.perMass[i])
	v = f.held(i, v)
	f.ledger.friction[i] = fakePower{given + dot(sub(w, v), sum(start, v))/(2*f.dt*f.perMass[i]), given}
}

// centered are the velocities that are centered on the positions, those that forces
// see there, and the power of friction, nil where that follows from the state.
func (f *fake) centered() (centered, seen [][3]float32, friction []fakePower) {
	switch {
	case f.p.Integrator == model.VelocityVerlet && f.ledger.friction != nil:
		if f.ledger.blind {
			return f.v, f.v, f.ledger.friction
		}
		return f.v, f.ledger.seen, f.ledger.friction
	case f.p.Integrator == model.RK4 && f.ledger.friction != nil:
		return f.v, f.v, f.ledger.friction
	case f.p.Integrator != model.SymplecticEuler || f.ledger.late:
		return f.v, f.v, nil
	}
	friction = make([]fakePower, len(f.v))
	for i, v := range f.v {
		if f.pin[i] == model.PinAll {
			centered = append(centered, v)
			continue
		}
		w := f.held(i, plus(v, plus(f.gravity, f.forceOn(i, f.x[i], v), f.perMass[i]), f.dt))
		next := w
		given := f.applyContactFriction(i, &next, f.x[i], v) / (f.dt * f.perMass[i])
		afterFriction := f.held(i, next)
		mean := scale(sum(v, scale(afterFriction, f.drag)), 0.5)
		friction[i] = fakePower{given + dot(sub(w, afterFriction), mean)/(f.dt*f.perMass[i]), given}
		centered = append(centered, mean)
	}
	for _, g := range f.p.Guides {
		d := narrow(g.Direction.Normalize())
		cpuref.OnEach(f.m, g.Masses, func(i int) {
			switch along := scale(d, dot(centered[i], d)); g.Kind {
			case model.OnLine:
				centered[i] = along
			case model.OnPlane:
				centered[i] = sub(centered[i], along)
			}
		})
	}
	return centered, f.v, friction
}

// flowsAt are the terms at the state that stands, between signals before and
// now; Actuators is work.
func (f *fake) flowsAt(was, now physics.Signals) (e model.Energy, out model.Flows) {
	centered, seenBy, friction := f.centered()
	taken := float32(f.p.DragTaken())
	for i, x := range f.x {
		v, seen, mass := centered[i], seenBy[i], 1/f.perMass[i]
		e.Kinetic += float64(0.5 * mass * dot(v, v))
		e.Gravitational -= float64(mass * dot(f.gravity, x))
		if f.pin[i] == model.PinAll {
			continue
		}
		slowing, slowed := f.loads.drag*dot(seen, v)*length(seen), seen
		if f.p.Integrator == model.SymplecticEuler {
			slowed = sub(scale(v, 2), seen)
		}
		out.Drag += float64(mass*dot(slowed, v)*taken + slowing)
		if f.p.Loaded() {
			out.External += float64(dot(f.external()[i], v) + slowing)
		}
		for k := range f.contacts {
			c := &f.contacts[k]
			depth, n := c.depth(x)
			if depth <= 0 {
				continue
			}
			surface := [3]float32{}
			if c.moves {
				surface = c.surface(x, n, 0)
			}
			rate := c.damping * dot(sub(seen, surface), n)
			pushed, leaving := max(0, c.stiffness*depth-rate), dot(sub(v, surface), n)
			slip := sub(sub(v, surface), scale(n, leaving))
			speed := length(slip)
			e.Contact += float64(0.5 * c.stiffness * depth * depth)
			out.ContactDamping += float64(min(rate, c.stiffness*depth) * leaving)
			out.Constraints += float64(pushed * dot(surface, n))
			if friction != nil || speed == 0 {
				continue
			}
			force := min(c.kinetic*pushed*f.dt, mass*speed) / f.dt
			out.Friction += float64(force * speed)
			out.Constraints -= float64(force / speed * dot(slip, surface))
		}
	}
	for _, power := range friction {
		out.Friction += float64(power.taken)
		out.Constraints += float64(power.given)
	}
	if f.ledger.lazy {
		out.Constraints = 0
	}
	for s, ends := range f.m.Ends {
		d := sub(f.x[ends[1]], f.x[ends[0]])
		far, k := length(d), f.stiffness[s]
		rest := [2]float32{f.rest[s], f.rest[s]}
		if a := f.actuated[s]; a > 0 && len(now.RestScale) > 0 {
			rest = [2]float32{f.rest[s] * float32(was.RestScale[a-1]), f.rest[s] * float32(now.RestScale[a-1])}
		}
		var held, earlier [2]float32 // at the length now, and a step before
		way := float32(0)
		if far >= 1e-12 {
			way = f.dt * dot(sub(f.v[ends[1]], f.v[ends[0]]), d) / far
		}
		for j := range held {
			if stretch := far - rest[j]; stretch > 0 || !f.cable[s] {
				held[j] = 0.5 * k * stretch * stretch
			}
			if stretch := far - way - rest[j]; stretch > 0 || !f.cable[s] {
				earlier[j] = 0.5 * k * stretch * stretch
			}
		}
		e.Elastic += float64(held[1])
		out.Actuators += float64(held[1]-held[0]+earlier[1]-earlier[0]) / 2
		if far < 1e-12 || f.cable[s] && far <= rest[1] {
			continue
		}
		force := k * (far - rest[1])
		if f.pin[ends[0]]&f.pin[ends[1]] != model.PinAll {
			rate := dot(sub(centered[ends[1]], centered[ends[0]]), d) / far
			damper := f.damping[s] * dot(sub(seenBy[ends[1]], seenBy[ends[0]]), d) / far
			if f.cable[s] {
				damper = max(damper, -force)
			}
			out.Damping += float64(damper * rate)
			force += damper
		}
		for end, sign := range []float32{-1, 1} {
			if f.pin[ends[end]] == model.PinAll {
				out.Constraints += float64(sign * force * dot(f.v[ends[end]], d) / far)
			}
		}
	}
	if f.ledger.tamper != nil {
		f.ledger.tamper(&e, &out)
	}
	return e, out
}

// book enters a step, or begins the account.
func (f *fake) book(begin bool) {
	l := &f.ledger
	if begin {
		l.friction = nil
		if cpuref.Impulses(f.p.Integrator) { // no friction has acted yet
			l.friction, l.seen = make([]fakePower, len(f.v)), slices.Clone(f.v)
		}
	}
	if begin || f.p.Integrator != model.VelocityVerlet {
		f.externalForces(0)
	}
	if f.p.Integrator == model.SymplecticEuler && f.springPass {
		f.springForces(0)
	}
	prescribed := l.prescribed
	l.prescribed = f.prescribedEnergy()
	var was, now physics.Signals
	f.drives.At(float64(f.step)*f.p.DT, &now)
	if begin {
		l.start, l.first = f.flowsAt(now, now)
		if cpuref.Impulses(f.p.Integrator) {
			l.first.Friction = 0
		}
		l.now, l.last, l.sum = l.start, l.first, model.Flows{}
		return
	}
	f.drives.At(float64(f.step-1)*f.p.DT, &was)
	l.now, l.last = f.flowsAt(was, now)
	work := l.last.Actuators
	l.last.Actuators = 0
	l.sum = l.sum.Plus(f.p.DT, l.last)
	l.sum.Actuators += work
	if cpuref.Impulses(f.p.Integrator) {
		l.last.Friction = 0
		for _, power := range l.friction {
			l.last.Constraints -= float64(power.given)
		}
	}
	l.sum.Constraints += l.prescribed - prescribed
}

// prescribedEnergy returns the energy of pinned masses, as some of them move on paths.
func (f *fake) prescribedEnergy() (sum float64) {
	for i, v := range f.v {
		if f.pin[i] == model.PinAll {
			sum += f.m.Mass[i] * float64(dot(v, v)/2-dot(f.gravity, f.x[i]))
		}
	}
	return sum
}

func (f *fake) Ledger() (model.Ledger, error) {
	l := &f.ledger
	return model.Ledger{Start: l.start, Now: l.now,
		Flows: l.sum.Plus(l.before*f.p.DT, l.first).Plus(-l.after*f.p.DT, l.last)}, nil
}
