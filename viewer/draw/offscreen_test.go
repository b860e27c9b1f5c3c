package draw_test

import (
	"errors"
	"image"
	"math"
	"strings"
	"testing"

	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
	"hooke/viewer/draw"
	"hooke/viewer/draw/offscreen"
)

func lattice(t *testing.T, n int) (*model.Model, model.Params) {
	t.Helper()
	m := must.Get(build.Lattice(build.LatticeSpec{Nx: n, Ny: n, Nz: n, Spacing: 0.01, Mass: 1e-3, Stiffness: 500, DampingRatio: 0.05, Bottom: 0.01}))(t)
	p := model.Params{Gravity: model.EarthGravity(), Contacts: []model.Contact{model.Ground(0, 1000, 0.1)}}
	p.DT = physics.AutoStep(m, p)
	return m, p
}

// The picture shows the structure, lit, in front of a dark background, with the
// legend at the right; and the figures are right.
func TestOffscreenPicture(t *testing.T) {
	ctx := gltest.New(t)
	m, p := lattice(t, 12)
	e := must.Open(gpu.New(ctx, m, p, gpu.Options{}))(t)
	got, figures, err := offscreen.Run(ctx, e, draw.Subject{Model: m, Params: p},
		offscreen.Options{Width: 640, Height: 360, Frames: 3, StepsPerFrame: 5})
	must.Do(t, err)
	must.Be(t, got.Bounds(), image.Rect(0, 0, 640, 360), "size")
	if figures.Masses != 1728 || figures.Springs != m.SpringCount() || figures.Steps != 15 || figures.Engine.Renderer != ctx.Renderer {
		t.Errorf("figures %+v", figures)
	}
	if want := 15 * float64(m.SpringCount()) / figures.Seconds; math.Abs(figures.SpringUpdates-want) > 1e-9*want {
		t.Errorf("%g spring-updates/s, want %g", figures.SpringUpdates, want)
	}
	if steps, err := e.StepsRun(); err != nil || steps != 15 {
		t.Errorf("the device counts %d steps (%v), want 15", steps, err)
	}

	// The structure fills the middle of the picture, but not its edges.
	if bright := brightShare(got, image.Rect(260, 120, 380, 240)); bright < 0.25 {
		t.Errorf("%.0f %% of the middle is bright", 100*bright)
	}
	for _, edge := range []image.Rectangle{image.Rect(0, 240, 20, 320), image.Rect(400, 0, 500, 15)} {
		if bright := brightShare(got, edge); bright > 0.02 {
			t.Errorf("%.0f %% of the edge %v is bright", 100*bright, edge)
		}
	}
	// Both ends of the color map are in the legend.
	var warm, cool bool
	for y := range 360 {
		for x := 500; x < 640; x++ {
			c := got.RGBAAt(x, y)
			warm = warm || c.R > 170 && c.G < 40 && c.B < 70
			cool = cool || c.R < 80 && c.G < 100 && c.B > 175
		}
	}
	must.Hold(t, warm && cool, "legend: warm end %v, cool end %v", warm, cool)
}

func brightShare(p *image.RGBA, box image.Rectangle) float64 {
	bright := 0
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			if c := p.RGBAAt(x, y); int(c.R)+int(c.G)+int(c.B) > 270 {
				bright++
			}
		}
	}
	return float64(bright) / float64(box.Dx()*box.Dy())
}

// The picture is of the structure as it is at the end: a rope that has fallen
// far below its start is inside, and fills the picture. In a series the view
// widens as the rope falls, and still holds the start.
func TestOffscreenLooksWhereTheStructureIs(t *testing.T) {
	ctx := gltest.New(t)
	m := must.Get(build.Rope(build.RopeSpec{Masses: 20, Length: 1, Mass: 1e-3, Stiffness: 100, Height: 5}))(t)
	p := model.Params{Gravity: model.EarthGravity()}
	p.DT = physics.AutoStep(m, p)
	e := must.Open(gpu.New(ctx, m, p, gpu.Options{}))(t)

	const width, height = 320, 240
	const fall = 3.0 // [m], of a rope of 1 m
	options := offscreen.Options{Width: width, Height: height, Samples: 1, Look: draw.Look{NoText: true},
		StepsPerFrame: int(math.Sqrt(2*fall/9.81) / p.DT)}
	free := image.Rect(0, 0, width, height).Inset(5) // the margin of a fit is 5.4 % of 240 pixels
	extent := func(picture *image.RGBA) (box image.Rectangle) {
		for y := range height {
			for x := range width {
				if brightShare(picture, image.Rect(x, y, x+1, y+1)) > 0 {
					box = box.Union(image.Rect(x, y, x+1, y+1))
				}
			}
		}
		return box
	}

	subject := draw.Subject{Model: m, Params: p}
	picture, _, err := offscreen.Run(ctx, e, subject, options)
	must.Do(t, err)
	// Its nearer end reaches 1/1.12 of the half width; the far one, in this
	// three-quarter view, reaches less.
	if box := extent(picture); !box.In(free) || box.Dx() < width*7/10 {
		t.Errorf("the rope that fell is seen in %v of %d × %d pixels", box, width, height)
	}

	must.Do(t, e.Reset(m.Start()))
	var first, last image.Rectangle
	options.Frames, options.StepsPerFrame = 4, options.StepsPerFrame/4
	options.EachFrame = func(frame int, picture *image.RGBA) error {
		if frame == 0 {
			first = extent(picture)
		}
		last = extent(picture)
		return nil
	}
	_, _, err = offscreen.Run(ctx, e, subject, options)
	must.Do(t, err)
	// 1 m of rope has fallen 3 m from the upper edge of the box that is seen.
	if !first.In(free) || !last.In(free) || last.Empty() || last.Dx() > first.Dx()/2 || last.Min.Y < height*6/10 {
		t.Errorf("in a series the rope is seen in %v first, in %v last, of %d × %d pixels", first, last, width, height)
	}
}

func TestOffscreenGivesEachFrame(t *testing.T) {
	ctx := gltest.New(t)
	m, p := lattice(t, 3)
	e, err := gpu.New(ctx, m, p, gpu.Options{})
	must.Do(t, err)
	defer e.Close()
	var frames []int
	options := offscreen.Options{Width: 64, Height: 64, Frames: 3, StepsPerFrame: 1,
		EachFrame: func(frame int, picture *image.RGBA) error { frames = append(frames, frame); return nil }}
	_, _, err = offscreen.Run(ctx, e, draw.Subject{Model: m, Params: p}, options)
	must.Do(t, err)
	must.Hold(t, len(frames) == 3 && frames[2] == 2, "frames %v, want 0 1 2", frames)
	full := errors.New("disk full")
	options.EachFrame = func(int, *image.RGBA) error { return full }
	if _, _, err := offscreen.Run(ctx, e, draw.Subject{Model: m, Params: p}, options); !errors.Is(err, full) {
		t.Errorf("error %v, want %v", err, full)
	}
}

func TestOffscreenDivergenceIsAnError(t *testing.T) {
	ctx := gltest.New(t)
	m, p := lattice(t, 4)
	p.DT = 1 // far above the safe step
	e, err := gpu.New(ctx, m, p, gpu.Options{})
	must.Do(t, err)
	defer e.Close()
	_, _, err = offscreen.Run(ctx, e, draw.Subject{Model: m, Params: p}, offscreen.Options{Width: 64, Height: 64, StepsPerFrame: 100})
	var diverged *physics.DivergedError
	must.Hold(t, errors.As(err, &diverged) && strings.Contains(err.Error(), "safe step"), "error %v, want a divergence that names the safe step", err)
}
