package edited

import (
	"cmp"
	"math"
	"slices"

	"hooke/model"
	"hooke/model/spring"
	"hooke/viewer/draw"
)

// Hands hold masses around one that was picked: a handle and a force on each. The number of
// handles is compiled into the passes, so hands that let go stay in the parameters, open.
type Hands struct {
	Masses []uint32                 // ascending
	Pushed []uint32                 // masses on which the force of a push acts: Masses, or the picked group
	offset []model.Vec3             // of each from the picked mass when it was taken [m]
	first  [2]int                   // index of the first handle and of the first force of hands in the run's parameters
	Target spring.State[model.Vec3] // of the picked mass
	Goal   model.Vec3               // where the cursor is, at the depth of the mass [m]
	Depth  float64                  // of the mass from the eye [m]
	Spring handSpring
	Closed bool // whether they hold
	Push   model.Vec3
}

// handSpring is the damped spring by which each hand holds its mass.
type handSpring struct {
	Stiffness, damping float64 // [N/m], [N·s/m]
	share              float64 // mass of the body that it carries [kg]
}

// lift returns how far above its position a hand must pull to carry its share of the weight [m], so that the
// body does not hang below the cursor.
func (s handSpring) lift(gravity model.Vec3) model.Vec3 { return gravity.Mul(-s.share / s.Stiffness) }

const (
	mostHands    = 2000
	handShare    = 1.0 / 8 // of all masses that hands take, at most mostHands
	handTime     = 0.15    // a body swings toward the cursor with this period [s]
	handHalfLife = 0.02    // of the way of the target after the cursor [s]
	handReach    = 0.6     // how far the cursor pulls ahead of the mass, in sizes
	leastRatio   = 0.35    // least damping ratio of a hand's spring; 1 where the step allows it
	// The share of the stability of a step that a hand takes at most, see physics.SafeStep: of
	// dt² k < 4 m and of dt c < m.
	handStiffness, handDamping = 0.10, 0.15
	PushGravity                = 3.0 // of a push, in weights of the body
)

// HandCount returns how many masses of a model hands take.
func HandCount(m *model.Model) int {
	return max(1, min(mostHands, int(handShare*float64(m.MassCount()))))
}

// Around returns the free masses nearest to one, ascending by number.
func Around(m *model.Model, position []model.Vec3, mass, count int) []uint32 {
	type near struct {
		far  float64
		mass uint32
	}
	var list []near
	for i, x := range position {
		if m.PinOf(i) == 0 {
			list = append(list, near{x.Sub(position[mass]).LenSqr(), uint32(i)})
		}
	}
	slices.SortFunc(list, func(a, b near) int { return cmp.Or(cmp.Compare(a.far, b.far), cmp.Compare(a.mass, b.mass)) })
	out := make([]uint32, min(count, len(list)))
	for k := range out {
		out[k] = list[k].mass
	}
	slices.Sort(out)
	return out
}

// handSpringOf returns the spring of each of count hands that hold masses of a model, the
// lightest of which weighs least [kg]. The whole body swings critically damped with the
// period handTime; where the step does not allow that, the spring is as stiff as can be
// damped well.
func handSpringOf(m *model.Model, dt, least float64, count int) handSpring {
	total := 0.0
	for i, mass := range m.Mass {
		if m.PinOf(i) == 0 {
			total += mass
		}
	}
	rate := 2 * math.Pi / handTime
	share := total / float64(count)
	damping := min(2*share*rate, handDamping*least/dt)
	loosest := damping / (2 * leastRatio)
	stiffness := min(share*rate*rate, loosest*loosest/share, handStiffness*least/(dt*dt))
	return handSpring{stiffness, damping, share}
}

// Reach takes the masses around one; position has the positions of all masses [m].
func (r *Run) Reach(mass int, position []model.Vec3) error {
	count := HandCount(r.Model)
	masses := Around(r.Model, position, mass, count)
	if len(masses) < count {
		return nil // no mass is free
	}
	p := r.Params
	if r.Hands == nil {
		h := &Hands{Masses: masses, Pushed: masses, first: [2]int{len(p.Handles), len(p.Forces)}}
		p.Handles = append(slices.Clone(p.Handles), make([]model.Handle, count)...)
		p.Forces = append(slices.Clone(p.Forces), model.Force{Name: "push"})
		h.put(&p)
		if err := r.Apply(p); err != nil {
			return err
		}
		r.Hands = h
	}
	r.Touched = true
	h := r.Hands
	least := math.Inf(1)
	h.Masses, h.offset = masses, h.offset[:0]
	for _, i := range masses {
		h.offset = append(h.offset, position[i].Sub(position[mass]))
		least = min(least, r.Model.Mass[i])
	}
	h.Spring = handSpringOf(r.Model, r.Params.DT, least, count)
	h.Target, h.Goal = spring.AtRest(position[mass]), position[mass]
	return nil
}

// put writes the hands into parameters, which must be a copy with capacity for them.
func (h *Hands) put(p *model.Params) {
	for k, i := range h.Masses {
		handle := &p.Handles[h.first[0]+k]
		*handle = model.Handle{Mass: i}
		if h.Closed {
			handle.Target = h.Target.Position.Add(h.offset[k]).Add(h.Spring.lift(p.Gravity)) // at rest, since the body is to stop there
			handle.Stiffness, handle.Damping = h.Spring.Stiffness, h.Spring.damping
		}
	}
	force := &p.Forces[h.first[1]]
	force.Masses, force.Force = h.Pushed, h.Push
}

// Track moves the target toward the cursor for dt [s] and gives the new position to the engine. size is the
// size of the body and at the position of the picked mass [m].
func (r *Run) Track(dt, size float64, at model.Vec3) error {
	h := r.Hands
	goal := h.Goal
	if way := goal.Sub(at); way.Len() > handReach*size {
		goal = at.Add(way.Normalize().Mul(handReach * size))
	}
	h.Target = spring.Apply(spring.Critical(handHalfLife, dt), h.Target, spring.AtRest(goal))
	return r.Renew()
}

// Renew gives the state of the hands to the engine.
func (r *Run) Renew() error {
	p := r.Params
	p.Handles, p.Forces = slices.Clone(p.Handles), slices.Clone(p.Forces)
	r.Hands.put(&p)
	safe := r.safe // by the choice of their springs, hands hardly change it
	err := r.Apply(p)
	r.safe = safe
	return err
}

// LetGo opens the hands.
func (r *Run) LetGo() error {
	if r.Hands == nil || !r.Hands.Closed {
		return nil
	}
	r.Hands.Closed = false
	return r.Renew()
}

// BodySize returns the diagonal of the body at the start [m].
func (r *Run) BodySize() float64 {
	lo, hi := r.Subject.StartState().Bounds()
	return draw.Bounds{Lo: lo, Hi: hi}.Diagonal()
}
