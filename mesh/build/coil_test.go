package build

import (
	"math"
	"strings"
	"testing"

	"hooke/model"
)

// A helix of 2 turns in 16 segments is 2 pitches high, and its segments are equal chords; a ring of
// 6 is a hexagon.
func TestCoil(t *testing.T) {
	m, err := Coil(CoilSpec{Masses: 17, Radius: 0.1, Turns: 2, Pitch: 0.05, Mass: 0.01, Stiffness: 10})
	if err != nil || m.Validate() != nil {
		t.Fatal(err, m.Validate())
	}
	chord := math.Hypot(2*0.1*math.Sin(math.Pi/8), 0.05/8)
	for s, l := range m.RestLength {
		if math.Abs(l-chord) > 1e-12 {
			t.Errorf("segment %d is %g m long, want %g", s, l, chord)
		}
	}
	if last := m.RestPosition[16]; last.Sub(model.Vec3{0.1, 0, -0.1}).Len() > 1e-12 || m.SpringCount() != 16 {
		t.Errorf("the last mass is at %v, %d springs", last, m.SpringCount())
	}
	ring, err := Coil(CoilSpec{Masses: 6, Radius: 1, Mass: 1, Stiffness: 1})
	if err != nil || ring.SpringCount() != 6 || math.Abs(ring.RestLength[5]-1) > 1e-12 || ring.Ends[5] != (model.Ends{5, 0}) {
		t.Errorf("ring: %v, ends %v", err, ring.Ends)
	}
	for want, s := range map[string]CoilSpec{"at least 3": {Masses: 2, Radius: 1, Mass: 1, Stiffness: 1}, "more than 2 a turn": {Masses: 5, Radius: 1, Turns: 3, Mass: 1, Stiffness: 1}, "radius is": {Masses: 5, Mass: 1, Stiffness: 1}} {
		if _, err := Coil(s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", s, err, want)
		}
	}
}
