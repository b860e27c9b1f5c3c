package export

import (
	"archive/zip"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"

	"hooke/npy"
)

// TrajectoryNPZ is a file of all frames for NumPy: positions [m] and velocities
// [m/s], float32 of shape [frames, masses, 3], time [s] and step of shape [frames],
// where not all masses are written their numbers, mass, and where something is known of
// the run the text run. Frames stream to nameless files in the same folder; Close makes
// the NPZ file of them.
type TrajectoryNPZ struct {
	Run     string // what the file says of its run; empty: nothing
	path    string
	masses  int
	numbers []uint32
	spools  []spool
	time    []float64
	step    []int64
	row     []byte
}

// spool is an array on its way.
type spool struct {
	name string
	file *os.File
	of   func(*Frame) [][3]float32
}

// CreateTrajectoryNPZ begins a file for a number of masses; numbers are what they
// are called, nil: 0, 1, 2, ...
func CreateTrajectoryNPZ(path string, masses int, numbers []uint32, fields Fields) (*TrajectoryNPZ, error) {
	t := &TrajectoryNPZ{path: path, masses: masses, numbers: numbers}
	for _, array := range []struct {
		field, name string
		of          func(*Frame) [][3]float32
	}{{"positions", "positions", func(f *Frame) [][3]float32 { return f.Position }}, {"velocity", "velocities", func(f *Frame) [][3]float32 { return f.Velocity }}} {
		if !fields.Have(array.field) {
			continue
		}
		file, err := os.CreateTemp(filepath.Dir(path), ".trajectory.*.tmp")
		if err == nil {
			// Without a name nothing is left behind, however the program ends.
			err = os.Remove(file.Name())
			t.spools = append(t.spools, spool{array.name, file, array.of})
		}
		if err != nil {
			t.Discard()
			return nil, fmt.Errorf("export: %s: %w", path, err)
		}
	}
	return t, nil
}

// Frame adds a frame.
func (t *TrajectoryNPZ) Frame(f *Frame) error {
	if len(f.Position) != t.masses {
		return fmt.Errorf("export: %s: a frame of %d masses, not %d", t.path, len(f.Position), t.masses)
	}
	for _, s := range t.spools {
		t.row = t.row[:0]
		for _, v := range s.of(f) {
			for _, x := range v {
				t.row = binary.LittleEndian.AppendUint32(t.row, math.Float32bits(x))
			}
		}
		if _, err := s.file.Write(t.row); err != nil {
			return fmt.Errorf("export: %s: %w; free some space, or save less often", t.path, err)
		}
	}
	t.time, t.step = append(t.time, f.Time), append(t.step, f.Step)
	return nil
}

// Close writes the file.
func (t *TrajectoryNPZ) Close() error {
	defer t.Discard()
	return WriteFile(t.path, func(w io.Writer) error {
		archive := zip.NewWriter(w)
		entry := func(name string) (io.Writer, error) {
			return archive.CreateHeader(&zip.FileHeader{Name: name + ".npy", Method: zip.Store})
		}
		for _, s := range t.spools {
			out, err := entry(s.name)
			if err != nil {
				return err
			}
			if _, err := out.Write(npy.AppendHeader(nil, "<f4", []int{len(t.step), t.masses, 3})); err != nil {
				return err
			}
			// Not more than the frames that are whole.
			if _, err := io.Copy(out, io.NewSectionReader(s.file, 0, 12*int64(t.masses)*int64(len(t.step)))); err != nil {
				return err
			}
		}
		arrays := []Array{{"time", []int{len(t.time)}, t.time}, {"step", []int{len(t.step)}, t.step}}
		if t.numbers != nil {
			arrays = append(arrays, Array{"mass", []int{len(t.numbers)}, t.numbers})
		}
		if t.Run != "" {
			arrays = append(arrays, Text("run", t.Run))
		}
		for _, a := range arrays {
			w, err := entry(a.Name)
			if err != nil {
				return err
			}
			if err := a.writeNPY(w); err != nil {
				return err
			}
		}
		return archive.Close()
	})
}

// Discard leaves nothing.
func (t *TrajectoryNPZ) Discard() {
	for _, s := range t.spools {
		s.file.Close()
	}
}

// Files is the file.
func (t *TrajectoryNPZ) Files() []string { return []string{t.path} }
