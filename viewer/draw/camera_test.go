package draw

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
	"hooke/must"
)

// roundOff is float64 rounding through a few matrix products of numbers near 1.
const roundOff = 1e-9

// project is where a point is seen: x and y from −1 to 1 when inside the view,
// y upward, and z from −1 (near plane) to 1 (far plane).
func project(c Camera, aspect float64, p model.Vec3) mgl64.Vec3 {
	v := c.Matrix(aspect).Mul4x1(p.Vec4(1))
	return v.Vec3().Mul(1 / v[3])
}

func boxes() map[string]Bounds {
	return map[string]Bounds{
		"cube":          {model.Vec3{-1, -1, 0}, model.Vec3{1, 1, 2}},
		"tall":          {model.Vec3{0, 0, 0}, model.Vec3{0.1, 0.1, 9}},
		"flat":          {model.Vec3{-5, -5, 1}, model.Vec3{5, 5, 1}},
		"far from zero": {model.Vec3{1e4, -1e4, 50}, model.Vec3{1e4 + 1, -1e4 + 2, 53}},
		"millimeters":   {model.Vec3{0, 0, 0}, model.Vec3{1e-3, 2e-3, 1e-3}},
	}
}

func TestFitPutsAllCornersIntoTheView(t *testing.T) {
	for name, box := range boxes() {
		for _, aspect := range []float64{16.0 / 9, 1, 0.5} {
			for _, elevation := range []float64{-MaxElevation, -0.4, 0, 0.5, MaxElevation} {
				c := LookAt(box, aspect)
				c.Orbit(0.7, elevation-c.Elevation)
				c.Fit(box, aspect)
				widest := 0.0
				for _, corner := range box.Corners() {
					p := project(c, aspect, corner)
					widest = max(widest, math.Abs(p[0]), math.Abs(p[1]))
					if p[2] <= -1 || p[2] >= 1 {
						t.Errorf("%s, aspect %g, elevation %g: corner %v is cut away at depth %g", name, aspect, elevation, corner, p[2])
					}
				}
				// The nearest corner leaves exactly the margin free; far from zero,
				// float64 keeps seven digits less.
				if math.Abs(widest-1/fitMargin) > 1e-6 && c.Distance > 0.1001*c.Size {
					t.Errorf("%s, aspect %g, elevation %g: corners reach %g of the view, want %g", name, aspect, elevation, widest, 1/fitMargin)
				}
			}
		}
	}
}

func TestOrbitKeepsDistanceAndTarget(t *testing.T) {
	c := LookAt(boxes()["cube"], 1)
	target, distance := c.Target, c.Distance
	for i := range 50 {
		c.Orbit(0.37*float64(i), 0.21*math.Sin(float64(i)))
		if d := c.Eye().Sub(target).Len(); math.Abs(d-distance) > roundOff*distance {
			t.Fatalf("after %d turns the eye is %g m from the target, want %g", i+1, d, distance)
		}
		if p := project(c, 1, target); p.Vec2().Len() > roundOff {
			t.Fatalf("after %d turns the target is seen at %v, not in the middle", i+1, p)
		}
	}
	c.Orbit(0, 10)
	must.Be(t, c.Elevation, MaxElevation, "elevation passes the pole")
}

func TestUpStaysUp(t *testing.T) {
	c := LookAt(boxes()["cube"], 1)
	for i := range 12 {
		c.Orbit(0.5, 0.3*math.Sin(float64(i)))
		low, high := project(c, 1, c.Target), project(c, 1, c.Target.Add(model.Vec3{0, 0, 0.1}))
		if high[1] <= low[1] || math.Abs(high[0]-low[0]) > roundOff {
			t.Errorf("z is seen along (%g, %g), want straight up", high[0]-low[0], high[1]-low[1])
		}
	}
}

// A drag by (dx, dy) heights moves points at the target's depth by the same.
func TestPanFollowsTheCursor(t *testing.T) {
	const aspect = 1.5
	c := LookAt(boxes()["cube"], aspect)
	grabbed := c.Target
	c.Pan(0.2, -0.1)
	p := project(c, aspect, grabbed)
	gotX, gotY := p[0]*aspect/2, -p[1]/2 // in heights, y downward
	if math.Abs(gotX-0.2) > roundOff || math.Abs(gotY+0.1) > roundOff {
		t.Errorf("the grabbed point is at (%g, %g) heights, want (0.2, −0.1)", gotX, gotY)
	}
}

func TestZoomKeepsThePointUnderTheCursor(t *testing.T) {
	const aspect = 1.5
	for _, cursor := range [][2]float64{{0, 0}, {0.5, 0.3}, {-0.7, 0.45}, {0.1, -0.5}} {
		for _, factor := range []float64{0.5, 0.9, 1.3} {
			c := LookAt(boxes()["cube"], aspect)
			before := c.Distance
			right, up, _ := c.axes()
			height := 2 * c.Distance * math.Tan(c.Field/2)
			under := c.Target.Add(right.Mul(cursor[0] * height)).Sub(up.Mul(cursor[1] * height))
			c.Zoom(factor, cursor[0], cursor[1])
			p := project(c, aspect, under)
			if math.Abs(p[0]*aspect/2-cursor[0]) > roundOff || math.Abs(-p[1]/2-cursor[1]) > roundOff {
				t.Errorf("cursor %v, factor %g: the point moved to (%g, %g)", cursor, factor, p[0]*aspect/2, -p[1]/2)
			}
			must.Near(t, c.Distance, factor*before, roundOff, "factor %g: distance went from %g", factor, before)
		}
	}
}

