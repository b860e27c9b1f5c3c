package hud

import (
	"fmt"
	"image"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// atlas is one picture with the coverage of every glyph of Go Mono that the overlay
// writes. All glyphs lie in cells of one size; one cell is solid, for panels.
type atlas struct {
	cellWidth, cellHeight int // size of a cell [pixels]; the width is also the advance
	picture               *image.Alpha
	cell                  map[rune]int
}

// printable are the characters beyond ASCII that the overlay may write. A question mark
// stands for all other ones.
const printable = "·×−±µ²³°→←↑↓—…≥≤"

const (
	atlasColumns = 16
	gap          = 1 // pixels between cells, so that smooth sampling takes nothing from a neighbor
)

// newAtlas rasterizes the font at the given size [pixels]. It returns an error when the
// font cannot be read.
func newAtlas(size float64) (*atlas, error) {
	parsed, err := opentype.Parse(gomono.TTF)
	if err != nil {
		return nil, fmt.Errorf("draw: font: %w", err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingFull})
	if err != nil {
		return nil, fmt.Errorf("draw: font: %w", err)
	}
	defer face.Close()

	advance, _ := face.GlyphAdvance('0')
	metrics := face.Metrics()
	a := &atlas{
		cellWidth:  advance.Round(),
		cellHeight: metrics.Ascent.Ceil() + metrics.Descent.Ceil(),
		cell:       map[rune]int{},
	}
	runes := []rune(printable)
	for r := ' '; r <= '~'; r++ {
		runes = append(runes, r)
	}
	cells := len(runes) + 1 // the first cell is solid
	rows := (cells + atlasColumns - 1) / atlasColumns
	a.picture = image.NewAlpha(image.Rect(0, 0, atlasColumns*(a.cellWidth+gap), rows*(a.cellHeight+gap)))
	a.fill(a.bounds(0))
	for i, r := range runes {
		a.cell[r] = i + 1
		box := a.bounds(i + 1)
		pen := font.Drawer{
			Dst:  a.picture.SubImage(box).(*image.Alpha),
			Src:  image.Opaque,
			Face: face,
			Dot:  fixed.P(box.Min.X, box.Min.Y+metrics.Ascent.Ceil()),
		}
		pen.DrawString(string(r))
	}
	return a, nil
}

// bounds returns where a cell lies in the picture [pixels].
func (a *atlas) bounds(cell int) image.Rectangle {
	corner := image.Pt(cell%atlasColumns*(a.cellWidth+gap), cell/atlasColumns*(a.cellHeight+gap))
	return image.Rectangle{Min: corner, Max: corner.Add(image.Pt(a.cellWidth, a.cellHeight))}
}

// glyph returns where the glyph lies in the picture, as texture coordinates from 0 to 1.
func (a *atlas) glyph(r rune) (lo, hi [2]float32) {
	cell, ok := a.cell[r]
	if !ok {
		cell = a.cell['?']
	}
	box := a.bounds(cell)
	return a.texel(float64(box.Min.X), float64(box.Min.Y)), a.texel(float64(box.Max.X), float64(box.Max.Y))
}

// solid returns a place in the picture where everything is covered, as texture
// coordinates.
func (a *atlas) solid() [2]float32 {
	return a.texel(float64(a.cellWidth)/2, float64(a.cellHeight)/2)
}

func (a *atlas) texel(x, y float64) [2]float32 {
	size := a.picture.Bounds().Size()
	return [2]float32{float32(x / float64(size.X)), float32(y / float64(size.Y))}
}

func (a *atlas) fill(box image.Rectangle) {
	for y := box.Min.Y; y < box.Max.Y; y++ {
		row := a.picture.Pix[y*a.picture.Stride:]
		for x := box.Min.X; x < box.Max.X; x++ {
			row[x] = math.MaxUint8
		}
	}
}
