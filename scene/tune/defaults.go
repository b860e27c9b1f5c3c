package tune

import (
	"hooke/mesh/build"
	"hooke/model"
	"hooke/scene"
	"math"
)

// What the recipes and meshes are made of, where the options say nothing.
const (
	DampingRatio = 0.05 // ζ of springs

	SolidDensity = 1000 // [kg/m³]
	ClothDensity = 0.2  // [kg/m²]
	LineDensity  = 0.1  // [kg/m]
)

// StiffnessFactor is what turns a model of unit stiffness into the one asked for.
func StiffnessFactor(m *model.Model, o scene.Options, hanging bool) float64 {
	if o.Stiffness > 0 {
		return o.Stiffness
	}
	if factor := selfCarrying(m, model.StandardGravity, hanging); factor > 0 {
		return factor
	}
	return 1
}

// ClothRatios is how shear and bend springs of a cloth compare with structural ones.
func ClothRatios(structural float64) build.ClothStiffness {
	return build.ClothStiffness{Structural: structural, Shear: 0.3 * structural, Bend: 0.05 * structural}
}

// DurationOf is a time in which something of the given size [m] falls, bounces
// and comes to rest: times scale with √(size/g).
func DurationOf(size float64) float64 { return 15 * math.Sqrt(size/model.StandardGravity) }
