package export_test

import (
	"math"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"hooke/run/export"
)

// Points of any size are drawn: all at one place, as near to each other as numbers can be, and as far.
func TestPointsOfAnySizeAreDrawn(t *testing.T) {
	for _, size := range []float64{0, 5e-324, 1e-300, 1, 1e15, 1e16, -1e17, 1e300, math.MaxFloat64, -math.MaxFloat64} {
		for _, other := range []float64{size, math.Nextafter(size, 0), size * (1 + 1e-12), -size} {
			p := plot.New()
			line, err := plotter.NewLine(plotter.XYs{{X: 0, Y: size}, {X: 1, Y: other}})
			if err != nil {
				if !math.IsInf(other, 0) {
					t.Fatal(err)
				}
				continue
			}
			p.Add(plotter.NewGrid(), line)
			export.WidenAxes(p)
			p.Draw(draw.New(vgsvg.New(4*vg.Inch, 3*vg.Inch))) // it panics at ranges without length
			if !(p.Y.Max > p.Y.Min) || p.X.Min != 0 || p.X.Max != 1 {
				t.Errorf("of %g and %g: x from %g to %g, y from %g to %g", size, other, p.X.Min, p.X.Max, p.Y.Min, p.Y.Max)
			}
		}
	}
}

// Axes that have a length stay as they are, and so do those without points.
func TestOtherAxesStay(t *testing.T) {
	for _, ends := range [][2]float64{{0, 1}, {1e6, 1e6 + 1}, {-1, 1e-12}, {math.Inf(1), math.Inf(-1)}} {
		p := plot.New()
		p.Y.Min, p.Y.Max = ends[0], ends[1]
		if export.WidenAxes(p); p.Y.Min != ends[0] || p.Y.Max != ends[1] {
			t.Errorf("%v became %g, %g", ends, p.Y.Min, p.Y.Max)
		}
	}
}
