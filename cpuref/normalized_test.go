package cpuref

import (
	"math"
	"slices"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/random"
	"hooke/spring"
)

// Cs = Cd = 1: at rest length after one step, at a stand after the next.
func TestFullyNormalizedSpringTakesTwoSteps(t *testing.T) {
	const rounded = 1e-14
	for _, pins := range [][2]model.Pin{{}, {model.PinAll, 0}} {
		for _, dt := range []float64{1e-9, 0.01, 1e3} {
			m := pairOf(model.Material{Normalized: spring.Normalized{Stiffness: 1, Damping: 1}}, pins)
			start := m.Start()
			start.Position[1] = model.Vec3{1.25, 0, 0}
			start.Velocity[1] = model.Vec3{0.4 / dt, 0, 0}
			e, err := New(m, model.Params{DT: dt})
			must(t, err)
			must(t, e.Reset(start))
			for step, wantRate := range []float64{-0.25 / dt, 0} {
				must(t, e.Step(1))
				s := e.State()
				length, rate := s.Position[1][0]-s.Position[0][0], s.Velocity[1][0]-s.Velocity[0][0]
				if math.Abs(length-1) > rounded || math.Abs(rate-wantRate)*dt > rounded {
					t.Errorf("pins %v, dt %g s: after step %d the length is %.17g m at %g m/s, want 1 m at %g",
						pins, dt, step+1, length, rate, wantRate)
				}
			}
		}
	}
}

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

// The response per step of normalized springs is the same, and stable, when
// masses, dt or both change by 10⁶: also as stiff as the caps allow.
func TestNormalizedResponseIsTheSame(t *testing.T) {
	const steps, rounded = 300, 1e-9 // m: 300 steps of roundings in a lively net
	for _, material := range []model.Material{
		{Normalized: spring.Normalized{Stiffness: 1, Damping: 1}},
		{Normalized: spring.Normalized{Stiffness: 0.05, Damping: 0.002}},
	} {
		for _, rows := range []int{1, 4} {
			var first []model.Vec3
			for _, c := range []struct{ mass, dt float64 }{{1, 1e-3}, {1e6, 1e-3}, {1e-6, 1e-3}, {1, 1e3}, {1, 1e-9}, {1e6, 1e3}, {1e6, 1e-9}} {
				m := net(rows, 6, material)
				for i := range m.Mass {
					m.Mass[i] *= c.mass
				}
				e, err := New(m, model.Params{DT: c.dt})
				must(t, err)
				must(t, e.Reset(disturbed(m, 0.05)))
				must(t, e.Step(steps))
				must(t, e.Finish())
				if first == nil {
					first = slices.Clone(e.State().Position)
				}
				for i, x := range e.State().Position {
					if off := x.Sub(first[i]).Len(); !(off <= rounded) {
						t.Fatalf("%v, %d rows, masses × %g, dt = %g s: mass %d is %.3g m off", material, rows, c.mass, c.dt, i, off)
					}
				}
			}
		}
	}
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
