package fill

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hooke/mesh"
	"hooke/mesh/build"
	"hooke/mesh/meshtest"
	"hooke/model"
	"hooke/must"
)

func shell(t *testing.T, text string) (*model.Model, SurfaceReport) {
	t.Helper()
	m, report, err := Cloth(meshtest.Parse(t, text), ClothSpec{ArealDensity: 2,
		Stiffness: build.ClothStiffness{Structural: 4, Shear: 2, Bend: 1}, DampingRatio: 0.5})
	must.Do(t, err)
	meshtest.Valid(t, m)
	return m, report
}

// springsOf lists the springs of a model by kind.
func springsOf(m *model.Model) map[uint16][]model.Ends {
	kinds := map[uint16][]model.Ends{}
	for s, ends := range m.Ends {
		kinds[m.MaterialOf[s]] = append(kinds[m.MaterialOf[s]], ends)
	}
	return kinds
}

func TestSurfaceCloth(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       map[uint16][]model.Ends
	}{
		{"triangle", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
			map[uint16][]model.Ends{build.ClothStructural: {{0, 1}, {0, 2}, {1, 2}}}},
		{"two triangles", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 2 4 3\n",
			map[uint16][]model.Ends{build.ClothStructural: {{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}}, build.ClothBend: {{0, 3}}}},
		{"two triangles that face apart", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 2 3 4\n",
			map[uint16][]model.Ends{build.ClothStructural: {{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}}, build.ClothBend: {{0, 3}}}},
		{"quad", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n",
			map[uint16][]model.Ends{build.ClothStructural: {{0, 1}, {0, 3}, {1, 2}, {2, 3}}, build.ClothShear: {{0, 2}, {1, 3}}}},
		{"two quads", "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 0 1 0\nv 1 1 0\nv 2 1 0\nf 1 2 5 4\nf 2 3 6 5\n",
			map[uint16][]model.Ends{
				build.ClothStructural: {{0, 1}, {0, 3}, {1, 2}, {1, 4}, {2, 5}, {3, 4}, {4, 5}},
				build.ClothShear:      {{0, 4}, {1, 3}, {1, 5}, {2, 4}},
				build.ClothBend:       {{0, 2}, {3, 5}}}},
		{"quad and triangle", "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 5 4\nf 2 3 5\n",
			map[uint16][]model.Ends{
				build.ClothStructural: {{0, 1}, {0, 3}, {1, 2}, {1, 4}, {2, 4}, {3, 4}},
				build.ClothShear:      {{0, 4}, {1, 3}},
				build.ClothBend:       {{0, 2}, {2, 3}}}},
		{"tetrahedron: bends are edges already", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n",
			map[uint16][]model.Ends{build.ClothStructural: {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}}},
		{"with a line", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 9 0 0\nf 1 2 3\nl 4 2\nl 1 2\n",
			map[uint16][]model.Ends{build.ClothStructural: {{0, 1}, {0, 2}, {1, 2}, {1, 3}}}},
	} {
		m, _ := shell(t, c.text)
		must.Be(t, cmp.Diff(c.want, springsOf(m)), "", "%s", c.name)
	}
}

// A flat grid of quads is the cloth of the generator.
func TestSurfaceClothIsCloth(t *testing.T) {
	want := must.Get(build.Cloth(build.ClothSpec{Nx: 5, Ny: 4, Spacing: 1, Mass: 1, Stiffness: build.ClothStiffness{Structural: 1, Shear: 1, Bend: 1}}))(t)
	s := &mesh.Surface{Vertices: want.RestPosition}
	for y := range uint32(3) {
		for x := range uint32(4) {
			i := x + 5*y
			s.AddFace([]uint32{i, i + 1, i + 6, i + 5})
		}
	}
	got, _, err := Cloth(s, ClothSpec{TotalMass: 3, Stiffness: build.ClothStiffness{Structural: 1, Shear: 1, Bend: 1}})
	must.Do(t, err)
	type spring struct {
		ends     model.Ends
		material uint16
	}
	set := func(m *model.Model) map[spring]bool {
		all := map[spring]bool{}
		for s, ends := range m.Ends {
			all[spring{ends, m.MaterialOf[s]}] = true
		}
		return all
	}
	if diff := cmp.Diff(set(want), set(got)); diff != "" || got.SpringCount() != want.SpringCount() {
		t.Errorf("%d springs: %s", got.SpringCount(), diff)
	}
	total := 0.0
	for _, mass := range got.Mass {
		total += mass
	}
	// A corner has a quarter of a cell, an inner mass a whole one; 12 cells of 0.25 kg.
	if !meshtest.Near(total, 3, meshtest.Rounding) || !meshtest.Near(got.Mass[0], 0.0625, meshtest.Rounding) || !meshtest.Near(got.Mass[6], 0.25, meshtest.Rounding) {
		t.Errorf("total mass %g kg, corner %g, inner %g", total, got.Mass[0], got.Mass[6])
	}
}

