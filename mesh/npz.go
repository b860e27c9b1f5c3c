package mesh

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"hooke/model"
)

// readNPZ reads a structure as numpy.savez and numpy.savez_compressed write it.
// Arrays, n masses and m springs, of any numeric type, in C or Fortran order:
//
//	positions    [n, 3]                 [m]
//	masses       [n] or one number      [kg]
//	ends         [m, 2]                 masses of a spring, from 0
//	rest_length  [m] or one number      [m]; without it, springs are at rest
//	stiffness    [m] or one number      [N/m]
//	damping      [m] or one number      [N·s/m]; without it, none
//	pinned       [n], or [n, 3] by axis not 0: pinned
//	velocities   [n, 3]                 [m/s]
//
// Without masses and stiffness it is a mesh of lines. tetrahedra [k, 4] and
// triangles [k, 3] instead of ends make a volume or a surface. Other arrays are
// passed over and named. Formats: numpy.lib.format; PKWARE's APPNOTE.
func readNPZ(in *source) (*File, error) {
	at, size := in.at, in.size
	if at == nil {
		// A stream: the directory is at its end, so all of it must be here.
		var all bytes.Buffer
		if _, err := io.Copy(&all, in); err != nil {
			return nil, fmt.Errorf("%s: cannot read: %w", in.name, err)
		}
		at, size = bytes.NewReader(all.Bytes()), int64(all.Len())
	}
	n := &npz{name: in.name, arrays: make(map[string]*npyArray)}
	f, err := n.read(at, size)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", in.name, err)
	}
	return f, nil
}

// npz is a file on its way in.
type npz struct {
	name   string
	arrays map[string]*npyArray
	used   []string
	file   File
}

// maxArrays bounds how many arrays one file has.
const maxArrays = 1000

func (n *npz) read(at io.ReaderAt, size int64) (*File, error) {
	archive, err := zip.NewReader(at, size)
	if err != nil {
		return nil, fmt.Errorf("is not an NPZ file, or cut off: %w", err)
	}
	if len(archive.File) > maxArrays {
		return nil, fmt.Errorf("%d files inside; an NPZ of a structure has a few arrays", len(archive.File))
	}
	left := uint64(size) // entries may overlap in a hostile file: together they get its size
	var inflate inflateLimit
	for _, entry := range archive.File {
		name, ok := strings.CutSuffix(entry.Name, ".npy")
		if !ok || n.arrays[name] != nil {
			return nil, fmt.Errorf("entry %.80q is not a .npy file, or there twice", entry.Name)
		}
		switch entry.Method {
		case zip.Store:
			if entry.UncompressedSize64 > left {
				return nil, fmt.Errorf("array %.40q claims %d bytes; the file has %d left", name, entry.UncompressedSize64, left)
			}
			left -= entry.UncompressedSize64
		case zip.Deflate:
			if err := inflated(entry, &inflate, size); err != nil {
				return nil, fmt.Errorf("array %.40q %w", name, err)
			}
		default:
			return nil, fmt.Errorf("array %.40q is compressed by method %d; save it with numpy.savez_compressed", name, entry.Method)
		}
		a, err := openNPY(entry, name)
		if err != nil {
			return nil, fmt.Errorf("array %.40q %w", name, err)
		}
		n.arrays[name] = a
	}
	return n.build()
}

// inflated undoes the compression once, so that what an entry claims is known to be
// there before anything is allocated for it.
func inflated(entry *zip.File, limit *inflateLimit, size int64) error {
	content, err := entry.Open()
	if err != nil {
		return fmt.Errorf("cannot be opened: %w", err)
	}
	defer content.Close()
	buffer := make([]byte, bufferBytes)
	total := uint64(0)
	for {
		n, err := content.Read(buffer)
		total += uint64(n)
		if err := limit.add(n, size); err != nil {
			return fmt.Errorf("is %w", err)
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return brokenNPY(err)
		}
	}
	if total != entry.UncompressedSize64 {
		return fmt.Errorf("has %d bytes, and %d announced", total, entry.UncompressedSize64)
	}
	return nil
}

