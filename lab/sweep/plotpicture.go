package sweep

import (
	"image/color"
	"io"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/palette"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"hooke/run/export"
	meaning "hooke/viewer/draw/color"
)

// picture is a plot, with a scale of colors beside it where shades is set.
type picture struct {
	*plot.Plot
	shades *shades
	what   string // the colors mean, with a unit
}

// plain returns a plot without a scale; nil of none.
func plain(p *plot.Plot) *picture {
	if p == nil {
		return nil
	}
	return &picture{Plot: p}
}

// These are margins, for numbers at the ends of axes, and the width of the scale of colors.
const (
	margin     = 10 * vg.Length(1)
	scaleWidth = 82 * vg.Length(1)
)

// writeTo writes the picture as SVG.
func (p *picture) writeTo(to io.Writer) error {
	canvas := vgsvg.New(width, height)
	whole := draw.New(canvas)
	whole.FillPolygon(color.White, []vg.Point{{}, {X: width}, {X: width, Y: height}, {Y: height}})
	at := draw.Crop(whole, margin, -2*margin, margin, -margin)
	if p.shades != nil {
		beside := plot.New()
		beside.HideX()
		beside.Y.Label.Text = p.what
		beside.X.Min, beside.X.Max, beside.Y.Min, beside.Y.Max = 0, 1, p.shades.low, p.shades.high
		beside.Add(p.shades)
		export.WidenAxes(beside)
		beside.Draw(draw.Crop(at, at.Max.X-at.Min.X-scaleWidth, 0, 0, 0))
		at = draw.Crop(at, 0, -scaleWidth-margin, 0, 0)
	}
	export.WidenAxes(p.Plot)
	p.Draw(at)
	_, err := canvas.WriteTo(to)
	return err
}

// shades is the color map of the window, from dark violet to yellow, between two values.
type shades struct{ low, high float64 }

// shadeCount is the number of colors of a map.
const shadeCount = 65

// At returns the color of a value; those beyond the ends have the colors of these.
func (s *shades) At(x float64) (color.Color, error) {
	share := min(max((x-s.low)/(s.high-s.low), 0), 1)
	if math.IsNaN(share) {
		return nil, palette.ErrNaN
	}
	b := meaning.Opaque(meaning.Viridis(shadeCount)[int(math.Round(share*(shadeCount-1)))]).Bytes()
	return color.RGBA{b[0], b[1], b[2], b[3]}, nil
}

// Plot implements plot.Plotter: an upright bar of all colors.
func (s *shades) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	each := (s.high - s.low) / shadeCount
	for i := range shadeCount {
		from := s.low + float64(i)*each
		if of, err := s.At(from + each/2); err == nil {
			low, high := y(from), y(from+1.2*each) // each hides the edge of the one before
			c.FillPolygon(of, c.ClipPolygonXY([]vg.Point{{X: x(0), Y: low}, {X: x(1), Y: low}, {X: x(1), Y: high}, {X: x(0), Y: high}}))
		}
	}
}

// Palette are n colors of the map, from its lower end to the upper one.
func (s *shades) Palette(n int) palette.Palette {
	out := make(table, n)
	for i := range out {
		out[i], _ = s.At(s.low + (s.high-s.low)*float64(i)/float64(max(n-1, 1)))
	}
	return out
}

// table is a palette of colors.
type table []color.Color

// Colors returns the colors.
func (t table) Colors() []color.Color { return t }
