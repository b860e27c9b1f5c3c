package open

import (
	"errors"
	"io/fs"
	"math"
	"os"
	"strings"
	"testing"

	"hooke/cpu"
	"hooke/mesh"
	"hooke/mesh/format"
	"hooke/model"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/scenetest"
)

// Meshes that people try first, closed and with holes, fill to about a million springs
// with the mesh's volume, in one part, and fall on the ground and lie there at the
// automatic step. The drop is of a coarser fill unless HOOKE_LONG is set.
func TestFilledMeshesDrop(t *testing.T) {
	const volumeTolerance = 0.02 // of the mesh's volume, its holes capped by fans
	for path, o := range map[string]scene.Options{
		"../../mesh/testdata/spot.obj":                {Up: "y"},
		"../../../shared/meshes/stanford-bunny.obj":   {Up: "y"},
		"../../../shared/meshes/spot/spot-binary.stl": {Up: "y", Fill: "lattice"},
	} {
		t.Run(path, func(t *testing.T) {
			file, err := format.Read(path)
			if errors.Is(err, fs.ErrNotExist) && strings.Contains(path, "/shared/") {
				t.Skip("it is no part of the project: the bunny may not be copied, and one Spot is enough")
			}
			must.Do(t, err)
			o.Springs = 1_000_000
			s := must.Get(Scene(path, o))(t)
			h := s.Report.Fill.Pitch
			volume, want := float64(s.Model.MassCount())*h*h*h, math.Abs(file.Surface.Volume())
			if math.Abs(volume/want-1) > volumeTolerance {
				t.Errorf("%d masses of %g m³, the mesh has %g m³", s.Model.MassCount(), volume, want)
			}
			if off := math.Abs(float64(s.Model.SpringCount())/1e6 - 1); off > 0.02 || mesh.Parts(s.Model) != 1 {
				t.Errorf("%d springs in %d parts", s.Model.SpringCount(), mesh.Parts(s.Model))
			}
			t.Logf("%d springs, volume %.4f of the mesh's", s.Model.SpringCount(), volume/want)
			if os.Getenv("HOOKE_LONG") == "" {
				o.Springs = 40_000
				if s, err = Scene(path, o); err != nil {
					t.Fatal(err)
				}
			}
			drop(t, s)
		})
	}
}

// drop lets a scene fall on its ground and looks at it when it has come to rest a bit.
func drop(t *testing.T, s *scene.Scene) {
	t.Helper()
	e := must.Get(cpu.New(s.Model, s.Params, cpu.Options{}))(t)
	defer e.Close()
	must.Do(t, e.Reset(s.Start))
	lo, hi := s.Model.Bounds()
	size := scene.Largest(hi.Sub(lo))
	fall := math.Sqrt(2 * scenetest.MeshDrop * size / model.StandardGravity)
	steps := int(4*fall/s.Params.DT) + 1
	must.Do(t, e.Step(steps))
	var got model.Snapshot
	must.Do(t, e.Read(&got))
	state := got.State()
	least, most := math.Inf(1), 0.0
	for i, x := range state.Position {
		least = min(least, x[2])
		most = max(most, x.Sub(s.Model.RestPosition[i]).Len())
		if v := state.Velocity[i].Len(); !(v < 10*model.StandardGravity*fall) {
			t.Fatalf("mass %d moves at %g m/s, it fell with %g", i, v, model.StandardGravity*fall)
		}
	}
	ground := lo[2] - scenetest.MeshDrop*size
	t.Logf("%d steps of %.3g s: the lowest mass is %.3g of the size from the ground, the farthest moved %.3g of it", steps, s.Params.DT, (least-ground)/size, most/size)
	if least < ground-0.05*size || least > ground+scenetest.MeshDrop*size/2 || most > 0.6*size {
		t.Errorf("the lowest mass is at %g m, the ground at %g m, the farthest moved %g m of %g", least, ground, most, size)
	}
}
