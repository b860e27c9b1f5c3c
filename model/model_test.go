package model

import (
	"math"
	"strings"
	"testing"
)

// exact is for results that only rounding can spoil.
const exact = 1e-14

func near(got, want float64) bool { return math.Abs(got-want) <= exact*max(1, math.Abs(want)) }

// One spring, k = 8, no damper, on 2 kg: dt² 8 < 4, so √½. With c = 1:
// 8 dt² + 2 dt = 4, so (−1 + √33)/8.
func TestSafeStepByHand(t *testing.T) {
	m := pair()
	m.Materials[1].Damping = 0
	if got := SafeStep(m, Params{}); !near(got, math.Sqrt(0.5)) {
		t.Errorf("undamped: %g s, want √½", got)
	}
	m.Materials[1].Damping = 1
	if got, want := SafeStep(m, Params{}), (math.Sqrt(33)-1)/8; !near(got, want) {
		t.Errorf("damped: %g s, want %g", got, want)
	}
	// The ground adds half its stiffness and damping: K = 8 + 4, C = 1 + 1.
	ground := Params{Contacts: []Contact{Ground(0, 8, 2)}}
	if got, want := SafeStep(m, ground), (math.Sqrt(4+48)-2)/12; !near(got, want) {
		t.Errorf("with ground: %g s, want %g", got, want)
	}
	// Two contacts may be touched at once: K = 8 + 4 + 4, C = 1 + 1 + 1.
	ground.Contacts = append(ground.Contacts, ground.Contacts[0])
	if got, want := SafeStep(m, ground), (math.Sqrt(9+64)-3)/16; !near(got, want) {
		t.Errorf("with two contacts: %g s, want %g", got, want)
	}
	// A damper alone: 2 dt = 4.
	m.Materials[1].Stiffness = 0
	if got := SafeStep(m, Params{}); !near(got, 2) {
		t.Errorf("damper alone: %g s, want 2", got)
	}
}

func TestSafeStepIgnoresWhatCannotMove(t *testing.T) {
	m := pair()
	m.Mass[0] = 1e-9 // would need a tiny step, were it not pinned
	m.Pin = []Pin{PinAll, 0}
	if got, want := SafeStep(m, Params{}), (math.Sqrt(33)-1)/8; !near(got, want) {
		t.Errorf("%g s, want %g", got, want)
	}
	m.MaterialOf[0] = Removed
	if got := SafeStep(m, Params{}); !math.IsInf(got, 1) {
		t.Errorf("nothing acts, yet the safe step is %g s", got)
	}
	if got := AutoStep(m, Params{}); got != 1e-3 {
		t.Errorf("AutoStep without a bound is %g s, want 1 ms", got)
	}
}

func TestDragFactorIsExactForAnyStep(t *testing.T) {
	if got := (Params{DT: 3}).DragFactor(); got != 1 {
		t.Errorf("without drag: %g, want 1", got)
	}
	for _, c := range []struct{ dt, halfLife, want float64 }{{1, 1, 0.5}, {2, 1, 0.25}, {0.5, 1, math.Sqrt(0.5)}, {3, 1.5, 0.25}, {0.2, 0.4, math.Sqrt(0.5)}, {1e9, 1, 0}} {
		if got := (Params{DT: c.dt, DragHalfLife: c.halfLife}).DragFactor(); !near(got, c.want) {
			t.Errorf("dt %g, half-life %g: %g, want %g", c.dt, c.halfLife, got, c.want)
		}
	}
}

// Two masses of 2 kg, 3 m apart on a 1 m spring of 8 N/m, one moving at 3 m/s,
// the other 0.5 m under a ground of 100 N/m.
func TestEnergyByHand(t *testing.T) {
	m := pair()
	p := Params{Gravity: Vec3{0, 0, -10}, Contacts: []Contact{Ground(0, 100, 0)}}
	s := &State{Position: []Vec3{{0, 0, 2.5}, {0, 0, -0.5}}, Velocity: []Vec3{{0, 3, 0}, {}}}
	got := EnergyOf(m, p, s)
	want := Energy{Kinetic: 9, Gravitational: 40, Elastic: 16, Contact: 12.5}
	if got != want || got.Total() != 77.5 {
		t.Errorf("energy %+v, total %g; want %+v, total 77.5", got, got.Total(), want)
	}
}

// The highest ground that is level counts.
func TestGroundHeight(t *testing.T) {
	slope := Contact{Shape: Plane{Normal: Vec3{0, 0.6, 0.8}, Offset: 9}, Stiffness: 1}
	ceiling := Contact{Shape: Plane{Offset: 8}, Inside: true, Stiffness: 1}
	p := Params{Contacts: []Contact{slope, ceiling, Ground(-3, 1, 0), Ground(-2, 1, 0), Ground(-5, 1, 0)}}
	if height, ok := p.GroundHeight(); !ok || height != -2 {
		t.Errorf("ground at %g m, %v; want -2", height, ok)
	}
	p.Contacts = p.Contacts[:2]
	if height, ok := p.GroundHeight(); ok {
		t.Errorf("ground at %g m, and there is none", height)
	}
}

func TestInverseMassAndPins(t *testing.T) {
	m := pair()
	if m.PinOf(0) != 0 || m.InverseMass(0) != 0.5 {
		t.Error("a model without pins pins a mass")
	}
	m.Pin = []Pin{PinX | PinY, PinAll}
	if m.InverseMass(0) != 0.5 || m.InverseMass(1) != 0 {
		t.Errorf("inverse masses %g, %g; want 0.5 for a partly pinned mass and 0 for a pinned one", m.InverseMass(0), m.InverseMass(1))
	}
}

func TestStatesDoNotShareMemory(t *testing.T) {
	m := pair()
	a := m.Start()
	b := a.Clone()
	a.Position[0][0], b.Velocity[1][2] = 5, 6
	if m.RestPosition[0][0] != 0 || b.Position[0][0] != 0 || a.Velocity[1][2] != 0 {
		t.Error("a change of one state shows in another")
	}
}

func TestRoundingToFloat32IsWhatASnapshotHolds(t *testing.T) {
	s := pair().Start()
	s.Position[1][0], s.Velocity[0][1] = 0.1, 1e-50
	s.RoundToFloat32()
	if s.Position[1][0] != float64(float32(0.1)) || s.Velocity[0][1] != 0 {
		t.Errorf("rounded to %g and %g", s.Position[1][0], s.Velocity[0][1])
	}
	snapshot := Snapshot{Step: 3, Time: 0.5}
	snapshot.Resize(2)
	snapshot.Position[1][0] = 0.1
	if back := snapshot.State(); back.Position[1][0] != s.Position[1][0] || back.Step != 3 || back.Time != 0.5 {
		t.Errorf("widened to %+v", back)
	}
}

func TestDivergedSaysWhy(t *testing.T) {
	m := pair()
	for dt, want := range map[float64]string{10: "above the safe step", 1e-3: "within the safe step"} {
		err := Diverged(m, Params{DT: dt}, 7, 1, 2)
		for _, part := range []string{want, "step 7", "mass 1", "springs [0]"} {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("dt = %g s: %q does not say %q", dt, err, part)
			}
		}
	}
}

func TestHostBytes(t *testing.T) {
	m := pair()
	if got := m.HostBytes(); got != 2*32+18 {
		t.Errorf("without pins: %d bytes, want 82", got)
	}
	m.Pin = make([]Pin, 2)
	if got := m.HostBytes(); got != 2*33+18 {
		t.Errorf("with pins: %d bytes, want 84", got)
	}
}
