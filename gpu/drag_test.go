package gpu

import (
	"math"
	"testing"

	"hooke/model"
)

// What drag leaves per step is left in each step, whatever dt is and when it changes.
func TestDragPerStep(t *testing.T) {
	bothEngines(t, func(t *testing.T, newEngine maker, single bool) {
		m := lump(1, model.Vec3{})
		p := model.Params{DT: 0.01, DragKept: 0.75}
		e := newEngine(m, p)
		defer e.Close()
		s := m.Start()
		s.Velocity[0] = model.Vec3{64, 0, 0}
		must(t, e.Reset(s))
		want := 64 * math.Pow(0.75, 4)
		if got := after(t, e, 4).Velocity[0][0]; math.Abs(got-want) > 1e-5 {
			t.Errorf("after 4 steps: %g m/s, want %g", got, want)
		}
		p.DT = 0.002
		setter, ok := model.As[model.ParamsSetter](e)
		if !ok {
			t.Fatal("the engine takes no parameters")
		}
		must(t, setter.SetParams(p))
		want *= math.Pow(0.75, 3)
		if got := after(t, e, 3).Velocity[0][0]; math.Abs(got-want) > 1e-5 {
			t.Errorf("after 3 shorter steps: %g m/s, want %g", got, want)
		}
	})
}
