package open

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/cpu"
	"hooke/cpuref"
	"hooke/mesh"
	"hooke/mesh/format"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/scenetest"
)

// Meshes that users try first, closed and with holes, fill to about a million springs
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
			if strings.Contains(path, "/shared/") && (!must.Long() || errors.Is(err, fs.ErrNotExist)) {
				t.Skip("it is no part of the project: the bunny may not be copied, and one Spot is enough")
			}
			must.Do(t, err)
			o.Springs = int64(must.Sized(300_000, 1_000_000))
			s := must.Get(Scene(path, o))(t)
			h := s.Report.Fill.Pitch
			volume, want := float64(s.Model.MassCount())*h*h*h, math.Abs(file.Surface.Volume())
			if math.Abs(volume/want-1) > volumeTolerance {
				t.Errorf("%d masses of %g m³, the mesh has %g m³", s.Model.MassCount(), volume, want)
			}
			if off := math.Abs(float64(s.Model.SpringCount())/float64(o.Springs) - 1); off > 0.02 || mesh.Parts(s.Model) != 1 {
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
	got := modeltest.Snapshot(t, e)
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

// Two jellies without friction, each mass of the upper over the middle of four of the lower,
// where it passes most easily, do not end inside each other after a fall of 7 cm. Control:
// half of the stiffness that touches have, of surfaces alone.
func TestTwoJelliesStayOutsideEachOther(t *testing.T) {
	const side, pitch, time = 8, 0.3 / 7, 0.8 // [-], [m], [s]
	for _, c := range []struct {
		name, more  string
		least, most int
	}{
		{"by default", "[collision]\n", 0, 0},
		{"softer, surfaces alone", "[collision]\nstiffness = 1000\nwhich = \"surface\"\n", 100, 512},
	} {
		jelly := "[[mesh]]\npreset = \"jelly\"\nmasses = 8\n"
		s := must.Get(sceneOf(t, fmt.Sprintf("[run]\ndrag_half_life = 1\n%sname = \"low\"\n%sname = \"high\"\nmove = [%g, %g, %g]\n[[contact]]\nshape = \"plane\"\n%s",
			jelly, jelly, pitch/2, pitch/2, 0.3+1.5*pitch+0.07, c.more)))(t)
		if got := enclosed(placesAfter(t, s, time), side*side*side, pitch); got < c.least || got > c.most {
			t.Errorf("%s: %d masses of one jelly are inside the other; want %d to %d", c.name, got, c.least, c.most)
		}
	}
}

// The cloth that falls on a rod thinner than its mesh runs with collisions as the example has it
// but for fewer masses: no list is late, and its middle lies on the rod. Control: a contact that
// touches masses alone lets it fall to the ground.
func TestSpikeWithCollisions(t *testing.T) {
	text := must.Get(os.ReadFile("../../examples/spike.toml"))(t)
	coarse := strings.NewReplacer("[21,21]", "[11,11]", "spacing = 0.05", "spacing = 0.1", "0.025,0.4]", "0.05,0.4]").Replace(string(text)) + "[collision]\n"
	for touches, on := range map[string]bool{"triangles": true, "masses": false} {
		s := must.Get(sceneOf(t, strings.Replace(coarse, `"triangles"`, `"`+touches+`"`, 1)))(t)
		at := placesAfter(t, s, 0.45)
		const middle = 5*11 + 5 // nearest to the rod, with its neighbor
		if height := max(at[middle][2], at[middle+11][2]); (height > 0.38) != on {
			t.Errorf("touches %s: the middle is at %.3f m", touches, height)
		}
	}
}

// placesAfter are the places of a scene's masses after so long [s].
func placesAfter(t *testing.T, s *scene.Scene, time float64) []model.Vec3 {
	t.Helper()
	e := must.Get(cpu.New(s.Model, s.Params, cpu.Options{}))(t)
	defer e.Close()
	modeltest.StepFrom(t, e, s.Start, int(time/s.Params.DT))
	must.Do(t, e.Finish())
	end := modeltest.Snapshot(t, e)
	places := make([]model.Vec3, len(end.Position))
	for i, x := range end.Position {
		places[i] = model.Vec3{float64(x[0]), float64(x[1]), float64(x[2])}
	}
	return places
}

// enclosed counts the masses from number second on that have masses before it on all sides:
// more than 8 within 1.6 pitches, in directions whose mean is shorter than 0.35.
func enclosed(at []model.Vec3, second int, pitch float64) (count int) {
	for _, x := range at[second:] {
		near, sum := 0, model.Vec3{}
		for _, y := range at[:second] {
			if d := y.Sub(x); d.Len() < 1.6*pitch && d.Len() > 0 {
				near++
				sum = sum.Add(d.Mul(1 / d.Len()))
			}
		}
		if near > 8 && sum.Len() < 0.35*float64(near) {
			count++
		}
	}
	return count
}

// Spot as a file, with a plane at 0, as it was found: its energy stays that of gravity.
func TestSpotInASceneStandsOnThePlane(t *testing.T) {
	spot := must.Get(os.ReadFile("../../mesh/testdata/spot.obj"))(t)
	folder := t.TempDir()
	for name, data := range map[string]string{"spot.obj": string(spot), "s.toml": "[[mesh]]\nfile = \"spot.obj\"\nup = \"y\"\nsprings = \"2k\"\n[[contact]]\nshape = \"plane\"\n"} {
		must.Do(t, os.WriteFile(filepath.Join(folder, name), []byte(data), 0o666))
	}
	s := open(t, filepath.Join(folder, "s.toml"), scene.Options{})
	e := must.Get(cpuref.New(s.Model, s.Params))(t)
	energy := func(steps int) model.Energy {
		now, err := e.Energy()
		for _, err := range []error{err, e.Step(steps), e.Finish()} {
			must.Do(t, err)
		}
		return now
	}
	must.Do(t, e.Reset(s.Start))
	start, end := energy(200), energy(0)
	if end.Total() > 1.01*start.Total() || start.Contact != 0 { // it started with 4.7e7 J in the contact
		t.Errorf("%g J at the start, %g J of it in the contact; %g J after 200 steps", start.Total(), start.Contact, end.Total())
	}
}
