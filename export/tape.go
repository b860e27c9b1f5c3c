package export

import (
	"archive/zip"
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"hooke/npy"
	"hooke/safefile"
)

// Tape is a trajectory of which any frame can be read, in any order: an NPZ file or a
// LAMMPS dump, as ReadTrajectory reads them. Only the frame that is asked for is read;
// in memory are 16 bytes per frame. Not safe for concurrent use.
type Tape struct {
	path    string
	file    *os.File
	masses  int
	numbers []uint32 // of the masses; nil: 0, 1, 2, ...
	run     string   // what the file says of its run; empty: nothing
	time    []float64
	step    []int64
	read    func(k int, f *Frame) error
}

// OpenTape opens a trajectory.
func OpenTape(path string) (*Tape, error) {
	file, err := safefile.Open(path)
	if err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	t := &Tape{path: path, file: file}
	if err := t.open(); err != nil {
		file.Close()
		return nil, fmt.Errorf("export: %s: %w", path, err)
	}
	return t, nil
}

func (t *Tape) open() error {
	info, err := t.file.Stat()
	if err != nil {
		return err
	}
	var start [6]byte
	n, _ := io.ReadFull(t.file, start[:])
	switch {
	case strings.HasPrefix(string(start[:n]), "PK"):
		err = t.openNPZ(info.Size())
	case string(start[:n]) == "ITEM: ":
		err = t.openDump(info.Size())
	case strings.HasPrefix(string(start[:n]), gzipMark):
		var size int64
		if size, err = t.unpack(); err == nil {
			err = t.openDump(size)
		}
	default:
		err = fmt.Errorf("%w: give an NPZ file with positions [frames, masses, 3] or a LAMMPS dump in text", ErrNoTrajectory)
	}
	if err == nil && len(t.time) == 0 {
		err = errors.New("it has no frames")
	}
	return err
}

// unpack goes on with what a compressed dump holds, as a file that goes with the tape: any
// frame of it is read then.
func (t *Tape) unpack() (size int64, err error) {
	if _, err := t.file.Seek(0, io.SeekStart); err != nil {
		return 0, err
	}
	z, err := newGunzip(t.file)
	if err != nil {
		return 0, err
	}
	plain, err := os.CreateTemp("", "hooke-*.dump")
	if err != nil {
		return 0, err
	}
	if size, err = io.Copy(plain, z); err == nil {
		err = os.Remove(plain.Name()) // it stays until it is closed
	}
	if err != nil {
		plain.Close()
		os.Remove(plain.Name())
		return 0, err
	}
	t.file.Close()
	t.file = plain
	return size, nil
}

// Frames is how many there are, at least one.
func (t *Tape) Frames() int { return len(t.time) }

// Masses is how many every frame has.
func (t *Tape) Masses() int { return t.masses }

// Numbers are those of the masses in their structure; nil: all of it, in order.
func (t *Tape) Numbers() []uint32 { return t.numbers }

// Run is what the file says of its run, as the run wrote it; empty: nothing.
func (t *Tape) Run() string { return t.run }

// Time is that of a frame [s]; NaN: the file does not tell.
func (t *Tape) Time(k int) float64 { return t.time[k] }

// Step is that of a frame.
func (t *Tape) Step(k int) int64 { return t.step[k] }

// Frame reads a frame. Velocities that the file does not have are zero.
func (t *Tape) Frame(k int, f *Frame) error {
	if k < 0 || k >= len(t.time) {
		return fmt.Errorf("export: %s: frame %d of %d", t.path, k, len(t.time))
	}
	f.Resize(t.masses)
	f.Step, f.Time = t.step[k], t.time[k]
	if err := t.read(k, f); err != nil {
		return fmt.Errorf("export: %s: frame %d: %w", t.path, k, err)
	}
	return nil
}

