package draw_test

import (
	"bytes"
	"image"
	"testing"

	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
	"hooke/viewer/draw"
	"hooke/viewer/draw/camera"
	"hooke/viewer/draw/offscreen"
)

// A picture of a structure that has moved far shows it; one that is fitted to
// the start alone, the negative control, shows nothing.
func TestPictureOfAStructureFarFromItsStart(t *testing.T) {
	ctx := gltest.New(t)
	m, p := lattice(t, 6) // 0.05 m
	start := draw.Subject{Model: m, Params: p}
	const width, height = 320, 240
	for _, c := range []struct {
		name      string
		way       float64 // [m]
		withStart bool
	}{
		{"at the start", 0, true},
		{"near", 0.08, true},
		{"far", 20, false},
	} {
		end := m.Start()
		for i := range end.Position {
			end.Position[i][0] += c.way
		}
		e := must.Get(gpu.New(ctx, m, p, gpu.Options{}))(t)
		must.Do(t, e.Reset(end))
		middle := func(box camera.Bounds) float64 {
			camera := camera.LookAt(box, float64(width)/height)
			picture, _, err := offscreen.Run(ctx, e, draw.Subject{Model: m, Params: p, Start: end},
				offscreen.Options{Width: width, Height: height, Samples: 1, Camera: &camera, Look: draw.Look{NoText: true, NoGrid: true}})
			must.Do(t, err)
			return brightShare(picture, image.Rect(width/4, height/4, width*3/4, height*3/4))
		}
		box := start.BoundsAt(end)
		if got := box == start.Bounds().Union(box); got != c.withStart {
			t.Errorf("%s: the start is in view: %v, want %v", c.name, got, c.withStart)
		}
		// At a third of the view's size, the structure still covers a ninth of it.
		if share := middle(box); share < 1.0/9 {
			t.Errorf("%s: %.1f %% of the middle is bright: the structure is not there", c.name, 100*share)
		}
		if share := middle(start.Bounds()); c.way > 1 && share > 0 {
			t.Errorf("%s: a camera at the start sees the structure: this test shows nothing", c.name)
		}
		e.Close()
	}
}

// The text names the engine that stepped, not the one that draws.
func TestPictureNamesTheEngineThatStepped(t *testing.T) {
	ctx := gltest.New(t)
	m := must.Get(build.Cube(0))(t)
	p := model.Params{DT: 1e-4}
	e := must.Get(gpu.New(ctx, m, p, gpu.Options{}))(t)
	defer e.Close()
	drawn := func(by *model.Description) []byte {
		picture, _, err := offscreen.Run(ctx, e, draw.Subject{Model: m, Params: p}, offscreen.Options{SteppedBy: by})
		must.Do(t, err)
		return picture.Pix
	}
	same := e.Describe()
	other := model.Description{Engine: "cpuref", Pipeline: "serial", Precision: "double"}
	if !bytes.Equal(drawn(nil), drawn(&same)) {
		t.Error("nil does not name the engine that is drawn")
	}
	if bytes.Equal(drawn(nil), drawn(&other)) {
		t.Error("the picture does not name another engine that stepped")
	}
}
