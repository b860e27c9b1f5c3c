package grid

import (
	"errors"
	"io"
	"strings"

	"hooke/files/safefile"
	"hooke/mesh/format/vtk"
	"hooke/model"
	"hooke/run/export"
)

// VTKHDF is one file of all frames in VTK's HDF5 format, version 2.1, which has springs,
// masses and materials once and positions, velocities, strains, forces and stresses for
// each frame: an unstructured grid as that of a VTUSeries, but with points as float64. A structure with a surface has
// a second such file, NAME-surface.vtkhdf.
//
// Source: VTK's documentation, "VTKHDF file format": UnstructuredGrid, temporal data.
// Frames are at multiples of a stride in each array, which its offsets say.
type VTKHDF struct {
	of    *gridsOf
	files []*gridTape // the structure, and its surface if there is one
}

// CreateVTKHDF begins a file, or continues one from at (nil: begin). p resolves
// normalized materials.
func CreateVTKHDF(path string, m *model.Model, p model.Params, fields export.Fields, how export.Numbers, at *export.SeriesProgress) (*VTKHDF, error) {
	v := &VTKHDF{of: newGrids(m, p, fields, how)}
	v.of.worlds = true // a run may count positions from another point later, which float32 does not hold
	paths := []string{path}
	if v.of.surface != nil {
		paths = append(paths, VTKHDFSurface(path))
	}
	for i, path := range paths {
		var own *export.SeriesProgress
		if at != nil {
			own = &export.SeriesProgress{Frames: at.Frames}
			if 2*i+2 <= len(at.Parts) {
				own.Parts = at.Parts[2*i : 2*i+2]
			}
		}
		tape, err := createTape(path, how.Compress, own)
		if err == nil {
			v.files = append(v.files, tape)
		}
		if err == nil && at != nil {
			err = tape.begin(v.blank(i))
		}
		if err != nil {
			v.Discard()
			return nil, err
		}
	}
	return v, nil
}

// blank returns the grid of a file without a frame: its arrays and their lengths.
func (v *VTKHDF) blank(file int) *vtk.Grid {
	f := &export.Frame{}
	f.Resize(v.of.springs.model.MassCount())
	return v.grid(file, f)
}

// grid returns the grid of a file in a frame.
func (v *VTKHDF) grid(file int, f *export.Frame) *vtk.Grid {
	if file == 0 {
		return v.of.structure(f)
	}
	return v.of.surfaceAt(f)
}

// VTKHDFSurface returns the path of the file of a surface, beside that of its structure.
func VTKHDFSurface(path string) string {
	return strings.TrimSuffix(path, ".vtkhdf") + "-surface.vtkhdf"
}

// Frame adds a frame.
func (v *VTKHDF) Frame(f *export.Frame) error {
	if err := v.of.evaluate(f); err != nil {
		return err
	}
	for i, file := range v.files {
		if err := file.add(f, v.grid(i, f)); err != nil {
			return err
		}
	}
	return nil
}

// Settle puts all frames so far on the disk.
func (v *VTKHDF) Settle() (all export.SeriesProgress, err error) {
	for _, file := range v.files {
		for _, part := range []*safefile.Part{file.data, file.index} {
			mark, err := part.Settle()
			if err != nil {
				return all, err
			}
			all.Parts = append(all.Parts, mark)
		}
		all.Frames = int64(len(file.frames))
	}
	return all, nil
}

// Close completes the files: that of the structure last.
func (v *VTKHDF) Close() error {
	for i := len(v.files) - 1; i >= 0; i-- {
		var err error
		if v.files[i].grid == nil {
			err = v.files[i].begin(v.blank(i)) // there was no frame
		}
		if err == nil {
			err = v.files[i].close()
		}
		if err != nil {
			v.Discard()
			return err
		}
	}
	return nil
}

// Discard removes the files, apart from frames that an earlier part of the run wrote.
func (v *VTKHDF) Discard() {
	for _, file := range v.files {
		file.discard()
	}
}

// Files returns the paths of the files.
func (v *VTKHDF) Files() (files []string) {
	for _, file := range v.files {
		files = append(files, file.data.Path())
	}
	return files
}

// unsealed makes the growing file of a tape as it was before it was completed, where a run
// was killed in between: a file that grows has no superblock.
func unsealed(path string) error {
	file, err := safefile.OpenPart(path)
	if err != nil {
		return nil // there is no growing file
	}
	defer file.Close()
	_, err = file.WriteAt(noSuperblock, 0)
	return err
}

// completedIndex reads the index of a completed file, as its own file would have it: the
// file ends with it, and its last number is how many there are in all.
func completedIndex(path string) (io.ReadCloser, error) {
	file, err := safefile.Open(path)
	if err != nil {
		return nil, err
	}
	section, err := indexSection(file)
	if err != nil {
		file.Close()
		return nil, err
	}
	return struct {
		io.Reader
		io.Closer
	}{section, file}, nil
}

var errNoIndex = errors.New("it does not end with the offsets of its frames")
