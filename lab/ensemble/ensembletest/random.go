package ensembletest

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"hooke/control"
	"hooke/lab/ensemble"
	"hooke/model"
)

// dice make random kinds.
type dice struct{ *rand.Rand }

// one reports whether one throw of n, which are as likely, is the first.
func (r dice) one(n int) bool { return r.IntN(n) == 0 }

func (r dice) in(low, high float64) float64 { return low + (high-low)*r.Float64() }

func (r dice) vector(size float64) model.Vec3 {
	return model.Vec3{r.in(-size, size), r.in(-size, size), r.in(-size, size)}
}

func (r dice) unit() model.Vec3 { return r.vector(1).Add(model.Vec3{0, 0, 1.5}).Normalize() }

// some returns a few masses in ascending order, or nil: all.
func (r dice) some(n int) []uint32 {
	if r.one(3) {
		return nil
	}
	var out []uint32
	for i := range uint32(n) {
		if r.one(3) || i == 0 {
			out = append(out, i)
		}
	}
	return out
}

func (r dice) curve() model.Curve {
	if r.one(2) {
		return model.Curve{}
	}
	return model.Curve{At: []float64{0, 0.02, 0.05}, Value: []float64{r.in(-1, 1), r.in(-1, 1), 1}}
}

// Random returns a random structure with random features, the same for a seed. Its numbers are mild, so that float32 follows the reference.
func Random(seed uint64) (k ensemble.Kind, start *model.State) {
	r := dice{rand.New(rand.NewPCG(seed, 5))}
	m := r.structure()
	p := model.Params{DT: 1e-3, Gravity: r.vector(10)}
	if r.one(2) {
		p.DragHalfLife = r.in(0.1, 2)
	}
	r.contacts(&p)
	r.muscles(m, &p)
	r.loads(m, &p)
	if r.one(3) {
		m.Radius, m.Body = make([]float64, m.MassCount()), make([]uint16, m.MassCount())
		for i := range m.Radius {
			m.Radius[i], m.Body[i] = r.in(0, 0.16), uint16(r.IntN(2))
		}
		p.Collision = model.Collision{Self: r.one(2), Others: true, Skin: r.in(0.01, 0.1), CheckEvery: 1 + r.IntN(3), FrictionIterations: r.IntN(3)}
		for range 2 {
			p.Collision.Bodies = append(p.Collision.Bodies, model.Surface{Stiffness: r.in(50, 500), DampingRatio: r.in(0, 0.5), StaticFriction: 0.5, KineticFriction: r.in(0, 0.5)})
		}
	}
	k = ensemble.Kind{Model: m, Params: p}
	if r.one(3) {
		k.Control = r.control(&p)
	}
	k.Free = r.free(k)
	start = m.Start()
	for i := range start.Velocity {
		if m.Pin == nil || m.Pin[i] == 0 {
			start.Velocity[i] = r.vector(1)
		}
	}
	return k, start
}

func (r dice) structure() *model.Model {
	m := &model.Model{Name: "random", Materials: []model.Material{{}, {Name: "rubber", Stiffness: r.in(50, 300), Damping: r.in(0, 0.5)},
		{Name: "rope", AxialRigidity: r.in(10, 60), Damping: 0.2, TensionOnly: true}, {Name: "bell", Frequency: r.in(2, 8), DampingRatio: r.in(0, 0.3)}}}
	n := 3 + r.IntN(40)
	for i := range n {
		m.RestPosition = append(m.RestPosition, model.Vec3{0.3 * float64(i%3), 0.3 * float64(i/3%3), 0.3 * float64(i/9)}.Add(r.vector(0.05)))
		m.Mass = append(m.Mass, r.in(0.2, 0.6))
	}
	if r.one(2) {
		m.Pin = make([]model.Pin, n)
		for range 1 + n/8 {
			m.Pin[r.IntN(n)] = model.Pin(r.IntN(8))
		}
	}
	for a := range uint32(n) {
		for b := a + 1; b < uint32(n); b++ {
			d := m.RestPosition[a].Sub(m.RestPosition[b]).Len()
			if d > 0.5 || r.one(5) {
				continue
			}
			m.Ends, m.RestLength, m.MaterialOf = append(m.Ends, model.Ends{a, b}), append(m.RestLength, r.in(0.95, 1.02)*d), append(m.MaterialOf, uint16(1+r.IntN(3)))
		}
	}
	if r.one(2) {
		for range m.Ends {
			m.Own = append(m.Own, model.Coefficients{Stiffness: r.in(0, 5), Damping: r.in(0, 0.05)})
		}
	}
	m.Groups = []model.Group{{Name: "low", Masses: []uint32{0, 2}}}
	return m
}

