package ledger

import (
	"math"
	"math/bits"

	"hooke/cpu/collide"
	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
	"hooke/physics"
)

// Powers evaluates the powers at a state in the buffers of the engine, in its order of masses
// and with its kernels: differences and terms in single precision, sums in double. Threads
// divide chunks of slices among themselves, and their sums are added in order. It supports
// most runs; Knows reports the others.
//
// In symplectic Euler it evaluates a state after the step that begins there: then both of the
// velocities are known whose mean is centered on the positions.
type Powers[T table.Real] struct {
	k           *Keeper
	kernel      *kernels.Kernel[T]
	table       *table.Table[T]
	integration *kernels.Integration[T]
	springs     ofSprings[T]
	pairs       ofPairs[T]
	masses      bool    // whether any force dissipates or works on masses
	taken       float64 // model.Params.DragTaken
	planes      []plane // all contacts, if kernels know them
	beta        T       // see kernels.PowerStep
	half        float64 // the remaining share of its results: 1/(1 + β)

	chunk    int           // slices of a chunk, see Grain
	count    int           // chunks
	parts    []model.Flows // of each chunk, step by step: powers [W], but of actuators the work [J]
	impulses []model.Flows // of each chunk: the power of friction that is an impulse after the step [W]; nil without it
	links    ofLinks[T]
	levels   int        // steps of the batch
	odd      *Powers[T] // the same at the second, fourth... state of a batch
	step     Step[T]
	state    model.State // of now: its time alone
	now      moment
}

// Knows reports whether Powers evaluates all that flows in a run: no spans, no guides, no springs that tear, yield or creep, and no friction
// in RK4; masses may collide in symplectic Euler. Catches must come
// after the powers, as they do in symplectic Euler alone, without actuators, whose work counts with the lengths after them. Wind must be that of a state that
// forces see, which it is not in RK4 and explicit Euler.
func (p *Plan) Knows() bool { return p.keeper.knows() }

func (k *Keeper) knows() bool {
	p := &k.params
	unseen := !k.staggered() && p.Integrator != model.VelocityVerlet
	return !k.model.Inelastic() && (k.pairsOf == nil || k.staggered()) && k.spans == nil && len(p.Guides) == 0 &&
		!(physics.Catches(*p) && (!k.staggered() || len(p.Actuators) > 0)) && !(p.Integrator == model.RK4 && k.hasFriction()) && !(unseen && (p.Wind.Blows() || p.LoadsGroups())) && p.DT > 0
}

// NewPowers returns the powers for a keeper that supports them, from its beginning on; nil if
// entries of the table do not name the actuators of their springs.
func NewPowers[T table.Real](plan *Plan, kernel *kernels.Kernel[T], t *table.Table[T], c *table.Classes[T], g *kernels.Integration[T], l *collide.Lists[T]) *Powers[T] {
	k := &plan.keeper
	if t.Driven != nil && len(k.params.Actuators) > 0 {
		return nil
	}
	p := &Powers[T]{k: k, kernel: kernel, table: t, integration: g, pairs: ofPairs[T]{lists: l}, beta: 0, half: 1}
	if k.lags = k.staggered(); k.lags {
		p.beta, p.half = 1, 0.5
	}
	p.springs.choose(p, c)
	if len(g.Planes) == len(k.params.Contacts) {
		p.planes = planesOf(k.params.Contacts)
	}
	p.taken = k.params.DragTaken()
	p.masses = p.taken != 0 || len(k.params.Contacts) > 0 || k.params.Loaded()
	if !p.Idle() {
		p.chunk = Grain(t, k.params)
		p.count = (t.LaneCount()/table.Width + p.chunk - 1) / p.chunk
		p.links.choose(p)
		if k.impulsive() && k.hasFriction() {
			p.impulses = make([]model.Flows, p.count)
		}
	}
	return p
}

// Idle says that nothing can flow.
func (p *Powers[T]) Idle() bool { return p.springs.kernel == nil && !p.masses && p.pairs.lists == nil }

// Chunks returns the number of chunks.
func (p *Powers[T]) Chunks() int { return p.count }

