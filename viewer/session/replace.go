package session

import (
	"fmt"
	"time"

	"hooke/gpu/glx"
	"hooke/model"
	"hooke/viewer/draw"
)

// replace shows another model instead of the present one. A model that was read again
// continues from the present state if it has as many masses and its springs join the same
// ones; any other model starts anew. On an error the present model stays.
func (s *Session) replace(o *Opened, reload bool) error {
	kept, err := s.ReplaceModel(o.Subject, s.motion.Maker(o.New, o.Subject.StartTime()), reload && s.message == "")
	if err != nil {
		return err
	}
	s.Until = o.Until
	s.forget(kept)
	s.Figures = draw.Figures{
		Masses: s.Engine.MassCount(), Springs: s.Engine.SpringCount(),
		Engine: s.Engine.Describe(), SoftwareRenderer: s.Ctx.Software(),
	}
	if s.message != "" {
		s.halted, s.paused = halted{}, false
	}
	if o.Title != "" && s.opener.retitle != nil {
		s.opener.retitle(o.Title)
	}
	if reload {
		s.opener.files.Only(o.Files)
	} else {
		s.opener.files.Close()
		s.opener.files = nil
		box := s.Subject.Bounds()
		s.camera = draw.LookAt(box, s.aspect())
		s.camera.FitIn(box, s.freePart())
		s.shown = draw.CameraEase{}
		s.shown.Toward(s.camera, 0)
	}
	if s.opener.again = o.Again; s.opener.again != nil && s.opener.files == nil {
		s.opener.files = newFileWatcher(o.Files)
	}
	s.opener.turn = o.Turn
	s.Ctx.Finish() // so that the set-up does not count as cost of the first step
	s.say(replaced(o, reload, kept))
	return nil
}

// replaced returns the message about a replaced model.
func replaced(o *Opened, reload, kept bool) string {
	words := "opened " + o.Subject.Model.Name
	switch {
	case kept:
		words = "read again " + o.Subject.Model.Name + ": it continues (r: from the start)"
	case reload:
		words = "read again " + o.Subject.Model.Name + ", from the start"
	}
	if len(o.Notes) > 0 {
		words += " · " + o.Notes[0]
	}
	if more := len(o.Notes) - 1; more > 0 {
		words += fmt.Sprintf(" (and %d notes more)", more)
	}
	return words
}

// forget drops data of another model, or of an earlier version of this one.
func (s *Session) forget(kept bool) {
	if !kept {
		s.picked, s.spring = -1, -1
		s.plots.clear()
		s.followed = following{}
	}
	s.pushedAt, s.pushing = time.Time{}, push{}
	s.putBrushAway()
	s.doing, s.knife, s.brush.dabs = nothing, false, nil
	s.material = 0
	s.timeLine = timeLine{}
	s.look.Range = 0
	s.pacer = pacer{}
}

// Lose closes everything in a lost context, and returns the state from which to continue.
func (s *Session) Lose() *model.State {
	s.free()
	s.failed = nil
	return s.Abandon()
}

// Regain continues from a state in another context, and says so. before is the simulated
// time when the old context was lost [s].
func (s *Session) Regain(ctx *glx.Context, state *model.State, before float64) error {
	if err := s.Revive(ctx, state); err != nil {
		return err
	}
	s.doing, s.dirty = nothing, true
	s.say(fmt.Sprintf("the graphics device was reset: %.4g s went back to %.4g s", before, s.Time()))
	return nil
}

// free releases the session's objects in its context, except the edited run. They are made
// again when needed.
func (s *Session) free() {
	s.recorder.film.release()
	s.drawing.release()
	s.half.Release()
	s.target.Release()
	s.half, s.target = nil, nil
}
