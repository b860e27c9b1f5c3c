package edited

import (
	"fmt"
	"hooke/gpu/glx"
	"hooke/model"
	"time"
)

// saved is a state on the host, for when the context is lost with all that is in it.
// 48 bytes per mass.
type saved struct {
	state  *model.State      // the state that was last put into the engine; nil: the copy is newer
	copied [2]model.Snapshot // the copy, and room for the next one
	step   int64             // of the state, since the start of the run
	time   float64           // of the state [s]
	due    time.Time         // of the next copy
}

// A copy of the state is made at most once a second, and so seldom that copies take at
// most this fraction of the time.
const (
	savePause = time.Second
	saveShare = 50
)

// Put replaces the engine's state. A run goes back to it when its context is lost.
func (r *Run) Put(s *model.State) error {
	if err := r.Engine.Reset(s); err != nil {
		return err
	}
	r.ahead = s.Step - r.Step
	r.saved.state, r.saved.step, r.saved.time = s, r.Step, s.Time
	return nil
}

// Save copies the state of the engine if a copy is due. Call it after steps without an
// error. It waits for the device.
func (r *Run) Save(now time.Time) error {
	v := &r.saved
	if now.Before(v.due) {
		return nil
	}
	begin := time.Now()
	if err := r.Engine.Read(&v.copied[1]); err != nil {
		return fmt.Errorf("viewer: %w", err)
	}
	v.copied[0], v.copied[1] = v.copied[1], v.copied[0]
	v.state, v.step, v.time = nil, r.Step, r.Time()
	end := time.Now()
	v.due = end.Add(max(savePause, saveShare*end.Sub(begin)))
	return nil
}

// lastSaved returns the state that was saved last.
func (r *Run) lastSaved() *model.State {
	v := &r.saved
	if v.state == nil {
		v.state = v.copied[0].State()
	}
	state := *v.state // a copy, since the state belongs to someone else
	state.Step, state.Time = v.step, v.time
	return &state
}

// Abandon closes everything in a lost context and returns the state from which to
// continue.
func (r *Run) Abandon() *model.State {
	r.settle()
	state := r.lastSaved()
	if h, ok := model.As[model.HostKeeper](r.Engine); ok && h.OnHost() && r.Batch.Err == nil {
		if now, err := r.State(); err == nil {
			state = now
		}
	}
	if listener, ok := model.As[model.ContextLossListener](r.Engine); ok {
		listener.Lost()
	}
	r.Close()
	r.Engine, r.Renderer = nil, nil
	return state
}

// Revive makes everything anew in another context.
func (r *Run) Revive(ctx *glx.Context, state *model.State) error {
	r.Ctx = ctx
	if err := r.Build(r.Model, r.Params); err != nil {
		return err
	}
	return r.GoTo(state, state.Step)
}
