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
	*experiment
	target  *glx.Framebuffer // the last picture; nil before the first
	half    *glx.Framebuffer // in which coarse pictures are drawn first; nil: none was
	samples int
	fixed   bool // a number of frames was asked for: a divergence ends the run

	choices
	pointer
	panel
	shown draw.Ease // the camera on its way to the one that was chosen
	eased time.Time // when it moved last
	pace
	watch
	opener  opener
	failed  error  // of an event; ends the run
	message string // of a divergence; the run waits for a reset
	frames  int    // pictures drawn
	seen    seen   // what the last one was of
	figures draw.Figures
}

// seen says of which state a picture is.
type seen struct {
	step    int64
	changes int
}

// choices are what the user has chosen.
type choices struct {
	camera  draw.Camera // the goal; see shown
	look    draw.Look
	paused  bool
	help    bool
	chasing bool       // the camera goes where the structure goes
	chased  model.Vec3 // where that was when it was looked at last
	quit    bool
	once    int  // single steps asked for
	dirty   bool // the picture no longer shows what is
}

// pace is what frames cost.
type pace struct {
	pacer    draw.Pacer
	speed    float64       // of simulated time against the clock on the wall; zero: as fast as it can
	last     time.Time     // when the last frame began; zero: it was idle
	stepping time.Duration // in this frame
	frame    time.Duration // from picture to picture, smoothed
	share    float64       // of a frame that is stepping, smoothed

	coarse    bool // pictures are slow
	drawnWith int  // samples a pixel of the last picture
}

