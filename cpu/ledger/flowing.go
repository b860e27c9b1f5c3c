package ledger

import (
	"math"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/laws"
	"hooke/model"
)

// ofSprings is how Powers evaluates springs.
type ofSprings[T table.Real] struct {
	kernel  func(*kernels.DamperCall[T]) // nil: nothing flows through springs
	all     bool                         // whether it knows cables and actuators
	classes *table.Classes[T]
	laws    kernels.PowerLaws[T]
	step    kernels.PowerStep[T]
	held    []int // actuated springs between masses that are pinned on all axes, which are not in the table
}

// choose chooses a kernel.
func (s *ofSprings[T]) choose(p *Powers[T], c *table.Classes[T]) {
	m, t := p.k.model, p.table
	actuated := len(p.k.params.Actuators) > 0
	if !c.Damped && !actuated {
		return
	}
	if s.kernel, s.all = p.kernel.Dampers[t.Format], c.Cables || actuated; s.all {
		s.kernel = p.kernel.Works[t.Format]
	}
	still := p.k.still.RestScale
	s.laws.Set(t, c, kernels.Rests{Now: still, Before: still, After: still}, false)
	pinned := func(i int) bool { return m.PinOf(i) == model.PinAll }
	s.step = kernels.PowerStep[T]{Shares: kernels.NewShares(t, pinned), Laws: &s.laws, Beta: p.beta, Time: T(p.k.params.DT)}
	if !p.k.lags {
		s.step.Time = -s.step.Time
	}
	s.classes = c
	if actuated && m.Pin != nil {
		for spring, ends := range m.Ends {
			if m.ActuatorOf[spring] != 0 && pinned(int(ends[0])) && pinned(int(ends[1])) {
				s.held = append(s.held, spring)
			}
		}
	}
}

// begin begins with a state.
func (s *ofSprings[T]) begin(p *Powers[T]) {
	s.step.From, s.step.W = p.step.From.Position, p.step.Later.Velocity
	if s.kernel == nil || len(p.step.Rests) == 0 {
		return
	}
	rests := kernels.Rests{Now: p.step.Rests, Before: p.k.scale, After: p.step.Rests}
	if p.k.lags {
		rests.Now = p.k.scale
	}
	s.laws.Set(p.table, s.classes, rests, true)
}

// workBetweenHeld returns the work of actuators on springs that are not in the table [J].
func (s *ofSprings[T]) workBetweenHeld(p *Powers[T]) (sum float64) {
	for _, spring := range s.held {
		law, exists := p.k.law(spring, nil, p.step.Rests)
		if !exists {
			continue
		}
		before := p.k.springs.Law(spring, p.k.scale).RestLength
		if law.RestLength == before {
			continue
		}
		ends := p.k.model.Ends[spring]
		a, b := int(p.table.Order.LaneOf[ends[0]]), int(p.table.Order.LaneOf[ends[1]])
		d := kernels.Widen(s.step.From.Get(kernels.ArrayX, b)).Sub(kernels.Widen(s.step.From.Get(kernels.ArrayX, a)))
		length := d.Len()
		other := length
		if length >= laws.Shortest {
			other += float64(s.step.Time) * kernels.Widen(s.step.W.Get(kernels.ArrayVX, b)).Sub(kernels.Widen(s.step.W.Get(kernels.ArrayVX, a))).Dot(d) / length
		}
		sum += workOfRest(law, length, other, before)
	}
	return sum
}

// springsOn returns the force of springs on a mass at x of velocity v [N].
func (p *Powers[T]) springsOn(i int, x, v model.Vec3) (sum model.Vec3) {
	k, from := p.k, p.step.From
	for _, spring := range k.star.springs[k.star.first[i]:k.star.first[i+1]] {
		law, exists := k.law(int(spring), nil, p.now.signals.RestScale)
		if !exists {
			continue
		}
		other := k.model.Ends[spring][0] ^ k.model.Ends[spring][1] ^ uint32(i)
		lane := int(p.table.Order.LaneOf[other])
		sum = sum.Add(pull(law, kernels.Widen(from.Position.Get(kernels.ArrayX, lane)).Sub(x), kernels.Widen(from.Velocity.Get(kernels.ArrayVX, lane)).Sub(v)))
	}
	return sum
}

// BeforeKick says that powers need the accelerations before the kick of velocity Verlet.
func (p *Powers[T]) BeforeKick() bool { return p.impulses != nil }

