package draw_test

import (
	"bytes"
	"errors"
	"image"
	rgb "image/color"
	"math"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/must"
	"hooke/shaders"
	"hooke/viewer/draw"
	"hooke/viewer/draw/color"
	"hooke/viewer/draw/hud"
)

// picture draws a scene once, without text, from the front: x to the right, z
// up, one meter 20 pixels at the target's depth, the origin in the middle.
func picture(t *testing.T, ctx *glx.Context, s draw.Drawable, change func(*draw.Frame)) *image.RGBA {
	t.Helper()
	r := must.Get(draw.New(ctx, s, draw.Subject{}))(t)
	defer r.Close()
	target := must.Get(ctx.NewFramebuffer("test", side, side, 1))(t)
	defer target.Release()
	frame := draw.Frame{Camera: frontCamera(), Look: draw.Look{NoText: true, NoMasses: true, NoGrid: true}}
	if change != nil {
		change(&frame)
	}
	must.Do(t, r.Draw(target, frame))
	return target.ReadPixels()
}

const side = 200 // pixels

// frontCamera looks along +y from far away, so that perspective is weak.
func frontCamera() draw.Camera {
	const distance = 1000
	return draw.Camera{
		Azimuth: -math.Pi / 2, Distance: distance, Near: 900, Far: 1100,
		Field: 2 * math.Atan(5.0/distance), Size: 10,
	}
}

// near says whether some pixel within reach of (x, z) [m] has the color.
func near(p *image.RGBA, x, z float64, want rgb.RGBA, tolerance int) bool {
	px, py := int(side/2+20*x), int(side/2-20*z)
	for dy := -2; dy <= 2; dy++ {
		for dx := -2; dx <= 2; dx++ {
			if closeTo(p.RGBAAt(px+dx, py+dy), want, tolerance) {
				return true
			}
		}
	}
	return false
}

func closeTo(a, b rgb.RGBA, tolerance int) bool {
	far := func(x, y uint8) bool { return int(x)-int(y) > tolerance || int(y)-int(x) > tolerance }
	return !far(a.R, b.R) && !far(a.G, b.G) && !far(a.B, b.B)
}

// The ends and the middle of the color map, less the haze at the depth of the
// target, which takes in some background.
var (
	stretched  = rgb.RGBA{163, 13, 44, 255}
	compressed = rgb.RGBA{56, 76, 178, 255}
	relaxed    = rgb.RGBA{199, 200, 203, 255}
)

// hazed allows for the haze, which varies with depth, in 8-bit steps.
const hazed = 30

func TestSpringsHaveTheColorOfTheirStrain(t *testing.T) {
	ctx := gltest.New(t)
	// Three springs, one above the other; the strains are at the ends and in
	// the middle of a range of 8 %.
	s := newStill(t, ctx,
		[]shaders.Position{at(-3, 0, 3), at(3, 0, 3), at(-3, 0, 0), at(3, 0, 0), at(-3, 0, -3), at(3, 0, -3)},
		[]shaders.Ends{{0, 1}, {2, 3}, {4, 5}}, []float32{0.08, 0, -0.08})
	defer s.release()
	got := picture(t, ctx, s, nil)
	for _, c := range []struct {
		z    float64
		want rgb.RGBA
	}{{3, stretched}, {0, relaxed}, {-3, compressed}} {
		for _, x := range []float64{-2.5, 0, 2.5} {
			if !near(got, x, c.z, c.want, hazed) {
				t.Errorf("at (%g, %g) no pixel is near %v: the middle one is %v", x, c.z, c.want, got.RGBAAt(int(side/2+20*x), int(side/2-20*c.z)))
			}
		}
	}
	must.Hold(t, !near(got, 0, 1.5, stretched, hazed) && !near(got, 0, 1.5, relaxed, hazed), "there is a spring where none should be")
	must.Hold(t, s.updates == 1, "strains were updated %d times for one picture, want once", s.updates)

	plain := picture(t, ctx, s, func(f *draw.Frame) { f.Look.Color = color.Plain })
	must.Hold(t, !near(plain, 0, 3, stretched, hazed) && !near(plain, 0, -3, compressed, hazed), "plain springs still have the color of their strain")
}

// The strain of a fragment must not depend on the parts that were cut away before it: a dense block whose
// inside is hidden, with one stretched spring in front.
func TestStrainOfASpringAmongHiddenOnes(t *testing.T) {
	ctx := gltest.New(t)
	position, ends := block(9)
	strain := make([]float32, len(ends))
	chosen := map[int]bool{}
	for i, e := range ends { // the vertical springs of one column on the front face
		a, b := position[e[0]].Xyz, position[e[1]].Xyz
		if a[0] == 0 && b[0] == 0 && a[1] == -4 && b[1] == -4 {
			chosen[i], strain[i] = true, 1
		} else {
			strain[i] = -1
		}
	}
	if len(chosen) != 8 {
		t.Fatalf("%d springs in the column, want 8", len(chosen))
	}
	s := newStill(t, ctx, position, ends, strain)
	defer s.release()
	for _, interior := range []bool{false, true} {
		got := picture(t, ctx, s, func(f *draw.Frame) { f.Look.Interior = interior })
		for z := -3.5; z <= 3.5; z++ {
			red, blue := 0, 0
			for dx := -6; dx <= 6; dx++ { // around the column, less than half way to the next
				c := got.RGBAAt(side/2+dx, int(side/2-20*z-4))
				if dx >= -1 && dx <= 1 && c.R > 3*c.B/2 {
					red++
				}
				if c.B > 3*c.R/2 {
					blue++
				}
			}
			if red == 0 || blue == 0 {
				t.Errorf("interior %v, height %g: %d red pixels at the column and %d blue ones beside it", interior, z, red, blue)
			}
		}
	}
}

