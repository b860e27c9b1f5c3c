package options

import (
	"fmt"

	"hooke/model"
)

// Precision is how an engine keeps and computes numbers. The zero value is
// Single.
type Precision uint8

// The precisions. Bytes per mass and spring come on top of those of Single.
const (
	// Single is float32 throughout.
	Single Precision = iota
	// Compensated keeps positions and rest lengths in two words of float32 and
	// forms the stretch of a spring from both as (L² − L0²)/(L + L0), so that
	// small strains of large structures are not lost; the rest is single. 16 bytes
	// per mass more, 12 per spring.
	Compensated
	// Double computes in float64 and keeps every number in two words, 48 bits. 32
	// bytes per mass more, 36 per spring.
	Double
)

// Precisions are all of them, in the order of their numbers.
func Precisions() []Precision { return []Precision{Single, Compensated, Double} }

// String is the name that commands and files use.
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

// ParsePrecision is the precision of that name.
func ParsePrecision(name string) (Precision, error) {
	for _, p := range Precisions() {
		if p.String() == name {
			return p, nil
		}
	}
	return 0, fmt.Errorf("gpu: precision %q is unknown; known are %v", name, Precisions())
}

// Words is how many words a position takes, and how many anything else does.
func (p Precision) Words() (position, other int64) {
	switch p {
	case Compensated:
		return 2, 1
	case Double:
		return 2, 2
	}
	return 1, 1
}

// TwoWords are a number's nearest float32 and what that leaves of it.
func TwoWords(x float64) (high, low float32) {
	high = float32(x)
	return high, float32(x - float64(high))
}

// TwoWords3 are the two words of each component.
func TwoWords3(v model.Vec3) (high, low [3]float32) {
	for axis := range 3 {
		high[axis], low[axis] = TwoWords(v[axis])
	}
	return high, low
}

// TwoWords4 are the two words of a vector as a uniform block holds it.
func TwoWords4(v model.Vec3) (high, low [4]float32) {
	for axis := range 3 {
		high[axis], low[axis] = TwoWords(v[axis])
	}
	return high, low
}

// Rounding makes a word of a number.
type Rounding func(x float64) float32

// FirstWord is the float32 nearest to a number.
func FirstWord(x float64) float32  { return float32(x) }
func secondWord(x float64) float32 { _, low := TwoWords(x); return low }

// Of are the words of a vector.
func (round Rounding) Of(v model.Vec3) (x, y, z float32) {
	return round(v[0]), round(v[1]), round(v[2])
}

// InWords are records of numbers in all the words of a precision: those with the first
// words of all, then, in double, those with the second words.
func InWords[T any](p Precision, records func(word Rounding) []T) []T {
	out := records(FirstWord)
	if _, words := p.Words(); words > 1 {
		out = append(out, records(secondWord)...)
	}
	return out
}
