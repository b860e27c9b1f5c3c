//go:build !headless

package viewer

import (
	"fmt"
	"slices"
	"time"

	"hooke/model"
	"hooke/viewer/draw"
	"hooke/viewer/draw/camera"
)

// replace shows another model in the place of the one that is there. A model that was
// read again goes on from where it is, when its masses are as many and its springs join
// the same ones; every other one starts anew. On an error what is there stays.
func (s *session) replace(o *Opened, reload bool) error {
	kept, err := s.exchange(o, reload && s.message == "")
	if err != nil {
		return err
	}
	s.forget(kept)
	s.figures = draw.Figures{
		Masses: s.engine.MassCount(), Springs: s.engine.SpringCount(),
		Engine: s.engine.Describe(), SoftwareRenderer: s.ctx.Software(),
	}
	if s.message != "" {
		s.message, s.paused = "", false
	}
	if o.Title != "" && s.opener.retitle != nil {
		s.opener.retitle(o.Title)
	}
	if reload {
		s.opener.files.only(o.Files)
	} else {
		s.opener.files.close()
		s.opener.files = nil
		s.camera = camera.LookAt(s.subject.Bounds(), s.aspect())
		s.shown = camera.Ease{}
		s.shown.Toward(s.camera, 0)
	}
	if s.opener.again = o.Again; s.opener.again != nil && s.opener.files == nil {
		s.opener.files = newWatcher(o.Files)
	}
	s.opener.turn = o.Turn
	s.ctx.Finish() // the set-up is not the first step's cost
	s.say(exchanged(o, reload, kept))
	return nil
}

// exchanged is what is said of an exchange.
func exchanged(o *Opened, reload, kept bool) string {
	words := "opened " + o.Subject.Model.Name
	switch {
	case kept:
		words = "read again " + o.Subject.Model.Name + ": it goes on from where it is (r: from the start)"
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

// forget drops what was known of another model, or of this one as it was.
func (s *session) forget(kept bool) {
	if !kept {
		s.picked, s.spring = -1, -1
		s.plots.clear()
		s.chase = chase{}
	}
	s.pushedAt, s.pushing = time.Time{}, push{}
	s.putBrushAway()
	s.doing, s.knife, s.brush.dabs = nothing, false, nil
	s.material = 0
	s.timeLine = timeLine{}
	s.look.Range = 0
	s.pacer = draw.Pacer{}
}

// exchange puts another model into the experiment. With keep it goes on from the state
// there is where that fits, with the springs that were cut and the masses that were
// pinned, and says so. On an error everything stays.
func (e *experiment) exchange(o *Opened, keep bool) (kept bool, err error) {
	e.settle()
	state := o.Subject.StartState()
	m := o.Subject.Model
	if kept = keep && e.batch.Err == nil && sameTopology(e.subject.Model, m); kept {
		if state, err = e.state(); err != nil {
			return false, err
		}
		m = e.edited(m)
	}
	was := *e
	if o.New != nil {
		e.make = o.New
	}
	e.subject = o.Subject
	if err := e.build(m, o.Subject.Params); err != nil {
		*e = was
		return false, err
	}
	e.hands, e.palette, e.substeps = nil, paletteOf(o.Subject.Model), 1
	e.batch = model.Batch{} // of another engine
	if !kept {
		e.removed, e.touched = 0, false
		return false, e.goTo(state, 0)
	}
	return true, e.goTo(state, state.Step)
}

// sameTopology says whether a state of one model is a state of the other: as many
// masses, and springs between the same ones.
func sameTopology(a, b *model.Model) bool {
	return a.MassCount() == b.MassCount() && slices.Equal(a.Ends, b.Ends)
}

// edited is a model of the same topology with the cuts and pins of the present one.
func (e *experiment) edited(m *model.Model) *model.Model {
	given := e.subject.Model
	if e.model == given {
		return m
	}
	out := *m
	if e.removed > 0 {
		out.MaterialOf = slices.Clone(m.MaterialOf)
		for s, material := range e.model.MaterialOf {
			if material == model.Removed && given.MaterialOf[s] != model.Removed {
				out.MaterialOf[s] = model.Removed
			}
		}
		out.Skin = nil // as of a cut
	}
	if !slices.Equal(e.model.Pin, given.Pin) {
		out.Pin = make([]model.Pin, m.MassCount())
		for i := range out.Pin {
			out.Pin[i] = m.PinOf(i)
			if pin := e.model.PinOf(i); pin != given.PinOf(i) && (pin != 0 || m.Mass[i] > 0) {
				out.Pin[i] = pin
			}
		}
	}
	return &out
}
