package draw

import (
	"bytes"
	"fmt"
	"math"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/mirror"
	"hooke/machine/memory/memorytest"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
	"hooke/shaders"
	"hooke/viewer/draw/color"
)

// crowd is a lattice of many pieces of springs, masses and triangles, so that they are cut, drawn by a
// renderer in a debug context.
type crowd struct {
	ctx      *glx.Context
	model    *model.Model
	renderer *Renderer
	target   *glx.Framebuffer
	box      Bounds
}

const crowdWidth, crowdHeight = 320, 200

func newCrowd(t *testing.T) *crowd {
	t.Helper()
	ctx := gltest.New(t)
	const side = 25
	m := must.Get(build.Lattice(build.LatticeSpec{Nx: side, Ny: side, Nz: side, Spacing: 0.01, Mass: 1e-3, Stiffness: 500}))(t)
	mirror := must.Open(mirror.New(ctx, m, model.Params{}, nil))(t)
	c := &crowd{ctx: ctx, model: m, box: Subject{Model: m}.Bounds()}
	c.renderer = must.Get(New(ctx, mirror, Subject{Model: m}))(t)
	t.Cleanup(c.renderer.Close)
	c.target = must.Get(ctx.NewFramebuffer("test", crowdWidth, crowdHeight, 1))(t)
	t.Cleanup(c.target.Release)
	return c
}

func (c *crowd) picture(t *testing.T, f Frame) []byte {
	t.Helper()
	f.Look.NoText = true
	must.Do(t, c.renderer.Draw(c.target, f))
	return c.target.ReadPixels().Pix
}

// cameras are one that sees all, one near a corner, one inside and one far away at the
// edge of the view.
func (c *crowd) cameras() map[string]Camera {
	all := LookAt(c.box, float64(crowdWidth)/crowdHeight)
	near, inside, aside := all, all, all
	near.Target = c.box.Hi
	near.Zoom(0.2, 0, 0)
	inside.Target = c.box.Center()
	inside.Zoom(0.02, 0, 0)
	aside.Zoom(6, 0, 0)
	aside.Pan(0, 0.55)
	return map[string]Camera{"all": all, "near": near, "inside": inside, "aside": aside}
}

// A picture without the pieces out of sight is, bit for bit, the one with all of them, from near, inside and
// far away; and less is drawn. A view that is narrower by some pixels than the picture cuts too much, which
// is seen.
func TestWhatIsOutOfSightIsLeftOut(t *testing.T) {
	c := newCrowd(t)
	r := c.renderer
	count := func() (sum int64) {
		for _, l := range r.chunks.all() {
			if l.chosen {
				sum += l.drawn(c.ctx)
			}
		}
		return sum
	}
	narrower := 0 // pictures that show that a view is too narrow
	for name, camera := range c.cameras() {
		for _, show := range []Show{Surface, Springs} {
			who := fmt.Sprintf("%s, %v", name, show)
			frame := Frame{Camera: camera, Look: Look{Show: show, Interior: name == "inside", NoWires: true}}
			cut := c.picture(t, frame)
			some := count()
			r.chunks.uncut = true
			whole := c.picture(t, frame)
			all := count()
			r.chunks.uncut = false
			if !bytes.Equal(cut, whole) {
				t.Errorf("%s: the picture differs from one of everything", who)
			}
			if name == "all" {
				must.Be(t, some, 0, "%s: things into which all in sight is cut", who)
				continue
			}
			// Pieces are rows of the lattice, so that most of them are long.
			if some <= 0 || some > all*3/4 {
				t.Errorf("%s: %d things of %d are drawn, want at most three quarters, and some", who, some, all)
			}
			r.chunks.narrow = crowdWidth / 2
			if narrow := c.picture(t, frame); !bytes.Equal(narrow, whole) {
				narrower++
			}
			r.chunks.narrow = 0
		}
	}
	// From inside, springs near the eye may hide all that is missing behind them.
	must.Hold(t, narrower >= 5, "%d of 6 views that are much too narrow give other pictures, want 5", narrower)
	if messages := c.ctx.Messages(); len(messages) > 0 {
		t.Errorf("the driver reported %d times, first %s", len(messages), messages[0])
	}
}

// Pieces that have come into sight by their motion are drawn.
func TestWhatMovesIntoSightIsDrawn(t *testing.T) {
	c := newCrowd(t)
	frame := Frame{Camera: c.cameras()["near"], Look: Look{Show: Springs, Interior: true}}
	before := c.picture(t, frame)
	position := make([]shaders.Position, c.model.MassCount())
	glx.Download(c.renderer.scene.PositionBuffer(), 0, position)
	for i := range position { // the middle comes to the top
		position[i].Xyz[2] += 0.5 * float32(c.box.Hi[2]-c.box.Lo[2])
	}
	glx.Upload(c.renderer.scene.PositionBuffer(), 0, position)
	moved := c.picture(t, frame)
	c.renderer.chunks.uncut = true
	whole := c.picture(t, frame)
	must.Hold(t, !bytes.Equal(before, moved), "nothing was seen to move")
	must.Hold(t, bytes.Equal(moved, whole), "the picture differs from one of everything")
	// Boxes of the earlier positions cut visible pieces.
	c.renderer.chunks.uncut = false
	for i := range position {
		position[i].Xyz[2] -= 0.5 * float32(c.box.Hi[2]-c.box.Lo[2])
	}
	c.picture(t, frame)
	glx.Upload(c.renderer.scene.PositionBuffer(), 0, position)
	frame.Still = true
	old := c.picture(t, frame)
	c.renderer.chunks.uncut = true
	if all := c.picture(t, frame); bytes.Equal(old, all) {
		t.Error("boxes of other positions cut nothing that is seen: the test sees nothing")
	}
}

