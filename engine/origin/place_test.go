package origin

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/must"
)

// The rule by hand: a box of 0.1 m has a grid of half a meter. A model that is moved by multiples of that has
// an origin that is moved as far.
func TestOriginOfABox(t *testing.T) {
	lo, hi := model.Vec3{-0.05, -0.05, 0.1}, model.Vec3{0.05, 0.05, 0.2}
	must.Be(t, Grid(lo, hi), 0.5, "grid, in m")
	for _, c := range []struct{ by, want model.Vec3 }{
		{model.Vec3{}, model.Vec3{}},
		{model.Vec3{0, 0, 0.08}, model.Vec3{}}, // its center is at 0.23 m
		{model.Vec3{0, 0, 0.12}, model.Vec3{0, 0, 0.5}},
		{model.Vec3{4096, -0.5, 4096.5}, model.Vec3{4096, -0.5, 4096.5}},
		{model.Vec3{math.NaN(), 0, 0}, model.Vec3{}},
		{model.Vec3{math.Inf(1), 0, 0}, model.Vec3{}},
	} {
		must.Be(t, Of(lo.Add(c.by), hi.Add(c.by)), c.want, "moved by %v: origin", c.by)
	}
	must.Be(t, Of(model.Vec3{7, 7, 7}, model.Vec3{7, 7, 7}), (model.Vec3{}), "a single mass has the origin")
}

// Steps of the origin are those after which no number is rounded, and none of a body that is
// spread or near.
func TestStepOfTheOrigin(t *testing.T) {
	for _, c := range []struct{ lo, hi, least, want float64 }{
		{4, 4.5, 8, 8}, {3.9, 4.5, 8, 0}, {4, 17, 8, 0}, {60, 61, 8, 64}, {-61, -60, 8, -64}, {-1, 61, 8, 0},
		{100, 101, 8, 128}, {70, 100, 8, 64}, {math.NaN(), 1, 8, 0}, {1e30, math.Inf(1), 8, 0}, {100, math.NaN(), 8, 0},
	} {
		got := step(c.lo, c.hi, c.least)
		must.Be(t, got, c.want, "from %g to %g", c.lo, c.hi)
		if got == 0 {
			continue
		}
		for k := range 1000 { // the difference of float32 numbers is a float32 number
			x := float32(c.lo + (c.hi-c.lo)*float64(k)/999)
			if d := float64(x) - got; float64(float32(d)) != d {
				t.Fatalf("%g less %g is rounded", x, got)
			}
		}
	}
}