func newSession(ctx *glx.Context, o Options) (*session, error) {
	e, err := newExperiment(ctx, o)
	if err != nil {
		return nil, err
	}
	if err := e.put(o.Subject.StartState()); err != nil {
		e.close()
		return nil, fmt.Errorf("viewer: %w", err)
	}
	s := &session{
		experiment: e, samples: o.Samples, fixed: o.Frames > 0,
		choices: choices{look: o.Look, paused: o.Paused, dirty: true},
		pace:    pace{pacer: draw.Pacer{RealTime: o.Subject.Params.DT}, speed: 1},
		pointer: pointer{picked: -1},
		watch:   watch{hint: o.Frames == 0},
		opener:  opener{open: o.Open, again: o.Again},
		figures: draw.Figures{
			Masses: e.engine.MassCount(), Springs: e.engine.SpringCount(),
			Engine: e.engine.Describe(), SoftwareRenderer: ctx.Software(),
		},
	}
	s.camera = draw.LookAt(o.Subject.Bounds(), float64(o.Width)/float64(o.Height))
	s.shown.Toward(s.camera, 0)
	if o.Again != nil {
		s.opener.files = newWatcher(o.Files)
	}
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

// try says in the picture what became of something that was asked for.
func (s *session) try(done string, err error) {
	if err != nil {
		done = err.Error()
	}
	s.say(done)
}

// advance asks for the steps of one frame and waits for them, so that their
// cost is known.
func (s *session) advance() error {
	if s.failed != nil {
		return s.failed
	}
	now := time.Now()
	wall := time.Duration(0)
	if !s.last.IsZero() {
		wall = now.Sub(s.last)
		s.pacer.Elapsed(wall)
		s.frame = smooth(s.frame, wall)
	}
	s.last, s.stepping = now, 0
	if err := s.pull(wall.Seconds()); err != nil {
		return err
	}
	steps := s.due()
	if steps == 0 {
		s.last = time.Time{} // waiting for the user is not a slow frame
		return nil
	}
	begin := time.Now()
	err := s.engine.Step(steps)
	if err == nil {
		err = s.engine.Finish()
	}
	s.stepping = time.Since(begin)
	s.step += int64(steps)
	s.figures.Steps += int64(steps)
	s.figures.Seconds += s.stepping.Seconds()
	s.figures.SpringUpdates = float64(s.figures.Steps) * float64(s.figures.Springs) / s.figures.Seconds
	s.dirty = true

	var diverged *model.DivergedError
	if errors.As(err, &diverged) && !s.fixed {
		s.message, s.paused = diverged.Error()+" (b goes back to the last good state, r resets)", true
		return nil
	}
	if err != nil {
		return fmt.Errorf("viewer: %w", err)
	}
	s.pacer.Stepped(steps, s.stepping)
	if err := s.save(now); err != nil {
		return err
	}
	return s.sampleEnergy(now)
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
	s.pacer.RealTime = 0
	if s.speed > 0 {
		s.pacer.RealTime = s.params.DT / s.speed
	}
	return s.pacer.Steps()
}

// draw makes the picture and waits for it, so that its cost is known.
func (s *session) draw(width, height int, scale float64) error {
	samples := s.samples
	if s.coarse && !s.resting() {
		samples = 1
	}
	if s.target == nil || s.target.Width != width || s.target.Height != height || s.drawnWith != samples {
		s.drawnWith = samples
		target, err := s.ctx.NewFramebuffer("window", width, height, samples)
		if err != nil {
			return fmt.Errorf("viewer: %w", err)
		}
		s.target.Release()
		s.target = target
	}
	coarse, err := s.halved(width, height)
	if err != nil {
		return err
	}
	begin := time.Now()
	s.look.Scale = scale
	frame := draw.Frame{Camera: s.shown.Camera(), Look: s.look, Params: s.params, Time: s.time(), Picked: s.mark(), Overlay: s.overlay(), Coarse: coarse}
	now := seen{s.step, s.changes}
	frame.Still = now == s.seen
	if height, ok := s.params.GroundHeight(); ok {
		frame.Ground = &height
	}
	if err := s.renderer.Draw(s.target, frame); err != nil {
		return err
	}
	s.seen = now
	s.ctx.Finish()
	drawing := time.Since(begin)
	s.pacer.Drew(drawing)
	s.figures.PictureSeconds = drawing.Seconds()
	s.coarse = drawing > slowPicture || s.coarse && drawing > slowPicture/8
	s.share += 0.2 * (s.stepping.Seconds()/(s.stepping+drawing).Seconds() - s.share)
	s.frames++
	s.dirty = false
	s.chase()
	return nil
}

// halved is where a coarse picture is drawn first; nil for a fine one.
func (s *session) halved(width, height int) (*glx.Framebuffer, error) {
	if !s.coarse || s.resting() {
		return nil, nil
	}
	width, height = (width+1)/2, (height+1)/2
	if s.half == nil || s.half.Width != width || s.half.Height != height {
		half, err := s.ctx.NewFramebuffer("coarse", width, height, 1)
		if err != nil {
			return nil, fmt.Errorf("viewer: %w", err)
		}
		s.half.Release()
		s.half = half
	}
	return s.half, nil
}

// slowPicture is from when on pictures are drawn with one sample for four pixels
// while something moves. An eighth of it keeps them so: fine ones have 16 times as
// many samples, but not so many masses and springs.
const slowPicture = 60 * time.Millisecond

// resting says whether the next picture may stay for a while.
func (s *session) resting() bool {
	return s.fixed || s.paused && s.shown.Settled() && s.doing == nothing
}

// redrawFine draws the last picture anew where it was coarse.
func (s *session) redrawFine(scale float64) error {
	if s.target == nil || s.drawnWith == s.samples {
		return nil
	}
	s.coarse = false
	return s.draw(s.target.Width, s.target.Height, scale)
}

func (s *session) status() Status {
	status := Status{Frame: s.frames, Step: s.step, Time: s.time(), Paused: s.paused, Message: s.message, Camera: s.shown.Camera(),
		Notice: s.notice, Picked: s.picked, Params: s.params, Panel: s.rows(), Removed: s.removed,
		Masses: s.figures.Masses, Springs: s.figures.Springs, Doing: s.doingNow()}
	status.Params.Contacts, status.Params.Forces = nil, nil // shapes and curves are no plain data
	if s.picked >= 0 {
		status.Place = s.renderer.Place(s.picked)
	}
	return status
}

// picture is the last picture, on the host.
func (s *session) picture() *image.RGBA { return s.target.ReadPixels() }

func (s *session) close() {
	s.opener.files.close()
	s.free()
	s.experiment.close()
}

func smooth(old, new time.Duration) time.Duration {
	if old == 0 {
		return new
	}
	return old + (new-old)/5
}
