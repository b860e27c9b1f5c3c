package draw

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/must"
)

// easeRounding allows for ten steps instead of one, of numbers of order 10.
const easeRounding = 1e-9

// easing is an CameraEase at rest at LookAt, and a goal that differs in everything.
func easing() (e CameraEase, goal Camera) {
	start := LookAt(Bounds{Hi: model.Vec3{1, 2, 3}}, 1.5)
	e.Toward(start, 0)
	goal = start
	goal.Fit(Bounds{Lo: model.Vec3{5, 0, 0}, Hi: model.Vec3{9, 4, 1}}, 1.5)
	goal.Orbit(2, 0.5)
	return e, goal
}

// distanceOf is how far two cameras are apart, in the largest number of each.
func distanceOf(a, b Camera) float64 {
	return max(a.Target.Sub(b.Target).Len(), math.Abs(a.Azimuth-b.Azimuth), math.Abs(a.Elevation-b.Elevation),
		math.Abs(a.Distance-b.Distance), math.Abs(a.Size-b.Size), math.Abs(a.Near-b.Near), math.Abs(a.Far-b.Far))
}

// The way does not depend on the frame rate.
func TestEaseIsTheSameAtAnyFrameRate(t *testing.T) {
	many, goal := easing()
	one, _ := easing()
	start := one.Camera()
	for range 10 {
		many.Toward(goal, 0.016)
	}
	one.Toward(goal, 0.160)
	if d := distanceOf(many.Camera(), one.Camera()); d > easeRounding {
		t.Errorf("ten frames of 16 ms and one of 160 ms differ by %g", d)
	}
	// A state that does not move would pass too: 0.116 = (1 + yt) e^(−yt) of the
	// way is left, y = 2 ln2 / 0.06 s, t = 0.16 s.
	yt := 2 * math.Ln2 / 0.06 * 0.16
	want := goal.Distance + (1+yt)*math.Exp(-yt)*(start.Distance-goal.Distance)
	if d := math.Abs(one.Camera().Distance - want); d > easeRounding {
		t.Errorf("the distance is %g, want %g", one.Camera().Distance, want)
	}
}

func TestEaseSettlesAtTheGoal(t *testing.T) {
	e, goal := easing()
	must.Hold(t, e.Settled(), "the first goal is not reached at once")
	e.Toward(goal, 0)
	must.Hold(t, !e.Settled(), "it has settled before it moved")
	// (1 + yt) e^(−yt) of some 10 m and 2 rad is below 1e-4 at yt = 15: 0.65 s.
	frames := 0
	for ; !e.Settled() && frames < 100; frames++ {
		e.Toward(goal, 0.016)
	}
	must.Hold(t, frames >= 20 && frames <= 45, "it settles in %d frames of 16 ms, want 20 to 45", frames)
	must.Be(t, e.Camera(), goal, "it settles")
}

// So far away that float64 cannot hold a tenth of a pixel, as after a divergence, it settles, too.
func TestEaseSettlesFarAway(t *testing.T) {
	e, goal := easing()
	goal.Distance = 0.19
	for k := range 50 { // the goal moves for a while
		goal.Target = model.Vec3{5.6e11, -8.06e11, 5.8e11}.Mul(1 - math.Exp2(-float64(k)))
		e.Toward(goal, 0.0167)
	}
	frames := 0
	for ; !e.Settled() && frames < 1000; frames++ {
		e.Toward(goal, 0.001+0.01*float64(frames%7))
	}
	if !e.Settled() || e.Camera() != goal {
		t.Errorf("after %d frames it is at %+v, want %+v", frames, e.Camera(), goal)
	}
}

// The way from 170° to −170° is 20°, not 340°, and the camera turns on when
// goals go round more than once.
func TestEaseTurnsTheShortWayRound(t *testing.T) {
	const degree = math.Pi / 180
	camera := LookAt(Bounds{Hi: model.Vec3{1, 1, 1}}, 1)
	camera.Azimuth = 170 * degree
	var e CameraEase
	e.Toward(camera, 0)
	camera.Azimuth = -170 * degree
	e.Toward(camera, 0)
	for range 60 {
		e.Toward(camera, 0.016)
		if a := math.Abs(e.Camera().Azimuth); a < 169.9*degree {
			t.Fatalf("on the way it is at %g°", a/degree)
		}
	}

	// Three quick drags of 120° in one frame each: once round, all the same way.
	turned, last := 0.0, e.Camera().Azimuth
	for frame := range 60 {
		if frame < 3 {
			camera.Orbit(120*degree, 0)
		}
		e.Toward(camera, 0.016)
		turned += math.Remainder(e.Camera().Azimuth-last, 2*math.Pi)
		last = e.Camera().Azimuth
	}
	if math.Abs(turned-2*math.Pi) > settledAt {
		t.Errorf("three drags of 120° turned it by %g°, want 360°", turned/degree)
	}
}

// A zoom keeps the point under the cursor not only at the end.
func TestEaseZoomKeepsThePointUnderTheCursor(t *testing.T) {
	camera := LookAt(Bounds{Hi: model.Vec3{1, 1, 1}}, 1)
	var e CameraEase
	e.Toward(camera, 0)
	// On the plane of the target, at the cursor.
	const cursorX, cursorY = 0.3, -0.2
	right, up, _ := camera.axes()
	at := func(c Camera) model.Vec3 {
		height := 2 * c.Distance * math.Tan(c.Field/2)
		return c.Target.Add(right.Mul(cursorX * height)).Sub(up.Mul(cursorY * height))
	}
	want := at(camera)
	camera.Zoom(0.4, cursorX, cursorY)
	e.Toward(camera, 0)
	for range 60 {
		e.Toward(camera, 0.016)
		if d := at(e.Camera()).Sub(want).Len(); d > easeRounding {
			t.Fatalf("the point under the cursor is off by %g m at distance %g", d, e.Camera().Distance)
		}
	}
}

// No way overshoots below the nearest goal, so that the distance stays positive
// whatever the wheel does.
func TestEaseNeverPassesTheNearestGoal(t *testing.T) {
	camera := LookAt(Bounds{Hi: model.Vec3{1, 1, 1}}, 1)
	var e CameraEase
	e.Toward(camera, 0)
	far, near := camera.Distance, 0.01*camera.Distance
	for frame := range 200 {
		camera.setDistance(near)
		if frame%7 > 4 {
			camera.setDistance(far)
		}
		e.Toward(camera, 0.016)
		if d := e.Camera().Distance; d < near*(1-easeRounding) {
			t.Fatalf("frame %d: distance %g, the nearest goal is %g", frame, d, near)
		}
	}
}
