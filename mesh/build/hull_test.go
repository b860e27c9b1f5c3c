package build

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/must"
)

// The hull of a block encloses its volume, counted by tetrahedra to the origin, so that all
// of its triangles face outward and none lacks.
func TestHullEnclosesTheBlock(t *testing.T) {
	m := must.Get(Lattice(LatticeSpec{Nx: 4, Ny: 3, Nz: 6, Spacing: 0.5, Mass: 1, Stiffness: 1}))(t)
	volume := func(triangles [][3]uint32) (sum float64) {
		for _, c := range triangles {
			a, b, d := m.RestPosition[c[0]], m.RestPosition[c[1]], m.RestPosition[c[2]]
			n := model.Vec3{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
			sum += n.Dot(d) / 6
		}
		return sum
	}
	hull := Hull(4, 3, 6)
	if want := 3 * 2 * 5 * 0.125; len(hull) != 2*2*(3*2+2*5+3*5) || math.Abs(volume(hull)-want) > 1e-12 || math.Abs(volume(hull[1:])-want) < 1e-6 {
		t.Errorf("%d triangles enclose %g m³, without one %g; want 124 and %g", len(hull), volume(hull), volume(hull[1:]), want)
	}
}
