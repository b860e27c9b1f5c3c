package run

import (
	"cmp"
	"fmt"
	"math"

	"hooke/model"
	"hooke/physics"
	"hooke/physics/bigstep"
	"hooke/scene"
)

// Verdict returns an error for a balance that cannot be physics, with the change of the
// energy and the likely cause. An energy that is not a number is an error too: masses with
// finite numbers can have it.
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
		return fmt.Errorf("%s: the run blew up; %s: no step is safe for %v here: use another --solver", grew, step, p.Integrator)
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

// roundingAdvice is a remedy for rounding, for messages.
const roundingAdvice = "move distant parts closer together, or use --precision compensated or double, or --engine cpuref"

// warm reports whether rounding explains the growth of energy.
func (j Judge) warm(a Balance) bool {
	return j.Grown(a) <= j.physics(a)+j.rounding(a)
}

// worthTelling is the share of the energy above which rounding is worth a warning.
const worthTelling = 0.05

// Strain returns the approximate root mean square strain of the springs if they hold all
// available energy.
func (j Judge) Strain() float64 {
	if j.Rounding.Whole == 0 {
		return 0
	}
	return math.Sqrt(j.Available / j.Rounding.Whole)
}

// Warning returns a warning, before a run of that number of steps, that rounding will be
// visible: compared with the strains that its energy E can cause, or with E itself. The heat
// H is random, so it changes E by about √(E H) in either direction, in addition to H. It is
// empty if rounding will not be visible, and for a structure without energy.
func (j Judge) Warning(steps int64) string {
	strain, heat := j.Strain(), j.Rounding.HeatIn(steps)
	change := heat + math.Sqrt(heat*j.Available)
	if strain == 0 || j.Rounding.Strain <= worthTelling*strain && change <= worthTelling*j.Available {
		return ""
	}
	return fmt.Sprintf("%s; the structure's own energy makes a strain of %.1g. Rounding may change the %.2g J that can move it by about %.2g J in %d steps: %s",
		j.Rounding, strain, j.Available, change, steps, roundingAdvice)
}

// Apart returns a warning, after a run, that the resolution of positions at the farthest mass
// is coarse, if its origin could not follow all masses and springs there are affected:
// compared with the strains that the energy of the start can cause. Otherwise it is empty.
func (j Judge) Apart(end Balance) string {
	r := j.Rounding
	if !(end.Far > 2*r.Far) || r.Far == 0 {
		return ""
	}
	r.Strain *= end.Far / r.Far
	r.Far, r.Step = end.Far, physics.Ulp(end.Far, r.Bits)
	if !(r.Strain > worthTelling*j.Strain()) || j.Strain() == 0 {
		return ""
	}
	return fmt.Sprintf("masses have gone far from each other, so that no origin is near all of them: %s: %s", r, roundingAdvice)
}

// Unexplained returns a warning, after a run that may be physics, if more than a twentieth of
// its energy is unexplained; else it is empty. That part is the growth at the worst sample
// divided by the energy available and put in, or, with a ledger, the residual at the end
// divided by the energy exchanged.
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

// judgeOf returns the judge in a record, or that of the scene's start, which it stores in the
// record: a resumed run is judged by its own start.
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

// BlownUp returns an error if the state of an engine, steps after the scene's start, has
// blown up by its energy alone; else nil.
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

// warn reports problems of a run that ended well. It returns the first error of big steps,
// which is a failure with Options.Strict.
func (r *Run) warn(result *Result) (unsolved string) {
	if note := r.judge.Unexplained(r.Scene.Model, r.Scene.Params, result.Worst, result.Ledger); note != "" {
		r.options.note("warning: %s", note)
	}
	if words := r.judge.Apart(result.Worst); words != "" {
		r.options.note("warning: %s", words)
	}
	if words := r.passes.Words(); words != "" {
		r.options.note("warning: %s", words)
	}
	left := result.Residual
	if result.Softest.Strain > left.Strain {
		left = result.Softest
	}
	told := []string{bigstep.ResidualWords(r.Scene.Params, left)}
	if result.Judged != nil {
		told = append(told, result.Judged.Words(r.Scene.Params)...)
	}
	for _, words := range told {
		if words != "" {
			r.options.note("warning: %s", words)
			unsolved = cmp.Or(unsolved, words)
		}
	}
	if found := result.Touching; found != nil {
		if words := physics.TouchesWords(found.Most, r.Scene.Params); words != "" {
			r.options.note("warning: %s", words)
		}
	}
	return unsolved
}
