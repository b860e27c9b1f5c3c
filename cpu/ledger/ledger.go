package ledger

import (
	"slices"

	"hooke/cpu/collide"
	"hooke/laws/material"
	"hooke/model"
	"hooke/model/rod/chain"
	"hooke/physics"
	"hooke/physics/measure"
	"hooke/physics/meet"
)

// EachPair calls each with the pairs of masses that touch at positions, see
// collide.Lists.EachPair.
type EachPair func(position []model.Vec3, each func(collide.Pair))

// Keeper keeps a ledger that has begun, see Plan. It integrates powers over the steps by the
// trapezoidal rule and sums works. Bytes returns its memory: 145 bytes per mass with the
// state in float64, 168 more with Verlet and RK4, 8 per spring, and 16 more for springs with
// k and c of their own, and 48 per mass with elastic forces on groups.
type Keeper struct {
	model    *model.Model
	params   model.Params
	energies *physics.EnergyLaw
	pairsOf  EachPair // pairs of masses; nil: masses do not collide
	springs  *measure.Springs
	tuning   []model.Tuning // of masses in contacts PerMass; nil: none
	spans    *spans         // nil: contacts push masses alone, and masses alone collide
	meets    *meet.Set      // springs and triangles that collide; nil: none
	star     star
	flowing  bool   // whether anything may flow through springs
	whole    airing // without torn springs
	aired    airing
	elastic  *elastic
	still    physics.Signals // of a run in which nothing changes with time

	now      moment
	before   before          // of Verlet and RK4
	load     []model.Vec3    // external forces [N]
	total    []model.Vec3    // scratch: forces [N] or accelerations [m/s²]
	other    []model.Vec3    // the other velocities [m/s]: centered ones in symplectic Euler, seen ones in Verlet
	friction []frictionPower // the power of friction on every mass
	touching []touchingPair  // scratch

	holds model.Energy // the energy at the latest state, if steps record their works [J]
	free  float64      // and the gravitational energy of masses that may move [J]

	rods    *chain.Set // nil: none
	clamped []int      // see chain.Set.Held

	lags bool // whether powers are entered with the step that begins at a state, see Passed

	Sums
}

// moment is a state with the drives at its time.
type moment struct {
	*model.State
	signals  *physics.Signals
	contacts []model.Contact // as they are then
}

// at returns the moment of a state; nil signals are those of a run in which nothing changes.
func (k *Keeper) at(s *model.State, signals *physics.Signals) moment {
	if signals == nil {
		signals = &k.still
	}
	return moment{s, signals, k.params.ContactsAt(s.Time)}
}

// Plan is a keeper that has no state yet, so that it has no ledger either. Only Begin and GoOn
// give the keeper, so that no caller has one before it begins.
type Plan struct{ keeper Keeper }

// New plans the keeper of a run with some parameters. energies must be those of the run; each
// and meets may be nil.
func New(m *model.Model, p model.Params, energies *physics.EnergyLaw, each EachPair, meets *meet.Set) *Plan {
	n := m.MassCount()
	plan := &Plan{Keeper{model: m, params: p, energies: energies, pairsOf: each, meets: meets, springs: measure.Of(m, p), tuning: physics.ContactTuning(m, p),
		spans: spansOf(m, energies.Spans(), meets), load: make([]model.Vec3, n), total: make([]model.Vec3, n), other: make([]model.Vec3, n), friction: make([]frictionPower, n)}}
	k := &plan.keeper
	k.whole.model, k.elastic = m, elasticOf(m, &p)
	k.whole.elastic, k.whole.others = measure.GroupsOf(m, &p).Divided()
	k.star, k.still, k.flowing = starOf(m), physics.SignalsOf(p, 0), k.flows()
	if m.Segments != nil && m.HasRods() {
		k.rods = chain.Of(m)
		k.clamped = k.rods.Held(p.Clamps)
	}
	if p.Integrator.Method().Impulsive {
		k.before = newBefore(n)
		if k.spans != nil {
			k.before.begun = make([]model.Vec3, n)
		}
	}
	return plan
}

// Begin begins a ledger at a state to which no step led, with the drives as they are then;
// nil in a run in which nothing changes with time. The keeper keeps both until the next state.
// An earlier ledger ends: each Begin gives the same keeper.
func (p *Plan) Begin(now *model.State, signals *physics.Signals) *Keeper {
	p.keeper.begin(now, signals)
	return &p.keeper
}

func (k *Keeper) begin(now *model.State, signals *physics.Signals) {
	k.now = k.at(now, signals)
	k.Sums = Sums{scale: slices.Clone(k.now.signals.RestScale), books: k.params.Integrator.Method().Divides, changes: k.model.Changing()}
	k.enter(true)
	k.start, k.first, k.sum = k.held(), k.last, model.Flows{}
	k.prescribed = k.ofPrescribed()
	k.leadIn()
}

// leadIn subtracts in advance the amount that the first step adds twice if powers lag.
func (k *Keeper) leadIn() {
	if k.lags {
		k.sum = k.sum.Plus(-k.params.DT, k.first)
	}
}

// GoOn continues a ledger after the parameters have changed, in a new keeper. The energy that
// the change added counts as work of constraints, but for the external part, which came with masses.
func (p *Plan) GoOn(now *model.State, signals *physics.Signals, old model.Ledger, external float64) *Keeper {
	k := p.Begin(now, signals)
	k.sum = old.Flows
	k.sum.External += external
	k.sum.Constraints += k.start.Total() - old.Now.Total() - external
	k.start = old.Start
	k.leadIn()
	return k
}

