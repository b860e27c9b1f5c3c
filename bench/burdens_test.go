package bench

import (
	"errors"
	"slices"
	"testing"

	"hooke/check"
	"hooke/cpuref"
	"hooke/model"
	"hooke/must"
)

// Each burden is a case of its own name that ends elsewhere than the one without, so that it
// acts; what cannot have it is refused.
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
