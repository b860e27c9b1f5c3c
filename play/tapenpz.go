package play

import (
	"archive/zip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"hooke/model"
	"hooke/npy"
)

// openNPZ finds the arrays in the file, and reads the small ones.
func (t *Tape) openNPZ(size int64) error {
	archive, err := zip.NewReader(t.file, size)
	if err != nil {
		return fmt.Errorf("is not an NPZ file: %w", err)
	}
	entries := map[string]*zip.File{}
	for _, entry := range archive.File {
		entries[strings.TrimSuffix(entry.Name, ".npy")] = entry
	}
	positions, shape, err := t.rows(entries["positions"], size, 3)
	if err != nil {
		return fmt.Errorf("array \"positions\" %w", err)
	}
	frames, masses := shape[0], shape[1]
	if masses == 0 {
		return fmt.Errorf("its %d frames have no masses: it %w", frames, ErrNoTrajectory)
	}
	velocities := int64(-1)
	if entries["velocities"] != nil {
		at, second, err := t.rows(entries["velocities"], size, 3)
		if err != nil {
			return fmt.Errorf("array \"velocities\" %w", err)
		}
		if !slices.Equal(shape, second) {
			return fmt.Errorf("velocities have the shape %v and positions %v", second, shape)
		}
		velocities = at
	}
	t.masses, t.moves = masses, velocities >= 0
	if err := t.openSmall(entries, frames, size); err != nil {
		return err
	}
	turned, err := t.openTurned(entries, frames, size)
	if err != nil {
		return err
	}
	row := make([]byte, 12*masses)
	t.read = func(k int, f *model.Snapshot) error {
		if err := readVectors(t.file, positions+int64(k)*int64(len(row)), row, f.Position); err != nil {
			return err
		}
		if err := turned.read(t, k, f); err != nil {
			return err
		}
		if velocities < 0 {
			clear(f.Velocity)
			return nil
		}
		return readVectors(t.file, velocities+int64(k)*int64(len(row)), row, f.Velocity)
	}
	return nil
}

// openSmall reads the times, the steps and the other small arrays.
func (t *Tape) openSmall(entries map[string]*zip.File, frames int, size int64) error {
	t.time, t.step = make([]float64, frames), make([]int64, frames)
	for k := range frames {
		t.time[k], t.step[k] = math.NaN(), int64(k)
	}
	for _, name := range []string{"time", "step", "origin", "mass", "run"} {
		entry := entries[name]
		if entry == nil {
			continue
		}
		if entry.UncompressedSize64 > uint64(size) {
			return fmt.Errorf("array %q claims %d bytes; the file has %d", name, entry.UncompressedSize64, size)
		}
		a, err := npy.ReadEntry(entry)
		if err != nil && name == "run" {
			continue // an array of this name from another program
		}
		if err != nil {
			return fmt.Errorf("array %q %w", name, err)
		}
		if name == "run" {
			t.run = a.Text()
		}
		switch data := a.Data.(type) {
		case []float64:
			switch name {
			case "time":
				t.time = data
			case "origin":
				if t.origin, err = originsOf(a, frames); err != nil {
					return err
				}
			}
		case []int64:
			if name == "step" {
				t.step = data
			}
		case []uint32:
			if name == "mass" {
				t.numbers = data
			}
		}
	}
	if len(t.time) != frames || len(t.step) != frames || t.numbers != nil && len(t.numbers) != t.masses {
		return fmt.Errorf("%d times, %d steps and the numbers of %d masses, of %d frames of %d masses", len(t.time), len(t.step), len(t.numbers), frames, t.masses)
	}
	return nil
}

// originsOf are the origins of frames [m], one for each or one for all.
func originsOf(a npy.Array, frames int) ([]model.Vec3, error) {
	data, ok := a.Data.([]float64)
	shared := ok && slices.Equal(a.Shape, []int{3})
	if !ok || !shared && !slices.Equal(a.Shape, []int{frames, 3}) {
		return nil, fmt.Errorf("array %q has the shape %v of %T; it must be float64 of shape [%d, 3]", a.Name, a.Shape, a.Data, frames)
	}
	out := make([]model.Vec3, frames)
	for k := range out {
		at := 3 * k
		if shared {
			at = 0
		}
		out[k] = model.Vec3(data[at:])
		if sum := out[k][0] + out[k][1] + out[k][2]; sum-sum != 0 {
			return nil, fmt.Errorf("array %q has %v for frame %d, which is no place", a.Name, out[k], k)
		}
	}
	return out, nil
}

// rows is where the numbers of an array of rows of so many numbers begin in the file, and its shape.
func (t *Tape) rows(entry *zip.File, size int64, width int) (at int64, shape []int, err error) {
	if entry == nil {
		return 0, nil, fmt.Errorf("is not there: it %w", ErrNoTrajectory)
	}
	if entry.Method != zip.Store {
		return 0, nil, errors.New("is compressed; save it with numpy.savez")
	}
	begin, err := entry.DataOffset()
	if err != nil {
		return 0, nil, err
	}
	in := io.NewSectionReader(t.file, begin, int64(min(entry.UncompressedSize64, uint64(size))))
	h, err := npy.Read(in)
	if err != nil {
		return 0, nil, err
	}
	if h.Kind != 'f' || h.Width != 4 || h.Order != binary.LittleEndian || h.Fortran || len(h.Shape) != 3 || h.Shape[2] != width {
		return 0, nil, fmt.Errorf("is %c%d of shape %v, not float32 in row-major order, of shape [frames, masses or segments, %d]: it %w", h.Kind, h.Width, h.Shape, width, ErrNoTrajectory)
	}
	bytes := 4 * h.Count()
	if begin+h.Bytes+bytes > size || uint64(h.Bytes+bytes) != entry.UncompressedSize64 {
		return 0, nil, fmt.Errorf("has the shape %v, but %d bytes in a file of %d", h.Shape, entry.UncompressedSize64, size)
	}
	return begin + h.Bytes, h.Shape, nil
}

// readVectors reads vectors at a place of a file, through row, which has room for their
// bytes.
func readVectors(from io.ReaderAt, at int64, row []byte, into [][3]float32) error {
	if _, err := from.ReadAt(row, at); err != nil {
		return err
	}
	for i := range into {
		for axis := range 3 {
			into[i][axis] = math.Float32frombits(binary.LittleEndian.Uint32(row[12*i+4*axis:]))
		}
	}
	return nil
}
