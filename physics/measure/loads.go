package measure

import (
	"hooke/laws"
	"hooke/laws/group"
	"hooke/model"
	"hooke/physics"
)

// Groups are the forces of a run that depend on several masses at once, with memory for them. They are
// those of one model and one set of parameters. One goroutine at a time may use them.
type Groups struct {
	forces                    []group.Force
	force, position, velocity []model.Vec3 // scratch, as long as the longest list of masses
	still                     []model.Vec3 // likewise, of elastic forces; nil otherwise
}

// GroupsOf returns the forces on groups of a run.
func GroupsOf(m *model.Model, p *model.Params) *Groups {
	g := &Groups{forces: group.Of(m, p)}
	longest := 0
	for _, f := range g.forces {
		longest = max(longest, len(f.Masses()))
	}
	g.force, g.position, g.velocity = make([]model.Vec3, longest), make([]model.Vec3, longest), make([]model.Vec3, longest)
	return g
}

// Divided returns the forces with an elastic energy, and the others. They share memory with g.
func (g *Groups) Divided() (elastic, others *Groups) {
	a, b := *g, *g
	a.forces, b.forces = nil, nil
	for _, f := range g.forces {
		if _, ok := f.(group.Elastic); ok {
			a.forces = append(a.forces, f)
		} else {
			b.forces = append(b.forces, f)
		}
	}
	if len(a.forces) > 0 {
		a.still = make([]model.Vec3, len(g.force))
	}
	return &a, &b
}

// Split adds the forces, all of which are elastic, on every mass, pinned ones too, to those on all masses, and to
// still these forces without velocities [N].
func (g *Groups) Split(sum, still, position, velocity []model.Vec3) {
	for _, law := range g.forces {
		f, x, v := g.at(law, position, velocity)
		clear(g.still)
		law.(group.Elastic).Split(f, g.still, x, v)
		for k, i := range law.Masses() {
			sum[i], still[i] = sum[i].Add(f[k]), still[i].Add(g.still[k])
		}
	}
}

// each calls on with the force of each on each of its masses [N], at time t [s].
func (g *Groups) each(t float64, position, velocity []model.Vec3, on func(i int, force model.Vec3)) {
	for _, law := range g.forces {
		f, x, v := g.at(law, position, velocity)
		law.Add(f, x, v, t)
		for k, i := range law.Masses() {
			on(int(i), f[k])
		}
	}
}

// at returns no force, the positions and the velocities of the masses of a law, in scratch memory.
func (g *Groups) at(law group.Force, position, velocity []model.Vec3) (f, x, v []model.Vec3) {
	masses := law.Masses()
	f, x, v = g.force[:len(masses)], g.position[:len(masses)], g.velocity[:len(masses)]
	clear(f)
	for k, i := range masses {
		x[k], v[k] = position[i], velocity[i]
	}
	return f, x, v
}

// Loads calls act with the force of every load on every mass on which it acts [N], one call for each: forces,
// motors, handles, quadratic drag, those on groups and wind, in this order. now are the drives at the time of the state. Masses that
// are pinned on all axes have no loads. Wind blows on the triangles of the model.
func Loads(m *model.Model, p *model.Params, groups *Groups, now *physics.Signals, position, velocity []model.Vec3, act func(i int, force model.Vec3)) {
	if !p.Loaded() {
		return
	}
	on := func(i int, force model.Vec3) {
		if m.PinOf(i) != model.PinAll {
			act(i, force)
		}
	}
	for k, f := range p.Forces {
		force := f.Force.Mul(now.ForceFactor[k])
		m.Each(f.Masses, func(i int) { on(i, force) })
	}
	for k, motor := range p.Motors {
		axis, speed := motor.UnitAxis(), now.MotorSpeed[k]
		m.Each(motor.Masses, func(i int) {
			on(i, axis.Mul(laws.MotorOf(motor.Damping, motor.Limit, speed, velocity[i].Dot(axis))))
		})
	}
	for _, h := range p.Handles {
		i := int(h.Mass)
		on(i, ofVec(laws.HandleOf(h.Stiffness, h.Damping, vecOf(h.Target.Sub(position[i])), vecOf(h.TargetVelocity.Sub(velocity[i])))))
	}
	if p.QuadraticDrag > 0 {
		for i, v := range velocity {
			on(i, ofVec(laws.DragOf(p.QuadraticDrag, vecOf(v))).Mul(-1))
		}
	}
	groups.each(now.Time, position, velocity, on)
	if p.Wind.Blows() {
		blow(m, p.Wind, now.Wind, position, velocity, on)
	}
}

// blow calls on with the share of each corner of each triangle in the force of the air, whose
// velocity is given [m/s].
func blow(m *model.Model, w model.Wind, air model.Vec3, position, velocity []model.Vec3, on func(i int, force model.Vec3)) {
	half := w.Density() / 2
	for _, t := range m.Triangles {
		a, b, c := t[0], t[1], t[2]
		// The sum of differences is exactly 0 for a triangle that moves with the air.
		u := air.Sub(velocity[a]).Add(air.Sub(velocity[b])).Add(air.Sub(velocity[c])).Mul(1. / 3)
		area := position[b].Sub(position[a]).Cross(position[c].Sub(position[a]))
		force := ofVec(laws.WindOf(vecOf(area), vecOf(u), half*w.Drag, half*w.Lift))
		for _, corner := range t {
			on(int(corner), force)
		}
	}
}

// vecOf returns a vector as laws have it, and ofVec one of theirs.
func vecOf(v model.Vec3) laws.Vec[float64] { return laws.Vec[float64]{X: v[0], Y: v[1], Z: v[2]} }
func ofVec(v laws.Vec[float64]) model.Vec3 { return model.Vec3{v.X, v.Y, v.Z} }
