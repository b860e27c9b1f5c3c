package draw_test

import (
	"image"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hooke/gpu/gltest"
	"hooke/scene"
	"hooke/viewer/draw"
)

// likeness is how far a picture is from another of the same size, by structure and not by pixel:
// renderers differ in which pixels an edge or a line covers.
type likeness struct {
	outline float64 // share of the edges in one picture that are not within a pixel of one in the other; the larger of both ways
	region  float64 // difference of the mean color of a region, the largest of all regions and channels, in 8-bit steps
	mean    float64 // that difference, its mean over regions and channels
}

const (
	regionSide = 16 // of a region [pixels]: some lines of springs cross it
	reach      = 1  // in which an outline may be elsewhere [pixels]
	standsOut  = 40 // from the background; lines of the grid are 25 [8-bit steps]
	borderSide = 8  // of a row, on each side, that is background [pixels]
)

// within says whether each number is at most that allowed.
func (l likeness) within(allowed likeness) bool {
	return l.outline <= allowed.outline && l.region <= allowed.region && l.mean <= allowed.mean
}

// likenessOf compares two pictures of the same size that begin at (0, 0).
func likenessOf(want, got *image.RGBA) (l likeness) {
	a, b := outlineOf(want), outlineOf(got)
	l.outline = max(missing(a, b, want.Rect.Dx()), missing(b, a, want.Rect.Dx()))
	sum, regions := 0.0, 0
	for y := 0; y < want.Rect.Dy(); y += regionSide {
		for x := 0; x < want.Rect.Dx(); x += regionSide {
			box := image.Rect(x, y, x+regionSide, y+regionSide).Intersect(want.Rect)
			regions++
			p, q := meanOf(want, box), meanOf(got, box)
			for channel := range 3 {
				off := math.Abs(p[channel] - q[channel])
				l.region = max(l.region, off)
				sum += off
			}
		}
	}
	l.mean = sum / float64(3*regions)
	return l
}

// meanOf is the mean color of a part of a picture.
func meanOf(p *image.RGBA, box image.Rectangle) (mean [3]float64) {
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			for channel := range 3 {
				mean[channel] += float64(p.Pix[p.PixOffset(x, y)+channel]) / float64(box.Dx()*box.Dy())
			}
		}
	}
	return mean
}

// outlineOf says of each pixel whether it stands out from the background of its row, which is the
// median of the pixels at both borders.
func outlineOf(p *image.RGBA) []bool {
	width, height := p.Rect.Dx(), p.Rect.Dy()
	out := make([]bool, width*height)
	for y := range height {
		var ground [3]int
		for channel := range ground {
			var border []int
			for k := range borderSide {
				border = append(border, int(p.Pix[p.PixOffset(k, y)+channel]), int(p.Pix[p.PixOffset(width-1-k, y)+channel]))
			}
			slices.Sort(border)
			ground[channel] = border[borderSide]
		}
		for x := range width {
			for channel, g := range ground {
				if d := int(p.Pix[p.PixOffset(x, y)+channel]) - g; d > standsOut || d < -standsOut {
					out[y*width+x] = true
				}
			}
		}
	}
	return out
}

// missing is the share of a that has nothing of b within reach.
func missing(a, b []bool, width int) float64 {
	all, lost := 0, 0
	for at, is := range a {
		if !is {
			continue
		}
		all++
		found := false
		for dy := -reach; dy <= reach; dy++ {
			for dx := -reach; dx <= reach; dx++ {
				x, k := at%width+dx, at+dy*width+dx
				found = found || x >= 0 && x < width && k >= 0 && k < len(b) && b[k]
			}
		}
		if !found {
			lost++
		}
	}
	if all == 0 {
		return 0
	}
	return float64(lost) / float64(all)
}

// changed is a picture whose channels are made from those of another one, which continues beyond its
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

// Differences of another rasterizer are no fault. Another camera, light, color, and missing lines or parts
// are faults.
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
