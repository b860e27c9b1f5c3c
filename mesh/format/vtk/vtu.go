package vtk

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"

	"hooke/mesh"
	"hooke/mesh/scan"
)

// ReadXML reads a VTK XML file: an UnstructuredGrid (.vtu), or PolyData (.vtp). Numbers
// may be text, inline base64, or appended as base64 or raw bytes; binary numbers may be
// plain or compressed by zlib, with headers of 32 or 64 bits, in either byte order. All
// pieces become one mesh. Whole numbers at cells that tell their part become labels
// (IsLabelName); ReadXML skips other numbers at points and cells. Errors name the file.
// Format: "The VTK file formats", XML formats.
func ReadXML(in *scan.Source) (*mesh.File, error) {
	v := &vtu{XML: scan.NewXML(in), header: vtkNumber{4, false, true}}
	v.Order = binary.LittleEndian
	v.read()
	if v.Err != nil {
		return nil, v.Err
	}
	return v.volume.File(in.Name)
}

// vtu is the state of reading a file.
type vtu struct {
	*scan.XML
	volume mesh.Cells

	poly    bool      // the file is PolyData
	header  vtkNumber // type of the byte counts before data
	zlib    bool
	foreign string // a compressor that is not read; it matters only where data are compressed
	pieces  []*vtuPiece
	waiting []vtuArray // arrays in the appended data
	inflate scan.InflateLimit
	window  []byte // buffer for the numbers of one array after the other
}

// vtuPiece is one grid. It has lists of cells in the order of the file.
type vtuPiece struct {
	points int // number of points that the file announces
	cells  int
	lists  []*vtuCells

	labels scan.ChunkedSlice[int32] // labels of the cells, in the order verts, lines, polygons, strips
	rank   int                      // rank of the array from which they come
	named  bool                     // there is such an array
}

// vtuCells is one list of cells, which are all of one kind in PolyData.
type vtuCells struct {
	vtkPiece
	kind uint8
	want int // number of cells that the file announces
}

// vtuArray is an array of the file. Its role determines how the reader uses it.
type vtuArray struct {
	role   string // Points, connectivity, offsets, types or labels
	piece  *vtuPiece
	cells  *vtuCells
	number vtkNumber
	place  int64 // offset of its data after the underscore of the appended data
}

// maxPieces bounds the number of grids in one file.
const maxPieces = 1 << 16

func (v *vtu) read() {
	for {
		tag, ok := v.Next()
		if !ok {
			break
		}
		if tag.End {
			continue
		}
		switch tag.Name {
		case "VTKFile":
			v.file(tag)
		case "Piece":
			v.beginPiece(tag)
		case "DataArray":
			v.array(tag)
		case "AppendedData":
			v.appended(tag)
			v.finish()
			return // any bytes but XML may follow
		}
	}
	v.finish()
}

// file reads the outermost element.
func (v *vtu) file(tag scan.Tag) {
	switch kind := tag.Get("type"); kind {
	case "UnstructuredGrid":
	case "PolyData":
		v.poly = true
	default:
		v.Fault("a VTK file of type %s is not read; save an UnstructuredGrid (.vtu) or PolyData (.vtp)", scan.Quoted([]byte(kind)))
	}
	if tag.Get("byte_order") == "BigEndian" {
		v.Order = binary.BigEndian
	}
	switch kind := tag.Get("header_type"); kind {
	case "", "UInt32":
	case "UInt64":
		v.header = vtkNumber{8, false, true}
	default:
		v.Fault("headers of type %s; they are UInt32 or UInt64", scan.Quoted([]byte(kind)))
	}
	switch kind := tag.Get("compressor"); kind {
	case "":
	case "vtkZLibDataCompressor":
		v.zlib = true
	default:
		v.foreign = kind
	}
}

// announced reads a number from an attribute.
func (v *vtu) announced(tag scan.Tag, name string) int {
	text := strings.TrimSpace(tag.Get(name))
	if text == "" {
		return 0
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		v.Fault("%s is %s, which is not a whole number", name, scan.Quoted([]byte(text)))
		return 0
	}
	return v.CheckCount(n, name)
}

func (v *vtu) beginPiece(tag scan.Tag) {
	if len(v.pieces) == maxPieces {
		v.Fault("more than %d pieces", maxPieces)
		return
	}
	p := &vtuPiece{points: v.announced(tag, "NumberOfPoints"), cells: v.announced(tag, "NumberOfCells")}
	if !v.poly {
		p.lists = []*vtuCells{{want: p.cells}}
	}
	for _, list := range []struct {
		name string
		kind uint8
	}{{"NumberOfVerts", 2}, {"NumberOfLines", 4}, {"NumberOfStrips", 6}, {"NumberOfPolys", 7}} {
		if v.poly {
			cells := &vtuCells{kind: list.kind, want: v.announced(tag, list.name)}
			p.lists = append(p.lists, cells)
			p.cells += cells.want
		}
	}
	v.pieces = append(v.pieces, p)
}

// finish makes cells from the arrays of all pieces.
func (v *vtu) finish() {
	switch {
	case v.Err != nil:
		return
	case len(v.waiting) > 0:
		v.Fault("array %s is appended, and there is no appended data; is the file cut off?", v.waiting[0].role)
		return
	case len(v.pieces) == 0:
		v.Fault("no <Piece> in the whole file")
		return
	}
	for i, p := range v.pieces {
		p.shareLabels()
		for _, cells := range p.lists {
			if err := v.add(p, cells); err != nil {
				v.Fault("piece %d: %w", i, err)
				return
			}
		}
	}
}

// add adds a list of cells to the volume.
func (v *vtu) add(p *vtuPiece, cells *vtuCells) error {
	switch {
	case cells.ends.Len() != cells.want:
		return fmt.Errorf("%d cells, and %d announced", cells.ends.Len(), cells.want)
	case p.points != cells.vtkPiece.points:
		return fmt.Errorf("%d points, and %d announced", cells.vtkPiece.points, p.points)
	case !v.poly && cells.types.Len() != cells.want:
		return fmt.Errorf("%d cells and %d cell types", cells.want, cells.types.Len())
	}
	return cells.addTo(&v.volume, cells.kind)
}

// shareLabels gives each list the labels of its cells. The labels stand in the order
// verts, lines, polygons, strips. Where there is not one for each cell, no list gets
// labels.
func (p *vtuPiece) shareLabels() {
	all := p.labels.Join()
	order, total := p.lists, 0
	if len(order) == 4 {
		order = []*vtuCells{order[0], order[1], order[3], order[2]}
	}
	for _, cells := range order {
		total += cells.want
	}
	if len(all) == 0 || len(all) != total {
		return
	}
	for _, cells := range order {
		cells.labels, all = all[:cells.want], all[cells.want:]
	}
}
