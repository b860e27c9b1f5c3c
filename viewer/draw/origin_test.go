package draw_test

import (
	"bytes"
	"image"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/must"
	"hooke/shaders"
	"hooke/viewer/draw"
)

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
	if !bytes.Equal(shown(model.Vec3{}).Pix, shown(far).Pix) {
		t.Error("it looks otherwise")
	}
	r := must.Get(draw.New(ctx, s, draw.Subject{}))(t)
	defer r.Close()
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

// What pictures remember goes along when the origin moves between them.
func TestPicturesOverAMoveOfTheOrigin(t *testing.T) {
	ctx := gltest.New(t)
	s := newStill(t, ctx, []shaders.Position{at(-0.5, 0, 0), at(0.5, 0, 0.25)}, []shaders.Ends{{0, 1}}, []float32{0.1})
	defer s.release()
	r := must.Get(draw.New(ctx, s, draw.Subject{}))(t)
	defer r.Close()
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
	if memory[1].Pictures != memory[0].Pictures+1 {
		t.Errorf("%d pictures after %d", memory[1].Pictures, memory[0].Pictures)
	}
}
