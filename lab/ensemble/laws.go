package ensemble

import (
	"slices"

	"hooke/model"
	"hooke/physics"
)

// Law is the common data of springs of a kind whatever values members have: a material and a
// muscle. Engines keep k, c and the scale of rest lengths once for each law and member.
type Law struct {
	Material uint16
	Actuator uint16 // counted from 1; 0: none
	Example  int    // a spring of it whose rest length shows how the material is scaled; −1: none has any
}

// Laws are those of a kind, numbered as springs ask for them. The zero value is empty. A law takes 16 bytes.
type Laws []Law

// Of returns the number of the law of spring s of a kind, which is added where no spring before had it.
func (l *Laws) Of(k *Kind, s int) int {
	m := k.Model
	key := Law{Material: m.MaterialOf[s], Example: -1}
	if m.ActuatorOf != nil && len(k.Params.Actuators) > 0 {
		key.Actuator = m.ActuatorOf[s]
	}
	at := slices.IndexFunc(*l, func(known Law) bool { return known.Material == key.Material && known.Actuator == key.Actuator })
	if at < 0 {
		at, *l = len(*l), append(*l, key)
	}
	if law := &(*l)[at]; law.Example < 0 && m.RestLength[s] > 0 {
		law.Example = s
	}
	return at
}

// Numbers returns k [N/m], c [N·s/m] and the factor of rest lengths of a law in m, the model
// of a kind with the values of a member. Springs' own numbers come in addition: see Own.
func (l Law) Numbers(k *Kind, m *model.Model) (stiffness, damping, scale float64) {
	if of := &m.Materials[l.Material]; !of.PerSpring() {
		stiffness, damping = of.Stiffness, of.Damping
	}
	if l.Example < 0 {
		return stiffness, damping, 1
	}
	return stiffness, damping, m.RestLength[l.Example] / k.Model.RestLength[l.Example]
}

// Own returns the own k and c of spring s of a model besides its law.
func Own(m *model.Model, r *physics.Resolver, s int) model.Coefficients {
	switch {
	case m.Materials[m.MaterialOf[s]].PerSpring():
		return r.Spring(s)
	case m.Own != nil:
		return m.Own[s]
	}
	return model.Coefficients{}
}
