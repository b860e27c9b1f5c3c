package export

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"hooke/model"
)

// SurfaceSeries writes a folder of surfaces, one a frame: the triangles of a
// model, with all masses as vertices, or its skin.
type SurfaceSeries struct {
	folder, extension string
	write             func(io.Writer, Surface) error
	model             *model.Model
	surface           Surface
	skin              [][3]float32 // vertices of the skin, reused
}

// CreateSurfaceSeries begins a series in a folder, which is made. The extension
// is ply or obj. A model without triangles is an error.
func CreateSurfaceSeries(folder, extension string, m *model.Model) (*SurfaceSeries, error) {
	triangles := m.Triangles
	if m.Skin != nil {
		triangles = m.Skin.Triangles
	}
	write := map[string]func(io.Writer, Surface) error{"ply": WritePLY, "obj": WriteOBJ}[extension]
	switch {
	case write == nil:
		return nil, fmt.Errorf("export: surfaces as %q are not written; choose ply or obj", extension)
	case len(triangles) == 0:
		return nil, errors.New("export: the structure has no triangles, so there is no surface to write; save vtu, npz or dump")
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	s := &SurfaceSeries{folder: folder, extension: extension, write: write, model: m}
	s.surface.FaceStart = append(s.surface.FaceStart, 0)
	for _, corners := range triangles {
		s.surface.Corners = append(s.surface.Corners, corners[:]...)
		s.surface.FaceStart = append(s.surface.FaceStart, uint32(len(s.surface.Corners)))
	}
	return s, nil
}

// Frame writes one file.
func (s *SurfaceSeries) Frame(f *Frame) error {
	if err := f.check(s.model); err != nil {
		return err
	}
	s.surface.Vertices = s.surface.Vertices[:0]
	position := f.Position
	if s.model.Skin != nil {
		s.skin = s.model.Skin.PositionsOf(s.skin, f.Position)
		position = s.skin
	}
	for _, x := range position {
		s.surface.Vertices = append(s.surface.Vertices, wide(x))
	}
	name := filepath.Join(s.folder, fmt.Sprintf("frame-%09d.%s", f.Step, s.extension))
	return WriteFile(name, func(w io.Writer) error { return s.write(w, s.surface) })
}

// Close has nothing left to do.
func (s *SurfaceSeries) Close() error { return nil }

// Discard keeps the files: each is whole.
func (s *SurfaceSeries) Discard() {}

// Files is the folder.
func (s *SurfaceSeries) Files() []string { return []string{s.folder} }

// Probes is a table over time of the center of mass [m] of the whole structure
// and of each of its groups, and of its velocity [m/s].
type Probes struct {
	file   *File
	model  *model.Model
	groups []model.Group
	row    []byte
}

// CreateProbes begins the table. Names of groups lose commas and quotes.
func CreateProbes(path string, m *model.Model) (*Probes, error) {
	file, err := Create(path)
	if err != nil {
		return nil, err
	}
	p := &Probes{file: file, model: m, groups: append([]model.Group{{Name: "all"}}, m.Groups...)}
	header := "step,time_s"
	clean := strings.NewReplacer(",", " ", `"`, " ", "\n", " ")
	for _, g := range p.groups {
		for _, column := range []string{"x_m", "y_m", "z_m", "vx_m_s", "vy_m_s", "vz_m_s"} {
			header += "," + clean.Replace(g.Name) + "_" + column
		}
	}
	if _, err := io.WriteString(file, header+"\n"); err != nil {
		file.Discard()
		return nil, err
	}
	return p, nil
}

// Frame adds a row.
func (p *Probes) Frame(f *Frame) error {
	if err := f.check(p.model); err != nil {
		return err
	}
	p.row = strconv.AppendInt(p.row[:0], f.Step, 10)
	p.row = strconv.AppendFloat(append(p.row, ','), f.Time, 'g', -1, 64)
	for at, g := range p.groups {
		var x, v model.Vec3
		sum := 0.0
		add := func(i int) {
			kg := p.model.Mass[i]
			sum += kg
			x, v = x.Add(wide(f.Position[i]).Mul(kg)), v.Add(wide(f.Velocity[i]).Mul(kg))
		}
		if at == 0 {
			for i := range f.Position {
				add(i)
			}
		} else {
			for _, i := range g.Masses {
				add(int(i))
			}
		}
		for _, total := range []model.Vec3{x, v} {
			for _, number := range total {
				p.row = strconv.AppendFloat(append(p.row, ','), number/sum, 'g', -1, 64)
			}
		}
	}
	p.row = append(p.row, '\n')
	_, err := p.file.Write(p.row)
	return err
}

// Close completes the table.
func (p *Probes) Close() error { return p.file.Commit() }

// Discard leaves nothing.
func (p *Probes) Discard() { p.file.Discard() }

// Files is the table.
func (p *Probes) Files() []string { return []string{p.file.path} }
