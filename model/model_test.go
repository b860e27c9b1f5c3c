package model

import (
	"math"
	"slices"
	"testing"

	"hooke/must"
)

// exact is for results that only rounding can spoil.
const exact = 1e-14

func near(got, want float64) bool { return math.Abs(got-want) <= exact*max(1, math.Abs(want)) }

func TestDragFactorIsExactForAnyStep(t *testing.T) {
	must.Be(t, (Params{DT: 3}).DragFactor(), 1, "without drag")
	for _, c := range []struct{ dt, halfLife, want float64 }{{1, 1, 0.5}, {2, 1, 0.25}, {0.5, 1, math.Sqrt(0.5)}, {3, 1.5, 0.25}, {0.2, 0.4, math.Sqrt(0.5)}, {1e9, 1, 0}} {
		if got := (Params{DT: c.dt, DragHalfLife: c.halfLife}).DragFactor(); !near(got, c.want) {
			t.Errorf("dt %g, half-life %g: %g, want %g", c.dt, c.halfLife, got, c.want)
		}
	}
}

// The factor of drag per step stays when dt changes. As a half-life and as a rate it is that of the same
// factor.
func TestDragKeptStaysWhenTheStepChanges(t *testing.T) {
	for _, dt := range []float64{1e-3, 0.1, 7} {
		p := Params{DT: dt, DragKept: 0.9}
		same := Params{DT: dt, DragHalfLife: p.DragLife()}
		if p.DragFactor() != 0.9 || !near(same.DragFactor(), 0.9) || !near(p.DragRate()/same.DragRate(), 1) {
			t.Errorf("dt %g: factor %g, as a half-life %g, rates %g and %g", dt, p.DragFactor(), same.DragFactor(), p.DragRate(), same.DragRate())
		}
	}
	if p := (Params{DT: 1, DragKept: 1}); p.DragLife() != 0 || p.DragRate() != 0 || p.DragFactor() != 1 {
		t.Errorf("1 is no drag: half-life %g, rate %g", p.DragLife(), p.DragRate())
	}
	for _, p := range []Params{{DragKept: -0.5}, {DragKept: 1.5}, {DragKept: math.NaN()}, {DragKept: 0.9, DragHalfLife: 1}} {
		must.Hold(t, p.Validate() != nil, "%g with a half-life of %g s is valid", p.DragKept, p.DragHalfLife)
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
	must.Hold(t, m.PinOf(0) == 0 && m.InverseMass(0) == 0.5, "a model without pins pins a mass")
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

func TestHostBytes(t *testing.T) {
	m := pair()
	must.Be(t, m.HostBytes(), 2*32+18, "bytes without pins")
	m.Pin = make([]Pin, 2)
	must.Be(t, m.HostBytes(), 2*33+18, "bytes with pins")
}

// All, top and bottom name all masses, and the outermost 2 % of the height of the model or of a group, unless groups have these names.
func TestGroupsOfEnds(t *testing.T) {
	m := &Model{Groups: []Group{{Name: "right", Masses: []uint32{2, 3, 4}}, {Name: "left/top", Masses: []uint32{1}}, {Name: "left", Masses: []uint32{0, 1, 5}}, {Name: "none"}}}
	for _, z := range []float64{0, 0.5, 0.019, 1, 0.3, 0.021} {
		m.RestPosition = append(m.RestPosition, Vec3{z, 0, z - 7})
	}
	for name, want := range map[string][]uint32{"all": {0, 1, 2, 3, 4, 5}, "bottom": {0, 2}, "top": {3}, "right/bottom": {2}, "right/top": {3}, "left/top": {1}, "left": {0, 1, 5}} {
		if g, there := m.Group(name); !there || g.Name != name || !slices.Equal(g.Masses, want) {
			t.Errorf("%s: %v, want %v", name, g, want)
		}
	}
	for _, name := range []string{"", "Top", "middle", "rihgt/top", "/top", "right/", "none/top", "right/all", "right/top/bottom"} {
		if g, there := m.Group(name); there {
			t.Errorf("%s: %v", name, g)
		}
	}
	if _, there := m.OwnGroup("top"); there {
		t.Error("the model has a group top of its own")
	}
	m.Groups = append(m.Groups, Group{Name: "top", Masses: []uint32{5}})
	if g, _ := m.Group("top"); !slices.Equal(g.Masses, []uint32{5}) {
		t.Errorf("top: %v, want the model's own", g)
	}
	if g, there := (&Model{}).Group("top"); there {
		t.Errorf("without masses: %v", g)
	}
}

// The reach of friction is the motion of a mass at rest in one step of the integrator under a constant force:
// how far it moves, per velocity it gets. Drag counts in RK4; at a half-life of 10 dt its z²/24 is 4e-4 of
// the reach.
func TestFrictionReach(t *testing.T) {
	const dt, tolerance = 0.01, 1e-15 // relative; a few roundings
	for _, halfLife := range []float64{0, 100 * dt, 10 * dt, dt} {
		p := Params{DT: dt, DragHalfLife: halfLife, Integrator: RK4}

		// Classic Runge-Kutta of x′ = v, v′ = 1 − r v from rest.
		r, x, v, share := p.DragRate(), 0.0, 0.0, [4]float64{1. / 6, 1. / 3, 1. / 3, 1. / 6}
		atV := 0.0
		for stage, next := range [4]float64{0.5, 0.5, 1, 0} {
			rateX, rateV := atV, 1-r*atV
			x, v = x+share[stage]*dt*rateX, v+share[stage]*dt*rateV
			atV = next * dt * rateV
		}
		must.Within(t, p.FrictionReach(), x/v, tolerance, "half-life %g s, in s", halfLife)

		p.Integrator = VelocityVerlet
		must.Be(t, p.FrictionReach(), dt/2, "half-life %g s, Verlet, in s", halfLife)
	}
}
