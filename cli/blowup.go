package cli

import (
	"hooke/model"
	"hooke/run"
	"hooke/scene"
)

// judgeOf is the judge that a record remembers, or else that of the scene's start,
// which is noted there: a run that is resumed is judged by the start it had.
func judgeOf(s *scene.Scene, precision string, record *runRecord) run.Judge {
	if record.Judge != nil {
		return *record.Judge
	}
	judge := run.JudgeOf(s.Model, s.Params, s.Start, precision)
	if record.Start != nil && record.Available != nil { // as written before there was a judge
		judge.Start, judge.Available = *record.Start, *record.Available
	}
	if judge.Finite() {
		record.Judge = &judge
	}
	return judge
}

// blownUp is the verdict on the state of an engine some steps after the scene's start,
// of which no more is known than its energy.
func blownUp(s *scene.Scene, engine model.Engine, steps int64) error {
	energy, err := engine.Energy()
	if err != nil {
		return err
	}
	var state model.Snapshot
	if err := engine.Read(&state); err != nil {
		return err
	}
	judge := judgeOf(s, engine.Describe().Precision, &runRecord{})
	return judge.Verdict(s.Model, s.Params, run.Account{}.Then(steps, model.Ledger{Now: energy}).Ending(&state))
}

// noteRounding says before a run of so many steps that rounding will be seen in it.
func (a App) noteRounding(judge run.Judge, steps int64) {
	if warning := judge.Warning(steps); warning != "" {
		a.note("warning: %s", warning)
	}
}
