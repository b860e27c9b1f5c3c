package meet

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hooke/model"
	"hooke/must"
)

// The grid finds each pair of boxes that have a point in common once, as trying all pairs does: small
// ones and large ones, on borders of cells, at negative places, far away, in one cell, and some nowhere.
func TestGridFindsAllPairsOnce(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		name   string
		count  int
		spread float64
		size   func() float64
	}{
		{"small", 400, 1, func() float64 { return 0.02 }},
		{"large and small", 300, 1, func() float64 { return math.Pow(random.Float64(), 6) }},
		{"in one place", 60, 1e-3, func() float64 { return 0.1 }},
		{"points", 200, 0.1, func() float64 { return 0 }},
		{"far apart", 100, 1e8, func() float64 { return 1e7 * random.Float64() }},
	} {
		boxes, out := make([]box, c.count), make([]bool, c.count)
		for i := range boxes {
			var x model.Vec3
			for axis := range x {
				x[axis] = c.spread * (random.Float64() - 0.7)
				if i%3 == 0 { // on a lattice
					x[axis] = c.spread / 16 * math.Round(x[axis]/c.spread*16)
				}
			}
			if i == 7 {
				x[1] = math.NaN()
			}
			b, ok := boxOf(c.size()/2, x, x.Add(model.Vec3{1, 0.3, 0.1}.Mul(c.size())))
			boxes[i], out[i] = b, !ok
		}
		var want, got [][2]int
		g := newGrid(boxes, out)
		for i := range boxes {
			for j := i + 1; j < len(boxes); j++ {
				if !out[i] && !out[j] && boxes[i].meets(&boxes[j]) {
					want = append(want, [2]int{i, j})
				}
			}
			begin := len(got)
			g.around(i, func(j int) { got = append(got, [2]int{i, j}) })
			slices.SortFunc(got[begin:], func(a, b [2]int) int { return a[1] - b[1] })
		}
		must.Hold(t, slices.Equal(got, want), "%s: %d pairs, want %d", c.name, len(got), len(want))
		must.Hold(t, len(want) > 10 || c.name == "points", "%s: only %d pairs", c.name, len(want))
		must.Hold(t, !out[0] && out[7], "%s: what is nowhere", c.name)
	}
}

// Closest points of segments and triangles are no farther than any of a fine lattice of points, and their
// shares say where they are.
func TestClosestPointsAreClosest(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	point := func() model.Vec3 { return model.Vec3{random.Float64(), random.Float64(), random.Float64()} }
	const n = 40
	for try := range 300 {
		a, b, c, d := point(), point(), point(), point()
		if try%4 == 0 { // parallel
			d = c.Add(b.Sub(a).Mul(1.5 - 3*random.Float64()))
		}
		if try%7 == 0 {
			b = a // no length
		}
		s, u, way := betweenSegments(a, b, c, d)
		p, q := a.Add(b.Sub(a).Mul(s)), c.Add(d.Sub(c).Mul(u))
		must.Hold(t, p.Sub(q).Sub(way).Len() < 1e-12 && s >= 0 && s <= 1 && u >= 0 && u <= 1, "try %d: shares %g and %g say %v, the way is %v", try, s, u, p.Sub(q), way)
		third := d
		if try%5 == 0 { // corners on a line
			third = b.Add(c.Sub(b).Mul(3*random.Float64() - 1))
		}
		share, off := onTriangle(a, [3]model.Vec3{b, c, third})
		sum := b.Mul(share[0]).Add(c.Mul(share[1])).Add(third.Mul(share[2]))
		must.Hold(t, a.Sub(sum).Sub(off).Len() < 1e-12 && math.Abs(share[0]+share[1]+share[2]-1) < 1e-12 && min(share[0], share[1], share[2]) >= -1e-12, "try %d: shares %v", try, share)
		for i := range n + 1 {
			for j := range n + 1 {
				k, l := float64(i)/n, float64(j)/n
				x, y := a.Add(b.Sub(a).Mul(k)), c.Add(d.Sub(c).Mul(l))
				must.Hold(t, x.Sub(y).Len() >= way.Len()-1e-12, "try %d: the segments are %g m apart, and %g at %g and %g", try, way.Len(), x.Sub(y).Len(), k, l)
				if i+j <= n {
					x = b.Mul(1 - k - l).Add(c.Mul(k)).Add(third.Mul(l))
					must.Hold(t, x.Sub(a).Len() >= off.Len()-1e-12, "try %d: the triangle is %g m from the point, and %g at %g and %g", try, off.Len(), x.Sub(a).Len(), k, l)
				}
			}
		}
	}
}
