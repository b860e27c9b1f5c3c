package cpuref

import "hooke/model"

// fakeLedger is the account of the fake engine: float32 terms of each mass and
// spring, summed in float64.
type fakeLedger struct {
	start, now       model.Energy
	first, last, sum model.Flows
	carried          float64                           // energy of pinned masses
	before, after    float64                           // how many steps of the first and the last power belong to the account
	tamper           func(*model.Energy, *model.Flows) // with what one state has: a fault to switch on
}

// flowsAt are the terms at the state that stands, between signals before and
// now; Actuators is work.
func (f *fake) flowsAt(was, now model.Signals) (e model.Energy, out model.Flows) {
	for i, x := range f.x {
		v, mass := f.v[i], 1/f.perMass[i]
		e.Kinetic += float64(0.5 * mass * dot(v, v))
		e.Gravitational -= float64(mass * dot(f.gravity, x))
		if f.pin[i] == model.PinAll {
			continue
		}
		slowing := f.loads.drag * dot(v, v) * length(v)
		out.Drag += float64(mass*dot(v, v)*float32(f.p.DragRate()) + slowing)
		if f.p.Loaded() {
			out.External += float64(dot(f.external()[i], v) + slowing)
		}
		for k := range f.contacts {
			c := &f.contacts[k]
			depth, n := c.depth(x)
			if depth <= 0 {
				continue
			}
			pushed, leaving := max(0, c.stiffness*depth-c.damping*dot(v, n)), dot(v, n)
			speed := length(sub(v, scale(n, leaving)))
			e.Contact += float64(0.5 * c.stiffness * depth * depth)
			out.ContactDamping += float64(min(c.damping*leaving, c.stiffness*depth) * leaving)
			out.Friction += float64(min(c.kinetic*pushed*f.dt, mass*speed) / f.dt * speed)
		}
	}
	for s, ends := range f.m.Ends {
		d := sub(f.x[ends[1]], f.x[ends[0]])
		far, k := length(d), f.stiffness[s]
		rest := [2]float32{f.rest[s], f.rest[s]}
		if a := f.actuated[s]; a > 0 && len(now.RestScale) > 0 {
			rest = [2]float32{f.rest[s] * float32(was.RestScale[a-1]), f.rest[s] * float32(now.RestScale[a-1])}
		}
		var held [2]float32
		for j := range held {
			if stretch := far - rest[j]; stretch > 0 || !f.cable[s] {
				held[j] = 0.5 * k * stretch * stretch
			}
		}
		e.Elastic += float64(held[1])
		out.Actuators += float64(held[1] - held[0])
		if far < 1e-12 || f.cable[s] && far <= rest[1] {
			continue
		}
		force := k * (far - rest[1])
		if f.pin[ends[0]]&f.pin[ends[1]] != model.PinAll {
			rate := dot(sub(f.v[ends[1]], f.v[ends[0]]), d) / far
			damper := f.damping[s] * rate
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

func (f *fake) RunLedger() (model.Energy, model.Flows, error) {
	var was, now model.Signals
	if !f.p.Ledger {
		return model.Energy{}, model.Flows{}, nil
	}
	f.drives.At(float64(f.step)*f.p.DT, &was)
	f.drives.At(float64(f.step+1)*f.p.DT, &now)
	f.externalForces(1)
	e, out := f.flowsAt(was, now)
	return e, out, nil
}

// book enters a step, or begins the account.
func (f *fake) book(begin bool) {
	l := &f.ledger
	f.externalForces(0)
	carried := l.carried
	l.carried = f.carriedEnergy()
	var was, now model.Signals
	f.drives.At(float64(f.step)*f.p.DT, &now)
	if begin {
		l.start, l.first = f.flowsAt(now, now)
		l.now, l.last, l.sum = l.start, l.first, model.Flows{}
		return
	}
	f.drives.At(float64(f.step-1)*f.p.DT, &was)
	l.now, l.last = f.flowsAt(was, now)
	work := l.last.Actuators
	l.last.Actuators = 0
	l.sum = l.sum.Plus(f.p.DT, l.last)
	l.sum.Actuators += work
	l.sum.Constraints += l.carried - carried
}

// carriedEnergy is what pinned masses have, as some of them move on paths.
func (f *fake) carriedEnergy() (sum float64) {
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
