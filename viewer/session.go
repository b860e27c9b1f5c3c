//go:build !headless

package viewer

import (
	"errors"
	"fmt"
	"image"
	"time"

	"hooke/gpu/glx"
	"hooke/model"
	"hooke/viewer/draw"
)

// session is a run in a window, without the window: engine, camera, picture,
// and what the user has chosen.
type session struct {
	ctx      *glx.Context
	engine   draw.Engine
	subject  draw.Subject
	renderer *draw.Renderer
	target   *glx.Framebuffer // the last picture; nil before the first
	samples  int
	fixed    bool // a number of frames was asked for: a divergence ends the run

	choices
	shown draw.Ease // the camera on its way to the one that was chosen
	eased time.Time // when it moved last
	pace
	failed  error  // of an event; ends the run
	message string // of a divergence; the run waits for a reset
	step    int64  // steps since the start of the run
	frames  int    // pictures drawn
	figures draw.Figures
}

// choices are what the user has chosen.
type choices struct {
	camera draw.Camera // the goal; see shown
	look   draw.Look
	paused bool
	help   bool
	quit   bool
	once   int  // single steps asked for
	dirty  bool // the picture no longer shows what is
}

// pace is what frames cost.
type pace struct {
	pacer    draw.Pacer
	last     time.Time     // when the last frame began; zero: it was idle
	stepping time.Duration // in this frame
	frame    time.Duration // from picture to picture, smoothed
	share    float64       // of a frame that is stepping, smoothed
}

func newSession(ctx *glx.Context, engine draw.Engine, o Options) (*session, error) {
	renderer, err := draw.New(ctx, engine, o.Subject)
	if err != nil {
		return nil, err
	}
	s := &session{
		ctx: ctx, engine: engine, subject: o.Subject, renderer: renderer, samples: o.Samples, fixed: o.Frames > 0,
		choices: choices{look: o.Look, paused: o.Paused, dirty: true},
		pace:    pace{pacer: draw.Pacer{RealTime: o.Subject.Params.DT}},
		figures: draw.Figures{
			Masses: engine.MassCount(), Springs: engine.SpringCount(),
			Engine: engine.Describe(), SoftwareRenderer: ctx.Software(),
		},
	}
	s.camera = draw.LookAt(o.Subject.Bounds(), float64(o.Width)/float64(o.Height))
	s.shown.Toward(s.camera, 0)
	ctx.Finish() // the set-up is not the first step's cost
	return s, nil
}

// idle says whether nothing changes until the user does something.
func (s *session) idle() bool { return s.paused && s.once == 0 && !s.dirty && s.shown.Settled() }

// stale says whether a new picture is due.
func (s *session) stale(width, height int) bool {
	return s.dirty || s.target == nil || s.target.Width != width || s.target.Height != height
}

// fail keeps the first error of an event for the loop.
func (s *session) fail(err error) {
	if s.failed == nil {
		s.failed = err
	}
}

// advance asks for the steps of one frame and waits for them, so that their
// cost is known.
func (s *session) advance() error {
	if s.failed != nil {
		return s.failed
	}
	now := time.Now()
	if !s.last.IsZero() {
		s.pacer.Elapsed(now.Sub(s.last))
		s.frame = smooth(s.frame, now.Sub(s.last))
	}
	s.last, s.stepping = now, 0
	steps := s.due()
	if steps == 0 {
		s.last = time.Time{} // waiting for the user is not a slow frame
		return nil
	}
	err := s.engine.Step(steps)
	if err == nil {
		err = s.engine.Finish()
	}
	s.stepping = time.Since(now)
	s.step += int64(steps)
	s.figures.Steps += int64(steps)
	s.figures.Seconds += s.stepping.Seconds()
	s.figures.SpringUpdates = float64(s.figures.Steps) * float64(s.figures.Springs) / s.figures.Seconds
	s.dirty = true

	var diverged *model.DivergedError
	if errors.As(err, &diverged) && !s.fixed {
		s.message, s.paused = diverged.Error()+" (r resets)", true
		return nil
	}
	if err != nil {
		return fmt.Errorf("viewer: %w", err)
	}
	s.pacer.Stepped(steps, s.stepping)
	return nil
}

// ease moves what is shown toward the camera that was chosen, by the time since
// it did so last.
func (s *session) ease(now time.Time) {
	still := s.shown.Settled()
	s.shown.Toward(s.camera, now.Sub(s.eased).Seconds())
	s.eased = now
	s.dirty = s.dirty || !still || !s.shown.Settled() // the last bit of the way is seen too
}

// wake says that the session was idle until now: nothing moved meanwhile.
func (s *session) wake(now time.Time) { s.eased = now }

// due is how many steps this frame takes.
func (s *session) due() int {
	switch {
	case s.message != "":
		s.once = 0
		return 0 // nothing good comes after a divergence but a reset
	case s.once > 0:
		steps := s.once
		s.once = 0
		return steps
	case s.paused:
		return 0
	}
	return s.pacer.Steps()
}

// draw makes the picture and waits for it, so that its cost is known.
func (s *session) draw(width, height int, scale float64) error {
	if s.target == nil || s.target.Width != width || s.target.Height != height {
		target, err := s.ctx.NewFramebuffer("window", width, height, s.samples)
		if err != nil {
			return fmt.Errorf("viewer: %w", err)
		}
		s.target.Release()
		s.target = target
	}
	begin := time.Now()
	s.look.Scale = scale
	frame := draw.Frame{Camera: s.shown.Camera(), Look: s.look, Params: s.subject.Params, Time: s.time(), Overlay: s.overlay()}
	if height, ok := s.subject.GroundHeight(); ok {
		frame.Ground = &height
	}
	if err := s.renderer.Draw(s.target, frame); err != nil {
		return err
	}
	s.ctx.Finish()
	drawing := time.Since(begin)
	s.pacer.Drew(drawing)
	s.figures.PictureSeconds = drawing.Seconds()
	s.share += 0.2 * (s.stepping.Seconds()/(s.stepping+drawing).Seconds() - s.share)
	s.frames++
	s.dirty = false
	return nil
}

func (s *session) overlay() draw.Overlay {
	o := draw.Overlay{
		Title: s.subject.Model.Name, Masses: s.figures.Masses, Springs: s.figures.Springs,
		Time: s.time(), DT: s.subject.Params.DT, StepShare: s.share, FrameSeconds: s.frame.Seconds(),
		Engine: s.figures.Engine, Software: s.figures.SoftwareRenderer,
		Paused: s.paused, Message: s.message, Keys: keyLine,
	}
	if cost := s.pacer.StepSeconds(); cost > 0 {
		o.StepsPerSecond = 1 / cost
	}
	if s.help {
		o.Help = helpLines()
	}
	return o
}

func (s *session) time() float64 {
	return s.subject.StartTime() + float64(s.step)*s.subject.Params.DT
}

// reset puts the start state back.
func (s *session) reset() error {
	if err := s.engine.Reset(s.subject.StartState()); err != nil {
		return fmt.Errorf("viewer: reset: %w", err)
	}
	s.step, s.message, s.dirty = 0, "", true
	return nil
}

func (s *session) status() Status {
	return Status{Frame: s.frames, Step: s.step, Time: s.time(), Paused: s.paused, Message: s.message, Camera: s.shown.Camera()}
}

// picture is the last picture, on the host.
func (s *session) picture() *image.RGBA { return s.target.ReadPixels() }

func (s *session) close() {
	s.target.Release()
	s.renderer.Close()
}

func smooth(old, new time.Duration) time.Duration {
	if old == 0 {
		return new
	}
	return old + (new-old)/5
}
