package check

import (
	"fmt"
	"math"
	"slices"

	"hooke/cpuref"
	"hooke/cpuref/collide"
	"hooke/model"
	"hooke/model/spring"
	"hooke/physics"
)

// stepTolerance is the largest error of a velocity after one step, as a share
// of the largest velocity change of that step. A spring strained by 1 % feels
// one rounding of its length as 100 of its force, and a mass with 26 springs
// sums five times that at random: 3e-5.
const stepTolerance = 1e-4

// mostKnowable is the largest tolerance that rounding can make of one: doing nothing
// would be off by 1.
const mostKnowable = 0.3

// worthTelling is how much larger than it should be a tolerance is told.
const worthTelling = 4

// steps checks whole steps from the perturbed state: one, and four at ten times
// the tolerance, since the rounding of positions feeds the next forces.
// Tension-only springs go without dampers here, whose force jumps where
// rounding decides whether the spring is taut; passes have proven them.
func (t *trial) steps() error {
	st := t.perturb(1)
	st.undampCables()
	plain := t.symplectic()
	for _, c := range []struct {
		check string
		wants bool
		st    func() *perturbed
	}{
		{"step parity, 1 step", plain, st.itself},
		{"step parity, contacts", plain && t.bumps(), st.bumpy},
		{"step parity, moving contacts", plain && t.moves(), st.moving},
		{"step parity, contacts per mass", t.wants(t.Params.ContactsPerMass()), st.perMass},
	} {
		if !c.wants {
			continue
		}
		if err := t.stepParity(c.check, c.st(), 1, stepTolerance); err != nil {
			return err
		}
	}
	if err := t.bigSteps(); err != nil || !plain {
		return err
	}
	// Over several steps a mass may come to touch a solid, and rounding may
	// decide in which of them. Without contact damping and friction that makes no
	// jump.
	st.undampGround()
	return t.stepParity("step parity, 4 steps", st, 4, 10*stepTolerance)
}

// miscounted is in words where steps or catches of an engine are not those of the reference; empty: they are.
func miscounted(s Subject, ref *cpuref.Engine, st *perturbed, steps int) (words string, err error) {
	if counted, err := s.StepsRun(); err != nil {
		words = err.Error() + "; "
	} else if counted != int64(steps) {
		words = fmt.Sprintf("%d steps asked for, %d counted by the engine; ", steps, counted)
	}
	catcher, ok := model.As[model.Catcher](s)
	if !ok {
		return words, nil
	}
	want, _ := ref.Caught()
	got, err := catcher.Caught()
	if err == nil && !st.sameCatches(got, want, steps) {
		words += fmt.Sprintf("caught %+v, reference %+v; ", got, want)
	}
	return words, err
}

// stepParity compares velocities and positions after some steps with those of the reference.
func (t *trial) stepParity(check string, st *perturbed, steps int, tolerance float64) error {
	s, err := t.subject(st.model, st.params, st.state)
	if err != nil {
		return err
	}
	defer s.Close()
	ref, err := t.stepped(check, st, steps)
	if err != nil {
		return err
	}
	got, _, err := run(s, steps) // a divergence shows in the state
	if err != nil {
		return err
	}

	counts, err := miscounted(s, ref, st, steps)
	if err != nil {
		return err
	}
	// The tolerance is a share of how much the reference's velocities changed;
	// positions follow from velocities, and are rounded themselves.
	change, farthest := 0.0, 0.0
	for i, v := range ref.State().Velocity {
		change = max(change, v.Sub(st.state.Velocity[i]).Len())
		farthest = max(farthest, ref.State().Position[i].Len())
	}
	note, precision := "", s.Describe().Precision
	if known := st.knowable(steps, precision) / max(change, math.SmallestNonzeroFloat64); known > tolerance {
		if known > worthTelling*tolerance {
			places := physics.RoundingOf(st.model, st.params, st.state, physics.RoundingBits(precision))
			note = fmt.Sprintf("%s precision cannot know more than whether steps agree to a few hundredths: %v; --precision compensated can", precision, places)
		}
		tolerance = min(known, mostKnowable)
	}
	report := Compare(st.model, ref.State(), got, Tolerance{
		Velocity: tolerance * change,
		Position: float64(steps) * (positionRoundings*rounding*farthest + st.params.DT*tolerance*change),
	})
	if change == 0 {
		change = 1 // nothing moves, and nothing may
	}
	t.add(Outcome{
		Check: check, Max: report.Velocity.Max / change, RMS: report.Velocity.RMS / change, Tolerance: tolerance * t.scale,
		WorstMass: report.Velocity.Worst, WorstSpring: -1,
		Note:   note,
		Detail: counts + fmt.Sprintf("max |v − v_ref| / max |Δv_ref|; %v", report),
	}, !report.OK || counts != "")
	return nil
}

