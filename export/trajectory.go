package export

import (
	"archive/zip"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"

	"hooke/model"
)

// TrajectoryNPZ is a file of all frames for NumPy: positions [m], float32 of
// shape [frames, masses, 3], time [s] and step of shape [frames]. Frames stream
// to a nameless file in the same folder; Close makes the NPZ file of it.
type TrajectoryNPZ struct {
	path   string
	masses int
	spool  *os.File // positions so far
	time   []float64
	step   []int64
	row    []byte
}

// CreateTrajectoryNPZ begins a file for a number of masses.
func CreateTrajectoryNPZ(path string, masses int) (*TrajectoryNPZ, error) {
	spool, err := os.CreateTemp(filepath.Dir(path), ".trajectory.*.tmp")
	if err != nil {
		return nil, fmt.Errorf("export: %s: %w", path, err)
	}
	// Without a name nothing is left behind, however the program ends.
	if err := os.Remove(spool.Name()); err != nil {
		spool.Close()
		return nil, fmt.Errorf("export: %s: %w", path, err)
	}
	return &TrajectoryNPZ{path: path, masses: masses, spool: spool}, nil
}

// Frame adds a frame.
func (t *TrajectoryNPZ) Frame(f *Frame) error {
	if len(f.Position) != t.masses {
		return fmt.Errorf("export: %s: a frame of %d masses, not %d", t.path, len(f.Position), t.masses)
	}
	t.row = t.row[:0]
	for _, v := range f.Position {
		for _, x := range v {
			t.row = binary.LittleEndian.AppendUint32(t.row, math.Float32bits(x))
		}
	}
	if _, err := t.spool.Write(t.row); err != nil {
		return fmt.Errorf("export: %s: %w; free some space, or save less often", t.path, err)
	}
	t.time, t.step = append(t.time, f.Time), append(t.step, f.Step)
	return nil
}

// Close writes the file.
func (t *TrajectoryNPZ) Close() error {
	defer t.spool.Close()
	if _, err := t.spool.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("export: %s: %w", t.path, err)
	}
	return WriteFile(t.path, func(w io.Writer) error {
		archive := zip.NewWriter(w)
		entry := func(name string) (io.Writer, error) {
			return archive.CreateHeader(&zip.FileHeader{Name: name + ".npy", Method: zip.Store})
		}
		positions, err := entry("positions")
		if err != nil {
			return err
		}
		if _, err := positions.Write(npyHeader("<f4", []int{len(t.step), t.masses, 3})); err != nil {
			return err
		}
		if _, err := io.Copy(positions, t.spool); err != nil {
			return err
		}
		for _, a := range []Array{{"time", []int{len(t.time)}, t.time}, {"step", []int{len(t.step)}, t.step}} {
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
func (t *TrajectoryNPZ) Discard() { t.spool.Close() }

// Files is the file.
func (t *TrajectoryNPZ) Files() []string { return []string{t.path} }

// Dump is a LAMMPS dump file in text, which OVITO opens: id (from 1), type (1, or
// 2 for masses pinned on an axis), position [m] and velocity [m/s] of all masses
// in every frame. Numbers have the digits that read back as the same float32.
type Dump struct {
	file  *File
	model *model.Model
	line  []byte
}

// CreateDump begins a file.
func CreateDump(path string, m *model.Model) (*Dump, error) {
	file, err := Create(path)
	if err != nil {
		return nil, err
	}
	return &Dump{file: file, model: m}, nil
}

// Frame adds a frame.
func (d *Dump) Frame(f *Frame) error {
	if err := f.check(d.model); err != nil {
		return err
	}
	lo, hi := f.State().Bounds()
	b := fmt.Appendf(d.line[:0], "ITEM: TIMESTEP\n%d\nITEM: NUMBER OF ATOMS\n%d\nITEM: BOX BOUNDS ss ss ss\n%g %g\n%g %g\n%g %g\nITEM: ATOMS id type x y z vx vy vz\n",
		f.Step, len(f.Position), lo[0], hi[0], lo[1], hi[1], lo[2], hi[2])
	for i, x := range f.Position {
		kind := int64(1)
		if d.model.PinOf(i) != 0 {
			kind = 2
		}
		b = strconv.AppendInt(b, int64(i)+1, 10)
		b = strconv.AppendInt(append(b, ' '), kind, 10)
		for _, v := range [2][3]float32{x, f.Velocity[i]} {
			for _, number := range v {
				b = strconv.AppendFloat(append(b, ' '), float64(number), 'g', -1, 32)
			}
		}
		b = append(b, '\n')
		if len(b) > bufferBytes {
			if _, err := d.file.Write(b); err != nil {
				return err
			}
			b = b[:0]
		}
	}
	d.line = b
	_, err := d.file.Write(b)
	return err
}

// Close completes the file.
func (d *Dump) Close() error { return d.file.Commit() }

// Discard leaves nothing.
func (d *Dump) Discard() { d.file.Discard() }

// Files is the file.
func (d *Dump) Files() []string { return []string{d.file.path} }
