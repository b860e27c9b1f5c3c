package draw_test

import (
	"image"
	"math"
	"slices"
)

// likeness is how far a picture is from another of the same size, by structure and not by pixel:
// renderers differ in which pixels an edge or a line covers.
type likeness struct {
	outline float64 // share of what stands out in one picture and not within a pixel of it in the other; the larger of both ways
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
