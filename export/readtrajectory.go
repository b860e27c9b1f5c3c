package export

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
)

// ErrNoTrajectory is wrapped where a file is none that ReadTrajectory reads.
var ErrNoTrajectory = errors.New("is no trajectory")

// ReadTrajectory hands every frame of a file to each, in their order: of an NPZ
// file with positions [frames, masses, 3], as TrajectoryNPZ writes it, or a LAMMPS
// dump in text with id, x, y and z. Frames are reused. Velocities that the file does not
// have are zero; dumps do not tell the time, so it is NaN. Memory is bounded by the
// size of the file, that of a dump by one frame.
func ReadTrajectory(path string, each func(f *Frame) error) error {
	return readFile(path, func(file *os.File, size int64) error {
		var start [6]byte
		n, _ := io.ReadFull(file, start[:])
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return err
		}
		switch {
		case strings.HasPrefix(string(start[:n]), "PK"):
			return readTrajectoryNPZ(file, size, each)
		case string(start[:n]) == "ITEM: ":
			return readDump(file, size, each)
		}
		return fmt.Errorf("%w: give an NPZ file with positions [frames, masses, 3] or a LAMMPS dump in text", ErrNoTrajectory)
	})
}

func readTrajectoryNPZ(r io.ReaderAt, size int64, each func(f *Frame) error) error {
	list, err := readNPZ(r, size)
	if err != nil {
		return err
	}
	arrays := map[string]Array{}
	for _, a := range list {
		arrays[a.Name] = a
	}
	positions, ok := arrays["positions"].Data.([]float32)
	shape := arrays["positions"].Shape
	if !ok || len(shape) != 3 || shape[2] != 3 {
		return fmt.Errorf("%w: it has no array positions, float32 of shape [frames, masses, 3]", ErrNoTrajectory)
	}
	frames, masses := shape[0], shape[1]
	if masses == 0 {
		return fmt.Errorf("%w: %d frames of no masses", ErrNoTrajectory, frames) // of which a file has room for any number
	}
	velocities, moving := arrays["velocities"].Data.([]float32)
	if moving && !slices.Equal(arrays["velocities"].Shape, shape) {
		return fmt.Errorf("velocities have the shape %v and positions %v", arrays["velocities"].Shape, shape)
	}
	times, timed := arrays["time"].Data.([]float64)
	steps, stepped := arrays["step"].Data.([]int64)
	if timed && len(times) != frames || stepped && len(steps) != frames {
		return fmt.Errorf("%d times and %d steps of %d frames", len(times), len(steps), frames)
	}
	f := &Frame{}
	f.Resize(masses)
	for k := range frames {
		for i := range masses {
			at := 3 * (k*masses + i)
			f.Position[i] = [3]float32(positions[at:])
			if moving {
				f.Velocity[i] = [3]float32(velocities[at:])
			}
		}
		f.Step, f.Time = int64(k), math.NaN()
		if stepped {
			f.Step = steps[k]
		}
		if timed {
			f.Time = times[k]
		}
		if err := each(f); err != nil {
			return err
		}
	}
	return nil
}

// dumpReader reads a LAMMPS dump line by line.
type dumpReader struct {
	scan *bufio.Scanner
	line int
	size int64 // of the file [bytes]
}

// maxDumpLine bounds a line: some hundred columns.
const maxDumpLine = 1 << 16

func readDump(r io.Reader, size int64, each func(f *Frame) error) error {
	d := &dumpReader{scan: bufio.NewScanner(r), size: size}
	d.scan.Buffer(make([]byte, 0, maxDumpLine), maxDumpLine)
	f := &Frame{}
	for count := int64(-1); ; {
		text, err := d.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		item, columns, _ := strings.Cut(strings.TrimPrefix(text, "ITEM: "), " ")
		switch {
		case !strings.HasPrefix(text, "ITEM: "):
			return d.fault("%q where a line with ITEM: should be", text)
		case text == "ITEM: TIMESTEP":
			f.Step, err = d.number()
		case text == "ITEM: NUMBER OF ATOMS":
			if count, err = d.number(); err == nil && (count < 0 || count > d.size/8) {
				return d.fault("%d atoms in a file of %d bytes", count, d.size)
			}
		case item == "ATOMS":
			if count < 0 {
				return d.fault("atoms before their number")
			}
			if err = d.atoms(f, int(count), strings.Fields(columns)); err == nil {
				f.Time = math.NaN()
				err = each(f)
			}
		case item == "BOX":
			for range 3 {
				if _, err = d.must(); err != nil {
					break
				}
			}
		default: // units, time and others have one line
			_, err = d.must()
		}
		if err != nil {
			return err
		}
	}
}

// atoms reads those of one frame.
func (d *dumpReader) atoms(f *Frame, count int, columns []string) error {
	place := map[string]int{}
	for i, name := range columns {
		place[name] = i
	}
	for _, needed := range []string{"id", "x", "y", "z"} {
		if _, ok := place[needed]; !ok {
			return d.fault("the columns %v have no %s; write id, x, y and z", columns, needed)
		}
	}
	_, moving := place["vx"]
	f.Resize(count)
	clear(f.Velocity)
	seen := make([]bool, count)
	for range count {
		text, err := d.must()
		if err != nil {
			return err
		}
		words := strings.Fields(text)
		if len(words) != len(columns) {
			return d.fault("%d numbers in %d columns", len(words), len(columns))
		}
		id, err := strconv.ParseInt(words[place["id"]], 10, 64)
		if err != nil || id < 1 || id > int64(count) || seen[id-1] {
			return d.fault("atom %q: identifiers are those from 1 to %d, each once", words[place["id"]], count)
		}
		seen[id-1] = true
		for axis, name := range []string{"x", "y", "z"} {
			if err := d.value(words[place[name]], &f.Position[id-1][axis]); err != nil {
				return err
			}
			if at, ok := place["v"+name]; ok && moving {
				if err := d.value(words[at], &f.Velocity[id-1][axis]); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (d *dumpReader) value(word string, into *float32) error {
	x, err := strconv.ParseFloat(word, 32)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return d.fault("%q is no number that float32 holds", word)
	}
	*into = float32(x)
	return nil
}

func (d *dumpReader) number() (int64, error) {
	text, err := d.must()
	if err != nil {
		return 0, err
	}
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil {
		return 0, d.fault("%q is no whole number", text)
	}
	return n, nil
}

// must is the next line; the end of the file is a fault.
func (d *dumpReader) must() (string, error) {
	text, err := d.next()
	if err == io.EOF {
		return "", d.fault("the file ends in the middle of a frame")
	}
	return text, err
}

// next is the next line, or io.EOF.
func (d *dumpReader) next() (string, error) {
	if d.scan.Scan() {
		d.line++
		return strings.TrimSuffix(d.scan.Text(), "\r"), nil
	}
	if err := d.scan.Err(); err != nil {
		return "", d.fault("%v", err)
	}
	return "", io.EOF
}

func (d *dumpReader) fault(format string, args ...any) error {
	return fmt.Errorf("line %d: %s", d.line, fmt.Sprintf(format, args...))
}
