package draw

import (
	"math"
	"unicode/utf8"
)

// ink is a color with opacity, 0xRRGGBBAA, not premultiplied.
type ink uint32

// bytes are red, green, blue and opacity.
func (i ink) bytes() [4]uint8 {
	return [4]uint8{uint8(i >> 24), uint8(i >> 16), uint8(i >> 8), uint8(i)}
}

// pageVertex is a corner of a rectangle of the page. 20 bytes.
type pageVertex struct {
	X, Y float32 // [pixels] from the upper left corner
	U, V float32 // in the atlas, 0 to 1
	Ink  [4]uint8
}

// page collects rectangles and text, to be drawn in one call, in order.
type page struct {
	atlas         *atlas
	inks          inks
	width, height float32 // [pixels]
	vertices      []pageVertex
}

func (p *page) clear(width, height int) {
	p.width, p.height, p.vertices = float32(width), float32(height), p.vertices[:0]
}

// rectangle fills a rectangle.
func (p *page) rectangle(x, y, width, height float32, i ink) {
	p.gradient(x, y, width, height, i, i)
}

// gradient fills a rectangle from one ink at its upper edge to another at its
// lower edge.
func (p *page) gradient(x, y, width, height float32, top, bottom ink) {
	s := p.atlas.solid()
	p.quad([2]float32{x, y}, [2]float32{x + width, y + height}, s, s, top, bottom)
}

// line draws a straight line of a width [pixels].
func (p *page) line(x0, y0, x1, y1, width float32, i ink) {
	dx, dy := x1-x0, y1-y0
	length := float32(math.Hypot(float64(dx), float64(dy)))
	if length == 0 {
		return
	}
	s, color := p.atlas.solid(), i.bytes()
	nx, ny := -dy/length*width/2, dx/length*width/2
	at := func(x, y float32) pageVertex { return pageVertex{x, y, s[0], s[1], color} }
	a, b, c, d := at(x0+nx, y0+ny), at(x0-nx, y0-ny), at(x1+nx, y1+ny), at(x1-nx, y1-ny)
	p.vertices = append(p.vertices, a, b, c, c, b, d)
}

// text writes one line with its upper left corner at the pixel nearest to
// (x, y), and returns where it ends. Columns line up: the font has one width.
func (p *page) text(x, y float32, line string, i ink) float32 {
	x, y = whole(x), whole(y)
	w, h := float32(p.atlas.cellWidth), float32(p.atlas.cellHeight)
	for _, r := range line {
		if r != ' ' {
			lo, hi := p.atlas.glyph(r)
			p.quad([2]float32{x, y}, [2]float32{x + w, y + h}, lo, hi, i, i)
		}
		x += w
	}
	return x
}

// textWidth is the width of a line of text [pixels].
func (p *page) textWidth(line string) float32 {
	return float32(utf8.RuneCountInString(line) * p.atlas.cellWidth)
}

// lineHeight is the distance of lines of text [pixels].
func (p *page) lineHeight() float32 { return float32(p.atlas.cellHeight) * 1.18 }

// whole is the nearest whole pixel: glyphs between pixels would blur.
func whole(x float32) float32 { return float32(math.Round(float64(x))) }

func (p *page) quad(lo, hi, from, to [2]float32, top, bottom ink) {
	upper, lower := top.bytes(), bottom.bytes()
	a := pageVertex{lo[0], lo[1], from[0], from[1], upper}
	b := pageVertex{hi[0], lo[1], to[0], from[1], upper}
	c := pageVertex{lo[0], hi[1], from[0], to[1], lower}
	d := pageVertex{hi[0], hi[1], to[0], to[1], lower}
	p.vertices = append(p.vertices, a, b, c, c, b, d)
}
