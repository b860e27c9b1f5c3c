package origin

import (
	"math"

	"hooke/model"
)

// Reach is how many powers of two the grid of origins is wide: masses stay within some 4 of
// them from the origin when a run begins.
const Reach = 8

// Grid returns the spacing of origins for masses in a box [m]: Reach times the largest power
// of two that is at most the longest side of the box. It is 0 for a box without a side, or
// with one that is not finite: then the origin stays at zero.
func Grid(lo, hi model.Vec3) float64 {
	side := 0.0
	for axis := range 3 {
		side = max(side, hi[axis]-lo[axis]) // NaN stays
	}
	if !(side > 0) || math.IsInf(side, 0) {
		return 0
	}
	return Reach * math.Ldexp(1, math.Ilogb(side))
}

// Of returns the origin of masses in a box [m]: its center, rounded to multiples of Grid.
func Of(lo, hi model.Vec3) (at model.Vec3) {
	grid := Grid(lo, hi)
	if grid == 0 || math.IsInf(grid, 0) {
		return at
	}
	for axis := range 3 {
		cells := math.RoundToEven((lo[axis]/2 + hi[axis]/2) / grid)
		if math.Abs(cells) >= 1 && math.Abs(cells) < 1<<53 { // else zero, without a sign; NaN, too
			at[axis] = cells * grid
		}
	}
	return at
}

// At returns the origin of a start.
func At(start *model.State) model.Vec3 { return Of(start.Bounds()) }

// Local returns a model with its parameters and its start, relative to the origin of the
// start, for comparisons of engines.
func Local(m *model.Model, p model.Params, start *model.State) (*model.Model, model.Params, *model.State) {
	at := At(start)
	return m.From(at), p.From(at), start.From(at)
}

// Energy returns the energy of a model's masses in gravity that their distance from the origin
// leaves out [J]: −Σ m g·origin.
func Energy(m *model.Model, gravity, at model.Vec3) float64 {
	if at == (model.Vec3{}) || gravity == (model.Vec3{}) {
		return 0
	}
	mass := 0.0
	for i := range m.MassCount() {
		mass += m.MassAt(i)
	}
	return -mass * gravity.Dot(at)
}
