package play_test

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/files/npy"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/run/export"
	"hooke/run/play"
	"hooke/scene"
)

// rope is a scene of three masses in a row, 0.02 m apart, whose step is 0.1 s.
func rope() *scene.Scene {
	m := modeltest.Rope(3)
	return &scene.Scene{Name: "rope", Model: m, Start: m.Start(), Params: model.Params{DT: 0.1}}
}

// rising writes a trajectory of these masses, or all, in steps 0, 10 and 30: each mass is a
// meter higher in each frame.
func rising(t *testing.T, masses []uint32, count int) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "trajectory.npz")
	out := must.Get(export.CreateTrajectoryNPZ(path, export.Shape{Masses: count}, masses, nil, export.Numbers{}, nil))(t)
	for k, step := range []int64{0, 10, 30} {
		var f export.Frame
		f.Resize(count)
		f.Step, f.Time = step, 0.1*float64(step)
		for i := range f.Position {
			f.Position[i] = [3]float32{float32(i), 0, float32(k)}
		}
		must.Do(t, out.Frame(&f))
	}
	must.Do(t, out.Close())
	return path
}

// Reactions follow from all masses with their velocities. A record without them names the missing part.
func TestReactionsNeedVelocitiesOfAllMasses(t *testing.T) {
	bare := filepath.Join(t.TempDir(), "bare.npz")
	must.Do(t, npy.WriteArchive(bare, npy.Array{Name: "positions", Shape: []int{1, 3, 3}, Data: make([]float32, 9)}))
	dump := filepath.Join(t.TempDir(), "bare.dump")
	write := func(columns, row string) {
		text := "ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n3\nITEM: ATOMS id x y z" + columns + "\n"
		for _, id := range []string{"1", "2", "3"} {
			text += id + " 0 0 0" + row + "\n"
		}
		must.Do(t, os.WriteFile(dump, []byte(text), 0o600))
	}
	says := func(path string) string {
		t.Helper()
		x := must.Get(play.OpenTape(rope(), path))(t)
		defer x.Close()
		return x.Subject().NoReactions
	}
	must.Be(t, says(rising(t, nil, 3)), "", "a whole trajectory says")
	if got := says(rising(t, []uint32{1, 2}, 2)); !strings.Contains(got, "part") {
		t.Errorf("a part says %q", got)
	}
	if got := says(bare); !strings.Contains(got, "no velocities") {
		t.Errorf("without velocities it says %q", got)
	}
	write("", "")
	if got := says(dump); !strings.Contains(got, "no velocities") {
		t.Errorf("a dump without velocities says %q", got)
	}
	if write(" vx vy vz", " 0 0 0"); says(dump) != "" {
		t.Errorf("a dump with velocities says %q", says(dump))
	}
}

// A trajectory has its states in any order, each with its time, and the state of a time is
// the last that is not after it.
func TestTrajectory(t *testing.T) {
	path := rising(t, nil, 3)
	if kind, _ := play.KindOf(path); kind != play.Many {
		t.Errorf("kind %d, want %d", kind, play.Many)
	}
	x := must.Open(play.OpenTape(rope(), path))(t)
	if x.Frames() != 3 || x.From != path {
		t.Fatalf("%d states of %s", x.Frames(), x.From)
	}
	var f export.Frame
	for _, k := range []int{2, 0, 1} {
		must.Do(t, x.Read(k, &f))
		if want := []float64{0, 1, 3}[k]; f.Position[1] != [3]float32{1, 0, float32(k)} || math.Abs(x.Time(k)-want) > 1e-12 {
			t.Errorf("state %d: mass 1 at %v at %g s, want [1 0 %d] at %g s", k, f.Position[1], x.Time(k), k, want)
		}
	}
	for time, want := range map[float64]int{-1: 0, 0.99: 0, 1: 1, 2.9: 1, 3: 2, 99: 2} {
		must.Be(t, x.At(time), want, "at %g s there is state", time)
	}
	if x.Scene.Start.Position[2] != (model.Vec3{2, 0, 0}) {
		t.Errorf("it starts with mass 2 at %v, want that of the first frame", x.Scene.Start.Position[2])
	}
	box, err := x.Bounds()
	if err != nil || box.Hi[2] < 2 || box.Hi[0] < 2 || box.Lo[2] > 0 || box.Hi[2] > 3 {
		t.Errorf("all states are in %v, %v; want 0 to 2 m along x and z, and little more", box, err)
	}
}