// block is a dense n × n × n lattice with unit spacing around the origin.
func block(n int) (position []shaders.Position, ends []shaders.Ends) {
	index := map[[3]int]uint32{}
	for k := range n * n * n {
		p := [3]int{k%n - n/2, k/n%n - n/2, k/n/n - n/2}
		index[p] = uint32(k)
		position = append(position, at(float32(p[0]), float32(p[1]), float32(p[2])))
	}
	for p, i := range index {
		for k := 14; k < 27; k++ {
			q := [3]int{p[0] + k%3 - 1, p[1] + k/3%3 - 1, p[2] + k/9 - 1}
			if j, ok := index[q]; ok {
				ends = append(ends, shaders.Ends{i, j})
			}
		}
	}
	return position, ends
}

func TestNearSpringsHideFarOnes(t *testing.T) {
	ctx := gltest.New(t)
	s := newStill(t, ctx, []shaders.Position{at(0, -1, -3), at(0, -1, 3), at(-3, 1, 0), at(3, 1, 0)},
		[]shaders.Ends{{0, 1}, {2, 3}}, []float32{0.05, -0.05})
	defer s.release()
	got := picture(t, ctx, s, nil)
	if c := got.RGBAAt(side/2, side/2); c.B > c.R {
		t.Errorf("where they cross the color is %v: the far spring is on top", c)
	}
}

func TestPinnedMassesHaveTheirOwnColor(t *testing.T) {
	ctx := gltest.New(t)
	pinned := at(-2, 0, 0)
	pinned.InverseMass = 0
	s := newStill(t, ctx, []shaders.Position{pinned, at(2, 0, 0)}, []shaders.Ends{{0, 1}}, []float32{0})
	defer s.release()
	got := picture(t, ctx, s, func(f *draw.Frame) { f.Look.NoMasses = false })
	left, right := got.RGBAAt(side/2-44, side/2), got.RGBAAt(side/2+44, side/2)
	must.Hold(t, (left.R > 140 && left.B < left.R/2), "the pinned mass is %v, want orange", left)
	must.Hold(t, (right.R > 120 && right.B > 3*right.R/4), "the free mass is %v, want gray", right)
	// Round: the corners of the point's square stay background.
	if c := got.RGBAAt(side/2+40+9, side/2-9); c.R > 60 {
		t.Errorf("a corner of the mass is %v", c)
	}
}

// Two pictures of the same scene are equal bit for bit.
func TestPicturesRepeat(t *testing.T) {
	ctx := gltest.New(t)
	position, ends := block(6)
	s := newStill(t, ctx, position, ends, make([]float32, len(ends)))
	defer s.release()
	everything := func(f *draw.Frame) {
		ground := -4.0
		f.Look, f.Ground = draw.Look{}, &ground
		f.Overlay = hud.Overlay{Title: "block", Masses: 216}
	}
	first, second := picture(t, ctx, s, everything), picture(t, ctx, s, everything)
	must.Hold(t, bytes.Equal(first.Pix, second.Pix), "the pictures differ")
}

func TestFailureOfTheSceneIsPassedOn(t *testing.T) {
	ctx := gltest.New(t)
	s := newStill(t, ctx, []shaders.Position{at(0, 0, 0)}, nil, nil)
	defer s.release()
	r := must.Open(draw.New(ctx, s, draw.Subject{}))(t)
	target := must.Get(ctx.NewFramebuffer("test", 8, 8, 1))(t)
	defer target.Release()
	s.fault = errors.New("no strain today")
	if err := r.Draw(target, draw.Frame{Camera: frontCamera()}); !errors.Is(err, s.fault) {
		t.Errorf("error is %v, want %v", err, s.fault)
	}
}

func TestBoundsLeavesOutWhatIsNotFinite(t *testing.T) {
	ctx := gltest.New(t)
	s := newStill(t, ctx, []shaders.Position{at(1, 2, 3), at(float32(math.NaN()), 0, 0), at(-1, 5, 0)}, nil, nil)
	defer s.release()
	r := must.Open(draw.New(ctx, s, draw.Subject{}))(t)
	must.Be(t, r.Bounds(), (draw.Bounds{Lo: model.Vec3{-1, 2, 0}, Hi: model.Vec3{1, 5, 3}}), "bounds")
}

// Strains that are but the rounding of coordinates are not colored as a field.
func TestRoundingIsNotColored(t *testing.T) {
	ctx := gltest.New(t)
	s := newStill(t, ctx, []shaders.Position{at(10, 0, 0), at(10, 0, 0.01)}, []shaders.Ends{{0, 1}}, []float32{5e-5})
	defer s.release()
	r := must.Open(draw.New(ctx, s, draw.Subject{}))(t)
	target := must.Get(ctx.NewFramebuffer("test", 8, 8, 1))(t)
	defer target.Release()
	must.Do(t, r.Draw(target, draw.Frame{Camera: frontCamera()}))
	// 64 · 2⁻²⁴ · 10 m / 0.01 m = 0.0038, in a round number.
	must.Near(t, r.ValueRange(color.ByStrain), 0.004, 1e-12, "strain range")
}
