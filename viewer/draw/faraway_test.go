package draw_test

import (
	"bytes"
	"image"
	"testing"

	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
	"hooke/shaders"
	"hooke/viewer/draw"
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
		middle := func(box draw.Bounds) float64 {
			camera := draw.LookAt(box, float64(width)/height)
			picture, _, err := offscreen.Run(ctx, e, draw.Subject{Model: m, Params: p, Start: end},
				offscreen.Options{Width: width, Height: height, Samples: 1, Camera: &camera, Look: draw.Look{NoText: true, NoGrid: true}})
			must.Do(t, err)
			return brightShare(picture, image.Rect(width/4, height/4, width*3/4, height*3/4))
		}
		box := start.BoundsAt(end)
		must.Be(t, box == start.Bounds().Union(box), c.withStart, "%s: the start is in view", c.name)
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
	e := must.Open(gpu.New(ctx, m, p, gpu.Options{}))(t)
	drawn := func(by *model.Description) []byte {
		picture, _, err := offscreen.Run(ctx, e, draw.Subject{Model: m, Params: p}, offscreen.Options{SteppedBy: by})
		must.Do(t, err)
		return picture.Pix
	}
	same := e.Describe()
	other := model.Description{Engine: "cpuref", Pipeline: "serial", Precision: "double"}
	must.Hold(t, bytes.Equal(drawn(nil), drawn(&same)), "nil does not name the engine that is drawn")
	must.Hold(t, !bytes.Equal(drawn(nil), drawn(&other)), "the picture does not name another engine that stepped")
}

// A scene far away, whose buffers count from an origin near it, has the picture of the scene at
// zero to the last bit: springs, shapes, arrows, handles and marks. A renderer tells its places in
// the world.
func TestAPictureFarAway(t *testing.T) {
	ctx := gltest.New(t)
	s := newStill(t, ctx, []shaders.Position{at(-0.5, 0, 0), at(0.5, 0, 0.25), at(0, -2, -1)}, []shaders.Ends{{0, 1}, {1, 2}}, []float32{0.1, -0.1})
	defer s.release()
	shown := func(from model.Vec3) *image.RGBA {
		s.from = from
		return picture(t, ctx, s, func(f *draw.Frame) {
			ground, mass := from[2]-2, 1
			f.Camera.Target = f.Camera.Target.Add(from)
			f.Ground, f.Picked, f.Spring = &ground, &mass, &[2]int{1, 2}
			f.Arrows = []draw.Arrow{{From: from.Add(model.Vec3{1, -1, 1}), Along: model.Vec3{0, 0, 1}}}
			f.Params.Handles = []model.Handle{{Mass: 0, Target: from.Add(model.Vec3{-2, 0, 1}), Stiffness: 1}}
			f.Params.Contacts = []model.Contact{{Shape: model.Sphere{Center: from.Add(model.Vec3{2, 0, -1}), Radius: 0.5}, Stiffness: 1}}
			f.Look.NoMasses = false
		})
	}
	far := model.Vec3{4096, -8192, 1 << 20}
	must.Hold(t, bytes.Equal(shown(model.Vec3{}).Pix, shown(far).Pix), "it looks otherwise")
	r := must.Open(draw.New(ctx, s, draw.Subject{}))(t)
	if x := r.Place(1); x != far.Add(model.Vec3{0.5, 0, 0.25}) {
		t.Errorf("mass 1 is at %v", x)
	}
	var state model.State
	if r.State(&state); state.Position[2] != far.Add(model.Vec3{0, -2, -1}) {
		t.Errorf("mass 2 is at %v", state.Position[2])
	}
	if box := r.Bounds(); box.Lo != far.Add(model.Vec3{-0.5, -2, -1}) || box.Hi != far.Add(model.Vec3{0.5, 0, 0.25}) {
		t.Errorf("the box is %v", box)
	}
}

// The memory of pictures moves along when the origin moves between them.
func TestPicturesOverAMoveOfTheOrigin(t *testing.T) {
	ctx := gltest.New(t)
	s := newStill(t, ctx, []shaders.Position{at(-0.5, 0, 0), at(0.5, 0, 0.25)}, []shaders.Ends{{0, 1}}, []float32{0.1})
	defer s.release()
	r := must.Open(draw.New(ctx, s, draw.Subject{}))(t)
	target := must.Get(ctx.NewFramebuffer("test", side, side, 1))(t)
	defer target.Release()
	memory := [2]draw.Memory{}
	for k, from := range []model.Vec3{{}, {64, 0, -64}} {
		s.from = from
		by := [2]float32{float32(from[0]), float32(from[2])}
		glx.Upload(s.position, 0, []shaders.Position{at(-0.5-by[0], 0, -by[1]), at(0.5-by[0], 0, 0.25-by[1]-0.01*float32(k))})
		must.Do(t, r.Draw(target, draw.Frame{Camera: frontCamera(), Look: draw.Look{NoText: true}, Fresh: true}))
		memory[k] = r.Memory()
	}
	if by := memory[1].Extent.Hi.Sub(memory[0].Extent.Hi).Len(); by > 1e-12 { // the box is in leaps, of more than a centimeter
		t.Errorf("the box of shadows moves by %g m", by)
	}
	must.Hold(t, memory[1].Pictures == memory[0].Pictures+1, "%d pictures after %d", memory[1].Pictures, memory[0].Pictures)
}
