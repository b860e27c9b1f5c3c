package sweep

import (
	"context"

	"hooke/model"
	"hooke/scene/open"
)

// pathFault returns, instead of an error of a spec with too many points, the fault of a variable that names nothing in the scene:
// a range in a path may cause their number.
func (p *Plan) pathFault(of error) error {
	if p.Spec.levels() <= mostRuns {
		return of
	}
	var err error
	if p.Base, err = open.NewBase(p.Spec.Scene); err != nil {
		return of
	}
	sample := p.Spec.sample()
	if err = p.judge(sample); err == nil {
		return of
	}
	return p.blame(&Job{Settings: sample}, err, p.judge)
}

// mostMade bounds the sizes of the scenes that are made for their faults, all together: masses, springs and triangles of about two seconds
// of a core.
const mostMade = 10_000_000

// begin makes the scene of the first job and, by its size, says of how many jobs scenes are made for their faults.
func (w *judge) begin(ctx context.Context) error {
	if ctx.Err() != nil {
		return nil // fill tells it
	}
	first := Job{Run: w.Shard.point(0), Values: w.points.Values(w.Shard.point(0))}
	if err := w.set(&first); err != nil {
		return err
	}
	return w.makeFirst(&first)
}

// makeFirst makes the scene of the first job. Runners say themselves why they refuse that.
func (w *judge) makeFirst(j *Job) error {
	s, err := w.trial.Make(j.Settings)
	if err != nil {
		return w.blame(j, err, func(settings []string) error {
			_, err := w.trial.Make(settings)
			return err
		})
	}
	if w.made = mostMade; s != nil {
		w.made = mostMade / max(1, int64(s.Model.MassCount())+int64(s.Model.SpringCount())+int64(len(s.Model.Triangles)))
		w.noted.add(j.Run, s.Report.Notes)
	}
	w.Notes = w.noted.lines(j.Run)
	return nil
}

// make makes the scene of a job, unless it is like another one, and checks that the engine
// supports it.
func (w *judge) make(j *Job) error {
	try := func(settings []string) error {
		s, err := w.trial.Make(settings)
		if err != nil || s == nil {
			return err
		}
		w.noted.add(j.Run, s.Report.Notes)
		return w.Spec.unsupported(s.Model, s.Params)
	}
	if err := try(j.Settings); err != nil {
		return w.blame(j, err, try)
	}
	return nil
}

// unsupported returns an error where no engine of the spec takes a run.
func (s *Spec) unsupported(m *model.Model, p model.Params) error {
	precision, err := model.ParsePrecision(s.Precision)
	if err != nil {
		return nil // runners tell it
	}
	switch s.Engine {
	case Auto:
		if model.Unsupported(model.EngineEnsemble, m, p, precision) == nil {
			return nil
		}
		return model.Unsupported(model.EngineCPU, m, p, model.Single)
	case model.EngineCPU:
		return model.Unsupported(model.EngineCPU, m, p, model.Single) // whatever the precision
	}
	return model.Unsupported(s.Engine, m, p, precision)
}
