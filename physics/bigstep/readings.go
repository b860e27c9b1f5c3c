package bigstep

import (
	"math"

	"hooke/model"
)

// Frame is the step that solvers are compared at: that of a screen [s].
const Frame = 1. / 60

// enough is the error that costs are told for: the largest distance of a mass from where
// converged explicit steps have it, over the largest way of a mass.
const enough = 0.01

// reading is a measured cost: the number of sweeps in 1/60 s, one per substep, for a ratio of 1/60 s
// to the safe step of symplectic Euler, and the error. Of several measurements it is the cheapest
// with an error of at most 1 %, else the most expensive.
type reading struct {
	ratio  float64
	sweeps int
	error  float64
}

// The readings are of the engine cpuref. Sheets are cloth of 20² and 50² masses, undamped, hung
// by an edge, let go at 30° from the vertical, after 0.5 s; solids are a clamped beam of
// 20 × 4 × 4 masses with 26 neighbors each, undamped, let go straight, after 0.5 s. TestReadings
// in cpuref/impulses makes them again.
var (
	ofSheets = map[model.Integrator][]reading{
		model.Impulses:      {{12, 8, 0.009}, {122, 17, 0.009}, {306, 33, 0.01}, {1225, 200, 0.015}},
		model.ImplicitEuler: {{12, 40, 0.004}, {122, 200, 0.0075}, {306, 200, 0.048}, {1225, 200, 0.15}},
	}
	ofSolids = map[model.Integrator][]reading{
		model.Impulses:      {{6, 4, 0.0075}, {60, 200, 0.022}},
		model.ImplicitEuler: {{6, 40, 0.005}, {60, 200, 0.14}},
	}
)

// explicitError is the largest error of symplectic Euler at 0.9 of the safe step in all cases of
// the readings: up to 0.5 %, of stiff cloth less.
const explicitError = 0.005

// withinSafe is the part of a safe step that explicit steps are counted with.
const withinSafe = 0.9

// expected returns the cost by the readings at a ratio: between two of them the sweeps of a power of
// the ratio, before the first and behind the last one theirs. atLeast says that more sweeps
// than these are needed, or that nothing so stiff was measured.
func expected(list []reading, ratio float64) (sweeps int, left float64, atLeast bool) {
	last := list[len(list)-1]
	ratio *= 1 - 1e-9 // rounding does not take a ratio that was measured for a larger one
	if ratio > last.ratio {
		return last.sweeps, last.error, true
	}
	for k, r := range list {
		if ratio > r.ratio {
			continue
		}
		short := r.error > enough
		if k == 0 || ratio >= r.ratio*(1-1e-8) {
			return r.sweeps, r.error, short
		}
		before := list[k-1]
		share := math.Log(ratio/before.ratio) / math.Log(r.ratio/before.ratio)
		between := func(a, b float64) float64 { return a * math.Pow(b/a, share) }
		sweeps = int(math.Ceil(between(float64(before.sweeps), float64(r.sweeps)) - 1e-9))
		return sweeps, between(before.error, r.error), short
	}
	return last.sweeps, last.error, true
}
