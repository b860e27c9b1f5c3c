package vtk

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"

	"hooke/files/hdf"
	"hooke/mesh"
	"hooke/mesh/scan"
	"hooke/model"
)

// HDFFormat returns the entry of VTK's HDF5 files in the table of formats.
func HDFFormat() mesh.Format {
	return mesh.Format{Name: "VTKHDF", Extensions: []string{".vtkhdf"}, Recognize: scan.StartsWith("\x89HDF\r\n\x1a\n"), Read: ReadHDF}
}

// ReadHDF reads a VTKHDF file that a run of hooke wrote: the points of its first frame and
// its cells. Whole numbers at cells that tell their part become labels (IsLabelName);
// ReadHDF skips other numbers. A file of another program is an error. Errors name the file.
func ReadHDF(in *scan.Source) (*mesh.File, error) {
	v := &vtkhdf{}
	err := v.open(in)
	if err == nil {
		err = v.read()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", in.Name, err)
	}
	f, err := v.volume.File(in.Name)
	if err == nil && v.frames > 1 {
		f.Notes = append(f.Notes, fmt.Sprintf("the first of its %d frames was read", v.frames))
	}
	return f, err
}

// vtkhdf is the state of reading a file.
type vtkhdf struct {
	file   *hdf.File
	volume mesh.Cells
	piece  vtkPiece
	frames int64
}

// open opens the file itself if that is possible, and otherwise reads it whole.
func (v *vtkhdf) open(in *scan.Source) (err error) {
	at, size := in.At, in.Size
	if at == nil || size < 0 {
		data, err := io.ReadAll(in)
		if err != nil {
			return fmt.Errorf("cannot read: %w", err)
		}
		at, size = bytes.NewReader(data), int64(len(data))
	}
	v.file, err = hdf.Open(at, size)
	return err
}

// group is the group that holds the grid.
const group = "VTKHDF"

func (v *vtkhdf) read() error {
	times, err := v.file.Array(group, "Steps", "Values")
	if err != nil {
		return err
	}
	if v.frames = times.Rows; v.frames == 0 {
		return errors.New("it has no frame; nothing to build from")
	}
	var points, cells, corners int64
	for _, count := range []struct {
		name string
		to   *int64
	}{{"NumberOfPoints", &points}, {"NumberOfCells", &cells}, {"NumberOfConnectivityIds", &corners}} {
		if *count.to, err = v.first(group, count.name); err != nil {
			return err
		}
		if *count.to < 0 || *count.to > math.MaxInt32 {
			return fmt.Errorf("%s is %d; it must be from 0 to %d", count.name, *count.to, math.MaxInt32)
		}
	}
	if err := v.points(points); err != nil {
		return err
	}
	if err := v.cells(cells, corners); err != nil {
		return err
	}
	if err := v.labels(cells); err != nil {
		return err
	}
	return v.piece.addTo(&v.volume, 0)
}

// first returns the first number of a list.
func (v *vtkhdf) first(path ...string) (first int64, err error) {
	list, err := v.file.Array(path...)
	if err == nil {
		err = list.Ints(0, 1, func(x int64) error { first = x; return nil })
	}
	return first, err
}

// points reads the points of the first frame.
func (v *vtkhdf) points(count int64) error {
	begin, err := v.first(group, "Steps", "PointOffsets")
	if err != nil {
		return err
	}
	places, err := v.file.Array(group, "Points")
	if err != nil {
		return err
	}
	if places.Components != 3 {
		return fmt.Errorf("the array Points has %d coordinates a point", places.Components)
	}
	var p model.Vec3
	axis := 0
	v.piece.points = int(count)
	return places.Reals(begin, begin+count, func(x float64) error {
		p[axis] = x
		if axis = (axis + 1) % 3; axis > 0 {
			return nil
		}
		return v.volume.Vertex(p)
	})
}

// cells reads the cells, which are the same in all frames.
func (v *vtkhdf) cells(count, corners int64) error {
	for _, array := range []struct {
		name        string
		first, last int64
		take        func(x int64) error
	}{
		{"Connectivity", 0, corners, v.piece.corner},
		{"Offsets", 1, count + 1, func(x int64) error {
			if x < 0 || x > corners {
				return fmt.Errorf("offset %d of a cell; it must be from 0 to %d", x, corners)
			}
			v.piece.ends.Add(uint32(x))
			return nil
		}},
		{"Types", 0, count, func(x int64) error {
			v.piece.types.Add(uint8(max(0, min(255, x))))
			return nil
		}},
	} {
		list, err := v.file.Array(group, array.name)
		if err == nil && (array.last > 0 || list.Rows > 0) {
			err = list.Ints(min(array.first, array.last), array.last, array.take)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// labels reads the numbers of the parts of cells, from the array with the best name.
func (v *vtkhdf) labels(cells int64) error {
	names, err := v.file.Names(group, "CellData")
	if hdf.Missing(err) {
		return nil
	}
	best, bestRank := "", 0
	for _, name := range names {
		if rank, ok := mesh.IsLabelName(name); ok && (best == "" || rank < bestRank) {
			best, bestRank = name, rank
		}
	}
	if err != nil || best == "" || cells == 0 {
		return err
	}
	begin, err := v.first(group, "Steps", "CellDataOffsets", best)
	if err != nil {
		return err
	}
	numbers, err := v.file.Array(group, "CellData", best)
	if err != nil {
		return err
	}
	if numbers.Components != 1 || numbers.Kind == hdf.Float32 || numbers.Kind == hdf.Float64 {
		return nil
	}
	var found scan.ChunkedSlice[int32]
	err = numbers.Ints(begin, begin+cells, func(x int64) error {
		found.Add(mesh.ClampLabel(x))
		return nil
	})
	v.piece.labels = found.Join()
	return err
}
