package session

import (
	"fmt"
	"image"
	"time"

	"hooke/gpu/glx"
	"hooke/model"
	"hooke/viewer/draw"
)

// seen describes which state a picture shows.
type seen struct {
	step    int64
	changes int
}

// Stale reports whether a new picture is due.
func (s *Session) Stale(width, height int) bool {
	return s.dirty || s.target == nil || s.target.Width != width || s.target.Height != height
}

// Ease moves the shown camera toward the chosen one, by the time since the last call.
func (s *Session) Ease(now time.Time) {
	still := s.shown.Settled()
	s.shown.Toward(s.camera, now.Sub(s.eased).Seconds())
	s.eased = now
	s.dirty = s.dirty || !still || !s.shown.Settled() // the picture after the last bit of the way is drawn, too
}

// Wake says that the session was idle until now, so that nothing moved meanwhile.
func (s *Session) Wake(now time.Time) { s.eased, s.pictured = now, time.Time{} }

// drawing is the last picture, which the device may still have to draw. The zero value is none.
type drawing struct {
	begun  time.Time
	queued time.Duration // host time of queueing it; zero: its cost is known
	fence  glx.Fence     // behind it
	timer  *glx.Timer    // of the device; nil before the first picture
}

// awaitPicture waits until the last picture is drawn, and records its cost: device time, or
// the time in which this thread queued it if that is more.
func (s *Session) awaitPicture() error {
	d := &s.drawing
	if err := s.Ctx.Await(&d.fence); err != nil {
		return fmt.Errorf("viewer: %w", err)
	}
	if d.queued == 0 {
		return nil
	}
	took := d.timer.Wait() // its timestamps are there, since the fence is behind them
	if took == 0 {         // the driver has no times: the host saw the end not before now
		took = time.Since(d.begun)
	}
	s.drew(max(took, d.queued))
	d.queued = 0
	return nil
}

// release frees its objects in the context.
func (d *drawing) release() {
	d.fence.Release()
	d.timer.Release()
	*d = drawing{}
}

