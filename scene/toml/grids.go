package toml

import (
	"crypto/sha256"
	"fmt"
	"io"
	"slices"
	"sync"

	"hooke/files/safefile"
	"hooke/mesh"
	"hooke/mesh/format"
	"hooke/model"
	"hooke/model/grid"
	"hooke/scene"
	"hooke/scene/toml/parse"
)

// checkTerrain holds the keys of a terrain against each other.
func (f *sceneFile) checkTerrain(t *parse.Table) {
	switch given := [2]bool{t.Value("make") != nil, t.Value("file") != nil}; given {
	case [2]bool{true, true}:
		f.FaultAt(t, "make", "make and file are given; a terrain has heights from one of them")
	case [2]bool{}:
		f.FaultIn(t, "the terrain has no heights; give make (noise, steps, slope) or file (.png, .npy)")
	}
	if list := t.Numbers("size"); len(list) > 2 {
		f.FaultAt(t, "size", "size has %d numbers; give [x, y], or one number for both", len(list))
	}
}

// sizeOfTerrain returns the size of the rectangle of a terrain [m].
func sizeOfTerrain(t *parse.Table) [2]float64 {
	switch list := t.Numbers("size"); len(list) {
	case 1:
		return [2]float64{list[0], list[0]}
	case 2:
		return [2]float64{list[0], list[1]}
	}
	return [2]float64{scene.DefaultSize, scene.DefaultSize}
}

// flatTerrain returns a level terrain instead of that of a table, for checks that do not depend on its
// heights.
func flatTerrain(t *parse.Table) model.Terrain {
	level, err := grid.NewHeights(2, 2, sizeOfTerrain(t), make([]float64, 4))
	if err != nil {
		level = nil // the size is a fault of its own
	}
	return model.Terrain{Heights: level, Center: t.Vector("center", model.Vec3{}), Ends: t.Text("outside") == "nothing"}
}

// contactOf returns the contact of a table, with the heights of a terrain and the distances of a field; false
// after a fault.
func (f *sceneFile) contactOf(t *parse.Table) (c model.Contact, ok bool) {
	c, ok = contactFrom(t), true
	switch s := c.Shape.(type) {
	case model.Terrain:
		s.Heights, ok = f.heights(t)
		c.Shape = s
	case model.Field:
		s.Distances, ok = f.distances(t)
		c.Shape = s
	}
	return c, ok
}

// heights makes or reads the heights of a terrain, once for each table; false after a fault.
func (f *sceneFile) heights(t *parse.Table) (*grid.Heights, bool) {
	if h, ok := f.terrains[t]; ok {
		return h, h != nil
	}
	h, key, err := f.makeHeights(t)
	if err != nil {
		f.FaultAt(t, key, "%s", err)
	}
	if f.terrains == nil {
		f.terrains = map[*parse.Table]*grid.Heights{}
	}
	f.terrains[t] = h
	return h, h != nil
}

// makeHeights returns the heights of a terrain; after an error, with the key that it belongs to.
func (f *sceneFile) makeHeights(t *parse.Table) (h *grid.Heights, key string, err error) {
	r := grid.Recipe{Make: t.Text("make"), File: t.Text("file"), Height: t.Number("height", 0)}
	if r.Make == "" {
		path, err := inside(f.folder, r.File)
		if err == nil {
			h, err = scene.ReadTerrain(path, r, sizeOfTerrain(t))
		}
		return h, "file", err
	}
	r.Height, r.Count = t.Number("height", scene.DefaultHeight), scene.DefaultSamples
	if t.Value("samples") != nil {
		r.Count = int(min(t.Whole("samples"), grid.MaxSamples))
	}
	if r.Seed = uint64(f.One("run").Whole("seed")); t.Value("seed") != nil {
		r.Seed = uint64(t.Whole("seed"))
	}
	if key = "samples"; t.Value(key) == nil {
		key = "make"
	}
	h, err = scene.MakeTerrain(r, sizeOfTerrain(t))
	return h, key, err
}

