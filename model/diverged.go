package model

import (
	"fmt"
	"math"
)

// DivergedError says that a state left the finite numbers, or is about to: a
// spring ran away.
type DivergedError struct {
	Step    int64   // the first step known to hold a non-finite value or a runaway spring
	Mass    int     // the lowest-numbered mass that is non-finite in that step; end A of a runaway spring
	Count   int64   // non-finite (mass, step) pairs seen; 0 when a spring ran away
	Runaway int     // the lowest-numbered spring that ran away; -1 when a mass is not finite
	Length  float64 // what no spring may be longer than [m]; see RunawayLength
	Springs []int   // up to eight springs at that mass
	Cause   string  // the likely cause, in words
}

func (e *DivergedError) Error() string {
	if e.Runaway >= 0 {
		return fmt.Sprintf("diverged at step %d: spring %d, at mass %d (springs %v), is longer than %.3g m, %d times the longest spring of the start; %s",
			e.Step, e.Runaway, e.Mass, e.Springs, e.Length, RunawayFactor, e.Cause)
	}
	return fmt.Sprintf("diverged at step %d: mass %d (springs %v) is not a finite number; %s",
		e.Step, e.Mass, e.Springs, e.Cause)
}

// RunawayFactor is how many times longer than the longest spring of the start a
// spring must be to have run away. Rubber stretches tenfold.
const RunawayFactor = 100

// RunawayLength is the length [m] beyond which a spring counts as torn away by
// a step that is too large: 100 times the longest spring of a start state, rest
// lengths included; removed springs do not count. A blow-up grows exponentially
// and passes it a few steps after anything that physics could do. +Inf when no
// spring has a length.
func RunawayLength(m *Model, s *State) float64 {
	most := make([]float64, BlockCount(m.SpringCount()))
	InBlocks(m.SpringCount(), func(block, first, last int) {
		longest := 0.0
		for i := first; i < last; i++ {
			if ends := m.Ends[i]; m.MaterialOf[i] != Removed {
				longest = max(longest, m.RestLength[i], s.Position[ends[1]].Sub(s.Position[ends[0]]).Len())
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

// Diverged builds the error for a mass of m that is not a finite number: its
// springs and the likely cause.
func Diverged(m *Model, p Params, step int64, mass int, count int64) *DivergedError {
	e := &DivergedError{Step: step, Mass: mass, Count: count, Runaway: -1}
	e.explain(m, p)
	return e
}

// RanAway builds the error for a spring of m that is longer than length [m].
func RanAway(m *Model, p Params, step int64, spring int, length float64) *DivergedError {
	e := &DivergedError{Step: step, Mass: int(m.Ends[spring][0]), Runaway: spring, Length: length}
	e.explain(m, p)
	return e
}

// explain fills in the springs at the mass and the likely cause.
func (e *DivergedError) explain(m *Model, p Params) {
	for s, ends := range m.Ends {
		if int(ends[0]) == e.Mass || int(ends[1]) == e.Mass {
			e.Springs = append(e.Springs, s)
			if len(e.Springs) == 8 {
				break
			}
		}
	}
	switch safe := SafeStep(m, p); {
	case safe == 0:
		e.Cause = fmt.Sprintf("no step is safe for %v on this structure (dt = %.3g s), which gains energy at any: "+
			"use another integrator", p.Integrator, p.DT)
	case p.DT > safe:
		e.Cause = fmt.Sprintf("dt = %.3g s is above the safe step %.3g s of %v (valid while springs keep L > L0/2): "+
			"use a smaller dt, or a lower stiffness", p.DT, safe, p.Integrator)
	default:
		e.Cause = fmt.Sprintf("dt = %.3g s is within the safe step %.3g s of %v, which holds only while springs keep "+
			"L > L0/2: springs may have collapsed, or the start state is not finite", p.DT, safe, p.Integrator)
	}
}
