package check

import (
	"slices"
	"strings"

	"hooke/model"
)

// A pass "fused-integrate", "fused-prime", "fused-kick" or "fused-stage-1" and so on
// evaluates the springs of each mass and then does the work of the pass without the prefix:
// its twin is SpringForces followed by that one's. It cannot be given forces
// of springs: instead it is tried on those that it finds, and once more on a case
// without springs.

// resident is a pass that makes whole steps. It is compared with the reference as those are.
const resident = "resident"

// unfused returns the name of a pass of masses without the prefix, and whether it had it.
func unfused(name string) (base string, fused bool) { return strings.CutPrefix(name, "fused-") }

// integratePassOf returns the name of the pass that does the work of "integrate", empty if
// without one.
func integratePassOf(s Subject) string {
	for _, name := range s.Passes() {
		if base, _ := unfused(name); base == "integrate" {
			return name
		}
	}
	return ""
}

// springless returns a subject for tries without forces of springs, s itself unless the
// pass evaluates them. The caller closes it when it is another one.
func (t *trial) springless(s Subject, st *perturbed, name string) (Subject, error) {
	if _, fused := unfused(name); !fused {
		return s, nil
	}
	bare, m := *st, *st.model
	m.MaterialOf = make([]uint16, len(m.MaterialOf)) // all removed
	bare.model = &m
	return t.subject(bare.model, bare.params, bare.state)
}

// closeOther closes a subject that springless made.
func closeOther(other, s Subject) {
	if other != s {
		other.Close()
	}
}

// given returns the forces that a subject can be given: of one whose passes evaluate
// springs, only the external ones.
func (st *perturbed) given(forces []model.Vec3, s Subject) []model.Vec3 {
	if !slices.ContainsFunc(s.Passes(), func(name string) bool { return strings.HasPrefix(name, "fused-") }) {
		return forces
	}
	out := slices.Clone(forces)
	clear(out[:st.model.SpringCount()])
	return out
}

// springSlack returns the change by rounding alone of the sum of the forces of springs on
// each mass [N], when the pass evaluates them; else nil.
func (st *perturbed) springSlack(name string) []float64 {
	if _, fused := unfused(name); !fused {
		return nil
	}
	slack := make([]float64, st.model.MassCount())
	for s, ends := range st.model.Ends {
		allowed := springForceRoundings*rounding*st.springTerms(s) + st.slackJump(s)
		for _, end := range ends {
			slack[end] += allowed
		}
	}
	return slack
}

// slackOf is that of a mass.
func (v *integrateVerdict) slackOf(i int) float64 {
	if v.slack == nil {
		return 0
	}
	return v.slack[i]
}

// massForcesOf returns the forces on masses [N] that a subject finds at a state in which
// nothing but springs acts, from the velocities that a step gives masses at rest.
func massForcesOf(s Subject, m *model.Model, dt float64, state *model.State) ([][3]float32, error) {
	if err := s.Reset(state); err != nil {
		return nil, err
	}
	pass := integratePassOf(s)
	if pass == "" {
		pass = resident
	}
	if err := s.RunPass(pass); err != nil {
		return nil, err
	}
	var got model.Snapshot
	if err := s.Read(&got); err != nil {
		return nil, err
	}
	for i := range got.Velocity {
		for axis := range 3 {
			got.Velocity[i][axis] *= float32(m.Mass[i] / dt)
		}
	}
	return got.Velocity, nil
}
