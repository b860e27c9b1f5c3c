package grid_test

import (
	"math"
	"strings"
	"testing"

	"hooke/model/grid"
	"hooke/must"
)

// Heights of a plane are those of the plane everywhere in the rectangle, with its slope, and those
// of the nearest edge beyond it. Triangles of a cell meet in its diagonal from low to high x and y.
func TestHeights(t *testing.T) {
	height := make([]float64, 12)
	for k := range height {
		height[k] = 0.5*float64(k%4) - 2*float64(k/4) // of x and y, at 1 and 3 m
	}
	h := must.Get(grid.NewHeights(4, 3, [2]float64{3, 6}, height))(t)
	for _, x := range [][2]float64{{0, 0}, {0.3, 0.1}, {2.9, 5.9}, {3, 6}, {1.5, 3}, {1, 4.2}} {
		z, dx, dy := h.At(x[0], x[1])
		must.Near(t, z, 0.5*x[0]-2./3*x[1], 1e-14, "height at %v", x)
		must.Hold(t, math.Abs(dx-0.5) < 1e-14 && math.Abs(dy+2./3) < 1e-14, "at %v the slope is %g, %g", x, dx, dy)
	}
	z, dx, dy := h.At(-7, 3)
	must.Hold(t, z == -2 && dx == 0 && math.Abs(dy+2./3) < 1e-14, "beyond the edge: %g, slope %g, %g", z, dx, dy)
	z, dx, dy = h.At(99, 99)
	must.Hold(t, z == -2.5 && dx == 0 && dy == 0, "beyond the corner: %g, slope %g, %g", z, dx, dy)
	must.Near(t, h.Steepest(), 1+0.25+4./9, 1e-14, "steepest")

	fold := must.Get(grid.NewHeights(2, 2, [2]float64{1, 1}, []float64{0, 1, 0, 0}))(t)
	low, _, _ := fold.At(0.75, 0.25)
	high, _, _ := fold.At(0.25, 0.75)
	middle, _, _ := fold.At(0.5, 0.5)
	must.Hold(t, low == 0.5 && high == 0 && middle == 0, "the fold has %g, %g, %g", low, high, middle)
}

// Grids that are too small, have other numbers of heights, or heights that are no numbers are refused.
func TestFaultsOfHeights(t *testing.T) {
	for want, make := range map[string]func() (*grid.Heights, error){
		"2 or more":        func() (*grid.Heights, error) { return grid.NewHeights(1, 2, [2]float64{1, 1}, make([]float64, 2)) },
		"one for each":     func() (*grid.Heights, error) { return grid.NewHeights(2, 3, [2]float64{1, 1}, make([]float64, 5)) },
		"must be positive": func() (*grid.Heights, error) { return grid.NewHeights(2, 2, [2]float64{1, 0}, make([]float64, 4)) },
		"row 1, column 0": func() (*grid.Heights, error) {
			return grid.NewHeights(2, 2, [2]float64{1, 1}, []float64{0, 0, math.NaN(), 0})
		},
		"too steep": func() (*grid.Heights, error) {
			return grid.NewHeights(2, 2, [2]float64{1, 1}, []float64{0, 1e17, 0, 0})
		},
		"give one for each, ": func() (*grid.Heights, error) { return grid.NewHeights(1<<20, 1<<20, [2]float64{1, 1}, nil) },
	} {
		if _, err := make(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
	}
}
