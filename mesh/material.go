package mesh

import (
	"errors"
	"fmt"
	"math"

	"hooke/model"
)

// RatioDamping is the damping c [N·s/m] of a spring that is damped at ratio ζ
// of critical: c = 2 ζ √(k m_r), with the reduced mass m_r = 1/(1/mA + 1/mB) of
// its two ends [kg]. Both ends count as free; ζ = 1 is critical, 0 is none.
func RatioDamping(ratio, stiffness, massA, massB float64) float64 {
	if ratio == 0 || stiffness == 0 {
		return 0
	}
	reduced := 1 / (1/massA + 1/massB)
	return 2 * ratio * math.Sqrt(stiffness*reduced)
}

// Palette is a materials palette: entry 0 is model.Removed, then the given
// materials from 1.
func Palette(materials ...model.Material) []model.Material {
	return append([]model.Material{{Name: "removed"}}, materials...)
}

// checks collects every fault of a maker's input.
type checks struct {
	who    string // the maker, for messages
	faults []error
}

func (c *checks) fault(format string, args ...any) {
	c.faults = append(c.faults, fmt.Errorf("mesh: "+c.who+": "+format, args...))
}

// positive wants a finite number above zero.
func (c *checks) positive(name string, value float64, unit string) {
	if !(value > 0) || math.IsInf(value, 0) {
		c.fault("%s is %g %s; it must be a positive number", name, value, unit)
	}
}

// notNegative wants a finite number, zero or above.
func (c *checks) notNegative(name string, value float64, unit string) {
	if !(value >= 0) || math.IsInf(value, 0) {
		c.fault("%s is %g %s; it must be zero or a positive number", name, value, unit)
	}
}

// lengthOrSprings wants a length [m] or about how many springs, and not both.
func (c *checks) lengthOrSprings(name string, length float64, springs int64) {
	switch {
	case length != 0 && springs != 0:
		c.fault("%s and springs are both given; give one", name)
	case springs == 0:
		c.positive(name, length, "m")
	case springs < 0 || springs > model.MaxCount:
		c.fault("%d springs; ask for 1 to %d", springs, model.MaxCount)
	}
}

// finite wants any finite number.
func (c *checks) finite(name string, value float64, unit string) {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		c.fault("%s is %g %s; it must be a finite number", name, value, unit)
	}
}

func (c *checks) join() error { return errors.Join(c.faults...) }
