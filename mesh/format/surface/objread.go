package surface

import (
	"bytes"
	"fmt"
	"io"
	"math"

	"hooke/mesh"
	"hooke/mesh/scan"
	"hooke/model"
)

// ReadOBJ reads a Wavefront OBJ file, line by line and in memory proportional to its content. Name stands
// before the line number in errors.
//
// It reads `v` (x y z, with an optional w and optional colors, both without
// meaning here), `f` with any number of corners (v, v/vt, v//vn, v/vt/vn), and
// `l` (a line of n vertices is n − 1 springs). Indices count from 1, or backward
// from −1; positive ones may name vertices that follow later in the file.
// Objects, groups and materials become labels (File.LabelGroups). Texture
// coordinates, normals, points and display hints mean nothing to a structure and are passed over. Free-form curves and
// surfaces, included files, unknown statements, indices out of range, numbers
// that are not finite, incomplete lines and lines above 1 MiB are errors of the
// form `name:line: fault; remedy`. A corner that repeats the one before it is
// dropped; polygons that then have fewer than three, or name a vertex twice, and
// lines from a vertex to itself are left out and counted in Surface.Degenerate.
func ReadOBJ(r io.Reader, name string) (*mesh.Surface, error) {
	f, err := readOBJFrom(r, name)
	if err != nil {
		return nil, err
	}
	return f.Surface, nil
}

// readOBJ is ReadOBJ with labels, as the table of formats needs it.
func readOBJ(in *scan.Source) (*mesh.File, error) { return readOBJFrom(in, in.Name) }

// readOBJFrom is ReadOBJ with labels: objects, groups and materials.
func readOBJFrom(r io.Reader, name string) (*mesh.File, error) {
	var p objParser
	lines := scan.NewLines(r, "an OBJ")
	lines.Joins = true
	for {
		line, err := lines.Next()
		if err == io.EOF {
			break
		}
		if err == nil {
			err = p.statement(scan.Fields{Rest: line}, lines.Number)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, max(1, lines.Number), err)
		}
	}
	if p.vertices.Len() == 0 {
		return nil, fmt.Errorf("%s:%d: no vertices in the whole file; is it an OBJ file?", name, max(1, lines.Number))
	}
	if err := p.checkForward(); err != nil {
		return nil, fmt.Errorf("%s:%w", name, err)
	}
	f := &mesh.File{Surface: p.surface(name), FaceLabels: p.faceLabels.Values.Join(), LineLabels: p.lineLabels.Values.Join(), LabelNames: p.labels.Names}
	if p.labels.More {
		f.Notes = append(f.Notes, fmt.Sprintf("more than %d combinations of object, group and material: names of the others were passed over", mesh.MaxPartLabels))
	}
	return f, nil
}

// objParser turns statements into a surface. The tables are chunked until their
// lengths are known.
type objParser struct {
	vertices   scan.ChunkedSlice[model.Vec3]
	all        scan.ChunkedSlice[uint32] // corners of all polygons
	starts     scan.ChunkedSlice[uint32]
	lines      scan.ChunkedSlice[[2]uint32]
	degenerate int64

	labels                 mesh.PartLabels
	faceLabels, lineLabels mesh.Labels

	corners []uint32 // of the current statement
	forward []objForward
}

// surface joins the tables, once.
func (p *objParser) surface(name string) *mesh.Surface {
	return &mesh.Surface{Name: name, Vertices: p.vertices.Join(), Corners: p.all.Join(), FaceStart: p.starts.Join(),
		Lines: p.lines.Join(), Degenerate: p.degenerate}
}

// objForward is an index that named a vertex not yet read. Only those are
// kept that reach further than all before: the first line that reaches past the
// end of the file is always one of them.
type objForward struct {
	vertex uint32 // counted from 1
	line   int
	known  int // vertices read when the line was
}

// statement reads one line.
func (p *objParser) statement(line scan.Fields, number int) error {
	keyword := line.Next()
	switch string(keyword) {
	case "v":
		return p.vertex(line.Uncommented())
	case "f", "fo": // fo: faces as releases before 3.0 wrote them
		return p.face(line.Uncommented(), number)
	case "l":
		return p.polyline(line.Uncommented(), number)
	case "":
		return nil
	case "o", "g", "usemtl":
		p.labels.Statement(keyword[0], line)
		return nil
	// Texture, normals, points and display are no part of the structure.
	case "vt", "vn", "vp", "p", "s", "mg", "mtllib", "usemap", "maplib",
		"bevel", "c_interp", "d_interp", "lod", "shadow_obj", "trace_obj":
		return nil
	case "cstype", "deg", "bmat", "step", "curv", "curv2", "surf", "parm", "trim", "hole", "scrv", "sp",
		"end", "con", "ctech", "stech", "bzp", "bsp", "cdc", "cdp", "res":
		return fmt.Errorf("free-form statement %q; export the mesh as polygons", keyword)
	case "call", "csh":
		return fmt.Errorf("statement %q runs other files or commands, which is refused; export one plain file", keyword)
	}
	return fmt.Errorf("unknown statement %s; an OBJ file has lines such as v, f and l", scan.Quoted(keyword))
}

