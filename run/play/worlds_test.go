package play_test

import (
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"hooke/files/npy"
	"hooke/model"
	"hooke/must"
	"hooke/run/export"
	"hooke/run/play"
)

// farFrames are frames whose positions are counted from points that change, as those of a
// fall from far above, with a coordinate that is tiny beside the point.
func farFrames() (frames []*export.Frame) {
	for k, origin := range []model.Vec3{{}, {0, 0, 8}, {512, 0, -4096}, {}} {
		f := threeAt(int64(k))
		f.Origin = origin
		f.Position[1] = [3]float32{0.1 * float32(k), 1.2345678e-9, 3.3333e-9}
		frames = append(frames, f)
	}
	return frames
}

// Positions of a trajectory are those of the world, whatever points the engine counted them
// from, also where a run continues behind the completed file; and they come back as frames.
func TestTrajectoryHasPlacesOfTheWorld(t *testing.T) {
	for _, how := range []export.Numbers{{}, {Float64: true}} {
		folder, frames := t.TempDir(), farFrames()
		write := func(name string, stops ...int) string {
			t.Helper()
			path := filepath.Join(folder, name)
			var at *export.SeriesProgress
			first := 0
			for _, stop := range append(stops, len(frames)) {
				s, err := export.CreateTrajectoryNPZ(path, export.Shape{Masses: 3}, nil, nil, how, at)
				must.Do(t, err)
				for _, f := range frames[first:stop] {
					err = errors.Join(err, s.Frame(f))
				}
				progress, fault := s.Settle()
				must.Do(t, errors.Join(err, fault, s.Close()))
				at, first = &progress, stop
			}
			return path
		}
		arrays := func(path string) map[string]npy.Array {
			t.Helper()
			list := must.Get(npy.ReadArchive(path))(t)
			all := map[string]npy.Array{}
			for _, a := range list {
				all[a.Name] = a
			}
			return all
		}
		straight := write("a.npz")
		positions := arrays(straight)["positions"].Data.([]float64)
		for k, f := range frames {
			for i, x := range f.Position {
				for axis, c := range x {
					if got, want := positions[9*k+3*i+axis], f.Origin[axis]+float64(c); got != want {
						t.Fatalf("%+v: frame %d, mass %d: %v, want %v in the world", how, k, i, got, want)
					}
				}
			}
		}
		for _, stops := range [][]int{{1}, {2}, {3}, {1, 2, 3}} {
			if got := arrays(write("b.npz", stops...))["positions"].Data.([]float64); !slices.Equal(got, positions) {
				t.Errorf("%+v: positions of a run that went on at %v differ", how, stops)
			}
		}
		same := func(k int, f *model.Snapshot) {
			for i := range f.Position {
				if d := f.Place(i).Sub(frames[k].Place(i)).Len(); d > 1e-6 {
					t.Errorf("%+v: frame %d: mass %d is at %v, want %v", how, k, i, f.Place(i), frames[k].Place(i))
				}
				must.Be(t, f.Velocity[i], frames[k].Velocity[i], "%+v: frame %d: mass %d moves with", how, k, i)
			}
		}
		k := 0
		if err := play.Read(straight, func(f *model.Snapshot, _ play.Changed) error { same(k, f); k++; return nil }); err != nil || k != len(frames) {
			t.Errorf("%+v: %d frames: %v", how, k, err)
		}
		tape := must.Get(play.Open(straight))(t)
		defer tape.Close()
		for _, k := range []int{2, 0, 3, 1} {
			var f model.Snapshot
			must.Do(t, tape.Frame(k, &f))
			same(k, &f)
			if !how.Float64 && f.Origin != frames[k].Origin {
				t.Errorf("frame %d is counted from %v; the engine counted from %v", k, f.Origin, frames[k].Origin)
			}
		}
	}
}

// A file of an older version has float32 from a point beside them.
func TestOlderTrajectoryIsRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "older.npz")
	must.Do(t, npy.WriteArchive(path, npy.Numbers("positions", []float32{1, 2, 3, 4, 5, 6}, 2, 1, 3), npy.Numbers("origin", []float64{0, 0, 0, 0, 0, 4096}, 2, 3)))
	var got []model.Vec3
	each := func(f *model.Snapshot, _ play.Changed) error { got = append(got, f.Place(0)); return nil }
	must.Do(t, play.Read(path, each))
	tape := must.Get(play.Open(path))(t)
	defer tape.Close()
	for k := range 2 {
		var f model.Snapshot
		must.Do(t, errors.Join(tape.Frame(k, &f), each(&f, play.Changed{})))
	}
	must.BeAll(t, got, []model.Vec3{{1, 2, 3}, {4, 5, 4102}, {1, 2, 3}, {4, 5, 4102}}, "places")
}
