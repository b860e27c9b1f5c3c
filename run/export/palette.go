package export

import (
	"cmp"
	"image"
	"image/color"
	"slices"
)

// Palette makes a picture with at most 256 colors of its own, so that its file is
// smaller. Median cut finds the colors in an opaque picture, and each color then moves to
// the mean of the colors nearest to it.
//
// Sources: P. Heckbert, Color image quantization for frame buffer display, SIGGRAPH 1982;
// S. Lloyd, Least squares quantization in PCM, IEEE Transactions on Information Theory 28
// (1982).
func Palette(p *image.RGBA) *image.Paletted {
	counts := map[[3]uint8]int{}
	for k := 0; k < len(p.Pix); k += 4 {
		counts[[3]uint8(p.Pix[k:k+3])]++
	}
	all := make([]counted, 0, len(counts))
	for c, n := range counts {
		all = append(all, counted{c, n})
	}
	boxes := cut(all, 256)
	for range rounds {
		boxes = nearest(all, boxes)
	}
	out := image.NewPaletted(p.Bounds(), nil)
	number := make(map[[3]uint8]uint8, len(counts))
	for b, box := range boxes {
		out.Palette = append(out.Palette, mean(box))
		for _, c := range box {
			number[c.color] = uint8(b)
		}
	}
	for k := range out.Pix {
		out.Pix[k] = number[[3]uint8(p.Pix[4*k:4*k+3])]
	}
	return out
}

// rounds is how often the colors are moved. More rounds change no picture visibly.
const rounds = 4

// nearest puts each color into the box whose mean is nearest to it.
func nearest(colors []counted, boxes [][]counted) [][]counted {
	means := make([][3]int, len(boxes))
	for b, box := range boxes {
		c := mean(box)
		means[b] = [3]int{int(c.R), int(c.G), int(c.B)}
	}
	out := make([][]counted, len(boxes))
	for _, c := range colors {
		r, g, b := int(c.color[0]), int(c.color[1]), int(c.color[2])
		best, least := 0, 1<<30
		for k, m := range means {
			if d := (m[0]-r)*(m[0]-r) + (m[1]-g)*(m[1]-g) + (m[2]-b)*(m[2]-b); d < least {
				best, least = k, d
			}
		}
		out[best] = append(out[best], c)
	}
	return slices.DeleteFunc(out, func(box []counted) bool { return len(box) == 0 })
}

// counted is a color and the number of pixels that have it.
type counted struct {
	color [3]uint8
	count int
}

// cut divides colors into at most the given number of boxes. It cuts the box with the largest error
// next, across its longest side, so that half of its pixels are on either side.
func cut(colors []counted, most int) [][]counted {
	boxes := [][]counted{colors}
	for len(boxes) < most {
		worst, worstError, along := -1, 0.0, 0
		for b, box := range boxes {
			if axis, e := spreadOf(box); e > worstError {
				worst, worstError, along = b, e, axis
			}
		}
		if worst < 0 {
			break // every box has one color
		}
		box := boxes[worst]
		slices.SortFunc(box, func(a, b counted) int {
			return cmp.Or(cmp.Compare(a.color[along], b.color[along]), slices.Compare(a.color[:], b.color[:]))
		})
		pixels := 0
		for _, c := range box {
			pixels += c.count
		}
		at, half := 0, 0
		for at < len(box)-1 && (at == 0 || 2*half < pixels) {
			half += box[at].count
			at++
		}
		boxes[worst] = box[:at]
		boxes = append(boxes, box[at:])
	}
	return boxes
}

// spreadOf returns the axis along which a box is longest, and its weight: the square of that
// length times the number of pixels, which is about the error of taking one color for all
// of them.
func spreadOf(box []counted) (axis int, weight float64) {
	lo, hi, pixels := box[0].color, box[0].color, 0
	for _, c := range box {
		pixels += c.count
		for k, v := range c.color {
			lo[k], hi[k] = min(lo[k], v), max(hi[k], v)
		}
	}
	for k := range lo {
		if hi[k]-lo[k] > hi[axis]-lo[axis] {
			axis = k
		}
	}
	length := float64(hi[axis] - lo[axis])
	return axis, length * length * float64(pixels)
}

// mean returns the mean color of a box.
func mean(box []counted) color.RGBA {
	var sum [3]int
	pixels := 0
	for _, c := range box {
		pixels += c.count
		for k, v := range c.color {
			sum[k] += c.count * int(v)
		}
	}
	at := func(k int) uint8 { return uint8((sum[k] + pixels/2) / pixels) }
	return color.RGBA{at(0), at(1), at(2), 255}
}
