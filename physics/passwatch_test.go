package physics

import (
	"math"
	"strings"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
)

// pairOfMasses are masses of 0.1 and 0.3 kg, 1 m apart along x, joined by spring 1; spring 0
// joins the second to a third mass, which is pinned.
func pairOfMasses() *model.Model {
	b := modeltest.NewBuilder("edge")
	k := b.Material(1, 0)
	b.Mass(0.1, model.Vec3{0, 0, 0}, 0)
	b.Mass(0.3, model.Vec3{1, 0, 0}, 0)
	b.Mass(5, model.Vec3{2, 0, 0}, model.PinAll)
	b.Join(1, 2, k)
	b.Join(0, 1, k)
	return &b.Model
}

// snapshotOf is the start with velocities, after some steps.
func snapshotOf(m *model.Model, step int64, time float64, v ...[3]float32) *model.Snapshot {
	s := &model.Snapshot{Step: step, Time: time, Velocity: v}
	for _, x := range m.RestPosition {
		s.Position = append(s.Position, [3]float32{float32(x[0]), float32(x[1]), float32(x[2])})
	}
	return s
}

// Contacts of finite thickness hold masses up to ½ Σ m v² = ½ kc (thickness/2)², those per mass with kc of
// each mass.
func TestHoldings(t *testing.T) {
	m := pairOfMasses()
	rod := model.Contact{Shape: model.Capsule{B: model.Vec3{0, 1, 0}, Radius: 0.01}, Stiffness: 1e4}
	able := rod
	able.Touches = model.TouchSprings
	each := model.Contact{Shape: model.Sphere{Radius: 0.02}, PerMass: true}
	got := Holdings(m, model.Params{DT: 1e-3, Contacts: []model.Contact{model.Ground(0, 1, 0), rod, able, each}})
	of := 0.01 * math.Sqrt(1e4/0.3)
	want := []Holding{
		{Contact: 1, Speed: of, Mass: 1, Edge: math.Inf(1)},
		{Contact: 2, Speed: of, Mass: 1, Edge: 0.01 * math.Sqrt(1e4/0.4), Ends: [2]uint32{0, 1}},
		{Contact: 3, Speed: 0.02 * math.Sqrt(model.ContactCap) / 1e-3, Mass: 0, Edge: math.Inf(1)}, // kc = Cs m/dt², whatever m is
	}
	if len(got) != len(want) {
		t.Fatalf("%+v", got)
	}
	for k, w := range want {
		g := got[k]
		if near := math.Abs(g.Speed/w.Speed-1) < 1e-12 && (g.Edge == w.Edge || math.Abs(g.Edge/w.Edge-1) < 1e-12); !near || g.Contact != w.Contact || k < 2 && g.Mass != w.Mass || g.Ends != w.Ends {
			t.Errorf("%+v, want %+v", g, w)
		}
	}
}