// Lags reports whether powers are those of the state in which a step begins.
func (p *Powers[T]) Lags() bool { return p.k.lags }

// Begin begins with a state.
func (p *Powers[T]) Begin(s Step[T]) { p.BeginBatch([2]Step[T]{s}, 1) }

// at makes a state the one that is evaluated.
func (p *Powers[T]) at(s Step[T]) {
	p.step, p.state.Time = s, s.Time
	p.now = p.k.at(&p.state, s.Signals)
	p.pairs.friction = s.PairFriction
	p.springs.begin(p)
}

// Passed enters the powers of the states, when all chunks are done, into the ledger.
func (p *Powers[T]) Passed() {
	for level := range p.levels {
		sum, friction := p.sumOf(level), model.Flows{}
		for i := range p.impulses {
			friction = friction.Plus(1, p.impulses[i])
		}
		work := sum.Actuators + p.springs.workBetweenHeld(p)
		sum.Actuators = 0
		p.k.Passed(sum, friction, work, p.step.Rests)
	}
}

// flowsOf returns the flows of a chunk.
func (p *Powers[T]) flowsOf(room *Room[T], chunk int) (flows model.Flows) {
	if p.impulses != nil {
		p.impulses[chunk] = model.Flows{}
	}
	first, all, ofMasses := chunk*p.chunk, p.table.LaneCount()/table.Width, len(p.integration.Masses.Movable)
	if s := &p.springs; s.kernel != nil {
		room.dampers.Aim(p.table, &s.step, first, min(p.chunk, all-first), room.force, s.all)
		s.kernel(&room.dampers)
		flows.Damping, flows.Actuators = p.half*room.dampers.Power(), room.dampers.Work()
	}
	count := min(p.chunk, ofMasses-first)
	if count > 0 && p.masses {
		p.doMasses(&flows, room, first, count)
	}
	if count > 0 && p.pairs.lists != nil {
		p.addPairs(&flows, room, first, count)
	}
	return flows
}

// doMasses evaluates the dissipation and work on masses of some slices.
func (p *Powers[T]) doMasses(flows *model.Flows, room *Room[T], first, count int) {
	touching := room.touching[:count]
	room.drag.Aim(p.integration, p.step.From, p.step.Later, p.beta, first, touching)
	p.kernel.Drag(&room.drag)
	flows.Drag = p.half * p.taken * room.drag.Sum()
	if p.step.Loads != nil {
		p.addLoads(flows, room, first, count)
		p.addElastic(flows, room, first, count)
	}
	if len(p.planes) == 1 && p.k.lags && !p.pairs.friction {
		room.slide.Aim(p.integration, p.step.From, p.step.Later, first, touching)
		p.kernel.Slide(&room.slide)
		flows.ContactDamping, flows.Friction = room.slide.Damping(), room.slide.Friction()
	}
	for s := range touching {
		found := touching[s]
		if len(p.planes) == 0 && len(p.now.contacts) > 0 {
			found = 1<<table.Width - 1
		}
		for ; found != 0; found &= found - 1 {
			lane := bits.TrailingZeros16(found)
			if i := p.table.Order.MassOf[(first+s)*table.Width+lane]; i != table.NoMass && p.k.model.PinOf(int(i)) != model.PinAll {
				p.addTouches(flows, room, first, s*table.Width+lane, int(i))
			}
		}
	}
}

// velocities returns the velocity of a lane that forces see, and the centered one.
func (p *Powers[T]) velocities(lane int) (seen, centered model.Vec3) {
	seen, later := kernels.Widen(p.step.From.Velocity.Get(kernels.ArrayVX, lane)), kernels.Widen(p.step.Later.Velocity.Get(kernels.ArrayVX, lane))
	if p.k.lags {
		return seen, seen.Add(later).Mul(0.5)
	}
	return seen, later
}

