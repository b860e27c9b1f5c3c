package run

import (
	"fmt"
	"math"

	"hooke/model"
	"hooke/physics"
	"hooke/scene"
)

// Verdict is an error when the account cannot be that of a run of physics: what
// the energy did, and the likely cause. Finite numbers in every mass do not make a
// finite energy: what is not a number is an error too.
func (j Judge) Verdict(m *model.Model, p model.Params, a Balance) error {
	grown := j.Grown(a)
	if !(j.Excess(a) > 0) || !Knows(p) && !math.IsInf(grown, 0) {
		return nil
	}
	safe := physics.SafeStep(m, p)
	grew := fmt.Sprintf("energy grew from %.3g J to %.3g J", j.start(a), a.Energy.Total())
	step := fmt.Sprintf("dt = %.3g s, safe step %.3g s", p.DT, safe)
	if math.IsInf(safe, 1) {
		step = fmt.Sprintf("dt = %.3g s, and no spring or contact limits it", p.DT)
	}
	switch {
	case safe == 0:
		return fmt.Errorf("%s: the run blew up; %s: no step is safe for %v here: use another --integrator", grew, step, p.Integrator)
	case p.DT > safe:
		return fmt.Errorf("%s: the run blew up; %s: dt is above the safe step: use a smaller --dt", grew, step)
	case j.Inside > 0 && grown <= 2*(j.Inside+j.Available):
		return fmt.Errorf("%s, without the %.3g J of masses that start inside shapes: these throw the structure out; "+
			"move it out of the shapes, or make them softer", grew, j.Inside)
	case j.warm(a):
		return fmt.Errorf("%s: rounding, not physics; %s, and %d steps of it add about %.2g J there: %s", grew,
			j.Rounding, a.Steps, j.Rounding.HeatIn(a.Steps), roundingAdvice)
	}
	return fmt.Errorf("%s: the run blew up; %s: dt is within it, which holds only while springs keep L > L0/2: "+
		"use a smaller --dt, or look for springs that collapsed", grew, step)
}

// roundingAdvice is what to do about rounding.
const roundingAdvice = "move the structure to the origin, or use --engine gpu with --precision compensated, or --engine cpuref"

// warm says whether rounding explains what has grown.
func (j Judge) warm(a Balance) bool {
	return j.Grown(a) <= j.physics(a)+j.rounding(a)
}

// worthTelling is the share of what is there above which rounding is told.
const worthTelling = 0.05

// Strain is about the strain of the springs, root mean square, when all that is
// available is in them.
func (j Judge) Strain() float64 {
	if j.Rounding.Whole == 0 {
		return 0
	}
	return math.Sqrt(j.Available / j.Rounding.Whole)
}

// Warning says, before a run of so many steps, that rounding will be seen in it:
// against the strains that its energy E is good for, or against E itself. Heat H
// comes at random, so that it changes E by about √(E H) either way beside H. Empty
// where it will not be seen, and where a structure has nothing to compare with.
func (j Judge) Warning(steps int64) string {
	strain, heat := j.Strain(), j.Rounding.HeatIn(steps)
	change := heat + math.Sqrt(heat*j.Available)
	if strain == 0 || j.Rounding.Strain <= worthTelling*strain && change <= worthTelling*j.Available {
		return ""
	}
	return fmt.Sprintf("%s; the structure's own energy is good for a strain of %.1g. Rounding may change the %.2g J that can move it by about %.2g J in %d steps: %s",
		j.Rounding, strain, j.Available, change, steps, roundingAdvice)
}

// Unexplained says, after a run that may have been physics, that more than a
// twentieth of its energy is explained by nothing; empty otherwise. That is what has
// grown at the worst sample, as a part of what was available and put in; or, where a
// ledger is kept, its residual at the end as a part of what was exchanged.
func (j Judge) Unexplained(m *model.Model, p model.Params, worst Balance, ledger *model.Ledger) string {
	if !Knows(p) {
		return ""
	}
	least := heatMargin * j.Rounding.Floor
	amount, of, what := j.Grown(worst), j.Available+worst.Put, "that it had"
	if ledger != nil && !(amount > worthTelling*of+least) {
		amount, of, what = ledger.Residual(), ledger.Exchanged(), "exchanged"
	}
	if !(math.Abs(amount) > worthTelling*of+least) || ledger == nil && amount < 0 {
		return ""
	}
	note := fmt.Sprintf("nothing explains %.2g J of the energy, %.2g %% of the %.3g J %s", amount, 100*math.Abs(amount)/of, of, what)
	safe := physics.SafeStep(m, p)
	switch {
	case math.Abs(amount) <= j.rounding(worst)+2*math.Sqrt(j.Available*j.Rounding.HeatIn(worst.Steps)):
		return fmt.Sprintf("%s, but rounding: %s: %s", note, j.Rounding, roundingAdvice)
	case math.IsInf(safe, 1) || safe == 0:
		return fmt.Sprintf("%s: use a smaller --dt than %.3g s", note, p.DT)
	}
	return fmt.Sprintf("%s: dt = %.3g s is %.2g of the safe step; use a smaller --dt", note, p.DT, p.DT/safe)
}

// judgeOf is the judge that a record remembers, or else that of the scene's start,
// which is noted there: a run that is resumed is judged by the start it had.
func judgeOf(s *scene.Scene, precision string, of *record) Judge {
	if of.Judge != nil {
		return *of.Judge
	}
	judge := JudgeOf(s.Model, s.Params, s.Start, precision)
	if of.Start != nil && of.Available != nil { // as written before there was a judge
		judge.Start, judge.Available = *of.Start, *of.Available
	}
	if judge.Finite() {
		of.Judge = &judge
	}
	return judge
}

// BlownUp is the verdict on the state of an engine some steps after the scene's start,
// of which no more is known than its energy.
func BlownUp(s *scene.Scene, engine model.Engine, steps int64) error {
	energy, err := engine.Energy()
	if err != nil {
		return err
	}
	var state model.Snapshot
	if err := engine.Read(&state); err != nil {
		return err
	}
	judge := judgeOf(s, engine.Describe().Precision, &record{})
	return judge.Verdict(s.Model, s.Params, Balance{}.Then(steps, model.Ledger{Now: energy}).Ending(&state))
}
