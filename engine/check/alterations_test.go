package check

import (
	"slices"

	"hooke/model"
)

// materials, contacts and actuators alter each of a list.
func materials(change func(*model.Material)) alteration {
	return func(m *model.Model, _ *model.Params) {
		m.Materials = slices.Clone(m.Materials)
		for i := 1; i < len(m.Materials); i++ {
			change(&m.Materials[i])
		}
	}
}

// own alters the springs' own coefficients.
func own(change func(*model.Coefficients)) alteration {
	return func(m *model.Model, _ *model.Params) {
		m.Own = slices.Clone(m.Own)
		for s := range m.Own {
			change(&m.Own[s])
		}
	}
}

func contacts(change func(*model.Contact)) alteration {
	return func(_ *model.Model, p *model.Params) {
		p.Contacts = slices.Clone(p.Contacts)
		for i := range p.Contacts {
			change(&p.Contacts[i])
		}
	}
}

func trajectories(change func(*model.Trajectory)) alteration {
	return contacts(func(c *model.Contact) {
		if c.Trajectory != nil {
			k := *c.Trajectory
			change(&k)
			c.Trajectory = &k
		}
	})
}

func actuators(change func(*model.Actuator)) alteration {
	return func(_ *model.Model, p *model.Params) {
		p.Actuators = slices.Clone(p.Actuators)
		for i := range p.Actuators {
			change(&p.Actuators[i])
		}
	}
}

// shapes alters the contacts of one shape.
func shapes[S model.Shape](change func(*S)) alteration {
	return contacts(func(c *model.Contact) {
		if s, ok := c.Shape.(S); ok {
			change(&s)
			c.Shape = any(s).(model.Shape)
		}
	})
}

// each alters a copy of every element of a list of the parameters.
func each[T any](list func(*model.Params) *[]T, change func(*T)) alteration {
	return func(_ *model.Model, p *model.Params) {
		all := list(p)
		*all = slices.Clone(*all)
		for i := range *all {
			change(&(*all)[i])
		}
	}
}

func forcesOf(p *model.Params) *[]model.Force { return &p.Forces }

func motorsOf(p *model.Params) *[]model.Motor { return &p.Motors }

func spinsOf(p *model.Params) *[]model.Spin { return &p.Spins }

func pressuresOf(p *model.Params) *[]model.Pressure { return &p.Pressures }

// wet alters the water of a run that has some.
func wet(change func(w *model.Water)) alteration {
	return params(func(p *model.Params) {
		if p.Water.Wets() {
			p.Water.Bodies = slices.Clone(p.Water.Bodies)
			change(&p.Water)
		}
	})
}
func orientsOf(p *model.Params) *[]model.Orient { return &p.Orients }

func tracksOf(p *model.Params) *[]model.Track { return &p.Tracks }

func matchingsOf(p *model.Params) *[]model.Matching { return &p.Matchings }

func areasOf(p *model.Params) *[]model.Area { return &p.Areas }

func limitsOf(p *model.Params) *[]model.Limit { return &p.Limits }

func bendsOf(p *model.Params) *[]model.Bend { return &p.Bends }

// hinges alters each hinge of a list.
func hinges(change func(*model.Hinge)) alteration {
	return each(bendsOf, func(b *model.Bend) {
		b.Hinges = slices.Clone(b.Hinges)
		for i := range b.Hinges {
			change(&b.Hinges[i])
		}
	})
}

func handlesOf(p *model.Params) *[]model.Handle { return &p.Handles }

func guidesOf(p *model.Params) *[]model.Guide { return &p.Guides }

func params(change func(*model.Params)) alteration {
	return func(_ *model.Model, p *model.Params) { change(p) }
}
