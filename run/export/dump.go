package export

import (
	"fmt"
	"strconv"

	"hooke/files/safefile"
	"hooke/model"
)

// Dump is a LAMMPS dump file in text, which OVITO opens: id (from 1), type (1, or
// 2 for masses pinned on an axis), position [m] and velocity [m/s] of all masses
// in every frame. Numbers have the digits that read back as the same float32, or float64;
// positions that are counted from another point than zero have those of float64.
type Dump struct {
	growing
	model   *model.Model
	numbers []uint32
	fields  Fields
	how     Numbers
}

// CreateDump begins a file, or continues one from at (nil: begin). numbers are the
// numbers of the masses in the file, counted from 0; nil: 0, 1, 2, ...
func CreateDump(path string, m *model.Model, numbers []uint32, fields Fields, how Numbers, at *SeriesProgress) (*Dump, error) {
	g, err := grow(path, at)
	if err != nil {
		return nil, err
	}
	return &Dump{growing: g, model: m, numbers: numbers, fields: fields, how: how}, nil
}

// dumpMasses is how many masses one core makes text of at once.
const dumpMasses = 8192

// Frame adds a frame.
func (d *Dump) Frame(f *Frame) error {
	if err := f.Check(d.model); err != nil {
		return err
	}
	lo, hi := f.State().Bounds()
	head := fmt.Appendf(nil, "ITEM: TIMESTEP\n%d\nITEM: NUMBER OF ATOMS\n%d\nITEM: BOX BOUNDS ss ss ss\n%g %g\n%g %g\n%g %g\nITEM: ATOMS id type",
		f.Step, len(f.Position), lo[0], hi[0], lo[1], hi[1], lo[2], hi[2])
	var arrays []Vectors
	for _, a := range []struct {
		field, columns string
		of             Vectors
	}{{"positions", " x y z", f.Places(d.how.Float64)}, {"velocity", " vx vy vz", f.Velocities(d.how.Float64)}} {
		if d.fields.Have(a.field) {
			head, arrays = append(head, a.columns...), append(arrays, a.of)
		}
	}
	if _, err := d.file.Write(append(head, '\n')); err != nil {
		return err
	}
	masses := len(f.Position)
	err := safefile.WriteBlocks(d.file, (masses+dumpMasses-1)/dumpMasses, func(block int, to []byte) ([]byte, error) {
		for i := block * dumpMasses; i < min(masses, (block+1)*dumpMasses); i++ {
			to = d.row(to, i, arrays)
		}
		return to, nil
	})
	if err != nil {
		return err
	}
	d.frames++
	return d.file.Flush()
}

// row appends the line of a mass.
func (d *Dump) row(to []byte, i int, arrays []Vectors) []byte {
	kind, id := int64(1), int64(i)
	if d.model.PinOf(i) != 0 {
		kind = 2
	}
	if d.numbers != nil {
		id = int64(d.numbers[i])
	}
	to = strconv.AppendInt(to, id+1, 10)
	to = strconv.AppendInt(append(to, ' '), kind, 10)
	for _, a := range arrays {
		bits := 32
		if a.Double {
			bits = 64
		}
		for _, number := range a.At(i) {
			to = strconv.AppendFloat(append(to, ' '), number, 'g', -1, bits)
		}
	}
	return append(to, '\n')
}
