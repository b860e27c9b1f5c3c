package draw

import (
	"image"
	"math"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/mirror"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
)

// blockMeans are the mean brightnesses of blocks of 8 × 8 pixels in a part of a picture.
func blockMeans(picture *image.RGBA, part image.Rectangle) (means []float64) {
	const side = 8
	for y := part.Min.Y; y+side <= part.Max.Y; y += side {
		for x := part.Min.X; x+side <= part.Max.X; x += side {
			sum := 0.0
			for i := range side * side {
				c := picture.RGBAAt(x+i%side, y+i/side)
				sum += float64(c.R) + float64(c.G) + float64(c.B)
			}
			means = append(means, sum/(3*side*side))
		}
	}
	return means
}

// banding is the standard deviation of the brightness of blocks of one picture from that in another.
func banding(a, b *image.RGBA, part image.Rectangle) float64 {
	x, y := blockMeans(a, part), blockMeans(b, part)
	mean, squares := 0.0, 0.0
	for i := range x {
		mean += (x[i] - y[i]) / float64(len(x))
	}
	for i := range x {
		squares += (x[i] - y[i] - mean) * (x[i] - y[i] - mean)
	}
	return math.Sqrt(squares / float64(len(x)))
}

// A coarse picture of a surface whose springs are closer than its samples tell apart has no bands that a fine one lacks; springs
// that are farther apart are drawn in both.
//
// Seen to fail: springs that fade by their distance in the fine picture.
func TestCoarsePicturesHaveNoBands(t *testing.T) {
	ctx := gltest.New(t)
	const side, width, height = 43, 640, 400
	m := must.Get(build.Lattice(build.LatticeSpec{Nx: side, Ny: side, Nz: side, Spacing: 0.1, Mass: 1e-3, Stiffness: 500}))(t)
	still := must.Open(mirror.New(ctx, m, model.Params{}, nil))(t)
	r := must.Open(New(ctx, still, Subject{Model: m}))(t)
	fine := must.Get(ctx.NewFramebuffer("fine", width, height, 4))(t)
	defer fine.Release()
	stretched := must.Get(ctx.NewFramebuffer("stretched", width, height, 1))(t)
	defer stretched.Release()
	coarse := must.Get(ctx.NewFramebuffer("coarse", width/2, height/2, 1))(t)
	defer coarse.Release()
	frame := Frame{Camera: LookAt(Subject{Model: m}.Bounds(), float64(width)/height)}
	picture := func(half, noWires bool) *image.RGBA {
		frame.Look, frame.Coarse = Look{NoText: true, NoWires: noWires}, nil
		target := fine
		if half {
			frame.Coarse, target = coarse, stretched
		}
		must.Do(t, r.Draw(target, frame))
		return target.ReadPixels()
	}
	// The middle of the front of the lattice.
	front := image.Rect(width/2-70, height/2-20, width/2-6, height/2+60)
	wires, bare := picture(false, false), picture(false, true)
	if got := meanOf(blockMeans(bare, front)) - meanOf(blockMeans(wires, front)); got < 2 {
		t.Fatalf("springs darken the fine picture by %.2f of 255", got)
	}
	of, ofFine := banding(picture(true, false), picture(true, true), front), banding(wires, bare, front)
	t.Logf("springs change blocks by %.2f of 255, in the fine picture by %.2f", of, ofFine)
	must.Hold(t, of <= ofFine+0.5, "springs change blocks of the coarse picture by %.2f of 255, and those of the fine one by %.2f", of, ofFine)
	frame.Camera.Distance /= 2
	near, none := picture(true, false), picture(true, true)
	if got := meanOf(blockMeans(none, front)) - meanOf(blockMeans(near, front)); got < 1 {
		t.Errorf("from nearby, springs darken the coarse picture by %.2f of 255", got)
	}
}

func meanOf(list []float64) (mean float64) {
	for _, x := range list {
		mean += x / float64(len(list))
	}
	return mean
}
