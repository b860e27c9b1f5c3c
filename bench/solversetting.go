package bench

import (
	"fmt"
	"math"

	"hooke/model"
	"hooke/physics"
	"hooke/physics/bigstep"
)

// SolverSetting is a solver with its parameters.
type SolverSetting struct {
	Solver     model.Integrator
	Safe       float64 // of solvers with a safe step: the step as a share of it
	Substeps   int     // of solvers that divide steps; 0: the solver's own choice
	Iterations int     // 0: the solver's own
	Warm       float64
	Forward    bool
}

// SolverChoices are parameters for solvers that divide steps. All combinations that a solver supports
// are measured. If all are empty, each solver is measured with its most telling settings.
type SolverChoices struct {
	Substeps   []int
	Iterations []int
	Warm       []float64
}

func (c SolverChoices) given() bool { return len(c.Substeps)+len(c.Iterations)+len(c.Warm) > 0 }

// explicitShares returns the steps of solvers with a safe step, as shares of it.
func explicitShares() []float64 { return []float64{0.9, 0.45} }

// SolverSettings returns the settings of a solver that are measured for the choices.
func SolverSettings(solver model.Integrator, c SolverChoices) (out []SolverSetting) {
	method := solver.Method()
	if !method.Divides {
		for _, share := range explicitShares() {
			out = append(out, SolverSetting{Solver: solver, Safe: share})
		}
		return out
	}
	if !c.given() {
		return telling(solver)
	}
	orOne := func(list []int) []int {
		if len(list) == 0 {
			return []int{0}
		}
		return list
	}
	warm := c.Warm
	if len(warm) == 0 || !method.Warms {
		warm = []float64{0}
	}
	iterations := orOne(c.Iterations)
	for _, substeps := range orOne(c.Substeps) {
		for _, n := range iterations {
			for _, w := range warm {
				out = append(out, SolverSetting{Solver: solver, Substeps: substeps, Iterations: n, Warm: w})
			}
		}
	}
	return out
}

// telling returns settings of a solver that divides steps that show its strengths and
// weaknesses.
func telling(solver model.Integrator) []SolverSetting {
	at := func(substeps, iterations int) SolverSetting {
		return SolverSetting{Solver: solver, Substeps: substeps, Iterations: iterations}
	}
	forward := func(substeps, iterations int) SolverSetting {
		s := at(substeps, iterations)
		s.Forward = true
		return s
	}
	switch solver {
	case model.Impulses:
		warm := at(40, 1)
		warm.Warm = model.MaxWarm
		return []SolverSetting{at(0, 1), at(4, 10), at(10, 1), at(20, 1), at(40, 1), warm, at(100, 1),
			forward(4, 10), forward(10, 1), forward(36, 1), forward(40, 1), forward(100, 1)} // 36: the least cost of stiff-128 for an error below 2 %
	case model.ImplicitEuler:
		return []SolverSetting{at(0, 0), at(4, 10), at(40, 1), at(100, 1)}
	}
	return []SolverSetting{at(0, 0), at(4, 10), at(10, 1), at(40, 1)}
}

// Words name the setting for users, solver apart: 40 × 1, warm 0.5.
func (s SolverSetting) Words() string {
	if s.Safe > 0 {
		return fmt.Sprintf("%g dt_safe", s.Safe)
	}
	words := "its own"
	switch {
	case s.Substeps > 0 && s.Iterations > 0:
		words = fmt.Sprintf("%d × %d", s.Substeps, s.Iterations)
	case s.Substeps > 0:
		words = fmt.Sprintf("%d substeps", s.Substeps)
	case s.Iterations > 0:
		words = fmt.Sprintf("its own × %d", s.Iterations)
	}
	if s.Warm > 0 {
		words += fmt.Sprintf(", warm %g", s.Warm)
	}
	if s.Forward {
		words += ", forward"
	}
	return words
}

// params returns those of a run with the setting, of the given number of steps in all. An error says that the
// solver refuses the scene.
func (s SolverSetting) params(m *model.Model, p model.Params, frames int) (model.Params, int, error) {
	p = p.SolvedBy(s.Solver)
	if s.Safe > 0 {
		safe := s.Safe * physics.SafeStep(m, p)
		if !(safe > 0) {
			return p, 0, fmt.Errorf("%v is stable at %w", s.Solver, errNoStep)
		}
		steps := int(math.Ceil(float64(frames) * frame / safe))
		p.DT = float64(frames) * frame / float64(steps)
		return p, steps, nil
	}
	p.DT, p.Substeps, p.Iterations, p.Warm, p.Forward = frame, s.Substeps, s.Iterations, s.Warm, s.Forward
	p, err := bigstep.With(m, p)
	return p, frames, err
}

// visits returns how often a step visits a spring: each sweep of impulses there and back does so twice.
func visits(p model.Params) int {
	if p.Integrator == model.Impulses && !p.Forward {
		return 2 * p.Visits()
	}
	return p.Visits()
}
