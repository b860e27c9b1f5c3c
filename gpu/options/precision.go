package options

import "hooke/model"

// Precision describes how an engine keeps and computes numbers; this is that of package model, so
// that importers of the options alone can name it. In addition to Single, Compensated takes
// 16 bytes more per mass and 12 per spring of this engine, and Double 32 per mass and 36 per
// spring: its numbers have two words, 48 bits, and its arithmetic is float64.
type Precision = model.Precision

// These are the precisions of package model.
const (
	Single      = model.Single
	Compensated = model.Compensated
	Double      = model.Double
)

// Precisions returns all precisions, in the order of their numbers.
func Precisions() []Precision { return model.Precisions() }

// ParsePrecision returns the precision of that name. An error lists the known names.
func ParsePrecision(name string) (Precision, error) { return model.ParsePrecision(name) }

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

// FirstWord returns the float32 nearest to a number.
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
