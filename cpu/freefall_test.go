package cpu

import (
	"testing"

	"hooke/cpu/cputest"
	"hooke/model"
	"hooke/must"
)

// A common motion ages no list: a body that falls from 100 m makes lists as often
// as one at rest, once. Control: one whose
// masses fly apart.
func TestFreeFallMakesNoLists(t *testing.T) {
	s := cputest.Touching(t, "flat", 500)
	p, m := s.Params, *s.Model
	m.Pin = nil
	p.Contacts, p.DragHalfLife = nil, 0
	made := func(gravity float64, start *model.State, steps int) int64 {
		p.Gravity = model.Vec3{0, 0, gravity}
		e := newEngine(t, &m, p, start)
		defer e.Close()
		must.Do(t, e.Step(steps))
		must.Do(t, e.Finish())
		found := must.Get(e.Touching())(t)
		return found.Rebuilds
	}
	high := m.Start()
	for i := range high.Position {
		high.Position[i][2] += 100
	}
	fall := int(4.5 / p.DT) // 100 m take 4.515 s
	rest, falling := made(0, high, fall), made(-9.81, high, fall)
	if rest != 1 || falling != rest {
		t.Errorf("lists were made %d times at rest and %d times falling", rest, falling)
	}
	apart := m.Start()
	for i := range apart.Velocity {
		apart.Velocity[i][2] = 20 * float64(i%2)
	}
	t.Logf("%d steps", fall)
	if got := made(0, apart, 300); got < 3 {
		t.Errorf("lists of masses that fly apart were made %d times", got)
	}
}
