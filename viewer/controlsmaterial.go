//go:build !headless

package viewer

import (
	"fmt"
	"math"

	"hooke/viewer/draw/hud"
	"hooke/viewer/edited"
)

// sayMaterial is the material that multipliers act on.
func (s *session) sayMaterial() hud.Row {
	s.material = min(s.material, len(s.Model.Materials)-1)
	if s.material == 0 {
		return plain("all")
	}
	return plain(s.Model.Materials[s.material].Name)
}

func (s *session) stepMaterial(up int) error {
	count := len(s.Model.Materials)
	s.material = (s.material + up + count) % count
	return nil
}

// sayMultiplier is what the material is multiplied by.
func (s *session) sayMultiplier(power func(*edited.Factor) *float64) hud.Row {
	by := s.multiplier(power)
	if math.IsNaN(by) {
		return plain("various")
	}
	return barred(fmt.Sprintf("× %.3g", by), by, 1)
}
