package draw

import (
	"math"
	"testing"

	"hooke/viewer/draw/color"
)

// Pictures of one film grow a range wider, never narrower; those of a whole recorded run
// have the one of all states.
func TestRangesThatPicturesShare(t *testing.T) {
	v := values{together: &color.Ranges{}}
	for _, c := range []struct {
		strain float64
		want   float64
	}{{0.01, 0.01}, {0.1, 0.1}, {0.002, 0.1}} {
		v.seen[color.ByStrain] = color.Seen{Typical: c.strain, Known: true}
		v.widen(color.ByStrain)
		if got := v.automatic(color.ByStrain); math.Abs(got-c.want) > 1e-6*c.want {
			t.Errorf("in a film a strain of %g has the range %g, want %g", c.strain, got, c.want)
		}
	}
	v.together.Whole = true
	v.seen[color.ByStrain] = color.Seen{Typical: 0.9, Known: true}
	v.widen(color.ByStrain)
	if got := v.automatic(color.ByStrain); math.Abs(got-0.1) > 1e-6 {
		t.Errorf("in a recorded run the range is %g, want 0.1", got)
	}
	if got := v.automatic(color.ByForce); got != color.ByForce.RangeOf(color.Seen{}, 0) {
		t.Errorf("another coloring has the range %g", got)
	}
}
