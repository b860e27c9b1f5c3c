package model

import "fmt"

// Precision is how an engine stores and computes numbers. The zero value is Single.
type Precision uint8

const (
	// Single computes in float32 and keeps every number in it.
	Single Precision = iota
	// Compensated keeps positions and rest lengths in two words of float32 or in a float64,
	// and finds the stretch of a spring from all of their digits, so that small strains of
	// large structures are not lost. Velocities are kept in float32.
	Compensated
	// Double computes in float64 and keeps every number in two words of float32, 48 bits, or in
	// a float64.
	Double
)

// Precisions returns all precisions, in the order of their numbers.
func Precisions() []Precision { return []Precision{Single, Compensated, Double} }

// String returns the name that commands and files use.
func (p Precision) String() string {
	switch p {
	case Single:
		return "single"
	case Compensated:
		return "compensated"
	case Double:
		return "double"
	}
	return fmt.Sprintf("precision %d", uint8(p))
}

// ParsePrecision returns the precision with that name. The error lists the known names.
func ParsePrecision(name string) (Precision, error) {
	for _, p := range Precisions() {
		if p.String() == name {
			return p, nil
		}
	}
	return 0, fmt.Errorf("precision %q is unknown; known are %v", name, Precisions())
}

// Words returns the number of float32 words per component of a position, and per any other
// number.
func (p Precision) Words() (position, other int64) {
	switch p {
	case Compensated:
		return 2, 1
	case Double:
		return 2, 2
	}
	return 1, 1
}
