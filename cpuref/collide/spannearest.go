package collide

import (
	"math"

	"hooke/model"
)

// near is a pair of nearest points: their distance [m], the way from the point of the second
// body to that of the first, and the shares of the corners of the first.
type near struct {
	distance float64
	way      model.Vec3
	share    [3]float64
}

// nearest returns the pair of nearest points of two simplices, a of up to three corners and b of up
// to two. It solves for the nearest points of every pair of their faces, and takes the least of
// the distances whose points lie within both. Where several pairs are as near, as of
// parallel edges, the shares are those of the middle.
func nearest(a, b []model.Vec3) near {
	best := near{distance: math.Inf(1)}
	all := make([]near, 0, 21)
	for fa := 1; fa < 1<<len(a); fa++ {
		for fb := 1; fb < 1<<len(b); fb++ {
			if n, ok := ofFaces(a, b, fa, fb); ok {
				all = append(all, n)
				if n.distance < best.distance {
					best = n
				}
			}
		}
	}
	low, high := best.share, best.share
	for _, n := range all {
		if n.distance <= best.distance*(1+1e-9)+1e-15 {
			for k := range 3 {
				low[k], high[k] = min(low[k], n.share[k]), max(high[k], n.share[k])
			}
		}
	}
	for k := range 3 {
		best.share[k] = (low[k] + high[k]) / 2
	}
	return best
}

// ofFaces returns the pair of nearest points of the planes through two faces, whose corners are
// the bits of fa and fb; ok says that both lie within their faces.
func ofFaces(a, b []model.Vec3, fa, fb int) (n near, ok bool) {
	pa, pb := cornersOf[fa], cornersOf[fb]
	origin := a[pa[0]].Sub(b[pb[0]])
	ways := make([]model.Vec3, 0, 3) // origin + Σ u ways is the way from b to a
	for _, i := range pa[1:] {
		ways = append(ways, a[i].Sub(a[pa[0]]))
	}
	for _, j := range pb[1:] {
		ways = append(ways, b[pb[0]].Sub(b[j]))
	}
	u, ok := leastSquares(ways, origin)
	if !ok {
		return near{}, false
	}
	n.way = origin
	first, second := 1.0, 1.0
	for k, d := range ways {
		n.way = n.way.Add(d.Mul(u[k]))
		if u[k] < 0 {
			return near{}, false
		}
		if k < len(pa)-1 {
			first -= u[k]
			n.share[pa[k+1]] = u[k]
		} else {
			second -= u[k]
		}
	}
	n.share[pa[0]] = first
	n.distance = n.way.Len()
	return n, first >= 0 && second >= 0
}

// cornersOf lists the corners of a face, which are its bits.
var cornersOf = [8][]int{nil, {0}, {1}, {0, 1}, {2}, {0, 2}, {1, 2}, {0, 1, 2}}

// leastSquares minimizes |origin + Σ u ways|, of up to three ways, by Gauss's elimination of the normal equations;
// not ok where the ways depend on each other.
func leastSquares(ways []model.Vec3, origin model.Vec3) (u [3]float64, ok bool) {
	n := len(ways)
	var space [3][4]float64
	var scale [3]float64
	rows := space[:n]
	for i := range rows {
		for j := range ways {
			rows[i][j] = ways[i].Dot(ways[j])
		}
		rows[i][n] = -ways[i].Dot(origin)
		scale[i] = rows[i][i]
	}
	for i := range rows {
		if rows[i][i] <= 1e-10*scale[i] {
			return u, false
		}
		for j := i + 1; j < n; j++ {
			factor := rows[j][i] / rows[i][i]
			for k := i; k <= n; k++ {
				rows[j][k] -= factor * rows[i][k]
			}
		}
	}
	for i := n - 1; i >= 0; i-- {
		u[i] = rows[i][n]
		for k := i + 1; k < n; k++ {
			u[i] -= rows[i][k] * u[k]
		}
		u[i] /= rows[i][i]
	}
	return u, true
}
