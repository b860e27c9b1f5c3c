package physics

import (
	"fmt"
	"math"

	"hooke/model"
)

// StateError is an error of a state: an engine cannot compute a step from it, although
// machine and model are sound. The run can continue from another state, and often with other
// parameters. All other errors of Step and Finish end a run.
type StateError interface {
	error
	// AtStep returns the first step without a valid state.
	AtStep() int64
}

var _, _ StateError = (*DivergedError)(nil), (*CollisionError)(nil)

// CollisionError reports that an engine cannot find the colliding pairs of masses in a step:
// masses are too crowded, or move too far within the step. The engine keeps a valid state
// before the step.
type CollisionError struct {
	Step  int64 // the first step that was not computed
	Cause error // message that names the engine and the remedy
}

func (e *CollisionError) Error() string { return e.Cause.Error() }
func (e *CollisionError) Unwrap() error { return e.Cause }

// AtStep implements StateError.
func (e *CollisionError) AtStep() int64 { return e.Step }

// DivergedError reports a state with numbers that are not finite, or that will soon have them
// because a spring is far too long. It refers to states between steps, so that it does not
// depend on when the state is checked, nor on where a run was interrupted.
type DivergedError struct {
	Step    int64   // first state with a number that is not finite, or a spring that is far too long
	Mass    int     // the lowest-numbered non-finite mass of that step, or end A of the long spring
	Count   int64   // number of non-finite (mass, step) pairs seen; 0 for a long spring
	Runaway int     // the lowest-numbered long spring; -1 if a mass is not finite
	Length  float64 // largest length that a spring may have [m]; see RunawayLength
	Springs []int   // up to eight springs at mass Mass
	Cause   string  // the likely cause, for the message

	unsure bool // whether Cause is in doubt
}

func (e *DivergedError) Error() string {
	if e.Runaway >= 0 {
		return fmt.Sprintf("diverged at step %d: spring %d, at mass %d (springs %v), is longer than %.3g m, %d times the longest spring of the start; %s",
			e.Step, e.Runaway, e.Mass, e.Springs, e.Length, RunawayFactor, e.Cause)
	}
	return fmt.Sprintf("diverged at step %d: mass %d (springs %v) is not a finite number; %s",
		e.Step, e.Mass, e.Springs, e.Cause)
}

// AtStep implements StateError.
func (e *DivergedError) AtStep() int64 { return e.Step }

// RunawayFactor is the length of a spring that has diverged, relative to the longest spring
// of the start. Rubber stretches tenfold.
const RunawayFactor = 100

// RunawayLength returns the length [m] beyond which a spring counts as diverged because the
// step is too large: 100 times the longest spring of a start state. Rest lengths count as
// lengths, removed springs do not. A blow-up grows exponentially and reaches this length
// within a few steps. It is +Inf if no spring has a length.
func RunawayLength(m *model.Model, s *model.State) float64 {
	most := make([]float64, model.BlockCount(m.SpringCount()))
	SpringBlocks(m, m.Positions(s), func(block int, some NearSprings) {
		longest := 0.0
		for i, ends := range some.Ends {
			if some.MaterialOf[i] != model.Removed {
				longest = max(longest, some.RestLength[i], some.At[ends[1]].Sub(some.At[ends[0]]).Len())
			}
		}
		most[block] = longest
	})
	longest := 0.0
	for _, length := range most {
		longest = max(longest, length)
	}
	if longest == 0 {
		return math.Inf(1)
	}
	return RunawayFactor * longest
}

// Diverged returns the error for a mass of m that is not finite, with its springs and the
// likely cause.
func Diverged(m *model.Model, p model.Params, step int64, mass int, count int64) *DivergedError {
	e := &DivergedError{Step: step, Mass: mass, Count: count, Runaway: -1}
	e.explain(m, p)
	return e
}

// RanAway returns the error for a spring of m that is longer than length [m].
func RanAway(m *model.Model, p model.Params, step int64, spring int, length float64) *DivergedError {
	ends, _, _ := m.Spring(spring)
	e := &DivergedError{Step: step, Mass: int(ends[0]), Runaway: spring, Length: length}
	e.explain(m, p)
	return e
}

