package export_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hooke/mesh/format"
	"hooke/model"
	"hooke/model/spring"
	"hooke/must"
	"hooke/physics/measure"
	"hooke/run/export"
	"hooke/run/export/grid"
)

// A part has the springs, triangles and numbers of its masses.
func TestPart(t *testing.T) {
	m := sheet()
	masses := export.MassesOf([]model.Group{{Masses: []uint32{2}}, {Masses: []uint32{0, 2}}})
	part := export.PartOf(m, masses, model.Params{DT: 1})
	if !slices.Equal(masses, []uint32{0, 2}) || part.MassCount() != 2 || !slices.Equal(part.Ends, []model.Ends{{1, 0}}) ||
		part.Mass[1] != 3 || part.PinOf(1) != model.PinAll || part.ActuatorOf[0] != 1 || len(part.Triangles) != 0 {
		t.Errorf("masses %v, part %+v", masses, part)
	}
	must.Hold(t, export.PartOf(m, nil, model.Params{DT: 1}) == m, "all masses are another model")
	path := filepath.Join(t.TempDir(), "a.dump")
	dump := must.Get(export.CreateDump(path, part, masses, export.Fields{"positions"}, export.Numbers{}, nil))(t)
	s := export.OfPart(dump, m, masses)
	must.Do(t, errors.Join(s.Frame(frameAt(4)), s.Close()))
	text, err := os.ReadFile(path)
	if want := "ITEM: ATOMS id type x y z\n1 1 1 0 0\n3 2 1 2 0\n"; err != nil || !strings.HasSuffix(string(text), want) {
		t.Errorf("%v: the dump is\n%s, want at its end\n%s", err, text, want)
	}
}

// A spring of a normalized material is as stiff in a part as it is in the whole, where
// its ends have more springs.
func TestPartKeepsNormalizedSprings(t *testing.T) {
	m := sheet()
	m.Materials = []model.Material{{}, {Name: "n", Normalized: spring.Normalized{Stiffness: 1, Damping: 1}}}
	m.MaterialOf = []uint16{1, 1, 1}
	m.Pin = nil
	const dt = 0.01
	whole, part := measure.Of(m, model.Params{DT: dt}), export.PartOf(m, []uint32{0, 2}, model.Params{DT: dt})
	for s, ends := range m.Ends {
		if ends == (model.Ends{2, 0}) {
			if got, want := measure.Of(part, model.Params{DT: dt}).Coefficients(0), whole.Coefficients(s); got != want || got.Stiffness == 0 {
				t.Errorf("in the part k and c are %v, in the whole %v", got, want)
			}
		}
	}
	if err := part.Validate(); err != nil || part.Materials[1].Name != "n" {
		t.Errorf("the part is not valid: %v; %v", err, part.Materials)
	}
}

// The vertices of a skin are where its masses put them, with the mean of the masses' values. The skin of a
// part hangs on it wholly.
func TestSkins(t *testing.T) {
	m := sheet()
	m.Triangles = nil
	m.Skin = &model.Skin{
		Masses:    [][8]uint32{{0}, {1}, {0, 2}, {2}},
		Weights:   [][8]float32{{1}, {1}, {0.5, 0.5}, {1}},
		Triangles: [][3]uint32{{0, 1, 2}, {0, 2, 3}},
	}
	base := filepath.Join(t.TempDir(), "vtu")
	s := must.Get(grid.CreateVTUSeries(base, m, model.Params{DT: 1e-3}, 0, nil, export.Numbers{}))(t)
	must.Do(t, s.Frame(frameAt(4)))
	file, err := format.Read(filepath.Join(base, "surface-000000004.vtu"))
	if err != nil || file.Surface.FaceCount() != 2 || file.Surface.Vertices[2] != (model.Vec3{1, 1, 0}) {
		t.Errorf("the skin: %v", err)
	}
	raw := must.Get(os.ReadFile(filepath.Join(base, "surface-000000004.vtu")))(t)
	must.BeAll(t, appended(t, string(raw), "force", 4), []float32{6.75, 6, 7.125, 7.5}, "force")
	part := export.PartOf(m, []uint32{0, 2}, model.Params{DT: 1})
	if got := part.Skin; got == nil || !slices.Equal(got.Triangles, [][3]uint32{{0, 1, 2}}) || got.Masses[1] != [8]uint32{0, 1} {
		t.Errorf("the skin of the part is %+v", got)
	}
	if err := part.Validate(); err != nil {
		t.Error(err)
	}
}
