package metrics

import (
	"hooke/model"
	"hooke/physics/measure"
	"hooke/scene/words"
)

// Plan lists the masses, springs and directions to measure in the runs of one model with its
// parameters. It is frozen; goroutines may share it.
type Plan struct {
	model   *model.Model
	params  model.Params
	options Options

	up, ahead model.Vec3 // ê and f̂
	moving    []uint32   // masses that are not pinned on all axes, ascending
	mass      float64    // of those [kg]
	weight    float64    // of those [N]
	body      []uint32   // masses whose clearance counts
	groups    []group    // whose contacts count; the first is all moving masses

	springs  *measure.Springs // nil: springs have no stiffness
	actuated []uint32         // springs that an actuator drives, ascending
}

// group is some masses that are not pinned on all axes.
type group struct {
	name   string
	masses []uint32
}

// New plans the metrics of a model. p must have its step chosen. An error names the fault of
// the options, and the groups of the model.
func New(m *model.Model, p model.Params, o Options) (*Plan, error) {
	if err := o.faults(); err != nil {
		return nil, err
	}
	if o.Every == 0 {
		o.Every = DefaultEvery
	}
	if m.Pattern != nil {
		inArrays := *m
		inArrays.InArrays()
		m = &inArrays
	}
	plan := &Plan{model: m, params: p, options: o}
	var err error
	if plan.ahead, plan.up, err = o.Directions(p.Gravity); err != nil {
		return nil, err
	}
	for i := range m.MassCount() {
		if m.PinOf(i) != model.PinAll {
			plan.moving = append(plan.moving, uint32(i))
		}
	}
	plan.weigh()
	plan.body, plan.groups = plan.moving, []group{{"", plan.moving}}
	if o.Body != "" {
		if plan.body, err = plan.massesOf("body", o.Body); err != nil {
			return nil, err
		}
	}
	for i, name := range o.Groups {
		masses, err := plan.massesOf("groups", name)
		if err != nil {
			return nil, err
		}
		for _, other := range o.Groups[:i] {
			if other == name {
				return nil, wrong("groups", "groups: %q is named twice", name)
			}
		}
		plan.groups = append(plan.groups, group{name, masses})
	}
	if !p.Integrator.Method().Softens {
		plan.springs = measure.Of(m, p)
	}
	for s, actuator := range m.ActuatorOf {
		if actuator != 0 && m.MaterialOf[s] != model.Removed && len(p.Actuators) > 0 {
			plan.actuated = append(plan.actuated, uint32(s))
		}
	}
	return plan, nil
}

// weigh sums the masses.
func (p *Plan) weigh() {
	p.mass = 0
	for _, i := range p.moving {
		p.mass += p.model.Mass[i]
	}
	p.weight = p.mass * p.params.Gravity.Len()
}

// Beside returns the plan of a run of the same structure with other masses and another gravity, for its rows alone: springs
// stay those of the plan that it was. It takes next to no time, so that many members of an ensemble are told at once.
func (p *Plan) Beside(m *model.Model, params model.Params) (*Plan, error) {
	out := *p
	out.model, out.params = m, params
	var err error
	if out.ahead, out.up, err = p.options.Directions(params.Gravity); err != nil {
		return nil, err
	}
	if len(m.Mass) > 0 && &m.Mass[0] != &p.model.Mass[0] {
		out.weigh()
	}
	out.weight = out.mass * params.Gravity.Len()
	return &out, nil
}

// massesOf returns the masses of a group that are not pinned on all axes.
func (p *Plan) massesOf(option, name string) ([]uint32, error) {
	g, ok := p.model.Group(name)
	if !ok {
		return nil, wrong(option, "%s: %s; a [[group]] of the scene makes one", option, words.UnknownGroup(p.model, name))
	}
	var out []uint32
	for _, i := range g.Masses {
		if p.model.PinOf(int(i)) != model.PinAll {
			out = append(out, i)
		}
	}
	if len(out) == 0 {
		return nil, wrong(option, "%s: no mass of the group %q moves", option, name)
	}
	return out, nil
}

// Every returns the number of steps between samples.
func (p *Plan) Every() int64 { return p.options.Every }

// Contacts reports whether Touch has anything to judge.
func (p *Plan) Contacts() bool { return len(p.params.Contacts) > 0 }

// Actuated reports whether rest lengths change, so that Sample needs them.
func (p *Plan) Actuated() bool { return len(p.actuated) > 0 }
