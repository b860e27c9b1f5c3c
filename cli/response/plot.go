package response

import (
	"cmp"
	"fmt"
	"image/color"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	// the formats of pictures
	_ "gonum.org/v1/plot/vg/vgimg"
	_ "gonum.org/v1/plot/vg/vgpdf"
	_ "gonum.org/v1/plot/vg/vgsvg"

	"hooke/files/safefile"
	"hooke/run/export"
)

// Pictures returns the extensions that WritePlot knows.
func Pictures() []string { return []string{".svg", ".png", ".pdf"} }

// colors are those of Okabe and Ito, "Color universal design", 2008, for curves in turn.
var colors = []color.RGBA{{0, 0x72, 0xb2, 0xff}, {0xd5, 0x5e, 0, 0xff}, {0, 0x9e, 0x73, 0xff}, {0xcc, 0x79, 0xa7, 0xff}, {0xe6, 0x9f, 0, 0xff}, {0x56, 0xb4, 0xe9, 0xff}}

const (
	plotWidth, plotHeight = 7 * vg.Inch, 4.5 * vg.Inch
	mostDots              = 60   // of a mass's way
	mostPoints            = 4000 // of a line
)

// WritePlot draws the goal in gray, closed forms as lines and stepped masses as dots, in the format
// of the extension of path, one of Pictures.
func (r Result) WritePlot(path, title string) error {
	kind := strings.ToLower(filepath.Ext(path))
	if !slices.Contains(Pictures(), kind) {
		return fmt.Errorf("%s: pictures are written as %s", path, strings.Join(Pictures(), ", "))
	}
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, cmp.Or(r.Over, "time [s]"), "place"
	p.Legend.Top = r.By != "half-life" // curves of those kinds rise to the right
	p.Legend.XOffs, p.Legend.Padding = -vg.Points(6), vg.Points(2)
	p.Add(plotter.NewGrid())
	if r.Goal == nil {
		p.Y.Label.Text = "amplitude"
	} else if err := r.line(p, r.Goal, "goal", color.RGBA{0x80, 0x80, 0x80, 0xff}, vg.Points(3), vg.Points(3)); err != nil {
		return err
	}
	for i, c := range r.Curves {
		of := colors[i%len(colors)]
		if err := r.line(p, c.Closed, r.by()+" "+short(c.Ratio), of); err != nil {
			return err
		}
		dots, err := plotter.NewScatter(r.points(c.Stepped, mostDots))
		if err != nil {
			return err
		}
		dots.Color, dots.Radius, dots.Shape = of, vg.Points(1.8), draw.CircleGlyph{}
		p.Add(dots)
		p.Legend.Add("the same, in steps", dots)
	}
	export.WidenAxes(p)
	w, err := p.WriterTo(plotWidth, plotHeight, kind[1:])
	if err != nil {
		return err
	}
	return safefile.WriteNamed(path, func(to io.Writer) error {
		_, err := w.WriteTo(to)
		return err
	})
}

// line adds positions over time to a plot.
func (r Result) line(p *plot.Plot, places []float64, name string, of color.Color, dashes ...vg.Length) error {
	line, err := plotter.NewLine(r.points(places, mostPoints))
	if err != nil {
		return err
	}
	line.Color, line.Dashes, line.Width = of, dashes, vg.Points(1.2)
	p.Add(line)
	p.Legend.Add(name, line)
	return nil
}

// points are positions over time, at most about the given number, and the last.
func (r Result) points(places []float64, most int) (points plotter.XYs) {
	every := (len(places) + most - 1) / most
	for i, x := range places {
		if i%every == 0 || i == len(places)-1 {
			points = append(points, plotter.XY{X: r.Time[i], Y: x})
		}
	}
	return points
}
