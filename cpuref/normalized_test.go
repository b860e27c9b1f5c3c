package cpuref

import (
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/random"
	"hooke/spring"
)

// net is n² masses of unequal mass, joined to their four neighbors by springs
// of the material; one corner is pinned. A rope has n = 1 rows.
func net(rows, columns int, material model.Material) *model.Model {
	b := modeltest.NewBuilder("net")
	b.Model.Materials = append(b.Model.Materials, material)
	for i := range rows * columns {
		x, y := i%columns, i/columns
		pin := model.Pin(0)
		if i == 0 {
			pin = model.PinAll
		}
		b.Mass(0.5+float64(i*7%5), model.Vec3{float64(x), float64(y), 0}, pin)
		if x > 0 {
			b.Join(i-1, i, 1)
		}
		if y > 0 {
			b.Join(i-columns, i, 1)
		}
	}
	return &b.Model
}

// disturbed moves masses by up to a part of 1 m, at random.
func disturbed(m *model.Model, part float64) *model.State {
	s, numbers := m.Start(), random.Stream(3)
	for i := range s.Position {
		for axis := range 3 {
			if m.PinOf(i) == 0 {
				s.Position[i][axis] += part * numbers.Signed()
			}
		}
	}
	return s
}

// Undamped and as stiff as the caps allow, springs of ropes and nets keep their
// lengths, however the whole swings. Without caps they do not, which is what
// the caps are for.
func TestCapsKeepNetsStable(t *testing.T) {
	const steps, bound = 20000, 0.25 // m: ten times the disturbance of a spring
	for _, rows := range []int{1, 6} {
		m := net(rows, 6, model.Material{Normalized: spring.Normalized{Stiffness: 1}})
		p := model.Params{DT: 0.01}
		if far := stretch(t, m, p, steps); !(far < bound) {
			t.Errorf("%d rows: springs stretch by %.3g m", rows, far)
		}
		free := *m
		free.Materials = []model.Material{{}, {Stiffness: 2.5 / (p.DT * p.DT)}} // Cs about 1 everywhere
		if far := stretch(t, &free, p, steps); far < bound {
			t.Errorf("%d rows without caps: springs stretch by only %.3g m", rows, far)
		}
	}
}
