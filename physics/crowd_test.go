package physics

import (
	"strings"
	"testing"

	"hooke/model"
)

// Balls in a lattice have nobody near by default, and twelve with radii of 0.7 spacings; with
// radii of two and a half they have hundreds, which is told with what to do.
func TestCrowdWords(t *testing.T) {
	const h, n = 0.1, 9
	m := &model.Model{}
	for i := range n * n * n {
		m.RestPosition = append(m.RestPosition, model.Vec3{h * float64(i%n), h * float64(i/n%n), h * float64(i/n/n)})
		m.Mass = append(m.Mass, 1)
	}
	c := model.Collision{Self: true, Bodies: []model.Surface{{Stiffness: 1}}}
	with := func(radius float64) string {
		m.Radius = make([]float64, len(m.Mass))
		for i := range m.Radius {
			m.Radius[i] = radius
		}
		return CrowdWords(m, c, m.RestPosition)
	}
	if words := with(0.5 * h); words != "" {
		t.Errorf("touching balls: %s", words)
	}
	if words := with(0.7 * h); words != "" { // D = 1.4 h: the twelve across the faces of cells, as balls that are packed densely
		t.Errorf("twelve: %s", words)
	}
	if words := with(1.2 * h); !strings.Contains(words, "mass 92, of radius 0.12 m, has 16 others within 1.1") { // D = 2.4 h, √6 h apart
		t.Errorf("sixteen at an edge: %s", words)
	}
	words := with(2.45 * h)
	if !strings.Contains(words, "of radius 0.245 m, has ") || !strings.Contains(words, "safe steps are for 6 touches") || !strings.Contains(words, "give a smaller radius") {
		t.Errorf("balls over five spacings: %q", words)
	}
	spread := make([]model.Vec3, len(m.RestPosition))
	for i, x := range m.RestPosition {
		spread[i] = x.Mul(10)
	}
	if words := CrowdWords(m, c, spread); words != "" {
		t.Errorf("ten times as far apart: %s", words)
	}
	c.Self, c.Others = false, true
	if words := CrowdWords(m, c, m.RestPosition); words != "" {
		t.Errorf("masses that never meet: %s", words)
	}
}
