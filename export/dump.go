package export

import (
	"fmt"
	"strconv"

	"hooke/model"
	"hooke/safefile"
)

// Dump is a LAMMPS dump file in text, which OVITO opens: id (from 1), type (1, or
// 2 for masses pinned on an axis), position [m] and velocity [m/s] of all masses
// in every frame. Numbers have the digits that read back as the same float32.
type Dump struct {
	file    *safefile.Part
	frames  int64
	model   *model.Model
	numbers []uint32
	fields  Fields
	line    []byte
}

// CreateDump begins a file, or continues one from at (nil: begin). numbers are the
// numbers of the masses in the file, counted from 0; nil: 0, 1, 2, ...
func CreateDump(path string, m *model.Model, numbers []uint32, fields Fields, at *SeriesProgress) (*Dump, error) {
	file, frames, err := partOf(path, at)
	if err != nil {
		return nil, err
	}
	return &Dump{file: file, frames: frames, model: m, numbers: numbers, fields: fields}, nil
}

// dumpBytes is the size of the text that is written at once.
const dumpBytes = 256 << 10

// Frame adds a frame.
func (d *Dump) Frame(f *Frame) error {
	if err := f.check(d.model); err != nil {
		return err
	}
	lo, hi := f.State().Bounds()
	b := fmt.Appendf(d.line[:0], "ITEM: TIMESTEP\n%d\nITEM: NUMBER OF ATOMS\n%d\nITEM: BOX BOUNDS ss ss ss\n%g %g\n%g %g\n%g %g\nITEM: ATOMS id type",
		f.Step, len(f.Position), lo[0], hi[0], lo[1], hi[1], lo[2], hi[2])
	var arrays [][][3]float32
	for _, a := range []struct {
		field, columns string
		of             [][3]float32
	}{{"positions", " x y z", f.Position}, {"velocity", " vx vy vz", f.Velocity}} {
		if d.fields.Have(a.field) {
			b, arrays = append(b, a.columns...), append(arrays, a.of)
		}
	}
	b = append(b, '\n')
	for i := range f.Position {
		kind := int64(1)
		if d.model.PinOf(i) != 0 {
			kind = 2
		}
		id := int64(i)
		if d.numbers != nil {
			id = int64(d.numbers[i])
		}
		b = strconv.AppendInt(b, id+1, 10)
		b = strconv.AppendInt(append(b, ' '), kind, 10)
		for _, a := range arrays {
			for _, number := range a[i] {
				b = strconv.AppendFloat(append(b, ' '), float64(number), 'g', -1, 32)
			}
		}
		b = append(b, '\n')
		if len(b) > dumpBytes {
			if _, err := d.file.Write(b); err != nil {
				return err
			}
			b = b[:0]
		}
	}
	d.line = b
	d.frames++
	if _, err := d.file.Write(b); err != nil {
		return err
	}
	return d.file.Flush()
}

// Settle puts all frames so far on the disk.
func (d *Dump) Settle() (SeriesProgress, error) { return settle(d.file, d.frames) }

// Close completes the file.
func (d *Dump) Close() error { return d.file.Commit() }

// Discard removes the file.
func (d *Dump) Discard() { d.file.Discard() }

// Files is the path of the file.
func (d *Dump) Files() []string { return []string{d.file.Path()} }
