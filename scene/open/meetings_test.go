package open

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/cpu"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/scene"
)

// cubeOnCloth drops a cube of 2 cm on a cloth with meshes of 10 cm, whose border is held.
const cubeOnCloth = `[run]
duration = 0.6
drag_half_life = 0.1
[collision]
touches = ["triangles"]
radius = 0.01
[[mesh]]
name = "cloth"
make = "cloth"
masses = [3, 3]
spacing = 0.1
stiffness = 1000
[[group]]
name = "border"
shape = "list"
masses = [0, 1, 2, 3, 5, 6, 7, 8]
[[pin]]
group = "border"
[[mesh]]
name = "block"
make = "lattice"
masses = [2, 2, 2]
spacing = 0.02
mass = 0.001
stiffness = 500
move = [0.05, 0.05, 0.2]
`

// A rope that falls across a held one hangs on it, and a cube lies on cloth with wide meshes. Where
// masses alone touch they fall through.
func TestPartsHoldWhatFalls(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cube.toml")
	must.Do(t, os.WriteFile(file, []byte(cubeOnCloth), 0o600))
	for _, c := range []struct {
		file, group string
		least, most float64 // height of the highest mass of the group at the end [m]
	}{{"../../examples/rope-on-rope.toml", "falls", -0.2, 0.2}, {file, "block", 0, 0.06}} {
		for _, parts := range []bool{true, false} {
			s := must.Get(Scene(c.file, scene.Options{}))(t)
			if !parts {
				s.Params.Collision.Touches = model.CollidingMasses
			}
			e := must.Get(cpu.New(s.Model, s.Params, cpu.Options{Threads: 1}))(t)
			modeltest.StepFrom(t, e, s.Start, int(s.Duration/s.Params.DT))
			end := modeltest.Snapshot(t, e)
			e.Close()
			highest, group := math.Inf(-1), must.Get(groupOf(s.Model, c.group))(t)
			for _, i := range group {
				highest = max(highest, float64(end.Position[i][2]))
			}
			if held := highest > c.least && highest < c.most; held != parts {
				t.Errorf("%s, parts collide: %v: the highest mass of %s is at %.3g m", c.file, parts, c.group, highest)
			}
		}
	}
}

// Masses that are farther apart than others are wide are told, with what to write; with triangles that collide they are not.
func TestHolesAreTold(t *testing.T) {
	for text, want := range map[string]string{
		cubeOnCloth: "",
		strings.Replace(cubeOnCloth, "touches = [\"triangles\"]\n", "", 1): `masses that collide leave holes; others fit between them: give [collision] touches = ["springs", "triangles"], or a larger radius`,
	} {
		file := filepath.Join(t.TempDir(), "cube.toml")
		must.Do(t, os.WriteFile(file, []byte(text), 0o600))
		said := strings.Join(must.Get(Scene(file, scene.Options{}))(t).Report.Notes, "; ")
		must.Be(t, said, want, "notes")
	}
}

// groupOf returns the masses of a group.
func groupOf(m *model.Model, name string) ([]uint32, error) {
	if g, there := m.Group(name); there {
		return g.Masses, nil
	}
	return nil, os.ErrNotExist
}