// Close closes the file.
func (t *Tape) Close() error { return t.file.Close() }

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
	positions, shape, err := t.vectors(entries["positions"], size)
	if err != nil {
		return fmt.Errorf("array \"positions\" %w", err)
	}
	frames, masses := shape[0], shape[1]
	if masses == 0 {
		return fmt.Errorf("its %d frames have no masses: it %w", frames, ErrNoTrajectory)
	}
	velocities := int64(-1)
	if entries["velocities"] != nil {
		at, second, err := t.vectors(entries["velocities"], size)
		if err != nil {
			return fmt.Errorf("array \"velocities\" %w", err)
		}
		if !slices.Equal(shape, second) {
			return fmt.Errorf("velocities have the shape %v and positions %v", second, shape)
		}
		velocities = at
	}
	t.masses = masses
	if err := t.openSmall(entries, frames, size); err != nil {
		return err
	}
	row := make([]byte, 12*masses)
	t.read = func(k int, f *Frame) error {
		if err := readVectors(t.file, positions+int64(k)*int64(len(row)), row, f.Position); err != nil {
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

// openSmall reads times, steps and what else is small.
func (t *Tape) openSmall(entries map[string]*zip.File, frames int, size int64) error {
	t.time, t.step = make([]float64, frames), make([]int64, frames)
	for k := range frames {
		t.time[k], t.step[k] = math.NaN(), int64(k)
	}
	for _, name := range []string{"time", "step", "mass", "run"} {
		entry := entries[name]
		if entry == nil {
			continue
		}
		if entry.UncompressedSize64 > uint64(size) {
			return fmt.Errorf("array %q claims %d bytes; the file has %d", name, entry.UncompressedSize64, size)
		}
		a, err := readEntry(entry)
		if err != nil && name == "run" {
			continue // somebody else's, who means another thing by it
		}
		if err != nil {
			return fmt.Errorf("array %q %w", name, err)
		}
		if name == "run" {
			t.run = a.Text()
		}
		switch data := a.Data.(type) {
		case []float64:
			if name == "time" {
				t.time = data
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

// vectors is where the numbers of an array of vectors begin, and its shape.
func (t *Tape) vectors(entry *zip.File, size int64) (at int64, shape []int, err error) {
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
	if h.Kind != 'f' || h.Width != 4 || h.Order != binary.LittleEndian || h.Fortran || len(h.Shape) != 3 || h.Shape[2] != 3 {
		return 0, nil, fmt.Errorf("is %c%d of shape %v, not float32 in row-major order, of shape [frames, masses, 3]: it %w", h.Kind, h.Width, h.Shape, ErrNoTrajectory)
	}
	bytes := 4 * h.Count()
	if begin+h.Bytes+bytes > size || uint64(h.Bytes+bytes) != entry.UncompressedSize64 {
		return 0, nil, fmt.Errorf("has the shape %v, but %d bytes in a file of %d", h.Shape, entry.UncompressedSize64, size)
	}
	return begin + h.Bytes, h.Shape, nil
}

// readVectors reads vectors at a place of a file; row has room for them.
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

// openDump finds where the frames of a dump begin, in one pass.
func (t *Tape) openDump(size int64) error {
	if _, err := t.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	const item = "ITEM: "
	var begins []int64
	at, in := int64(0), bufio.NewReaderSize(t.file, 1<<20)
	what := ""
	for {
		line, err := in.ReadSlice('\n')
		if err != nil && err != io.EOF {
			return fmt.Errorf("after %d bytes: %w", at, err)
		}
		text := strings.TrimSpace(string(line[:min(len(line), 64)]))
		switch {
		case strings.HasPrefix(text, item):
			what = strings.TrimPrefix(text, item)
			if what == "TIMESTEP" {
				begins = append(begins, at)
				t.time, t.step = append(t.time, math.NaN()), append(t.step, int64(len(begins)-1))
			}
		case what == "TIMESTEP" && len(begins) > 0:
			if step, err := strconv.ParseInt(text, 10, 64); err == nil {
				t.step[len(begins)-1] = step
			}
		}
		at += int64(len(line))
		if err == io.EOF {
			break
		}
	}
	begins = append(begins, size)
	t.read = func(k int, f *Frame) error {
		part := io.NewSectionReader(t.file, begins[k], begins[k+1]-begins[k])
		found := false
		err := readDump(part, begins[k+1]-begins[k], func(read *Frame) error {
			found = true
			if len(read.Position) != t.masses {
				return fmt.Errorf("%d atoms; the first frame has %d", len(read.Position), t.masses)
			}
			copy(f.Position, read.Position)
			copy(f.Velocity, read.Velocity)
			return nil
		})
		if err == nil && !found {
			err = errors.New("it has no atoms")
		}
		return err
	}
	if len(t.time) == 0 {
		return nil
	}
	return readDump(io.NewSectionReader(t.file, 0, begins[1]), begins[1], func(first *Frame) error {
		t.masses = len(first.Position)
		return nil
	})
}
