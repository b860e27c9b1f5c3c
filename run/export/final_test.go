package export

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hooke/files/npy"
	"hooke/model"
	"hooke/must"
)

func TestWriteFinal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "final.npz")
	s := &model.Snapshot{Step: 7, Time: 0.35, Position: [][3]float32{{1, 2, 3}, {4, 5, 6}}, Velocity: [][3]float32{{-1, 0, 1}, {0, 0, 9}}}
	must.Do(t, WriteFinal(path, s))
	got := must.Get(npy.ReadArchive(path))(t)
	want := []npy.Array{
		{Name: "positions", Shape: []int{2, 3}, Data: []float32{1, 2, 3, 4, 5, 6}},
		{Name: "velocities", Shape: []int{2, 3}, Data: []float32{-1, 0, 1, 0, 0, 9}},
		{Name: "time", Data: []float64{0.35}},
		{Name: "step", Data: []int64{7}},
	}
	must.Be(t, cmp.Diff(want, got), "", "final.npz (-want +got)")
}

// Where there is no space, the frame that does not fit says so, not the end of the run:
// /dev/full takes nothing.
func TestFramesTellAFullDiskAtOnce(t *testing.T) {
	m := &model.Model{RestPosition: []model.Vec3{{}}, Mass: []float64{1}}
	frame := &Frame{}
	frame.Position, frame.Velocity = [][3]float32{{}}, [][3]float32{{}}
	dump := must.Get(CreateDump("/dev/full", m, nil, nil, Numbers{}, nil))(t)
	defer dump.Discard()
	if err := dump.Frame(frame); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("dump: %v, want that there is no space", err)
	}
	probes := must.Get(CreateProbes("/dev/full", m, model.Params{}, WholeAndGroups(m), nil, Numbers{}, nil))(t)
	defer probes.Discard()
	if err := probes.Frame(frame); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("probes: %v, want that there is no space", err)
	}
}
