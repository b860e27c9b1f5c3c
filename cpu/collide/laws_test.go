package collide

import (
	"testing"

	"hooke/cpu/table"
	"hooke/model"
	"hooke/must"
)

// Every pair has its law in its column, with friction, also where columns share laws; and
// columns say where their others follow each other.
func TestColumnsHaveTheLawOfTheirPairs(t *testing.T) {
	m, p := scattered(6000, 5)
	for i := range m.Mass {
		m.Mass[i] = 1 + float64(i%2)
	}
	for i := range p.Collision.Bodies {
		p.Collision.Bodies[i] = model.Surface{Stiffness: float64(i + 1), DampingRatio: 0.1, StaticFriction: 0.1 * float64(i+1), KineticFriction: 0.1}
	}
	o, position := laidOut(m)
	l := New[float32](m, p, o, len(o.MassOf))
	l.made(position)
	for _, s := range l.Slices {
		for c := s.First; c < s.First+s.Count; c++ {
			l.checkColumn(t, int(s.Slice)*table.Width, int(c))
		}
	}
	must.Hold(t, len(l.Slices) != 0, "no pairs")
}

func (l *Lists[T]) checkColumn(t *testing.T, first, c int) {
	t.Helper()
	column, law := l.Columns[c], &l.Laws[l.Columns[c].Law]
	for j, other := range l.Others[c] {
		if column.Step != 0 && other != column.Base+int32(j)*column.Step {
			t.Fatalf("column %d, lane %d: the other is %d, not %d in steps of %d", c, j, other, column.Base, column.Step)
		}
		if int(other) == first+j {
			continue
		}
		i, k := l.order.MassOf[first+j], l.order.MassOf[other]
		want := l.law.of(i, k)
		static, kinetic := l.law.friction(i, k)
		for what, pair := range map[string][2]float64{
			"D": {float64(law.Reach[j]), want.reach}, "kc": {float64(law.Stiffness[j]), want.stiffness}, "bc": {float64(law.Damping[j]), want.damping},
			"μs": {float64(law.Static[j]), static}, "μk": {float64(law.Kinetic[j]), kinetic}, "m_r": {float64(law.Reduced[j]), l.law.reduced(i, k)},
		} {
			if pair[0] != float64(float32(pair[1])) {
				t.Fatalf("column %d, lane %d: %s is %g, want %g", c, j, what, pair[0], pair[1])
			}
		}
	}
}

// Two layers of equal masses, one upon the other, have few laws, and others that follow each
// other, upwards and downwards: so steps read little.
func TestLayersShareLaws(t *testing.T) {
	const count = 8192 // of each layer
	m := &model.Model{Materials: []model.Material{{}}}
	for i := range 2 * count {
		x := model.Vec3{float64(i % count), 0, 0.9 * float64(i/count)}
		if i >= count+count/2 { // the other way around
			x[0] = 1.5*count - 1 - x[0]
		}
		m.RestPosition, m.Mass, m.Radius, m.Body = append(m.RestPosition, x), append(m.Mass, 1), append(m.Radius, 0.5), append(m.Body, uint16(i/count))
	}
	bodies := []model.Surface{{Stiffness: 1}, {Stiffness: 1}}
	p := model.Params{DT: 1, Collision: model.Collision{Bodies: bodies, Others: true, Skin: 0.05, CheckEvery: 1}}
	o, position := laidOut(m)
	l := New[float32](m, p, o, len(o.MassOf))
	l.made(position)
	laws, steps := map[uint32]bool{}, map[int32]int{}
	for _, c := range l.Columns {
		laws[c.Law] = true
		steps[c.Step]++
	}
	if len(laws) > 2*l.chunks() || steps[1] < 400 || steps[-1] < 400 || steps[0] > 0 {
		t.Errorf("%d laws of %d columns in %d chunks; steps %v", len(laws), len(l.Columns), l.chunks(), steps)
	}
}
