package check

import (
	"math"
	"slices"

	"hooke/cpuref"
	"hooke/cpuref/collide"
	"hooke/model"
	"hooke/physics"
)

// fakeLoads are the loads and guides of the fake engine, in float32, with
// faults to switch on.
type fakeLoads struct {
	forces           []fakeForce
	motors           []fakeMotor
	handles          []fakeHandle
	drag             float32
	windDrag, lift   float32 // ½ ρ CD, ½ ρ CL
	windy            bool
	oneSided, stalls bool // faults: blows on one side only; no drag lost to lift
	lags             bool // fault: paths are where they were
	strays           bool // fault: guides leave velocities alone
	unguided         bool // fault: guides do nothing
}

type fakeForce struct {
	masses []uint32
	force  [3]float32
	gain   float32 // 1
}

type fakeMotor struct {
	masses         []uint32
	axis           [3]float32
	damping, limit float32
}

type fakeHandle struct {
	mass               uint32
	target, velocity   [3]float32
	stiffness, damping float32
}

func newFakeLoads(p model.Params) fakeLoads {
	l := fakeLoads{drag: float32(p.QuadraticDrag), windy: p.Wind.Blows(),
		windDrag: float32(p.Wind.Density() / 2 * p.Wind.Drag), lift: float32(p.Wind.Density() / 2 * p.Wind.Lift)}
	for _, f := range p.Forces {
		l.forces = append(l.forces, fakeForce{f.Masses, narrow(f.Force), 1})
	}
	for _, m := range p.Motors {
		l.motors = append(l.motors, fakeMotor{m.Masses, narrow(m.Axis), float32(m.Damping), float32(m.Limit)})
	}
	for _, h := range p.Handles {
		l.handles = append(l.handles, fakeHandle{h.Mass, narrow(h.Target), narrow(h.TargetVelocity), float32(h.Stiffness), float32(h.Damping)})
	}
	return l
}

// at are the signals some steps from now.
func (f *fake) at(steps float64) (now physics.Signals) {
	t := (float64(f.step) + steps) * f.p.DT
	f.drives.At(t, &now)
	return now
}

