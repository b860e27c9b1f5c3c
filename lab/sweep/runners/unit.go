package runners

import (
	"context"
	"errors"

	"hooke/control/metrics"
	"hooke/lab/ensemble"
	"hooke/lab/sweep"
)

// unit is jobs of one kind that are stepped together by one thread.
type unit struct {
	key     key
	kind    ensemble.Kind
	lone    string // why its member has an engine of its own; empty: members are stepped together
	steps   int64
	most    int // members that it is stepped with
	members []*made
}

// lookEveryTogether is the number of steps after which the context is asked whether to continue.
const lookEveryTogether = 256

// packs is how many packs the members of the unit are.
func (u *unit) packs(r *Together) int {
	if u.lone != "" {
		return len(u.members)
	}
	return (len(u.members) + r.maker.Pack - 1) / r.maker.Pack
}

// stepAll steps a unit to its end. If its engine cannot be made, its jobs are tried alone, so
// that one does not speak for the others. There are no outcomes when the context was cancelled before the end, and when the unit is
// divided since it takes too long.
func (w *work) stepAll(ctx context.Context, u *unit) []sweep.Outcome {
	out, err := w.step(ctx, u, nil)
	switch {
	case errors.Is(err, sweep.ErrInterrupted):
		return nil
	case errors.Is(err, errSlow):
		w.putBack(u)
		return nil
	case err == nil:
	case len(u.members) == 1:
		j := &u.members[0].job
		return []sweep.Outcome{{ID: j.ID, Run: j.Run, Repeat: j.Repeat, Error: err.Error()}}
	default:
		for _, m := range u.members {
			out = append(out, w.stepAll(ctx, &unit{kind: u.kind, lone: u.lone, steps: u.steps, members: []*made{m}})...)
		}
		return out
	}
	w.Together.mutex.Lock()
	defer w.Together.mutex.Unlock()
	if u.lone != "" {
		w.counts.Lone[u.lone] += int64(len(out))
	} else {
		w.counts.Together += int64(len(out))
	}
	return out
}

// step steps a unit to its end and returns the results of its members. end, if not nil, sees the engine
// there.
func (r *Together) step(ctx context.Context, u *unit, end func(e ensemble.Engine) error) ([]sweep.Outcome, error) {
	if ctx.Err() != nil {
		return nil, sweep.ErrInterrupted
	}
	begin := r.pace.clock()
	var members []ensemble.Member
	for _, m := range u.members {
		members = append(members, ensemble.Member{Values: m.Values, Start: m.start, Until: m.until, Seed: m.Seed})
	}
	if r.maker.One {
		r.one.Lock()
		defer r.one.Unlock()
	}
	e, err := r.maker.New([]ensemble.Kind{u.kind}, members, &r.plan.Spec.Metrics)
	if err != nil {
		return nil, err
	}
	defer e.Close()
	part, paths := r.Begin(len(members), u.steps), r.pathsOf(u)
	defer part.End()
	if err := r.advance(ctx, e, u, part, paths, end == nil); err != nil {
		return nil, err
	}
	status, err := e.Status()
	if err != nil {
		return nil, err
	}
	var table metrics.Table
	if err := e.Metrics(&table); err != nil {
		return nil, err
	}
	if end != nil {
		if err := end(e); err != nil {
			return nil, err
		}
	}
	wall := r.pace.clock().Sub(begin).Seconds() / float64(len(u.members))
	return u.outcomes(&table, status, paths, wall), nil
}

// advance makes all steps of a unit, and looks at the paths of its members where they are kept. A
// unit that takes too long is given up where it may be divided.
func (r *Together) advance(ctx context.Context, e ensemble.Engine, u *unit, part *sweep.Part, paths *paths, divisible bool) error {
	every := int64(lookEveryTogether)
	if paths != nil {
		every = sweep.PathSteps(u.kind.Params.DT)
		if err := paths.look(e); err != nil {
			return err
		}
	}
	watch := r.pace.watch(u.packs(r), u.kind.Model.SpringCount(), u.steps)
	for left := u.steps; left > 0; {
		n := min(left, every)
		if err := e.Step(int(n)); err != nil {
			return err
		}
		left -= n
		part.At(u.steps - left)
		if err := watch.took(n); err != nil && divisible {
			return err
		}
		if paths != nil {
			if err := paths.look(e); err != nil {
				return err
			}
		}
		if ctx.Err() != nil {
			return sweep.ErrInterrupted
		}
	}
	if err := e.Finish(); err != nil {
		return err
	}
	if u.lone == "" {
		watch.tell()
	}
	return nil
}

// outcomes returns the results of the members of a unit; wall is the time that one took [s].
func (u *unit) outcomes(table *metrics.Table, status []ensemble.Status, paths *paths, wall float64) (out []sweep.Outcome) {
	for i, m := range u.members {
		o := sweep.Outcome{ID: m.job.ID, Run: m.job.Run, Repeat: m.job.Repeat, Row: table.Rows[i], Step: status[i].Step, Wall: wall}
		if status[i].Ended == "" {
			o.Status, o.Step = metrics.Done, u.steps
		}
		if paths != nil {
			o.Path = paths.of[i]
		}
		out = append(out, o)
	}
	return out
}
