package export

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hooke/model"
	"hooke/must"
	"hooke/npy"
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
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("final.npz (-want +got):\n%s", diff)
	}
}
