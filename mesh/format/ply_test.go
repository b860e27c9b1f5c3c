package format

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hooke/mesh"
	"hooke/mesh/format/surface"
	"hooke/mesh/scan"
	"hooke/model"
	"hooke/must"
)

// plyFile joins lines of a header and data.
func plyFile(format, header, data string) string {
	return "ply\nformat " + format + " 1.0\n" + header + "end_header\n" + data
}

// packed writes values one after the other.
func packed(t *testing.T, order binary.ByteOrder, values ...any) string {
	t.Helper()
	var b bytes.Buffer
	for _, v := range values {
		must.Do(t, binary.Write(&b, order, v))
	}
	return b.String()
}

const (
	plyXYZ      = "property float x\nproperty float y\nproperty float z\n"
	plyVertices = "element vertex 4\n" + plyXYZ
	plyFaces    = "element face 2\nproperty list uchar int vertex_indices\n"
	plyCorners  = "0 0 0\n1 0 0\n1 1 0\n0 1 0\n"
	littlePLY   = "binary_little_endian"
	bigPLY      = "binary_big_endian"
)

func TestReadPLY(t *testing.T) {
	little, big := binary.LittleEndian, binary.BigEndian
	nan := float32(math.NaN())
	withLines, lines, quad, collapsed, points := square(), square(), square(), square(), square()
	withLines.Lines = [][2]uint32{{0, 2}, {3, 1}}
	lines.Lines, lines.Corners, lines.FaceStart = [][2]uint32{{0, 2}, {3, 1}}, nil, nil
	lines.Degenerate = 1
	quad.Corners, quad.FaceStart = []uint32{0, 1, 2, 3}, []uint32{0, 4}
	collapsed.Degenerate = 4
	points.Corners, points.FaceStart = nil, nil
	strip := square() // 0 1 3 2, cut off, 2 3 0
	strip.Corners, strip.FaceStart = []uint32{0, 1, 3, 3, 1, 2, 2, 3, 0}, []uint32{0, 3, 6, 9}
	floats := []float32{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}
	for _, c := range []struct {
		name, data string
		want       *mesh.Surface
		notes      int
	}{
		{"ascii", squarePLY, square(), 0},
		{"windows", strings.ReplaceAll(squarePLY, "\n", "\r\n"), square(), 0},
		{"no final newline", strings.TrimSpace(squarePLY), square(), 1},
		{"blank lines", plyFile("ascii", plyVertices+plyFaces, "\n"+strings.ReplaceAll(plyCorners, "\n", " \n\n")+"3 0 1 2\n\n\t3 0 2 3\n"), square(), 0},
		{"comments", plyFile("ascii", "comment #1 猫\nobj_info x\ncomment\n"+plyVertices+plyFaces, plyCorners+"3 0 1 2\n3 0 2 3\n"), square(), 0},
		{"other name", strings.Replace(squarePLY, "vertex_indices", "vertex_index", 1), square(), 0},
		{"extra properties", plyFile("ascii",
			"element vertex 4\nproperty uchar red\nproperty double z\nproperty float nx\nproperty float x\nproperty list uint8 float32 w\nproperty int32 y\n"+
				"element face 2\nproperty float quality\nproperty list uchar uchar color\nproperty list uchar int vertex_indices\nproperty short tag\n",
			"255 0 nan 0 0 0\n1 0 inf 1 2 .5 .5 0\n2 0 - 1 1 9 1\n3 0 0 0 3 1 2 3 1\n"+
				"nan 3 1 2 3 3 0 1 2 7\n1 0 3 0 2 3 -7\n"), square(), 0},
		{"extra elements", plyFile("ascii", "element camera 2\nproperty float view\nproperty list char float k\n"+plyVertices+
			"element material 1\nproperty int a\n"+plyFaces+"element tail 1\nproperty int a\nelement none 0\n",
			"1 0\n2 3 1 2 3\n"+plyCorners+"5\n3 0 1 2\n3 0 2 3\n9\n"), square(), 0},
		{"faces first", plyFile("ascii", plyFaces+plyVertices, "3 0 1 2\n3 0 2 3\n"+plyCorners), square(), 0},
		{"edges", plyFile("ascii", plyVertices+plyFaces+"element edge 2\nproperty uchar red\nproperty int vertex2\nproperty int vertex1\n",
			plyCorners+"3 0 1 2\n3 0 2 3\n9 2 0\n9 1 3\n"), withLines, 0},
		{"edges alone", plyFile("ascii", plyVertices+"element edge 3\nproperty int vertex1\nproperty int vertex2\n", plyCorners+"0 2\n1 1\n3 1\n"), lines, 0},
		{"quad", plyFile("ascii", plyVertices+"element face 1\nproperty list uchar uint vertex_indices\n", plyCorners+"4 0 1 2 3\n"), quad, 0},
		{"points", plyFile("ascii", plyVertices, plyCorners), points, 0},
		{"no faces", plyFile("ascii", plyVertices+"element face 0\nproperty list uchar int vertex_indices\n", plyCorners), points, 0},
		{"degenerate", plyFile("ascii", plyVertices+"element face 6\nproperty list uchar int vertex_indices\n",
			plyCorners+"0\n1 3\n2 0 1\n3 0 1 2\n3 1 1 2\n3 0 2 3\n"), collapsed, 0},
		{"strips", plyFile("ascii", plyVertices+"element tristrips 1\nproperty list int int vertex_indices\n", plyCorners+"8 0 1 3 2 -1 2 3 0\n"), strip, 0},
		{"little endian", plyFile(littlePLY, plyVertices+plyFaces,
			packed(t, little, floats, uint8(3), []int32{0, 1, 2}, uint8(3), []int32{0, 2, 3})), square(), 0},
		{"little endian, windows header", strings.ReplaceAll(plyFile(littlePLY, plyVertices+plyFaces, ""), "\n", "\r\n") +
			packed(t, little, floats, uint8(3), []int32{0, 1, 2}, uint8(3), []int32{0, 2, 3}), square(), 0},
		{"little endian, newline behind", plyFile(littlePLY, plyVertices+plyFaces,
			packed(t, little, floats, uint8(3), []int32{0, 1, 2}, uint8(3), []int32{0, 2, 3})+"\r\n"), square(), 1},
		{"big endian", plyFile(bigPLY, plyVertices+plyFaces,
			packed(t, big, floats, uint8(3), []int32{0, 1, 2}, uint8(3), []int32{0, 2, 3})), square(), 0},
		{"big endian strips", plyFile(bigPLY, plyVertices+"element tristrips 1\nproperty list int int vertex_indices\n",
			packed(t, big, floats, int32(8), []int32{0, 1, 3, 2, -1, 2, 3, 0})), strip, 0},
		{"wide", plyFile(bigPLY, "element vertex 4\nproperty double x\nproperty int16 y\nproperty int8 z\n"+
			"element face 2\nproperty list uint ushort vertex_indices\n",
			packed(t, big, 0., int16(0), int8(0), 1., int16(0), int8(0), 1., int16(1), int8(0), 0., int16(1), int8(0),
				uint32(3), []uint16{0, 1, 2}, uint32(3), []uint16{0, 2, 3})), square(), 0},
		{"narrow", plyFile(littlePLY, "element vertex 4\nproperty uchar x\nproperty ushort y\nproperty uint z\n"+
			"element face 2\nproperty list short char vertex_indices\n",
			packed(t, little, uint8(0), uint16(0), uint32(0), uint8(1), uint16(0), uint32(0), uint8(1), uint16(1), uint32(0), uint8(0), uint16(1), uint32(0),
				int16(3), []int8{0, 1, 2}, int16(3), []int8{0, 2, 3})), square(), 0},
		{"binary extras", plyFile(littlePLY, "element skip 3\nproperty double a\nproperty char b\nelement lists 2\nproperty list ushort double c\n"+
			"element vertex 4\nproperty float nx\n"+plyXYZ+"property list uchar int w\n"+
			"element face 2\nproperty list uchar float t\nproperty list uchar int vertex_indices\nproperty uint color\n",
			packed(t, little, make([]uint8, 27), uint16(2), []float64{1, 2}, uint16(0),
				nan, []float32{0, 0, 0}, uint8(0), nan, []float32{1, 0, 0}, uint8(1), int32(-1),
				nan, []float32{1, 1, 0}, uint8(0), nan, []float32{0, 1, 0}, uint8(0),
				uint8(2), []float32{nan, nan}, uint8(3), []int32{0, 1, 2}, uint32(7), uint8(0), uint8(3), []int32{0, 2, 3}, uint32(7))), square(), 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := must.Get(parse(t, ReadOptions{}, "a.ply", []byte(c.data)))(t)
			c.want.Name = "a.ply"
			if diff := cmp.Diff(c.want, file.Surface); diff != "" || len(file.Notes) != c.notes {
				t.Errorf("notes %q\n%s", file.Notes, diff)
			}
		})
	}
}

