package engine

import (
	"image"
	"runtime"
	"testing"

	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/preset"
	"hooke/viewer/draw"
	"hooke/viewer/draw/offscreen"
	"hooke/viewer/draw/surface"
)

// drawnLattice returns a picture of a lattice after some steps of the engine cpu. change may plant a fault in
// the drawn arrays.
func drawnLattice(t *testing.T, ctx *glx.Context, o scene.Options, precision gpu.Precision, steps int, change func(*draw.Subject)) (picture *image.RGBA, drawn int) {
	t.Helper()
	inArrays := !o.ByPattern
	o.ByPattern = true
	s := must.Get(preset.Of("lattice").Open(o))(t)
	s.Model.Materials[1].Stiffness *= 0.3 // it is seen to give way
	if inArrays {
		s.Model.InArrays()
	}
	start := s.Model.Start()
	e, _, err := NewDrawn(CPU, ctx, s.Model, s.Params, Options{Start: start, GPU: gpu.Options{Precision: precision}})
	must.Do(t, err)
	defer e.Close()
	subject := Shown(e, draw.Subject{Model: s.Model, Params: s.Params, Start: start})
	if change != nil {
		change(&subject)
	}
	picture, figures, err := offscreen.Run(ctx, e, subject, offscreen.Options{Width: 480, Height: 320, Frames: 2, StepsPerFrame: steps, EachFrame: func(int, *image.RGBA) error { return nil }})
	must.Do(t, err)
	if figures.Masses != s.Model.MassCount() || figures.Springs != s.Model.SpringCount() {
		t.Errorf("the text says %d masses and %d springs, of %d and %d", figures.Masses, figures.Springs, s.Model.MassCount(), s.Model.SpringCount())
	}
	return picture, e.MassCount()
}

// differing is how many pixels of two pictures differ by more than two of 255, but for those of
// the rates in the text, which the clock decides.
func differing(a, b *image.RGBA) (count int) {
	rates := image.Rect(150, 112, 298, 152)
	for i := 0; i < len(a.Pix); i += 4 {
		if image.Pt(i/4%a.Rect.Dx(), i/4/a.Rect.Dx()).In(rates) {
			continue
		}
		for k := range 3 {
			if d := int(a.Pix[i+k]) - int(b.Pix[i+k]); d < -2 || d > 2 {
				count++
				break
			}
		}
	}
	return count
}

// A lattice by a pattern, of which only the surface is on the device, looks like one in arrays:
// its faces, their normals, the springs on them, colors, legend, shadow and counts.
func TestPicturesOfPatternsAreThoseOfArrays(t *testing.T) {
	ctx := gltest.New(t)
	for _, c := range []struct {
		size      [3]int
		perMass   int
		precision gpu.Precision
	}{{size: [3]int{13, 13, 13}}, {size: [3]int{30, 7, 18}, perMass: 9, precision: gpu.Double}, {size: [3]int{9, 16, 21}, perMass: 3, precision: gpu.Compensated}} {
		o := scene.Options{Size: c.size, PerMass: c.perMass}
		want, all := drawnLattice(t, ctx, o, c.precision, 60, nil)
		o.ByPattern = true
		got, some := drawnLattice(t, ctx, o, c.precision, 60, nil)
		must.Hold(t, some < all, "%v: %d of %d masses are on the device", c.size, some, all)
		if n := differing(got, want); n > 0 {
			t.Errorf("%v, %d springs a mass, %v: %d of %d pixels differ", c.size, c.perMass, c.precision, n, len(got.Pix)/4)
		}
	}
}

// less is a whole of which a picture is told something else.
type less struct {
	draw.Whole
	of     func(surface.Excerpt) surface.Excerpt
	strain func(float32) float32
}

func (l less) Excerpt() surface.Excerpt { return l.of(l.Whole.Excerpt()) }
func (l less) Strains(count int) (least, most float32, sample []float32) {
	least, most, sample = l.Whole.Strains(count)
	for i := range sample {
		sample[i] = l.strain(sample[i])
	}
	return least, most, sample
}