// addLoads adds the power of external forces, and leaves these in the scratch array.
func (p *Powers[T]) addLoads(flows *model.Flows, room *Room[T], first, count int) {
	force := room.force[:count*3*table.Width]
	clear(force)
	p.step.Loads(&room.external, force, first, count)
	drag := p.k.params.QuadraticDrag
	room.pull.Aim(&p.integration.Masses, p.step.From, p.step.Later, p.beta, first, force, drag > 0)
	p.kernel.Pull(&room.pull)
	slowing := p.half * drag * room.pull.Slowed()
	flows.Drag += slowing
	flows.External += p.half*room.pull.Sum() + slowing
}

// addTouches adds the dissipation and work of contacts on a mass, which is lane at of the slices
// from first on.
func (p *Powers[T]) addTouches(flows *model.Flows, room *Room[T], first, at, i int) {
	k, lane := p.k, first*table.Width+at
	x := kernels.Widen(p.step.From.Position.Get(kernels.ArrayX, lane))
	if len(p.planes) == 1 && k.model.PinOf(i) == 0 {
		switch {
		case k.lags && p.addSliding(flows, &p.planes[0], x, lane):
			return
		case k.impulsive():
			p.addPressed(flows, first/p.chunk, &p.planes[0], x, lane, i)
			return
		}
	}
	room.touches = k.touches(room.touches, i, x, p.now.contacts)
	if len(room.touches) == 0 {
		return
	}
	seen, centered := p.velocities(lane)
	hasFriction := false
	for t := range room.touches {
		one := &room.touches[t]
		k.addTouch(flows, one, !k.lags && !k.impulsive(), k.model.Mass[i], x, seen, centered)
		hasFriction = hasFriction || one.StaticFriction > 0
	}
	if hasFriction && p.impulses != nil {
		p.addImpulse(&p.impulses[first/p.chunk], room.touches, lane, i, x)
	}
	if !k.lags || !hasFriction {
		return
	}
	total := p.springsOn(i, x, seen).Add(p.pushed(lane))
	if p.step.Loads != nil {
		total = total.Add(forceOn(room.force, at))
	}
	f, after, given := k.afterFriction(room.touches, i, x, seen, total)
	flows.Friction += given - unpinned(after.Sub(f), k.model.PinOf(i)).Dot(centered)
	flows.Constraints += given
}

// addSliding adds the dissipation of a plane in a step of symplectic Euler for a mass that
// continues to slide on it or to stick there. That is known without the other forces on the
// mass, since sliding friction is against the remaining slip. It returns false for other
// masses.
func (p *Powers[T]) addSliding(flows *model.Flows, on *plane, x model.Vec3, lane int) bool {
	const sure, still = 1e-2, 1e-6 // parts of the speed; rounding is 1e-7 of it
	v, later := kernels.Widen(p.step.From.Velocity.Get(kernels.ArrayVX, lane)), kernels.Widen(p.step.Later.Velocity.Get(kernels.ArrayVX, lane))
	next := later.Sub(p.frictionGain(lane))
	n := &on.normal
	depth := on.offset - (x[0]*n[0] + x[1]*n[1] + x[2]*n[2])
	if depth <= 0 {
		return true
	}
	parting, nextParting := v[0]*n[0]+v[1]*n[1]+v[2]*n[2], next[0]*n[0]+next[1]*n[1]+next[2]*n[2]
	pushed := max(0, on.stiffness*depth-on.damping*parting)
	if on.hasFriction && pushed > 0 {
		slip, left, with, fastest := 0.0, 0.0, 0.0, 0.0 // squares
		for axis := range n {
			before, after := v[axis]-parting*n[axis], next[axis]-nextParting*n[axis]
			slip, left, with = slip+before*before, left+after*after, with+after*(v[axis]+later[axis])
			fastest = max(fastest, math.Abs(v[axis]), math.Abs(later[axis]))
		}
		fastest *= fastest
		switch {
		case left > sure*sure*fastest:
			flows.Friction += on.kinetic * pushed * with / (2 * math.Sqrt(left))
		case left > still*still*fastest || slip > still*still*fastest:
			return false
		}
	}
	flows.ContactDamping += min(on.stiffness*depth, on.damping*parting) * (v.Add(later).Dot(*n)) / 2
	return true
}