// A soup, every triangle with vertices of its own, is joined unless asked not to.
func TestReadPLYSoup(t *testing.T) {
	data := []byte(plyFile("ascii", strings.Replace(plyVertices, "4", "6", 1)+plyFaces, "0 0 0\n1 0 0\n1 1 0\n-0 0 0\n1 1 0\n0 1 0\n3 0 1 2\n3 3 4 5\n"))
	file := must.Get(parse(t, ReadOptions{}, "a.ply", data))(t)
	want := square()
	want.Name = "a.ply"
	if diff := cmp.Diff(want, file.Surface); diff != "" || file.Welded != 2 {
		t.Errorf("%d welded\n%s", file.Welded, diff)
	}
	file = must.Get(parse(t, ReadOptions{KeepDuplicates: true}, "a.ply", data))(t)
	must.Hold(t, len(file.Surface.Vertices) == 6 && file.Welded == 0, "kept: %d vertices, %d welded", len(file.Surface.Vertices), file.Welded)
}

func TestReadPLYErrors(t *testing.T) {
	little := binary.LittleEndian
	floats := []float32{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}
	head := plyFile(littlePLY, plyVertices+plyFaces, "") // 169 bytes
	good := head + packed(t, little, floats, uint8(3), []int32{0, 1, 2}, uint8(3), []int32{0, 2, 3})
	infinite := append([]float32{float32(math.Inf(1))}, floats[1:]...)
	replaced := func(old, replacement string) string { return strings.Replace(squarePLY, old, replacement, 1) }
	for _, c := range []struct{ name, data, want string }{
		{"no format", replaced("format ascii 1.0\n", ""), "a.ply:8: the header has no line format"},
		{"format 2", replaced("ascii 1.0", "ascii 2.0"), `a.ply:2: format "ascii 2.0"; write format ascii, binary_little_endian or binary_big_endian, and 1.0`},
		{"middle endian", replaced("ascii 1.0", "binary 1.0"), `a.ply:2: format "binary"; known are ascii, binary_little_endian and binary_big_endian`},
		{"unknown line", replaced("element face 2", "elements face 2"), `a.ply:7: "elements" in the header; it has lines format, element, property, comment and end_header`},
		{"rows", replaced("vertex 4", "vertex four"), `a.ply:3: element "vertex": "four" is not a number of rows`},
		{"negative rows", replaced("vertex 4", "vertex -4"), `a.ply:3: element "vertex": "-4" is not a number of rows`},
		{"too many rows", replaced("vertex 4", "vertex 4294967295"), "a.ply:3: element vertex: 4294967295 rows; at most 2147483647 are possible"},
		{"no rows", replaced("vertex 4", "vertex"), "a.ply:3: element with other than a name and a number of rows"},
		{"twice", replaced("element face 2", "element vertex 2"), `a.ply:7: element "vertex" a second time`},
		{"property first", "ply\nproperty int x\n", "a.ply:2: property before the first element"},
		{"property twice", replaced("float y", "float x"), `a.ply:5: property "x" a second time in element "vertex"`},
		{"type", replaced("float y", "quad y"), `a.ply:5: property "y": unknown type "quad"`},
		{"list of floats", replaced("uchar int", "float int"), `a.ply:8: property "vertex_indices": a list with a length of type "float"; lengths are whole numbers such as uchar`},
		{"incomplete property", replaced("float y", "y"), "a.ply:5: property with other than TYPE NAME or list TYPE TYPE NAME"},
		{"no y", replaced("float y", "float Y"), "a.ply:9: element vertex: no property y"},
		{"no corners", replaced("vertex_indices", "vertices"), "a.ply:9: element face: no list vertex_indices of whole numbers"},
		{"float corners", replaced("uchar int", "uchar float"), "a.ply:9: element face: no list vertex_indices of whole numbers"},
		{"no vertices", plyFile("ascii", "element face 0\n", ""), "a.ply:4: no element vertex"},
		{"no properties", plyFile("ascii", plyVertices+"element x 4000000000\n", plyCorners), `a.ply:8: element "x": 4000000000 rows without a property`},
		{"header cut", squarePLY[:strings.Index(squarePLY, "element face")], "a.ply:6: the file ends within the header, before end_header; is it cut off?"},
		{"Macintosh", strings.ReplaceAll(squarePLY, "\n", "\r"), "a.ply:1: line ends of old Macintosh files (CR alone); save with LF"},
		{"NaN", replaced("1 1 0", "1 nan 0"), `a.ply:12: vertex 2 of 4: "nan" is not a finite number; write decimal numbers such as 1.5 or -2e-3`},
		{"two numbers", replaced("1 1 0", "1 1"), "a.ply:12: vertex 2 of 4: fewer numbers than properties; write one row a line"},
		{"four numbers", replaced("1 1 0", "1 1 0 5"), `a.ply:12: vertex 3 of 4: "5" behind the last property; write one row a line`},
		{"vertex 4", replaced("3 0 2 3", "3 0 2 4"), "a.ply:15: face 1 of 2: vertex 4 does not exist; the file has 4, numbered from 0"},
		{"vertex -1", replaced("3 0 2 3", "3 0 2 -1"), "a.ply:15: face 1 of 2: vertex -1 does not exist; the file has 4, numbered from 0"},
		{"half a vertex", replaced("3 0 2 3", "3 0 2 1.5"), `a.ply:15: face 1 of 2: "1.5" is not a whole number`},
		{"short list", replaced("3 0 1 2", "4 0 1 2"), "a.ply:14: face 0 of 2: fewer numbers than properties; write one row a line"},
		{"negative list", replaced("3 0 1 2", "-3 0 1 2"), "a.ply:14: face 0 of 2: list vertex_indices with -3 entries"},
		{"endless list", replaced("3 0 2 3", "4000000000 0 2 3"), "a.ply:15: face 1 of 2: the file ends here; is it cut off?"},
		{"cut", strings.TrimSuffix(squarePLY, "3 0 2 3\n"), "a.ply:15: face 1 of 2: the file ends here; is it cut off?"},
		{"more rows than said", squarePLY + "3 0 1 3\n", `a.ply:16: "3" behind all that the header announces; correct its numbers of rows or remove the rest`},
		{"2 G vertices", replaced("vertex 4", "vertex 2000000000"), "a.ply:14: vertex 5 of 2000000000: \"2\" behind the last property; write one row a line"},
		{"binary cut", good[:len(good)-5], "a.ply: byte 238: face 1 of 2: the file ends here; is it cut off?"},
		{"binary infinite", head + packed(t, little, infinite), "a.ply: byte 169: vertex 0 of 4: +Inf is not a finite number"},
		{"binary vertex", head + packed(t, little, floats, uint8(3), []int32{0, 1, -5}), "a.ply: byte 226: face 0 of 2: vertex -5 does not exist; the file has 4, numbered from 0"},
		{"binary rest", good + strings.Repeat("x", surface.PLYNoise), "a.ply: byte 243: more data follows all that the header announces; correct its numbers of rows or cut the rest off"},
		{"binary 2 G rows", plyFile(littlePLY, "element x 9000000000000000\nproperty double a\n"+plyVertices, "123"), "a.ply: byte 163: x 0 of 9000000000000000: the file ends here; is it cut off?"},
	} {
		refuses(t, "a.ply", c.data, c.want+" (read as PLY)")
	}
}

