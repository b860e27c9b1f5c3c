package tune

import (
	"math"

	"hooke/mesh/build"
	"hooke/model"
	"hooke/scene"
)

// These are the numbers of recipes and meshes where the options do not give them.
const (
	DampingRatio = 0.05 // ζ of springs, a share of critical damping

	SolidDensity = 1000 // [kg/m³]
	ClothDensity = 0.2  // [kg/m²]
	LineDensity  = 0.1  // [kg/m]
)

// StiffnessFactor returns the factor on the stiffnesses of a model that was made with 1 N/m (or
// 1 Pa). It gives the stiffness for which the options ask; where they ask for none, it
// gives enough for the model to carry its own weight, standing or hanging. It is positive.
func StiffnessFactor(m *model.Model, o scene.Options, hanging bool) float64 {
	if o.Stiffness > 0 {
		return o.Stiffness
	}
	if factor := selfCarrying(m, model.StandardGravity, hanging); factor > 0 {
		return factor
	}
	return 1
}

// ClothRatios returns the stiffnesses of a cloth whose structural springs have the given
// stiffness [N/m].
func ClothRatios(structural float64) build.ClothStiffness {
	return build.ClothStiffness{Structural: structural, Shear: 0.3 * structural, Bend: 0.05 * structural}
}

// DurationOf returns a time [s] in which a structure of the given size [m] falls, bounces and
// comes to rest: times scale with √(size/g).
func DurationOf(size float64) float64 { return 15 * math.Sqrt(size/model.StandardGravity) }
