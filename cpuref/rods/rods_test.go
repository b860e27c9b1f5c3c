package rods_test

import (
	"math"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/model/rod"
	"hooke/model/rod/chain"
	"hooke/must"
)

// along is a rod through points, with the given number of kilograms for each segment; it is closed where the
// last point is the first.
func along(of rod.Rod, kg float64, points ...model.Vec3) *model.Model {
	b := modeltest.NewBuilder("rod")
	b.Model.Materials = append(b.Model.Materials, model.Material{Name: "wire", Rod: of})
	material, last := uint16(len(b.Model.Materials)-1), len(points)-1
	closed := points[last] == points[0]
	for i, x := range points {
		mass := kg
		if !closed && (i == 0 || i == last) {
			mass /= 2
		}
		if !closed || i < last {
			b.Mass(mass, x, 0)
		}
		if i > 0 {
			b.Join(i-1, i%b.Model.MassCount(), material)
		}
	}
	chain.Frame(&b.Model)
	return &b.Model
}

// line are n segments of a rod 1 m long, along x.
func line(n int) (out []model.Vec3) {
	for i := range n + 1 {
		out = append(out, model.Vec3{float64(i) / float64(n), 0, 0})
	}
	return out
}

// coil is a helix that goes down, of the given number of segments a turn.
func coil(radius, pitch float64, turns, per int) (out []model.Vec3) {
	for i := range turns*per + 1 {
		s, c := math.Sincos(2 * math.Pi * float64(i) / float64(per))
		out = append(out, model.Vec3{radius * c, radius * s, -pitch * float64(i) / float64(per)})
	}
	return out
}

// ring is a closed rod of n segments, 1 m long.
func ring(n int) (out []model.Vec3) {
	r := 1 / (2 * float64(n) * math.Sin(math.Pi/float64(n)))
	for i := range n {
		s, c := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		out = append(out, model.Vec3{r * c, r * s, 0})
	}
	return append(out, out[0])
}

// pinned is the model with some of its masses held.
func pinned(m *model.Model, masses ...int) *model.Model {
	m.Pin = make([]model.Pin, m.MassCount())
	for _, i := range masses {
		m.Pin[i] = model.PinAll
	}
	return m
}

// stepping makes an engine of the solver impulses whose substeps are h, one in a step.
func stepping(t *testing.T, m *model.Model, p model.Params, h float64) *cpuref.Engine {
	t.Helper()
	p.Integrator, p.Substeps, p.DT = model.Impulses, 1, h
	return must.Get(cpuref.New(m, p))(t)
}

func advance(t *testing.T, e *cpuref.Engine, steps int) {
	t.Helper()
	if err := e.Step(steps); err != nil || e.Finish() != nil {
		t.Fatal(err, e.Finish())
	}
}

// shaken is the state at rest with velocities and spins that look random.
func shaken(m *model.Model, speed, spin float64) *model.State {
	s := m.Start()
	wild := func(i int, size float64) model.Vec3 {
		x := float64(i)
		return model.Vec3{math.Sin(7*x + 1), math.Cos(5 * x), math.Sin(3*x + 2)}.Mul(size)
	}
	for i := range s.Velocity {
		s.Velocity[i] = wild(i, speed)
	}
	for k := range s.AngularVelocity {
		s.AngularVelocity[k] = wild(3*k, spin)
	}
	return s
}

// some rods of several shapes: slender and stout ones, straight, coiled, closed and branched.
func some() map[string]*model.Model {
	slender, stout := rod.Solid(0.004, 1e9, 4e8), rod.Solid(0.05, 1e6, 4e5)
	tree := modeltest.NewBuilder("tree")
	tree.Model.Materials = append(tree.Model.Materials, model.Material{Name: "wire", Rod: slender})
	for i, x := range []model.Vec3{{0, 0, 0}, {0, 0, 0.2}, {0.1, 0, 0.4}, {-0.1, 0, 0.4}, {0, 0.1, 0.5}, {0.2, 0, 0.5}} {
		tree.Mass([]float64{1, 0.01, 0.1}[i%3], x, 0)
	}
	for _, ends := range [][2]int{{0, 1}, {1, 2}, {1, 3}, {4, 1}, {2, 5}} {
		tree.Join(ends[0], ends[1], uint16(len(tree.Model.Materials)-1))
	}
	chain.Frame(&tree.Model)
	star := func(hub, tip float64) *model.Model {
		b := modeltest.NewBuilder("star")
		b.Model.Materials = append(b.Model.Materials, model.Material{Name: "wire", Rod: stout})
		b.Mass(hub, model.Vec3{}, 0)
		for i := range 7 {
			x := float64(i)
			b.Mass(tip, model.Vec3{math.Sin(7*x + 1), math.Cos(5 * x), math.Sin(3*x + 2)}.Mul(0.3), 0)
			b.Join(i+1, 0, uint16(len(b.Model.Materials)-1))
		}
		chain.Frame(&b.Model)
		return &b.Model
	}
	return map[string]*model.Model{
		"star with a light hub": star(1e-4, 1), "star with a heavy hub": star(1, 1e-3),
		"line": along(slender, 0.01, line(12)...), "stout line": along(stout, 0.1, line(5)...),
		"coil": along(slender, 0.01, coil(0.05, 0.02, 2, 12)...), "ring": along(stout, 0.05, ring(9)...), "tree": &tree.Model,
	}
}