// build makes a structure, or a mesh where masses and stiffness are not given.
func (n *npz) build() (*File, error) {
	if n.arrays["positions"] == nil {
		return nil, fmt.Errorf("no array \"positions\" [n, 3]; it has %s", n.list())
	}
	positions, err := n.vectors("positions", -1)
	if err != nil {
		return nil, err
	}
	switch {
	case n.arrays["ends"] != nil && (n.arrays["masses"] != nil || n.arrays["stiffness"] != nil):
		err = n.structure(positions)
	case n.arrays["ends"] != nil, n.arrays["tetrahedra"] != nil, n.arrays["triangles"] != nil:
		return n.mesh(positions)
	default:
		return nil, fmt.Errorf("no array \"ends\" [m, 2] (nor tetrahedra [k, 4], nor triangles [k, 3]): positions alone have no springs; it has %s", n.list())
	}
	if err != nil {
		return nil, err
	}
	n.noteUnused()
	return &n.file, nil
}

func (n *npz) structure(positions []model.Vec3) error {
	m := &model.Model{Name: n.name, RestPosition: positions}
	n.file.Structure = m
	masses := len(positions)
	var err error
	if m.Mass, err = n.numbers("masses", masses, "give masses [n] or one number, in kg"); err != nil {
		return err
	}
	if m.Ends, err = n.ends(masses); err != nil {
		return err
	}
	springs := len(m.Ends)
	if n.arrays["rest_length"] == nil {
		m.RestLength = make([]float64, springs)
		for s, ends := range m.Ends {
			m.RestLength[s] = positions[ends[0]].Sub(positions[ends[1]]).Len()
		}
	} else if m.RestLength, err = n.numbers("rest_length", springs, ""); err != nil {
		return err
	}
	stiffness, err := n.numbers("stiffness", springs, "give stiffness [m] or one number, in N/m")
	if err != nil {
		return err
	}
	var damping []float64
	if n.arrays["damping"] != nil {
		if damping, err = n.numbers("damping", springs, ""); err != nil {
			return err
		}
	}
	p := newPairs("spring")
	m.MaterialOf = make([]uint16, springs)
	for s, k := range stiffness {
		c := 0.0
		if damping != nil {
			c = damping[s]
		}
		if m.MaterialOf[s], err = p.material(k, c); err != nil {
			return fmt.Errorf("spring %d: %w", s, err)
		}
	}
	m.Materials = p.materials
	if n.arrays["pinned"] != nil {
		if m.Pin, err = n.pins(masses); err != nil {
			return err
		}
	}
	if n.arrays["velocities"] != nil {
		if n.file.Velocity, err = n.vectors("velocities", masses); err != nil {
			return err
		}
	}
	return m.Validate()
}

// mesh makes a surface or a volume of positions and elements.
func (n *npz) mesh(positions []model.Vec3) (*File, error) {
	for _, name := range []string{"rest_length", "damping", "pinned", "velocities"} {
		if n.arrays[name] != nil {
			return nil, fmt.Errorf("array %q without masses and stiffness; give both, or leave it out", name)
		}
	}
	var v volume
	for _, p := range positions {
		if err := v.vertex(p); err != nil {
			return nil, err
		}
	}
	for _, part := range []struct {
		name string
		cell cell
	}{{"ends", cellLine}, {"triangles", cellTriangle}, {"tetrahedra", cellTet}} {
		if n.arrays[part.name] == nil {
			continue
		}
		a, err := n.array(part.name, -1, part.cell.corners())
		if err != nil {
			return nil, err
		}
		flat := make([]uint32, a.rows()*a.columns())
		if err := n.indices(a, len(positions), func(row, column int, index uint32) { flat[row*a.columns()+column] = index }); err != nil {
			return nil, err
		}
		for i := 0; i < len(flat); i += a.columns() {
			if err := v.element(part.cell, flat[i:i+a.columns()], len(positions), 0); err != nil {
				return nil, err
			}
		}
	}
	f, err := v.file(n.name)
	if err != nil {
		// It begins with the name, and so will this.
		return nil, errors.New(strings.TrimPrefix(err.Error(), n.name+": "))
	}
	n.noteUnused()
	f.Notes = append(f.Notes, n.file.Notes...)
	return f, nil
}

// array is the named array with the wanted shape; rows < 0: any number of them.
func (n *npz) array(name string, rows, columns int) (*npyArray, error) {
	a := n.arrays[name]
	n.used = append(n.used, name)
	wanted := fmt.Sprintf("[%d, %d]", rows, columns)
	if rows < 0 {
		wanted = fmt.Sprintf("[any number, %d]", columns)
	}
	if len(a.shape) != 2 || a.columns() != columns || rows >= 0 && a.rows() != rows || a.rows() > model.MaxCount {
		return nil, fmt.Errorf("array %q has the shape %v; it must be %s", name, a.shape, wanted)
	}
	return a, nil
}

