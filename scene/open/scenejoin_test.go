package open

import (
	"math"
	"strings"
	"testing"

	"hooke/must"
	"hooke/scene"
	"hooke/scene/scenetest"
)

// twoBlocks are two lattices of 3³ masses 0.1 m apart, the second above the first with
// a gap, or on it.
func twoBlocks(gap, more string) string {
	return "[[mesh]]\nname = \"low\"\nmake = \"lattice\"\nmasses = 3\nspacing = 0.1\nmass = 2\nstiffness = 100\n" +
		"[[mesh]]\nname = \"high\"\nmake = \"lattice\"\nmasses = 3\nspacing = 0.1\nmass = 1\nstiffness = 100\nmove = [0, 0, " + gap + "]\nvelocity = [0, 0, -3]\n" + more
}

func sceneOf(t *testing.T, text string) (*scene.Scene, error) {
	t.Helper()
	return Scene(scenetest.Write(t, "x.toml", text), scene.Options{})
}

// Welded bodies share the masses of their joint, which add up, and their momentum.
func TestJoinWeld(t *testing.T) {
	s := must.Get(sceneOf(t, twoBlocks("0.201", "[[join]]\nhow = \"weld\"\na = \"low/top\"\nb = \"high/bottom\"\ndistance = 0.01\n[[pin]]\ngroup = \"low/bottom\"\n")))(t)
	m := s.Model
	must.Do(t, m.Validate())
	if m.MassCount() != 27+18 || len(s.Start.Position) != m.MassCount() {
		t.Fatalf("%d masses, %d starts; want 45", m.MassCount(), len(s.Start.Position))
	}
	joint, _ := m.Group("low/top")
	same, _ := m.Group("high/bottom")
	var momentum float64
	for i, v := range s.Start.Velocity {
		momentum += m.Mass[i] * v[2]
	}
	must.Hold(t, math.Abs(momentum+27*3) <= 1e-9, "momentum %g kg·m/s, want −81", momentum)
	for k, i := range joint.Masses {
		// 2 kg at 0.2 m and 1 kg at 0.201 m.
		if same.Masses[k] != i || m.Mass[i] != 3 || math.Abs(m.RestPosition[i][2]-(0.2+0.001/3)) > 1e-9 ||
			s.Start.Position[i].Sub(m.RestPosition[i]).Len() > 1e-12 || math.Abs(s.Start.Velocity[i][2]+1) > 1e-12 {
			t.Errorf("mass %d: %g kg at %v, starts at %v with %v", i, m.Mass[i], m.RestPosition[i], s.Start.Position[i], s.Start.Velocity[i])
		}
	}
}

// Connected bodies get springs between all near masses, at rest, of a stiffness or a
// material.
func TestJoinConnect(t *testing.T) {
	for _, c := range []struct {
		keys, material string
		stiffness      float64
	}{
		{"stiffness = 7\ndamping = 0.1\n", "low to high", 7},
		{"material = \"glue\"\n[[material]]\nname = \"glue\"\nstiffness = 9\n", "glue", 9},
	} {
		s := must.Get(sceneOf(t, twoBlocks("0.25", "[[join]]\nhow = \"connect\"\na = \"low\"\nb = \"high\"\ndistance = 0.06\n"+c.keys)))(t)
		m := s.Model
		must.Do(t, m.Validate())
		added := 0
		for k, ends := range m.Ends {
			if ends[0] < 27 && ends[1] >= 27 {
				added++
				material := m.Materials[m.MaterialOf[k]]
				if math.Abs(m.RestLength[k]-0.05) > 1e-9 || material.Name != c.material || material.Stiffness != c.stiffness {
					t.Errorf("spring %d: %g m, %v", k, m.RestLength[k], material)
				}
			}
		}
		must.Be(t, added, 9, "springs between the bodies")
	}
}

// Faults of joins say where they are, all at once.
func TestJoinFaults(t *testing.T) {
	join := "[[join]]\nhow = \"connect\"\na = \"low\"\nb = \"high\"\ndistance = 0.06\n"
	for _, c := range []struct {
		gap, more string
		want      []string
	}{
		{"0.25", join, []string{"stiffness is missing"}},
		{"0.25", join + "stiffness = 1\nmaterial = \"glue\"\n[[material]]\nname = \"glue\"\nstiffness = 1\n", []string{"stiffness: material is given too"}},
		{"0.25", join + "material = \"gleu\"\n[[material]]\nname = \"glue\"\nstiffness = 1\n", []string{`material "gleu" is unknown`, `"glue" is unused`}},
		{"0.25", "[[join]]\nhow = \"weld\"\na = \"low\"\nb = \"high\"\ndistance = -1\nstiffness = 2\n", []string{"distance", "stiffness"}},
		{"0.5", join + "stiffness = 1\n[[pin]]\ngroup = \"lwo\"\n", []string{"nearest two are 0.3 m apart", `group "lwo" is unknown`}},
		{"0.25", strings.Replace(join, "\"high\"", "\"hgih\"", 1) + "stiffness = 1\n", []string{`group "hgih" is unknown; did you mean "high"?`}},
		{"0.25", strings.Replace(join, "\"high\"", "\"low/top\"", 1) + "stiffness = 1\n", []string{"is in both groups"}},
	} {
		_, err := sceneOf(t, twoBlocks(c.gap, c.more))
		for _, want := range c.want {
			must.Say(t, c.more, err, want, "^")
		}
	}
}
