package hud

import (
	"image"
	"math"
	"unicode/utf8"

	"hooke/viewer/draw/color"
)

// Vertex is a corner of a triangle of a page. It takes 20 bytes.
type Vertex struct {
	X, Y float32 // position [pixels] from the upper left corner
	U, V float32 // position in the atlas, 0 to 1
	Ink  [4]uint8
}

// Page collects rectangles and text, which a device draws in one call, in order. It has
// the font of one scale, and knows nothing of a device.
type Page struct {
	atlas         *atlas
	inks          color.Inks
	width, height float32 // [pixels]
	vertices      []Vertex
}

// fontSize is the size of all text [points].
const fontSize = 14.0

// NewPage returns a page with the font of that scale [pixels per point]. Begin must
// follow before something is written on it. NewPage returns an error when the font cannot
// be read.
func NewPage(scale float64) (*Page, error) {
	a, err := newAtlas(fontSize * scale)
	if err != nil {
		return nil, err
	}
	return &Page{atlas: a}, nil
}

// Begin empties the page for a picture of that size [pixels] and sets the inks for it.
func (p *Page) Begin(width, height int, i color.Inks) {
	p.width, p.height, p.vertices, p.inks = float32(width), float32(height), p.vertices[:0], i
}

// Glyphs returns the picture of the font: how much of each pixel a glyph covers. U and V
// of vertices are positions in it.
func (p *Page) Glyphs() *image.Alpha { return p.atlas.picture }

// Vertices returns the corners of the triangles, three for each, in the order in which a
// device must draw them. They are valid until the next Begin.
func (p *Page) Vertices() []Vertex { return p.vertices }

// rectangle fills a rectangle [pixels].
func (p *Page) rectangle(x, y, width, height float32, i color.Ink) {
	p.gradient(x, y, width, height, i, i)
}

// gradient fills a rectangle from one ink at its upper edge to another at its
// lower edge.
func (p *Page) gradient(x, y, width, height float32, top, bottom color.Ink) {
	s := p.atlas.solid()
	p.quad([2]float32{x, y}, [2]float32{x + width, y + height}, s, s, top, bottom)
}

// line draws a straight line of a width [pixels]. It draws nothing where the ends
// coincide.
func (p *Page) line(x0, y0, x1, y1, width float32, i color.Ink) {
	dx, dy := x1-x0, y1-y0
	length := float32(math.Hypot(float64(dx), float64(dy)))
	if length == 0 {
		return
	}
	s, color := p.atlas.solid(), i.Bytes()
	nx, ny := -dy/length*width/2, dx/length*width/2
	at := func(x, y float32) Vertex { return Vertex{x, y, s[0], s[1], color} }
	a, b, c, d := at(x0+nx, y0+ny), at(x0-nx, y0-ny), at(x1+nx, y1+ny), at(x1-nx, y1-ny)
	p.vertices = append(p.vertices, a, b, c, c, b, d)
}

// text writes one line with its upper left corner at the pixel nearest to (x, y), and
// returns where the line ends. Columns line up, since all characters have one width.
func (p *Page) text(x, y float32, line string, i color.Ink) float32 {
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

// textWidth returns the width of a line of text [pixels].
func (p *Page) textWidth(line string) float32 {
	return float32(utf8.RuneCountInString(line) * p.atlas.cellWidth)
}

// lineHeight returns the distance of lines of text [pixels].
func (p *Page) lineHeight() float32 { return float32(p.atlas.cellHeight) * 1.18 }

// whole returns the nearest whole pixel, since glyphs between pixels would blur.
func whole(x float32) float32 { return float32(math.Round(float64(x))) }

func (p *Page) quad(lo, hi, from, to [2]float32, top, bottom color.Ink) {
	upper, lower := top.Bytes(), bottom.Bytes()
	a := Vertex{lo[0], lo[1], from[0], from[1], upper}
	b := Vertex{hi[0], lo[1], to[0], from[1], upper}
	c := Vertex{lo[0], hi[1], from[0], to[1], lower}
	d := Vertex{hi[0], hi[1], to[0], to[1], lower}
	p.vertices = append(p.vertices, a, b, c, c, b, d)
}
