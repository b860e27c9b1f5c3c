package check

import (
	"flag"
	"fmt"
	"image/color"
	"math"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"hooke/cpuref"
	"hooke/model"
	"hooke/must"
)

//go:generate go test -run TestOrderOfEveryIntegrator -order-plot=../../docs/pictures/order.svg .

// reference64 makes references for MeasureConvergence.
func reference64(m *model.Model, p model.Params) (Precise, error) { return cpuref.New(m, p) }

// The error of every integrator falls with its order. With -order-plot it is
// drawn, too.
func TestOrderOfEveryIntegrator(t *testing.T) {
	const tolerance = 0.05 // the part of the next order at these steps
	picture := plot.New()
	picture.X.Label.Text, picture.Y.Label.Text = "step [s]", "error of positions after 1 s [m]"
	picture.X.Scale, picture.Y.Scale = plot.LogScale{}, plot.LogScale{}
	picture.X.Tick.Marker, picture.Y.Tick.Marker = plot.LogTicks{Prec: -1}, plot.LogTicks{Prec: -1}
	picture.Legend.Left, picture.Legend.Top = true, true
	for i, c := range []struct {
		integrator model.Integrator
		order      float64
	}{{model.SymplecticEuler, 1}, {model.VelocityVerlet, 2}, {model.RK4, 4}, {model.ExplicitEuler, 1}} {
		got := must.Get(MeasureConvergence(reference64, c.integrator))(t)
		t.Logf("%v: errors %.3g m, orders %.3f", c.integrator, got.Error, got.Order)
		if last := got.Order[len(got.Order)-1]; math.Abs(last-c.order) > tolerance {
			t.Errorf("%v: halving dt divides the error by 2^%.3f, want 2^%g; errors %.3g m", c.integrator, last, c.order, got.Error)
		}
		var points plotter.XYs
		for k := range got.DT {
			points = append(points, plotter.XY{X: got.DT[k], Y: got.Error[k]})
		}
		line, dots, err := plotter.NewLinePoints(points)
		must.Do(t, err)
		shade := []color.Color{color.RGBA{0, 90, 160, 255}, color.RGBA{200, 80, 0, 255}, color.RGBA{0, 130, 60, 255}, color.RGBA{120, 120, 120, 255}}[i]
		line.Color, dots.Color, dots.Shape = shade, shade, draw.CircleGlyph{}
		picture.Add(line, dots)
		picture.Legend.Add(fmt.Sprintf("%v: order %.2f", c.integrator, got.Order[len(got.Order)-1]), line, dots)
	}
	if file := flag.Lookup("order-plot").Value.String(); file != "" {
		must.Do(t, picture.Save(15*vg.Centimeter, 11*vg.Centimeter, file))
	}
}

// The measurement sees an integrator of another order: drag that acts on the
// old velocity, as a factor, is of first order.
func TestOrderIsSeenToFail(t *testing.T) {
	got := must.Get(MeasureConvergence(func(m *model.Model, p model.Params) (Precise, error) {
		p.Integrator = model.SymplecticEuler
		return cpuref.New(m, p)
	}, model.VelocityVerlet))(t)
	if last := got.Order[len(got.Order)-1]; last > 1.5 {
		t.Errorf("symplectic Euler has order %.2f", last)
	}
}

// TestMain knows the flag of the picture of orders.
func TestMain(m *testing.M) {
	flag.String("order-plot", "", "file to draw the orders of the integrators into")
	flag.Parse()
	m.Run()
}