func (r dice) contacts(p *model.Params) {
	for range r.IntN(4) {
		c := model.Contact{Stiffness: r.in(100, 1000), Damping: r.in(0, 5)}
		switch r.IntN(5) {
		case 0, 1:
			c.Shape = model.Plane{Normal: r.unit(), Offset: r.in(-0.2, 0.1)}
		case 2:
			c.Shape = model.Sphere{Center: r.vector(0.4), Radius: r.in(0.2, 0.5)}
		case 3:
			c.Shape = model.Box{Center: r.vector(0.4), Half: model.Vec3{r.in(0.1, 0.4), r.in(0.1, 0.4), r.in(0.1, 0.4)}}
		default:
			a := r.vector(0.4)
			c.Shape = model.Capsule{A: a, B: a.Add(r.vector(0.4)), Radius: r.in(0.1, 0.3)}
		}
		if r.one(2) {
			c.KineticFriction = r.in(0, 0.5)
			c.StaticFriction = c.KineticFriction + r.in(0, 0.3)
		}
		if r.one(3) {
			c.PerMass, c.Stiffness, c.Damping = true, 0, 0
		}
		if r.one(3) {
			c.Trajectory = &model.Trajectory{Path: model.Path{Velocity: r.vector(0.5)}}
			if _, plane := c.Shape.(model.Plane); !plane {
				c.Trajectory.Spin = r.vector(2)
			}
			if r.one(2) {
				c.Trajectory.Path.Amplitude, c.Trajectory.Path.Frequency, c.Trajectory.Path.Phase = r.vector(0.02), r.in(1, 6), r.in(0, 6)
			}
			c.Trajectory.Rate = r.curve()
		}
		p.Contacts = append(p.Contacts, c)
	}
}

func (r dice) muscles(m *model.Model, p *model.Params) {
	if r.one(3) || len(m.Ends) == 0 {
		return
	}
	for range 1 + r.IntN(4) {
		a := model.Actuator{Wave: []model.Wave{model.Sine, model.Square, model.Sawtooth, model.Table}[r.IntN(4)], Amplitude: r.in(-0.15, 0.15), Frequency: r.in(0, 9), Phase: r.in(-7, 7)}
		if a.Wave == model.Table {
			a.Table = model.Curve{At: []float64{0, 0.4, 1}, Value: []float64{0.3, r.in(-1, 1), 0.3}}
		}
		if r.one(2) {
			a.HalfLife = r.in(0.005, 0.1)
		}
		p.Actuators = append(p.Actuators, a)
	}
	for range m.Ends {
		m.ActuatorOf = append(m.ActuatorOf, uint16(r.IntN(len(p.Actuators)+1)))
	}
	for i := range p.Actuators {
		m.ActuatorOf[i%len(m.ActuatorOf)] = uint16(i + 1)
	}
}

func (r dice) loads(m *model.Model, p *model.Params) {
	n := m.MassCount()
	for range r.IntN(3) {
		p.Forces = append(p.Forces, model.Force{Masses: r.some(n), Force: r.vector(2), Table: r.curve()})
	}
	for range r.IntN(6) / 4 {
		p.Motors = append(p.Motors, model.Motor{Masses: r.some(n), Axis: r.unit(), Speed: r.in(-2, 2), Table: r.curve(), Damping: r.in(0, 3), Limit: r.in(0, 3)})
	}
	if r.one(4) {
		p.Handles = []model.Handle{{Mass: uint32(r.IntN(n)), Target: r.vector(0.5), TargetVelocity: r.vector(1), Stiffness: r.in(0, 100), Damping: r.in(0, 3)}}
	}
	if r.one(4) {
		p.QuadraticDrag = r.in(0, 1)
	}
	if r.one(4) {
		for i := range uint32(n - 2) {
			m.Triangles = append(m.Triangles, [3]uint32{i, i + 1, i + 2})
		}
		p.Wind = model.Wind{Velocity: r.vector(5), Gust: r.in(0, 1), GustTime: 0.02, Seed: r.Uint64(), Drag: r.in(0, 1.5), Lift: r.in(0, 1)}
	}
	if r.one(4) {
		mass := []uint32{uint32(r.IntN(n))}
		if m.Pin == nil || m.Pin[mass[0]] == 0 {
			p.Guides = []model.Guide{{Kind: []model.GuideKind{model.OnLine, model.OnPlane}[r.IntN(2)], Masses: mass, Direction: r.unit()}}
		}
	}
}

