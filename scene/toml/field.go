package toml

import (
	"fmt"

	"hooke/mesh/distance"
	"hooke/mesh/format"
	"hooke/model"
	"hooke/model/grid"
	"hooke/scene/toml/parse"
)

// emptyField returns a field that pushes nothing in the place of that of a table, for what does not
// depend on its mesh.
func emptyField(t *parse.Table) model.Field {
	far, err := grid.NewDistances([3]int{2, 2, 2}, model.Vec3{}, 1, []float64{1, 1, 1, 1, 1, 1, 1, 1})
	if err != nil {
		far = nil // which is a fault of its own
	}
	return model.Field{Distances: far, Center: t.Vector("move", model.Vec3{}), Orientation: t.Turn("turn")}
}

// distances reads the mesh of a field and measures its distances, once for each table; false after a fault.
func (f *sceneFile) distances(t *parse.Table) (*grid.Distances, bool) {
	if d, ok := f.fields[t]; ok {
		return d, d != nil
	}
	d, err := f.measure(t)
	if err != nil {
		f.FaultAt(t, "file", "%s", err)
	}
	if f.fields == nil {
		f.fields = map[*parse.Table]*grid.Distances{}
	}
	f.fields[t] = d
	return d, d != nil
}

// measure reads the mesh of a field and measures its distances.
func (f *sceneFile) measure(t *parse.Table) (*grid.Distances, error) {
	path, err := inside(f.folder, t.Text("file"))
	if err != nil {
		return nil, err
	}
	file, err := format.Read(path)
	if err != nil {
		return nil, err
	}
	surface := file.Surface
	if surface == nil || surface.FaceCount() == 0 {
		return nil, fmt.Errorf("%s: a field needs the polygons of a closed surface, and the file has none", path)
	}
	surface.Scale(t.Number("scale", 1))
	file.Weld()
	if _, err := surface.Turn(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	d, err := distance.Of(surface, distance.Spec{Cell: t.Number("cell", 0), Band: t.Number("band", 0)})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	d.File, d.Scale, d.Turn = t.Text("file"), t.Number("scale", 1), t.Vector("turn", model.Vec3{})
	return d, nil
}

// field writes the keys of a field.
func (w *writer) field(s model.Field) {
	w.text("shape", "field")
	w.text("file", s.Distances.File)
	w.number("cell", s.Distances.Cell())
	w.unlessZero("scale", s.Distances.Scale)
	if s.Distances.Turn != (model.Vec3{}) {
		w.vector("turn", s.Distances.Turn)
	}
	w.vector("move", s.Center)
}
