package draw_test

import (
	"image"
	"testing"

	"hooke/gpu/gltest"
	"hooke/model"
	"hooke/must"
	"hooke/shaders"
	"hooke/viewer/draw"
)

// Every shape appears at its position, in front of things behind it and behind things in front of it. A
// container is seen from its inside only, and pins are seen on a surface.
func TestContactsAreSeen(t *testing.T) {
	ctx := gltest.New(t)
	s := newStill(t, ctx, []shaders.Position{at(0, 8, 0), at(0, -8, 4)}, nil, nil) // one behind all shapes, one in front
	defer s.release()
	empty := picture(t, ctx, s, nil)
	with := func(contacts ...model.Contact) func(x, z float64) bool {
		got := picture(t, ctx, s, func(f *draw.Frame) { f.Look.NoGrid, f.Look.NoMasses, f.Params.Contacts = false, true, contacts })
		return func(x, z float64) bool {
			px, py := int(side/2+20*x), int(side/2-20*z)
			return !closeTo(got.RGBAAt(px, py), empty.RGBAAt(px, py), 12)
		}
	}
	for _, c := range []struct {
		name     string
		shape    model.Shape
		in, free [][2]float64 // x and z of places that it covers, and does not [m]
	}{
		{"sphere", model.Sphere{Center: model.Vec3{1, 0, 1}, Radius: 2}, [][2]float64{{1, 1}, {2.7, 1}, {1, -0.7}}, [][2]float64{{3.3, 1}, {-1.3, 1}, {2.6, 2.6}}},
		{"box", model.Box{Half: model.Vec3{1, 1, 3}}, [][2]float64{{0, 0}, {0.8, 2.8}, {-0.8, -2.8}}, [][2]float64{{1.3, 0}, {0, 3.3}}},
		{"capsule", model.Capsule{A: model.Vec3{-3, 0, 0}, B: model.Vec3{3, 0, 0}, Radius: 1}, [][2]float64{{0, 0}, {3.7, 0}, {0, 0.8}, {-3.7, 0}}, [][2]float64{{0, 1.3}, {4.3, 0}, {3.9, 0.8}}},
		{"slope", model.Plane{Normal: model.Vec3{0, -0.8, 0.6}}, [][2]float64{{0, 0}, {3, 0}, {0, -2}}, nil},
	} {
		seen := with(model.Contact{Shape: c.shape, Stiffness: 1})
		for _, p := range c.in {
			if !seen(p[0], p[1]) {
				t.Errorf("%s: nothing at %v", c.name, p)
			}
		}
		for _, p := range c.free {
			if seen(p[0], p[1]) {
				t.Errorf("%s: something at %v", c.name, p)
			}
		}
	}
	// The wall of a container toward the eye is not there: the far one is, lit from
	// its inside.
	inside := with(model.Contact{Shape: model.Sphere{Radius: 3}, Stiffness: 1, Inside: true})
	must.Hold(t, inside(0, 0) && !inside(3.4, 0), "a container is not seen")
	// The level ground is the ground, not a shape.
	if seen := with(model.Ground(-1, 1, 0)); seen(0, 0) || seen(2, 2) {
		t.Error("the level ground is drawn as a shape")
	}
}

// A ball hides springs behind it. It does not hide springs in front of it, or those that have sunk into it by
// less than half a spring.
func TestBallAmongSprings(t *testing.T) {
	ctx := gltest.New(t)
	for _, c := range []struct {
		name   string
		y      float32 // of a spring of 1 m before the ball's middle [m]
		inside bool    // the ball is a container
		want   bool
	}{{"in front", -3, false, true}, {"sunk in a little", -1.7, false, true}, {"behind", 3, false, false}, {"in a container", 0, true, true}, {"in a ball", 0, false, false}} {
		ball := []model.Contact{{Shape: model.Sphere{Radius: 2}, Stiffness: 1, Inside: c.inside}}
		s := newStill(t, ctx, []shaders.Position{at(-0.5, c.y, 0), at(0.5, c.y, 0)}, []shaders.Ends{{0, 1}}, []float32{1})
		look := func(f *draw.Frame) { f.Look.NoGrid, f.Params.Contacts = false, ball }
		must.Be(t, near(picture(t, ctx, s, look), 0, 0, stretched, 60), c.want, "%s: the spring is seen", c.name)
		s.release()
	}
}