// Boxes of pieces are those by a loop over their corners, without masses that have no finite position.
func TestBoxesOfPieces(t *testing.T) {
	c := newCrowd(t)
	position := make([]shaders.Position, c.model.MassCount())
	glx.Download(c.renderer.scene.PositionBuffer(), 0, position)
	nowhere := float32(math.NaN())
	position[7].Xyz, position[4000].Xyz = [3]float32{nowhere, 0, 0}, [3]float32{0, float32(math.Inf(1)), 0}
	glx.Upload(c.renderer.scene.PositionBuffer(), 0, position)
	c.picture(t, Frame{Camera: c.cameras()["near"], Look: Look{Show: Springs, Interior: true}})
	l := &c.renderer.chunks.springs
	boxes := make([][2][4]float32, l.pieces)
	c.ctx.Barrier(glx.ByTransfer)
	glx.Download(l.box, 0, boxes)
	for k, got := range boxes {
		want := [2][4]float32{{math.MaxFloat32, math.MaxFloat32, math.MaxFloat32, 1}, {-math.MaxFloat32, -math.MaxFloat32, -math.MaxFloat32, 1}}
		for s := k * shaders.ChunkSize; s < min((k+1)*shaders.ChunkSize, c.model.SpringCount()); s++ {
			for _, i := range c.model.Ends[s] {
				x := position[i].Xyz
				if i == 7 || i == 4000 {
					continue
				}
				for axis := range 3 {
					want[0][axis], want[1][axis] = min(want[0][axis], x[axis]), max(want[1][axis], x[axis])
				}
			}
		}
		if got != want {
			t.Fatalf("piece %d: box %v, want %v", k, got, want)
		}
	}
}

// Moving pictures have a sample of the springs, at most as many as were allowed, of the
// same colors in the same places: a thing outside the sample is not drawn. A far away structure
// has fewer.
func TestSamplesStandForAllSprings(t *testing.T) {
	c := newCrowd(t)
	r := c.renderer
	frame := Frame{Camera: c.cameras()["near"], Look: Look{Show: Springs, Interior: true, NoMasses: true}}
	whole := c.picture(t, frame)
	background := c.background(t, frame)
	const budget = 50_000
	frame.Budget = budget
	some := c.picture(t, frame)
	stride := int(r.detail.stride)
	if want := 4; stride != want { // of 187 k springs
		t.Fatalf("every %d springs are drawn, want every %d", stride, want)
	}
	if drawn := r.chunks.springs.drawn(c.ctx); drawn == 0 || drawn > budget {
		t.Errorf("%d springs are drawn, %d were allowed", drawn, budget)
	}
	alone, wrong := 0, 0
	for k := 0; k < len(some); k += 4 {
		was, is := !bytes.Equal(whole[k:k+4], background[k:k+4]), !bytes.Equal(some[k:k+4], background[k:k+4])
		if was && is {
			alone++
		} else if is {
			wrong++
		}
	}
	must.Hold(t, wrong <= 0 && alone != 0, "%d pixels of samples are where springs are, %d where none is", alone, wrong)

	frame.Camera = c.cameras()["aside"]
	frame.Camera.Zoom(3, 0, 0)
	c.picture(t, frame)
	if far := int(r.detail.stride); far <= stride {
		t.Errorf("far away every %d springs are drawn, near by every %d", far, stride)
	}
	frame.Budget = 0
	if c.picture(t, frame); r.detail.stride != 1 {
		t.Errorf("every %d springs are drawn where all are wanted", r.detail.stride)
	}
}

// background is the picture without a structure.
func (c *crowd) background(t *testing.T, f Frame) []byte {
	t.Helper()
	position := make([]shaders.Position, c.model.MassCount())
	glx.Download(c.renderer.scene.PositionBuffer(), 0, position)
	gone := make([]shaders.Position, len(position))
	for i := range gone {
		gone[i].Xyz = [3]float32{float32(math.NaN()), 0, 0}
		gone[i].InverseMass = 1
	}
	glx.Upload(c.renderer.scene.PositionBuffer(), 0, gone)
	defer glx.Upload(c.renderer.scene.PositionBuffer(), 0, position)
	return c.picture(t, f)
}

// Once a picture was drawn, another one allocates nothing on the host, whatever is shown,
// from near by and far away, coarse and fine, and the driver reports nothing.
func TestNoShowAllocates(t *testing.T) {
	c := newCrowd(t)
	coarse := must.Get(c.ctx.NewFramebuffer("coarse", crowdWidth/2, crowdHeight/2, 1))(t)
	defer coarse.Release()
	ground := 0.0
	cameras := c.cameras()
	for show := range shows {
		for k, color := range color.Colorings() {
			if !must.Long() && (k+k/4+int(show))%4 > 0 {
				continue
			}
			frame := Frame{Camera: cameras["near"], Look: Look{NoText: true, Show: show, Color: color}, Ground: &ground,
				Params: model.Params{Contacts: []model.Contact{{Shape: model.Sphere{Radius: 0.05}, Stiffness: 1}}}}
			if k%2 == 1 {
				frame.Camera = cameras["all"]
			}
			if k%3 == 1 {
				frame.Coarse, frame.Budget = coarse, 10_000
			}
			frame.Still = k%4 == 3
			must.Do(t, c.renderer.Draw(c.target, frame))
			if count := memorytest.AllocationsWithin(c.ctx.Muted, 3, func() { must.Do(t, c.renderer.Draw(c.target, frame)) }); count != 0 {
				t.Errorf("%v by %v: %g allocations a picture, want none", show, color, count)
			}
		}
	}
	if messages := c.ctx.Messages(); len(messages) > 0 {
		t.Errorf("the driver reported %d times, first %s", len(messages), messages[0])
	}
}
