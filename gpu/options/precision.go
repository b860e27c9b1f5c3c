package options

import (
	"fmt"

	"hooke/model"
)

// Precision says how an engine keeps and computes numbers. The zero value is Single.
type Precision uint8

// The bytes below come on top of what Single takes.
const (
	// Single computes in float32 and keeps every number in it.
	Single Precision = iota
	// Compensated keeps positions and rest lengths in two words of float32 and
	// forms the stretch of a spring from both as (L² − L0²)/(L + L0), so that
	// small strains of large structures are not lost; all else is as in Single. It
	// takes 16 bytes more per mass and 12 per spring.
	Compensated
	// Double computes in float64 and keeps every number in two words, 48 bits. It takes
	// 32 bytes more per mass and 36 per spring.
	Double
)

// Precisions are all precisions, in the order of their numbers.
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

// ParsePrecision returns the precision of that name. An error lists the known names.
func ParsePrecision(name string) (Precision, error) {
	for _, p := range Precisions() {
		if p.String() == name {
			return p, nil
		}
	}
	return 0, fmt.Errorf("gpu: precision %q is unknown; known are %v", name, Precisions())
}

// Words is the number of words that each component of a position takes, and the number
// that any other number takes. A word is a float32.
func (p Precision) Words() (position, other int64) {
	switch p {
	case Compensated:
		return 2, 1
	case Double:
		return 2, 2
	}
	return 1, 1
}

// TwoWords splits a number into the nearest float32 and the remainder, rounded to
// float32.
func TwoWords(x float64) (high, low float32) {
	high = float32(x)
	return high, float32(x - float64(high))
}

// TwoWords3 splits each component of a vector into two words.
func TwoWords3(v model.Vec3) (high, low [3]float32) {
	for axis := range 3 {
		high[axis], low[axis] = TwoWords(v[axis])
	}
	return high, low
}

// TwoWords4 splits a vector into two words as a uniform block holds it: its fourth
// component is 0.
func TwoWords4(v model.Vec3) (high, low [4]float32) {
	for axis := range 3 {
		high[axis], low[axis] = TwoWords(v[axis])
	}
	return high, low
}

// Rounding returns one of the words of a number.
type Rounding func(x float64) float32

// FirstWord is the float32 nearest to a number.
func FirstWord(x float64) float32  { return float32(x) }
func secondWord(x float64) float32 { _, low := TwoWords(x); return low }

// Of returns that word of each component of a vector.
func (round Rounding) Of(v model.Vec3) (x, y, z float32) {
	return round(v[0]), round(v[1]), round(v[2])
}

// InWords makes records in all the words of a precision: first the records with the first
// words of their numbers and then, in double, the same records with the second words.
func InWords[T any](p Precision, records func(word Rounding) []T) []T {
	out := records(FirstWord)
	if _, words := p.Words(); words > 1 {
		out = append(out, records(secondWord)...)
	}
	return out
}