// The comparison sees a picture of other steps, a surface that is looked for among the masses
// behind the faces, too, and colors of another range.
func TestFaultsInPicturesOfPatternsAreSeen(t *testing.T) {
	ctx := gltest.New(t)
	o := scene.Options{Size: [3]int{13, 13, 13}}
	want, _ := drawnLattice(t, ctx, o, gpu.Single, 60, nil)
	o.ByPattern = true
	same := func(x float32) float32 { return x }
	for name, c := range map[string]struct {
		steps  int
		change func(*draw.Subject)
	}{
		"steps": {steps: 30},
		"masses behind the faces": {60, func(s *draw.Subject) {
			s.Whole = less{s.Whole, func(e surface.Excerpt) surface.Excerpt { e.Inside = nil; return e }, same}
		}},
		"strains": {60, func(s *draw.Subject) {
			s.Whole = less{s.Whole, func(e surface.Excerpt) surface.Excerpt { return e }, func(x float32) float32 { return 3 * x }}
		}},
		"start": {60, func(s *draw.Subject) {
			for i := range s.Start.Position {
				s.Start.Position[i][0] *= 1.5
			}
		}},
	} {
		got, _ := drawnLattice(t, ctx, o, gpu.Single, c.steps, c.change)
		if n := differing(got, want); n < 100 {
			t.Errorf("%s: %d pixels differ", name, n)
		}
	}
}

// Models that cannot be drawn as a surface alone are in arrays, as before.
func TestShellsAreOfWhatHidesAnInside(t *testing.T) {
	ctx := gltest.New(t)
	for name, c := range map[string]struct {
		preset string
		o      scene.Options
		change func(*model.Model, *model.Params)
	}{
		"cloth":       {"cloth", scene.Options{Size: [3]int{20, 20, 0}}, nil},
		"two layers":  {"lattice", scene.Options{Size: [3]int{12, 12, 2}}, nil},
		"few springs": {"lattice", scene.Options{Size: [3]int{6, 6, 6}}, nil},
		"loads": {"lattice", scene.Options{Size: [3]int{8, 8, 8}}, func(_ *model.Model, p *model.Params) {
			p.Forces = append(p.Forces, model.Force{Masses: []uint32{300}, Force: model.Vec3{0, 0, 1}})
		}},
	} {
		c.o.ByPattern = true
		s := must.Get(preset.Of(c.preset).Open(c.o))(t)
		if s.Model.Pattern == nil {
			t.Fatalf("%s: no pattern", name)
		}
		if c.change != nil {
			c.change(s.Model, &s.Params)
		}
		e, _, err := NewDrawn(CPU, ctx, s.Model, s.Params, Options{Start: s.Start})
		must.Do(t, err)
		if subject := Shown(e, draw.Subject{Model: s.Model}); e.MassCount() != s.Model.MassCount() || subject.Whole != nil || s.Model.Pattern != nil {
			t.Errorf("%s: %d of %d masses are drawn", name, e.MassCount(), s.Model.MassCount())
		}
		e.Close()
	}
}

// allocated returns the memory that work takes from Go [bytes].
func allocated(work func()) int64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	work()
	runtime.ReadMemStats(&after)
	return int64(after.TotalAlloc - before.TotalAlloc)
}

// The memory that is reserved for a surface and its picture covers all that Go allocates for it and all
// buffers of the device, and is not several times as much.
func TestMemoryOfShells(t *testing.T) {
	ctx := gltest.New(t)
	s := must.Get(preset.Of("lattice").Open(scene.Options{Size: [3]int{60, 60, 60}, ByPattern: true}))(t)
	engine := allocated(func() {
		e := must.Get(New(CPU, s.Model, s.Params, Options{Start: s.Start}))(t)
		e.Close()
	})
	onDevice := int64(0)
	all := allocated(func() {
		e, _, err := NewDrawn(CPU, ctx, s.Model, s.Params, Options{Start: s.Start})
		must.Do(t, err)
		defer e.Close()
		onDevice = 32*int64(e.MassCount()) + 20*int64(e.SpringCount())
		_, _, err = offscreen.Run(ctx, e, Shown(e, draw.Subject{Model: s.Model, Params: s.Params, Start: s.Start}), offscreen.Options{Width: 64, Height: 64})
		must.Do(t, err)
	})
	took := all - engine + onDevice
	asked, _ := draw.ShellBytes(s.Model, s.Params, s.Start)
	must.Hold(t, took <= asked && asked <= 3*took, "a surface takes %d bytes in all, and asks for %d", took, asked)
	t.Logf("%d of %d bytes", took, asked)
}
