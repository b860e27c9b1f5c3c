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

// binarySTL is a file with a header of its own and triangles of float32.
func binarySTL(header string, triangles ...[9]float32) []byte {
	var b bytes.Buffer
	b.WriteString(header)
	b.Write(make([]byte, surface.STLHeaderBytes-len(header)))
	order := binary.LittleEndian
	data := order.AppendUint32(b.Bytes(), uint32(len(triangles)))
	for _, t := range triangles {
		data = append(data, 0, 0, 0xc0, 0x7f, 0, 0, 0xc0, 0x7f, 0, 0, 0xc0, 0x7f) // normals may be NaN
		for _, x := range t {
			data = order.AppendUint32(data, math.Float32bits(x))
		}
		data = append(data, 0xff, 0x7f) // a color, as some programs write it
	}
	return data
}

func squareTriangles() [][9]float32 {
	return [][9]float32{{0, 0, 0, 1, 0, 0, 1, 1, 0}, {0, 0, 0, 1, 1, 0, 0, 1, 0}}
}

func TestReadSTL(t *testing.T) {
	both := squareTriangles()
	exact := binarySTL("made by hand", both...)
	negative := float32(math.Copysign(0, -1))
	corner := "vertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\n"
	unwelded := &mesh.Surface{
		Vertices: []model.Vec3{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 0, 0}, {1, 1, 0}, {0, 1, 0}},
		Corners:  []uint32{0, 1, 2, 3, 4, 5}, FaceStart: []uint32{0, 3, 6},
	}
	collapsed := square()
	collapsed.Degenerate = 1
	for _, c := range []struct {
		name    string
		data    string
		o       ReadOptions
		want    *mesh.Surface
		format  string
		welded  int
		notes   int
		comment string
	}{
		{name: "ascii", data: squareSTL, want: square(), format: "STL (ASCII)", welded: 2},
		{name: "windows", data: strings.ReplaceAll(squareSTL, "\n", "\r\n"), want: square(), format: "STL (ASCII)", welded: 2},
		{name: "no final newline", data: strings.TrimSpace(squareSTL), want: square(), format: "STL (ASCII)", welded: 2},
		{name: "no names", data: strings.ReplaceAll(squareSTL, "solid square", "solid"), want: square(), format: "STL (ASCII)", welded: 2},
		{name: "Unicode names", data: strings.ReplaceAll(squareSTL, "square", "Grün 猫 #1 facet"), want: square(), format: "STL (ASCII)", welded: 2},
		{name: "capitals", data: strings.ToUpper(squareSTL), want: square(), format: "STL (ASCII)", welded: 2},
		{name: "indented", data: "\t" + strings.ReplaceAll(squareSTL, "\n", "\n \t "), want: square(), format: "STL (ASCII)", welded: 2},
		{name: "NaN normals", data: strings.ReplaceAll(squareSTL, "normal 0 0 1", "normal nan -nan(ind) inf"), want: square(), format: "STL (ASCII)", welded: 2},
		{name: "one facet a line", data: "solid\nfacet normal 0 0 1 outer loop " + strings.ReplaceAll(corner, "\n", " ") + "endloop endfacet\nendsolid",
			want:   &mesh.Surface{Vertices: []model.Vec3{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}}, Corners: []uint32{0, 1, 2}, FaceStart: []uint32{0, 3}},
			format: "STL (ASCII)"},
		{name: "two solids", data: strings.Replace(squareSTL, "endfacet\n", "endfacet\nendsolid\n\nsolid b\n", 1), want: square(), format: "STL (ASCII)", welded: 2},
		{name: "empty solid", data: "solid\nendsolid\n", want: &mesh.Surface{}, format: "STL (ASCII)", notes: 1},
		{name: "unwelded", data: squareSTL, o: ReadOptions{KeepDuplicates: true}, want: unwelded, format: "STL (ASCII)"},
		{name: "binary", data: string(exact), want: square(), format: "STL (binary)", welded: 2},
		{name: "binary, solid", data: string(binarySTL("solid made by a program\n facet", both...)), want: square(), format: "STL (binary)", welded: 2},
		{name: "binary, no header", data: string(binarySTL("", both...)), want: square(), format: "STL (binary)", welded: 2},
		{name: "binary, noise behind", data: string(exact) + "\n", want: square(), format: "STL (binary)", welded: 2, notes: 1},
		{name: "binary, −0", data: string(binarySTL("", [9]float32{0, 0, 0, 1, 0, 0, 1, 1, 0}, [9]float32{negative, 0, negative, 1, 1, 0, 0, 1, 0})),
			want: square(), format: "STL (binary)", welded: 2},
		{name: "binary, unwelded", data: string(exact), o: ReadOptions{KeepDuplicates: true}, want: unwelded, format: "STL (binary)"},
		{name: "degenerate", data: string(binarySTL("", append(both, [9]float32{0, 0, 0, 1, 0, 0, 0, 0, 0})...)), want: collapsed, format: "STL (binary)", welded: 5},
		{name: "repeated", data: string(binarySTL("", append(both, [9]float32{1, 0, 0, 1, 1, 0, 0, 0, 0})...)), want: collapsed, format: "STL (binary)", welded: 5},
		{name: "no triangles", data: string(binarySTL("")), want: &mesh.Surface{}, format: "STL (binary)", notes: 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := must.Get(parse(t, c.o, "a.stl", []byte(c.data)))(t)
			c.want.Name = "a.stl"
			if diff := cmp.Diff(c.want, file.Surface); diff != "" || file.Format != c.format || file.Welded != c.welded || len(file.Notes) != c.notes {
				t.Errorf("%s, %d welded, notes %q\n%s", file.Format, file.Welded, file.Notes, diff)
			}
		})
	}
}

