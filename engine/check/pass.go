package check

import (
	"fmt"
	"math"

	"hooke/cpuref"
	"hooke/model"
)

// Float32 rounding: one operation is off by at most half a unit in the last
// place, 2^-24 of its result.
const rounding = 1.0 / (1 << 24)

// How many roundings a result may be off by, as multiples of the largest terms
// that enter it. The sum over n springs has n more.
const (
	// d (1), its square (2), square root (GPUs allow themselves 3), L − L0, the
	// product with k, n = d/L (GPUs: 5 for a division), vB − vA (1), the product
	// with n (3), c, the sum and the product with n: 20, and a margin for a
	// different order.
	springForceRoundings = 32
	// The relative error of L from d, its square, and the square root.
	lengthRoundings = 8
	// Gravity, dt/m (GPUs: 5), the sum and drag: 8, and a margin.
	integrateRoundings = 10
	// Of each contact: the turn into a box and back (12) or the way from an axis
	// (8), depth (1), n (GPUs: 5), v·n (3), F_N (3) and F_N n (1), and as many for
	// its friction.
	contactRoundings = 32
	// x + dt v: one for the sum; v's own error comes on top.
	positionRoundings = 4
)

// perturbSeeds is how many perturbed states the spring pass is tried on: a spring
// that one of them happens to leave near its rest length feels the next.
const perturbSeeds = 3

// passes checks each pass alone. In a proof of the case's own features whose integrator is another
// one than symplectic Euler, the part integrators has the passes of masses.
func (t *trial) passes() error {
	own, divides := t.symplectic(), t.Params.Integrator.Method().Divides
	if !own && divides && !t.Params.Loaded() && len(t.Params.Guides) == 0 {
		return nil
	}
	as := (*perturbed).itself
	if !own && !divides {
		as = func(st *perturbed) *perturbed { return st.solvedBy(t.Params.Integrator) }
	}
	st := as(t.perturb(1))
	s, err := t.subject(st.model, st.params, st.state)
	if err != nil {
		return err
	}
	defer s.Close()
	for _, name := range s.Passes() {
		base, _ := unfused(name)
		if !own && (twinOf(base) != nil || base == "integrate" || divides && base == "spring-force") {
			continue
		}
		switch name {
		case "spring-force":
			err = t.springForcePass(s, "pass spring-force", as)
		case "integrate", "fused-integrate":
			err = t.integratePass("pass "+name, s, st, name)
		case "wind":
			err = t.windPass(s, st)
		case "load":
			err = t.loadPass(s, st)
		case "guide":
			err = t.guidePass(s, st)
		case resident:
			// with whole steps, which it makes; materials has one of every material
		case "catch-note", "catch":
			// with whole steps, of which they need the begin: catches
		default:
			err = fmt.Errorf("pass %q has no twin in the reference, which knows spring-force, wind, load, integrate and guide", name)
		}
		if err != nil {
			return fmt.Errorf("pass %s: %w", name, err)
		}
	}
	if own && t.bumps() {
		err = t.contactPass("contacts", st.bumpy())
	}
	if err == nil && own && t.moves() {
		err = t.contactPass("moving contacts", st.moving())
	}
	return err
}

// contactPass checks the pass "integrate" among solids of every shape.
func (t *trial) contactPass(what string, st *perturbed) error {
	s, err := t.subject(st.model, st.params, st.state)
	if err != nil {
		return err
	}
	defer s.Close()
	name := integratePassOf(s)
	if name == "" {
		return nil
	}
	if err := t.integratePass("pass "+name+", "+what, s, st, name); err != nil {
		return fmt.Errorf("pass %s: %w", name, err)
	}
	return nil
}

