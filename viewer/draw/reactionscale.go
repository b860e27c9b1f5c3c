package draw

import (
	"fmt"
	"math"

	"hooke/viewer/draw/color"
	"hooke/viewer/draw/hud"
)

// ForceScale is the scale of force arrows: the newtons that one meter stands for. The zero value
// is not chosen yet.
type ForceScale float64

// These bound the longest arrow, relative to the size of the view's subject.
const (
	longestArrow  = 0.25
	shortestArrow = longestArrow / 10
)

// fit chooses the scale anew when the arrow of the largest force [N] would be too long or too
// short in a view of the given number of meters. It is 1, 2 or 5 times a power of ten. It stays as long
// as it can, so that arrows of one film can be compared.
func (s *ForceScale) fit(largest, size float64) {
	if !(largest > 0 && size > 0) || math.IsInf(largest, 0) {
		return
	}
	if long := s.length(largest); *s == 0 || long > longestArrow*size || long < shortestArrow*size {
		*s = ForceScale(color.RoundUp(largest/(longestArrow*size), 1, 2, 5))
	}
}

// length is how long the arrow of a force [N] is [m].
func (s ForceScale) length(force float64) float64 {
	if s == 0 {
		return 0
	}
	return force / float64(s)
}

// in returns the scale for users, by the largest unit of length that is at most a fifth of
// the view: "1 cm = 5 N".
func (s ForceScale) in(size float64) string {
	const share = 0.2
	type unit struct {
		name   string
		meters float64
	}
	of := unit{"µm", 1e-6}
	for _, u := range []unit{{"km", 1e3}, {"m", 1}, {"dm", 0.1}, {"cm", 0.01}, {"mm", 1e-3}} {
		if u.meters <= share*size {
			of = u
			break
		}
	}
	return fmt.Sprintf("1 %s = %s", of.name, hud.Quantity(float64(s)*of.meters, "N"))
}
