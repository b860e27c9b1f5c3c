package tune

import (
	"slices"
	"strings"
	"testing"

	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
	"hooke/scene"
)

// A shape thinner than the shortest spring is noted, with what helps the structure, unless it
// touches springs, is a container or has no thickness.
func TestThinContactsAreNoted(t *testing.T) {
	cloth := must.Get(build.Cloth(build.ClothSpec{Nx: 3, Ny: 3, Spacing: 0.05, Mass: 1, Stiffness: ClothRatios(1)}))(t)
	block := must.Get(build.Lattice(build.LatticeSpec{Nx: 3, Ny: 3, Nz: 3, Spacing: 0.05, Mass: 1, Stiffness: 1}))(t)
	net := *cloth
	net.Triangles = nil
	thin := model.Contact{Shape: model.Capsule{B: model.Vec3{1}, Radius: 0.01}}
	able, inside := thin, thin
	able.Touches, inside.Inside = model.TouchSprings, true
	p := model.Params{Contacts: []model.Contact{{Shape: model.Plane{}}, able, inside, thin, {Shape: model.Sphere{Radius: 0.03}}}}
	for advice, m := range map[string]*model.Model{`touches = "springs" or "triangles"`: cloth, `touches = "springs"`: &net, "more masses": block} {
		s := &scene.Scene{Model: m, Params: p}
		noteThin(s)
		if n := s.Report.Notes; len(n) != 1 || !strings.HasPrefix(n[0], "contact 3 is 0.02 m thick, less than the shortest spring, 0.05 m,") || !strings.HasSuffix(n[0], advice) {
			t.Errorf("want one note that ends with %q, got %q", advice, n)
		}
	}
	p.Contacts = []model.Contact{{Shape: model.Box{Half: model.Vec3{1, 1, 0.01}}}, {Shape: model.Box{Half: model.Vec3{1, 0.02, 0.01}}}}
	plates := &scene.Scene{Model: cloth, Params: p}
	if noteThin(plates); len(plates.Report.Notes) != 2 || !strings.Contains(plates.Report.Notes[0], "and edge-on may") || strings.Contains(plates.Report.Notes[1], "edge-on") {
		t.Errorf("a plate and a bar: %q", plates.Report.Notes)
	}
	s := &scene.Scene{Model: &model.Model{}, Params: p}
	if noteThin(s); !slices.Equal(s.Report.Notes, nil) {
		t.Errorf("without springs: %q", s.Report.Notes)
	}
}

func TestWhatAStructureTakes(t *testing.T) {
	if got := bytesOf(1000, 13000); got != 142_000+572_000 {
		t.Errorf("%d bytes", got)
	}
}
