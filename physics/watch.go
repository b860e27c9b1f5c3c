package physics

import (
	"errors"

	"hooke/model"
)

// Watch steps an engine until a condition ends the run. It ends with the state of the step at
// which the condition first held, whatever the batches are: if the engine looks at its own state
// (model.Watcher), the run goes back to the start of the batch and takes fewer steps; of other
// engines Watch reads the state at every look.
//
//	w, err := physics.NewWatch(engine, scene.Model, scene.Start, scene.Until, physics.Calm{})
//	done, err := w.Step(engine, 1000, contacts) // fewer are done when w.Ended is set
//
// Without conditions there is a nil *Watch, whose Step only steps.
type Watch struct {
	Ended *End // nil: no condition has held yet

	model  *model.Model
	ending *Ending
	step   int64 // of the engine
	looks  []model.Look
	now    model.Snapshot
}

// End says why and when a run ended.
type End struct {
	By   string  `json:"by"`   // a word of EndingWords
	Step int64   `json:"step"` // steps done since the start of the run
	Time float64 `json:"time"` // simulated [s]
}

// NewWatch watches an engine in a run that began at start (nil: at rest). calm is the result of Calm at the
// present step, zero at the start. Without conditions it returns nil.
func NewWatch(e model.Engine, m *model.Model, start *model.State, u Until, calm Calm) (*Watch, error) {
	if len(u.Words) == 0 {
		return nil, nil
	}
	if start == nil {
		start = m.Start()
	}
	w := &Watch{model: m, ending: NewEnding(u, m, start)}
	w.ending.Calm = calm
	if err := e.Read(&w.now); err != nil {
		return nil, err
	}
	w.step = w.now.Step
	if watcher, ok := model.As[model.Watcher](e); ok {
		w.now = model.Snapshot{}
		return w, watcher.Watch(LookEvery)
	}
	return w, nil
}

// Calm returns the state that NewWatch needs to continue from the present step in another engine.
func (w *Watch) Calm() Calm {
	if w == nil {
		return Calm{}
	}
	return w.ending.Calm
}

// Step takes n steps of the engine e and waits for them. It takes fewer when a condition
// ends the run, and sets Ended. contacts are those of the run. A nil *Watch only steps.
func (w *Watch) Step(e model.Engine, n int64, contacts []model.Contact) (done int64, err error) {
	if w.Queues(e) {
		if err := w.Queue(e, n); err != nil {
			return 0, err
		}
		return w.Collect(e, n, contacts)
	}
	if w.Ended != nil {
		return 0, nil
	}
	done, err = w.stepLooking(e, n, contacts)
	w.step += done
	return done, err
}

// Queues reports whether Queue and Collect can step the engine e: it looks at its own state, or
// no caller has to. A nil *Watch queues steps of all engines.
func (w *Watch) Queues(e model.Engine) bool {
	if w == nil {
		return true
	}
	_, ok := model.As[model.Watcher](e)
	return ok
}

// Queue queues n steps of an engine that Queues allows, and does not wait for them. Collect must
// follow before the engine is asked for anything else.
func (w *Watch) Queue(e model.Engine, n int64) error {
	if w == nil {
		return e.Step(int(n))
	}
	watcher, ok := model.As[model.Watcher](e)
	if w.Ended != nil || !ok {
		return nil
	}
	if w.step%LookEvery+n > LookEvery { // a look may end the run before the last step
		if err := watcher.Mark(); err != nil {
			return err
		}
	}
	return e.Step(int(n))
}

// Collect waits for the n steps of Queue. When a condition ends the run it goes back to the step
// of the end, sets Ended, and returns how many of them are done.
func (w *Watch) Collect(e model.Engine, n int64, contacts []model.Contact) (done int64, err error) {
	if w == nil {
		return finished(e, n)
	}
	watcher, ok := model.As[model.Watcher](e)
	if w.Ended != nil || !ok {
		return 0, nil
	}
	done, err = w.collectWatched(e, watcher, n, contacts)
	w.step += done
	return done, err
}

// Due returns how many of n steps may be taken elsewhere before the next Look: none past the step
// of a look.
func (w *Watch) Due(n int64) int64 { return min(n, LookEvery-w.step%LookEvery) }

// Look takes in that the given number of steps, which Due has allowed, were taken elsewhere. It looks at
// the engine when a look is due, and sets Ended when a condition holds.
func (w *Watch) Look(e model.Engine, steps int64, contacts []model.Contact) error {
	if w.step += steps; w.step%LookEvery != 0 || w.Ended != nil {
		return nil
	}
	if err := e.Read(&w.now); err != nil {
		return err
	}
	w.ends(LookAtSnapshot(w.model, &w.now), contacts)
	return nil
}

func stepped(e model.Engine, n int64) (done int64, err error) {
	if err := e.Step(int(n)); err != nil {
		return 0, err
	}
	return finished(e, n)
}

// finished waits for n steps.
func finished(e model.Engine, n int64) (done int64, err error) {
	if err := e.Finish(); err != nil {
		return 0, err
	}
	return n, nil
}

// collectWatched waits for an engine that looks itself. It ignores looks at states that are not valid:
// those from the step of a physics.StateError on.
func (w *Watch) collectWatched(e model.Engine, watcher model.Watcher, n int64, contacts []model.Contact) (done int64, err error) {
	done, failed := finished(e, n)
	var state StateError
	if failed != nil && !errors.As(failed, &state) {
		return 0, failed
	}
	if w.looks, err = watcher.Looks(w.looks[:0]); err != nil {
		return 0, errors.Join(failed, err)
	}
	for _, look := range w.looks {
		if state != nil && look.Step >= state.AtStep() {
			break
		}
		if !w.ends(look, contacts) {
			continue
		}
		if steps := look.Step - w.step; steps < n {
			if err := watcher.Back(); err != nil {
				return 0, err
			}
			return stepped(e, steps)
		}
		return n, failed
	}
	return done, failed
}

// stepLooking steps from look to look and reads the state at each.
func (w *Watch) stepLooking(e model.Engine, n int64, contacts []model.Contact) (done int64, err error) {
	for done < n && w.Ended == nil {
		at := w.step + done
		part, err := stepped(e, min(n-done, LookEvery-at%LookEvery))
		done += part
		if err != nil {
			return done, err
		}
		if (w.step+done)%LookEvery != 0 {
			continue
		}
		if err := e.Read(&w.now); err != nil {
			return done, err
		}
		w.ends(LookAtSnapshot(w.model, &w.now), contacts)
	}
	return done, nil
}

// ends takes a look into account and says whether it ends the run.
func (w *Watch) ends(look model.Look, contacts []model.Contact) bool {
	by := w.ending.At(look, contacts)
	if by != "" {
		w.Ended = &End{By: by, Step: look.Step, Time: look.Time}
	}
	return by != ""
}
