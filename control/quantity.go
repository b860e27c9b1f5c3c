package control

import (
	"fmt"
	"math"

	"hooke/model"
)

// quantity is a settable number of an item of the parameters.
type quantity struct {
	kind, part string
	unit, doc  string
	set        func(p *model.Params, i int, value float64)
	get        func(p *model.Params, i int) float64 // its value without an input
	// move shifts the product of the value and the time, such as a phase or a position, so that it continues
	// from its current value when the value changes; nil: there is no such product.
	move  func(p *model.Params, i int, shift float64)
	cycle float64 // the integral of a value of 1 over 1 s for periodic quantities, such as 2π of a frequency; zero: 1
}

// massKind is the kind of inputs that set the factor of masses.
const massKind = "mass"

// form returns the form of Input.Of that sets the quantity.
func (q *quantity) form() string {
	if q.part == "" {
		return q.kind + "[i]"
	}
	return q.kind + "[i]." + q.part
}

// quantities returns all that inputs may set.
func quantities() []quantity {
	axes := func(kind, doc, unit string, of func(p *model.Params, i int) *model.Vec3) (out []quantity) {
		for axis, part := range []string{"x", "y", "z"} {
			out = append(out, quantity{kind, part, unit, doc, func(p *model.Params, i int, value float64) { of(p, i)[axis] = value },
				func(p *model.Params, i int) float64 { return of(p, i)[axis] }, nil, 0})
		}
		return out
	}
	constant := model.Curve{At: []float64{0}, Value: []float64{1}}
	all := []quantity{
		{"actuator", "length", "", "factor of rest lengths, instead of the wave", func(p *model.Params, i int, value float64) {
			a := &p.Actuators[i]
			a.Wave, a.Table, a.Amplitude, a.Frequency, a.Phase = model.Table, constant, value-1, 0, 0
		}, func(*model.Params, int) float64 { return 1 }, nil, 0},
		{"actuator", "amplitude", "", "relative change of rest lengths", func(p *model.Params, i int, value float64) { p.Actuators[i].Amplitude = value },
			func(p *model.Params, i int) float64 { return p.Actuators[i].Amplitude }, nil, 0},
		{"actuator", "frequency", "Hz", "the phase continues", func(p *model.Params, i int, value float64) { p.Actuators[i].Frequency = value },
			func(p *model.Params, i int) float64 { return p.Actuators[i].Frequency },
			func(p *model.Params, i int, shift float64) { p.Actuators[i].Phase += shift }, 2 * math.Pi},
		{"actuator", "phase", "rad", "lead", func(p *model.Params, i int, value float64) { p.Actuators[i].Phase = value },
			func(p *model.Params, i int) float64 { return p.Actuators[i].Phase }, nil, 0},
		{"motor", "speed", "m/s", "its speed", func(p *model.Params, i int, value float64) { p.Motors[i].Speed = value },
			func(p *model.Params, i int) float64 { return p.Motors[i].Speed }, nil, 0},
	}
	all = append(all, axes("force", "force on each mass", "N", func(p *model.Params, i int) *model.Vec3 { return &p.Forces[i].Force })...)
	all = append(all, velocities()...)
	all = append(all, quantity{massKind, "", "", "factor of the masses of a group, by its name, or of all (*); requires min and max, and steps are chosen for min",
		func(p *model.Params, i int, value float64) { p.MassFactors[i].Factor = value },
		func(p *model.Params, i int) float64 { return p.MassFactors[i].Factor }, nil, 0})
	return append(all, axes("handle", "its target", "m", func(p *model.Params, i int) *model.Vec3 { return &p.Handles[i].Target })...)
}

// velocities returns those of contacts along each axis. A contact continues from where it is.
func velocities() (out []quantity) {
	for axis, name := range []string{"x", "y", "z"} {
		out = append(out, quantity{kind: "contact", part: "velocity_" + name, unit: "m/s", doc: "from its present position",
			set: func(p *model.Params, i int, value float64) {
				trajectoryOf(&p.Contacts[i]).Path.Velocity[axis] = value
			},
			get: func(p *model.Params, i int) float64 {
				if k := p.Contacts[i].Trajectory; k != nil {
					return k.Path.Velocity[axis]
				}
				return 0
			},
			move: func(p *model.Params, i int, shift float64) {
				var by model.Vec3
				by[axis] = shift
				shiftContact(&p.Contacts[i], by)
			}})
	}
	return out
}

// trajectoryOf returns the trajectory of a contact, of its own memory.
func trajectoryOf(c *model.Contact) *model.Trajectory {
	k := model.Trajectory{}
	if c.Trajectory != nil {
		k = *c.Trajectory
	}
	if k.Path.Table == nil {
		k.Path.Table = []model.PathPoint{{}} // it counts as one that moves, also while its velocity is zero
	}
	c.Trajectory = &k
	return &k
}

// Ready returns the parameters with which to make an engine whose run the spec will control:
// contacts that inputs may move count as moving.
func (s *Spec) Ready(p model.Params) model.Params {
	if !s.Controls() {
		return p
	}
	for _, in := range s.Inputs {
		if target, err := in.resolve(&p); err == nil && target.kind == "contact" {
			p = p.Clone()
			for _, i := range target.items {
				trajectoryOf(&p.Contacts[i])
			}
		}
	}
	return p
}

// shiftContact moves the shape of a contact, and its pivot.
func shiftContact(c *model.Contact, by model.Vec3) {
	switch s := c.Shape.(type) {
	case model.Plane:
		s.Offset += by.Dot(s.UnitNormal())
		c.Shape = s
	case model.Sphere:
		s.Center = s.Center.Add(by)
		c.Shape = s
	case model.Box:
		s.Center = s.Center.Add(by)
		c.Shape = s
	case model.Capsule:
		s.A, s.B = s.A.Add(by), s.B.Add(by)
		c.Shape = s
	case model.Terrain:
		s.Center = s.Center.Add(by)
		c.Shape = s
	case model.Field:
		s.Center = s.Center.Add(by)
		c.Shape = s
	}
	if k := c.Trajectory; k != nil && k.Pivot != nil {
		at := k.Pivot.Add(by)
		trajectoryOf(c).Pivot = &at
	}
}

// shifted returns the shift by which a value that changes at time t [s] continues.
func (q *quantity) shifted(shift, from, to, t float64) float64 {
	if q.cycle == 0 {
		return shift + (from-to)*t
	}
	return math.Mod(shift+q.cycle*math.Mod((from-to)*t, 1), q.cycle)
}

// Quantities returns the forms of Input.Of with their meanings, for the reference of scene files.
// Parts of one kind with one meaning, such as the axes of a force, share a form.
func Quantities() (forms []string) {
	all := quantities()
	for k := 0; k < len(all); {
		q := all[k]
		parts := q.form()
		for k++; k < len(all) && all[k].kind == q.kind && all[k].doc == q.doc; k++ {
			parts += ", ." + all[k].part
		}
		form := fmt.Sprintf("%s: %s", parts, q.doc)
		if q.unit != "" {
			form += " [" + q.unit + "]"
		}
		forms = append(forms, form)
	}
	return forms
}
