package model

import (
	"fmt"
	"math"
	"sort"
)

// Curve is a number as a function of another one, mostly of time [s]. It runs in
// straight lines between points, has the first value before the first point and the
// last value after the last one. The zero value is 1 everywhere, so that a factor
// without a curve changes nothing.
type Curve struct {
	At    []float64 // x of the points, ascending
	Value []float64 // value at each point
}

// Of is the value at x.
func (c Curve) Of(x float64) float64 {
	last := len(c.At) - 1
	switch {
	case last < 0:
		return 1
	case x <= c.At[0]:
		return c.Value[0]
	case x >= c.At[last]:
		return c.Value[last]
	}
	next := sort.SearchFloat64s(c.At, x) // the first point at or after x, at least 1
	from, to := c.At[next-1], c.At[next]
	share := (x - from) / (to - from)
	return c.Value[next-1] + share*(c.Value[next]-c.Value[next-1])
}

// slope is dValue/dx at x: zero before the first point and from the last one on; at a
// point between them, the slope to its right.
func (c Curve) slope(x float64) float64 {
	last := len(c.At) - 1
	if last < 0 || x < c.At[0] || x >= c.At[last] {
		return 0
	}
	next := sort.Search(len(c.At), func(i int) bool { return c.At[i] > x })
	return (c.Value[next] - c.Value[next-1]) / (c.At[next] - c.At[next-1])
}

// Largest is the largest absolute value.
func (c Curve) Largest() float64 {
	if len(c.Value) == 0 {
		return 1
	}
	size := 0.0
	for _, v := range c.Value {
		size = max(size, math.Abs(v))
	}
	return size
}

// faults reports what is wrong with a curve, in words.
func (c Curve) faults() []string {
	if len(c.At) != len(c.Value) {
		return []string{fmt.Sprintf("its curve has %d points and %d values; give one value per point", len(c.At), len(c.Value))}
	}
	for i := range c.At {
		if !finite(c.At[i]) || !finite(c.Value[i]) {
			return []string{fmt.Sprintf("point %d of its curve is (%g, %g); both must be finite numbers", i, c.At[i], c.Value[i])}
		}
		if i > 0 && c.At[i] <= c.At[i-1] {
			return []string{fmt.Sprintf("point %d of its curve is at %g, after one at %g; give them in ascending order", i, c.At[i], c.At[i-1])}
		}
	}
	return nil
}

// cycleFaults reports what is wrong with a curve over a cycle, in words.
func (c Curve) cycleFaults() []string {
	f := c.faults()
	for i, at := range c.At {
		if at < 0 || at > 1 {
			return append(f, fmt.Sprintf("point %d of its cycle is at %g; a cycle runs from 0 to 1", i, at))
		}
	}
	return f
}