// springForcePass compares the force of every spring, of the variant of the
// perturbed case that the subject was made for.
func (t *trial) springForcePass(s Subject, check string, variant func(*perturbed) *perturbed) error {
	detail, worst := "", newShares()
	for seed := range uint64(perturbSeeds) {
		st := variant(t.perturb(seed + 1))
		m := st.model
		want := make([]model.Vec3, m.SpringCount())
		cpuref.SpringForces(want, m, st.own, st.scale(), st.state.Position, st.state.Velocity)

		got := make([][3]float32, m.SpringCount())
		if err := s.Reset(st.state); err != nil {
			return err
		}
		if err := s.RunPass("spring-force"); err != nil {
			return err
		}
		if err := s.ReadForces(got); err != nil {
			return err
		}
		for i := range want {
			allowed := springForceRoundings*rounding*st.springTerms(i) + st.slackJump(i)
			if worst.add(i, distance(want[i], got[i]), allowed) {
				detail = fmt.Sprintf("force on end A [N]: reference %v, got %v, allowed %.3g; ends %v, material %d",
					want[i], got[i], allowed, m.Ends[i], m.MaterialOf[i])
			}
		}
	}
	t.add(Outcome{Check: check, Max: worst.max, RMS: worst.rms(), Tolerance: t.scale,
		WorstMass: -1, WorstSpring: worst.worst, Detail: "error / float32 rounding; " + detail}, false)
	return nil
}

// springTerms returns the size of the numbers whose difference is a spring force [N].
func (st *perturbed) springTerms(spring int) float64 {
	law := st.coefficients(spring)
	return law.Stiffness*(st.springLength(spring)+st.model.RestLength[spring]) + st.damper(spring, st.springSpeed(spring))
}

// slackJump returns the change by rounding alone of the force of a tension-only spring [N]:
// at the rest length (the current one of an actuated spring) it decides whether the damper
// acts.
func (st *perturbed) slackJump(spring int) float64 {
	length, rest := st.springLength(spring), cpuref.RestLengthNow(st.model, spring, st.restScale)
	if !st.model.Materials[st.model.MaterialOf[spring]].TensionOnly || math.Abs(length-rest) > lengthRoundings*rounding*rest {
		return 0
	}
	return st.damper(spring, st.springSpeed(spring))
}

// coefficients are k and c of a spring.
func (st *perturbed) coefficients(spring int) model.Coefficients {
	if st.own != nil {
		return st.own[spring]
	}
	return st.model.Materials[st.model.MaterialOf[spring]].Coefficients()
}

// springLength returns the length of a spring [m], springSpeed the sum of the speeds
// of its ends [m/s].
func (st *perturbed) springLength(spring int) float64 {
	ends := st.model.Ends[spring]
	return st.state.Position[ends[1]].Sub(st.state.Position[ends[0]]).Len()
}

func (st *perturbed) springSpeed(spring int) float64 {
	ends := st.model.Ends[spring]
	return st.state.Velocity[ends[0]].Len() + st.state.Velocity[ends[1]].Len()
}

// integratePass compares every mass after the pass has run on given spring
// and external forces, the same float32 values on both sides: on the perturbed forces; on
// none, to see drag and contact damping; and on none from a quiet state, to
// see gravity and contact stiffness.
func (t *trial) integratePass(check string, s Subject, st *perturbed, name string) error {
	bare, err := t.springless(s, st, name)
	if err != nil {
		return err
	}
	defer closeOther(bare, s)
	perturbedForces := st.acting()
	none := make([]model.Vec3, len(perturbedForces))

	v := integrateVerdict{share: newShares()}
	for _, from := range []struct {
		name   string
		on     Subject
		state  *model.State
		forces []model.Vec3
		slack  []float64
	}{
		{"perturbed", s, st.state, perturbedForces, st.springSlack(name)},
		{"coasting (no spring forces)", bare, st.state, none, nil},
		{"quiet (no spring forces, no velocities)", bare, st.quiet(), none, nil},
	} {
		v.slack = from.slack
		got, err := runMassPass(from.on, name, from.state, st.given(from.forces, s))
		if err != nil {
			return err
		}
		v.judge(st, from.name, from.state, from.forces, got)
	}
	t.massRow(check, v)
	return nil
}

