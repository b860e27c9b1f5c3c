package camera

import (
	"testing"

	"hooke/model"
)

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
