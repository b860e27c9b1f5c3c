package toml

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"hooke/model"
	"hooke/must"
)

const tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"

// The scenes of a source share the distances of a field that has the same file, size and cells, whatever else
// its contact is; another file measures anew, and only the latest are remembered.
func TestScenesShareFields(t *testing.T) {
	folder := t.TempDir()
	solid := filepath.Join(folder, "solid.obj")
	must.Do(t, os.WriteFile(solid, []byte(tetrahedron), 0o600))
	text := "[[mesh]]\nmake = \"cloth\"\nmasses = 4\nspacing = 0.1\nstiffness = 10\nmove = [0, 0, 3]\n[[contact]]\nshape = \"field\"\nfile = \"solid.obj\"\ncell = 0.2\nstiffness = 100\n"
	source := NewSource([]byte(text), filepath.Join(folder, "scene.toml"))
	field := func(settings ...string) model.Field {
		t.Helper()
		o := Options{}
		o.Settings = settings
		s := must.Get(source.Open(o))(t)
		return s.Params.Contacts[0].Shape.(model.Field)
	}
	first, turned := field(), field("contact[0].turn=[0, 0, 90]", "contact[0].stiffness=7")
	must.Hold(t, source.fields.took == 1 && turned.Distances.Turn == model.Vec3{0, 0, 90} && first.Distances.Turn == model.Vec3{},
		"%d fields were measured; turned by %v and %v", source.fields.took, first.Distances.Turn, turned.Distances.Turn)
	must.Hold(t, field("contact[0].cell=0.3").Distances.Cell() == 0.3 && source.fields.took == 2, "%d fields were measured, want 2", source.fields.took)
	must.Do(t, os.WriteFile(solid, []byte(tetrahedron+"# changed\n"), 0o600))
	field()
	must.Hold(t, source.fields.took == 3, "a file that changed is not measured: %d fields", source.fields.took)
	for k := range 2 * mostFields {
		field(fmt.Sprintf("contact[0].cell=%g", 0.25+0.01*float64(k)))
	}
	must.Hold(t, len(source.fields.known) == mostFields, "%d fields are remembered", len(source.fields.known))
	must.Do(t, os.Remove(solid))
	must.Say(t, "no file", must.Err(source.Open(Options{})), "solid.obj")
}