// runMassPass runs a pass of masses on a subject.
func runMassPass(s Subject, name string, state *model.State, forces []model.Vec3) (got model.Snapshot, err error) {
	if err := s.Reset(state); err != nil {
		return got, err
	}
	if err := s.WriteForces(narrowed(forces)); err != nil {
		return got, err
	}
	if err := s.RunPass(name); err != nil {
		return got, err
	}
	return got, s.Read(&got)
}

// integrateVerdict collects the results of integrate over several states.
type integrateVerdict struct {
	share  *shares
	detail string // of the worst mass
	fault  string // the first mass that moved and must not, or must and did not

	slack []float64 // of the forces of springs on each mass [N], see springSlack
}

// judge compares one outcome with the reference. The pass works in place, so
// that its outputs cannot be poisoned: instead a mass that the reference moves
// must not come back bit for bit, and a pinned axis must.
func (v *integrateVerdict) judge(st *perturbed, name string, before *model.State, forces []model.Vec3, got model.Snapshot) {
	m, p := st.model, st.params
	want := (*cpuref.State)(before.Clone())
	total := make([]model.Vec3, m.MassCount())
	springForces, loads := st.apart(forces)
	cpuref.Integrate(want.Position, want.Velocity, m, p, springForces, loads, total)

	pull := make([]float64, m.MassCount()) // Σ |f| [N]
	springs := make([]int, m.MassCount())  // and the external force
	for s, ends := range m.Ends {
		for _, end := range ends {
			pull[end] += forces[s].Len()
			springs[end]++
		}
	}
	for i, f := range loads {
		pull[i] += f.Len()
		springs[i]++
	}
	for i := range pull {
		x, vel := before.Position[i], before.Velocity[i]

		// The terms of the new velocity, and the number of their roundings.
		bumps := contactSizeOf(p.Contacts, x, vel)
		terms := (vel.Len() + bumps.speed + p.DT*((pull[i]+bumps.force)/m.Mass[i]+p.Gravity.Len())) * bumps.bent
		allowedVelocity := float64(springs[i]+integrateRoundings+contactRoundings*bumps.touched)*rounding*terms + p.DT*v.slackOf(i)/m.Mass[i]
		allowedPosition := positionRoundings*rounding*x.Len() + p.DT*allowedVelocity
		if v.share.add(i, distance(want.Velocity[i], got.Velocity[i]), allowedVelocity) {
			v.detail = fmt.Sprintf("velocity [m/s], %s: before %v, reference %v, got %v, allowed %.3g; springs %v",
				name, vel, want.Velocity[i], got.Velocity[i], allowedVelocity, springsAt(m, i))
		}
		if v.share.add(i, distance(want.Position[i], got.Position[i]), allowedPosition) {
			v.detail = fmt.Sprintf("position [m], %s: before %v, reference %v, got %v, allowed %.3g; springs %v",
				name, x, want.Position[i], got.Position[i], allowedPosition, springsAt(m, i))
		}
		if v.fault == "" {
			v.fault = movementFault(name, i, m.Pin[i], before, want, got)
		}
	}
}

// movementFault says in words how a mass moved that must not or did not that
// must; empty when neither.
func movementFault(name string, i int, pin model.Pin, before *model.State, want *cpuref.State, got model.Snapshot) string {
	x, v := widen(got.Position[i]), widen(got.Velocity[i])
	for axis := range 3 {
		if pin&(model.PinX<<axis) != 0 && (!sameBits(x[axis], before.Position[i][axis]) || v[axis] != before.Velocity[i][axis]) {
			return fmt.Sprintf("%s: mass %d is pinned (axes %03b) and moved from %v to %v at %v m/s",
				name, i, pin, before.Position[i], x, v)
		}
	}
	moves := roundVec(want.Velocity[i]) != before.Velocity[i] || roundVec(want.Position[i]) != before.Position[i]
	if moves && x == before.Position[i] && v == before.Velocity[i] {
		return fmt.Sprintf("%s: mass %d did not change; reference velocity %v m/s, before %v",
			name, i, want.Velocity[i], before.Velocity[i])
	}
	return ""
}
