package external

import (
	"math/rand/v2"
	"testing"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
)

// scattered is a cloth whose masses move at random, in lanes of an order and as the
// reference reads it.
func scattered[T table.Real](t *testing.T) (m *model.Model, o table.LaneOrder, state kernels.Motion[T], x, v []model.Vec3) {
	t.Helper()
	m = modeltest.Cloth(9)
	m.Triangles = nil
	random := rand.New(rand.NewPCG(7, 9))
	for range 60 {
		a := random.Perm(m.MassCount())
		m.Triangles = append(m.Triangles, [3]uint32{uint32(a[0]), uint32(a[1]), uint32(a[2])})
	}
	m.Triangles = append(m.Triangles, [3]uint32{4, 4, 4}) // has no area
	tables, _, err := table.New[T](m, 1e-4, 1)
	must.Do(t, err)
	o = tables.Order
	state = kernels.NewMotion[T](tables.LaneCount(), kernels.Arrays, 0)
	x, v = make([]model.Vec3, m.MassCount()), make([]model.Vec3, m.MassCount())
	o.Each(func(lane, mass int) {
		for which, to := range [][]model.Vec3{x, v} {
			values := [3]T{T(random.Float32() - 0.5), T(random.Float32() - 0.5), T(random.Float32() - 0.5)}
			state.Set(3*which, lane, values)
			to[mass] = kernels.Widen(values)
		}
	})
	return m, o, state, x, v
}

// farthest is the largest distance of the forces in lanes from those of the reference on
// masses that can move, as a share of the largest of these.
func farthest[T table.Real](m *model.Model, o table.LaneOrder, force []T, want []model.Vec3) float64 {
	apart, size := 0.0, 0.0
	o.Each(func(lane, mass int) {
		if m.PinOf(mass) == model.PinAll {
			return
		}
		at := lane/table.Width*3*table.Width + lane%table.Width
		got := model.Vec3{float64(force[at]), float64(force[at+table.Width]), float64(force[at+2*table.Width])}
		apart, size = max(apart, got.Sub(want[mass]).Len()), max(size, want[mass].Len())
	})
	return apart / size
}

// roundings is the most by which float32 sums of a few forces differ from the reference, and
// roundings64 that of float64 sums.
const (
	roundings   = 2e-6
	roundings64 = 2e-14
)

func TestWindIsThatOfTheReference(t *testing.T) {
	windIsReference[float32](t, roundings)
	windIsReference[float64](t, roundings64)
}

func windIsReference[T table.Real](t *testing.T, allowed float64) {
	m, o, state, x, v := scattered[T](t)
	p := model.Params{Wind: model.Wind{Velocity: model.Vec3{3, -1, 2}, Drag: 1.3, Lift: 0.4}}
	want := make([]model.Vec3, m.MassCount())
	cpuref.Wind(want, m, p.Wind, p.Wind.Velocity, x, v)
	slices := len(o.MassOf) / table.Width
	for name, c := range map[string]struct {
		spoil func(*Wind[T])
		wrong bool
	}{
		"as it is":            {func(*Wind[T]) {}, false},
		"no lift":             {func(w *Wind[T]) { w.numbers.Lift = 0 }, true},
		"a triangle left out": {func(w *Wind[T]) { clear(w.third[kernels.WindPlace(3):][:4]) }, true},
		"a part twice":        {func(w *Wind[T]) { w.parts[5] = w.parts[4] }, true},
	} {
		for _, k := range kernels.ForThisMachine[T]() {
			w := WindOf[T](m, p, o)
			w.Blow(p.Wind.Velocity)
			if name == "no lift" {
				c.spoil(w)
			}
			for block := range w.Blocks() {
				w.Press(k.Wind, new(kernels.WindCall[T]), kernels.Motions[T]{Position: state, Velocity: state}, block)
			}
			c.spoil(w)
			force, call := make([]T, slices*3*table.Width), new(kernels.GatherCall[T])
			w.Add(k.Gather, call, force[:3*table.Width], 0, 1)
			w.Add(k.Gather, call, force[3*table.Width:], 1, slices-1)
			if error := farthest(m, o, force, want); (error > allowed) != c.wrong {
				t.Errorf("%s, %s: an error of %.2g of the largest force", k.Name, name, error)
			}
		}
	}
}