func TestZoomIsBounded(t *testing.T) {
	c := LookAt(boxes()["cube"], 1)
	for range 1000 {
		c.Zoom(0.5, 0.3, 0.3)
	}
	if c.Distance != closest*c.Size || !(c.Near > 0 && c.Near < c.Distance) {
		t.Errorf("closest: distance %g, near plane %g, size %g", c.Distance, c.Near, c.Size)
	}
	for range 1000 {
		c.Zoom(2, 0.3, 0.3)
	}
	must.Hold(t, c.Distance == farthest*c.Size && c.Far > c.Distance, "farthest: distance %g, far plane %g, size %g", c.Distance, c.Far, c.Size)
}

// A box that is fitted into a window of the view has all corners in it, touches it but for a
// margin, and lies in its middle, from any side.
func TestFitInAWindow(t *testing.T) {
	for name, box := range boxes() {
		for _, w := range []ViewPart{WholeView(1.5), {-0.7, -0.5, 0.1, 0.5}, {0.1, -0.5, 0.8, 0.5}, {-0.8, -0.1, 0.8, 0.45}, {-0.2, -0.5, 0.6, 0.3}} {
			views := Views()
			for _, v := range append(views[:], View{2, -0.7}) {
				c := Camera{Field: defaultField}
				c.From(v)
				c.FitIn(box, w)
				left, top, right, bottom := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
				for _, corner := range box.Corners() {
					x, y, ok := c.Seen(corner)
					if !ok {
						t.Fatalf("%s in %v from %v: a corner is behind the eye", name, w, v)
					}
					left, top, right, bottom = min(left, x), min(top, y), max(right, x), max(bottom, y)
				}
				const rounding = 1e-9
				if left < w.Left-rounding || right > w.Right+rounding || top < w.Top-rounding || bottom > w.Bottom+rounding {
					t.Errorf("%s in %v from %v: it is from %.3f to %.3f and from %.3f to %.3f", name, w, v, left, right, top, bottom)
				}
				if share := max((right-left)/(w.Right-w.Left), (bottom-top)/(w.Bottom-w.Top)); box.Hi != box.Lo && (share > 1/fitMargin+rounding || share < 0.7/fitMargin) {
					t.Errorf("%s in %v from %v: it takes %.2f of the window", name, w, v, share)
				}
				if c.Distance < 0.11*c.Size {
					continue // it is as near as may be
				}
				if depth := c.Depth(box.Center()); math.Abs(depth-c.Distance) > rounding*depth {
					t.Errorf("%s in %v from %v: the target is at another depth", name, w, v)
				}
			}
		}
	}
}

// The center of a camera's turn stays at its point of the picture, at its depth.
func TestTurningAboutAPlace(t *testing.T) {
	c := LookAt(Bounds{Hi: model.Vec3{1, 1, 1}}, 1.5)
	at := c.At(0.2, -0.1, c.Distance)
	for range 3 {
		c.About(0.2, -0.1, func(c *Camera) { c.Orbit(0.7, 0.2) })
		x, y, ok := c.Seen(at)
		if depth := c.Depth(at); !ok || math.Hypot(x-0.2, y+0.1) > 1e-12 || math.Abs(depth-c.Distance) > 1e-12 {
			t.Errorf("it is seen at %g, %g, %g m away of %g", x, y, depth, c.Distance)
		}
	}
}

// A box has room in a window from Needs on, and not before.
func TestNeedsIsTheLeastDepth(t *testing.T) {
	box := Bounds{Lo: model.Vec3{-1, -2, 0}, Hi: model.Vec3{1, 2, 0.5}}
	c := LookAt(box, 1.5)
	right, up, _ := c.Axes()
	w := ViewPart{-0.3, -0.4, 0.6, 0.2}
	least := c.Needs(box, w)
	fits := func(depth float64) bool {
		lo, hi := c.Room(box, depth, right, w.Left, w.Right)
		below, above := c.Room(box, depth, up, -w.Bottom, -w.Top)
		return lo <= hi && below <= above
	}
	if !fits(1.001*least) || fits(0.999*least) {
		t.Errorf("at %g: it has room below %v, above %v", least, fits(0.999*least), fits(1.001*least))
	}
}

// At, Depth and Seen are one another's inverse, from every preset view.
func TestPlacesUnderTheCursor(t *testing.T) {
	box := Bounds{Lo: model.Vec3{-1, -2, 0}, Hi: model.Vec3{3, 1, 2}}
	for k, view := range Views() {
		c := LookAt(box, 1.5)
		c.From(view)
		for _, p := range []model.Vec3{box.Center(), {0.5, -1, 1.5}, {2, 0.5, 0.1}} {
			x, y, ok := c.Seen(p)
			if got := c.At(x, y, c.Depth(p)); !ok || got.Sub(p).Len() > 1e-12 {
				t.Errorf("view %d: %v is seen at (%g, %g), where %v is", k, p, x, y, got)
			}
		}
		if _, _, ok := c.Seen(c.Eye().Add(c.Eye().Sub(c.Target))); ok {
			t.Errorf("view %d: what is behind the eye is seen", k)
		}
	}
	c := LookAt(box, 1)
	c.From(Views()[0])
	right, up, forward := c.Axes()
	for _, a := range []struct{ got, want model.Vec3 }{{right, model.Vec3{1, 0, 0}}, {up, model.Vec3{0, 0, 1}}, {forward, model.Vec3{0, 1, 0}}} {
		must.Hold(t, a.got.Sub(a.want).Len() <= 1e-12, "from the front an axis is %v, want %v", a.got, a.want)
	}
}