// An edge at the speed of tunneling is reported with its spring if it may have met the contact. One below or
// far away is not, and a contact that moves along changes the relative speed.
func TestFastEdgesAreTold(t *testing.T) {
	m := pairOfMasses()
	rod := model.Contact{Shape: model.Capsule{A: model.Vec3{0.5, -1, 0.3}, B: model.Vec3{0.5, 1, 0.3}, Radius: 0.01}, Stiffness: 1e4, Touches: model.TouchSprings}
	limit := 0.01 * math.Sqrt(1e4/0.4) // of the edge; 1.58 m/s
	both := func(v float64) [][3]float32 { return [][3]float32{{0, 0, float32(v)}, {0, 0, float32(v)}, {}} }
	far, along := rod, rod
	far.Shape = model.Capsule{A: model.Vec3{0.5, -1, 9}, B: model.Vec3{0.5, 1, 9}, Radius: 0.01}
	along.Trajectory = &model.Trajectory{Path: model.Path{Velocity: model.Vec3{0, 0, 5}}}
	smooth := rod
	smooth.Touches = model.TouchMasses
	for _, c := range []struct {
		name    string
		contact model.Contact
		v       [][3]float32
		time    float64
		want    string
	}{
		{"slow", rod, both(0.99 * limit), 0.1, ""},
		{"fast", rod, both(1.01 * limit), 0.1, "spring 1 came near contact 0 with 1.6 m/s in step 7, and 1.58 m/s is enough"},
		{"fast at an end", rod, [][3]float32{{0, 0, 3.3}, {}, {}}, 0.1, "spring 1 came near contact 0 with 1.65 m/s"},
		{"far", far, both(5), 0.1, ""},
		{"far, long ago", far, both(5), 2, "spring 1"},
		{"with it", along, both(5), 0.1, ""},
		{"against it", along, both(-0.01), 0.1, "with 5.01 m/s"},
		{"masses alone", smooth, both(5), 0.1, ""},
	} {
		w := NewPassWatch(m, model.Params{DT: 1e-3, Contacts: []model.Contact{c.contact}})
		first := make([][3]float32, 3)
		if c.name == "with it" {
			first = c.v
		}
		w.Look(snapshotOf(m, 0, 0, first...))
		w.Look(snapshotOf(m, 7, c.time, c.v...))
		if got := w.Words(); c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// A mass is told that is faster than PassSpeed among others: relative to its own body, or to
// another; and a body that falls as a whole is not.
func TestFastMassesAreTold(t *testing.T) {
	m := pairOfMasses()
	m.Radius, m.Body, m.Pin = []float64{0.4, 0.4, 0.4}, []uint16{0, 0, 1}, nil
	bodies := []model.Surface{{Stiffness: 300}, {Stiffness: 300}}
	self, others := model.Collision{Self: true, Bodies: bodies}, model.Collision{Others: true, Bodies: bodies}
	all := func(v float32) [][3]float32 { return [][3]float32{{0, 0, v}, {0, 0, v}, {0, 0, v}} }
	apart := [][3]float32{{0, 0, 300}, {0, 0, 300}, {}}
	within := [][3]float32{{0, 0, 300}, {0, 0, -100}, {}}
	slow := make([][3]float32, 3)
	for _, c := range []struct {
		name string
		how  model.Collision
		v    [][3]float32
		told bool
	}{
		{"all together", self, all(300), false}, {"all together, bodies", others, all(300), false},
		{"bodies apart, each with itself", self, apart, false}, {"bodies apart", others, apart, true},
		{"within a body", self, within, true}, {"slow", others, all(0), false},
	} {
		w := NewPassWatch(m, model.Params{DT: 1e-3, Collision: c.how})
		w.Look(snapshotOf(m, 0, 0, slow...))
		w.Look(snapshotOf(m, 3, 0.1, c.v...))
		if got := w.Words(); strings.Contains(got, "mass 0 moved with 300 m/s among others in step 3, and ") != c.told || (got != "") != c.told {
			t.Errorf("%s: %q", c.name, got)
		}
	}
	// One that is far from all others passes between none: 500 m in 0.1 s are out of reach of
	// 300 m/s, and 20 m are not. Masses that never touch do not meet, either.
	for _, c := range []struct {
		how    model.Collision
		x      float32
		radius float64
		told   bool
	}{{self, 500, 0.4, false}, {self, 20, 0.4, true}, {others, 500, 0.4, false}, {self, 1, 0.6, false}} {
		m.Radius = []float64{c.radius, c.radius, c.radius}
		m.Body = []uint16{0, 0, 1}
		now := snapshotOf(m, 3, 0.1, within...)
		now.Position[1][0], now.Position[2][0] = c.x, 2*c.x
		w := NewPassWatch(m, model.Params{DT: 1e-3, Collision: c.how})
		w.Look(snapshotOf(m, 0, 0, slow...))
		w.Look(now)
		if got := w.Words(); (got != "") != c.told {
			t.Errorf("%g m apart, radius %g m: %q", c.x, c.radius, got)
		}
	}
	if w := NewPassWatch(m, model.Params{DT: 1e-3, Contacts: []model.Contact{model.Ground(0, 1, 0)}}); w != nil || w.Words() != "" {
		t.Error("a run in which nothing passes unseen is watched")
	}
}

// The limit is that of the two masses that can have met: gaps between other masses are no hole here. Speeds
// are against the mean of the body. Of two balls without springs one passes others by r √(4 kc/m) = 10 m/s.
func TestLimitIsThatOfTheMassesThatMeet(t *testing.T) {
	m := &model.Model{RestPosition: []model.Vec3{{}, {0.2}, {0, 50}, {1, 50}}, Mass: []float64{1, 1, 1, 1}, Radius: []float64{0.05, 0.05, 0.05, 0.05},
		Ends: []model.Ends{{2, 3}}, RestLength: []float64{1}, MaterialOf: []uint16{1}, Materials: []model.Material{{}, {Stiffness: 1e-6}}}
	p := model.Params{DT: 1e-4, Collision: model.Collision{Self: true, Bodies: []model.Surface{{Stiffness: 1e4}}}}
	for speed, want := range map[float32]string{1: "", 9.9: "", 20: "15 m/s among others in step 3, and 10 m/s is enough to pass between them"} {
		w := NewPassWatch(m, p)
		now := snapshotOf(m, 3, 3e-4, [3]float32{speed}, [3]float32{}, [3]float32{}, [3]float32{})
		now.Position[1][0] = 0.1001
		w.Look(now)
		if got := w.Words(); want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%g m/s: %q, want %q", speed, got, want)
		}
	}
}
