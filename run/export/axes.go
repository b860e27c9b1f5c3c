package export

import (
	"math"

	"gonum.org/v1/plot"
)

// leastRange is the smallest length of an axis, as a part of the largest number on it: below it, float64
// has too few numbers between the ends for ticks.
const leastRange = 1e-9

// largestOnAxis is the largest number on an axis; the length between two of them is finite.
const largestOnAxis = math.MaxFloat64 / 8

// WidenAxes gives the axes of plots that can be drawn, whatever numbers their points have: a length around
// the position of all points of an axis, and ends that are finite. Call it before the plot is drawn, when all is added. Where lengths are enough, nothing
// changes; so are those of axes without points, which the plot itself takes care of.
func WidenAxes(plots ...*plot.Plot) {
	for _, p := range plots {
		widen(&p.X)
		widen(&p.Y)
	}
}

func widen(a *plot.Axis) {
	if math.IsInf(a.Min, 1) || math.IsInf(a.Max, -1) || math.IsNaN(a.Min) || math.IsNaN(a.Max) {
		return // without points
	}
	a.Min, a.Max = min(max(a.Min, -largestOnAxis), largestOnAxis), min(max(a.Max, -largestOnAxis), largestOnAxis)
	size := max(math.Abs(a.Min), math.Abs(a.Max))
	if wide := size * leastRange; a.Max-a.Min < wide {
		middle := a.Min + (a.Max-a.Min)/2
		a.Min, a.Max = middle-wide, middle+wide
	}
}
