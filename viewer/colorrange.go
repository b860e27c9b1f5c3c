//go:build !headless

package viewer

import (
	"fmt"

	"hooke/viewer/draw/color"
)

// rangeFrames is how many frames of a recorded run are looked at for a range of colors.
const rangeFrames = 33

// commonRanges are the ranges of colors that all pictures of a recorded run have in
// common, found once for each coloring; nil: a picture's range is that of its state.
func (s *session) commonRanges() (*color.Ranges, error) {
	p, c := s.player(), s.look.Color
	if p == nil || p.Frames() < 2 {
		return nil, nil
	}
	t := &s.timeLine
	if c.Ranged() && t.ranges.Of(c) == 0 && s.look.Range == 0 {
		shown, count := p.FrameShown(), min(p.Frames(), rangeFrames)
		widest, err := s.Renderer.RangeOver(c, count, func(k int) error {
			return p.ShowFrame(k * (p.Frames() - 1) / (count - 1))
		})
		if err == nil && shown >= 0 {
			err = p.ShowFrame(shown)
		}
		if err != nil {
			return nil, fmt.Errorf("viewer: colors of %s: %w", p.Source(), err)
		}
		t.ranges.Whole = true
		t.ranges.Know(c, widest)
	}
	return &t.ranges, nil
}