// addPressed adds the dissipation of a mass that is not pinned to the only contact of a run, a
// plane, where friction is an impulse after the step: as addTouch and addImpulse do. Friction
// moves masses along the plane, so that their depth stays.
func (p *Powers[T]) addPressed(flows *model.Flows, chunk int, on *plane, x model.Vec3, lane, i int) {
	k, n, dt := p.k, &on.normal, p.k.params.DT
	depth := on.offset - (x[0]*n[0] + x[1]*n[1] + x[2]*n[2])
	if depth <= 0 {
		return
	}
	u, later := kernels.Widen(p.step.From.Velocity.Get(kernels.ArrayVX, lane)), kernels.Widen(p.step.Later.Velocity.Get(kernels.ArrayVX, lane))
	flows.ContactDamping += min(on.stiffness*depth, on.damping*(u[0]*n[0]+u[1]*n[1]+u[2]*n[2])) * (later[0]*n[0] + later[1]*n[1] + later[2]*n[2])
	if !on.hasFriction || p.impulses == nil {
		return
	}
	before, after := p.step.Kicked[0].Get(kernels.ArrayX, lane), p.step.Kicked[1].Get(kernels.ArrayX, lane)
	var free, begun [3]float64
	parting := 0.0
	for axis := range n {
		a := float64(before[axis])
		free[axis], begun[axis] = u[axis]+(float64(after[axis])-a)*dt/2, u[axis]-a*dt
		parting += free[axis] * n[axis]
	}
	slip, square := free, 0.0
	for axis := range n {
		slip[axis] -= parting * n[axis]
		square += slip[axis] * slip[axis]
	}
	pushed := max(0, on.stiffness*depth-on.damping*parting)
	part, mass := 1.0, k.model.Mass[i]
	if speed := math.Sqrt(square); speed > on.static*pushed*dt/mass {
		part = on.kinetic * pushed * dt / mass / speed
	}
	with := 0.0
	for axis := range n {
		with += slip[axis] * (begun[axis] + free[axis] - part*slip[axis])
	}
	p.impulses[chunk].Friction += mass * part * with / 2 / dt
}

// addImpulse adds the dissipation of contact friction on a mass as an impulse after a step of
// velocity Verlet, with the velocity at the end of the step without it: u + (a' − a) dt/2,
// where forces have used u and the accelerations a before and a' after the kick are without
// friction. The step has begun with u − a dt. Friction has moved the mass to x.
func (p *Powers[T]) addImpulse(flows *model.Flows, touches []touch, lane, i int, x model.Vec3) {
	k, pin := p.k, p.k.model.PinOf(i)
	seen, dt := kernels.Widen(p.step.From.Velocity.Get(kernels.ArrayVX, lane)), k.params.DT
	before, after := kernels.Widen(p.step.Kicked[0].Get(kernels.ArrayX, lane)), kernels.Widen(p.step.Kicked[1].Get(kernels.ArrayX, lane))
	free := unpinned(seen.Add(after.Sub(before).Mul(dt/2)), pin)
	w, _ := k.slideFrom(touches, i, x, free)
	w, work := k.slideFrom(touches, i, x.Sub(w.Sub(free).Mul(k.params.FrictionReach())), free)
	mean := seen.Sub(before.Mul(dt)).Add(w).Mul(0.5)
	flows.Friction += (work - k.model.Mass[i]*w.Sub(free).Dot(mean)) / dt
	flows.Constraints += work / dt
}

// forceOn returns the force on a lane, in numbers of kernels.ForcesCall[T].
func forceOn[T table.Real](force []T, at int) model.Vec3 {
	at += at / table.Width * 2 * table.Width
	return kernels.Widen([3]T{force[at], force[at+table.Width], force[at+2*table.Width]})
}

// plane is a contact at rest whose shape is a plane.
type plane struct {
	normal             model.Vec3
	offset             float64 // along the normal [m]
	stiffness, damping float64
	hasFriction        bool
	static, kinetic    float64 // μs and μk
}

// planesOf are contacts of which kernels.PlanesOf knows that they are planes at rest.
func planesOf(contacts []model.Contact) (out []plane) {
	for _, c := range contacts {
		depth, n := c.Depth(model.Vec3{})
		out = append(out, plane{n, depth, c.Stiffness, c.Damping, c.StaticFriction > 0, c.StaticFriction, c.KineticFriction})
	}
	return out
}
