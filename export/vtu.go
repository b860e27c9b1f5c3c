package export

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"hooke/model"
)

// VTUSeries writes a folder of VTU files, one a frame, and beside it a PVD file
// that lists them with their times, which is what ParaView opens. After each
// frame the list is that of whole files. Points are masses (velocity,
// in m/s, and mass, in kg); cells are springs, removed ones left out (strain,
// force in N, material).
type VTUSeries struct {
	folder, list string
	springs      *springsOf
	mass         []float32
	material     []uint32
	frames       []listed
}

type listed struct {
	time float64
	file string // from the folder of the list
}

// CreateVTUSeries begins a series BASE.pvd with files in the folder BASE, which
// is made. dt [s] resolves normalized materials. A positive from goes on with the
// files of steps up to that one.
func CreateVTUSeries(base string, m *model.Model, dt float64, from int64) (*VTUSeries, error) {
	if err := os.MkdirAll(base, 0o777); err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	s := &VTUSeries{folder: base, list: base + ".pvd", springs: newSprings(m, dt)}
	for _, kg := range m.Mass {
		s.mass = append(s.mass, float32(kg))
	}
	for _, i := range s.springs.alive {
		s.material = append(s.material, uint32(m.MaterialOf[i]))
	}
	if from > 0 {
		if err := s.again(from); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// again lists what an earlier part of the run wrote.
func (s *VTUSeries) again(from int64) error {
	text, err := os.ReadFile(s.list)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	for line := range strings.Lines(string(text)) {
		var time float64
		var file string
		if n, _ := fmt.Sscanf(strings.TrimSpace(line), `<DataSet timestep="%g" part="0" file=%q/>`, &time, &file); n != 2 {
			continue
		}
		var step int64
		if n, _ := fmt.Sscanf(filepath.Base(file), "frame-%d.vtu", &step); n == 1 && step <= from {
			s.frames = append(s.frames, listed{time, file})
		}
	}
	return nil
}

// Frame writes one file and the list.
func (s *VTUSeries) Frame(f *Frame) error {
	if err := f.check(s.springs.model); err != nil {
		return err
	}
	name := fmt.Sprintf("frame-%09d.vtu", f.Step)
	if err := WriteFile(filepath.Join(s.folder, name), func(w io.Writer) error { return s.write(w, f) }); err != nil {
		return err
	}
	s.frames = append(s.frames, listed{f.Time, filepath.Base(s.folder) + "/" + name})
	return WriteFile(s.list, func(w io.Writer) error {
		var out bytes.Buffer
		out.WriteString("<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n<Collection>\n")
		for _, l := range s.frames {
			fmt.Fprintf(&out, "<DataSet timestep=\"%g\" part=\"0\" file=\"%s\"/>\n", l.time, l.file)
		}
		out.WriteString("</Collection>\n</VTKFile>\n")
		_, err := w.Write(out.Bytes())
		return err
	})
}

// Close has nothing left to do.
func (s *VTUSeries) Close() error { return nil }

// Discard keeps the files: each is whole.
func (s *VTUSeries) Discard() {}

// Files is the list.
func (s *VTUSeries) Files() []string { return []string{s.list} }

// write writes one file: XML with the arrays behind it as they lie in memory
// (appended raw data, lengths of 64 bits).
func (s *VTUSeries) write(w io.Writer, f *Frame) error {
	s.springs.evaluate(f)
	m, cells := s.springs.model, len(s.springs.alive)
	ends := make([]uint32, 0, 2*cells)
	for _, i := range s.springs.alive {
		ends = append(ends, m.Ends[i][0], m.Ends[i][1])
	}
	offsets := make([]int64, cells)
	for i := range offsets {
		offsets[i] = int64(2*i + 2)
	}
	const line = 3 // VTK_LINE
	var text bytes.Buffer
	var blocks []vtuBlock
	var at int64
	array := func(dtype, name string, components int, data any, size int64) {
		fmt.Fprintf(&text, "<DataArray type=%q Name=%q NumberOfComponents=\"%d\" format=\"appended\" offset=\"%d\"/>\n", dtype, name, components, at)
		blocks = append(blocks, vtuBlock{data, size})
		at += 8 + size
	}
	masses := int64(m.MassCount())
	fmt.Fprintf(&text, "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n"+
		"<UnstructuredGrid>\n<FieldData>\n<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">%g</DataArray>\n</FieldData>\n"+
		"<Piece NumberOfPoints=\"%d\" NumberOfCells=\"%d\">\n<Points>\n", f.Time, masses, cells)
	array("Float32", "Points", 3, f.Position, 12*masses)
	text.WriteString("</Points>\n<Cells>\n")
	array("Int32", "connectivity", 1, ends, 8*int64(cells))
	array("Int64", "offsets", 1, offsets, 8*int64(cells))
	array("UInt8", "types", 1, bytes.Repeat([]byte{line}, cells), int64(cells))
	text.WriteString("</Cells>\n<PointData Vectors=\"velocity\">\n")
	array("Float32", "velocity", 3, f.Velocity, 12*masses)
	array("Float32", "mass", 1, s.mass, 4*masses)
	text.WriteString("</PointData>\n<CellData Scalars=\"strain\">\n")
	array("Float32", "strain", 1, s.springs.strain, 4*int64(cells))
	array("Float32", "force", 1, s.springs.force, 4*int64(cells))
	array("UInt32", "material", 1, s.material, 4*int64(cells))
	text.WriteString("</CellData>\n</Piece>\n</UnstructuredGrid>\n<AppendedData encoding=\"raw\">\n_")
	if _, err := w.Write(text.Bytes()); err != nil {
		return err
	}
	for _, b := range blocks {
		if err := b.write(w); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, "\n</AppendedData>\n</VTKFile>\n")
	return err
}

// vtuBlock is an array of appended data.
type vtuBlock struct {
	data any
	size int64 // [bytes]
}

func (b vtuBlock) write(w io.Writer) error {
	if _, err := w.Write(binary.LittleEndian.AppendUint64(nil, uint64(b.size))); err != nil {
		return err
	}
	if raw, ok := b.data.([]byte); ok {
		_, err := w.Write(raw)
		return err
	}
	return writeNumbers(w, b.data)
}
