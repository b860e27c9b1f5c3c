package build

import (
	"math"
	"testing"

	"hooke/mesh/meshtest"
	"hooke/model"
	"hooke/must"
)

func TestCloth(t *testing.T) {
	m := must.Get(Cloth(ClothSpec{Nx: 4, Ny: 3, Spacing: 0.5, Mass: 2, Height: 7, DampingRatio: 0.5,
		Stiffness: ClothStiffness{Structural: 100, Shear: 25, Bend: 0}}))(t)
	meshtest.Valid(t, m)
	// 3·3 + 4·2 structural, 2 · 3·2 shear, 2·3 + 4·1 bend.
	kinds := map[uint16]int{}
	for s := range m.Ends {
		kinds[m.MaterialOf[s]]++
		want := map[uint16]float64{ClothStructural: 0.5, ClothShear: 0.5 * math.Sqrt2, ClothBend: 1}[m.MaterialOf[s]]
		if !meshtest.Near(m.RestLength[s], want, meshtest.Rounding) {
			t.Errorf("spring %d of kind %d is %g m long, want %g", s, m.MaterialOf[s], m.RestLength[s], want)
		}
	}
	if kinds[ClothStructural] != 17 || kinds[ClothShear] != 12 || kinds[ClothBend] != 10 {
		t.Errorf("springs by kind: %v", kinds)
	}
	// c = 2 · 0.5 · √(k · 2/2)
	if m.Materials[1].Damping != 10 || m.Materials[2].Damping != 5 || m.Materials[3].Damping != 0 {
		t.Errorf("palette %+v", m.Materials)
	}
	// Six cells of 0.25 m², each in two halves that face up.
	area := 0.0
	for _, c := range m.Triangles {
		x := m.RestPosition[c[0]]
		up := m.RestPosition[c[1]].Sub(x).Cross(m.RestPosition[c[2]].Sub(x))
		if !meshtest.Near(up[2], 0.25, meshtest.Rounding) {
			t.Errorf("triangle %v has the area vector %v, want 0.125 m² up", c, up.Mul(0.5))
		}
		area += up.Len() / 2
	}
	if !meshtest.Near(area, 1.5, meshtest.Rounding) || len(m.Triangles) != 12 {
		t.Errorf("%d triangles of %g m², want 12 of 1.5 m²", len(m.Triangles), area)
	}
	edge, _ := m.Group("edge")
	corners, _ := m.Group("corners")
	if len(edge.Masses) != 4 || m.RestPosition[edge.Masses[0]] != (model.Vec3{-0.75, 0.5, 7}) ||
		len(corners.Masses) != 2 || m.RestPosition[corners.Masses[1]] != (model.Vec3{0.75, 0.5, 7}) {
		t.Errorf("edge %v, corners %v", edge, corners)
	}
}

func TestClothSide(t *testing.T) {
	for springs, want := range map[int64]int{1: 2, 6: 2, 26: 3, 23938: 64, 1_000_000: 409} {
		got, err := ClothSide(springs)
		if err != nil || got != want {
			t.Errorf("%d springs: side %d (%v), want %d", springs, got, err, want)
		}
		// No neighbor is nearer, by the exact count.
		distance := func(n int) int64 {
			_, have, err := ClothCount(n, n)
			must.Do(t, err)
			return int64(abs(int(have - springs)))
		}
		if distance(got) > distance(got+1) || (got > 2 && distance(got) > distance(got-1)) {
			t.Errorf("%d springs: side %d is not the nearest", springs, got)
		}
	}
	if _, err := ClothSide(0); err == nil {
		t.Error("0 springs: no error")
	}
}
