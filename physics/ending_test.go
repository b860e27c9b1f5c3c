package physics_test

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
)

// A look finds the values computed by hand: the fastest of all masses, and the center of those that can move.
func TestLookAt(t *testing.T) {
	b := modeltest.NewBuilder("look")
	b.Mass(1, model.Vec3{0, 0, 0}, 0)
	b.Mass(3, model.Vec3{4, 0, 8}, model.PinX)
	b.Mass(50, model.Vec3{100, 100, 100}, model.PinAll)
	m := &b.Model
	s := m.Start()
	s.Step, s.Time = 20, 0.5
	s.Velocity[1], s.Velocity[2] = model.Vec3{0, 3, 4}, model.Vec3{0, 0, 6}
	want := model.Look{Step: 20, Time: 0.5, Speed: 6, Center: model.Vec3{3, 0, 6}}
	must.Be(t, physics.LookAt(m, s), want, "the look")
	read := model.Snapshot{Step: s.Step, Time: s.Time, Position: make([][3]float32, 3), Velocity: make([][3]float32, 3)}
	for i := range 3 {
		for axis := range 3 {
			read.Position[i][axis], read.Velocity[i][axis] = float32(s.Position[i][axis]), float32(s.Velocity[i][axis])
		}
	}
	must.Be(t, physics.LookAtSnapshot(m, &read), want, "the look at a snapshot")
	s.Velocity[0][1] = math.NaN()
	if got := physics.LookAt(m, s); got.Speed == got.Speed {
		t.Errorf("a speed that is no number gives %g", got.Speed)
	}
	pinned := modeltest.Single(1, model.Vec3{1, 2, 3})
	pinned.Pin = []model.Pin{model.PinAll}
	if got := physics.LookAt(pinned, pinned.Start()); got.Center != (model.Vec3{}) {
		t.Errorf("nothing moves, and its center is %v", got.Center)
	}
}

// Clearance is above the highest plane that one can stand on.
func TestClearance(t *testing.T) {
	tilted := model.Vec3{math.Sin(0.5), 0, math.Cos(0.5)}
	contacts := []model.Contact{
		{Shape: model.Plane{Offset: 1}},
		{Shape: model.Plane{Normal: tilted}},                            // z = −x tan 0.5
		{Shape: model.Plane{Normal: model.Vec3{1, 0, 0}, Offset: 100}},  // a wall
		{Shape: model.Plane{Normal: model.Vec3{0, 0, -1}, Offset: -10}}, // a ceiling
		{Shape: model.Sphere{Center: model.Vec3{0, 0, 0}, Radius: 2}},   // no plane
		{Shape: model.Plane{Normal: model.Vec3{0, 0, 1}, Offset: 50}, Inside: true},
	}
	for _, c := range []struct {
		x    model.Vec3
		of   []model.Contact
		want float64
	}{
		{model.Vec3{0, 0, 3}, contacts, 2},
		{model.Vec3{-10, 5, 9}, contacts, 9 - 10*math.Tan(0.5)},
		{model.Vec3{0, 0, 0.25}, contacts, -0.75},
		{model.Vec3{0, 0, 3}, nil, 3},
		{model.Vec3{0, 0, 3}, []model.Contact{{Shape: model.Plane{}, Trajectory: &model.Trajectory{Path: model.Path{Velocity: model.Vec3{0, 0, 0.5}}}}}, 2},
	} {
		must.Near(t, physics.Clearance(c.x, c.of, 2), c.want, 1e-12, "the clearance of %v", c.x)
	}
}

// The end comes at the first look at which a condition holds: the first of the list at one
// look, and still only after its time without a pause.
func TestEnding(t *testing.T) {
	m := modeltest.Single(1, model.Vec3{1, 0, 5})
	ground := []model.Contact{model.Ground(0, 100, 0)}
	look := func(step int64, speed, x, z float64) model.Look {
		return model.Look{Step: step, Time: float64(step) * 0.01, Speed: speed, Center: model.Vec3{x, 0, z}}
	}
	all := physics.Until{Words: []string{physics.Left, physics.Still, physics.Fell}, StillSpeed: 0.1, StillTime: 0.2, FallHeight: 1, LeaveRadius: 2}
	only := func(word string) physics.Until { u := all; u.Words = []string{word}; return u }
	for _, c := range []struct {
		name  string
		until physics.Until
		looks []model.Look
		want  string
		at    int // index of the look; −1: it does not end
	}{
		{"still", only(physics.Still), []model.Look{look(10, 0.1, 1, 5), look(20, 0, 1, 5), look(30, 0, 1, 5)}, physics.Still, 2},
		{"a pause", only(physics.Still), []model.Look{look(10, 0, 1, 5), look(20, 0.11, 1, 5), look(30, 0, 1, 5), look(40, 0, 1, 5)}, "", -1},
		{"no number", only(physics.Still), []model.Look{look(10, 0, 1, 5), look(20, math.NaN(), 1, 5), look(30, 0, 1, 5)}, "", -1},
		{"fell", only(physics.Fell), []model.Look{look(10, 9, 1, 1), look(20, 9, 1, 0.99)}, physics.Fell, 1},
		{"left", only(physics.Left), []model.Look{look(10, 9, 3, 0), look(20, 9, 3.01, 0)}, physics.Left, 1},
		{"the first in the list", all, []model.Look{look(10, 0, 1, 5), look(20, 0, 1, 5), look(30, 0, 9, 0)}, physics.Left, 2},
		{"nothing asked", physics.Until{}, []model.Look{look(10, 0, 99, -1), look(99990, 0, 99, -1)}, "", -1},
	} {
		e, by, at := physics.NewEnding(c.until, m, m.Start()), "", -1
		for i := range c.looks {
			// A checkpoint holds all of the memory of an ending.
			calm := e.Calm
			e = physics.NewEnding(c.until, m, m.Start())
			e.Calm = calm
			if by = e.At(c.looks[i], ground); by != "" {
				at = i
				break
			}
		}
		must.Hold(t, by == c.want && at == c.at, "%s: it ends by %q at look %d, want %q at %d", c.name, by, at, c.want, c.at)
	}
}
