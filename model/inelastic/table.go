package inelastic

import (
	"fmt"
	"math"
)

// MostPoints is the largest number of points of a force table.
const MostPoints = 16

// Point is the elastic force of a spring at a strain.
type Point struct {
	Strain float64 // (L − L0 now)/L0 at the start
	Force  float64 // [N], positive pulls the ends together
}

// Table is an elastic force by strain: straight lines between points, and beyond the outer points
// the lines of the outer two. A table without a negative strain holds for compression too, with the
// opposite sign: it is odd. The zero value is no table.
type Table struct {
	Points [MostPoints]Point // ascending by strain; zero from Count on
	Count  int
}

// TableOf returns the table of some points, at most MostPoints.
func TableOf(points ...Point) (t Table) {
	t.Count = copy(t.Points[:], points)
	return t
}

// There reports whether it is a table.
func (t *Table) There() bool { return t.Count > 0 }

// points returns the points that are given.
func (t *Table) points() []Point { return t.Points[:t.Count] }

// odd reports whether the table holds for compression with the opposite sign.
func (t *Table) odd() bool { return t.Points[0].Strain >= 0 }

// line returns two points of the line on which a strain is; of an odd table the strain must not be
// negative.
func (t *Table) line(strain float64) (a, b Point) {
	p := t.points()
	if t.odd() && strain < p[0].Strain {
		return Point{-p[0].Strain, -p[0].Force}, p[0]
	}
	next := 1
	for next < len(p)-1 && strain > p[next].Strain {
		next++
	}
	return p[next-1], p[next]
}

func slope(a, b Point) float64 { return (b.Force - a.Force) / (b.Strain - a.Strain) }

// Force returns the force at a strain [N].
func (t *Table) Force(strain float64) float64 {
	if t.odd() && strain < 0 {
		return -t.Force(-strain)
	}
	a, b := t.line(strain)
	return a.Force + slope(a, b)*(strain-a.Strain)
}

// Slope returns the derivative of the force by the strain [N]; at a point it is that to the left,
// and that to the right in compression of an odd table.
func (t *Table) Slope(strain float64) float64 {
	if t.odd() {
		strain = math.Abs(strain)
	}
	return slope(t.line(strain))
}

// Steepest returns the largest size of a slope [N].
func (t *Table) Steepest() (most float64) {
	for i := range t.Count {
		a, b := t.line(t.Points[i].Strain)
		most = max(most, math.Abs(slope(a, b)))
	}
	return most
}

// Energy returns the integral of the force from strain 0 to a strain [J/m]. Times L0 it is the
// energy of a spring.
func (t *Table) Energy(strain float64) (sum float64) {
	if t.odd() {
		strain = math.Abs(strain)
	}
	at := Point{0, t.Force(0)}
	to := func(next Point) {
		sum += (at.Force + next.Force) / 2 * (next.Strain - at.Strain)
		at = next
	}
	for i := range t.Count {
		if p := t.Points[i]; p.Strain > 0 && p.Strain < strain {
			to(p)
		}
	}
	for i := t.Count - 1; i >= 0; i-- {
		if p := t.Points[i]; p.Strain < 0 && p.Strain > strain {
			to(p)
		}
	}
	to(Point{strain, t.Force(strain)})
	return sum
}

// Times returns the table with all forces multiplied by a factor.
func (t Table) Times(factor float64) Table {
	for i := range t.Count {
		t.Points[i].Force *= factor
	}
	return t
}

// rounding is the share of the largest force that counts as none at strain 0.
const rounding = 1e-12

// tooSteep is the largest slope [N], whose square single precision still holds.
const tooSteep = 1e18

// fault returns a sentence if it is no table of a spring, else the empty string.
func (t *Table) fault() string {
	if t.Count < 2 || t.Count > MostPoints {
		return fmt.Sprintf("the force table has %d points; give 2 to %d", t.Count, MostPoints)
	}
	largest := 0.0
	for i, p := range t.points() {
		if !finite(p.Strain) || !finite(p.Force) {
			return fmt.Sprintf("point %d of the force table is (%g, %g N); it must be finite", i+1, p.Strain, p.Force)
		}
		if i > 0 && !(p.Strain > t.Points[i-1].Strain) {
			return fmt.Sprintf("the force table has the strain %g after %g; strains must ascend", p.Strain, t.Points[i-1].Strain)
		}
		largest = max(largest, math.Abs(p.Force))
	}
	if largest == 0 {
		return "the force table has no force; leave it out, or give points with a force"
	}
	if steepest := t.Steepest(); !(steepest <= tooSteep) {
		return fmt.Sprintf("the force table has a slope of %g N by strain, and at most %g is allowed; move its points apart", steepest, tooSteep)
	}
	if at := t.Force(0); t.Points[0].Strain == 0 && t.Points[0].Force != 0 || math.Abs(at) > rounding*largest {
		return fmt.Sprintf("the force table has %g N at the strain 0, and a spring of its rest length exerts no force; subtract that, or give the spring another rest length", at)
	}
	return ""
}

func finite(x float64) bool { return x-x == 0 }

// String says how many points it has.
func (t *Table) String() string { return fmt.Sprintf("a force table of %d points", t.Count) }
