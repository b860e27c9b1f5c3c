package open

import "hooke/model"

// What the recipes are made with, written down again.
const (
	meshDrop           = 1. / 100 // of the size
	dropPart           = 1. / 50
	walkerSpacing      = 0.04 // [m]
	wormSpacing        = 0.04 // [m]
	wormCells          = 16
	rodLength          = 0.5 // [m]
	breathingAmplitude = 0.15
	jellyFull          = 0.3  // [m]
	drapeRadius        = 0.25 // [m]
	flagLength         = 1.2  // [m]
	stepShortened      = 2
	sag                = 0.01
)

// largest is the largest component.
func largest(v model.Vec3) float64 { return max(v[0], v[1], v[2]) }
