package physics

import (
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
)

// Ropes have edges, but not those that run along two others; cloth has those of its triangles;
// solids have none, nor has anything where contacts touch masses alone.
func TestWhichSpringsAreEdges(t *testing.T) {
	rod := model.Contact{Shape: model.Sphere{Radius: 1}, Stiffness: 1, Touches: model.TouchTriangles}
	p := model.Params{Contacts: []model.Contact{rod}}
	rope := modeltest.NewBuilder("rope")
	k := rope.Material(1, 0)
	for i := range 5 {
		rope.Mass(1, model.Vec3{float64(i)}, 0)
		if i > 0 {
			rope.Join(i-1, i, k)
		}
		if i > 1 {
			rope.Join(i-2, i, k) // it bends
		}
	}
	if got := SpansOf(&rope.Model, p); len(got.Edges) != 4 || len(got.Triangles) != 0 {
		t.Errorf("rope: %+v", got)
	}
	if got := SpansOf(modeltest.Lattice(4, 1, 0, false), p); len(got.Edges) != 0 {
		t.Errorf("lattice: %d edges", len(got.Edges))
	}
	cloth, _, _ := modeltest.OnSpikes()
	got := SpansOf(cloth, p) // 8 × 8 cells: 2 × 72 sides and 64 diagonals, of the rope 7
	if len(got.Edges) != 144+64+7 || len(got.Triangles) != 128 {
		t.Errorf("cloth and rope: %d edges and %d triangles", len(got.Edges), len(got.Triangles))
	}
	p.Contacts[0].Touches = model.TouchMasses
	if got := SpansOf(cloth, p); got.Count() != 0 {
		t.Errorf("of masses alone: %d spans", got.Count())
	}
}
