package bigstep

import (
	"fmt"
	"math"

	"hooke/model"
)

// Advice compares the solvers for a structure at steps of 1/60 s, with their costs.
type Advice struct {
	Ratio float64 // Frame over the safe step of symplectic Euler; 0: nothing limits a step; +Inf: none is safe, or springs follow the step
	Safe  float64 // that safe step [s]; 0 with an infinite ratio
	Solid bool    // springs fill space, see Solid
	Costs []Cost  // of the solvers that are compared, in their order; empty where no ratio tells them
	Take  model.Integrator
	Why   string
}

// Cost is the class of a solver's cost for a Frame, by measured readings of other structures
// with that ratio.
type Cost struct {
	Solver  model.Integrator
	Sweeps  int     // over all springs: explicit steps, or substeps of one iteration; 0: their number does not decide
	AtLeast bool    // more than these are needed for 1 %
	Error   float64 // that is left with these, as a share of the motion; 0 where Sweeps is 0
}

// sweepCost is how many explicit steps a sweep of impulses there and back is worth: some 3 where
// the state is in a cache, and 10 where it is not (docs/performance.md).
const sweepCost = 6

// Basis says where costs come from, and where they do not apply.
const Basis = "estimated from undamped cloth and an undamped beam; damped, driven or resting structures may need less, and contacts and collisions were not measured (docs/big-steps.md)"

// AdviceOf compares the solvers for a structure.
func AdviceOf(m *model.Model, p model.Params) Advice {
	p.DT = Frame
	a := Advice{Solid: Solid(m), Ratio: math.Inf(1)}
	switch {
	case anyOf(m, func(of *model.Material) bool { return of.Rigid }):
		a.Take, a.Why = model.Impulses, "it has rigid springs, and no other solver has them"
		return a
	case anyOf(m, func(of *model.Material) bool { return of.Rod.There() }):
		a.Take, a.Why = model.Impulses, "it has rods that bend and twist, and no other solver has them"
		return a
	case m.HasNormalized():
		a.Take, a.Why = model.Impulses, "normalized springs are as stiff as the step lets them be: explicit steps of 1/60 s cap Cs and Cd and leave them soft, and impulses keep both at each substep"
		return a
	}
	if a.Ratio = Ratio(m, p); a.Ratio > 0 && !math.IsInf(a.Ratio, 1) {
		a.Safe = Frame / a.Ratio
	}
	switch {
	case a.Ratio == 0:
		a.Why = "nothing limits its step"
		return a
	case math.IsInf(a.Ratio, 1):
		a.Take, a.Why = model.Impulses, "no explicit step of 1/60 s or less is safe"
		return a
	}
	a.compare()
	return a
}

// anyOf reports whether a material is so.
func anyOf(m *model.Model, so func(*model.Material) bool) bool {
	for i := range m.Materials {
		if so(&m.Materials[i]) {
			return true
		}
	}
	return false
}

// compare sets the fields that follow from the ratio.
func (a *Advice) compare() {
	steps := int(math.Ceil(a.Ratio/withinSafe - 1e-9))
	a.Costs = append(a.Costs, Cost{Solver: model.SymplecticEuler, Sweeps: steps, Error: explicitError})
	list := ofSheets
	if a.Solid {
		list = ofSolids
	}
	for _, i := range []model.Integrator{model.Impulses, model.ImplicitEuler} {
		sweeps, left, atLeast := expected(list[i], a.Ratio)
		a.Costs = append(a.Costs, Cost{i, sweeps, atLeast, left})
	}
	a.Costs = append(a.Costs, Cost{Solver: model.PositionBased}, Cost{Solver: model.EnergyConserving})
	sweeps := a.Costs[1].Sweeps
	switch {
	case a.Ratio <= 1:
		a.Why = "1/60 s is a safe step"
	case a.Solid:
		a.Why = "in solids vibrations travel through, and explicit steps have less error for the same cost"
	case steps <= sweepCost*sweeps:
		a.Why = fmt.Sprintf("%d explicit steps cost no more than %d sweeps of impulses, of which each costs 3 to 10, and have less error", steps, sweeps)
	default:
		a.Take, a.Why = model.Impulses, fmt.Sprintf("%d sweeps, of which each costs 3 to 10 explicit steps, in place of %d", sweeps, steps)
		if words := a.Costs[1].left(); words != "" {
			a.Why += words
		}
	}
}

// Words say the cost for users.
func (c Cost) Words() string {
	many := "about"
	if c.AtLeast {
		many = "more than"
	}
	switch {
	case c.Solver == model.EnergyConserving:
		return "one step by Newton's method: keeps energy exactly; vibrations fast against the step are too slow, each by the phase ωh − 2 atan(ωh/2) a step"
	case c.Sweeps == 0:
		return "reads no k: its error, 0.4 to 8 % with stiff cloth and more than 14 % with solids, stays whatever the sweeps"
	case !c.Solver.Method().Divides:
		return fmt.Sprintf("%d steps; their error is at most %s of the motion", c.Sweeps, percent(c.Error))
	case c.Solver.Method().Tolerance > 0:
		return fmt.Sprintf("%s %d substeps of one iteration for an error of 1 %%%s", many, c.Sweeps, c.left())
	}
	return fmt.Sprintf("%s %d substeps for an error of 1 %%%s", many, c.Sweeps, c.left())
}

// left says which error is there where 1 % is not reached.
func (c Cost) left() string {
	if !c.AtLeast || c.Error < 1.5*enough {
		return ""
	}
	return fmt.Sprintf(" (about %s with these)", percent(c.Error))
}

// percent writes a share with one digit.
func percent(share float64) string {
	if share >= 0.095 {
		return fmt.Sprintf("%.0f0 %%", 10*share)
	}
	return fmt.Sprintf("%.1g %%", 100*share)
}

// ExpectedError returns the class of the error of a run by impulses, of the motion: of first order in
// the substep, from the readings. It is 0 where they say nothing: of other solvers, and of
// springs that follow the step.
func (a Advice) ExpectedError(p model.Params) float64 {
	if p.Integrator != model.Impulses || len(a.Costs) == 0 || p.Substeps == 0 {
		return 0
	}
	of, left := a.Costs[1], enough
	if of.AtLeast {
		left = of.Error
	}
	return left * float64(of.Sweeps) / Frame * p.DT / float64(p.Substeps)
}
