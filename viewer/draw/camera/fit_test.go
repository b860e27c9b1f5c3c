package camera

import (
	"math"
	"testing"

	"hooke/model"
)

// A box that is fitted into a window of the view has all corners in it, touches it but for a
// margin, and lies in its middle, from any side.
func TestFitInAWindow(t *testing.T) {
	for name, box := range boxes() {
		for _, w := range []Window{Whole(1.5), {-0.7, -0.5, 0.1, 0.5}, {0.1, -0.5, 0.8, 0.5}, {-0.8, -0.1, 0.8, 0.45}, {-0.2, -0.5, 0.6, 0.3}} {
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

// What a camera turns about stays where it is seen, at the depth that it has.
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
	w := Window{-0.3, -0.4, 0.6, 0.2}
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
		if a.got.Sub(a.want).Len() > 1e-12 {
			t.Errorf("from the front an axis is %v, want %v", a.got, a.want)
		}
	}
}
