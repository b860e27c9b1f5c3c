package run

import (
	"context"
	"math"
	"strings"
	"testing"

	"hooke/engine"
	"hooke/model"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/open"
)

// A cube is thrown at a thin slab: the run tells how many masses were caught, the first, and
// what the slab holds; at rest far away none is, and without a slab nothing is told. A body
// whose masses fly apart faster than they may among others is told, as well.
func TestRunTellsWhatIsCaught(t *testing.T) {
	slab := model.Contact{Shape: model.Box{Half: model.Vec3{5, 5, 0.01}}, Stiffness: 1e4}
	for _, c := range []struct {
		name         string
		contacts     []model.Contact
		speed, burst float64
		caught, told bool
	}{
		{"thrown", []model.Contact{slab}, -300, 0, true, false},
		{"away", []model.Contact{slab}, 300, 0, false, false},
		{"plane", []model.Contact{model.Ground(-10, 1e4, 0)}, -300, 0, false, false},
		{"apart", nil, 0, 1000, false, true},
	} {
		s := must.Get(open.Scene("cube", scene.Options{Collide: true}))(t)
		s.Params.Contacts, s.Params.DT = c.contacts, 1e-4
		for i := range s.Start.Position {
			s.Start.Position[i][2] += 0.05
			s.Start.Velocity[i] = model.Vec3{c.burst * float64(i%2), 0, c.speed}
		}
		var told []string
		o := Options{Folder: t.TempDir(), Engine: engine.CPURef, Steps: 8, EnergyEvery: 4}
		o.How.Listener.Note = func(line string) { told = append(told, line) }
		r := must.Get(New(s, o))(t)
		result, err := r.Go(context.Background())
		r.Close()
		if err != nil && c.burst == 0 {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got := strings.Contains(strings.Join(told, "\n"), "among others in step 0"); got != c.told {
			t.Errorf("%s: told %q", c.name, told)
		}
		switch got := result.Caught; {
		case c.name == "plane" || c.burst > 0:
			if got != nil {
				t.Errorf("%s: %+v", c.name, got)
			}
		case got == nil || got.Count > 0 != c.caught:
			t.Errorf("%s: %+v", c.name, got)
		case c.caught:
			holds := 0.01 * math.Sqrt(1e4/s.Model.Mass[got.Mass])
			if got.Step < 1 || math.Abs(got.Time-float64(got.Step)*1e-4) > 1e-12 || math.Abs(got.Speed/holds-1) > 1e-12 {
				t.Errorf("%s: %+v, want a speed of %g", c.name, got, holds)
			}
		}
	}
}