// control returns a loop with a controller of a random kind for some of the possible inputs.
func (r dice) control(p *model.Params) *control.Spec {
	s := &control.Spec{Period: 1 + r.IntN(9), Latency: r.IntN(3), Linear: r.one(3),
		Sensors: []control.Sensor{{Name: "high", What: control.Height, Noise: 0.01, Delay: r.IntN(2)}, {Name: "fast", What: control.Velocity, Masses: []uint32{0, 2}}}}
	if len(p.Contacts) > 0 {
		s.Sensors = append(s.Sensors, control.Sensor{Name: "touch", What: control.Contact})
	}
	add := func(of string, now, reach float64) {
		s.Inputs = append(s.Inputs, control.Input{Name: fmt.Sprint("input", len(s.Inputs)), Of: of, Initial: now, Min: now - reach, Max: now + reach})
	}
	for i, a := range p.Actuators {
		switch {
		case r.one(3):
			add(fmt.Sprintf("actuator[%d].amplitude", i), a.Amplitude, 0.1)
		case r.one(3):
			add(fmt.Sprintf("actuator[%d].length", i), 1, 0.1)
		case r.one(3):
			add(fmt.Sprintf("actuator[%d].frequency", i), a.Frequency+1, 1)
		default:
			add(fmt.Sprintf("actuator[%d].phase", i), a.Phase, 1)
		}
	}
	for i := range p.Motors {
		add(fmt.Sprintf("motor[%d].speed", i), 0, 2)
	}
	for i := range p.Handles {
		add(fmt.Sprintf("handle[%d].x", i), 0, 0.2)
	}
	for i := range p.Forces {
		add(fmt.Sprintf("force[%d].y", i), 0, 2)
	}
	if len(s.Inputs) == 0 {
		return nil
	}
	width := 4
	if len(s.Sensors) > 2 {
		width++
	}
	c := control.Controller{Kind: control.Linear, Gain: make([]float64, width*len(s.Inputs))}
	for i := range s.Sensors {
		c.Sensors = append(c.Sensors, i)
	}
	for i, in := range s.Inputs {
		c.Inputs, c.Bias = append(c.Inputs, i), append(c.Bias, in.Initial)
	}
	for i := range c.Gain {
		c.Gain[i] = r.in(-0.1, 0.1)
	}
	s.Controllers = []control.Controller{c}
	return s
}

// free are random fields of those that the kind can have.
func (r dice) free(k ensemble.Kind) (out []ensemble.Field) {
	for _, path := range ensemble.Paths() {
		f := ensemble.Field{Path: path, Index: r.IntN(3)}
		if path == "contact.slope" || path == "contact.heading" || path == "mass_scale" && len(k.Params.Guides) > 0 || !r.one(2) {
			continue
		}
		try := k
		try.Free = append(slices.Clone(out), f)
		if _, err := ensemble.Settle([]ensemble.Kind{try}, nil); err == nil {
			out = try.Free
		}
	}
	return out
}

// values are random ones near those of the kind.
func (r dice) values(k ensemble.Kind) []float64 {
	out := k.ValuesOf()
	for f := range out {
		switch path := k.Free[f].Path; path {
		case "contact.normal_x", "contact.normal_y", "contact.normal_z", "contact.static_friction", "contact.kinetic_friction":
		case "actuator.phase", "contact.offset":
			out[f] += r.in(-0.05, 0.05)
		case "material.rest_scale":
			out[f] = r.in(0.98, 1.02)
		case "force.factor":
			out[f] = r.in(-1, 1)
		default:
			out[f] *= r.in(0.8, 1.2)
		}
	}
	return out
}
