package impulses_test

import (
	"math"
	"testing"

	"hooke/mesh/build"
	"hooke/mesh/join"
	"hooke/model"
	"hooke/must"
)

// hanging is a chain that hangs from its first mass, at rest lengths, and with how many anchors
// its masses are attached.
func hanging(t *testing.T, masses, anchors int) *model.Model {
	t.Helper()
	m := must.Get(build.Rope(build.RopeSpec{Masses: masses, Length: 1, Mass: 1e-3, Stiffness: 1e7}))(t)
	m.Pin = make([]model.Pin, masses)
	m.Pin[0] = model.PinAll
	for i := range m.RestPosition {
		m.RestPosition[i] = model.Vec3{0, 0, -float64(i) / float64(masses-1)}
	}
	if anchors > 0 {
		must.Do(t, must.Err(join.Attach(m, join.AttachOptions{Anchors: anchors, Slack: join.DefaultSlack})))
	}
	return m
}

// longest steps a chain for a second at the frame rate, in 10 substeps of one sweep, and returns
// the largest sum of its lengths [m], and how far a mass gets at most, as a part of its way.
func longest(t *testing.T, m *model.Model, p model.Params) (sum, reach float64) {
	t.Helper()
	p.Gravity, p.Iterations = model.EarthGravity(), 1
	e := stepping(t, m, p, 1./600, 10)
	for range 60 {
		must.Do(t, e.Step(1))
		length, x := 0.0, e.State().Position
		for i := 1; i < len(x); i++ {
			length += x[i].Sub(x[i-1]).Len()
			reach = max(reach, x[i].Sub(x[0]).Len()*float64(len(x)-1)/float64(i))
		}
		sum = max(sum, length)
	}
	return sum, reach
}

// A chain of 1,000 masses is never longer than its attachments let it be, 1.02 m. Without them a
// sweep takes its weight a few masses on, and it stretches; the tolerance is of rounding.
func TestAttachedChain(t *testing.T) {
	if got, reach := longest(t, hanging(t, 1000, 1), model.Params{}); !(got <= 1.02*(1+1e-9)) || !(reach <= 1.02*(1+1e-9)) {
		t.Errorf("%.6f m long, and %.6f of its way, want at most 1.02", got, reach)
	}
	if got, _ := longest(t, hanging(t, 1000, 0), model.Params{}); got < 1.1 {
		t.Errorf("%.6f m long without attachments: this test would not see their lack", got)
	}
}

// An anchor that moves takes its masses along. The tolerance is its lead on them in a substep, h² times its
// acceleration.
func TestAttachedToWhatMoves(t *testing.T) {
	path := model.Path{Amplitude: model.Vec3{0.1, 0, 0.2}, Frequency: 2}
	p := model.Params{Guides: []model.Guide{{Kind: model.OnPath, Masses: []uint32{0}, Path: path}}}
	const acceleration = 0.25 * 16 * math.Pi * math.Pi // at most [m/s²]
	_, held := longest(t, hanging(t, 60, 1), p)
	_, free := longest(t, hanging(t, 60, 0), p)
	t.Logf("%.6f, %.6f without attachments", held, free)
	must.Hold(t, held <= 1.02+60*acceleration/360000, "%.6f of its way from the anchor, want at most 1.02", held)
	must.Hold(t, free >= 1.05, "%.6f without attachments: this test would not see their lack", free)
}

// tethered is a mass on a spring that is next to nothing, and an attachment of 1.02 m.
func tethered(t *testing.T) *model.Model {
	t.Helper()
	m := pairOf(1, 1, 1e-9, 0)
	m.Pin[0] = model.PinAll
	must.Do(t, must.Err(join.Attach(m, join.AttachOptions{Slack: join.DefaultSlack})))
	return m
}

// An attachment takes away the speed outward, as a rope that gets taut, and no other. A mass
// that starts too far away is not shot back: it gets no faster than half its speed past the
// anchor, and one at rest stays.
func TestAttachmentGetsTaut(t *testing.T) {
	for _, c := range []struct {
		x, v  model.Vec3
		after model.Vec3 // of the velocity, along x and across
	}{
		{model.Vec3{1, 0, 0}, model.Vec3{0.6, 0.5, 0}, model.Vec3{0.6, 0.5, 0}},             // slack
		{model.Vec3{1.02, 0, 0}, model.Vec3{6, 0.5, 0}, model.Vec3{0, 0.5, 0}},              // taut
		{model.Vec3{1.02 - 1e-3, 0, 0}, model.Vec3{6, 0, 0}, model.Vec3{0.6, 0, 0}},         // in this substep
		{model.Vec3{1.02, 0, 0}, model.Vec3{-3, 0.5, 0}, model.Vec3{-3, 0.5, 0}},            // coming back
		{model.Vec3{1.12, 0, 0}, model.Vec3{}, model.Vec3{}},                                // too far, at rest
		{model.Vec3{1.12, 0, 0}, model.Vec3{0, 3, 4}, model.Vec3{-2.5, 3, 4}},               // too far, past
		{model.Vec3{1.02 + 1e-4, 0, 0}, model.Vec3{0, 3, 4}, model.Vec3{-1e-4 * 600, 3, 4}}, // a little
		{model.Vec3{1.02, 0, 0}, model.Vec3{0, 3, 0}, model.Vec3{0, 3, 0}},                  // on its circle
	} {
		e := stepping(t, tethered(t), model.Params{}, 1./600, 1)
		e.State().Position[1], e.State().Velocity[1] = c.x, c.v
		must.Do(t, e.Step(1))
		if got := e.State().Velocity[1]; got.Sub(c.after).Len() > 1e-9 {
			t.Errorf("from %v with %v: %v, want %v", c.x, c.v, got, c.after)
		}
	}
}

// A mass that swings on an attachment keeps its angular momentum about the anchor, and stays
// within (h v)²/2L of its circle.
func TestAttachmentKeepsAngularMomentum(t *testing.T) {
	const speed = 5.0
	e := stepping(t, tethered(t), model.Params{}, 1./600, 10)
	e.State().Position[1], e.State().Velocity[1] = model.Vec3{1.02, 0, 0}, model.Vec3{0, speed, 0}
	for range 120 {
		must.Do(t, e.Step(1))
		s := e.State()
		if off := s.Position[1].Len()/1.02 - 1; off > 1.1*math.Pow(speed/600/1.02, 2)/2 {
			t.Fatalf("%.3g too far", off)
		}
		if momentum := s.Position[1].Cross(s.Velocity[1])[2]; math.Abs(momentum/(1.02*speed)-1) > 1e-9 {
			t.Fatalf("angular momentum %.9g, want %.9g", momentum, 1.02*speed)
		}
	}
}