// Passed enters the powers at a state for a step: at that to which the step led, or, where powers
// lag, at that where it began, whose centered velocities are known only then. See Powers. friction is the
// power of friction that is an impulse after the step, and of surfaces by it; work is that
// of actuators in the step [J], and scale that of their springs at its end.
func (k *Keeper) Passed(powers, friction model.Flows, work float64, scale []float64) {
	k.sum = k.sum.Plus(k.params.DT, powers).Plus(k.params.DT, friction)
	k.sum.Actuators += work
	k.last = powers
	copy(k.scale, scale)
}

// At returns the ledger at a state up to which powers have been passed.
func (k *Keeper) At(now *model.State, signals *physics.Signals) model.Ledger {
	kept := k.Sums.Clone()
	if k.lags {
		k.Enter(now, signals)
	} else {
		k.now = k.at(now, signals)
	}
	out := k.Ledger()
	k.Sums = kept
	return out
}

// Enter adds the state after a step: its powers for the step, and the work of the actuators
// during it. Before must have had the state before the step.
func (k *Keeper) Enter(now *model.State, signals *physics.Signals) {
	k.now = k.at(now, signals)
	k.enter(false)
}

// Resume takes up a ledger at a state that was entered before.
func (k *Keeper) Resume(now *model.State, signals *physics.Signals, s Sums) {
	k.Sums, k.now = s.Clone(), k.at(now, signals)
	if k.books {
		k.enter(true)
	}
	if k.staggered() && !k.lags {
		k.center()
	}
}

// Caught adds the kinetic energy [J] that went into heat when contacts caught masses, and the
// work of surfaces that move.
func (k *Keeper) Caught(lost, given float64) {
	k.sum.ContactDamping += lost
	k.sum.Constraints += given
}

// Changed adds the energy [J] that changes of springs dissipated: by yielding and creep, and by tearing.
func (k *Keeper) Changed(lost material.Dissipated) {
	k.sum.Plastic += lost.Plastic
	k.sum.Fracture += lost.Fracture
}

// Ledger returns the ledger at the latest state.
func (k *Keeper) Ledger() model.Ledger {
	half := k.params.DT / 2
	out := model.Ledger{Start: k.start, Now: k.held(), Flows: k.sum.Plus(half, k.first).Plus(-half, k.last)}
	out.Constraints += k.ofPrescribed() - k.prescribed
	return out
}

// Until returns the ledger with other sums, at the state to which they belong.
func (k *Keeper) Until(now *model.State, signals *physics.Signals, sums Sums) model.Ledger {
	kept, state := k.Sums.Clone(), k.now
	k.Resume(now, signals, sums)
	out := k.Ledger()
	if k.lags {
		out = k.At(now, signals)
	}
	k.Sums, k.now = kept, state
	return out
}

func (k *Keeper) staggered() bool { return k.params.Integrator.Method().Staggered }
func (k *Keeper) impulsive() bool { return k.params.Integrator.Method().Impulsive }

// enter adds the state; begins says that no step led to it.
func (k *Keeper) enter(begins bool) {
	if k.books {
		copy(k.scale, k.now.signals.RestScale)
		k.holds, k.free = k.held(), k.freeGravitation()
		return
	}
	now, velocity := k.now, k.now.Velocity
	v := velocities{seen: velocity, centered: velocity, friction: k.friction}
	switch {
	case k.staggered():
		k.center()
		v.centered = k.other
	case k.impulsive() && begins:
		clear(k.friction)
		k.loads(now, now.Position, velocity)
	case k.impulsive():
		k.impulses()
		if k.params.Integrator == model.VelocityVerlet {
			v.seen = k.other
		} else {
			k.loads(now, now.Position, velocity)
		}
	default:
		v.friction = nil
		k.loads(now, now.Position, velocity)
	}
	k.last = k.ofMasses(v).Plus(1, k.ofPairs(v)).Plus(1, k.spans.flows(k, v)).Plus(1, k.elastic.flows(v.centered))
	ofSprings := k.ofSprings(v)
	copy(k.scale, now.signals.RestScale)

	work := ofSprings.Actuators
	ofSprings.Actuators = 0
	k.last = k.last.Plus(1, ofSprings)
	given := 0.0
	for _, f := range v.friction {
		k.last.Friction += f.taken
		given += f.given
	}
	k.last.Constraints += given
	k.sum = k.sum.Plus(k.params.DT, k.last)
	k.sum.Actuators += work
	if k.impulsive() { // friction belongs to the whole step before, and not to this state
		k.last.Friction = 0
		k.last.Constraints -= given
	}
}

// held returns the energy of the structure now [J].
func (k *Keeper) held() model.Energy {
	s := *k.now.State
	if k.staggered() {
		s.Velocity = k.other
	}
	out := k.energies.At(k.now.signals.RestScale, &s)
	for _, t := range k.pairs(s.Position, s.Velocity) {
		out.Contact += 0.5 * t.Stiffness * t.depth * t.depth
	}
	out.Contact += k.meets.Energy(s.Position)
	return out
}

// ofPrescribed returns the kinetic and gravitational energy of all masses that are pinned on all
// axes [J]: those that paths move, and those that stay in place; and of segments of rods that are held.
func (k *Keeper) ofPrescribed() (sum float64) {
	if k.rods != nil {
		sum = k.rods.Spinning(k.clamped, k.now.Orientation, k.now.AngularVelocity)
	}
	if len(k.params.Guides) == 0 {
		return sum
	}
	for i, v := range k.now.Velocity {
		if k.model.PinOf(i) == model.PinAll {
			sum += k.model.Mass[i] * (0.5*v.Dot(v) - k.params.Gravity.Dot(k.now.Position[i]))
		}
	}
	return sum
}
