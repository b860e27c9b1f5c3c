package draw_test

import (
	"image"
	"math/rand/v2"
	"testing"

	"hooke/gpu/gltest"
	"hooke/scene"
	"hooke/viewer/draw"
)

// changed is a picture whose channels are made from those of another one, which goes on beyond its
// borders as it is there.
func changed(p *image.RGBA, of func(at func(x, y, channel int) int, x, y, channel int) int) *image.RGBA {
	at := func(x, y, channel int) int {
		x, y = min(max(x, 0), p.Rect.Dx()-1), min(max(y, 0), p.Rect.Dy()-1)
		return int(p.Pix[p.PixOffset(x, y)+channel])
	}
	out := image.NewRGBA(p.Rect)
	for y := range p.Rect.Dy() {
		for x := range p.Rect.Dx() {
			for channel := range 3 {
				out.Pix[out.PixOffset(x, y)+channel] = uint8(min(max(of(at, x, y, channel), 0), 255))
			}
			out.Pix[out.PixOffset(x, y)+3] = 255
		}
	}
	return out
}

// brightest is the brightest of a pixel and its neighbors: dark lines are gone in it.
func brightest(at func(x, y, channel int) int, x, y, channel int) (most int) {
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			most = max(most, at(x+dx, y+dy, channel))
		}
	}
	return most
}

// What another rasterizer makes of a picture is no fault; another camera, light, color, and lines or
// parts that are missing are.
func TestGoldenPicturesSeeFaults(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		name  string
		fault bool
		of    func(at func(x, y, channel int) int, x, y, channel int) int
	}{
		{"the same", false, func(at func(x, y, channel int) int, x, y, channel int) int { return at(x, y, channel) }},
		{"half a pixel aside", false, func(at func(x, y, channel int) int, x, y, channel int) int {
			return (at(x, y, channel) + at(x+1, y, channel)) / 2
		}},
		{"smoothed edges", false, func(at func(x, y, channel int) int, x, y, channel int) int {
			return (2*at(x, y, channel) + at(x+1, y, channel) + at(x-1, y, channel) + at(x, y+1, channel) + at(x, y-1, channel)) / 6
		}},
		{"every tenth pixel is its neighbor's", false, func(at func(x, y, channel int) int, x, y, channel int) int {
			if r.IntN(10) == 0 {
				x++
			}
			return at(x, y, channel)
		}},
		{"a camera three pixels aside", true, func(at func(x, y, channel int) int, x, y, channel int) int { return at(x+3, y, channel) }},
		{"a camera two pixels lower", true, func(at func(x, y, channel int) int, x, y, channel int) int { return at(x, y+2, channel) }},
		{"a camera nearer by 3 %", true, func(at func(x, y, channel int) int, x, y, channel int) int {
			return at(96+(x-96)*97/100, 72+(y-72)*97/100, channel)
		}},
		{"red for blue", true, func(at func(x, y, channel int) int, x, y, channel int) int { return at(x, y, 2-channel) }},
		{"a tenth less light", true, func(at func(x, y, channel int) int, x, y, channel int) int { return at(x, y, channel) * 9 / 10 }},
		{"no dark lines", true, brightest},
		{"no dark lines in the right half", true, func(at func(x, y, channel int) int, x, y, channel int) int {
			if x < 96 {
				return at(x, y, channel)
			}
			return brightest(at, x, y, channel)
		}},
		{"an empty ground", true, func(at func(x, y, channel int) int, _, y, channel int) int { return at(0, y, channel) }},
		{"nothing drawn", true, func(func(x, y, channel int) int, int, int, int) int { return 0 }},
	} {
		for _, picture := range goldenCases() {
			want := goldenPicture(t, picture.name)
			if l := likenessOf(want, changed(want, c.of)); l.within(golden) == c.fault {
				t.Errorf("%s, %s: %+v, allowed %+v", picture.name, c.name, l, golden)
			}
		}
	}
}

// The same of pictures that are drawn: springs that are left out, other colors, no surface.
func TestDrawnFaultsAreSeen(t *testing.T) {
	ctx := gltest.New(t)
	cases := map[string]goldenCase{}
	for _, c := range goldenCases() {
		cases[c.name] = c
	}
	for _, c := range []struct {
		name, fault string
		change      func(s *scene.Scene, look *draw.Look)
	}{
		{"material", "every fourth spring is left out", func(s *scene.Scene, _ *draw.Look) {
			for k := range s.Model.MaterialOf {
				if k%4 == 0 {
					s.Model.MaterialOf[k] = 0
				}
			}
		}},
		{"tubes", "a spring is left out", func(s *scene.Scene, _ *draw.Look) { s.Model.MaterialOf[0] = 0 }},
		{"lattice", "springs without a surface", func(_ *scene.Scene, look *draw.Look) { look.Show = draw.Springs }},
	} {
		if l := likenessOf(goldenPicture(t, c.name), cases[c.name].picture(t, ctx, c.change)); l.within(golden) {
			t.Errorf("%s, %s: %+v, allowed %+v", c.name, c.fault, l, golden)
		}
	}
}