func sum(a, b [3]float32) [3]float32 { return [3]float32{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }

func cross(a, b [3]float32) [3]float32 {
	return [3]float32{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// external are the forces on masses, behind those of springs.
func (f *fake) external() [][3]float32 { return f.force[f.m.SpringCount():] }

func (f *fake) wind(steps float64) {
	air := narrow(f.at(steps).Wind)
	clear(f.external())
	for _, t := range f.m.Triangles {
		x := f.x[t[0]]
		twice := cross(sub(f.x[t[1]], x), sub(f.x[t[2]], x))
		u := sub(air, scale(sum(sum(f.v[t[0]], f.v[t[1]]), f.v[t[2]]), 1./3))
		size, speed := length(twice), length(u)
		if size == 0 || speed == 0 {
			continue
		}
		n := scale(twice, 1/size)
		along := dot(n, u)
		blow := float32(math.Abs(float64(along)))
		if f.loads.oneSided {
			blow = max(0, along)
		}
		drag := f.loads.windDrag - f.loads.lift*blow/speed
		if f.loads.stalls {
			drag = f.loads.windDrag
		}
		third := scale(sum(scale(u, blow*drag), scale(n, f.loads.lift*speed*along)), size/6)
		for _, i := range t {
			f.pull(i, third)
		}
	}
}

// pull adds to the external force on a mass that is not pinned.
func (f *fake) pull(i uint32, by [3]float32) {
	if f.pin[i] != model.PinAll {
		f.external()[i] = sum(f.external()[i], by)
	}
}

func (f *fake) load(steps float64) {
	now := f.at(steps)
	if !f.loads.windy {
		clear(f.external())
	}
	for k, a := range f.loads.forces {
		by := scale(a.force, a.gain*float32(now.ForceFactor[k]))
		cpuref.OnEach(f.m, a.masses, func(i int) { f.pull(uint32(i), by) })
	}
	for k, a := range f.loads.motors {
		cpuref.OnEach(f.m, a.masses, func(i int) {
			by := a.damping * (float32(now.MotorSpeed[k]) - dot(f.v[i], a.axis))
			if a.limit > 0 {
				by = min(a.limit, max(-a.limit, by))
			}
			f.pull(uint32(i), scale(a.axis, by))
		})
	}
	for _, h := range f.loads.handles {
		f.pull(h.mass, sum(scale(sub(h.target, f.x[h.mass]), h.stiffness), scale(sub(h.velocity, f.v[h.mass]), h.damping)))
	}
	for i, v := range f.v {
		f.pull(uint32(i), scale(v, -f.loads.drag*length(v)))
	}
	grouped, x, v := make([]model.Vec3, len(f.v)), make([]model.Vec3, len(f.v)), make([]model.Vec3, len(f.v))
	for i := range f.v {
		for axis := range 3 {
			x[i][axis], v[i][axis] = float64(f.x[i][axis]), float64(f.v[i][axis])
		}
	}
	cpuref.NewGroups(f.m, f.p).Add(grouped, &now, x, v)
	for i := range grouped {
		f.pull(uint32(i), narrow(grouped[i]))
	}
}

// guide runs some steps from now, before the step is counted.
func (f *fake) guide(steps float64) {
	now := f.at(steps)
	if f.loads.lags {
		now = f.at(0)
	}
	for k, g := range f.p.Guides {
		d := narrow(g.Direction)
		cpuref.OnEach(f.m, g.Masses, func(i int) {
			point, v := narrow(f.m.RestPosition[i]), f.v[i]
			if g.Point != nil {
				point = narrow(*g.Point)
			}
			w := sub(f.x[i], point)
			switch {
			case f.loads.unguided:
				return
			case g.Kind == model.OnLine:
				f.x[i] = sum(point, scale(d, dot(w, d)))
				v = scale(d, dot(v, d))
			case g.Kind == model.OnPlane:
				f.x[i] = sub(f.x[i], scale(d, dot(w, d)))
				v = sub(v, scale(d, dot(v, d)))
			default:
				f.x[i], v = sum(point, narrow(now.PathOffset[k])), narrow(now.PathVelocity[k])
			}
			if !f.loads.strays {
				f.v[i] = v
			}
		})
	}
}

// Pairs of the fake engine are those of the reference, at its own state.

// wide is the state in float64.
func (f *fake) wide() (position, velocity []model.Vec3) {
	for i := range f.x {
		position, velocity = append(position, widen(f.x[i])), append(velocity, widen(f.v[i]))
	}
	return position, velocity
}

// press evaluates the push of pairs, and contacts on spans.
func (f *fake) press() (touches []collide.Touch) {
	f.pushes = nil
	if !f.p.Collision.Acts() && f.spans == nil {
		return nil
	}
	position, velocity := f.wide()
	f.pushes = make([]model.Vec3, len(f.x))
	if f.p.Collision.Acts() {
		touches = collide.Touches(f.m, f.p, position, velocity)
		collide.AddPushes(f.pushes, touches)
	}
	f.spans.Push(f.pushes, f.p.Contacts, position, velocity)
	return touches
}

// applySpanFriction applies the friction of spans, as an impulse after a step of any integrator.
func (f *fake) applySpanFriction() {
	if !f.spans.HasFriction() {
		return
	}
	position, velocity := f.wide()
	f.spans.ApplyFriction(f.p.Contacts, position, velocity, f.p.SpanReach(), nil)
	for i := range f.x {
		f.x[i], f.v[i] = narrow(position[i]), narrow(velocity[i])
	}
}

// applyPairFriction adds the friction of pairs to velocities.
func (f *fake) applyPairFriction(touches []collide.Touch, w []model.Vec3) {
	for i, j := range collide.Friction(f.m, f.p, touches, w) {
		w[i] = w[i].Add(collide.Gain(f.m, i, j))
	}
}

// applyFrictionAfter applies the friction of pairs as an impulse after a step.
func (f *fake) applyFrictionAfter() {
	if !f.p.Collision.HasFriction() {
		return
	}
	position, velocity := f.wide()
	cpuref.PairFriction(position, velocity, f.m, f.p)
	for i := range f.x {
		f.x[i], f.v[i] = narrow(position[i]), narrow(velocity[i])
	}
}

// unpinned does something with every mass that is not pinned on all axes.
func (f *fake) unpinned(do func(i int)) {
	for i := range f.x {
		if f.pin[i] != model.PinAll {
			do(i)
		}
	}
}

// collision alters how masses collide, where they do.
func collision(change func(*model.Collision)) alteration {
	return params(func(p *model.Params) {
		if p.Collision.Acts() {
			change(&p.Collision)
		}
	})
}

// surfaces alters the surface of every body.
func surfaces(change func(*model.Surface)) alteration {
	return collision(func(c *model.Collision) {
		c.Bodies = slices.Clone(c.Bodies)
		for i := range c.Bodies {
			change(&c.Bodies[i])
		}
	})
}

// pairUses are the fields of collisions.
func pairUses() []fieldUse {
	const lists = "it is for finding pairs: no result depends on it"
	return []fieldUse{
		{"Model.Radius", func(m *model.Model, _ *model.Params) {
			m.Radius = slices.Clone(m.Radius)
			for i := range m.Radius {
				m.Radius[i] *= 0.9
			}
		}, ""},
		{"Model.Body", func(m *model.Model, _ *model.Params) { m.Body = nil }, ""},
		{"Params.Collision", params(func(p *model.Params) { p.Collision = model.Collision{} }), ""},
		{"Collision.Touches", collision(func(c *model.Collision) { c.Touches &= model.CollidingSprings }), ""},
		{"Collision.Bodies", collision(func(c *model.Collision) { c.Bodies = []model.Surface{c.Bodies[1], c.Bodies[0]} }), ""},
		{"Collision.Self", collision(func(c *model.Collision) { c.Self = false }), ""},
		{"Collision.Others", collision(func(c *model.Collision) { c.Others = false }), ""},
		{"Collision.Skin", nil, lists},
		{"Collision.CheckEvery", nil, lists},
		{"Collision.FrictionIterations", collision(func(c *model.Collision) { c.FrictionIterations = 1 }), ""},
		{"Surface.Stiffness", surfaces(func(s *model.Surface) { s.Stiffness *= 1.01 }), ""},
		{"Surface.DampingRatio", surfaces(func(s *model.Surface) { s.DampingRatio *= 0.9 }), ""},
		{"Surface.StaticFriction", surfaces(func(s *model.Surface) { s.StaticFriction *= 3 }), ""},
		{"Surface.KineticFriction", surfaces(func(s *model.Surface) { s.KineticFriction *= 0.9 }), ""},
	}
}
