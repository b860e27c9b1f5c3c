package draw

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
)

// Camera looks at a target from a distance; z is up. The zero value is not
// useful: start with LookAt.
type Camera struct {
	Target    model.Vec3 // the point around which the camera turns [m]
	Azimuth   float64    // angle of the eye around z, from +x toward +y [rad]
	Elevation float64    // angle of the eye above the horizon [rad], within ±MaxElevation
	Distance  float64    // distance from the eye to the target [m]
	Field     float64    // vertical field of view [rad]
	Near, Far float64    // distances of the clipping planes from the eye [m]
	Size      float64    // diagonal of the view's subject [m]; bounds the zoom and the planes
}

// MaxElevation keeps the camera off the pole, where up has no direction [rad].
const MaxElevation = 89 * math.Pi / 180

// DefaultAzimuth is the azimuth of a three-quarter view [rad], which shows front, right
// side and top.
const DefaultAzimuth = -55 * math.Pi / 180

const (
	defaultElevation = 24 * math.Pi / 180
	defaultField     = 35 * math.Pi / 180
	fitMargin        = 1.12 // factor of free space around a box that is fitted
	closest          = 1e-3 // shortest distance, as a multiple of Size
	farthest         = 40   // longest distance, as a multiple of Size
	groundReach      = 8    // how far behind the target the ground is drawn, as a multiple of Size
)

// LookAt returns a camera that sees the whole box in a three-quarter view of an aspect
// (width / height).
func LookAt(box Bounds, aspect float64) Camera {
	c := Camera{Azimuth: DefaultAzimuth, Elevation: defaultElevation, Field: defaultField}
	c.Fit(box, aspect)
	return c
}

// Fit moves the target and the distance so that all eight corners of the box are in a
// view of the given aspect (width / height), whatever the angles are.
func (c *Camera) Fit(box Bounds, aspect float64) {
	c.Target, c.Size = box.Center(), box.Diagonal()
	right, up, back := c.axes()
	tanY := math.Tan(c.Field / 2)
	tanX := tanY * aspect

	// The view shows a corner at (x, y, z), in camera axes around the target, when
	// |x| <= tanX (distance − z), and likewise for y.
	distance := 0.0
	for _, corner := range box.Corners() {
		d := corner.Sub(c.Target)
		x, y, z := math.Abs(d.Dot(right)), math.Abs(d.Dot(up)), d.Dot(back)
		distance = max(distance, z+fitMargin*x/tanX, z+fitMargin*y/tanY)
	}
	c.setDistance(max(distance, 0.1*c.Size))
}

// Eye returns the position of the camera [m].
func (c Camera) Eye() model.Vec3 {
	_, _, back := c.axes()
	return c.Target.Add(back.Mul(c.Distance))
}

// Matrix returns the matrix that maps the world to clip space, for a view of the given
// aspect (width / height).
func (c Camera) Matrix(aspect float64) mgl64.Mat4 {
	_, up, _ := c.axes()
	return mgl64.Perspective(c.Field, aspect, c.Near, c.Far).Mul4(mgl64.LookAtV(c.Eye(), c.Target, up))
}

// Orbit turns the camera around the target by the given angles [rad].
func (c *Camera) Orbit(azimuth, elevation float64) {
	c.Azimuth = math.Remainder(c.Azimuth+azimuth, 2*math.Pi)
	c.Elevation = min(max(c.Elevation+elevation, -MaxElevation), MaxElevation)
}

// Pan moves the target so that points at the target's depth follow a cursor that moved by
// (dx, dy). The unit is the view's height; y points downward.
func (c *Camera) Pan(dx, dy float64) {
	right, up, _ := c.axes()
	height := 2 * c.Distance * math.Tan(c.Field/2)
	c.Target = c.Target.Sub(right.Mul(dx * height)).Add(up.Mul(dy * height))
}

// Zoom multiplies the distance by factor and keeps the point under the cursor, at the
// target's depth, where it is. The cursor is given from the center of the view, in units
// of the view's height, y downward. Bounds on the distance reduce the factor.
func (c *Camera) Zoom(factor, cursorX, cursorY float64) {
	before := c.Distance
	c.setDistance(c.Distance * factor)
	// A point at offset p from the target stays at the same point of the view
	// when the target moves to it by the share that the view shrank.
	right, up, _ := c.axes()
	shrink := 2 * math.Tan(c.Field/2) * (before - c.Distance)
	c.Target = c.Target.Add(right.Mul(cursorX * shrink)).Sub(up.Mul(cursorY * shrink))
}

// View is a direction to look from: azimuth and elevation of the eye [rad], as a Camera
// has them.
type View struct{ Azimuth, Elevation float64 }

// Views returns the views to choose from: from the front (−y), from the right (+x), from
// above, and the three-quarter view.
func Views() [4]View {
	return [4]View{{-math.Pi / 2, 0}, {0, 0}, {-math.Pi / 2, MaxElevation}, {DefaultAzimuth, defaultElevation}}
}

// From turns the camera around its target, so that it looks from the direction of v.
func (c *Camera) From(v View) { c.Azimuth, c.Elevation = v.Azimuth, v.Elevation }

// At returns the position [m] that the view shows under a cursor, at a depth along the view's direction [m].
// The cursor is given from the center of the view, in units of the view's height, y downward.
func (c Camera) At(x, y, depth float64) model.Vec3 {
	right, up, back := c.axes()
	height := 2 * depth * math.Tan(c.Field/2)
	return c.Eye().Sub(back.Mul(depth)).Add(right.Mul(x * height)).Sub(up.Mul(y * height))
}

// Depth returns the distance of a position from the eye along the view's direction [m].
func (c Camera) Depth(x model.Vec3) float64 {
	_, _, back := c.axes()
	return c.Eye().Sub(x).Dot(back)
}

// Seen returns where the view shows a position [m]: from the center of the view, in units of the view's
// height, y downward. ok is false for a position behind the eye.
func (c Camera) Seen(p model.Vec3) (x, y float64, ok bool) {
	right, up, back := c.axes()
	d := p.Sub(c.Eye())
	depth := -d.Dot(back)
	if !(depth > 0) {
		return 0, 0, false
	}
	height := 2 * depth * math.Tan(c.Field/2)
	return d.Dot(right) / height, -d.Dot(up) / height, true
}

// Axes returns the unit vectors right, up and forward of the view.
func (c Camera) Axes() (right, up, forward model.Vec3) {
	right, up, back := c.axes()
	return right, up, back.Mul(-1)
}

// axes returns the unit vectors right, up and back (from the target to the eye) of the
// view.
func (c Camera) axes() (right, up, back model.Vec3) {
	sinA, cosA := math.Sincos(c.Azimuth)
	sinE, cosE := math.Sincos(c.Elevation)
	back = model.Vec3{cosE * cosA, cosE * sinA, sinE}
	right = model.Vec3{-sinA, cosA, 0}
	return right, back.Cross(right), back
}

// setDistance sets the distance within its bounds, and the clipping planes around the target
// and the ground around it.
func (c *Camera) setDistance(distance float64) {
	c.Distance = min(max(distance, closest*c.Size), farthest*c.Size)
	c.setPlanes()
}

func (c *Camera) setPlanes() {
	c.Near = max(c.Distance-1.5*c.Size, 0.02*c.Distance)
	c.Far = c.Distance + groundReach*c.Size
}
