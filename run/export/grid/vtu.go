package grid

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"

	"hooke/files/safefile"
	"hooke/mesh/format/vtk"
	"hooke/model"
	"hooke/run/export"
)

// VTUSeries writes a folder of VTU files, one a frame, and beside it a PVD file
// that lists them with their times, for ParaView to open. Points are float32, or
// float64 where the run counts positions from another point than zero. After each
// frame the list is that of whole files. Points are masses (velocity,
// in m/s, and mass, in kg); cells are springs, removed ones left out (strain,
// force in N, stress in Pa, material; with rods also orientation, w, x, y and z,
// and angular_velocity in rad/s, NaN of cells that are no segments; bending and torque in N·m, shear
// in N). A structure with a surface has a second
// file for each frame, part 1 of the list: triangles, with the means of strain,
// force and stress over the springs at each vertex, without triangles that torn springs have cut.
//
// stress is the force over the square of the rest length: like a stress, and that
// of the springs along the axes of a cubic lattice.
type VTUSeries struct {
	folder, list string
	of           *gridsOf
	frames       []listed
}

type listed struct {
	time float64
	part int    // 0: the structure, 1: its surface
	file string // from the folder of the list
}

// CreateVTUSeries makes the folder BASE and begins a series BASE.pvd with files in it.
// p resolves normalized materials. A positive from continues a series, with its
// files of steps up to from.
func CreateVTUSeries(base string, m *model.Model, p model.Params, from int64, fields export.Fields, how export.Numbers) (*VTUSeries, error) {
	if err := safefile.MakeFolder(base); err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	s := &VTUSeries{folder: base, list: base + ".pvd", of: newGrids(m, p, fields, how)}
	if from > 0 {
		if err := s.again(from); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// again lists the files of an earlier part of the run.
func (s *VTUSeries) again(from int64) error {
	file, err := safefile.Open(s.list)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	defer file.Close()
	text, err := io.ReadAll(file)
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	for line := range strings.Lines(string(text)) {
		var l listed
		if n, _ := fmt.Sscanf(strings.TrimSpace(line), `<DataSet timestep="%g" part="%d" file=%q/>`, &l.time, &l.part, &l.file); n != 3 {
			continue
		}
		name := filepath.Base(l.file)
		step, err := strconv.ParseInt(strings.TrimSuffix(name[strings.LastIndex(name, "-")+1:], ".vtu"), 10, 64)
		if err == nil && step <= from {
			s.frames = append(s.frames, l)
		}
	}
	return nil
}

// Frame writes the files of one frame and then the list.
func (s *VTUSeries) Frame(f *export.Frame) error {
	if err := s.of.evaluate(f); err != nil {
		return err
	}
	put := func(prefix string, part int, g *vtk.Grid) error {
		name := fmt.Sprintf("%s-%09d.vtu", prefix, f.Step)
		g.Time = &f.Time
		err := safefile.WritePatched(filepath.Join(s.folder, name), func(file *safefile.File) error {
			if s.of.how.Compress {
				return g.WriteCompressed(file)
			}
			return g.Write(file)
		})
		if err != nil {
			return err
		}
		s.frames = append(s.frames, listed{f.Time, part, filepath.Base(s.folder) + "/" + name})
		return nil
	}
	if err := put("frame", 0, s.of.structure(f)); err != nil {
		return err
	}
	if s.of.surface != nil {
		s.of.surface.follow(f.Changes)
		if err := put("surface", 1, s.of.surfaceAt(f)); err != nil {
			return err
		}
	}
	return safefile.WriteFile(s.list, func(w io.Writer) error {
		var out bytes.Buffer
		out.WriteString("<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n<Collection>\n")
		for _, l := range s.frames {
			fmt.Fprintf(&out, "<DataSet timestep=\"%g\" part=\"%d\" file=\"%s\"/>\n", l.time, l.part, l.file)
		}
		out.WriteString("</Collection>\n</VTKFile>\n")
		_, err := w.Write(out.Bytes())
		return err
	})
}

// Settle does nothing: each file is on the disk, and so is the list.
func (s *VTUSeries) Settle() (export.SeriesProgress, error) { return export.SeriesProgress{}, nil }

// Close does nothing: all files are complete.
func (s *VTUSeries) Close() error { return nil }

// Discard keeps the files, since each is complete.
func (s *VTUSeries) Discard() {}

// Files returns the path of the list.
func (s *VTUSeries) Files() []string { return []string{s.list} }
