package preset_test

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/preset"
	"hooke/scene/scenetest"
)

const rounding = 1e-9

// The springs of `lattice` follow k = m g n/(5.4 s h) for masses m = ρ V/n³, within what the
// surface and the foot change at this n.
func TestLatticeStiffness(t *testing.T) {
	const side, surface = 43, 0.08
	s := must.Get(preset.Of("lattice").Open(scene.Options{}))(t)
	h := 1. / (side - 1)
	want := 1000. / (side * side * side) * 9.81 * side / (5.4 * sag * h)
	if got := s.Model.Materials[1].Stiffness; !scenetest.Within(got, want, surface) {
		t.Errorf("stiffness %g N/m, the formula gives %g", got, want)
	}
}

// The block that people see keeps its springs above nine tenths of their length
// while it falls, lands and bounces for five seconds.
func TestLatticeSurvivesItsFall(t *testing.T) {
	s := must.Get(preset.Of("lattice").Open(scene.Options{Springs: 56_000}))(t)
	if s.Model.SpringCount() != 56_368 {
		t.Fatalf("%d springs", s.Model.SpringCount())
	}
	lo, hi, end := scenetest.Stretch(t, s, 5, 6)
	if lo <= 0.9 || hi >= 1.1 {
		t.Errorf("L/L0 from %.4f to %.4f; want more than 0.9 and less than 1.1", lo, hi)
	}
	// It has landed and stands on the ground, a little shorter.
	a, b := end.Bounds()
	if height := b[2] - a[2]; height < 0.97 || height > 1.005 || math.Abs(a[2]) > 0.02 {
		t.Errorf("after 5 s it stands %.4f m tall from z = %.4f; want about 0.99 from 0", height, a[2])
	}
	t.Logf("L/L0 from %.4f to %.4f", lo, hi)
}

// The measure above can fail: from sixteen times the height it does.
func TestLatticeFromTooHigh(t *testing.T) {
	s := must.Get(preset.Of("lattice").Open(scene.Options{Springs: 10_000}))(t)
	s.Params.Contacts[0].Shape = model.Plane{Offset: -15 * dropPart}
	if lo, _, _ := scenetest.Stretch(t, s, 0.6, 6); lo > 0.9 {
		t.Errorf("shortest L/L0 %.4f after a fall from %g m; want less than 0.9", lo, 16*dropPart)
	}
}

// Half a rest length is where the safe step ends; nothing we ship comes near.
func TestScenesStayWhole(t *testing.T) {
	for _, c := range []struct {
		name    string
		o       scene.Options
		seconds float64
		lo, hi  float64 // bounds on L/L0
	}{
		{"cube", scene.Options{}, 1, 0.9, 1.1},
		{"rope", scene.Options{Size: [3]int{60}}, 3, 0.98, 1.05},
		{"cloth", scene.Options{Size: [3]int{20}}, 2, 0.8, 1.05},
		{"cloth", scene.Options{Size: [3]int{20}, Undamped: true}, 1, 0.7, 1.1},
		{"spot", scene.Options{Springs: 5_000}, 1, 0.75, 1.2},
		{"spot", scene.Options{Springs: 5_000, Pin: "top"}, 0.5, 0.8, 1.2},
		{"lattice", scene.Options{Size: [3]int{4, 4, 24}}, 0.5, 0.88, 1.1},
		{"lattice", scene.Options{Size: [3]int{20, 20, 2}}, 0.5, 0.88, 1.1},
		{"lattice", scene.Options{Springs: 5_000, PerMass: 9}, 0.5, 0.88, 1.1},
	} {
		s, err := preset.Of(c.name).Open(c.o)
		if err != nil {
			t.Errorf("%s %+v: %v", c.name, c.o, err)
			continue
		}
		lo, hi, _ := scenetest.Stretch(t, s, c.seconds, 10)
		if lo < c.lo || hi > c.hi {
			t.Errorf("%s %+v: L/L0 from %.3f to %.3f, want %g to %g", c.name, c.o, lo, hi, c.lo, c.hi)
		}
		t.Logf("%s %d springs: L/L0 from %.3f to %.3f", c.name, s.Model.SpringCount(), lo, hi)
	}
}