// A strip in one line far above the limit of lines is read.
func TestReadPLYLongLine(t *testing.T) {
	const length = 400_000
	data := plyFile("ascii", plyVertices+"element tristrips 1\nproperty list int int vertex_indices\n",
		plyCorners+"400000"+strings.Repeat(" 0 1 2 3", length/4)+"\n")
	file := must.Get((ReadOptions{}).ReadStream(strings.NewReader(data), int64(len(data)), "a.ply"))(t)
	// 0 1 2, 2 1 3, 2 3 0, 0 3 1 and then the same again.
	if s := file.Surface; len(data) < scan.MaxLine/2 || s.FaceCount() != 4 || s.Degenerate != length-2-4 {
		t.Errorf("%d polygons, %d repeated", s.FaceCount(), s.Degenerate)
	}
}

func FuzzReadPLY(f *testing.F) {
	f.Add([]byte(squarePLY))
	f.Add([]byte(plyFile(littlePLY, "element x 1\nproperty list char short a\n"+plyVertices+plyFaces, "\x01\x00\x00"+strings.Repeat("\x00\x00\x80?", 12)+
		"\x03\x00\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00\x03\x00\x00\x00\x00\x02\x00\x00\x00\x03\x00\x00\x00")))
	f.Add([]byte(plyFile(bigPLY, "element vertex 2\nproperty uchar x\nproperty short y\nproperty double z\nelement tristrips 1\nproperty list uchar char vertex_index\n"+
		"element edge 1\nproperty char vertex1\nproperty char vertex2\n", strings.Repeat("\x00", 22)+"\x03\x00\x01\xff\x00\x01")))
	fuzzReader(f, "fuzz.ply", surface.ReadPLY)
}

// Positions keep the file's precision: doubles are not rounded to float32.
func TestReadPLYPrecision(t *testing.T) {
	data := plyFile(littlePLY, "element vertex 1\nproperty double x\nproperty double y\nproperty float z\n",
		packed(t, binary.LittleEndian, 0.1, 1e-300, float32(0.1)))
	file := must.Get((ReadOptions{}).ReadStream(strings.NewReader(data), int64(len(data)), "a.ply"))(t)
	must.Be(t, file.Surface.Vertices[0], (model.Vec3{0.1, 1e-300, float64(float32(0.1))}), "vertex")
}
