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

	"hooke/files/npy"
	"hooke/model"
)

// faultyTape is the error of a trajectory that cannot be shown. Files of other kinds have other errors.
type faultyTape struct{ error }

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
	positions, err := t.rows(entries["positions"], size, 3)
	if err != nil {
		err = fmt.Errorf("array \"positions\" %w", err)
	} else {
		err = t.openRows(entries, positions, size)
	}
	if err != nil && len(positions.shape) == 3 && positions.shape[2] == 3 {
		return faultyTape{err}
	}
	return err
}

// openRows finds the arrays of a file with these positions of all frames.
func (t *Tape) openRows(entries map[string]*zip.File, positions storedRows, size int64) (err error) {
	frames, masses := positions.shape[0], positions.shape[1]
	if frames == 0 || masses == 0 {
		return fmt.Errorf("it has %d frames of %d masses; give a trajectory with at least one of each", frames, masses)
	}
	var velocities storedRows
	if t.masses, t.moves = masses, entries["velocities"] != nil; t.moves {
		if velocities, err = t.rows(entries["velocities"], size, 3); err != nil {
			return fmt.Errorf("array \"velocities\" %w", err)
		}
		if !slices.Equal(positions.shape, velocities.shape) {
			return fmt.Errorf("velocities have the shape %v and positions %v", velocities.shape, positions.shape)
		}
	}
	if err := t.openSmall(entries, frames, size, positions.wide); err != nil {
		return err
	}
	turned, err := t.openTurned(entries, frames, size)
	if err != nil {
		return err
	}
	t.read = func(k int, f *model.Snapshot) error {
		numbers, err := positions.numbers(t.file, k)
		if err != nil {
			return err
		}
		if positions.wide && t.origin == nil {
			f.Origin = near(numbers)
		}
		putPlaces(f.Position, numbers, positions.wide, f.Origin)
		if err := turned.read(t, k, f); err != nil {
			return err
		}
		if !t.moves {
			clear(f.Velocity)
			return nil
		}
		if numbers, err = velocities.numbers(t.file, k); err == nil {
			putPlaces(f.Velocity, numbers, false, model.Vec3{})
		}
		return err
	}
	return nil
}

// openSmall reads the times, the steps and the other small arrays. wide says that positions
// are float64, which are those of the world.
func (t *Tape) openSmall(entries map[string]*zip.File, frames int, size int64, wide bool) (err error) {
	t.time, t.step = make([]float64, frames), make([]int64, frames)
	for k := range frames {
		t.time[k], t.step[k] = math.NaN(), int64(k)
	}
	origin := originName(wide)
	arrays := map[string]npy.Array{}
	for _, name := range append([]string{"time", "step", origin, "mass", "run"}, changeArrays...) {
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
		if arrays[name] = a; name == "run" {
			t.run = a.Text()
		}
		switch data := a.Data.(type) {
		case []float64:
			switch name {
			case "time":
				t.time = data
			case origin:
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
	if entries["time"] != nil {
		for k, time := range t.time {
			if !(math.Abs(time) <= math.MaxFloat64) || k > 0 && time < t.time[k-1] {
				return fmt.Errorf("array \"time\" has %g s for frame %d; times must be finite and ascend", time, k)
			}
		}
	}
	t.changed, err = changesOf(arrays, frames)
	return err
}

// originsOf returns the origins of frames [m], one for each or one for all.
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
			return nil, fmt.Errorf("array %q has %v for frame %d, which is no position", a.Name, out[k], k)
		}
	}
	return out, nil
}

// rows finds an array of rows of width numbers in the file.
func (t *Tape) rows(entry *zip.File, size int64, width int) (r storedRows, err error) {
	if entry == nil {
		return r, fmt.Errorf("is not there: it %w", ErrNoTrajectory)
	}
	if entry.Method != zip.Store {
		if r.shape, err = shapeOf(entry); err != nil {
			return r, err
		}
		return r, errors.New("is compressed; save it with numpy.savez")
	}
	begin, err := entry.DataOffset()
	if err != nil {
		return r, err
	}
	in := io.NewSectionReader(t.file, begin, int64(min(entry.UncompressedSize64, uint64(size))))
	h, err := npy.Read(in)
	if err != nil {
		return r, err
	}
	r.shape = h.Shape
	if len(h.Shape) != 3 || h.Shape[2] != width {
		return r, fmt.Errorf("has the shape %v, not [frames, masses or segments, %d]: it %w", h.Shape, width, ErrNoTrajectory)
	}
	if h.Kind != 'f' || h.Width != 4 && h.Width != 8 || h.Order != binary.LittleEndian || h.Fortran {
		return r, fmt.Errorf("is %c%d of order %v (Fortran's: %t); save float32 or float64, little-endian and in row-major order", h.Kind, h.Width, h.Order, h.Fortran)
	}
	bytes := int64(h.Width) * h.Count()
	if begin+h.Bytes+bytes > size || uint64(h.Bytes+bytes) != entry.UncompressedSize64 {
		return r, fmt.Errorf("has the shape %v, but %d bytes in a file of %d", h.Shape, entry.UncompressedSize64, size)
	}
	return storedRows{at: begin + h.Bytes, shape: h.Shape, wide: h.Width == 8}, nil
}

// shapeOf returns the shape of a compressed array.
func shapeOf(entry *zip.File) ([]int, error) {
	in, err := entry.Open()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	h, err := npy.Read(in)
	if err != nil {
		return nil, err
	}
	return h.Shape, nil
}
