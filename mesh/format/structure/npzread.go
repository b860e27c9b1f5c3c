package structure

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"hooke/files/npy"
	"hooke/mesh"
	"hooke/mesh/scan"
)

// ReadNPZ reads a structure as numpy.savez and numpy.savez_compressed write it.
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
//	origin       [3]                    [m]; a mass is at origin + positions; without it, zero
//
// Without masses and stiffness it is a mesh of lines. tetrahedra [k, 4] and
// triangles [k, 3] instead of ends make a volume or a surface. Other arrays are
// passed over and named. Formats: numpy.lib.format; PKWARE's APPNOTE.
func ReadNPZ(in *scan.Source) (*mesh.File, error) {
	at, size := in.At, in.Size
	if at == nil {
		// The directory is at the end of a stream, so all of it is read into memory.
		var all bytes.Buffer
		if _, err := io.Copy(&all, in); err != nil {
			return nil, fmt.Errorf("%s: cannot read: %w", in.Name, err)
		}
		at, size = bytes.NewReader(all.Bytes()), int64(all.Len())
	}
	n := &npz{name: in.Name, arrays: make(map[string]*npy.Entry)}
	f, err := n.read(at, size)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", in.Name, err)
	}
	return f, nil
}

// FromArrays makes of arrays in memory the structure or mesh that ReadNPZ makes of a file with them.
func FromArrays(name string, arrays []npy.Array) (*mesh.File, error) {
	n := &npz{name: name, arrays: make(map[string]*npy.Entry)}
	for _, a := range arrays {
		entry, err := npy.Of(a)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if n.arrays[a.Name] != nil {
			return nil, fmt.Errorf("%s: array %.40q is there twice", name, a.Name)
		}
		n.arrays[a.Name] = entry
	}
	f, err := n.build()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return f, nil
}

// npz is a file, or arrays, being read.
type npz struct {
	name   string
	arrays map[string]*npy.Entry
	used   []string
	file   mesh.File
}

// npzMaxArrays is the greatest number of arrays in a file.
const npzMaxArrays = 1000

func (n *npz) read(at io.ReaderAt, size int64) (*mesh.File, error) {
	archive, err := zip.NewReader(at, size)
	if err != nil {
		return nil, fmt.Errorf("is not an NPZ file, or cut off: %w", err)
	}
	if len(archive.File) > npzMaxArrays {
		return nil, fmt.Errorf("%d files inside; an NPZ of a structure has a few arrays", len(archive.File))
	}
	left := uint64(size) // entries may overlap in a hostile file: together they get its size
	var inflate scan.InflateLimit
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
			if err := npzInflated(entry, &inflate, size); err != nil {
				return nil, fmt.Errorf("array %.40q %w", name, err)
			}
		default:
			return nil, fmt.Errorf("array %.40q is compressed by method %d; save it with numpy.savez_compressed", name, entry.Method)
		}
		a, err := npy.OpenEntry(entry, name)
		if err != nil {
			return nil, fmt.Errorf("array %.40q %w", name, err)
		}
		n.arrays[name] = a
	}
	return n.build()
}

// npzInflated undoes the compression once, so that the size that an entry claims is verified
// before anything is allocated for it.
func npzInflated(entry *zip.File, limit *scan.InflateLimit, size int64) error {
	content, err := entry.Open()
	if err != nil {
		return fmt.Errorf("cannot be opened: %w", err)
	}
	defer content.Close()
	buffer := make([]byte, scan.BufferBytes)
	total := uint64(0)
	for {
		n, err := content.Read(buffer)
		total += uint64(n)
		if err := limit.Add(n, size); err != nil {
			return fmt.Errorf("is %w", err)
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return npy.Broken(err)
		}
	}
	if total != entry.UncompressedSize64 {
		return fmt.Errorf("has %d bytes, and %d announced", total, entry.UncompressedSize64)
	}
	return nil
}

// build makes a structure, or a mesh where masses and stiffness are not given.
func (n *npz) build() (*mesh.File, error) {
	if n.arrays["positions"] == nil {
		return nil, fmt.Errorf("no array \"positions\" [n, 3]; it has %s", n.list())
	}
	positions, err := n.vectors("positions", -1)
	if err != nil {
		return nil, err
	}
	if err := n.fromOrigin(positions); err != nil {
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

// list names the arrays of the file.
func (n *npz) list() string {
	var names []string
	for name, a := range n.arrays {
		names = append(names, fmt.Sprintf("%.40q %v", name, a.Shape))
	}
	slices.Sort(names)
	if len(names) == 0 {
		return "none at all"
	}
	return strings.Join(names[:min(len(names), 20)], ", ")
}

// noteUnused names the arrays that were not read.
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

// recognizeNPZ recognizes a zip file whose first entry is an array, or which is empty.
func recognizeNPZ(head []byte, _ int64) bool {
	if bytes.HasPrefix(head, []byte("PK\x05\x06")) {
		return true
	}
	return bytes.HasPrefix(head, []byte("PK\x03\x04")) && bytes.Contains(head[:min(len(head), 300)], []byte(".npy"))
}
