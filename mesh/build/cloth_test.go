package build

import (
	"math"
	"strings"
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
		must.Hold(t, err == nil && got == want, "%d springs: side %d (%v), want %d", springs, got, err, want)
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

func TestRope(t *testing.T) {
	for _, span := range []float64{0, 1.5, 1, 0.4} {
		m := must.Get(Rope(RopeSpec{Masses: 50, Length: 1.5, Span: span, Mass: 0.1, Stiffness: 10, Height: 2}))(t)
		meshtest.Valid(t, m) // springs at rest: all chords have their length
		if span == 0 {
			span = 1.5
		}
		ends, _ := m.Group("ends")
		first, last := m.RestPosition[ends.Masses[0]], m.RestPosition[ends.Masses[1]]
		if !meshtest.Near(last[0]-first[0], span, meshtest.Rounding) || !meshtest.Near(first[1], last[1], meshtest.Rounding) || first[2] != 2 {
			t.Errorf("span %g: ends at %v and %v", span, first, last)
		}
	}
	if m, err := Rope(RopeSpec{Masses: 2, Length: 1, Mass: 1, Stiffness: 1}); err != nil || m.SpringCount() != 1 {
		t.Errorf("two masses: %v", err)
	}
}

// A helix of 2 turns in 16 segments is 2 pitches high, and its segments are equal chords; a ring of
// 6 is a hexagon.
func TestCoil(t *testing.T) {
	m, err := Coil(CoilSpec{Masses: 17, Radius: 0.1, Turns: 2, Pitch: 0.05, Mass: 0.01, Stiffness: 10})
	if err != nil || m.Validate() != nil {
		t.Fatal(err, m.Validate())
	}
	chord := math.Hypot(2*0.1*math.Sin(math.Pi/8), 0.05/8)
	for s, l := range m.RestLength {
		must.Near(t, l, chord, 1e-12, "length of segment %d, in m", s)
	}
	if last := m.RestPosition[16]; last.Sub(model.Vec3{0.1, 0, -0.1}).Len() > 1e-12 || m.SpringCount() != 16 {
		t.Errorf("the last mass is at %v, %d springs", last, m.SpringCount())
	}
	ring, err := Coil(CoilSpec{Masses: 6, Radius: 1, Mass: 1, Stiffness: 1})
	if err != nil || ring.SpringCount() != 6 || math.Abs(ring.RestLength[5]-1) > 1e-12 || ring.Ends[5] != (model.Ends{5, 0}) {
		t.Errorf("ring: %v, ends %v", err, ring.Ends)
	}
	for want, s := range map[string]CoilSpec{"at least 3": {Masses: 2, Radius: 1, Mass: 1, Stiffness: 1}, "more than 2 a turn": {Masses: 5, Radius: 1, Turns: 3, Mass: 1, Stiffness: 1}, "radius is": {Masses: 5, Mass: 1, Stiffness: 1}} {
		if _, err := Coil(s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", s, err, want)
		}
	}
}
