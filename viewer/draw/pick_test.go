package draw_test

import (
	"testing"

	"hooke/gpu/gltest"
	"hooke/shaders"
	"hooke/viewer/draw"
)

// What is under the cursor is picked: the nearest in front, nothing beside the
// structure, and through a block's side nothing of its inside.
func TestPick(t *testing.T) {
	ctx := gltest.New(t)
	s := newStill(t, ctx, []shaders.Position{at(0, 1, 0), at(0, -1, 0), at(3, 0, 2)}, []shaders.Ends{{0, 1}, {1, 2}}, []float32{0, 0})
	defer s.release()
	pick := func(s *still, x, z, radius float64) int {
		t.Helper()
		r, err := draw.New(ctx, s, draw.Subject{})
		check(t, err)
		defer r.Close()
		target, err := ctx.NewFramebuffer("test", side, side, 1)
		check(t, err)
		defer target.Release()
		check(t, r.Draw(target, draw.Frame{Camera: frontCamera(), Look: draw.Look{NoText: true}}))
		mass, ok, err := r.Pick(side/2+20*x, side/2-20*z, radius)
		check(t, err)
		if !ok {
			return -1
		}
		return mass
	}
	for _, c := range []struct {
		x, z, radius float64
		want         int
	}{
		{0, 0, 4, 1}, {0.1, 0.1, 4, 1}, {3, 2, 4, 2}, {1.5, 1, 4, -1}, {2, 1.3, 1000, 2},
	} {
		if got := pick(s, c.x, c.z, c.radius); got != c.want {
			t.Errorf("at (%g, %g) within %g pixels mass %d is picked, want %d", c.x, c.z, c.radius, got, c.want)
		}
	}

	position, ends := block(9)
	b := newStill(t, ctx, position, ends, make([]float32, len(ends)))
	defer b.release()
	for _, x := range []float64{-3, 0, 2} {
		got := pick(b, x, 1, 6)
		if got < 0 {
			t.Fatalf("nothing is picked at (%g, 1)", x)
		}
		if p := position[got].Xyz; p != [3]float32{float32(x), -4, 1} {
			t.Errorf("at (%g, 1) the mass at %v is picked, want the one on the front", x, p)
		}
	}
}
