package format

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"

	"hooke/files/safefile"
	"hooke/mesh"
	"hooke/mesh/scan"
)

// ReadOptions are choices of the caller. The zero value reads every format the usual way.
type ReadOptions struct {
	// Weld is the distance up to which vertices are joined [file's unit]; 0 joins
	// exact duplicates in formats that cannot share vertices or rarely do (STL, PLY,
	// glTF: see docs/meshes.md) and nothing in others. Labels of vertices keep
	// the first one's number.
	Weld float64

	// KeepDuplicates leaves every vertex as the file has it. An STL file then has
	// three vertices of its own per triangle. It excludes Weld.
	KeepDuplicates bool

	// KeepUp leaves glTF with y up, as its specification has it, and USD with the axis up that
	// the file names; else they are turned so that z is up. Other formats do not name the axis
	// up, and are never turned here.
	KeepUp bool
}

// Read reads a mesh file of any format in docs/meshes.md. It recognizes the format by the
// content, and by the extension only for content without a mark of its own; it undoes gzip.
// It opens further files that belong to it (glTF buffers, TetGen's other half) only inside
// its own folder. Errors name the file, the line or byte if known, and the format.
func Read(path string) (*mesh.File, error) { return ReadOptions{}.Read(path) }

// ReadFS returns Read for a file in fsys, which also holds its sidecar files.
func ReadFS(fsys fs.FS, name string) (*mesh.File, error) { return ReadOptions{}.ReadFS(fsys, name) }

// Read returns the function Read with options.
func (o ReadOptions) Read(path string) (*mesh.File, error) {
	file, err := safefile.OpenOnce(path)
	if err != nil {
		return nil, fmt.Errorf("mesh: %w", err)
	}
	defer file.Close()
	// A root keeps sidecars inside the folder, symbolic links included.
	root, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return nil, fmt.Errorf("mesh: %w", err)
	}
	defer root.Close()
	return o.readOpened(file, path, filepath.Base(path), root.FS())
}

// ReadFS returns the function ReadFS with options.
func (o ReadOptions) ReadFS(fsys fs.FS, name string) (*mesh.File, error) {
	file, err := fsys.Open(name)
	if err != nil {
		return nil, fmt.Errorf("mesh: %w", err)
	}
	defer file.Close()
	folder, err := fs.Sub(fsys, path.Dir(name))
	if err != nil {
		return nil, fmt.Errorf("mesh: %w", err)
	}
	return o.readOpened(file, name, path.Base(name), folder)
}

// ReadStream reads a file that stands alone: sidecars are refused. The extension of name
// counts, even without such a file. size is the number of bytes that r gives, or −1 where
// it is unknown.
func (o ReadOptions) ReadStream(r io.Reader, size int64, name string) (*mesh.File, error) {
	in, err := scan.New(r, size, name)
	if err != nil {
		return nil, err
	}
	return o.read(in)
}

func (o ReadOptions) readOpened(file fs.File, name, base string, folder fs.FS) (*mesh.File, error) {
	in, err := scan.Open(file, name)
	if err != nil {
		return nil, err
	}
	in.Base, in.Folder = base, folder
	return o.read(in)
}

func (o ReadOptions) read(in *scan.Source) (*mesh.File, error) {
	switch {
	case o.Weld < 0 || math.IsNaN(o.Weld) || math.IsInf(o.Weld, 0):
		return nil, fmt.Errorf("mesh: weld distance %g; give a length of at least 0", o.Weld)
	case o.KeepDuplicates && o.Weld > 0:
		return nil, errors.New("mesh: a weld distance and keeping duplicates exclude each other; give one")
	}
	in.KeepDuplicates, in.KeepUp = o.KeepDuplicates, o.KeepUp
	f, err := recognize(in)
	if err != nil {
		return nil, err
	}
	file, err := f.Read(in)
	if err != nil {
		return nil, fmt.Errorf("%w (read as %s)", err, f.Name)
	}
	if err := in.Whole(); err != nil {
		return nil, fmt.Errorf("%w (read as %s)", err, f.Name)
	}
	for _, name := range in.CutOff() {
		file.Notes = append(file.Notes, name+" ends without a line end behind its last number: it may be cut off")
	}
	spellNames(file)
	file.Name = in.Name
	if file.Format == "" {
		file.Format = f.Name
	}
	if file.Surface != nil {
		file.Surface.Name = in.Name
		if o.Weld > 0 || f.Soup && !o.KeepDuplicates {
			file.WeldWithin(o.Weld)
		}
		if file.Tets == nil {
			file.DropRepeated()
		}
	}
	return file, nil
}

// spellNames writes the names that a file gives without control characters: they are printed in
// lines and in columns, and users type them to choose a group.
func spellNames(f *mesh.File) {
	for i := range f.LabelNames {
		f.LabelNames[i].Name = safefile.EscapeName(f.LabelNames[i].Name)
	}
	for i := range f.Actuators {
		f.Actuators[i].Name = safefile.EscapeName(f.Actuators[i].Name)
	}
	if m := f.Structure; m != nil {
		for i := range m.Groups {
			m.Groups[i].Name = safefile.EscapeName(m.Groups[i].Name)
		}
		for i := range m.Materials {
			m.Materials[i].Name = safefile.EscapeName(m.Materials[i].Name)
		}
	}
}
