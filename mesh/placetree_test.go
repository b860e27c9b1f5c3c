package mesh_test

import (
	"hooke/mesh"
	"hooke/mesh/meshtest"
	"hooke/model"
	"math"
	"testing"
)

// The nearest place is that of a search through all.
func TestPlaceTree(t *testing.T) {
	places := meshtest.Parse(t, meshtest.SphereOBJ(1, 9)).Vertices
	places = append(places, places[:7]...) // the lowest number of several counts
	tree := mesh.NewPlaceTree(places)
	for _, x := range []model.Vec3{{}, {0.3, 0.4, 0.5}, {-2, 0, 1}, places[3], {1e9, 0, 0}} {
		want, least := 0, math.Inf(1)
		for i, p := range places {
			if d := p.Sub(x); d.Dot(d) < least {
				want, least = i, d.Dot(d)
			}
		}
		if got := tree.Nearest(x); int(got) != want {
			t.Errorf("nearest to %v is %d, want %d", x, got, want)
		}
	}
}
