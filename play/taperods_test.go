package play_test

import (
	"path/filepath"
	"slices"
	"testing"

	"hooke/export"
	"hooke/model"
	"hooke/must"
	"hooke/play"
)

// Orientations and spins of rods come back from a trajectory as they went in; a frame without them, as one
// of a format that does not hold them, has none.
func TestTrajectoryHoldsRods(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rods.npz")
	out, err := export.CreateTrajectoryNPZ(path, 3, 2, nil, nil, export.Numbers{}, nil)
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
	err = play.Read(path, func(s *model.Snapshot) error {
		want := frames[at]
		if !slices.Equal(s.Orientation, want.Orientation) || !slices.Equal(s.AngularVelocity, want.AngularVelocity) {
			t.Errorf("frame %d has %v, %v, want %v, %v", at, s.Orientation, s.AngularVelocity, want.Orientation, want.AngularVelocity)
		}
		at++
		return nil
	})
	if err != nil || at != 3 {
		t.Errorf("%d frames, %v", at, err)
	}
	tape := must.Get(play.Open(path))(t)
	defer tape.Close()
	var s model.Snapshot
	for _, k := range []int{2, 1, 0} {
		if err := tape.Frame(k, &s); err != nil || !slices.Equal(s.Orientation, frames[k].Orientation) || !slices.Equal(s.AngularVelocity, frames[k].AngularVelocity) {
			t.Errorf("frame %d of the tape has %v, %v; %v", k, s.Orientation, s.AngularVelocity, err)
		}
	}
}
