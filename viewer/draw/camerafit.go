package draw

import (
	"math"

	"hooke/model"
)

// ViewPart is a part of a view: its edges from the center of the view, in units of the view's height,
// y downward. The whole view of an aspect a is from −a/2 to a/2 and from −½ to ½.
type ViewPart struct{ Left, Top, Right, Bottom float64 }

// WholeView returns the whole of a view with an aspect (width / height).
func WholeView(aspect float64) ViewPart { return ViewPart{-aspect / 2, -0.5, aspect / 2, 0.5} }

// Scaled returns a part with the same center and with sides longer by a factor.
func (w ViewPart) Scaled(times float64) ViewPart {
	x, y := (w.Left+w.Right)/2, (w.Top+w.Bottom)/2
	return ViewPart{x + times*(w.Left-x), y + times*(w.Top-y), x + times*(w.Right-x), y + times*(w.Bottom-y)}
}

// FitIn is Fit into a part of the view: all eight corners of the box are in the part, and the
// box is in its middle. The camera turns around a point at the depth of the box's center.
func (c *Camera) FitIn(box Bounds, w ViewPart) {
	c.Target, c.Size = box.Center(), box.Diagonal()
	w = w.Scaled(1 / fitMargin)
	right, up, _ := c.axes()
	distance := c.Needs(box, w)
	c.setDistance(max(distance, 0.1*c.Size))
	lo, hi := c.Room(box, c.Distance, right, w.Left, w.Right)
	x := (lo + hi) / 2
	lo, hi = c.Room(box, c.Distance, up, -w.Bottom, -w.Top)
	y := (lo + hi) / 2
	c.Target = c.Target.Sub(right.Mul(x)).Sub(up.Mul(y))
}

// About turns the camera as turn does, around the point that the view shows under a cursor at the target's
// depth: that stays where it is seen.
func (c *Camera) About(x, y float64, turn func(*Camera)) {
	pivot := c.At(x, y, c.Distance)
	turn(c)
	right, up, _ := c.axes()
	height := 2 * c.Distance * math.Tan(c.Field/2)
	c.Target = pivot.Sub(right.Mul(x * height)).Add(up.Mul(y * height))
}

// Needs returns the least depth of the middle of a box at which the box fits into a part of the view [m].
func (c Camera) Needs(box Bounds, w ViewPart) float64 {
	right, up, back := c.axes()
	middle, height := box.Center(), 2*math.Tan(c.Field/2)
	distance := 0.0
	for _, way := range []struct {
		axis   model.Vec3
		lo, hi float64
	}{{right, w.Left, w.Right}, {up, -w.Bottom, -w.Top}} {
		// A corner at x along the axis and z toward the eye is inside when the middle lies from
		// lo·height·(distance − z) − x to hi·height·(distance − z) − x.
		most, least := math.Inf(-1), math.Inf(1)
		for _, corner := range box.Corners() {
			d := corner.Sub(middle)
			x, z := d.Dot(way.axis), d.Dot(back)
			most, least = max(most, way.hi*height*z+x), min(least, way.lo*height*z+x)
			distance = max(distance, z)
		}
		distance = max(distance, (most-least)/((way.hi-way.lo)*height))
	}
	return distance
}

// Room returns where along an axis of the view the middle of a box may lie, from the line of sight
// [m], so that all corners are between two edges of a part of the view, when the middle is at a depth [m].
// lo is above hi where the box does not fit.
func (c Camera) Room(box Bounds, depth float64, axis model.Vec3, from, to float64) (lo, hi float64) {
	_, _, back := c.axes()
	height := 2 * math.Tan(c.Field/2)
	lo, hi = math.Inf(-1), math.Inf(1)
	for _, corner := range box.Corners() {
		d := corner.Sub(box.Center())
		at, x := height*(depth-d.Dot(back)), d.Dot(axis)
		lo, hi = max(lo, from*at-x), min(hi, to*at-x)
	}
	return lo, hi
}
