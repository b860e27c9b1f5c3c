package play

import (
	"bufio"
	"errors"
	"fmt"
	"hooke/engine/origin"
	"hooke/model"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// dumpReader reads a LAMMPS dump line by line.
type dumpReader struct {
	scan *bufio.Scanner
	line int
	most int64 // largest number of atoms that the file can hold
	box  dumpBox
	wide []model.Vec3 // positions of a frame [m]
}

// maxDumpLine bounds a line: some hundred columns.
const maxDumpLine = 1 << 16

// leastAtom is the least number of bytes that an atom takes in a dump.
const leastAtom = 8

// readDump calls each with every frame of a dump; the file has size bytes.
func readDump(r io.Reader, size int64, each func(f *model.Snapshot) error) error {
	d := &dumpReader{scan: bufio.NewScanner(r), most: size / leastAtom}
	d.scan.Buffer(make([]byte, 0, maxDumpLine), maxDumpLine)
	f := &model.Snapshot{}
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
			if count, err = d.number(); err == nil && (count < 0 || count > d.most) {
				return d.fault("%d atoms in a file that holds at most %d", count, d.most)
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
			err = d.bounds(columns)
		default: // units, time and others have one line
			_, err = d.must()
		}
		if err != nil {
			return err
		}
	}
}

// dumpColumns are the columns of a frame.
type dumpColumns struct {
	id       int
	position [3]int
	velocity []int // three, or none
	image    []int // how often each atom went around the box; three columns, or none
	scaled   bool  // whether positions are shares of the box
}

// columnsOf finds the columns. It prefers unwrapped positions (xu, or xsu as shares of
// the box) to those in the box (x, or xs).
func (d *dumpReader) columnsOf(names []string) (c dumpColumns, err error) {
	find := func(list ...string) (places []int, ok bool) {
		for _, name := range list {
			places = append(places, slices.Index(names, name))
		}
		return places, !slices.Contains(places, -1)
	}
	if c.id = slices.Index(names, "id"); c.id < 0 {
		return c, d.fault("the columns %v have no id; write id, x, y and z", names)
	}
	var found bool
	for _, kind := range []struct {
		names         []string
		scaled, wraps bool
	}{{[]string{"xu", "yu", "zu"}, false, false}, {[]string{"xsu", "ysu", "zsu"}, true, false}, {[]string{"x", "y", "z"}, false, true}, {[]string{"xs", "ys", "zs"}, true, true}} {
		places, ok := find(kind.names...)
		if !ok {
			continue
		}
		c.position, c.scaled, found = [3]int(places), kind.scaled, true
		if image, ok := find("ix", "iy", "iz"); ok && kind.wraps {
			c.image = image
		}
		break
	}
	if !found {
		return c, d.fault("the columns %v have no positions; write id and x y z, xu yu zu, xs ys zs or xsu ysu zsu", names)
	}
	if (c.scaled || c.image != nil) && d.box.why != "" {
		return c, d.fault("positions need the box, and %s", d.box.why)
	}
	if (c.scaled || c.image != nil) && d.box.size == [3]float64{} {
		return c, d.fault("positions need the box, which must precede the atoms")
	}
	if velocity, ok := find("vx", "vy", "vz"); ok {
		c.velocity = velocity
	}
	return c, nil
}

// atoms reads the atoms of one frame.
func (d *dumpReader) atoms(f *model.Snapshot, count int, names []string) error {
	columns, err := d.columnsOf(names)
	if err != nil {
		return err
	}
	f.Resize(count)
	clear(f.Velocity)
	d.wide = slices.Grow(d.wide[:0], count)[:count]
	seen := make([]bool, count)
	for range count {
		text, err := d.must()
		if err != nil {
			return err
		}
		words := strings.Fields(text)
		if len(words) != len(names) {
			return d.fault("%d numbers in %d columns", len(words), len(names))
		}
		id, err := strconv.ParseInt(words[columns.id], 10, 64)
		if err != nil || id < 1 || id > int64(count) || seen[id-1] {
			return d.fault("atom %q: identifiers are those from 1 to %d, each once", words[columns.id], count)
		}
		seen[id-1] = true
		if f.Position[id-1], d.wide[id-1], err = d.position(words, &columns); err != nil {
			return err
		}
		for axis, at := range columns.velocity {
			v, err := d.value(words[at], 32)
			if err != nil {
				return err
			}
			f.Velocity[id-1][axis] = float32(v)
		}
	}
	d.place(f)
	return nil
}

// place counts positions from an origin near them, where float32 does not hold them well.
func (d *dumpReader) place(f *model.Snapshot) {
	f.Origin = origin.At(&model.State{Position: d.wide})
	if f.Origin == (model.Vec3{}) {
		return
	}
	for i, x := range d.wide {
		for axis, c := range x.Sub(f.Origin) {
			f.Position[i][axis] = float32(c)
		}
	}
}

// position returns the position of an atom [m], from the words of its line: rounded once to
// float32, and in float64.
func (d *dumpReader) position(words []string, c *dumpColumns) (out [3]float32, x model.Vec3, err error) {
	plain := !c.scaled && c.image == nil
	for axis, at := range c.position {
		if x[axis], err = d.value(words[at], 64); err != nil {
			return out, x, err
		}
	}
	if c.scaled {
		x = d.box.at(x)
	}
	if c.image != nil {
		var times [3]float64
		for axis, at := range c.image {
			n, err := strconv.ParseInt(words[at], 10, 32)
			if err != nil {
				return out, x, d.fault("%q is no number of times around the box", words[at])
			}
			times[axis] = float64(n)
		}
		way := d.box.at(times)
		for axis := range 3 {
			x[axis] += way[axis] - d.box.corner[axis]
		}
	}
	for axis := range 3 {
		rounded := x[axis]
		if plain {
			if rounded, err = d.value(words[c.position[axis]], 32); err != nil {
				return out, x, err
			}
		}
		if out[axis] = float32(rounded); out[axis]-out[axis] != 0 {
			return out, x, d.fault("coordinate %g m is beyond float32", x[axis])
		}
	}
	return out, x, nil
}

// value returns a number within the range of float32, rounded to the given number of bits.
func (d *dumpReader) value(word string, bits int) (float64, error) {
	x, err := strconv.ParseFloat(word, bits)
	if err != nil || math.IsNaN(x) || math.Abs(x) > math.MaxFloat32 {
		return 0, d.fault("%q is no number that float32 holds", word)
	}
	return x, nil
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

// must returns the next line; the end of the file is an error.
func (d *dumpReader) must() (string, error) {
	text, err := d.next()
	if err == io.EOF {
		return "", d.fault("the file ends in the middle of a frame")
	}
	return text, err
}

// next returns the next line, or io.EOF.
func (d *dumpReader) next() (string, error) {
	if d.scan.Scan() && d.scan.Err() == nil { // text before an error is not a whole line
		d.line++
		return strings.TrimSuffix(d.scan.Text(), "\r"), nil
	}
	if err := d.scan.Err(); errors.Is(err, bufio.ErrTooLong) {
		d.line++
		return "", d.fault("it is longer than %d bytes; is this a LAMMPS dump?", maxDumpLine)
	} else if err != nil {
		return "", d.fault("%v", err)
	}
	return "", io.EOF
}

func (d *dumpReader) fault(format string, args ...any) error {
	return fmt.Errorf("line %d: %s", d.line, fmt.Sprintf(format, args...))
}
