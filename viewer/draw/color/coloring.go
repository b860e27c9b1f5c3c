package color

import (
	"fmt"

	"hooke/shaders"
)

// Coloring is what springs and surfaces are colored by. The zero value is strain.
type Coloring uint8

// The colorings.
const (
	ByStrain   Coloring = iota // of springs, of the rest lengths that muscles have then
	ByForce                    // of springs and their dampers [N], tension positive
	ByEnergy                   // that springs hold [J]
	BySpeed                    // of the masses [m/s]
	ByMaterial                 // the palette's
	ByGroup                    // the last named group of masses
	ByActuator                 // what moves a spring
	Plain                      // one color
	Count                      // how many colorings there are
)

func (c Coloring) String() string {
	names := [Count]string{"strain", "force", "energy", "speed", "material", "group", "actuator", "plain"}
	if c >= Count {
		return fmt.Sprintf("coloring %d", uint8(c))
	}
	return names[c]
}

// Colorings are all of them, in the order in which a key goes through them.
func Colorings() []Coloring {
	out := make([]Coloring, Count)
	for c := range out {
		out[c] = Coloring(c)
	}
	return out
}

// Unit is that of the values; empty: they have none.
func (c Coloring) Unit() string {
	return [Count]string{ByForce: "N", ByEnergy: "J", BySpeed: "m/s"}[c]
}

// Signed says whether values go both ways from zero, and are to have the diverging
// map.
func (c Coloring) Signed() bool { return c == ByStrain || c == ByForce }

// Named says whether values are numbers of names.
func (c Coloring) Named() bool { return c == ByMaterial || c == ByGroup || c == ByActuator }

// Ranged says whether values have a range: those that are no names, of any coloring but
// one color.
func (c Coloring) Ranged() bool { return !c.Named() && c != Plain }

// Shader is the number by which the view block of the shaders knows the coloring.
func (c Coloring) Shader() uint32 {
	return [Count]uint32{shaders.ColorByStrain, shaders.ColorByForce, shaders.ColorByEnergy, shaders.ColorBySpeed,
		shaders.ColorByMaterial, shaders.ColorByGroup, shaders.ColorByActuator, shaders.ColorByNothing}[c]
}

// Measured is the quantity of springs that is shown; false: none is.
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

// floor is the least range worth a color: smaller values are rounding.
func (c Coloring) floor(strainFloor float64) float64 {
	if c == ByStrain {
		return max(strainFloor, leastStrain)
	}
	return 1e-12
}

// ceiling is the largest range.
func (c Coloring) ceiling() float64 {
	if c == ByStrain {
		return mostStrain
	}
	return 1e30
}

// NameCount is how many names have a color of their own; more share them.
const NameCount = 12