func (n *npz) vectors(name string, rows int) ([]model.Vec3, error) {
	a, err := n.array(name, rows, 3)
	if err != nil {
		return nil, err
	}
	vectors := make([]model.Vec3, a.rows())
	err = a.each(func(row, column int, value float64) error {
		if math.IsNaN(value) || math.IsInf(value, 0) {
			return fmt.Errorf("has %g at [%d, %d]; it must be a finite number", value, row, column)
		}
		vectors[row][column] = value
		return nil
	})
	return vectors, n.in(name, err)
}

func (n *npz) in(name string, err error) error {
	if err != nil {
		return fmt.Errorf("array %q %w", name, err)
	}
	return nil
}

// numbers is an array of count numbers, all the same where the file has one.
func (n *npz) numbers(name string, count int, missing string) ([]float64, error) {
	a := n.arrays[name]
	if a == nil {
		return nil, fmt.Errorf("no array %q; %s", name, missing)
	}
	n.used = append(n.used, name)
	one := len(a.shape) == 0 || len(a.shape) == 1 && a.rows() == 1
	if !one && (a.rows() != count || a.columns() != 1) {
		return nil, fmt.Errorf("array %q has the shape %v; it must be [%d] or one number", name, a.shape, count)
	}
	numbers := make([]float64, count)
	err := a.each(func(row, _ int, value float64) error {
		switch {
		case math.IsNaN(value) || math.IsInf(value, 0):
			return fmt.Errorf("has %g at [%d]; it must be a finite number", value, row)
		case one:
			for i := range numbers {
				numbers[i] = value
			}
		default:
			numbers[row] = value
		}
		return nil
	})
	return numbers, n.in(name, err)
}

// indices calls visit for the numbers of an array, which must be below count.
func (n *npz) indices(a *npyArray, count int, visit func(row, column int, index uint32)) error {
	return n.in(a.name, a.each(func(row, column int, value float64) error {
		if !(value >= 0 && value < float64(count)) || value != math.Trunc(value) {
			return fmt.Errorf("has %v at [%d, %d]; masses are numbered 0 to %d", value, row, column, count-1)
		}
		visit(row, column, uint32(value))
		return nil
	}))
}

func (n *npz) ends(masses int) ([]model.Ends, error) {
	a, err := n.array("ends", -1, 2)
	if err != nil {
		return nil, err
	}
	ends := make([]model.Ends, a.rows())
	err = n.indices(a, masses, func(row, column int, index uint32) { ends[row][column] = index })
	return ends, err
}

// pins reads one value per mass, or one per mass and axis.
func (n *npz) pins(masses int) ([]model.Pin, error) {
	a := n.arrays["pinned"]
	n.used = append(n.used, "pinned")
	columns := a.columns()
	if len(a.shape) < 1 || len(a.shape) > 2 || a.rows() != masses || columns != 1 && columns != 3 {
		return nil, fmt.Errorf("array \"pinned\" has the shape %v; it must be [%d] or [%d, 3]", a.shape, masses, masses)
	}
	pins := make([]model.Pin, masses)
	err := a.each(func(row, column int, value float64) error {
		switch {
		case value == 0:
		case columns == 1:
			pins[row] = model.PinAll
		default:
			pins[row] |= model.PinX << column
		}
		return nil
	})
	return pins, n.in("pinned", err)
}

// list names the arrays of the file.
func (n *npz) list() string {
	var names []string
	for name, a := range n.arrays {
		names = append(names, fmt.Sprintf("%.40q %v", name, a.shape))
	}
	slices.Sort(names)
	if len(names) == 0 {
		return "none at all"
	}
	return strings.Join(names[:min(len(names), 20)], ", ")
}

// noteUnused names the arrays that nobody asked for.
func (n *npz) noteUnused() {
	var names []string
	for name := range n.arrays {
		if !slices.Contains(n.used, name) {
			names = append(names, fmt.Sprintf("%.40q", name))
		}
	}
	slices.Sort(names)
	if len(names) > 0 {
		n.file.Notes = append(n.file.Notes, "arrays that mean nothing here were passed over: "+strings.Join(names[:min(len(names), 20)], ", "))
	}
}

// looksLikeNPZ recognizes a zip file whose first entry is an array, or which is empty.
func looksLikeNPZ(head []byte, _ int64) bool {
	if bytes.HasPrefix(head, []byte("PK\x05\x06")) {
		return true
	}
	return bytes.HasPrefix(head, []byte("PK\x03\x04")) && bytes.Contains(head[:min(len(head), 300)], []byte(".npy"))
}
