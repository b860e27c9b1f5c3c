package play

import (
	"archive/zip"
	"bytes"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hooke/model"
	"hooke/must"
	"hooke/npy"
)

// A few bytes may claim any number of frames without masses.
func TestReadTrajectoryRefusesEmptyFrames(t *testing.T) {
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	entry, err := archive.CreateHeader(&zip.FileHeader{Name: "positions.npy", Method: zip.Store})
	must.Do(t, err)
	if _, err := entry.Write(npy.AppendHeader(nil, "<f4", []int{1 << 38, 0, 3})); err != nil {
		t.Fatal(err)
	}
	must.Do(t, archive.Close())
	data := out.Bytes()
	err = readTrajectoryNPZ(bytes.NewReader(data), int64(len(data)), func(*model.Snapshot) error { return errors.New("a frame") })
	if !errors.Is(err, ErrNoTrajectory) || !strings.Contains(err.Error(), "frames of no masses") {
		t.Errorf("error is %v", err)
	}
}

// Trajectories of both formats end in frames or an error.
func FuzzReadTrajectory(f *testing.F) {
	path := filepath.Join(f.TempDir(), "a.npz")
	must.Do(f, npy.WriteArchive(path, npy.Numbers("positions", make([]float32, 6), 2, 1, 3), npy.Numbers("time", []float64{0, 1}, 2), npy.Numbers("step", []int64{0, 5}, 2)))
	seed := must.Get(os.ReadFile(path))(f)
	f.Add(seed)
	f.Add([]byte("ITEM: TIMESTEP\n7\nITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS ss ss ss\n0 1\n0 1\n0 1\nITEM: ATOMS id x y z vx vy vz\n2 1 2 3 0 0 0\n1 4 5 6 1 1 1\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		count := 0
		frame := func(f *model.Snapshot) error {
			count++
			if n := len(f.Position); n != len(f.Velocity) || n > len(data) {
				t.Errorf("frame %d has %d positions and %d velocities", count, n, len(f.Velocity))
			}
			for i := range f.Position {
				for _, x := range slices.Concat(f.Position[i][:], f.Velocity[i][:]) {
					if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
						t.Fatalf("frame %d: mass %d is at %v with velocity %v", count, i, f.Position[i], f.Velocity[i])
					}
				}
			}
			if count > 1<<16 {
				t.Fatalf("%d frames of a file of %d bytes", count, len(data))
			}
			return nil
		}
		if bytes.HasPrefix(data, []byte("PK")) {
			_ = readTrajectoryNPZ(bytes.NewReader(data), int64(len(data)), frame)
		} else {
			_ = readDump(bytes.NewReader(data), int64(len(data)), frame)
		}
	})
}
