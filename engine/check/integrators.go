package check

import (
	"errors"
	"fmt"

	"hooke/model"
	"hooke/order/random"
	"hooke/physics"
)

// integrators checks the additions of each integrator but symplectic Euler: its passes of
// masses, each alone, among solids with friction; one step; and four. It leaves out
// integrators that the engine does not support.
func (t *trial) integrators() error {
	for _, integrator := range t.eachIntegrator() {
		if integrator == model.SymplecticEuler {
			continue // the other checks
		}
		st := t.perturb(1).solvedBy(integrator)
		err := t.integratorPasses("", st.bumpy())
		if err == nil && t.moves() {
			err = t.integratorPasses(", moving contacts", st.moving())
		}
		if errors.Is(err, model.ErrUnsupported) {
			continue
		}
		if err != nil {
			return fmt.Errorf("%v: %w", integrator, err)
		}
		st.undampCables()
		// Rounding may decide when a mass comes to touch the ground: without damping
		// there that makes no jump.
		st.undampGround()
		for _, steps := range []int{1, 4} {
			// Verlet and RK4 evaluate forces within the step at positions that are
			// rounded there, as the Euler methods do from the second step on.
			if err := t.stepParity(fmt.Sprintf("%v parity, %d", integrator, steps), st, steps, 10*stepTolerance); err != nil {
				return fmt.Errorf("%v: %w", integrator, err)
			}
		}
	}
	return nil
}

// keepStable shortens the step if the perturbation has made it too large for the integrator,
// since differences would then grow without bound.
func (st *perturbed) keepStable() {
	if safe := physics.SafeStep(st.model, st.params); safe > 0 && st.params.DT > safe {
		st.params.DT = round(0.95 * safe)
		st.resolve()
	}
}

// solvedBy returns the case with another integrator, and with a step that is stable in it.
func (st *perturbed) solvedBy(i model.Integrator) *perturbed {
	st.params.Integrator = i
	st.keepStable()
	return st
}

// integratorPasses checks each pass of masses of an integrator that sees contacts. The parameter what is the name of
// those passes, and is empty for plain ones, with which all passes are checked.
func (t *trial) integratorPasses(what string, st *perturbed) error {
	s, err := t.subject(st.model, st.params, st.state)
	if err != nil {
		return err
	}
	defer s.Close()
	for _, name := range s.Passes() {
		if name == "spring-force" || name == "wind" || name == "load" || name == "guide" || name == resident || name == "catch-note" || name == "catch" {
			continue // the same in every integrator
		}
		base, _ := unfused(name)
		if base == "drift" && what != "" {
			continue
		}
		if base == "integrate" {
			if err := t.integratePass("pass "+name+", explicit"+what, s, st, name); err != nil {
				return err
			}
			continue
		}
		twin := twinOf(base)
		if twin == nil {
			return fmt.Errorf("pass %q has no twin in the reference", name)
		}
		if err := t.massPass("pass "+name+what, s, st, name, twin); err != nil {
			return fmt.Errorf("pass %s: %w", name, err)
		}
	}
	return nil
}

// grazingTries is how many roundings of a state grazed tries.
const grazingTries = 4

// grazed returns the change of velocities by the rounding of positions within a step,
// relative to the largest change of a velocity. Friction divides the loss of a mass by the
// number of masses that it touches, so one that only just touches counts or does not. It is
// the largest difference between steps of the reference from the state and from the state
// with each number changed by one last bit of single precision.
func (st *perturbed) grazed() (share float64, err error) {
	step := func(s *model.State) ([]model.Vec3, error) {
		ref, err := reference(st.model, st.params, s)
		if err != nil {
			return nil, err
		}
		return ref.State().Velocity, ref.Step(1)
	}
	want, err := step(st.state)
	if err != nil {
		return 0, err
	}
	change, apart := 0.0, 0.0
	for i, v := range want {
		change = max(change, v.Sub(st.state.Velocity[i]).Len())
	}
	for try := range grazingTries {
		other := st.state.Clone()
		for i := range other.Position {
			for axis, x := range other.Position[i] {
				way := float64(random.Of(uint64(3*(try*len(other.Position)+i)+axis))&1)*2 - 1
				other.Position[i][axis] += way * physics.Ulp(x, physics.SingleBits)
			}
		}
		got, err := step(other)
		if err != nil {
			return 0, err
		}
		for i, v := range got {
			apart = max(apart, v.Sub(want[i]).Len())
		}
	}
	if change == 0 {
		return 0, nil
	}
	return apart / change, nil
}

// bigSteps checks a step of impulses, and of rods; the other solvers that divide steps are the reference's alone.
func (t *trial) bigSteps() error {
	return errors.Join(t.impulses(), t.rods())
}

// impulses checks a step of the solver impulses among solids, in substeps as long as the case's
// step, each of which visits springs and contacts twice.
func (t *trial) impulses() error {
	if !t.solves(model.Impulses) {
		return nil
	}
	const substeps = 4
	base := t.perturb(1)
	base.undampCables()
	st := base.bumpy()
	st.params = st.params.SolvedBy(model.Impulses)
	for i := range st.params.Contacts { // rounding may decide in which substep a mass comes to touch, and whether it sticks
		c := &st.params.Contacts[i]
		c.Damping, c.StaticFriction = 0, c.KineticFriction
	}
	st.params.DT, st.params.Substeps, st.params.Iterations = substeps*st.params.DT, substeps, 2
	return t.bigStep("step parity, impulses", st)
}

// bigStep checks a step of a solver that divides steps. An engine may refuse it by name, and one
// that is no Converger is not checked.
func (t *trial) bigStep(check string, st *perturbed) error {
	s, err := t.newSubject(st.model, st.params)
	if errors.Is(err, model.ErrUnsupported) {
		return nil
	}
	if err != nil {
		return err
	}
	_, has := model.As[model.Converger](s)
	if s.Close(); !has {
		return nil
	}
	return t.stepParity(check, st, 1, 10*stepTolerance)
}