// knowable returns the uncertainty of the velocities of an engine of that precision after
// some steps [m/s]. Forces are evaluated at positions that are rounded by up to half a unit
// in the last place u, which changes the velocity of a mass by up to
//
//	b = dt/m Σ k Σ |n| (uA + uB)/2        over its springs and the axes
//
// at each evaluation, and errors carry over to the next ones. The first forces of the Euler
// methods are at exact positions.
func (st *perturbed) knowable(steps int, precision string) float64 {
	most := 0.0
	for i, b := range st.unknown(precision) {
		if st.model.PinOf(i) != model.PinAll {
			most = max(most, b)
		}
	}
	if st.params.Integrator.Method().Softens {
		return st.unplaced(precision)
	}
	if st.params.Substeps > 0 { // a substep moves masses as a step does
		steps *= st.params.Substeps
		most /= float64(st.params.Substeps)
	}
	if st.params.Integrator.Method().Registers == 0 {
		steps--
	}
	bits := physics.RoundingBits(precision)
	return most*float64(steps*(steps+1))/2 + st.unknownFriction(bits) + st.unknownCatch(bits)
}

// unplaced returns the uncertainty of velocities that are displacements in a substep:
// contacts push masses out from rounded positions, in each sweep [m/s].
func (st *perturbed) unplaced(precision string) (most float64) {
	bits, p := physics.RoundingBits(precision), &st.params
	for _, x := range st.state.Position {
		most = max(most, offBy(x, x, model.Vec3{1, 1, 1}, bits))
	}
	return most * float64(p.Visits()) * float64(p.Substeps) / p.DT
}

// unknown is b of knowable for every mass [m/s].
func (st *perturbed) unknown(precision string) []float64 {
	bits, m, x := physics.RoundingBits(precision), st.model, st.state.Position
	change := make([]float64, m.MassCount())
	for s, ends := range m.Ends {
		a, b := ends[0], ends[1]
		d := x[b].Sub(x[a])
		length := d.Len()
		if length < cpuref.ZeroLength || m.MaterialOf[s] == model.Removed {
			continue
		}
		off := offBy(x[a], x[b], d.Mul(1/length), bits)
		for _, end := range ends {
			change[end] += st.params.DT * st.coefficients(s).Stiffness * off / m.Mass[end]
		}
	}
	for _, t := range collide.Touches(m, st.params, x, st.state.Velocity) {
		off := offBy(x[t.I], x[t.J], t.Normal, bits)
		for _, end := range []int{t.I, t.J} { // friction is about as much again
			change[end] += st.params.DT * 2 * t.Stiffness * off / m.Mass[end]
		}
	}
	return change
}

// offBy is the error of the distance of two positions that are rounded to the given number of bits
// [m]; n is the direction from one to the other.
func offBy(a, b, n model.Vec3, bits int) (off float64) {
	for axis := range 3 {
		off += math.Abs(n[axis]) * (physics.Ulp(a[axis], bits) + physics.Ulp(b[axis], bits)) / 2
	}
	return off
}

// perMass returns a case on a plane and in a hollow ball whose stiffness follows from each mass. μs is
// μk, since rounding would decide which of them holds.
func (st *perturbed) perMass() *perturbed {
	out := st.bumpy()
	out.params.Contacts = slices.DeleteFunc(out.params.Contacts, func(c model.Contact) bool { return kindOf(c) != planes && kindOf(c) != containers })
	for i := range out.params.Contacts {
		c := &out.params.Contacts[i]
		*c = model.Contact{Shape: c.Shape, Inside: c.Inside, PerMass: true}.WithFriction(0.5, 0.5)
	}
	if len(out.params.Contacts) > 1 {
		out.params.Contacts[1].Normalized = spring.Normalized{Stiffness: 0.01, Damping: 0.03}
	}
	return out
}
