//go:build !headless

package viewer

import (
	"fmt"
	"image"

	"hooke/viewer/draw"
	"hooke/viewer/draw/offscreen"
)

// written is what became of a picture.
type written struct {
	path string
	err  error
}

// largeStill is how many times as large as the window a large picture is.
const largeStill = 4

// takeStill writes a picture of the window, so many times as large.
func (s *session) takeStill(times int) {
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

// stillOf draws what the window shows, so many times as large, in tiles where it must.
func (s *session) stillOf(times int) (*image.RGBA, error) {
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
	frame := draw.Frame{Camera: s.shown.Camera(), Look: look, Ranges: ranges, Params: s.Params, Time: s.Time(), Overlay: s.overlay(), Picked: s.mark(), Spring: s.pickedEnds()}
	frame.Overlay.Recording, frame.Overlay.Notice = "", ""
	if height, ok := s.Params.GroundHeight(); ok {
		frame.Ground = &height
	}
	return canvas.Draw(s.Renderer, frame, nil)
}

// told says what became of the picture, once it is written; wait waits for that.
func (s *session) tellStill(wait bool) error {
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
