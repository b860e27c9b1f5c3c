//go:build !headless

package viewer

import (
	"errors"
	"fmt"
	"time"

	"hooke/gpu/glx"
	"hooke/model"
)

// saved is a state on the host, for when the context is lost with all that is in it.
// 48 bytes per mass.
type saved struct {
	state  *model.State      // what was put into the engine last; nil: the copy is newer
	copied [2]model.Snapshot // the copy, and room for the next one
	step   int64             // of the state, since the start of the run
	time   float64           // of the state [s]
	due    time.Time         // of the next copy
}

// A copy of the state is made once a second, and so seldom that it takes one part in
// so many of the time.
const (
	savePause = time.Second
	saveShare = 50
)

// put replaces the engine's state, which from now on is what a lost context goes back
// to.
func (e *experiment) put(s *model.State) error {
	if err := e.engine.Reset(s); err != nil {
		return err
	}
	e.saved.state, e.saved.step, e.saved.time = s, e.step, s.Time
	return nil
}

// save copies the state of the engine, after steps that went well, where a copy is
// due. It waits for the device.
func (e *experiment) save(now time.Time) error {
	v := &e.saved
	if now.Before(v.due) {
		return nil
	}
	begin := time.Now()
	if err := e.engine.Read(&v.copied[1]); err != nil {
		return fmt.Errorf("viewer: %w", err)
	}
	v.copied[0], v.copied[1] = v.copied[1], v.copied[0]
	v.state, v.step, v.time = nil, e.step, e.time()
	end := time.Now()
	v.due = end.Add(max(savePause, saveShare*end.Sub(begin)))
	return nil
}

// lastSaved is the state that was saved last.
func (e *experiment) lastSaved() *model.State {
	v := &e.saved
	if v.state == nil {
		v.state = v.copied[0].State()
	}
	state := *v.state // which is somebody else's
	state.Step, state.Time = v.step, v.time
	return &state
}

// abandon closes everything in a context that is lost, and returns the state to go on
// from.
func (e *experiment) abandon() *model.State {
	e.settle()
	state := e.lastSaved()
	if h, ok := model.As[model.HostKeeper](e.engine); ok && h.OnHost() && e.batch.Err == nil {
		if now, err := e.state(); err == nil {
			state = now
		}
	}
	if told, ok := model.As[model.LossHearer](e.engine); ok {
		told.Lost()
	}
	e.close()
	e.engine, e.renderer = nil, nil
	return state
}

// revive makes everything anew in another context.
func (e *experiment) revive(ctx *glx.Context, state *model.State) error {
	e.ctx = ctx
	if err := e.build(e.model, e.params); err != nil {
		return err
	}
	return e.goTo(state, state.Step)
}

// free gives up what the session has in its context, beside the experiment. It is
// made anew when it is needed.
func (s *session) free() {
	s.recorder.film.release()
	s.half.Release()
	s.target.Release()
	s.half, s.target = nil, nil
}

// lost says whether the context is gone.
func (w *window) lost() bool { return w.pretended || w.ctx.Lost() }

// Contexts that are lost so often in such a time are lost by what is done in them.
const (
	mostLosses = 3
	lossTime   = time.Minute
)

// recover goes on after the context was lost: in a new window where the old one was,
// from the state that was saved last.
func (w *window) recover(s *session, o Options) error {
	now := time.Now()
	w.losses = append(w.losses, now)
	if n := len(w.losses); n >= mostLosses && now.Sub(w.losses[n-mostLosses]) < lossTime {
		return fmt.Errorf("viewer: the graphics device was reset %d times within a minute (%s); a smaller model, --engine cpu or another driver may go on", mostLosses, w.ctx.Renderer)
	}
	before := s.time()
	s.free()
	state := s.abandon()
	s.failed = nil
	if err := w.reopen(o); err != nil {
		return fmt.Errorf("viewer: the graphics device was reset, and there is no new context: %w", err)
	}
	if err := s.revive(w.ctx, state); err != nil {
		return errors.Join(errors.New("viewer: the graphics device was reset, and what ran does not start again"), err)
	}
	w.connect(s)
	s.doing = nothing
	s.dirty = true
	s.say(fmt.Sprintf("the graphics device was reset: %.4g s went back to %.4g s", before, s.time()))
	return nil
}