// explain fills in the springs at the mass and the likely cause.
func (e *DivergedError) explain(m *model.Model, p model.Params) {
	m.EachSprings(func(first int, some model.Springs) bool {
		for s, ends := range some.Ends {
			if int(ends[0]) == e.Mass || int(ends[1]) == e.Mass {
				e.Springs = append(e.Springs, first+s)
				if len(e.Springs) == 8 {
					return false
				}
			}
		}
		return true
	})
	switch safe := SafeStep(m, p); {
	case safe == 0:
		e.Cause = fmt.Sprintf("no step is safe for %v on this structure (dt = %.3g s), which gains energy at any: "+
			"use another integrator", p.Integrator, p.DT)
	case p.DT > safe:
		e.Cause = fmt.Sprintf("dt = %.3g s is above the safe step %.3g s of %v (valid while springs keep L > L0/2): "+
			"use a smaller dt, or a lower stiffness", p.DT, safe, p.Integrator)
	default:
		e.Cause, e.unsure = e.causeWithin(m, p, safe)
	}
}

// causeWithin returns the likely cause when the step seems safe, and whether that cause is
// in doubt.
func (e *DivergedError) causeWithin(m *model.Model, p model.Params, safe float64) (cause string, unsure bool) {
	soft, normalized := e.tooSoft(m, p)
	step := fmt.Sprintf("dt = %.3g s is within the safe step %.3g s of %v, which holds only while springs keep L > L0/2", p.DT, safe, p.Integrator)
	if math.IsInf(safe, 1) {
		step = fmt.Sprintf("no spring or contact limits dt = %.3g s as long as springs keep L > L0/2", p.DT)
	}
	switch {
	case normalized:
		return soft, false
	case soft != "":
		return soft + "; or springs have collapsed: " + step, true
	}
	return step + ": springs may have collapsed, or the start state is not finite", true
}

// tooSoft returns the cause if the diverged spring cannot carry the load on the structure,
// and whether its material is a normalized one; empty if the spring could carry it, or if
// none diverged.
func (e *DivergedError) tooSoft(m *model.Model, p model.Params) (cause string, normalized bool) {
	if e.Runaway < 0 {
		return "", false
	}
	load := 0.0
	for i := range m.MassCount() {
		if m.PinOf(i) != model.PinAll {
			load += m.MassAt(i) * p.Gravity.Len()
		}
	}
	for _, f := range p.Forces {
		largest := f.Force.Len() * f.Table.Largest()
		m.Each(f.Masses, func(int) { load += largest })
	}
	k := ResolverOf(m, p).Spring(e.Runaway).Stiffness
	if !(load > k*e.Length) {
		return "", false
	}
	cause = fmt.Sprintf("the spring is too soft: all weight and forces together, %.3g N, stretch its k = %.3g N/m by %.3g m", load, k, load/k)
	if _, _, material := m.Spring(e.Runaway); m.Materials[material].Vocabulary() == model.Normalized && !p.Integrator.Method().Divides {
		return cause + fmt.Sprintf("; its stiffness is normalized, a share of the largest that dt = %.3g s allows: use solver = \"impulses\" (--solver impulses), which keeps Cs and Cd at each substep, a smaller dt (k grows as 1/dt²), or less weight", p.DT), true
	}
	return cause + ": use a higher stiffness, or less weight", false
}

// doubtfulStrain is the strain by rounding above which rounding is named beside other
// causes.
const doubtfulStrain = 1e-5

// Rounded adds to a doubtful cause the effect of rounding to the given bits on the structure
// at rest, if it is large.
func (e *DivergedError) Rounded(m *model.Model, p model.Params, bits int) *DivergedError {
	if r := RoundingOf(m, p, m.Start(), bits); e.unsure && r.Strain > doubtfulStrain {
		e.Cause += "; or it is rounding: " + r.String()
	}
	return e
}
