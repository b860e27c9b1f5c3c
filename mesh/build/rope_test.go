package build

import (
	"testing"

	"hooke/mesh/meshtest"
	"hooke/must"
)

func TestRope(t *testing.T) {
	for _, span := range []float64{0, 1.5, 1, 0.4} {
		m := must.Get(Rope(RopeSpec{Masses: 50, Length: 1.5, Span: span, Mass: 0.1, Stiffness: 10, Height: 2}))(t)
		meshtest.Valid(t, m) // springs at rest: all chords have their length
		if span == 0 {
			span = 1.5
		}
		ends, _ := m.Group("ends")
		first, last := m.RestPosition[ends.Masses[0]], m.RestPosition[ends.Masses[1]]
		if !meshtest.Near(last[0]-first[0], span, meshtest.Rounding) || !meshtest.Near(first[1], last[1], meshtest.Rounding) || first[2] != 2 {
			t.Errorf("span %g: ends at %v and %v", span, first, last)
		}
	}
	if m, err := Rope(RopeSpec{Masses: 2, Length: 1, Mass: 1, Stiffness: 1}); err != nil || m.SpringCount() != 1 {
		t.Errorf("two masses: %v", err)
	}
}
