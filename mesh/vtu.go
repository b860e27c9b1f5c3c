package mesh

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
)

// readVTU reads a VTK XML file: an UnstructuredGrid (.vtu), or PolyData (.vtp),
// with numbers as text, base64 in place, or appended as base64 or raw bytes, each
// plain or compressed by zlib, headers of 32 or 64 bits, in either byte order. All
// pieces become one mesh. Whole numbers at cells that tell their part become labels
// (isLabelName); other numbers at points and cells are passed over. Format: "The VTK file formats", XML formats.
func readVTU(in *source) (*File, error) {
	v := &vtu{xmlScan: newXMLScan(in), header: vtkNumber{4, false, true}}
	v.order = binary.LittleEndian
	v.read()
	if v.err != nil {
		return nil, v.err
	}
	return v.volume.file(in.name)
}

// vtu is a file on its way in.
type vtu struct {
	*xmlScan
	volume volume

	poly    bool      // PolyData
	header  vtkNumber // of the byte counts before data
	zlib    bool
	foreign string // a compressor that is not read; only what is compressed needs it
	pieces  []*vtuPiece
	waiting []vtuArray // arrays in the appended data
	inflate inflateLimit
	window  []byte // on the numbers of one array after the other
}

// vtuPiece is one grid: lists of cells in the order of the file.
type vtuPiece struct {
	points int // announced
	cells  int
	lists  []*vtuCells

	labels pile[int32] // of the cells: verts, lines, polygons, strips
	rank   int         // of the array they come from
	named  bool        // there is one
}

// vtuCells is one list of cells, all of one kind in PolyData.
type vtuCells struct {
	vtkPiece
	kind uint8
	want int // announced
}

// vtuArray is an array that was met: what it holds decides what is done with it.
type vtuArray struct {
	role   string // Points, connectivity, offsets, types or labels
	piece  *vtuPiece
	cells  *vtuCells
	number vtkNumber
	place  int64 // of the data after the appended data's underscore
}

// maxPieces bounds how many grids one file holds.
const maxPieces = 1 << 16

func (v *vtu) read() {
	for {
		tag, ok := v.next()
		if !ok {
			break
		}
		if tag.end {
			continue
		}
		switch tag.name {
		case "VTKFile":
			v.file(tag)
		case "Piece":
			v.beginPiece(tag)
		case "DataArray":
			v.array(tag)
		case "AppendedData":
			v.appended(tag)
			v.finish()
			return // what follows may be anything but XML
		}
	}
	v.finish()
}

// file takes what the outermost element says.
func (v *vtu) file(tag xmlTag) {
	switch kind := tag.get("type"); kind {
	case "UnstructuredGrid":
	case "PolyData":
		v.poly = true
	default:
		v.fault("a VTK file of type %s is not read; save an UnstructuredGrid (.vtu) or PolyData (.vtp)", quoted([]byte(kind)))
	}
	if tag.get("byte_order") == "BigEndian" {
		v.order = binary.BigEndian
	}
	switch kind := tag.get("header_type"); kind {
	case "", "UInt32":
	case "UInt64":
		v.header = vtkNumber{8, false, true}
	default:
		v.fault("headers of type %s; they are UInt32 or UInt64", quoted([]byte(kind)))
	}
	switch kind := tag.get("compressor"); kind {
	case "":
	case "vtkZLibDataCompressor":
		v.zlib = true
	default:
		v.foreign = kind
	}
}

// announced takes a number from an attribute.
func (v *vtu) announced(tag xmlTag, name string) int {
	text := strings.TrimSpace(tag.get(name))
	if text == "" {
		return 0
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		v.fault("%s is %s, which is not a whole number", name, quoted([]byte(text)))
		return 0
	}
	return v.checkCount(n, name)
}

func (v *vtu) beginPiece(tag xmlTag) {
	if len(v.pieces) == maxPieces {
		v.fault("more than %d pieces", maxPieces)
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

// finish makes cells of the arrays of all pieces.
func (v *vtu) finish() {
	switch {
	case v.err != nil:
		return
	case len(v.waiting) > 0:
		v.fault("array %s is appended, and there is no appended data; is the file cut off?", v.waiting[0].role)
		return
	case len(v.pieces) == 0:
		v.fault("no <Piece> in the whole file")
		return
	}
	for i, p := range v.pieces {
		p.shareLabels()
		for _, cells := range p.lists {
			if err := v.add(p, cells); err != nil {
				v.fault("piece %d: %w", i, err)
				return
			}
		}
	}
}

// add gives a list of cells to the volume.
func (v *vtu) add(p *vtuPiece, cells *vtuCells) error {
	switch {
	case cells.ends.len() != cells.want:
		return fmt.Errorf("%d cells, and %d announced", cells.ends.len(), cells.want)
	case p.points != cells.vtkPiece.points:
		return fmt.Errorf("%d points, and %d announced", cells.vtkPiece.points, p.points)
	case !v.poly && cells.types.len() != cells.want:
		return fmt.Errorf("%d cells and %d cell types", cells.want, cells.types.len())
	}
	return cells.addTo(&v.volume, cells.kind)
}

// shareLabels gives each list the labels of its cells: they stand in the order
// verts, lines, polygons, strips. Where they are not one per cell there are none.
func (p *vtuPiece) shareLabels() {
	all := p.labels.join()
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
