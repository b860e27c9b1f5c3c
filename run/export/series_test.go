package export_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hooke/files/npy"
	"hooke/mesh/format"
	"hooke/model"
	"hooke/must"
	"hooke/run/export"
	"hooke/run/export/grid"
)

// sheet is three masses, three springs of which one is removed and one is
// actuated, and a triangle.
func sheet() *model.Model {
	return &model.Model{
		Name:         "sheet",
		RestPosition: []model.Vec3{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}},
		Mass:         []float64{1, 2, 3}, Pin: []model.Pin{0, 0, model.PinAll},
		Ends: []model.Ends{{0, 1}, {1, 2}, {2, 0}}, RestLength: []float64{1, 2, 1}, MaterialOf: []uint16{1, 0, 1},
		Materials:  []model.Material{{Name: "removed"}, {Name: "spring", Stiffness: 10, Damping: 0.5}},
		ActuatorOf: []uint16{0, 0, 1}, Triangles: [][3]uint32{{0, 1, 2}},
		Groups: []model.Group{{Name: "feet, two", Masses: []uint32{0, 1}}},
	}
}

func frameAt(step int64) *export.Frame {
	x := float32(step) / 4
	return &export.Frame{
		Snapshot: model.Snapshot{Step: step, Time: float64(step) * 0.1,
			Position: [][3]float32{{x, 0, 0}, {x + 1.5, 0, 0}, {x, 2, 0}}, Velocity: [][3]float32{{0, 0, 0}, {2, 0, 0}, {0, 0, 0}}},
		RestScale: []float64{1.25},
	}
}

// Frames are read back by our own reader: points and springs to the last bit, and the strains and forces that
// one can do in the head.
func TestVTUSeries(t *testing.T) {
	base := filepath.Join(t.TempDir(), "vtu")
	s, err := grid.CreateVTUSeries(base, sheet(), model.Params{DT: 1e-3}, 0, nil, export.Numbers{})
	must.Do(t, err)
	for _, step := range []int64{0, 10, 20} {
		must.Do(t, s.Frame(frameAt(step)))
	}
	file := must.Get(format.Read(filepath.Join(base, "frame-000000010.vtu")))(t)
	if want := [][2]uint32{{0, 1}, {2, 0}}; !slices.Equal(file.Surface.Lines, want) {
		t.Errorf("springs %v, want %v: the removed one is left out", file.Surface.Lines, want)
	}
	for i, x := range frameAt(10).Position {
		if file.Surface.Vertices[i] != (model.Vec3{float64(x[0]), float64(x[1]), float64(x[2])}) {
			t.Errorf("mass %d is at %v, want %v", i, file.Surface.Vertices[i], x)
		}
	}
	// 10 (1.5 − 1) + 0.5 · 2 = 6 N; of the actuated one 10 (2 − 1.25) = 7.5 N.
	raw := must.Get(os.ReadFile(filepath.Join(base, "frame-000000010.vtu")))(t)
	for name, want := range map[string][]float32{"strain": {0.5, 0.6}, "force": {6, 7.5}, "stress": {6, 7.5}} {
		must.BeAll(t, appended(t, string(raw), name, 2), want, "%s", name)
	}
	// On the surface the means at masses 0, 1 and 2.
	if raw, err = os.ReadFile(filepath.Join(base, "surface-000000010.vtu")); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]float32{"strain": {0.55, 0.5, 0.6}, "force": {6.75, 6, 7.5}} {
		must.BeAll(t, appended(t, string(raw), name, 3), want, "surface: %s", name)
	}
	// A series that continues from step 10 drops the later frames.
	if s, err = grid.CreateVTUSeries(base, sheet(), model.Params{DT: 1e-3}, 10, nil, export.Numbers{}); err != nil {
		t.Fatal(err)
	}
	must.Do(t, s.Frame(frameAt(30)))
	list := must.Get(os.ReadFile(base + ".pvd"))(t)
	want := ""
	for _, frame := range []struct {
		time string
		step int
	}{{"0", 0}, {"1", 10}, {"3", 30}} {
		want += fmt.Sprintf("<DataSet timestep=\"%s\" part=\"0\" file=\"vtu/frame-%09d.vtu\"/>\n<DataSet timestep=\"%[1]s\" part=\"1\" file=\"vtu/surface-%09[2]d.vtu\"/>\n", frame.time, frame.step)
	}
	must.Hold(t, strings.Contains(string(list), "<Collection>\n"+want+"</Collection>"), "the list is\n%s", list)
}

// appended are the first numbers of an appended float32 array.
func appended(t *testing.T, text, name string, count int) (numbers []float32) {
	t.Helper()
	var offset int
	at := strings.Index(text, `Name="`+name+`"`)
	must.Do(t, must.Err(fmt.Sscanf(text[strings.Index(text[at:], "offset=")+at:], "offset=%q", new(string))))
	fmt.Sscanf(text[strings.Index(text[at:], `offset="`)+at:], `offset="%d"`, &offset)
	data := text[strings.Index(text, "\n_")+2+offset:]
	for i := range count {
		word := data[8+4*i:]
		numbers = append(numbers, math.Float32frombits(uint32(word[0])|uint32(word[1])<<8|uint32(word[2])<<16|uint32(word[3])<<24))
	}
	return numbers
}