// Loads on few masses, on many and on all act as in the reference, with every kernel.
func TestLoadsAreThoseOfTheReference(t *testing.T) {
	m, o, state, x, v := scattered[float32](t)
	table2 := model.Curve{At: []float64{0, 1}, Value: []float64{0, 4}}
	var most []uint32
	for i := uint32(0); i < uint32(m.MassCount()); i++ {
		if i%5 != 2 {
			most = append(most, i)
		}
	}
	p := model.Params{QuadraticDrag: 0.3,
		Forces: []model.Force{{Force: model.Vec3{1, 2, 3}, Table: table2}, {Force: model.Vec3{0.5, 0, 0}},
			{Masses: []uint32{3, 7, 40}, Force: model.Vec3{-4, 1, 0}, Table: table2}, {Masses: most[5:60], Force: model.Vec3{0, 1, -2}}},
		Motors: []model.Motor{{Axis: model.Vec3{0, 0.6, 0.8}, Speed: 2, Damping: 0.7, Limit: 1.2}, {Masses: []uint32{5, 40}, Axis: model.Vec3{1, 0, 0}, Speed: -3, Table: table2, Damping: 2},
			{Masses: most, Axis: model.Vec3{0, 1, 0}, Speed: 1, Damping: 0.5, Limit: 0.6}}}
	now := physics.SignalsOf(p, 0.4)
	want := make([]model.Vec3, m.MassCount())
	cpuref.Load(want, m, p, &now, x, v)
	slices := len(o.MassOf) / table.Width
	for name, c := range map[string]struct {
		spoil func(*Loads[float32])
		wrong bool
	}{
		"as they are":              {func(*Loads[float32]) {}, false},
		"no drag":                  {func(l *Loads[float32]) { l.loads[len(l.loads)-1].Drag = 0 }, true},
		"no limit":                 {func(l *Loads[float32]) { l.loads[4].Limit = 100 }, true},
		"a mass left out":          {func(l *Loads[float32]) { l.pulls = l.pulls[1:] }, true},
		"a mass of many left out":  {func(l *Loads[float32]) { l.wide[0].lanes[1] &= l.wide[0].lanes[1] - 1 }, true},
		"many masses one slice on": {func(l *Loads[float32]) { l.wide[2].first++; l.wide[2].lanes = l.wide[2].lanes[1:] }, true},
		"another time":             {func(l *Loads[float32]) { other := physics.SignalsOf(p, 0.41); l.Follow(&other) }, true},
	} {
		for _, k := range kernels.ForThisMachine[float32]() {
			l := LoadsOf[float32](p, o)
			if len(l.wide) != 4 || len(l.pulls) != 5 {
				t.Fatalf("%d loads on many masses, %d on one; want those of two long lists, a motor and the rest, and 5", len(l.wide), len(l.pulls))
			}
			l.Follow(&now)
			c.spoil(l)
			force, call := make([]float32, slices*3*table.Width), new(kernels.LoadCall[float32])
			l.Add(k.Load, call, force[:2*3*table.Width], state, 0, 2)
			l.Add(k.Load, call, force[2*3*table.Width:], state, 2, slices-2)
			AddPoints(PointsOf[float32](p, o), force, kernels.Motions[float32]{Position: state, Velocity: state}, 0, slices)
			if error := farthest(m, o, force, want); (error > roundings) != c.wrong {
				t.Errorf("%s, %s: an error of %.2g of the largest force", k.Name, name, error)
			}
		}
	}
}
