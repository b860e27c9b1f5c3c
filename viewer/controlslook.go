//go:build !headless

package viewer

import (
	"fmt"
	"math"

	"hooke/viewer/draw"
	"hooke/viewer/draw/color"
	"hooke/viewer/draw/hud"
)

func (s *session) stepColor(up int) error {
	count := len(color.Colorings())
	s.look.Color = color.Coloring((int(s.look.Color) + up + count) % count)
	s.look.Range = 0
	return nil
}

func (s *session) sayRange() hud.Row {
	if s.look.Range == 0 {
		return plain("automatic")
	}
	return plain(fmt.Sprintf("± %.3g", s.look.Range))
}

// stepRange fixes the range of colors where it is, then doubles or halves it; from the
// range that is automatic a step down fixes it, too.
func (s *session) stepRange(up int) error {
	if s.look.Range == 0 {
		s.look.Range = s.Renderer.ValueRange(s.look.Color)
		return nil
	}
	s.look.Range *= math.Pow(2, float64(up))
	return nil
}

func (s *session) stepShow(up int) error {
	s.look.Show = draw.Show((int(s.look.Show) + up + int(draw.Both) + 1) % (int(draw.Both) + 1))
	return nil
}

func (s *session) stepTheme(int) error {
	s.look.Theme = 1 - s.look.Theme
	return nil
}
