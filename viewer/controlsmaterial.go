//go:build !headless

package viewer

import (
	"math"
)

func (s *session) stepMaterial(power *float64, up int, scale func(factor float64) error) error {
	if err := scale(math.Pow(materialStep, float64(up))); err != nil {
		return err
	}
	*power += float64(up)
	return nil
}