// vertex reads `v x y z [w] [r g b [a]]`.
func (p *objParser) vertex(line scan.Fields) error {
	var values [8]float64
	count := 0
	for word := line.Next(); len(word) > 0; word = line.Next() {
		if count == len(values) {
			return fmt.Errorf("vertex with more than %d numbers; write v x y z", len(values))
		}
		value, err := scan.ParseFloat(word)
		if err != nil {
			return fmt.Errorf("vertex: %w", err)
		}
		values[count] = value
		count++
	}
	if count < 3 {
		return fmt.Errorf("vertex with %d numbers; it needs x, y and z (is the line cut off?)", count)
	}
	if p.vertices.Len() == model.MaxCount {
		return fmt.Errorf("more than %d vertices; split the mesh", model.MaxCount)
	}
	p.vertices.Add(model.Vec3{values[0], values[1], values[2]})
	return nil
}

// face reads `f a b c ...`.
func (p *objParser) face(line scan.Fields, number int) error {
	if err := p.indices("face", line, number); err != nil {
		return err
	}
	if len(p.corners) < 3 {
		return fmt.Errorf("face with %d corners; it needs at least 3 (is the line cut off?)", len(p.corners))
	}
	if p.all.Len() > math.MaxUint32-len(p.corners) {
		return fmt.Errorf("more than %d polygon corners; split the mesh", uint32(math.MaxUint32))
	}
	if p.corners = mesh.WithoutRepeats(p.corners); len(p.corners) < 3 || mesh.RepeatsVertex(p.corners) {
		p.degenerate++
		return nil
	}
	if p.starts.Len() == 0 {
		p.starts.Add(0)
	}
	for _, corner := range p.corners {
		p.all.Add(corner)
	}
	p.starts.Add(uint32(p.all.Len()))
	p.faceLabels.Add(p.labels.Label())
	return nil
}

// polyline reads `l a b ...`.
func (p *objParser) polyline(line scan.Fields, number int) error {
	if err := p.indices("line", line, number); err != nil {
		return err
	}
	if len(p.corners) < 2 {
		return fmt.Errorf("line with %d vertices; it needs at least 2 (is it cut off?)", len(p.corners))
	}
	for i, b := range p.corners[1:] {
		if a := p.corners[i]; a != b {
			p.lines.Add([2]uint32{a, b})
			p.lineLabels.Add(p.labels.Label())
		} else {
			p.degenerate++
		}
	}
	return nil
}

// indices reads the rest of the line into corners, counted from 0.
func (p *objParser) indices(what string, line scan.Fields, number int) error {
	p.corners = p.corners[:0]
	known := p.vertices.Len()
	for word := line.Next(); len(word) > 0; word = line.Next() {
		index, err := scan.ParseCorner(word)
		switch {
		case err != nil:
			return fmt.Errorf("%s: %w", what, err)
		case index == 0:
			return fmt.Errorf("%s: vertex 0 in %s; vertices are numbered from 1", what, scan.Quoted(word))
		case index > model.MaxCount:
			return fmt.Errorf("%s: vertex %d; at most %d vertices are possible", what, index, model.MaxCount)
		case index < 0 && -index > int64(known):
			return fmt.Errorf("%s: vertex %d counts back before the first of the %d vertices so far", what, index, known)
		case index < 0:
			index += int64(known) + 1
		case index > int64(known):
			p.refersForward(uint32(index), number)
		}
		p.corners = append(p.corners, uint32(index-1))
	}
	return nil
}

func (p *objParser) refersForward(vertex uint32, line int) {
	if n := len(p.forward); n == 0 || p.forward[n-1].vertex < vertex {
		p.forward = append(p.forward, objForward{vertex, line, p.vertices.Len()})
	}
}

// checkForward reports the first line that names a vertex the file never gives.
func (p *objParser) checkForward() error {
	count := p.vertices.Len()
	for _, f := range p.forward {
		if int(f.vertex) > count {
			return fmt.Errorf("%d: vertex %d does not exist; the file has %d vertices, %d of them before this line",
				f.line, f.vertex, count, f.known)
		}
	}
	return nil
}

// recognizeOBJ says whether the first line that is neither empty nor a comment
// is a statement of an OBJ file.
func recognizeOBJ(head []byte, _ int64) bool {
	head = bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))
	for line := range bytes.Lines(head) {
		f := scan.Fields{Rest: bytes.TrimRight(line, "\n")}
		switch string(f.Next()) {
		case "":
			continue
		case "v", "vt", "vn", "vp", "f", "l", "o", "g", "s", "mtllib", "usemtl":
			return true
		}
		return false
	}
	return false
}