func TestSurfaceClothReport(t *testing.T) {
	// A vertex of nothing, and a sliver whose tip has next to no area.
	m, report := shell(t, "v 7 7 7\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0.5 -1e-9 0\nf 2 3 4\nf 2 5 3\n")
	if want := (SurfaceReport{Isolated: 1, Raised: 1}); report != want || m.MassCount() != 4 {
		t.Errorf("report %+v with %d masses, want %+v with 4", report, m.MassCount(), want)
	}
	// 2 kg/m² · 1/2 m² over 4 masses, a twentieth of it, and all lighter by the sum of those.
	if want := 0.25 / 20 / (1 + 0.05/4); !meshtest.Near(m.Mass[3], want, 1e-9) || !meshtest.Near(total(m), 1, 1e-8) {
		t.Errorf("light mass %g kg of %g kg, want %g of 1 kg", m.Mass[3], total(m), want)
	}
	// c = 2 ζ √(k · mean/2) = √(4 · 0.125)
	if !meshtest.Near(m.Materials[build.ClothStructural].Damping, math.Sqrt(0.5), 1e-9) {
		t.Errorf("damping %g", m.Materials[build.ClothStructural].Damping)
	}
}

func TestSurfaceLines(t *testing.T) {
	s := meshtest.Parse(t, "v 0 0 0\nv 1 0 0\nv 9 9 9\nv 1 2 0\nl 1 2 4\nl 2 1\nf 1 2 3\n")
	m, report, err := Lines(s, LinesSpec{LinearDensity: 3, Stiffness: 8, DampingRatio: 0.5})
	must.Do(t, err)
	meshtest.Valid(t, m)
	if diff := cmp.Diff([]model.Ends{{0, 1}, {1, 2}}, m.Ends); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]float64{1.5, 4.5, 3}, m.Mass); diff != "" {
		t.Error(diff)
	}
	must.Be(t, report, (SurfaceReport{Isolated: 1, Duplicates: 1}), "report")
	// c = 2 ζ √(k · 3/2), the mean mass being 3 kg
	must.Hold(t, meshtest.Near(m.Materials[1].Damping, math.Sqrt(12), meshtest.Rounding), "damping %g", m.Materials[1].Damping)
}

func TestSurfaceModelErrors(t *testing.T) {
	const triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
	k := build.ClothStiffness{Structural: 1}
	for _, c := range []struct {
		text string
		spec ClothSpec
		want string
	}{
		{"v 0 0 0\nv 1 0 0\nl 1 2\n", ClothSpec{ArealDensity: 1, Stiffness: k}, "no polygons"},
		{"v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n", ClothSpec{ArealDensity: 1, Stiffness: k}, "an area of 0 m²"},
		{triangle, ClothSpec{Stiffness: k}, "areal density is 0"},
		{triangle, ClothSpec{ArealDensity: 1, TotalMass: 1, Stiffness: k}, "give one"},
		{triangle, ClothSpec{TotalMass: -1}, "structural stiffness is 0"},
	} {
		if _, _, err := Cloth(meshtest.Parse(t, c.text), c.spec); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one with %q", err, c.want)
		}
	}
	for _, c := range []struct {
		text string
		spec LinesSpec
		want string
	}{
		{triangle, LinesSpec{LinearDensity: 1, Stiffness: 1}, "no lines"},
		{"v 1 0 0\nv 1 0 0\nl 1 2\n", LinesSpec{LinearDensity: 1, Stiffness: 1}, "total mass is 0 kg"},
		{"v 1 0 0\nv 1 2 0\nl 1 2\n", LinesSpec{}, "linear density is 0"},
	} {
		if _, _, err := Lines(meshtest.Parse(t, c.text), c.spec); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one with %q", err, c.want)
		}
	}
}

// The triangles that wind blows on are those of the polygons, in the numbers of
// the model, which leaves out vertices without springs.
func TestSurfaceClothTriangles(t *testing.T) {
	m, _ := shell(t, "v 9 9 9\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 8 8 8\nv 0 1 0\nv 2 0 0\nf 2 3 4 6\nf 3 7 4\n")
	want := [][3]uint32{{0, 1, 2}, {0, 2, 3}, {1, 4, 2}}
	if diff := cmp.Diff(want, m.Triangles); diff != "" {
		t.Error(diff)
	}
}
