package play_test

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hooke/machine/memory/memorytest"
	"hooke/model"
	"hooke/must"
	"hooke/run/export"
	"hooke/run/play"
)

// A tape has the frames that Read reads, in any order, of both formats, and the facts of the file on its run.
func TestTape(t *testing.T) {
	folder := t.TempDir()
	npz, dump := filepath.Join(folder, "t.npz"), filepath.Join(folder, "t.dump")
	one := must.Get(export.CreateTrajectoryNPZ(npz, export.Shape{Masses: 3}, []uint32{0, 2, 4}, nil, export.Numbers{}, nil))(t)
	one.Run = `{"source":"würfel"}`
	two := must.Get(export.CreateDump(dump, threeMasses(), nil, nil, export.Numbers{}, nil))(t)
	for k, step := range []int64{0, 10, 25} {
		f := threeAt(step)
		two0 := *f
		f.Resize(3)
		f.Position[1][2] = float32(k) + 0.5
		for _, err := range []error{one.Frame(f), two.Frame(&two0)} {
			must.Do(t, err)
		}
	}
	for _, s := range []export.Series{one, two} {
		must.Do(t, s.Close())
	}
	for _, path := range []string{npz, dump} {
		var want []model.Snapshot
		must.Do(t, play.Read(path, func(f *model.Snapshot, _ play.Changed) error {
			c := *f
			c.Position, c.Velocity = slices.Clone(f.Position), slices.Clone(f.Velocity)
			want = append(want, c)
			return nil
		}))
		tape := must.Get(play.Open(path))(t)
		if tape.Frames() != 3 || tape.Masses() != len(want[0].Position) {
			t.Fatalf("%s: %d frames of %d masses", path, tape.Frames(), tape.Masses())
		}
		if path == npz && (tape.Run() != one.Run || !slices.Equal(tape.Numbers(), []uint32{0, 2, 4})) {
			t.Errorf("the run %q, numbers %v", tape.Run(), tape.Numbers())
		}
		var got model.Snapshot
		for _, k := range []int{2, 0, 1, 1} {
			must.Do(t, tape.Frame(k, &got))
			if got.Step != want[k].Step || tape.Step(k) != got.Step || got.Time != want[k].Time && !math.IsNaN(want[k].Time) ||
				!slices.Equal(got.Position, want[k].Position) || !slices.Equal(got.Velocity, want[k].Velocity) {
				t.Errorf("%s: frame %d is\n%+v, want\n%+v", path, k, got, want[k])
			}
		}
		if n := memorytest.Allocations(5, func() { _ = tape.Frame(1, &got) }); path == npz && n != 0 {
			t.Errorf("reading a frame allocates %v times", n)
		}
		must.Hold(t, tape.Frame(3, &got) != nil && tape.Frame(-1, &got) != nil, "%s: a frame that is not there was read", path)
		if err := tape.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Files that are no trajectory, are cut off or lie about their size are refused.
func TestTapeRefuses(t *testing.T) {
	folder := t.TempDir()
	in := func(name string, data []byte) string {
		path := filepath.Join(folder, name)
		must.Do(t, os.WriteFile(path, data, 0o666))
		return path
	}
	final := filepath.Join(folder, "final.npz")
	f := threeAt(3)
	must.Do(t, export.WriteFinal(final, &f.Snapshot))
	if _, err := play.Open(final); !errors.Is(err, play.ErrNoTrajectory) {
		t.Errorf("a single state: %v", err)
	}
	long := filepath.Join(folder, "t.npz")
	one := must.Get(export.CreateTrajectoryNPZ(long, export.Shape{Masses: len(f.Position)}, nil, nil, export.Numbers{}, nil))(t)
	must.Do(t, errors.Join(one.Frame(f), one.Frame(f), one.Close()))
	whole := must.Get(os.ReadFile(long))(t)
	lie := []byte(strings.Replace(string(whole), "'shape': (2, ", "'shape': (9, ", 1))
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"cut.npz": {whole[:len(whole)/2], "is not an NPZ file"}, "lie.npz": {lie, "has the shape [9 "}, "text.npz": {[]byte("nothing"), "is no trajectory"},
		"empty.dump": {[]byte("ITEM: "), "it has no frames"}, "broken.dump": {[]byte("ITEM: TIMESTEP\n1\nITEM: NUMBER OF ATOMS\n99999\n"), "99999 atoms in a file"},
	} {
		must.Say(t, name, must.Err(play.Open(in(name, c.data))), c.want)
	}
}

// threeMasses are masses alone.
func threeMasses() *model.Model {
	return &model.Model{Name: "three", RestPosition: []model.Vec3{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}}, Mass: []float64{1, 2, 3}}
}

// threeAt is a frame of them: they move along x.
func threeAt(step int64) *export.Frame {
	x := float32(step) / 4
	return &export.Frame{Snapshot: model.Snapshot{Step: step, Time: float64(step) * 0.1,
		Position: [][3]float32{{x, 0, 0}, {x + 1.5, 0, 0}, {x, 2, 0}}, Velocity: [][3]float32{{0, 0, 0}, {2, 0, 0}, {0, 0, 0}}}}
}

// Orientations and spins of rods come back from a trajectory as they went in. A frame without them, as one of
// a format that does not hold them, returns nil.
func TestTrajectoryHoldsRods(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rods.npz")
	out, err := export.CreateTrajectoryNPZ(path, export.Shape{Masses: 3, Segments: 2}, nil, nil, export.Numbers{}, nil)
	must.Do(t, err)
	var frames []*export.Frame
	for k := range 3 {
		f := &export.Frame{}
		f.Resize(3)
		f.Step, f.Time = int64(k), float64(k)
		if k != 1 {
			f.Orientation = [][4]float32{{1, 0, 0, 0}, {0.6, 0, 0.8, 0}}
			f.AngularVelocity = [][3]float32{{float32(k), 2, 3}, {4, 5, 6}}
		}
		frames = append(frames, f)
		must.Do(t, out.Frame(f))
	}
	must.Do(t, out.Close())
	at := 0
	err = play.Read(path, func(s *model.Snapshot, _ play.Changed) error {
		want := frames[at]
		if !slices.Equal(s.Orientation, want.Orientation) || !slices.Equal(s.AngularVelocity, want.AngularVelocity) {
			t.Errorf("frame %d has %v, %v, want %v, %v", at, s.Orientation, s.AngularVelocity, want.Orientation, want.AngularVelocity)
		}
		at++
		return nil
	})
	must.Hold(t, err == nil && at == 3, "%d frames, %v", at, err)
	tape := must.Get(play.Open(path))(t)
	defer tape.Close()
	var s model.Snapshot
	for _, k := range []int{2, 1, 0} {
		if err := tape.Frame(k, &s); err != nil || !slices.Equal(s.Orientation, frames[k].Orientation) || !slices.Equal(s.AngularVelocity, frames[k].AngularVelocity) {
			t.Errorf("frame %d of the tape has %v, %v; %v", k, s.Orientation, s.AngularVelocity, err)
		}
	}
}
