package draw_test

import (
	"errors"
	"image"
	"math"
	"strings"
	"testing"

	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/mesh"
	"hooke/model"
	"hooke/viewer/draw"
)

func lattice(t *testing.T, n int) (*model.Model, model.Params) {
	t.Helper()
	m, err := mesh.Lattice(mesh.LatticeSpec{Nx: n, Ny: n, Nz: n, Spacing: 0.01, Mass: 1e-3, Stiffness: 500, DampingRatio: 0.05, Bottom: 0.01})
	check(t, err)
	p := model.Params{Gravity: model.EarthGravity(), Contacts: []model.Contact{model.Ground(0, 1000, 0.1)}}
	p.DT = model.AutoStep(m, p)
	return m, p
}

// The picture shows the structure, lit, in front of a dark background, with the
// legend at the right; and the figures are right.
func TestOffscreenPicture(t *testing.T) {
	ctx := gltest.New(t)
	m, p := lattice(t, 12)
	e, err := gpu.New(ctx, m, p, gpu.Options{})
	check(t, err)
	defer e.Close()
	got, figures, err := draw.Offscreen(ctx, e, draw.Subject{Model: m, Params: p},
		draw.OffscreenOptions{Width: 640, Height: 360, Frames: 3, StepsPerFrame: 5})
	check(t, err)
	if got.Bounds() != image.Rect(0, 0, 640, 360) {
		t.Errorf("size %v", got.Bounds())
	}
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
	if !warm || !cool {
		t.Errorf("legend: warm end %v, cool end %v", warm, cool)
	}
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

func TestOffscreenGivesEachFrame(t *testing.T) {
	ctx := gltest.New(t)
	m, p := lattice(t, 3)
	e, err := gpu.New(ctx, m, p, gpu.Options{})
	check(t, err)
	defer e.Close()
	var frames []int
	options := draw.OffscreenOptions{Width: 64, Height: 64, Frames: 3, StepsPerFrame: 1,
		EachFrame: func(frame int, picture *image.RGBA) error { frames = append(frames, frame); return nil }}
	_, _, err = draw.Offscreen(ctx, e, draw.Subject{Model: m, Params: p}, options)
	check(t, err)
	if len(frames) != 3 || frames[2] != 2 {
		t.Errorf("frames %v, want 0 1 2", frames)
	}
	full := errors.New("disk full")
	options.EachFrame = func(int, *image.RGBA) error { return full }
	if _, _, err := draw.Offscreen(ctx, e, draw.Subject{Model: m, Params: p}, options); !errors.Is(err, full) {
		t.Errorf("error %v, want %v", err, full)
	}
}

func TestOffscreenDivergenceIsAnError(t *testing.T) {
	ctx := gltest.New(t)
	m, p := lattice(t, 4)
	p.DT = 1 // far above the safe step
	e, err := gpu.New(ctx, m, p, gpu.Options{})
	check(t, err)
	defer e.Close()
	_, _, err = draw.Offscreen(ctx, e, draw.Subject{Model: m, Params: p}, draw.OffscreenOptions{Width: 64, Height: 64, StepsPerFrame: 100})
	var diverged *model.DivergedError
	if !errors.As(err, &diverged) || !strings.Contains(err.Error(), "safe step") {
		t.Errorf("error %v, want a divergence that names the safe step", err)
	}
}
