//go:build !headless

package viewer

import (
	"fmt"

	"hooke/viewer/draw"
)

// expose draws a frame of a film and asks for its picture, which comes to the host while
// the next ones are made.
func (s *session) expose(f *film) error {
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
	frame := draw.Frame{Camera: f.camera.Camera(), Look: look, Params: s.Params, Time: s.Time(), Ranges: ranges, Fresh: s.player() != nil}
	if f.clean {
		frame.Look.NoText = true
	} else {
		frame.Overlay, frame.Picked, frame.Spring = s.overlay(), s.mark(), s.pickedEnds()
		frame.Overlay.Recording, frame.Overlay.Notice, frame.Overlay.Keys = "", "", "" // what only the window is to say
	}
	if height, ok := s.Params.GroundHeight(); ok {
		frame.Ground = &height
	}
	if err := s.Renderer.Draw(f.target, frame); err != nil {
		return err
	}
	f.backs[f.asked%readbacks].Queue(f.target)
	f.asked++
	return s.Ctx.Err("viewer: recording")
}

// make makes what pictures are drawn on, where it is not there.
func (f *film) make(s *session) (err error) {
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

// collect hands pictures that have come to the film on, until at most so many are on
// their way.
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

// release gives up what a film has on the device. Pictures that have not come are lost
// with a lost context, and are frames no more.
// A nil film is harmless.
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