// Nearly the same is joined on request, and only then.
func TestReadSTLWithin(t *testing.T) {
	data := binarySTL("", [9]float32{0, 0, 0, 1, 0, 0, 1, 1, 0}, [9]float32{0.001, 0, 0, 1, 0.999, 0, 0, 1, 0})
	for weld, vertices := range map[float64]int{0: 6, 1e-4: 6, 0.002: 4} {
		file := must.Get(parse(t, ReadOptions{Weld: weld}, "a.stl", data))(t)
		if len(file.Surface.Vertices) != vertices || file.Welded != 6-vertices {
			t.Errorf("weld %g: %d vertices, %d welded, want %d vertices", weld, len(file.Surface.Vertices), file.Welded, vertices)
		}
	}
}

func TestReadSTLErrors(t *testing.T) {
	both := squareTriangles()
	exact := string(binarySTL("", both...))
	claim := func(n uint32) string {
		data := binarySTL("", both...)
		binary.LittleEndian.PutUint32(data[surface.STLHeaderBytes:], n)
		return string(data)
	}
	bad := both[1]
	bad[4] = float32(math.Inf(-1))
	lines := strings.SplitAfter(squareSTL, "\n")
	upTo := func(n int) string { return strings.Join(lines[:n], "") }
	for _, c := range []struct{ name, data, want string }{
		{"cut header", exact[:60], "a.stl: 60 bytes are too few for an STL file, which has a header of 84; is it cut off?"},
		{"cut", exact[:150], "a.stl: byte 80: the header announces 2 triangles, the file holds 1; is it cut off, or not an STL file?"},
		{"2³² triangles", claim(math.MaxUint32), "a.stl: byte 80: the header announces 4294967295 triangles, the file holds 2; is it cut off, or not an STL file?"},
		{"too few announced", claim(1), "a.stl: byte 134: more data follows the 1 triangles that the header announces; correct the count or cut the rest off"},
		{"not finite", string(binarySTL("", both[0], bad)), "a.stl: byte 162: triangle 2: coordinate -Inf is not a finite number"},
		{"ascii cut in a facet", upTo(5), "a.stl:6: the file ends here; is it cut off?"},
		{"ascii cut in a number", squareSTL[:strings.Index(squareSTL, "1 1 0")+1], "a.stl:6: the file ends here; is it cut off?"},
		{"ascii cut between facets", upTo(8), "a.stl:9: the file ends here; is it cut off?"},
		{"NaN", strings.Replace(squareSTL, "vertex 1 0 0", "vertex 1 nan 0", 1), `a.stl:5: vertex: "nan" is not a finite number; write decimal numbers such as 1.5 or -2e-3`},
		{"comma", strings.Replace(squareSTL, "vertex 1 0 0", "vertex 1,0 0 0", 1), `a.stl:5: vertex: "1,0" is not a finite number; write decimal numbers such as 1.5 or -2e-3`},
		{"four corners", strings.Replace(squareSTL, "endloop", "vertex 0 1 0\nendloop", 1), `a.stl:7: "vertex" where "endloop" should be`},
		{"two corners", strings.Replace(squareSTL, "vertex 1 1 0\n", "", 1), `a.stl:6: "endloop" where "vertex" should be`},
		{"two numbers", strings.Replace(squareSTL, "vertex 1 1 0\n", "vertex 1 1\n", 1), `a.stl:7: vertex: "endloop" is not a finite number; write decimal numbers such as 1.5 or -2e-3`},
		{"another word", strings.Replace(squareSTL, "facet normal", "face normal", 1), `a.stl:2: "face" where a facet or endsolid should be`},
		{"text behind", squareSTL + "\nthe end\n", `a.stl:18: "the" after the end of a solid; a solid begins with the word solid`},
		{"zeros behind", squareSTL + strings.Repeat(" \n", scan.HeadSize) + "\x00\x00", "a.stl:4113: binary data in a text file; is it damaged? (UTF-16 must be saved as UTF-8)"},
		{"long word", "solid\nfacet " + strings.Repeat("x", 1<<20), "a.stl:2: word longer than 4096 bytes; is this a text file?"},
	} {
		refuses(t, "a.stl", c.data, c.want+" (read as STL)")
		// Compressed, the size cannot be known before.
		if _, err := (ReadOptions{}).ReadStream(bytes.NewReader(zipped(t, []byte(c.data))), -1, "a.stl"); err == nil {
			t.Errorf("%s: read when compressed", c.name)
		}
	}
	_, err := (ReadOptions{}).ReadStream(bytes.NewReader(zipped(t, []byte(claim(math.MaxUint32)))), -1, "a.stl")
	if want := "a.stl: byte 184: triangle 3 of 4294967295: the file ends here; is it cut off? (read as STL)"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func FuzzReadSTL(f *testing.F) {
	both := squareTriangles()
	f.Add([]byte(squareSTL))
	f.Add(binarySTL("solid", both...))
	f.Add(binarySTL("", both...)[:150])
	f.Add([]byte("solid a\nendsolid\nSOLID\r\nfacet normal 0 0 0 outer loop\rvertex"))
	fuzzReader(f, "fuzz.stl", surface.ReadSTL)
}
