package draw

import (
	"math"

	"hooke/model"
	"hooke/model/spring"
)

// CameraEase moves a camera softly to another one. Angles, distance, target and size
// move on critically damped springs, which are evaluated exactly, so that the way does
// not depend on the number of frames. All springs share one half-life, so that a zoom
// keeps the point under the cursor on the whole way. The zero value reaches its first
// goal at once. A CameraEase takes 232 bytes.
type CameraEase struct {
	goal      Camera
	turn      float64 // azimuth of the goal [rad], unwound: it may go round many times
	azimuth   spring.State[float64]
	elevation spring.State[float64]
	distance  spring.State[float64]
	size      spring.State[float64]
	target    spring.State[model.Vec3]
}

// easeHalfLife is the half-life of the camera's springs [s], as spring.Critical takes it:
// a tenth of the way is left after 0.17 s.
const easeHalfLife = 0.06

// settledAt is the offset from the goal at which the way ends, in radians and in
// distances from the eye. It is a tenth of a pixel in a view of 700 pixels.
const settledAt = 1e-4

// Toward moves the shown camera toward a goal for a time dt [s]. The goal may be another
// one at each call. Toward reaches a new azimuth the short way round from the last one.
func (e *CameraEase) Toward(goal Camera, dt float64) {
	if e.goal == (Camera{}) {
		e.turn = goal.Azimuth
		e.arrive(goal)
		return
	}
	e.turn += math.Remainder(goal.Azimuth-e.goal.Azimuth, 2*math.Pi)
	e.goal = goal

	step := spring.Critical(easeHalfLife, dt)
	e.azimuth = spring.Apply(step, e.azimuth, spring.AtRest(e.turn))
	e.elevation = spring.Apply(step, e.elevation, spring.AtRest(goal.Elevation))
	e.distance = spring.Apply(step, e.distance, spring.AtRest(goal.Distance))
	e.size = spring.Apply(step, e.size, spring.AtRest(goal.Size))
	e.target = spring.Apply(step, e.target, spring.AtRest(goal.Target))
	if e.farthest() < settledAt {
		e.arrive(goal)
	}
}

// Camera returns the camera that is shown now.
func (e *CameraEase) Camera() Camera {
	if e.Settled() {
		return e.goal
	}
	shown := e.goal
	shown.Azimuth = math.Remainder(e.azimuth.Position, 2*math.Pi)
	shown.Elevation = e.elevation.Position
	shown.Distance, shown.Size, shown.Target = e.distance.Position, e.size.Position, e.target.Position
	shown.setPlanes()
	return shown
}

// Settled reports whether the shown camera is at rest at the last goal.
func (e *CameraEase) Settled() bool { return e.farthest() == 0 }

func (e *CameraEase) arrive(goal Camera) {
	e.goal = goal
	e.azimuth, e.elevation = spring.AtRest(e.turn), spring.AtRest(goal.Elevation)
	e.distance, e.size = spring.AtRest(goal.Distance), spring.AtRest(goal.Size)
	e.target = spring.AtRest(goal.Target)
}

// farthest returns the larger of the offset from the goal and the way that is covered
// within a half-life, in radians and distances from the eye. It is 0 only at rest at the
// goal.
func (e *CameraEase) farthest() float64 {
	left := func(x spring.State[float64], goal float64) float64 {
		return math.Abs(x.Position-goal) + easeHalfLife*math.Abs(x.Velocity)
	}
	angle := max(left(e.azimuth, e.turn), left(e.elevation, e.goal.Elevation))
	length := max(left(e.distance, e.goal.Distance), left(e.size, e.goal.Size),
		e.target.Position.Sub(e.goal.Target).Len()+easeHalfLife*e.target.Velocity.Len())
	if length > 0 {
		// Where float64 cannot hold a tenth of a pixel, as after a divergence, the way ends before.
		length /= max(e.goal.Distance, 1e-9*e.goal.Target.Len())
	}
	return max(angle, length)
}
