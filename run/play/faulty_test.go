package play_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"

	"hooke/files/npy"
	"hooke/must"
	"hooke/run/export"
	"hooke/run/play"
)

// A trajectory with a fault is still shown as one, so the error names the fault. Read as a mesh, each
// of these files would fail with the shape of its positions, which is right.
func TestFaultyTrajectoryIsNoMesh(t *testing.T) {
	positions := npy.Numbers("positions", make([]float32, 3*2*3), 3, 2, 3)
	with := func(more ...npy.Array) []npy.Array { return append([]npy.Array{positions}, more...) }
	torn := func(springs []uint32, frames []int64) []npy.Array {
		return with(npy.Numbers(export.TornSpring, springs, len(springs)), npy.Numbers(export.TornFrame, frames, len(frames)))
	}
	for name, c := range map[string]struct {
		arrays []npy.Array
		want   string
	}{
		"before.npz":     {torn([]uint32{0}, []int64{-1}), `"torn_frame" has frame -1 after 0`},
		"after.npz":      {torn([]uint32{0}, []int64{3}), `"torn_frame" has frame 3 after 0`},
		"unsorted.npz":   {torn([]uint32{0, 1}, []int64{2, 1}), `"torn_frame" has frame 1 after 2`},
		"lengths.npz":    {torn([]uint32{0, 1}, []int64{2}), "of the same length"},
		"velocities.npz": {with(npy.Numbers("velocities", make([]float32, 6), 1, 2, 3)), "velocities have the shape [1 2 3] and positions [3 2 3]"},
		"flat.npz":       {with(npy.Numbers("velocities", make([]float32, 6), 6)), `array "velocities" has the shape [6]`},
		"times.npz":      {with(npy.Numbers("time", []float64{0, 1}, 2)), "2 times, 3 steps"},
		"nan.npz":        {with(npy.Numbers("time", []float64{0, math.NaN(), 2}, 3)), `"time" has NaN s for frame 1`},
		"inf.npz":        {with(npy.Numbers("time", []float64{0, 1, math.Inf(1)}, 3)), `"time" has +Inf s for frame 2`},
		"back.npz":       {with(npy.Numbers("time", []float64{0, 2, 1}, 3)), `"time" has 1 s for frame 2`},
		"whole.npz":      {[]npy.Array{npy.Numbers("positions", make([]int64, 18), 3, 2, 3)}, "save float32 or float64"},
		"frames.npz":     {[]npy.Array{npy.Numbers("positions", []float32{}, 0, 2, 3)}, "it has 0 frames of 2 masses"},
		"masses.npz":     {[]npy.Array{npy.Numbers("positions", []float32{}, 3, 0, 3)}, "it has 3 frames of 0 masses"},
	} {
		path := filepath.Join(t.TempDir(), name)
		must.Do(t, npy.WriteArchive(path, c.arrays...))
		sayFault(t, path, c.want)
	}
	path := filepath.Join(t.TempDir(), "same.npz") // times that stand still are no fault
	must.Do(t, npy.WriteArchive(path, with(npy.Numbers("time", []float64{1, 1, 1}, 3))...))
	must.Do(t, must.Get(play.Open(path))(t).Close())
}

// numpy.savez_compressed is told from numpy.savez, and a compressed structure is no trajectory.
func TestCompressedTrajectoryIsNoMesh(t *testing.T) {
	folder := t.TempDir()
	stored, path := filepath.Join(folder, "stored.npz"), filepath.Join(folder, "compressed.npz")
	must.Do(t, npy.WriteArchive(stored, npy.Numbers("positions", make([]float32, 18), 3, 2, 3)))
	compress(t, stored, path)
	sayFault(t, path, `array "positions" is compressed; save it with numpy.savez`)
	must.Do(t, npy.WriteArchive(stored, npy.Numbers("positions", make([]float32, 6), 2, 3), npy.Numbers("ends", []uint32{0, 1}, 1, 2)))
	compress(t, stored, path)
	kind, _ := play.KindOf(path)
	must.Be(t, kind, play.None, "the kind of a compressed structure")
}

// sayFault checks that a file is a trajectory, whose error says want.
func sayFault(t *testing.T, path, want string) {
	t.Helper()
	if kind, run := play.KindOf(path); kind != play.Many || run != "" {
		t.Errorf("%s is of the kind %d, of the run %q; want a trajectory", filepath.Base(path), kind, run)
	}
	must.Say(t, filepath.Base(path), must.Err(play.OpenTape(nil, path)), want)
}

// compress writes the entries of an archive to another one, compressed.
func compress(t *testing.T, from, to string) {
	t.Helper()
	in := must.Get(zip.OpenReader(from))(t)
	defer in.Close()
	var data bytes.Buffer
	out := zip.NewWriter(&data)
	for _, f := range in.File {
		r := must.Get(f.Open())(t)
		_, err := io.Copy(must.Get(out.Create(f.Name))(t), r)
		must.Do(t, errors.Join(err, r.Close()))
	}
	must.Do(t, errors.Join(out.Close(), os.WriteFile(to, data.Bytes(), 0o666)))
}