// A trajectory of some of the masses has a structure of those; one of others is refused.
func TestTrajectoryOfAPart(t *testing.T) {
	x := must.Open(play.OpenTape(rope(), rising(t, []uint32{1, 2}, 2)))(t)
	if m := x.Scene.Model; m.MassCount() != 2 || m.SpringCount() != 1 {
		t.Errorf("%d masses and %d springs, want 2 and 1", m.MassCount(), m.SpringCount())
	}
	cube := modeltest.Cube(0)
	other := &scene.Scene{Name: "cube", Model: cube, Start: cube.Start(), Params: model.Params{DT: 0.1}}
	must.Say(t, "a trajectory of another structure", must.Err(play.OpenTape(other, rising(t, nil, 3))), "it has 3 masses and cube has 8")
	free := must.Open(play.OpenTape(nil, rising(t, nil, 3)))(t)
	if m := free.Scene.Model; m.MassCount() != 3 || m.SpringCount() != 0 || m.Mass[2] != 1 || free.Scene.Params.DT != 1 {
		t.Errorf("without a structure: %d masses, %d springs, a step of %g s", m.MassCount(), m.SpringCount(), free.Scene.Params.DT)
	}
}

// A final state is one state, at the time that its file says; the scene starts as before.
func TestFinalState(t *testing.T) {
	path := filepath.Join(t.TempDir(), "final.npz")
	moved := make([]float32, 9)
	moved[5] = 7 // z of mass 1
	arrays := []npy.Array{{Name: "positions", Shape: []int{3, 3}, Data: moved}, {Name: "velocities", Shape: []int{3, 3}, Data: make([]float32, 9)},
		{Name: "step", Data: []int64{25}}, {Name: "time", Data: []float64{2.5}}}
	must.Do(t, npy.WriteArchive(path, arrays...))
	if kind, _ := play.KindOf(path); kind != play.One {
		t.Errorf("kind %d, want %d", kind, play.One)
	}
	s := rope()
	x := must.Open(play.OpenState(s, path))(t)
	var f export.Frame
	must.Do(t, x.Read(0, &f))
	if x.Frames() != 1 || x.Time(0) != 2.5 || f.Position[1][2] != 7 || f.Time != 2.5 {
		t.Errorf("%d states, the first at %g s with mass 1 at %v", x.Frames(), x.Time(0), f.Position[1])
	}
	must.Be(t, s.Start.Position[1], s.Model.RestPosition[1], "the scene starts with mass 1 at")
}

// A file without states is something else, and a structure as it starts has one.
func TestOtherFiles(t *testing.T) {
	folder := t.TempDir()
	springs := filepath.Join(folder, "structure.npz")
	must.Do(t, npy.WriteArchive(springs, npy.Array{Name: "ends", Shape: []int{1, 2}, Data: []uint32{0, 1}}, npy.Array{Name: "velocities", Shape: []int{1, 3}, Data: make([]float32, 3)},
		npy.Array{Name: "step", Data: []int64{1}}))
	for _, path := range []string{springs, filepath.Join(folder, "none.npz"), filepath.Join(folder, "a.obj"), filepath.Join(folder, "none.dump")} {
		if kind, _ := play.KindOf(path); kind != play.None {
			t.Errorf("%s: kind %d, want %d", filepath.Base(path), kind, play.None)
		}
	}
	s := rope()
	s.Start.Time = 4
	x := play.AsItStarts(s)
	if x.Frames() != 1 || x.From != "" || x.Time(0) != 4 || x.At(99) != 0 {
		t.Errorf("as it starts: %d states, from %q, at %g s", x.Frames(), x.From, x.Time(0))
	}
	x.Close()
	(*play.Record)(nil).Close()
}
