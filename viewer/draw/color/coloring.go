package color

import (
	"fmt"

	"hooke/shaders"
)

// Coloring is the quantity by which springs and surfaces are colored. The zero value is
// strain.
type Coloring uint8

// The colorings.
const (
	ByStrain   Coloring = iota // strain of springs, relative to the rest lengths that muscles have at that time
	ByForce                    // force of springs and their dampers [N]; tension is positive
	ByEnergy                   // energy that springs hold [J]
	BySpeed                    // speed of the masses [m/s]
	ByMaterial                 // material of the palette
	ByGroup                    // the last named group of a mass
	ByActuator                 // the actuator that moves a spring
	Plain                      // one color for all
	ByMetric                   // a number of a spring's robot, see Metric
	Count                      // number of colorings
)

func (c Coloring) String() string {
	names := [Count]string{"strain", "force", "energy", "speed", "material", "group", "actuator", "plain", "metric"}
	if c >= Count {
		return fmt.Sprintf("coloring %d", uint8(c))
	}
	return names[c]
}

// Colorings returns all colorings that every structure has, in the order in which a key goes through them: all but ByMetric.
func Colorings() []Coloring {
	out := make([]Coloring, ByMetric)
	for c := range out {
		out[c] = Coloring(c)
	}
	return out
}

// Unit returns the unit of the values, or "".
func (c Coloring) Unit() string {
	return [Count]string{ByForce: "N", ByEnergy: "J", BySpeed: "m/s"}[c]
}

// Signed reports whether values lie on both sides of zero, and so take the diverging map.
func (c Coloring) Signed() bool { return c == ByStrain || c == ByForce }

// Named reports whether values are numbers of names: materials, groups or actuators.
func (c Coloring) Named() bool { return c == ByMaterial || c == ByGroup || c == ByActuator }

// Ranged reports whether values have a range that follows from a state. Names and Plain have no range; that
// of ByMetric is given.
func (c Coloring) Ranged() bool { return !c.Named() && c != Plain && c != ByMetric }

// Shader returns the number of the coloring in the view block of the shaders.
func (c Coloring) Shader() uint32 {
	return [Count]uint32{shaders.ColorByStrain, shaders.ColorByForce, shaders.ColorByEnergy, shaders.ColorBySpeed,
		shaders.ColorByMaterial, shaders.ColorByGroup, shaders.ColorByActuator, shaders.ColorByNothing, shaders.ColorByStrain}[c]
}

// Measured returns the quantity of springs that the coloring shows; ok is false where it
// shows none.
func (c Coloring) Measured() (what shaders.Measured, ok bool) {
	switch c {
	case ByStrain:
		return shaders.MeasureStrain, true
	case ByForce:
		return shaders.MeasureForce, true
	case ByEnergy:
		return shaders.MeasureEnergy, true
	}
	return 0, false
}

// floor returns the least range worth a color; smaller values are rounding. strainFloor
// is the result of StrainFloor.
func (c Coloring) floor(strainFloor float64) float64 {
	if c == ByStrain {
		return max(strainFloor, leastStrain)
	}
	return 1e-12
}

// ceiling returns the largest range.
func (c Coloring) ceiling() float64 {
	if c == ByStrain {
		return mostStrain
	}
	return 1e30
}

// NameCount is how many names have a color of their own. Further names share these
// colors.
const NameCount = 12

// OfName returns the position in the color map of the name with that number, which counts from 1.
func OfName(number int) float32 { return float32((number-1)%NameCount + 1) }
