package scene

import "hooke/model"

// What the recipes are made with, written down again.
const (
	meshFall        = 1. / 100 // of the size
	blockFall       = 1. / 50
	walkerSpacing_  = 0.04 // [m]
	wormSpacing_    = 0.04 // [m]
	wormCells_      = 16
	rodLength_      = 0.5 // [m]
	breathingSwell  = 0.15
	jellySize       = 0.3  // [m]
	ballRadius      = 0.25 // [m]
	flagLength_     = 1.2  // [m]
	shortenedFactor = 2
	promisedSag     = 0.01
)

// largestOf is the largest component.
func largestOf(v model.Vec3) float64 { return max(v[0], v[1], v[2]) }