// Bodies above the ground darken it, away from the sun and nowhere else.
func TestShadowLiesAwayFromTheSun(t *testing.T) {
	ctx := gltest.New(t)
	s := newStill(t, ctx, []shaders.Position{at(0, 0, 0), at(0.3, 0, 0)}, nil, nil)
	defer s.release()
	ground := -1.5
	above := frontCamera()
	above.From(draw.Views()[2]) // from above: x to the right, y up
	look := func(contacts []model.Contact) func(f *draw.Frame) {
		return func(f *draw.Frame) {
			f.Camera, f.Ground, f.Look.NoGrid, f.Look.NoMasses, f.Params.Contacts = above, &ground, false, true, contacts
		}
	}
	with := picture(t, ctx, s, look([]model.Contact{{Shape: model.Sphere{Radius: 0.15}, Stiffness: 1}}))
	without := picture(t, ctx, s, look(nil))
	sum := func(fromX, toX, fromY, toY int) (dark int) {
		for y := fromY; y < toY; y++ {
			for x := fromX; x < toX; x++ {
				dark += int(without.RGBAAt(x, y).R) - int(with.RGBAAt(x, y).R)
			}
		}
		return dark
	}
	// The sun is at azimuth −113°, elevation 52°: the shadow of the origin at a height of
	// 1.5 m is 1.17 m off toward 67°: 9 pixels to the right, 22 up.
	if at := sum(side/2+4, side/2+14, side/2-27, side/2-17); at < 200 {
		t.Errorf("where the shadow should be the ground is darker by %d in all, want at least 200", at)
	}
	if away := sum(side/2-14, side/2-4, side/2+17, side/2+27); away > 20 {
		t.Errorf("toward the sun the ground is darker by %d in all", away)
	}
}

// Shapes that move are seen where they are at the time of the picture, and that they turn or
// run is seen too, though round ones, planes and belts cover the same places.
func TestMovingContactsAreSeen(t *testing.T) {
	ctx := gltest.New(t)
	s := newStill(t, ctx, []shaders.Position{at(0, 8, 0), at(0, -8, 4)}, nil, nil)
	defer s.release()
	differ := func(c model.Contact, first, second float64) (pixels int) {
		var pictures [2]*image.RGBA
		for k, time := range []float64{first, second} {
			pictures[k] = picture(t, ctx, s, func(f *draw.Frame) {
				f.Look.NoGrid, f.Look.NoMasses, f.Params.Contacts, f.Time = false, true, []model.Contact{c}, time
			})
		}
		for x := range side {
			for y := range side {
				if !closeTo(pictures[0].RGBAAt(x, y), pictures[1].RGBAAt(x, y), 12) {
					pixels++
				}
			}
		}
		return pixels
	}
	for name, c := range map[string]struct {
		shape      model.Shape
		trajectory model.Trajectory
	}{
		"sphere that moves": {model.Sphere{Radius: 1}, model.Trajectory{Path: model.Path{Velocity: model.Vec3{1}}}},
		"ball that turns":   {model.Sphere{Radius: 2}, model.Trajectory{Spin: model.Vec3{0, 0, 0.4}}},
		"rod that turns":    {model.Capsule{A: model.Vec3{0, 0, -2}, B: model.Vec3{0, 0, 2}, Radius: 1}, model.Trajectory{Spin: model.Vec3{0, 0, 0.4}}},
		"box that turns":    {model.Box{Half: model.Vec3{2, 1, 1}}, model.Trajectory{Spin: model.Vec3{0, 0.5, 0}}},
		"belt":              {model.Box{Half: model.Vec3{3, 1, 1}}, model.Trajectory{Belt: model.Vec3{0.3}}},
		"plane that turns":  {model.Plane{Normal: model.Vec3{0, -0.8, 0.6}}, model.Trajectory{Spin: model.Vec3{0, -0.4, 0.3}}},
		"plane that slides": {model.Plane{Normal: model.Vec3{0, -0.8, 0.6}}, model.Trajectory{Path: model.Path{Velocity: model.Vec3{0.7}}}},
	} {
		trajectory := c.trajectory
		moving := model.Contact{Shape: c.shape, Stiffness: 1, Trajectory: &trajectory}
		if pixels := differ(moving, 0, 1); pixels < 50 {
			t.Errorf("%s: %d pixels change", name, pixels)
		}
		must.Be(t, differ(moving, 1, 1), 0, "%s: pixels change at the same time", name)
		moving.Trajectory = nil
		must.Be(t, differ(moving, 0, 1), 0, "%s, standing still: pixels change", name)
	}
}
