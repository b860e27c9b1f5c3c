package session

import (
	"fmt"
	"image"

	"hooke/model"
	"hooke/viewer/draw"
	"hooke/viewer/draw/offscreen"
)

// written is the result of writing a picture.
type written struct {
	path string
	err  error
}

// largeStill is the size of a large picture, as a multiple of the window's.
const largeStill = 4

// takeStill writes a picture of the window, times as large.
func (s *Session) takeStill(times int) {
	write := s.recorder.options.Still
	switch {
	case write == nil || s.target == nil:
		s.say("this window writes no pictures")
		return
	case s.recorder.still != nil:
		s.say("the last picture is still being written")
		return
	}
	picture, err := s.stillOf(times)
	if err != nil {
		s.try("", err)
		return
	}
	done := make(chan written, 1)
	s.recorder.still = done
	go func() {
		path, err := write(picture)
		done <- written{path, err}
	}()
	s.say(fmt.Sprintf("writing a picture of %d × %d pixels", picture.Rect.Dx(), picture.Rect.Dy()))
}

// stillOf draws the content of the window, times as large. It draws in tiles if the device
// has no texture of that size.
func (s *Session) stillOf(times int) (*image.RGBA, error) {
	width, height := s.target.Width, s.target.Height
	times = max(1, min(times, int(s.Ctx.Limits.ViewSize)/max(width, height)))
	canvas, err := offscreen.NewCanvas(s.Ctx, width*times, height*times, s.samples, 0)
	if err != nil {
		return nil, err
	}
	defer canvas.Close()
	look := s.look
	look.Scale = max(look.Scale, 1) * float64(times)
	ranges, err := s.commonRanges()
	if err != nil {
		return nil, err
	}
	frame := draw.Frame{Camera: s.shown.Camera(), Look: look, Ranges: ranges, Params: model.ParamsInUse(s.Engine, s.Params), Time: s.Time(), Overlay: s.overlay(), Picked: s.mark(), Spring: s.pickedEnds()}
	frame.Overlay.Recording, frame.Overlay.Notice = "", ""
	if height, ok := s.Params.GroundHeight(); ok {
		frame.Ground = &height
	}
	if err := s.putArrows(&frame); err != nil {
		return nil, err
	}
	return canvas.Draw(s.Renderer, frame, nil)
}

// TellStill reports the file of a picture once it is written; with wait it waits for that.
func (s *Session) TellStill(wait bool) error {
	if s.recorder.still == nil {
		return nil
	}
	var w written
	if wait {
		w = <-s.recorder.still
	} else {
		select {
		case w = <-s.recorder.still:
		default:
			return nil
		}
	}
	s.recorder.still = nil
	s.try("wrote "+w.path, w.err)
	return w.err
}

// expose draws a frame of a film and asks for its picture, which comes to the host while
// the next frames are made.
func (s *Session) expose(f *film) error {
	if err := f.make(s); err != nil {
		return fmt.Errorf("viewer: recording: %w", err)
	}
	if err := f.collect(readbacks - 1); err != nil {
		return fmt.Errorf("viewer: recording: %w", err)
	}
	ranges, err := s.commonRanges()
	if err != nil {
		return err
	}
	if ranges == nil {
		ranges = &f.ranges
	}
	look := s.look
	look.Scale = f.scale
	frame := draw.Frame{Camera: f.camera.Camera(), Look: look, Params: model.ParamsInUse(s.Engine, s.Params), Time: s.Time(), Ranges: ranges, Fresh: s.player() != nil}
	if f.clean {
		frame.Look.NoText = true
	} else {
		frame.Overlay, frame.Picked, frame.Spring = s.overlay(), s.mark(), s.pickedEnds()
		frame.Overlay.Recording, frame.Overlay.Notice, frame.Overlay.Keys = "", "", "" // these lines are for the window alone
	}
	if height, ok := s.Params.GroundHeight(); ok {
		frame.Ground = &height
	}
	if err := s.putArrows(&frame); err != nil {
		return err
	}
	if err := s.Renderer.Draw(f.target, frame); err != nil {
		return err
	}
	f.backs[f.asked%readbacks].Queue(f.target)
	f.asked++
	return s.Ctx.Err("viewer: recording")
}

// make makes the framebuffers of the film where they do not exist.
func (f *film) make(s *Session) (err error) {
	if f.target != nil {
		return nil
	}
	if f.target, err = s.Ctx.NewFramebuffer("film", f.width, f.height, s.samples); err != nil {
		return err
	}
	for k := range f.backs {
		if f.backs[k], err = s.Ctx.NewReadback("film", f.width, f.height); err != nil {
			return err
		}
	}
	return nil
}

// collect passes arrived pictures on to the film, until at most left are on their way.
func (f *film) collect(left int) error {
	for f.asked-f.taken > left {
		picture := f.writer.Blank()
		err := f.backs[f.taken%readbacks].Take(picture)
		if err != nil {
			return err
		}
		f.writer.Put(picture)
		f.taken++
	}
	return nil
}

// release frees the film's objects on the device. Pictures that have not arrived are lost
// with a lost context, and do not count as frames. A nil film is harmless.
func (f *film) release() {
	if f == nil {
		return
	}
	f.target.Release()
	f.target = nil
	for k := range f.backs {
		f.backs[k].Release()
		f.backs[k] = nil
	}
	f.shots -= f.asked - f.taken
	f.asked = f.taken
}
