package build

import (
	"errors"
	"fmt"
	"math"

	"hooke/model"
)

// Checks collects every fault of a maker's input, so that one error names them all.
// Callers set Who first.
type Checks struct {
	Who    string // the maker, for messages
	faults []error
}

// Fault adds a fault, named after the maker.
func (c *Checks) Fault(format string, args ...any) {
	c.faults = append(c.faults, fmt.Errorf("mesh: "+c.Who+": "+format, args...))
}

// Positive adds a fault unless a number is finite and above zero.
func (c *Checks) Positive(name string, value float64, unit string) {
	if !(value > 0) || math.IsInf(value, 0) {
		c.Fault("%s is %g %s; it must be a positive number", name, value, unit)
	}
}

// NotNegative adds a fault unless a number is finite and not below zero.
func (c *Checks) NotNegative(name string, value float64, unit string) {
	if !(value >= 0) || math.IsInf(value, 0) {
		c.Fault("%s is %g %s; it must be zero or a positive number", name, value, unit)
	}
}

// LengthOrSprings adds a fault unless exactly one of two is given: a length [m], or an
// approximate number of springs.
func (c *Checks) LengthOrSprings(name string, length float64, springs int64) {
	switch {
	case length != 0 && springs != 0:
		c.Fault("%s and springs are both given; give one", name)
	case springs == 0:
		c.Positive(name, length, "m")
	case springs < 0 || springs > model.MaxCount:
		c.Fault("%d springs; ask for 1 to %d", springs, model.MaxCount)
	}
}

// finite adds a fault unless a number is finite.
func (c *Checks) finite(name string, value float64, unit string) {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		c.Fault("%s is %g %s; it must be a finite number", name, value, unit)
	}
}

// Join returns one error of all faults, nil without any.
func (c *Checks) Join() error { return errors.Join(c.faults...) }
