package draw_test

import (
	"errors"
	"strings"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/limits"
	"hooke/must"
	"hooke/shaders"
	"hooke/viewer/draw"
)

// A pick takes the nearest mass under the cursor, nothing beside the structure, and through a block's side
// nothing of its inside.
func TestPick(t *testing.T) {
	ctx := gltest.New(t)
	s := newStill(t, ctx, []shaders.Position{at(0, 1, 0), at(0, -1, 0), at(3, 0, 2)}, []shaders.Ends{{0, 1}, {1, 2}}, []float32{0, 0})
	defer s.release()
	pick := func(s *still, x, z, radius float64) int {
		t.Helper()
		r := must.Get(draw.New(ctx, s, draw.Subject{}))(t)
		defer r.Close()
		target := must.Get(ctx.NewFramebuffer("test", side, side, 1))(t)
		defer target.Release()
		must.Do(t, r.Draw(target, draw.Frame{Camera: frontCamera(), Look: draw.Look{NoText: true}}))
		mass, ok, err := r.Pick(side/2+20*x, side/2-20*z, radius)
		must.Do(t, err)
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
		must.Be(t, pick(s, c.x, c.z, c.radius), c.want, "at (%g, %g) within %g pixels mass is picked", c.x, c.z, c.radius)
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

// A number of nothing that the device sends is an error, and no index. (A scene that has
// fewer masses and springs than the picture was made of stands for such a device.)
func TestPickTrustsNoNumber(t *testing.T) {
	ctx := gltest.New(t)
	s := newStill(t, ctx, []shaders.Position{at(0, 1, 0), at(0, -1, 0), at(3, 0, 2)}, []shaders.Ends{{0, 1}, {1, 2}}, []float32{0, 0})
	defer s.release()
	r := must.Open(draw.New(ctx, s, draw.Subject{}))(t)
	target := must.Get(ctx.NewFramebuffer("test", side, side, 1))(t)
	defer target.Release()
	must.Do(t, r.Draw(target, draw.Frame{Camera: frontCamera(), Look: draw.Look{NoText: true}}))
	for _, c := range []struct {
		what string
		pick func(x, y, radius float64) (int, bool, error)
	}{{"mass 2", r.Pick}, {"spring 1", r.PickSpring}} {
		s.masses, s.springs = 3, 2
		if _, ok, err := c.pick(side/2+60, side/2-40, 4); !ok || err != nil {
			t.Fatalf("%s is not picked: %v", c.what, err)
		}
		s.masses, s.springs = 2, 1
		number, ok, err := c.pick(side/2+60, side/2-40, 4)
		if ok || !errors.Is(err, limits.ErrNumber) || !strings.Contains(err.Error(), c.what) {
			t.Errorf("where there is no %s: number %d (%v), error %v", c.what, number, ok, err)
		}
	}
	s.masses, s.springs = 2, 2 // and an end of the second spring is mass 2
	if other, err := draw.New(ctx, s, draw.Subject{}); !errors.Is(err, limits.ErrNumber) {
		other.Close()
		t.Errorf("an end that is no mass: error %v", err)
	}
}

// A spring is picked along its line, the one in front, none that is removed, and none
// within a volume; a place of the surface picks the corner next to it.
func TestPickSpringAndSurface(t *testing.T) {
	ctx := gltest.New(t)
	position, ends := block(9)
	// A spring in front of the block, one behind it, and one that is removed in front of
	// all; beside the block two lines, one behind the other.
	lines := []shaders.Position{at(-3, -6, 0.5), at(3, -6, 0.5), at(-3, 6, 0.25), at(3, 6, 0.25), at(-3, -7, 2.5), at(3, -7, 2.5),
		at(6, -1, -2), at(6, -1, 2), at(5, 1, 0), at(7, 1, 0)}
	first, firstMass := len(ends), uint32(len(position))
	position = append(position, lines...)
	for k := uint32(0); k < uint32(len(lines)); k += 2 {
		ends = append(ends, shaders.Ends{firstMass + k, firstMass + k + 1})
	}
	s := newStill(t, ctx, position, ends, make([]float32, len(ends)))
	defer s.release()
	glx.Upload(s.spring, int64(first+2), []shaders.Spring{{RestLength: 1}})
	r := must.Open(draw.New(ctx, s, draw.Subject{}))(t)
	target := must.Get(ctx.NewFramebuffer("test", side, side, 1))(t)
	defer target.Release()
	must.Do(t, r.Draw(target, draw.Frame{Camera: frontCamera(), Look: draw.Look{NoText: true, Show: draw.Surface}}))
	for _, c := range []struct {
		what         string
		x, z, radius float64
		want         int // of the lines; −1: of the block; −2: none
	}{
		{"the line in front", 1.5, 0.5, 3, 0}, {"beside it, within the radius", 1.5, 0.45, 3, 0},
		{"the block", 1.5, 1, 3, -1}, {"where a removed one is", 2, 2.5, 2, -1},
		{"the upright line", 6, 1, 3, 3}, {"where two cross, the one in front", 6, 0, 1.5, 3}, {"the level line", 5.3, 0, 3, 4},
		{"above all", 0, 8, 3, -2},
	} {
		got, ok, err := r.PickSpring(side/2+20*c.x, side/2-20*c.z, c.radius)
		must.Do(t, err)
		switch {
		case ok != (c.want != -2), ok && c.want >= 0 && got != first+c.want, ok && c.want == -1 && got >= first:
			t.Errorf("%s: spring %d (of %d in the block), %v, want line %d", c.what, got, first, ok, c.want)
		case ok && got < first:
			for _, end := range ends[got] {
				if position[end].Xyz[1] != -4 {
					t.Errorf("%s: spring %d ends at %v, behind the front", c.what, got, position[end].Xyz)
				}
			}
		}
	}
	// Where the springs of the front are gone, those behind are hidden all the same.
	for k, e := range ends[:first] {
		a, b := position[e[0]].Xyz, position[e[1]].Xyz
		if a[1] == -4 && b[1] == -4 && a[0] >= 0 && b[0] >= 0 && a[0] <= 3 && b[0] <= 3 {
			glx.Upload(s.spring, int64(k), []shaders.Spring{{RestLength: 1}})
		}
	}
	if spring, ok, err := r.PickSpring(side/2+20*1.5, side/2+20, 3); ok || err != nil {
		t.Errorf("spring %v is picked behind the front, error %v", ends[spring], err)
	}
	for _, c := range []struct {
		x, z float64
		want [3]float32
	}{{1.4, 1.4, [3]float32{1, -4, 1}}, {1.7, 1.4, [3]float32{2, -4, 1}}, {1.3, 1.6, [3]float32{1, -4, 2}}, {1.6, 1.7, [3]float32{2, -4, 2}}, {-2.6, 3.4, [3]float32{-3, -4, 3}}} {
		mass, ok, err := r.PickSurface(side/2+20*c.x, side/2-20*c.z)
		must.Do(t, err)
		must.Hold(t, ok && position[mass].Xyz == c.want, "at (%g, %g) on the surface: mass %d, %v; want the one at %v", c.x, c.z, mass, ok, c.want)
	}
	if mass, ok, err := r.PickSurface(side/2+20*4.4, side/2-20); ok || err != nil {
		t.Errorf("beside the surface mass %d is picked, error %v", mass, err)
	}
}
