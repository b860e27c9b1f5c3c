package format

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hooke/mesh"
	"hooke/mesh/format/surface"
	"hooke/must"
)

func TestReadOFF(t *testing.T) {
	withLine, points := square(), square()
	withLine.Lines, withLine.Degenerate = [][2]uint32{{0, 2}}, 4
	points.Corners, points.FaceStart = nil, nil
	colored := "0 0 0 255 0 0 255\n1 0 0 0.5 .5 .5 1\n1 1 0 1 2 3\n0 1 0 map\n3 0 1 2 255 0 0\n3 0 2 3 1\n"
	for _, c := range []struct {
		name, data string
		want       *mesh.Surface
	}{
		{"plain", squareOFF, square()},
		{"windows", strings.ReplaceAll(squareOFF, "\n", "\r\n"), square()},
		{"no final newline", strings.TrimSpace(squareOFF), square()},
		{"counts on the same line", strings.Replace(squareOFF, "OFF\n", "OFF ", 1), square()},
		{"no number of edges", strings.Replace(squareOFF, "4 2 0", "4 2", 1), square()},
		{"comments", "# 猫\n\nOFF # a square\n# counts\n 4 2 0 # three\n\n" + strings.TrimPrefix(strings.ReplaceAll(squareOFF, "\n", " # x\n\n"), "OFF # x\n\n4 2 0 # x\n\n"), square()},
		{"byte order mark", "\ufeff" + squareOFF, square()},
		{"no keyword", strings.TrimPrefix(squareOFF, "OFF\n"), square()},
		{"colors", "COFF\n4 2 0\n" + colored, square()},
		{"normals", "NOFF 4 2 5\n" + colored, square()},
		{"everything", "STCNOFF\n4 2 0\n" + colored, square()},
		{"texture", "STOFF\n4 2 0\n" + colored, square()},
		{"lines and degenerate", strings.Replace(squareOFF, "4 2 0", "4 7 0", 1) + "2 0 2\n1 3\n0\n3 1 2 1\n2 1 1\n", withLine},
		{"no faces", "OFF\n4 0 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n", points},
		{"nothing", "OFF\n0 0 0\n", &mesh.Surface{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := must.Get(parse(t, ReadOptions{}, "a.off", []byte(c.data)))(t)
			c.want.Name = "a.off"
			if diff := cmp.Diff(c.want, file.Surface); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestReadOFFErrors(t *testing.T) {
	replaced := func(old, replacement string) string { return strings.Replace(squareOFF, old, replacement, 1) }
	for _, c := range []struct{ name, data, want string }{
		{"empty", "", "a.off:1: the file ends here; is it cut off?"},
		{"keyword alone", "OFF\n", "a.off:1: the file ends here; is it cut off?"},
		{"four dimensions", replaced("OFF", "4OFF"), `a.off:1: "4OFF" has vertices in other than three dimensions; export plain OFF`},
		{"n dimensions", replaced("OFF", "CnOFF"), `a.off:1: "CnOFF" has vertices in other than three dimensions; export plain OFF`},
		{"binary", "OFF BINARY\n\x00\x00", "a.off:1: binary OFF is not read; export it as text"},
		{"no counts", "OFF\nx y\n", `a.off:2: "x" is not a number of vertices; an OFF file begins with the numbers of vertices, faces and edges`},
		{"one count", "OFF\n4\n", `a.off:2: "" is not a number of faces; an OFF file begins with the numbers of vertices, faces and edges`},
		{"negative", replaced("4 2 0", "4 -2 0"), `a.off:2: "-2" is not a number of faces; an OFF file begins with the numbers of vertices, faces and edges`},
		{"4 G vertices", replaced("4 2 0", "4000000000 2 0"), "a.off:2: 4000000000 vertices and 2 faces; at most 2147483647 vertices and 1431655765 faces are possible"},
		{"2 G vertices", replaced("4 2 0", "2000000000 2 0"), "a.off:8: after 6 of 2000000000 vertices: the file ends here; is it cut off?"},
		{"2 G vertices", replaced("4 2 0", "4 1000000000 0"), "a.off:8: after 2 of 1000000000 faces: the file ends here; is it cut off?"},
		{"NaN", replaced("1 1 0", "1 NaN 0"), `a.off:5: vertex: "NaN" is not a finite number; write decimal numbers such as 1.5 or -2e-3`},
		{"two numbers", replaced("1 1 0", "1 1"), "a.off:5: vertex with 2 numbers; it needs x, y and z"},
		{"vertex 4", replaced("3 0 2 3", "3 0 2 4"), "a.off:8: face: vertex 4 does not exist; the file has 4, numbered from 0"},
		{"vertex -1", replaced("3 0 2 3", "3 0 2 -1"), "a.off:8: face: vertex -1 does not exist; the file has 4, numbered from 0"},
		{"short face", replaced("3 0 2 3", "4 0 2 3"), "a.off:8: face: 4 vertices announced, 3 given"},
		{"not a face", replaced("3 0 2 3", "x 0 2 3"), `a.off:8: face: "x" is not a number of vertices`},
		{"not a vertex", replaced("3 0 2 3", "3 0 2 3.5"), `a.off:8: face: "3.5" is not the number of a vertex`},
		{"fewer vertices than said", replaced("4 2 0", "5 2 0"), "a.off:8: after 1 of 2 faces: the file ends here; is it cut off?"},
		{"more faces than said", squareOFF + "\n3 0 1 3\n", `a.off:10: "3" after the last of the 2 faces that the header announces; correct the counts or remove the rest`},
		{"binary data", replaced("1 1 0", "1 1 \x00"), "a.off:5: after 2 of 4 vertices: binary data; an OFF file is plain text (UTF-16 must be saved as UTF-8)"},
	} {
		refuses(t, "a.off", c.data, c.want+" (read as OFF)")
	}
}

func FuzzReadOFF(f *testing.F) {
	f.Add([]byte(squareOFF))
	f.Add([]byte("STCNOFF 3 3 # x\r\n0 0 0 1 1 1\n1 0 0\n0 1 0\n3 0 1 2 255\n2 0 1\n1 0"))
	f.Add([]byte("2 1\n0 0 0\n1e5 -.5 +3\n2 1 0"))
	fuzzReader(f, "fuzz.off", surface.ReadOFF)
}
