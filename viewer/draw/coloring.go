package draw

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
	colorings
)

func (c Coloring) String() string {
	names := [colorings]string{"strain", "force", "energy", "speed", "material", "group", "actuator", "plain"}
	if c >= colorings {
		return fmt.Sprintf("coloring %d", uint8(c))
	}
	return names[c]
}

// Colorings are all of them, in the order in which a key goes through them.
func Colorings() []Coloring {
	out := make([]Coloring, colorings)
	for c := range out {
		out[c] = Coloring(c)
	}
	return out
}

// unit is that of the values.
func (c Coloring) unit() string {
	return [colorings]string{ByForce: "N", ByEnergy: "J", BySpeed: "m/s"}[c]
}

// signed says whether values go both ways from zero, and are to have the diverging
// map.
func (c Coloring) signed() bool { return c == ByStrain || c == ByForce }

// named says whether values are numbers of names.
func (c Coloring) named() bool { return c == ByMaterial || c == ByGroup || c == ByActuator }

// Ranged says whether values have a range: those that are no names, of any coloring but
// one color.
func (c Coloring) Ranged() bool { return !c.named() && c != Plain }

// shader is the number of the coloring in the view.
func (c Coloring) shader() uint32 {
	return [colorings]uint32{shaders.ColorByStrain, shaders.ColorByForce, shaders.ColorByEnergy, shaders.ColorBySpeed,
		shaders.ColorByMaterial, shaders.ColorByGroup, shaders.ColorByActuator, shaders.ColorByNothing}[c]
}

// measured is the quantity of springs that is shown; false: it is another thing.
func (c Coloring) measured() (what shaders.Measured, ok bool) {
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

// namedColors is how many names have a color of their own; more share them.
const namedColors = 12

// Show is how a structure is drawn.
type Show uint8

// What is shown. Auto is the surface where there is one that hides an inside, or
// cloth, and springs elsewhere.
const (
	Auto Show = iota
	Surface
	Springs
	Both // the surface and the springs on it
	shows
)

func (s Show) String() string {
	names := [shows]string{"auto", "surface", "springs", "both"}
	if s >= shows {
		return fmt.Sprintf("show %d", uint8(s))
	}
	return names[s]
}