func TestTrajectoryNPZ(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "trajectory.npz")
	s := must.Get(export.CreateTrajectoryNPZ(path, export.Shape{Masses: 3}, nil, nil, export.Numbers{}, nil))(t)
	for _, step := range []int64{0, 4} {
		must.Do(t, s.Frame(frameAt(step)))
	}
	if entries, _ := os.ReadDir(folder); len(entries) != 3 || !strings.HasPrefix(entries[0].Name(), ".trajectory.npz.") {
		t.Errorf("while it runs the folder holds %v, want what three arrays grow in", entries)
	}
	must.Do(t, s.Close())
	arrays := must.Get(npy.ReadArchive(path))(t)
	if got := arrays[0]; got.Name != "positions" || !slices.Equal(got.Shape, []int{2, 3, 3}) ||
		!slices.Equal(got.Data.([]float32), []float32{0, 0, 0, 1.5, 0, 0, 0, 2, 0, 1, 0, 0, 2.5, 0, 0, 1, 2, 0}) {
		t.Errorf("positions %v", got)
	}
	if got := arrays[1]; got.Name != "velocities" || !slices.Equal(got.Shape, []int{2, 3, 3}) || got.Data.([]float32)[3] != 2 {
		t.Errorf("velocities %v", got)
	}
	if !slices.Equal(arrays[2].Data.([]float64), []float64{0, 0.4}) || !slices.Equal(arrays[3].Data.([]int64), []int64{0, 4}) || len(arrays) != 4 {
		t.Errorf("time and step are %v", arrays[1:])
	}
}

func TestTextSeries(t *testing.T) {
	folder := t.TempDir()
	dump := must.Get(export.CreateDump(filepath.Join(folder, "a.dump"), sheet(), nil, nil, export.Numbers{}, nil))(t)
	probes := must.Get(export.CreateProbes(filepath.Join(folder, "a.csv"), sheet(), model.Params{}, export.WholeAndGroups(sheet()), nil, export.Numbers{}, nil))(t)
	surfaces := must.Get(grid.CreateSurfaceSeries(filepath.Join(folder, "ply"), "ply", sheet()))(t)
	r := export.NewRecorder(3, false, dump, probes, surfaces)
	must.Do(t, r.Record([]int{0, 1, 2}, func(f *export.Frame) error { *f = *frameAt(4); return nil }))
	if files, err := r.Close(); err != nil || len(files) != 3 {
		t.Fatal(files, err)
	}
	for name, want := range map[string]string{
		"a.dump": "ITEM: TIMESTEP\n4\nITEM: NUMBER OF ATOMS\n3\nITEM: BOX BOUNDS ss ss ss\n1 2.5\n0 2\n0 0\nITEM: ATOMS id type x y z vx vy vz\n1 1 1 0 0 0 0 0\n2 1 2.5 0 0 2 0 0\n3 2 1 2 0 0 0 0\n",
		// ½ 2 kg 2² = 4 J, ½ 10 (0.5² + 0.75²) = 4.0625 J;
		// (1·1 + 2·2.5)/3 = 2, all: (6 + 3)/6 = 1.5 and 6/6 = 1
		"a.csv": "step,time_s,all_x_m,all_y_m,all_z_m,all_vx_m_s,all_vy_m_s,all_vz_m_s,feet  two_x_m,feet  two_y_m,feet  two_z_m,feet  two_vx_m_s,feet  two_vy_m_s,feet  two_vz_m_s,kinetic_J,gravitational_J,elastic_J,contact_J,total_J\n" +
			"4,0.4,1.5,1,0,0.6666666666666666,0,0,2,0,0,1.3333333333333333,0,0,4,0,4.0625,0,8.0625\n",
	} {
		got, err := os.ReadFile(filepath.Join(folder, name))
		must.Hold(t, err == nil && string(got) == want, "%s, %v, is\n%swant\n%s", name, err, got, want)
	}
	file, err := format.Read(filepath.Join(folder, "ply", "frame-000000004.ply"))
	if err != nil || file.Surface.FaceCount() != 1 || file.Surface.Vertices[1] != (model.Vec3{2.5, 0, 0}) {
		t.Errorf("the surface: %v", err)
	}
	// A skin, if there is one, is the surface: a vertex between masses 0 and 1.
	skinned := sheet()
	skinned.Skin = &model.Skin{Masses: [][8]uint32{{0, 1}, {1}, {2}}, Weights: [][8]float32{{0.5, 0.5}, {1}, {1}}, Triangles: [][3]uint32{{0, 1, 2}}}
	series := must.Get(grid.CreateSurfaceSeries(filepath.Join(folder, "skin"), "ply", skinned))(t)
	must.Do(t, series.Frame(frameAt(4)))
	file, err = format.Read(filepath.Join(folder, "skin", "frame-000000004.ply"))
	if err != nil || file.Surface.FaceCount() != 1 || file.Surface.Vertices[0] != (model.Vec3{1.75, 0, 0}) {
		t.Errorf("the skin: %v", err)
	}
	bare := sheet()
	bare.Triangles = nil
	must.Say(t, "a structure without triangles", must.Err(grid.CreateSurfaceSeries(filepath.Join(folder, "obj"), "obj", bare)), "no triangles")
}

var errFull = errors.New("disk full")

func (s *slow) Frame(f *export.Frame) error {
	<-s.wait
	if s.steps = append(s.steps, f.Step); f.Step >= 2 {
		return errFull
	}
	return nil
}
