package physics

import (
	"fmt"
	"math"
	"slices"

	"hooke/model"
)

// grid has the masses with a radius in cells of a cube's edge, by where they rest. Cells
// share buckets.
type grid struct {
	m     *model.Model
	edge  float64
	first []int32 // of each bucket the mass of the highest number, -1: none
	next  []int32 // of each mass the one before it in its bucket, -1: none
}

// newGrid puts the masses into cells of an edge [m]. It has as many buckets as engines have:
// twice as many as masses take part or more, and at least 1,024.
func newGrid(m *model.Model, edge float64) *grid {
	taking := 0
	for _, r := range m.Radius {
		if r > 0 {
			taking++
		}
	}
	buckets := 1024
	for buckets < 2*taking {
		buckets *= 2
	}
	g := &grid{m: m, edge: edge, first: make([]int32, buckets), next: make([]int32, m.MassCount())}
	for b := range g.first {
		g.first[b] = -1
	}
	for i, r := range m.Radius {
		if r > 0 {
			b := g.bucket(g.cell(i))
			g.next[i], g.first[b] = g.first[b], int32(i)
		}
	}
	return g
}

// cell returns the cell of a mass.
func (g *grid) cell(i int) (c [3]int64) {
	for axis, x := range g.m.RestPosition[i] {
		c[axis] = int64(math.Floor(x / g.edge))
	}
	return c
}

func (g *grid) bucket(c [3]int64) int {
	return int(uint64(c[0]*73856093^c[1]*19349663^c[2]*83492791) & uint64(len(g.first)-1))
}

// in calls each with the masses of a cell, from the highest number on, until it says no.
func (g *grid) in(c [3]int64, each func(i int) bool) {
	for i := g.first[g.bucket(c)]; i >= 0; i = g.next[i] {
		if g.cell(int(i)) == c && !each(int(i)) {
			return
		}
	}
}

// crowded returns an error when a bucket of the grid that engines use, with cells a little longer
// than D and the skin, has more masses than they take.
func crowded(m *model.Model, skin float64) error {
	radius := m.LargestRadius()
	g := newGrid(m, 1.001*(2*radius+skin))
	for _, first := range g.first {
		count := 0
		for j := first; j >= 0 && count <= mostInBucket; j = g.next[j] {
			count++
		}
		if count > mostInBucket {
			return &RadiusError{slices.Index(m.Radius, radius), fmt.Sprintf("radius: more than %d masses share a bucket of the grid in which they are found, as those around mass %d: its cells are %.3g m long, twice the largest radius, %.3g m, and the skin, %.3g m; give a smaller radius or skin", mostInBucket, first, g.edge, radius, skin)}
		}
	}
	return nil
}

// Overlap is a pair of masses of different bodies whose rest distance is less than the sum of
// their radii.
type Overlap struct {
	I, J     int     // masses, I < J
	Distance float64 // of their rest positions [m]
}

// Overlaps returns the number of pairs of different bodies that overlap at rest, and the
// first one in the order of I and then of J. Such a pair pushes only when it is nearer than
// at rest. A model without radii has no overlaps.
func Overlaps(m *model.Model, c model.Collision) (count int, first Overlap) {
	eachOverlap(m, c, func(o Overlap) {
		if count++; count == 1 || o.I < first.I || o.I == first.I && o.J < first.J {
			first = o
		}
	})
	return count, first
}

// overlapping reports for every body whether a mass of it overlaps one of another body at
// rest; nil: none does. Such a body begins inside another one's surface, where only interior
// masses can hold it back.
func overlapping(m *model.Model, c model.Collision) (bodies []bool) {
	eachOverlap(m, c, func(o Overlap) {
		if bodies == nil {
			bodies = make([]bool, BodyCount(m))
		}
		bodies[m.BodyOf(o.I)], bodies[m.BodyOf(o.J)] = true, true
	})
	return bodies
}

// eachOverlap calls each with every pair of masses of different bodies that overlap where
// they rest, in no order.
func eachOverlap(m *model.Model, c model.Collision, each func(o Overlap)) {
	if !c.Acts() || !c.Others || m.Body == nil || m.Radius == nil {
		return
	}
	g := newGrid(m, 2*m.LargestRadius())
	for i, r := range m.Radius {
		if r == 0 {
			continue
		}
		at := g.cell(i)
		for near := range 27 {
			cell := [3]int64{at[0] + int64(near%3) - 1, at[1] + int64(near/3%3) - 1, at[2] + int64(near/9) - 1}
			g.in(cell, func(j int) bool {
				if j <= i {
					return false // the rest of the cell has lower numbers
				}
				if d := m.RestPosition[i].Sub(m.RestPosition[j]).Len(); m.BodyOf(i) != m.BodyOf(j) && d < r+m.Radius[j] {
					each(Overlap{I: i, J: j, Distance: d})
				}
				return true
			})
		}
	}
}

// crowdReach is how near masses are that begin to touch when a structure is pressed a little,
// in shares of their D; kissing is how many balls of one size can touch one.
const (
	crowdReach = 1.1
	kissing    = 12
)

// CrowdWords returns a warning for radii that reach beyond the nearest neighbors, at the
// positions x [m]: a structure pressed by a tenth would then have more touches at one mass
// than balls can have, and these gain energy in steps that are safe for AssumedTouches. Masses
// that never touch, see model.Collision, do not count. It is empty if no mass has that many.
func CrowdWords(m *model.Model, c model.Collision, x []model.Vec3) string {
	if !c.Masses() || m.Radius == nil {
		return ""
	}
	there := *m
	there.RestPosition = x
	g := newGrid(&there, crowdReach*2*m.LargestRadius())
	for i, r := range m.Radius {
		if r == 0 {
			continue
		}
		if count := crowdOf(g, m, c, i); count > kissing {
			words := "give a smaller radius"
			if rest := shortestRests(m)[i]; rest < 2*r {
				words += fmt.Sprintf(", such as %.3g m, half of its shortest spring", rest/2)
			}
			return fmt.Sprintf("mass %d, of radius %.3g m, has %d others within %g of their reach, but safe steps allow %d touches, and balls of equal size have room for %d: such masses tremble under pressure and gain energy; %s",
				i, r, count, crowdReach, AssumedTouches, kissing, words)
		}
	}
	return ""
}

// crowdOf returns how many masses mass i may push that are within crowdReach of their D.
func crowdOf(g *grid, m *model.Model, c model.Collision, i int) (count int) {
	at, a := g.cell(i), m.BodyOf(i)
	for near := range 27 {
		cell := [3]int64{at[0] + int64(near%3) - 1, at[1] + int64(near/3%3) - 1, at[2] + int64(near/9) - 1}
		g.in(cell, func(j int) bool {
			sum, rest, b := m.Radius[i]+m.Radius[j], m.RestPosition[i].Sub(m.RestPosition[j]).Len(), m.BodyOf(j)
			if j != i && c.Meet(a, b) && (a != b || rest > model.RestReach*sum) && m.PinOf(i)&m.PinOf(j) != model.PinAll &&
				g.m.RestPosition[i].Sub(g.m.RestPosition[j]).Len() < crowdReach*min(sum, rest) {
				count++
			}
			return true
		})
	}
	return count
}
