package report

import (
	"hooke/bench"
	"hooke/physics/bigstep"
	"hooke/scene"
)

// Advice names the solver that suits a structure at steps of 1/60 s, and holds the cost of each.
type Advice struct {
	Frame    float64   `json:"frame"`           // the step that is compared [s]
	Ratio    *float64  `json:"ratio"`           // of it and the safe explicit step; null where springs follow the step, or none is safe
	SafeStep *float64  `json:"frame_dt_safe"`   // safe step of symplectic Euler [s]; null where the ratio is, or where nothing limits it
	Solid    bool      `json:"solid"`           // springs fill space
	Solvers  []Solving `json:"solvers"`         // cost of each solver; absent without a ratio
	Take     string    `json:"take"`            // the solver to take
	Why      string    `json:"why"`             // in words
	Error    *float64  `json:"expected_error"`  // class of the error of this run, by impulses, of the motion; null where nothing is known
	Basis    string    `json:"basis,omitempty"` // where costs come from, and where they do not apply
}

// Solving holds the cost of a solver in 1/60 s.
type Solving struct {
	Solver  string   `json:"solver"`
	Sweeps  *int     `json:"sweeps"`                    // explicit steps, or substeps of one iteration; null where their number does not decide
	AtLeast bool     `json:"more_are_needed,omitempty"` // for an error of 1 %
	Error   *float64 `json:"error"`                     // with these, of the motion
	Words   string   `json:"words"`
}

// adviceOf returns the advice for a scene.
func adviceOf(s *scene.Scene) *Advice {
	a := bigstep.AdviceOf(s.Model, s.Params)
	out := &Advice{Frame: bigstep.Frame, Ratio: bench.Finite(a.Ratio), Solid: a.Solid, Take: a.Take.String(), Why: a.Why, Solvers: []Solving{}}
	if a.Safe > 0 {
		out.SafeStep = &a.Safe
	}
	for _, c := range a.Costs {
		cost := Solving{Solver: c.Solver.String(), AtLeast: c.AtLeast, Words: c.Words()}
		if c.Sweeps > 0 {
			cost.Sweeps, cost.Error = &c.Sweeps, &c.Error
		}
		out.Solvers = append(out.Solvers, cost)
	}
	if len(a.Costs) > 0 {
		out.Basis = bigstep.Basis
	}
	if e := a.ExpectedError(s.Params); e > 0 {
		out.Error = &e
	}
	return out
}

// write writes the lines of the advice.
func (a *Advice) write(line printLine) {
	if a == nil {
		return
	}
	kind := map[bool]string{true: "a solid: its springs fill space", false: "no solid: cloth, rope, net or frame"}[a.Solid]
	switch {
	case a.Ratio == nil:
		line("at 1/60 s", "%s", kind)
	case a.SafeStep == nil:
		line("at 1/60 s", "nothing limits an explicit step; %s", kind)
	default:
		line("at 1/60 s", "%.3g of the safe steps of %.3g s of symplectic-euler; %s", *a.Ratio, *a.SafeStep, kind)
	}
	for _, c := range a.Solvers {
		line("", "%s: %s", c.Solver, c.Words)
	}
	if a.Basis != "" {
		line("", "%s", a.Basis)
	}
	if a.Error != nil {
		line("", "of this run: an error of about %.2g %% of the motion", 100**a.Error)
	}
	line("", "take %s: %s", a.Take, a.Why)
}
