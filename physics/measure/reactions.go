package measure

import (
	"errors"
	"strings"

	"hooke/model"
	"hooke/physics"
	"hooke/physics/meet"
)

// ReactionLaw evaluates some reactions in a run. One goroutine may use it at a time.
type ReactionLaw struct {
	names   []ReactionName
	model   *model.Model
	params  model.Params
	pins    []Pin
	springs *Springs
	tuning  []model.Tuning // of contacts PerMass; nil: none
	spans   physics.Spans  // the spans that contacts push besides masses
	meets   *meet.Set      // springs and triangles that collide; nil: none
	groups  *Groups        // forces on groups
	force   []model.Vec3   // on each mass, without contacts; scratch
	total   []model.Vec3   // with contacts; scratch
}

// NewReactions prepares the reactions of the given names. It returns the errors of ParseReaction and
// ReactionName.Check.
func NewReactions(m *model.Model, p model.Params, pins []Pin, names []string) (*ReactionLaw, error) {
	l := &ReactionLaw{model: m, params: p, pins: pins, springs: Of(m, p), tuning: physics.ContactTuning(m, p), spans: physics.SpansOf(m, p), meets: meet.New(m, p),
		groups: GroupsOf(m, &p), force: make([]model.Vec3, m.MassCount()), total: make([]model.Vec3, m.MassCount())}
	for _, text := range names {
		n, err := ParseReaction(text)
		if err == nil {
			err = n.Check(p, pins)
		}
		if err != nil {
			return nil, err
		}
		l.names = append(l.names, n)
	}
	if len(l.names) == 0 {
		return nil, errors.New("no reaction is named")
	}
	return l, nil
}

// Use takes over parameters of which inputs have set some: forces, speeds of motors, targets of handles, motions of contacts, muscles.
// Numbers of things, and masses that they act on, stay.
func (l *ReactionLaw) Use(p model.Params) { l.params, l.groups = p, GroupsOf(l.model, &p) }

// Reaction is the force of a structure on something [N], and its torque about Center [N·m].
type Reaction struct {
	Force, Torque model.Vec3
	Center        model.Vec3 // [m]: of the contact, see docs/metrics.md; else the mean position of its masses
	weight        float64    // Σ |F| [N]
	moved         model.Vec3 // Σ |F| (x − Center) [N·m]
}

// Place returns where the forces act [m]: the mean of their positions, weighted by their sizes; the
// center without forces.
func (r *Reaction) Place() model.Vec3 {
	if !(r.weight > 0) {
		return r.Center
	}
	return r.Center.Add(r.moved.Mul(1 / r.weight))
}

// add adds a force at a position.
func (r *Reaction) add(force, at model.Vec3) {
	r.Force = r.Force.Add(force)
	way, size := at.Sub(r.Center), force.Len()
	r.Torque = r.Torque.Add(way.Cross(force))
	r.weight, r.moved = r.weight+size, r.moved.Add(way.Mul(size))
}

// Columns returns the names of the values of At, with units.
func (l *ReactionLaw) Columns() (out []string) {
	for _, n := range l.names {
		columns := "fx_N,fy_N,fz_N,tx_N_m,ty_N_m,tz_N_m"
		if n.Kind == OfCollision {
			columns = "touches,push_N,deepest_m"
		}
		for column := range strings.SplitSeq(columns, ",") {
			out = append(out, n.String()+"_"+column)
		}
	}
	return out
}

// At appends the values of all names in a state to dst: force and torque, of collision the
// number of pairs of masses or of other parts that touch, the sum of the sizes of their pushes [N], and the deepest
// overlap [m]. restScale is L0(t)/L0 of each actuator's springs at the time of the state;
// nil: nothing is actuated.
func (l *ReactionLaw) At(s *model.State, restScale []float64, dst []float64) []float64 {
	for k, r := range l.Reactions(s, restScale) {
		if l.names[k].Kind != OfCollision {
			dst = append(append(dst, r.Force[:]...), r.Torque[:]...)
			continue
		}
		pairs, push, deepest := l.touches(s), 0.0, 0.0
		for _, t := range pairs {
			push, deepest = push+t.push.Len(), max(deepest, t.depth)
		}
		count := len(pairs)
		l.meets.Tear(s.Changes)
		l.meets.Each(s.Position, func(t *meet.Touch) {
			push, deepest, count = push+t.Push(s.Velocity), max(deepest, t.Depth), count+1
		})
		dst = append(dst, float64(count), push, deepest)
	}
	return dst
}

// Reactions returns the reactions of all names in a state, in their order; that of collision is zero.
func (l *ReactionLaw) Reactions(s *model.State, restScale []float64) []Reaction {
	now := physics.SignalsOf(l.params, s.Time)
	if restScale != nil {
		now.RestScale = restScale
	}
	contacts := l.params.ContactsAt(s.Time)
	onContact := make([]Reaction, len(contacts))
	for k, c := range contacts {
		onContact[k].Center = centerOf(c)
	}
	l.forces(l.force, s, &now)
	take := func(k int, force, at model.Vec3) { onContact[k].add(force.Mul(-1), at) }
	touches := l.meetSpans(l.force, s, contacts, take)
	for i, x := range s.Position {
		l.total[i] = l.meet(i, l.force[i], x, s.Velocity[i], contacts, func(k int, force model.Vec3) { take(k, force, x) })
	}
	l.addSpanFriction(l.total, s, contacts, touches, take)
	out := make([]Reaction, len(l.names))
	for k, n := range l.names {
		switch n.Kind {
		case OnContact:
			out[k] = onContact[n.Index]
		case OnPin:
			pin := l.pins[n.Index]
			out[k] = l.onMasses(s, pin.Masses, func(i int) model.Vec3 { return held(l.total[i], l.model.PinOf(i)&pin.Axes) })
		case OnGuide:
			out[k] = l.onGuide(s, n.Index, &now)
		}
	}
	return out
}

// onMasses is the sum of forces at some masses, nil meaning all.
func (l *ReactionLaw) onMasses(s *model.State, masses []uint32, force func(i int) model.Vec3) (r Reaction) {
	count := 0
	l.model.Each(masses, func(i int) { r.Center, count = r.Center.Add(s.Position[i]), count+1 })
	if count > 0 {
		r.Center = r.Center.Mul(1 / float64(count))
	}
	l.model.Each(masses, func(i int) { r.add(force(i), s.Position[i]) })
	return r
}

// onGuide returns the force on a guide: across a line, along the normal of a plane, and on a
// path all forces but those that accelerate the masses in the step from the state on.
func (l *ReactionLaw) onGuide(s *model.State, k int, now *physics.Signals) Reaction {
	g := l.params.Guides[k]
	var acceleration model.Vec3
	if dt := l.params.DT; g.Kind == model.OnPath && dt > 0 {
		_, next := g.Path.At(s.Time + dt)
		acceleration = next.Sub(now.PathVelocity[k]).Mul(1 / dt)
	}
	return l.onMasses(s, g.Masses, func(i int) model.Vec3 {
		f := l.total[i]
		switch g.Kind {
		case model.OnLine:
			return across(f, g.Direction)
		case model.OnPlane:
			return g.Direction.Mul(f.Dot(g.Direction))
		}
		return f.Sub(acceleration.Mul(l.model.Mass[i]))
	})
}

// Name returns the name of reaction k.
func (l *ReactionLaw) Name(k int) ReactionName { return l.names[k] }
