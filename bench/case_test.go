package bench

import (
	"errors"
	"math"
	"os"
	"slices"
	"testing"

	"hooke/cpuref"
	"hooke/engine/check"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
)

// Every scene is sound, near the size wanted, moves at once, and steps safely.
func TestScenes(t *testing.T) {
	for _, s := range Recipes() {
		for _, wanted := range []int64{3000, 40_000} {
			if s.Fixed && (wanted > 3000 || s.Name != "cloth-128") {
				continue // TestFixedScenes
			}
			c, err := NewCase(s.Name, wanted, model.SymplecticEuler)
			if err != nil {
				t.Errorf("%s: %v", s.Name, err)
				continue
			}
			must.Be(t, c.Model.Validate(), nil, "%s", s.Name)
			springs := float64(c.Model.SpringCount())
			within := 0.15 // sizes have steps, which are large in small ones
			if wanted < 10_000 {
				within = 0.3
			}
			if !s.Fixed && math.Abs(springs/float64(wanted)-1) > within {
				t.Errorf("%s: %.0f springs, want about %d", s.Name, springs, wanted)
			}
			if safe := physics.SafeStep(c.Model, c.Params); !(c.Params.DT > 0 && c.Params.DT < safe) {
				t.Errorf("%s: dt %g s, safe up to %g s", s.Name, c.Params.DT, safe)
			}
			moved := 0
			for i, x := range c.Start.Position {
				if x != c.Model.RestPosition[i] {
					moved++
				}
				if c.Model.PinOf(i) == model.PinAll && x != c.Model.RestPosition[i] {
					t.Fatalf("%s: pinned mass %d has moved", s.Name, i)
				}
			}
			if moved < c.Model.MassCount()/2 {
				t.Errorf("%s: %d of %d masses are not at rest at the start", s.Name, moved, c.Model.MassCount())
			}
			if c.Scene != s.Name || c.Title == "" {
				t.Errorf("%s: scene %q, title %q", s.Name, c.Scene, c.Title)
			}
		}
	}
	must.Say(t, "unknown scene", must.Err(NewCase("carpet", 1000, 0)), "known are canon, lattice")
}

// The sizes that the field knows.
func TestFixedScenes(t *testing.T) {
	for _, c := range []struct {
		scene           string
		masses, springs int
		within          float64 // share
	}{
		{"cloth-128", 128 * 128, 97_026, 0},
		{"small-steps", 150_000, 896_000, 0.0015},
		{"canon-1.5m", 1_500_000, 19_000_000, 0.02},
	} {
		if c.masses > 1_000_000 && os.Getenv("HOOKE_LONG") == "" {
			continue // 5 s
		}
		got := must.Get(NewCase(c.scene, 7, model.SymplecticEuler))(t)
		near := func(got, want int) bool { return math.Abs(float64(got-want)) <= c.within*float64(want) }
		if !near(got.Model.MassCount(), c.masses) || !near(got.Model.SpringCount(), c.springs) {
			t.Errorf("%s: %d masses and %d springs, want %d and %d", c.scene, got.Model.MassCount(), got.Model.SpringCount(), c.masses, c.springs)
		}
		if frame := 1.0 / 60; c.scene == "cloth-128" && (got.StepsPerFrame != 16 || math.Abs(16*got.Params.DT-frame) > 1e-12) {
			t.Errorf("%d steps of %g s a frame", got.StepsPerFrame, got.Params.DT)
		}
	}
}

// The network keeps its promises: degrees differ widely, and numbers say nothing about positions. Two builds
// of it are the same.
func TestNetwork(t *testing.T) {
	c := must.Get(NewCase("network", 20_000, model.SymplecticEuler))(t)
	m := c.Model
	degree := make([]int, m.MassCount())
	apart := 0.0
	for _, e := range m.Ends {
		degree[e[0]]++
		degree[e[1]]++
		apart += math.Abs(float64(e[0]) - float64(e[1]))
		if e[0] == e[1] {
			t.Fatal("a spring joins a mass to itself")
		}
	}
	if least, most := slices.Min(degree), slices.Max(degree); least > 6 || most < 40 {
		t.Errorf("masses have %d to %d springs", least, most)
	}
	// Two random numbers below n are n/3 apart on average; over 20,000 pairs that of
	// a random numbering is within 2 % of it.
	if mean := apart / float64(m.SpringCount()) / float64(m.MassCount()); math.Abs(mean-1.0/3) > 0.02/3*1.5 {
		t.Errorf("ends are %.3f of the masses apart on average, want 1/3", mean)
	}
	again, err := NewCase("network", 20_000, model.SymplecticEuler)
	if err != nil || !slices.Equal(again.Model.Ends, m.Ends) || !slices.Equal(again.Start.Position, c.Start.Position) {
		t.Errorf("made again, it differs: %v", err)
	}
}

func TestRopes(t *testing.T) {
	for springs, want := range map[int64][2]int{1: {2, 1}, 158: {159, 158}, 1000: {1001, 1000}, 1499: {1001, 1000}, 1500: {2002, 2000}, 10_000: {10_010, 10_000}} {
		c := must.Get(NewCase("rope", springs, model.SymplecticEuler))(t)
		must.Be(t, [2]int{c.Model.MassCount(), c.Model.SpringCount()}, want, "%d springs wanted: masses and springs", springs)
	}
}

// Each burden is a case of its own name. It ends elsewhere than the case without it, so it acts. Impossible
// burdens are refused.
func TestBurdensAct(t *testing.T) {
	ends := func(c *Case) *cpuref.State {
		e := must.Get(cpuref.New(c.Model, c.Params))(t)
		must.Do(t, errors.Join(e.Reset(c.Start), e.Step(20)))
		return e.State()
	}
	plain := must.Get(NewCase("canon", 3000, 0))(t)
	want := ends(plain)
	for _, name := range Burdens() {
		c := must.Get(NewBurdenedCase("canon", 3000, 0, name))(t)
		at := ends(c)
		got := model.Snapshot{Position: make([][3]float32, c.Model.MassCount()), Velocity: make([][3]float32, c.Model.MassCount()), Step: 20, Time: at.Time}
		for i := range got.Position {
			for axis := range 3 {
				got.Position[i][axis], got.Velocity[i][axis] = float32(at.Position[i][axis]), float32(at.Velocity[i][axis])
			}
		}
		if r := check.Compare(plain.Model, want, got, check.Tolerance{Position: 1e-9, Velocity: 1e-6}); r.OK || c.Scene != "canon+"+name {
			t.Errorf("%s: it ends where the case without ends: %v", c.Scene, r)
		}
	}
	if _, err := NewBurdenedCase("rope", 1000, 0, "wind"); err == nil || err.Error() != "bench: rope has no triangles for wind to blow on; cloth, canon and lattice have" {
		t.Errorf("wind on a rope: %v", err)
	}
	if _, err := NewBurdenedCase("canon", 1000, 0, "rain"); err == nil {
		t.Error("rain falls")
	}
	s := Suite{Scenes: []string{"canon", "cloth-128"}, Springs: []int64{1, 2}, With: []string{"rk4", "wind"}}
	if got := s.wanted(); len(got) != 9 || !slices.Contains(got, want3("canon", 2, "wind")) || !slices.Contains(got, want3("cloth-128", 0, "rk4")) {
		t.Errorf("wanted are %v", got)
	}
}

func want3(scene string, springs int64, with string) want { return want{scene, springs, with} }
