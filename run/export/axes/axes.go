// Package axes gives plots axes that can be drawn, whatever numbers the points on them have.
package axes

import (
	"math"

	"gonum.org/v1/plot"
)

// Least is the least length of an axis, as a part of the largest number on it: below it, float64
// has too few numbers between the ends for ticks.
const Least = 1e-9

// most is the largest number on an axis; the length between two of them is finite.
const most = math.MaxFloat64 / 8

// Widen gives axes of a plot a length, around the place where all of their points are, and ends that
// are finite. Call it before the plot is drawn, when all is added. Where lengths are enough, nothing
// changes; so are those of axes without points, which the plot itself takes care of.
func Widen(plots ...*plot.Plot) {
	for _, p := range plots {
		widen(&p.X)
		widen(&p.Y)
	}
}

func widen(a *plot.Axis) {
	if math.IsInf(a.Min, 1) || math.IsInf(a.Max, -1) || math.IsNaN(a.Min) || math.IsNaN(a.Max) {
		return // without points
	}
	a.Min, a.Max = min(max(a.Min, -most), most), min(max(a.Max, -most), most)
	size := max(math.Abs(a.Min), math.Abs(a.Max))
	if wide := size * Least; a.Max-a.Min < wide {
		middle := a.Min + (a.Max-a.Min)/2
		a.Min, a.Max = middle-wide, middle+wide
	}
}
