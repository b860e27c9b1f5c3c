package join

import (
	"testing"

	"hooke/mesh"
	"hooke/mesh/fill"
	"hooke/model"
	"hooke/must"
)

// Merged, welded and carved models keep the skins of what is left.
func TestSkinGoesWithItsMasses(t *testing.T) {
	cube := cubeSurface()
	part, _, err := fill.Lattice(cube, fill.LatticeSpec{Pitch: 0.3, Density: 1000, Stiffness: 100})
	must.Do(t, err)
	part.Skin = mesh.Skin(cube, part)
	both := must.Get(Merge("both", Part{Model: part}, Part{Model: part, Move: model.Vec3{3, 0, 0}}))(t)
	must.Do(t, both.Validate())
	if both.Skin.VertexCount() != 16 || len(both.Skin.Triangles) != 24 {
		t.Fatalf("%d vertices, %d triangles; want twice those of a cube", both.Skin.VertexCount(), len(both.Skin.Triangles))
	}
	for v, x := range both.Skin.Positions(nil, both.RestPosition)[8:] {
		if want := cube.Vertices[v].Add(model.Vec3{3, 0, 0}); x.Sub(want).Len() > 1e-6 {
			t.Errorf("vertex %d of the second at %v, want %v", v, x, want)
		}
	}
	one := must.Get(Carve(both, func(p model.Vec3) bool { return p[0] > 2 }))(t)
	must.Do(t, one.Validate())
	if len(one.Skin.Triangles) != 12 {
		t.Errorf("%d triangles are left, want 12", len(one.Skin.Triangles))
	}
}

// cubeSurface is a cube of 1 m of twelve triangles that face outward.
func cubeSurface() *mesh.Surface {
	s := &mesh.Surface{FaceStart: []uint32{0}}
	for i := range 8 {
		s.Vertices = append(s.Vertices, model.Vec3{float64(i & 1), float64(i >> 1 & 1), float64(i >> 2)})
	}
	for _, f := range [][4]uint32{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {1, 3, 7, 5}, {3, 2, 6, 7}, {2, 0, 4, 6}} {
		s.Corners = append(s.Corners, f[0], f[1], f[2], f[0], f[2], f[3])
		s.FaceStart = append(s.FaceStart, uint32(len(s.Corners)-3), uint32(len(s.Corners)))
	}
	return s
}
