package runners

import (
	"context"
	"errors"
	"sync"

	"hooke/lab/ensemble"
	"hooke/lab/sweep"
	"hooke/machine/memory"
)

// work is the queue of the threads: scenes to make, and units of jobs of one kind to step.
type work struct {
	*Together
	mutex  sync.Mutex
	made   sync.Cond
	jobs   []*sweep.Job // whose scenes are not made yet
	count  int          // of all jobs
	making int          // threads that make one now
	moving int          // threads that step a unit now
	groups map[key]*unit
	order  []*unit // of groups, the oldest first
	ready  []*unit
	held   int64 // the memory of models of groups [bytes]
	room   int64 // its limit [bytes]
}

// task is a piece of work; it returns its results.
type task func(ctx context.Context) []sweep.Outcome

func (r *Together) newWork(jobs []*sweep.Job) *work {
	w := &work{Together: r, jobs: jobs, count: len(jobs), groups: map[key]*unit{}, room: 256 << 20}
	if free := memory.Free(); free.Limit != "" {
		w.room = min(w.room, free.Bytes/8)
	}
	w.made.L = &w.mutex
	return w
}

// next returns the next piece of work; nil: none. Units go first, so that few models wait.
func (w *work) next() task {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	for {
		if len(w.ready) == 0 && (len(w.jobs) == 0 && w.making == 0 || w.held > w.room) && len(w.order) > 0 {
			w.release(w.order[0])
		}
		switch {
		case len(w.ready) > 0:
			u := w.take()
			return func(ctx context.Context) []sweep.Outcome { return w.stepAndCount(ctx, u) }
		case len(w.jobs) > 0:
			j := w.jobs[0]
			w.jobs = w.jobs[1:]
			w.making++
			return func(ctx context.Context) []sweep.Outcome { return w.make(ctx, j) }
		case w.making == 0 && w.moving == 0:
			return nil
		}
		w.made.Wait()
	}
}

// take takes a unit that is ready, or as many of its members as are stepped in the time of a unit.
func (w *work) take() *unit {
	u := w.ready[0]
	springs, n := u.kind.Model.SpringCount(), u.most
	if u.lone == "" {
		n = min(n, w.maker.Pack*w.pace.fits(springs, u.steps, w.foretold(springs)))
	}
	if w.moving++; n >= len(u.members) {
		w.ready = w.ready[1:]
	} else {
		part := *u
		part.members, u.members = u.members[:n:n], u.members[n:]
		u = &part
		w.made.Broadcast()
	}
	w.SetUp(-len(u.members))
	return u
}

// stepAndCount steps a unit to its end, and counts that its thread is free again.
func (w *work) stepAndCount(ctx context.Context, u *unit) []sweep.Outcome {
	out := w.stepAll(ctx, u)
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.moving--
	w.made.Broadcast()
	return out
}

// putBack makes the members of a unit that takes too long ready in units of at most half its size.
func (w *work) putBack(u *unit) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	half := *u
	half.most = max(1, u.packs(w.Together)/2) * w.maker.Pack
	w.ready = append([]*unit{&half}, w.ready...)
	w.SetUp(len(u.members))
}

// make makes the scene of a job, and adds the job to others of its kind. It runs jobs that
// ensembles do not support.
func (w *work) make(ctx context.Context, j *sweep.Job) (out []sweep.Outcome) {
	var one *made
	var err error
	if ctx.Err() == nil {
		one, err = w.member(*j)
	}
	w.mutex.Lock()
	w.making--
	if one != nil {
		w.add(one)
	}
	w.made.Broadcast()
	w.mutex.Unlock()
	if errors.Is(err, errAlone) && w.auto {
		return w.runAlone(ctx, j, reason(err))
	}
	if err != nil {
		return []sweep.Outcome{{ID: j.ID, Run: j.Run, Repeat: j.Repeat, Error: refusal(err).Error()}}
	}
	return nil
}

// runAlone runs a job by itself.
func (w *work) runAlone(ctx context.Context, j *sweep.Job, why string) []sweep.Outcome {
	if !w.alone.Parallel() {
		w.large.Lock()
		defer w.large.Unlock()
	}
	o, ok := w.alone.One(ctx, j)
	if !ok {
		return nil
	}
	w.Together.mutex.Lock()
	defer w.Together.mutex.Unlock()
	w.counts.Alone[why]++
	return []sweep.Outcome{o}
}

// add puts a job to others of its kind; enough of them are ready to be stepped.
func (w *work) add(m *made) {
	k := m.key()
	u := w.groups[k]
	if u == nil {
		u = &unit{key: k, kind: m.Kind, lone: m.lone, steps: m.steps, most: w.most(m, w.count)}
		w.groups[k], w.order = u, append(w.order, u)
		w.held += bytesOf(m.Kind.Model)
		w.Together.mutex.Lock()
		if m.lone == "" {
			w.seen[k] = true
		}
		w.Together.mutex.Unlock()
	}
	m.scene, m.Divided = nil, ensemble.Divided{Values: m.Values, Seed: m.Seed, Key: m.Key} // the kind of the unit serves
	u.members = append(u.members, m)
	w.SetUp(1)
	if len(u.members) == u.most {
		w.release(u)
	}
}

// release makes a group ready to be stepped.
func (w *work) release(u *unit) {
	delete(w.groups, u.key)
	for i, other := range w.order {
		if other == u {
			w.order = append(w.order[:i:i], w.order[i+1:]...)
			break
		}
	}
	w.held -= bytesOf(u.kind.Model)
	w.ready = append(w.ready, u)
}
