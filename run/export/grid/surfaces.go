package grid

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"hooke/files/safefile"
	"hooke/mesh"
	"hooke/mesh/format/surface"
	"hooke/model"
	"hooke/run/export"
)

// SurfaceSeries writes a folder with the surface of a model in each frame: its skin, or
// else the triangles between its masses, without those that torn springs have cut.
type SurfaceSeries struct {
	folder, extension string
	write             func(io.Writer, *mesh.Surface) error
	model             *model.Model
	of                *surfaceOf
	surface           mesh.Surface
}

// CreateSurfaceSeries makes a folder and begins a series in it. The extension is ply or
// obj. A model without triangles is an error.
func CreateSurfaceSeries(folder, extension string, m *model.Model) (*SurfaceSeries, error) {
	write := map[string]func(io.Writer, *mesh.Surface) error{"ply": surface.WritePLY, "obj": surface.WriteOBJ}[extension]
	if write == nil {
		return nil, fmt.Errorf("export: surfaces as %q are not written; choose ply or obj", extension)
	}
	of := newSurface(m)
	if of == nil {
		return nil, errors.New("export: the structure has no triangles, so there is no surface to write; save vtu, npz or lammps")
	}
	if err := safefile.MakeFolder(folder); err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	return &SurfaceSeries{folder: folder, extension: extension, write: write, model: m, of: of}, nil
}

// Frame writes one file.
func (s *SurfaceSeries) Frame(f *export.Frame) error {
	if err := f.Check(s.model); err != nil {
		return err
	}
	s.of.follow(f.Changes)
	s.surface.Corners, s.surface.FaceStart = s.of.corners, s.of.faceStart()
	s.surface.Vertices = s.surface.Vertices[:0]
	for v, all := 0, s.of.vectors(f.Places(false)); v < all.Count(); v++ {
		s.surface.Vertices = append(s.surface.Vertices, all.At(v))
	}
	name := filepath.Join(s.folder, fmt.Sprintf("frame-%09d.%s", f.Step, s.extension))
	return safefile.WriteFile(name, func(w io.Writer) error { return s.write(w, &s.surface) })
}

// Settle does nothing: each file is on the disk.
func (s *SurfaceSeries) Settle() (export.SeriesProgress, error) { return export.SeriesProgress{}, nil }

// Close does nothing: each file is complete.
func (s *SurfaceSeries) Close() error { return nil }

// Discard keeps the files, since each is complete.
func (s *SurfaceSeries) Discard() {}

// Files returns the path of the folder.
func (s *SurfaceSeries) Files() []string { return []string{s.folder} }
