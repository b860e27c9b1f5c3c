package cpuref

import (
	"hooke/model"
	"hooke/physics"
)

// Catch runs the pass "catch", after masses have moved and before guides hold them. A mass
// whose way from before [m] to its position crosses contacts is set to where it enters the
// first of them, and loses its velocity relative to the surface into that; see
// physics.Crosses and physics.Halted. Pinned axes keep still. Contacts are as in began
// before the step and as in p after it. It changes position [m], velocity [m/s] and caught,
// which counts from a step, in place, and calls held with each mass that is caught. lost is
// the kinetic energy that went into heat [J], given the work of moving surfaces.
func Catch(before, position, velocity []model.Vec3, m *model.Model, began []model.Contact, p model.Params, step int64, caught *model.Caught, held func(i int)) (lost, given float64) {
	for i, from := range before {
		pin := m.PinOf(i)
		if pin == model.PinAll {
			continue
		}
		x, v := &position[i], &velocity[i]
		contact, crossing, entry := physics.FirstCrossing(began, p.Contacts, from, *x)
		if contact < 0 {
			continue
		}
		c := &p.Contacts[contact]
		surface := SurfaceVelocity(c, entry, crossing.Normal, 0)
		change := Unpinned(physics.Halted(v.Sub(surface), crossing.Normal, c.KineticFriction).Add(surface).Sub(*v), pin)
		work := m.Mass[i] * change.Dot(surface)
		lost += work - m.Mass[i]*change.Dot(v.Add(change.Mul(0.5)))
		given += work
		*x, *v = x.Add(Unpinned(entry.Sub(*x), pin)), v.Add(change)
		caught.Add(model.Caught{Count: 1, Step: step, Mass: i, Contact: contact})
		held(i)
	}
	return lost, given
}

// catch is the pass in a step, at its end, or at that of a substep, given in steps from now.
func (e *Engine) catch(end float64) {
	if len(e.before) == 0 {
		return
	}
	e.lookAhead(end)
	lost, given := Catch(e.before, e.state.Position, e.state.Velocity, e.model, e.began, e.acting(), e.state.Step+1, &e.caught, func(i int) {
		if e.params.Integrator.Method().Continues {
			e.registers[i] = model.Vec3{} // forces at the uncorrected position do not hold at the corrected one
		}
	})
	if e.ledger != nil {
		e.ledger.sum.ContactDamping += lost
		e.ledger.sum.Constraints += given
	}
}

// noteBefore notes where masses and contacts are before a step, or before a substep that
// begins some steps from now.
func (e *Engine) noteBefore(from float64) {
	if len(e.before) > 0 {
		e.lookAhead(from)
		copy(e.before, e.state.Position)
		e.began = append(e.began[:0], e.acting().Contacts...)
	}
}

var _ model.Catcher = (*Engine)(nil)

// Caught counts the masses that contacts have caught since the state was set.
func (e *Engine) Caught() (model.Caught, error) { return e.caught, nil }