// Draw queues the picture. It waits only for the last picture, so that the device is at most one
// behind, and for finished steps in the background. scale is in pixels per point.
func (s *Session) Draw(width, height int, scale float64) error {
	if err := s.awaitPicture(); err != nil {
		return err
	}
	if s.Begun && s.Solver == nil { // a picture is of the state that the numbers are of
		s.CollectSteps()
		if err := s.digest(time.Now()); err != nil {
			return err
		}
	}
	samples := s.samples
	if s.coarse && !s.resting() {
		samples = 1
	}
	if s.target == nil || s.target.Width != width || s.target.Height != height || s.drawnWith != samples {
		s.drawnWith = samples
		target, err := s.Ctx.NewFramebuffer("window", width, height, samples)
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
	ranges, err := s.commonRanges()
	if err != nil {
		return err
	}
	if s.Renderer.Drawn() {
		s.follow()                                        // here, where no picture is ahead for which its look at places would wait
		if s.frame > slowLook && s.recorder.film == nil { // the next picture would come too late
			s.shown.Toward(s.camera, s.frame.Seconds())
		}
	}
	begin := s.beginPicture()
	s.clock.Look(begin, s.Time(), !s.paused && s.message == "")
	s.look.Scale = scale
	frame := draw.Frame{Camera: s.shown.Camera(), Look: s.look, Params: model.ParamsInUse(s.Engine, s.Params), Time: s.Time(), Picked: s.mark(), Spring: s.pickedEnds(), Overlay: s.overlay(), Coarse: coarse,
		Ranges: ranges, Fresh: s.player() != nil}
	if coarse != nil {
		frame.Budget = s.budget
	}
	now := seen{s.Step, s.Changes}
	frame.Still = now == s.seen
	if height, ok := s.Params.GroundHeight(); ok {
		frame.Ground = &height
	}
	if err := s.putArrows(&frame); err != nil {
		return err
	}
	if err := s.Renderer.Draw(s.target, frame); err != nil {
		return err
	}
	s.seen, s.places = now, s.Renderer.Places()
	s.rowsFrom = s.places.RowsFrom()
	s.endPicture()
	s.frames++
	s.dirty = false
	s.fitFirst()
	return nil
}

// putArrows puts the arrows of reactions and the gait into a picture, if they are shown.
func (s *Session) putArrows(frame *draw.Frame) error {
	if c := s.company(); c != nil {
		c.Put(frame, s.picked, s.gaits)
	}
	s.motion.Put(s.Engine, frame)
	if !s.look.Reactions {
		return nil
	}
	if s.arrows == nil || s.arrowsAt != s.Changes {
		now, err := draw.ReactionsOf(s.Subject, s.Model, s.Params)
		if err != nil && !s.fixed { // such as of a solver that knows no forces, which a key has chosen
			s.look.Reactions, s.arrows = false, nil
			s.say("reactions are hidden: " + err.Error())
			return nil
		}
		if err != nil {
			return fmt.Errorf("viewer: %w", err)
		}
		if s.arrows != nil {
			now.Scale = s.arrows.Scale
		}
		s.arrows, s.arrowsAt = now, s.Changes
	}
	s.arrows.Use(model.ParamsInUse(s.Engine, s.Params))
	s.arrows.Put(frame, s.Renderer.State, s.RestScale())
	return nil
}

// beginPicture begins to time a picture.
func (s *Session) beginPicture() time.Time {
	d := &s.drawing
	if d.timer == nil {
		d.timer = s.Ctx.NewTimer()
	}
	d.begun = time.Now()
	d.timer.Begin()
	s.Ctx.Flush() // software renderers time the flush that a timestamp is in, and not the timestamp
	return d.begun
}

// endPicture ends the picture of beginPicture, and passes it to the device.
func (s *Session) endPicture() {
	d := &s.drawing
	d.timer.End()
	s.Ctx.Fence(&d.fence)
	d.queued = max(time.Since(d.begun), 1)
	if !s.pictured.IsZero() {
		s.frame = smooth(s.frame, d.begun.Sub(s.pictured))
	}
	s.pictured = d.begun
}

// drew records the cost of a picture.
func (s *Session) drew(drawing time.Duration) {
	s.pacer.Drew(drawing)
	s.Figures.PictureSeconds = drawing.Seconds()
	switch {
	case s.coarse && drawing > slowPicture:
		s.budget = max(s.budget/2, leastBudget)
	case s.coarse && drawing < slowPicture/4:
		s.budget = min(2*s.budget, mostBudget)
	}
	s.coarse = drawing > slowPicture || s.coarse && drawing > slowPicture/8
	if s.Solver == nil {
		s.share += 0.2 * (s.stepping.Seconds()/(s.stepping+drawing).Seconds() - s.share)
	}
}

// These bound how many springs a coarse picture draws: as many as take between a quarter
// of slowPicture and all of it.
const (
	firstBudget = 1 << 18
	leastBudget = 1 << 14
	mostBudget  = 1 << 26
)

// halved returns the framebuffer in which a coarse picture is drawn first; nil for a fine
// picture.
func (s *Session) halved(width, height int) (*glx.Framebuffer, error) {
	if !s.coarse || s.resting() {
		return nil, nil
	}
	width, height = (width+1)/2, (height+1)/2
	if s.half == nil || s.half.Width != width || s.half.Height != height {
		half, err := s.Ctx.NewFramebuffer("coarse", width, height, 1)
		if err != nil {
			return nil, fmt.Errorf("viewer: %w", err)
		}
		s.half.Release()
		s.half = half
	}
	return s.half, nil
}

// slowPicture is the time of a picture from which on pictures are drawn with one sample
// for four pixels while something moves. They stay so down to an eighth of it: fine
// pictures have 16 times as many samples, but not 16 times the masses and springs.
const slowPicture = 60 * time.Millisecond

// resting reports whether the next picture may stay for a while.
func (s *Session) resting() bool {
	return s.fixed || s.paused && s.shown.Settled() && s.doing == nothing
}

// RedrawFine draws the last picture again in full, if it was coarse.
func (s *Session) RedrawFine(scale float64) error {
	if s.target == nil || s.drawnWith == s.samples {
		return nil
	}
	s.coarse = false
	return s.Draw(s.target.Width, s.target.Height, scale)
}

// DrawnYet reports whether there is a picture.
func (s *Session) DrawnYet() bool { return s.target != nil }

// DrawAgain says that the picture is out of date.
func (s *Session) DrawAgain() { s.dirty = true }

// ToWindow copies the last picture into the window of the context.
func (s *Session) ToWindow() { s.target.ToWindow() }

// Picture reads the last picture back to the host.
func (s *Session) Picture() *image.RGBA { return s.target.ReadPixels() }
