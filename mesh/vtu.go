package mesh

import (
	"cmp"
	"encoding/binary"
	"io"
	"slices"
	"strconv"
	"strings"
)

// readVTU reads a VTK XML file: an UnstructuredGrid (.vtu), or PolyData (.vtp),
// with numbers as text, base64 in place, or appended as base64 or raw bytes, each
// plain or compressed by zlib, headers of 32 or 64 bits, in either byte order. All
// pieces become one mesh. Numbers at points and cells mean nothing to a structure and
// are passed over. Format: "The VTK file formats", XML formats.
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
}

// vtuCells is one list of cells, all of one kind in PolyData.
type vtuCells struct {
	vtkPiece
	kind uint8
	want int // announced
}

// vtuArray is an array that was met: what it holds decides what is done with it.
type vtuArray struct {
	role   string // Points, connectivity, offsets or types
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
		v.fault("compressor %s is not read; save the file with zlib or without compression", quoted([]byte(kind)))
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
			p.lists = append(p.lists, &vtuCells{kind: list.kind, want: v.announced(tag, list.name)})
		}
	}
	v.pieces = append(v.pieces, p)
}

// array takes an array where it is needed.
func (v *vtu) array(tag xmlTag) {
	if len(v.open) < 2 || len(v.pieces) == 0 || v.self && tag.get("format") != "appended" {
		return // of nothing in particular, or empty
	}
	a := vtuArray{piece: v.pieces[len(v.pieces)-1]}
	switch parent, name := v.open[len(v.open)-2], tag.get("Name"); {
	case parent == "Points":
		a.role = "Points"
		if n := tag.get("NumberOfComponents"); n != "3" {
			v.fault("points of %s components; they have 3", quoted([]byte(n)))
		}
	case name != "connectivity" && name != "offsets" && name != "types":
		return
	case parent == "Cells" && !v.poly:
		a.role, a.cells = name, a.piece.lists[0]
	case v.poly:
		a.role = name
		for i, list := range []string{"Verts", "Lines", "Strips", "Polys"} {
			if parent == list {
				a.cells = a.piece.lists[i]
			}
		}
		if a.cells == nil {
			return
		}
	default:
		return
	}

	kind := strings.ToLower(tag.get("type"))
	var ok bool
	if a.number, ok = vtkNumbers(kind); !ok {
		v.fault("array %s has numbers of type %s, which is not read", a.role, quoted([]byte(kind)))
		return
	}
	switch format := tag.get("format"); format {
	case "", "ascii":
		v.take(a, v.scan)
	case "binary":
		v.takeBinary(a, &base64Reader{scan: v.scan})
	case "appended":
		place, err := strconv.ParseInt(tag.get("offset"), 10, 64)
		if err != nil || place < 0 {
			v.fault("array %s is appended at offset %s, which is not a place", a.role, quoted([]byte(tag.get("offset"))))
		}
		a.place = place
		v.waiting = append(v.waiting, a)
	default:
		v.fault("array %s has the format %s; it is ascii, binary or appended", a.role, quoted([]byte(format)))
	}
}

// appended takes the waiting arrays from the data at the end.
func (v *vtu) appended(tag xmlTag) {
	encoding := tag.get("encoding")
	if encoding != "raw" && encoding != "base64" {
		v.fault("appended data with encoding %s; it is raw or base64", quoted([]byte(encoding)))
		return
	}
	if !v.more() || !v.ahead("_") {
		v.fault("appended data does not begin with an underscore")
		return
	}
	v.bytes(1, "_")
	v.binary = true
	start := v.at()
	slices.SortStableFunc(v.waiting, func(a, b vtuArray) int { return cmp.Compare(a.place, b.place) })
	for _, a := range v.waiting {
		if v.err != nil {
			return
		}
		ahead := start + a.place - v.at()
		if ahead < 0 {
			v.fault("array %s at offset %d begins inside the one before", a.role, a.place)
			return
		}
		v.skip(ahead, "an appended array")
		var data io.Reader = v.scan
		if encoding == "base64" {
			data = &base64Reader{scan: v.scan}
		}
		v.takeBinary(a, data)
	}
	v.waiting = nil
}

// takeBinary takes an array behind its header.
func (v *vtu) takeBinary(a vtuArray, encoded io.Reader) {
	if v.err != nil {
		return
	}
	var data io.Reader
	if v.zlib {
		data = v.blocks(a, encoded)
	} else {
		data = v.plain(a, encoded)
	}
	if v.err != nil {
		return
	}
	if v.window == nil {
		v.window = make([]byte, 0, bufferBytes)
	}
	inner := &scan{r: data, name: v.name, order: v.order, binary: true, buffer: v.window[:0]}
	v.take(a, inner)
	if v.err == nil && inner.err != nil {
		v.fault("array %s: %w", a.role, inner.err)
	}
}

// take takes the numbers of an array from a scan of text or of binary numbers.
func (v *vtu) take(a vtuArray, s *scan) {
	if v.err != nil {
		return
	}
	more := s.more
	if s.binary {
		more = func() bool { return s.ahead("") && (s.taken < len(s.buffer) || s.fill()) }
	}
	check := func(err error) {
		if err != nil {
			v.fault("array %s: %w", a.role, err)
		}
	}
	switch a.role {
	case "Points":
		if len(a.piece.lists) > 0 && a.piece.lists[0].vtkPiece.points > 0 {
			v.fault("a second array of points in one piece")
			return
		}
		count := 0
		base := v.volume.vertices.len()
		for ; v.err == nil && s.err == nil && more(); count++ {
			if p := s.vtkPoint(a.number); s.err == nil {
				check(v.volume.vertex(p))
			}
		}
		if v.err == nil && s.err == nil && count != a.piece.points {
			v.fault("%d points, and %d announced", count, a.piece.points)
		}
		for _, cells := range a.piece.lists {
			cells.base, cells.vtkPiece.points = base, count
		}
	case "connectivity":
		for v.err == nil && s.err == nil && more() {
			if index := s.vtkInteger(a.number, "a point of a cell"); s.err == nil {
				if index < 0 || index >= int64(a.piece.points) {
					v.fault("a cell names point %d; there are %d points, from 0", index, a.piece.points)
				}
				a.cells.corners.add(uint32(index))
			}
		}
	case "offsets":
		for v.err == nil && s.err == nil && more() {
			if offset := s.vtkInteger(a.number, "an offset"); s.err == nil {
				if offset < 0 || offset > 1<<32-1 {
					v.fault("offset %d of a cell; it must be from 0 to %d", offset, int64(1<<32-1))
				}
				a.cells.ends.add(uint32(offset))
			}
		}
	case "types":
		for v.err == nil && s.err == nil && more() {
			if kind := s.vtkInteger(a.number, "a cell type"); s.err == nil {
				a.cells.types.add(uint8(max(0, min(255, kind))))
			}
		}
	}
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
		for _, cells := range p.lists {
			if cells.ends.len() != cells.want {
				v.fault("piece %d has %d cells, and %d announced", i, cells.ends.len(), cells.want)
				return
			}
			if p.points != cells.vtkPiece.points {
				v.fault("piece %d has %d points, and %d announced", i, cells.vtkPiece.points, p.points)
				return
			}
			if !v.poly && cells.types.len() != cells.want {
				v.fault("piece %d has %d cells and %d cell types", i, cells.want, cells.types.len())
				return
			}
			if err := cells.addTo(&v.volume, cells.kind); err != nil {
				v.fault("piece %d: %w", i, err)
				return
			}
		}
	}
}
