package play

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hooke/files/npy"
	"hooke/model"
	"hooke/must"
)

// dumpOf is a dump of two frames of two atoms, of which the second is the same.
func dumpOf(box, columns, atoms string) string {
	frame := "ITEM: TIMESTEP\n%d\nITEM: NUMBER OF ATOMS\n2\n" + box + "ITEM: ATOMS " + columns + "\n" + atoms
	return fmt.Sprintf(frame, 0) + fmt.Sprintf(frame, 50)
}

// zipped is text compressed by gzip.
func zipped(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	must.Do(t, must.Err(z.Write([]byte(text))))
	must.Do(t, z.Close())
	return b.String()
}

// Positions in the ways that LAMMPS writes them, numbers in the head: in the box or
// unwrapped, as lengths or as shares of its edges, with image flags, and compressed.
func TestReadDumpPositions(t *testing.T) {
	const (
		cube   = "ITEM: BOX BOUNDS pp pp pp\n1 3\n0 4\n-1 7\n"
		tilted = "ITEM: BOX BOUNDS xy xz yz pp pp pp\n1 4.5 1\n0 4.25 0.5\n-1 7 0.25\n" // from (1, 0, -1), 2 × 4 × 8
	)
	at := func(x, y, z float32) [2][3]float32 { return [2][3]float32{{1, 2, 3}, {x, y, z}} }
	for _, c := range []struct {
		name, text string
		want       [2][3]float32
	}{
		{"x y z", dumpOf(cube, "id x y z", "2 1.5 3 5\n1 1 2 3\n"), at(1.5, 3, 5)},
		{"xu yu zu", dumpOf(cube, "id type xu yu zu", "1 1 1 2 3\n2 1 -7 0.5 40\n"), at(-7, 0.5, 40)},
		{"xs ys zs", dumpOf(cube, "id type xs ys zs", "1 1 0 0.5 0.5\n2 1 0.25 0.75 1\n"), at(1.5, 3, 7)},
		{"xsu ysu zsu", dumpOf(cube, "id type xsu ysu zsu", "1 1 0 0.5 0.5\n2 1 2.25 -0.25 1\n"), at(5.5, -1, 7)},
		{"unwrapped first", dumpOf(cube, "id x y z xu yu zu", "1 9 9 9 1 2 3\n2 9 9 9 3 2 1\n"), at(3, 2, 1)},
		{"image flags", dumpOf(cube, "id x y z ix iy iz", "1 1 2 3 0 0 0\n2 1.5 3 5 -1 2 0\n"), at(-0.5, 11, 5)},
		{"shares and image flags", dumpOf(cube, "id xs ys zs ix iy iz", "1 0 0.5 0.5 0 0 0\n2 0.25 0.75 1 1 0 -1\n"), at(3.5, 3, -1)},
		{"a tilted box", dumpOf(tilted, "id xs ys zs", "1 -0.1875 0.46875 0.5\n2 0.5 0.5 0.5\n"), at(2.75, 2.125, 3)},
		{"compressed", zipped(t, dumpOf(cube, "id type xs ys zs", "1 1 0 0.5 0.5\n2 1 0.25 0.75 1\n")), at(1.5, 3, 7)},
	} {
		path := filepath.Join(t.TempDir(), "a.dump")
		must.Do(t, os.WriteFile(path, []byte(c.text), 0o666))
		frames := 0
		err := Read(path, func(f *model.Snapshot, _ Changed) error {
			if len(f.Position) != 2 || [2][3]float32(f.Position) != c.want && c.name != "a tilted box" || f.Position[1] != c.want[1] || f.Step != int64(50*frames) {
				t.Errorf("%s: step %d, positions %v, want %v", c.name, f.Step, f.Position, c.want)
			}
			frames++
			return nil
		})
		must.Hold(t, err == nil && frames == 2, "%s: %v after %d frames", c.name, err, frames)
		tape, err := Open(path)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var f model.Snapshot
		f.Resize(tape.Masses())
		if err := tape.Frame(1, &f); err != nil || f.Position[1] != c.want[1] || tape.Frames() != 2 || tape.Step(1) != 50 {
			t.Errorf("%s: the tape has %v: %v", c.name, f.Position, err)
		}
		if err := tape.Close(); err != nil {
			t.Error(err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(os.TempDir(), "hooke-*.dump")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// Contents that cannot be determined are refused, and compressed data that explode.
func TestReadDumpRefuses(t *testing.T) {
	const cube = "ITEM: BOX BOUNDS pp pp pp\n1 3\n0 4\n-1 7\n"
	for _, c := range []struct{ text, want string }{
		{dumpOf(cube, "id xs y zu", "1 1 2 3\n2 1 2 3\n"), "have no positions; write id and x y z, xu yu zu, xs ys zs or xsu ysu zsu"},
		{dumpOf(cube, "x y z", "1 2 3\n1 2 3\n"), "have no id"},
		{dumpOf("", "id xs ys zs", "1 1 2 3\n2 1 2 3\n"), "positions need the box, which must precede the atoms"},
		{dumpOf("ITEM: BOX BOUNDS abc origin pp pp pp\n1 0 0 0\n0 1 0 0\n0 0 1 0\n", "id xs ys zs", "1 1 2 3\n2 1 2 3\n"), "general triclinic"},
		{dumpOf("ITEM: BOX BOUNDS pp pp pp\n1\n0 4\n-1 7\n", "id xs ys zs", "1 1 2 3\n2 1 2 3\n"), `the box says "1"`},
		{dumpOf(cube, "id x y z ix iy iz", "1 1 2 3 0 0 0.5\n2 1 2 3 0 0 0\n"), `"0.5" is no number of times around the box`},
		{zipped(t, "ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n900000000\nITEM: ATOMS id x y z\n"), "900000000 atoms in a file that holds at most"},
		{zipped(t, dumpOf(cube, "id x y z", "1 1 2 3\n2 1 2 3\n"))[:40], "broken gzip data"},
		{zipped(t, "ITEM: TIMESTEP\n0\n"+strings.Repeat("ITEM: TIMESTEP\n0\n", 2<<20)), "grows more than 200 times"},
	} {
		path := filepath.Join(t.TempDir(), "a.dump")
		must.Do(t, os.WriteFile(path, []byte(c.text), 0o666))
		must.Say(t, c.text, Read(path, func(*model.Snapshot, Changed) error { return nil }), c.want)
	}
}

// A few bytes may claim any number of frames without masses.
func TestReadTrajectoryRefusesEmptyFrames(t *testing.T) {
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	entry, err := archive.CreateHeader(&zip.FileHeader{Name: "positions.npy", Method: zip.Store})
	must.Do(t, err)
	must.Do(t, must.Err(entry.Write(npy.AppendHeader(nil, "<f4", []int{1 << 38, 0, 3}))))
	must.Do(t, archive.Close())
	data := out.Bytes()
	err = readTrajectoryNPZ(bytes.NewReader(data), int64(len(data)), func(*model.Snapshot, Changed) error { return errors.New("a frame") })
	must.Hold(t, errors.Is(err, ErrNoTrajectory) && strings.Contains(err.Error(), "frames of no masses"), "error is %v", err)
}

// Trajectories of both formats end in frames or an error.
func FuzzReadTrajectory(f *testing.F) {
	path := filepath.Join(f.TempDir(), "a.npz")
	must.Do(f, npy.WriteArchive(path, npy.Numbers("positions", make([]float32, 6), 2, 1, 3), npy.Numbers("time", []float64{0, 1}, 2), npy.Numbers("step", []int64{0, 5}, 2)))
	f.Add(must.Get(os.ReadFile(path))(f))
	must.Do(f, npy.WriteArchive(path, npy.Numbers("positions", make([]float32, 6), 2, 1, 3), npy.Numbers("torn_spring", []uint32{4, 0}, 2), npy.Numbers("torn_frame", []int64{0, 1}, 2)))
	f.Add(must.Get(os.ReadFile(path))(f))
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
			before := 0
			_ = readTrajectoryNPZ(bytes.NewReader(data), int64(len(data)), func(f *model.Snapshot, now Changed) error {
				torn := now.Torn
				must.Hold(t, len(torn) >= before && len(torn) <= len(data)/12, "%d springs are torn after %d, in a file of %d bytes", len(torn), before, len(data))
				before = len(torn)
				return frame(f)
			})
		} else {
			_ = readDump(bytes.NewReader(data), int64(len(data)), frame)
		}
	})
}
