//go:build !headless

package viewer

import (
	"fmt"
	"time"

	"hooke/gpu/glx"
	"hooke/viewer/draw"
	"hooke/viewer/draw/camera"
	"hooke/viewer/draw/hud"
	"hooke/viewer/edited"
)

// session is a run in a window, without the window: engine, camera, picture,
// and what the user has chosen.
type session struct {
	*edited.Run
	target  *glx.Framebuffer // the last picture; nil before the first
	half    *glx.Framebuffer // in which coarse pictures are drawn first; nil: none was
	samples int
	fixed   bool // a number of frames was asked for: a divergence ends the run

	choices
	pointer
	panel
	shown camera.Ease // the camera on its way to the one that was chosen
	eased time.Time   // when it moved last
	pace
	watch
	clock     clockRate
	opener    opener
	plots     plots
	recorder  recorder
	sliding   sliding
	places    hud.Places // of the last picture
	turntable turntable
	timeLine  timeLine
	failed    error  // of an event; ends the run
	message   string // of a divergence; the run waits for a reset
	frames    int    // pictures drawn
	seen      seen   // what the last one was of
	figures   draw.Figures
}

// choices are what the user has chosen.
type choices struct {
	camera   camera.Camera // the goal; see shown
	look     draw.Look
	paused   bool
	help     bool
	helpFrom int // its first line that is shown
	chase    chase
	quit     bool
	leaving  bool // whether it was asked if what was changed may be lost
	once     int  // single steps asked for
	dirty    bool // the picture no longer shows what is
}

func newSession(ctx *glx.Context, o Options) (*session, error) {
	e, err := edited.New(ctx, edited.Options{New: o.New, Subject: o.Subject, Inline: o.Frames > 0, Engines: o.Engines, Choose: o.Choose})
	if err != nil {
		return nil, err
	}
	if err := e.Put(o.Subject.StartState()); err != nil {
		e.Close()
		return nil, fmt.Errorf("viewer: %w", err)
	}
	s := &session{
		Run: e, samples: o.Samples, fixed: o.Frames > 0,
		choices:  choices{look: o.Look, paused: o.Paused, dirty: true},
		pace:     pace{pacer: draw.Pacer{RealTime: o.Subject.Params.DT}, speed: 1, budget: firstBudget},
		pointer:  pointer{picked: -1, spring: -1},
		watch:    watch{hint: o.Frames == 0, said: time.Now()},
		opener:   opener{open: o.Open, again: o.Again, turn: o.Turn},
		recorder: recorder{options: o.Recording},
		figures: draw.Figures{
			Masses: e.Engine.MassCount(), Springs: e.Engine.SpringCount(),
			Engine: e.Engine.Describe(), SoftwareRenderer: ctx.Software(),
		},
	}
	s.greeting = o.Greeting
	s.brush.material = len(s.paints()) - 1
	box := o.Subject.Bounds()
	if o.Box != nil {
		box = *o.Box
	}
	s.camera = camera.LookAt(box, float64(o.Width)/float64(o.Height))
	s.shown.Toward(s.camera, 0)
	if o.Again != nil {
		s.opener.files = newWatcher(o.Files)
	}
	ctx.Finish() // the set-up is not the first step's cost
	return s, nil
}

// idle says whether nothing changes until the user does something.
func (s *session) idle() bool {
	return s.paused && s.once == 0 && !s.dirty && s.shown.Settled() && !s.Begun && !s.turntable.on
}

// fail keeps the first error of an event for the loop.
func (s *session) fail(err error) {
	if s.failed == nil {
		s.failed = err
	}
}

// try says in the picture what became of something that was asked for.
func (s *session) try(done string, err error) {
	if err != nil {
		done = err.Error()
	}
	s.say(done)
}

func (s *session) status() Status {
	status := Status{Frame: s.frames, Step: s.Step, Time: s.Time(), Paused: s.paused, Message: s.message, Camera: s.shown.Camera(),
		Notice: s.noticed(), Picked: s.picked, Params: s.Params, Panel: s.rows(), Removed: s.Removed, Spring: s.spring,
		Masses: s.figures.Masses, Springs: s.figures.Springs, Doing: s.doingNow(), Recorded: s.recorded(), Scale: s.look.Scale, RealTime: s.clock.rate}
	if f := s.recorder.film; f != nil {
		status.Recording = f.writer.Path()
	}
	status.Params.Contacts, status.Params.Forces = nil, nil // shapes and curves are no plain data
	if s.picked >= 0 {
		status.Place = s.Renderer.Place(s.picked)
	}
	return status
}

func (s *session) close() {
	s.opener.files.close()
	s.free()
	s.Run.Close()
}

// free gives up what the session has in its context, beside the edited run. It is
// made anew when it is needed.
func (s *session) free() {
	s.recorder.film.release()
	s.half.Release()
	s.target.Release()
	s.half, s.target = nil, nil
}