// terrain writes the keys of a terrain.
func (w *writer) terrain(s model.Terrain) {
	w.text("shape", "terrain")
	r, size := s.Heights.Recipe, s.Heights.Size()
	if r.Make != "" {
		w.text("make", r.Make)
		w.line("seed", digits(float64(r.Seed)))
		w.line("samples", digits(float64(r.Count)))
	} else {
		w.text("file", r.File)
	}
	w.line("size", "["+digits(size[0])+", "+digits(size[1])+"]")
	w.unlessZero("height", r.Height)
	w.vector("center", s.Center)
	if s.Ends {
		w.text("outside", "nothing")
	}
}

// emptyField returns a field that pushes nothing instead of that of a table, for checks that do not
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

// measure returns the distances of the mesh of a field.
func (f *sceneFile) measure(t *parse.Table) (*grid.Distances, error) {
	path, err := inside(f.folder, t.Text("file"))
	if err != nil {
		return nil, err
	}
	of := fieldOf{path: path, scale: t.Number("scale", 1), cell: t.Number("cell", 0), band: t.Number("band", 0)}
	shared, err := f.measured.distances(of)
	if err != nil {
		return nil, err
	}
	d := *shared
	d.File, d.Scale, d.Turn = t.Text("file"), of.scale, t.Vector("turn", model.Vec3{})
	return &d, nil
}

// fieldOf is all that the distances of a field follow from.
type fieldOf struct {
	path              string
	content           [sha256.Size]byte // of the file
	scale, cell, band float64
}

// measure reads the mesh and measures its distances.
func (of fieldOf) measure() (*grid.Distances, error) {
	file, err := format.Read(of.path)
	if err != nil {
		return nil, err
	}
	surface := file.Surface
	if surface == nil || surface.FaceCount() == 0 {
		return nil, fmt.Errorf("%s: a field requires the polygons of a closed surface; the file lacks polygons", of.path)
	}
	surface.Scale(of.scale)
	file.Weld()
	if _, err := surface.Turn(); err != nil {
		return nil, fmt.Errorf("%s: %w", of.path, err)
	}
	d, err := mesh.DistancesOf(surface, mesh.DistanceSpec{Cell: of.cell, Band: of.band})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", of.path, err)
	}
	return d, nil
}

// fieldMemory remembers the latest fields of a scene that is made many times, so that the runs of a sweep
// share them. Goroutines may use it at once. The zero value is empty.
type fieldMemory struct {
	mutex sync.Mutex
	known []*knownField // the latest last
	took  int           // how many were measured
}

type knownField struct {
	of        fieldOf
	once      sync.Once
	distances *grid.Distances
	err       error
}

// mostFields is how many fields are remembered: those of a scene, and not all of a sweep over cells.
const mostFields = 8

// distances returns those of a field, which callers must not change. A nil memory measures each time.
func (m *fieldMemory) distances(of fieldOf) (*grid.Distances, error) {
	if m == nil {
		return of.measure()
	}
	data, err := safefile.Open(of.path)
	if err != nil {
		return nil, err
	}
	defer data.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, data); err != nil {
		return nil, err
	}
	of.content = [sha256.Size]byte(sum.Sum(nil))
	one := m.find(of)
	one.once.Do(func() { one.distances, one.err = of.measure() })
	return one.distances, one.err
}

// find returns the field of a memory, which forgets its oldest for a new one.
func (m *fieldMemory) find(of fieldOf) *knownField {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if at := slices.IndexFunc(m.known, func(k *knownField) bool { return k.of == of }); at >= 0 {
		return m.known[at]
	}
	m.took++
	if m.known = append(m.known, &knownField{of: of}); len(m.known) > mostFields {
		m.known = slices.Delete(m.known, 0, 1)
	}
	return m.known[len(m.known)-1]
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
