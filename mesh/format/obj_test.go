package format

import (
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"hooke/mesh"
	"hooke/mesh/format/surface"
	"hooke/mesh/scan"
	"hooke/model"
	"hooke/must"
)

func TestReadOBJ(t *testing.T) {
	const square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"
	vertices := []model.Vec3{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}
	quad := mesh.Surface{Name: "test.obj", Vertices: vertices, Corners: []uint32{0, 1, 2, 3}, FaceStart: []uint32{0, 4}}
	for name, c := range map[string]struct {
		text string
		want mesh.Surface
	}{
		"polygon":             {square + "f 1 2 3 4\n", quad},
		"negative":            {square + "f -4 -3 -2 -1\n", quad},
		"plus sign":           {square + "f +1 +2 3 4\n", quad},
		"texture":             {square + "f 1/1 2/2 3/3 4/4\n", quad},
		"normals":             {square + "f 1//1 2//-2 3//3 4//4\n", quad},
		"both":                {square + "f 1/1/1 2/2/2 3/3/3 4/-4/4\n", quad},
		"open slash":          {square + "f 1/ 2/ 3/ 4/\n", quad},
		"no final newline":    {square + "f 1 2 3 4", quad},
		"windows":             {strings.ReplaceAll(square, "\n", "\r\n") + "f 1 2 3 4\r\n", quad},
		"byte order mark":     {"\ufeff" + square + "f 1 2 3 4", quad},
		"tabs and blanks":     {"v\t0  0\t0 \n \tv 1 0 0\n\n\nv 1 1 0\nv 0 1 0\nf 1\t2 3  4 \t\n", quad},
		"forward":             {"f 1 2 3 4\n" + square, quad},
		"continued":           {square + "f 1 \\\n2 3\\\r\n4\n", quad},
		"continued twice":     {square + "f 1 \\\n\\\n2 3 4\n", quad},
		"continued to end":    {square + "f 1 2 3 4\n#\\\n", quad},
		"comments":            {"# head\n" + square + "f 1 2 3 4 # tail\n#f 9 9 9\n", quad},
		"weights and colors":  {"v 0 0 0 1\nv 1 0 0 .5 .5 .5\nv 1 1 0 1 .1 .2 .3\nv 0 1 0\nf 1 2 3 4", quad},
		"names and materials": {"mtllib Grün è 猫.mtl\no 猫 ö\ng a b\ns off\nusemtl x\nvt 0 0\nvn 0 0 1\nvp 1\n" + square + "p 1 2\nf 1 2 3 4", quad},
		"exponents":           {"v 0e9 -0 +0.0\nv 1e0 0 0\nv 10e-1 0.01E+2 0\nv .0 1. 0\nf 1 2 3 4", quad},
		"lines": {square + "l 1 2 3/1\nl -1 -2\n", mesh.Surface{Name: "test.obj", Vertices: vertices,
			Lines: [][2]uint32{{0, 1}, {1, 2}, {3, 2}}}},
		"degenerate": {square + "f 1 2 1\nf 1 2 3\nl 2 2 3\n", mesh.Surface{Name: "test.obj", Vertices: vertices,
			Corners: []uint32{0, 1, 2}, FaceStart: []uint32{0, 3}, Lines: [][2]uint32{{1, 2}}, Degenerate: 2}},
		"vertices only": {square, mesh.Surface{Name: "test.obj", Vertices: vertices}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, small := range []bool{false, true} {
				var r io.Reader = strings.NewReader(c.text)
				if small {
					r = iotest.OneByteReader(r)
				}
				got := must.Get(surface.ReadOBJ(r, "test.obj"))(t)
				if diff := cmp.Diff(&c.want, got); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
}

func TestReadOBJErrors(t *testing.T) {
	const triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "test.obj:1: no vertices in the whole file"},
		{"comments only", "# nothing\n\n# here\n", "test.obj:3: no vertices in the whole file"},
		{"beyond the end", triangle + "f 1 2 9\n", "test.obj:4: vertex 9 does not exist; the file has 3 vertices, 3 of them before this line"},
		{"first of several", "v 0 0 0\nf 1 2 5\nf 1 2 9\nf 1 2 7\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 1 1 1\n", "test.obj:3: vertex 9 does not exist; the file has 5 vertices, 1 of them"},
		{"zero", triangle + "f 0 1 2\n", "test.obj:4: face: vertex 0 in \"0\"; vertices are numbered from 1"},
		{"too far back", triangle + "f -4 1 2\n", "test.obj:4: face: vertex -4 counts back before the first of the 3 vertices so far"},
		{"backward is from here", "f -1 -2 -3\n" + triangle, "test.obj:1: face: vertex -1 counts back"},
		{"huge index", triangle + "f 1 2 99999999999999999999999\n", "vertices are possible"},
		{"not an index", triangle + "f 1 2 x\n", `test.obj:4: face: "x" is not a vertex`},
		{"index with a point", triangle + "f 1 2 3.0\n", `"3.0" is not a vertex`},
		{"four slashes", triangle + "f 1 2 3/1/1/1\n", `"3/1/1/1" is not a vertex`},
		{"bad texture", triangle + "f 1 2 3/x\n", `"3/x" is not a vertex`},
		{"open normal", triangle + "f 1 2 3//\n", `"3//" is not a vertex`},
		{"two corners", triangle + "f 1 2\n", "test.obj:4: face with 2 corners; it needs at least 3"},
		{"no corners", triangle + "f\n", "test.obj:4: face with 0 corners"},
		{"half a line", triangle + "l 1\n", "test.obj:4: line with 1 vertices"},
		{"line out of range", triangle + "l 1 4\n", "test.obj:4: vertex 4 does not exist"},
		{"two coordinates", "v 1 2\n", "test.obj:1: vertex with 2 numbers; it needs x, y and z"},
		{"cut off by a comment", "v 1 2 #3\n", "test.obj:1: vertex with 2 numbers"},
		{"nine numbers", "v 1 2 3 4 5 6 7 8 9\n", "more than 8 numbers"},
		{"NaN", triangle + "v NaN 0 0\n", `test.obj:4: vertex: "NaN" is not a finite number`},
		{"nan in a color", "v 0 0 0 nan 0 0\n", "is not a finite number"},
		{"Inf", "v 0 -inf 0\n", `test.obj:1: vertex: "-inf" is not a finite number`},
		{"infinite", "v 0 1e999 0\n", `"1e999" is too large`},
		{"hexadecimal", "v 0x10 0 0\n", `"0x10" is not a finite number`},
		{"underscore", "v 1_0 0 0\n", `"1_0" is not a finite number`},
		{"two points", "v 1.2.3 0 0\n", `"1.2.3" is not a finite number`},
		{"comma", "v 1,5 0 0\n", `"1,5" is not a finite number`},
		{"sign alone", "v - 0 0\n", `"-" is not a finite number`},
		{"point alone", "v . 0 0\n", `"." is not a finite number`},
		{"empty exponent", "v 1e 0 0\n", `"1e" is not a finite number`},
		{"unknown statement", triangle + "vertex 1 2 3\n", `test.obj:4: unknown statement "vertex"`},
		{"free form", "vp 1\ncstype bezier\n", `test.obj:2: free-form statement "cstype"`},
		{"other files", "call other.obj\n", "refused"},
		{"commands", "csh rm x\n", "refused"},
		{"binary", "v 0 0 0\nv \x00\x01\x02\n", "test.obj:2: binary data"},
		{"UTF-16", "v\x00 \x000\x00", "test.obj:1: binary data"},
		{"control bytes", "\x01\x02\xff\xfe\n", `test.obj:1: unknown statement "\x01\x02\xff\xfe"`},
		{"overlong", "v 0 0 0\n#" + strings.Repeat("x", scan.MaxLine), "test.obj:2: line longer than 1048576 bytes"},
		{"endless continuation", strings.Repeat("# \\\n", scan.MaxLine/2), "test.obj:1: line longer than"},
		{"line numbers after a continuation", "v 0 0 \\\n0\n\nv 0\n", "test.obj:4: vertex with 1 numbers"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := surface.ReadOBJ(strings.NewReader(c.text), "test.obj")
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "test.obj:") {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
		})
	}
	broken := errors.New("disk on fire")
	if _, err := surface.ReadOBJ(io.MultiReader(strings.NewReader(triangle), iotest.ErrReader(broken)), "test.obj"); !errors.Is(err, broken) {
		t.Errorf("error %v, want the reader's own", err)
	}
}

// Garbage without end must fail at once: the reader may take one line of it.
func TestReadOBJGarbage(t *testing.T) {
	random := rand.NewChaCha8([32]byte{1})
	for name, source := range map[string]func([]byte){
		"random": func(b []byte) { random.Read(b) },
		"letters": func(b []byte) {
			for i := range b {
				b[i] = 'v'
			}
		},
		"blanks": func(b []byte) {
			for i := range b {
				b[i] = ' '
			}
		},
	} {
		r := &endless{fill: source}
		_, err := surface.ReadOBJ(r, "garbage.obj")
		must.Hold(t, err != nil && strings.HasPrefix(err.Error(), "garbage.obj:1: "), "%s: error %v, want one at line 1", name, err)
		must.Hold(t, r.read <= 2*scan.MaxLine, "%s: %d bytes read before the error", name, r.read)
	}
}

type endless struct {
	fill func([]byte)
	read int
}

func (e *endless) Read(b []byte) (int, error) {
	e.fill(b)
	e.read += len(b)
	return len(b), nil
}

// The short way of reading numbers gives exactly the numbers of strconv.
func TestParseFloat(t *testing.T) {
	words := []string{"0", "-0", "1", "0.1", "123456789012345678", "0.000000000000000000000000000001", "9007199254740993",
		"1e22", "1e23", "1e-22", "1e-23", "1e308", "4.9e-324", "1e-400", "0.3", "00012.500", "12345678901234567890123",
		"0e99999999999999999999", "179769313486231570000000000000000000000000000000000000000000000000000000000000000000000000000"}
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		words = append(words, strconv.FormatFloat(r.NormFloat64()*math.Pow(10, r.Float64()*40-20), "efg"[r.IntN(3)], r.IntN(20), 64))
	}
	for _, word := range words {
		want := must.Get(strconv.ParseFloat(word, 64))(t)
		if got, err := scan.ParseFloat([]byte(word)); err != nil || math.Float64bits(got) != math.Float64bits(want) {
			t.Errorf("%s: %v (%v), want %v", word, got, err, want)
		}
	}
}

func FuzzReadOBJ(f *testing.F) {
	f.Add([]byte("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nl 1 2\n"))
	f.Add([]byte("f 1 2 3 4\r\nv 0 0 0 1\nv 1 0 0\nv 0 1e-3 0 .1 .2 .3\nv -1. +2 3\nf -1//1 -2/2 -3/3/3\n"))
	f.Add([]byte("v 1 2 \\\n3\n# \\\nl 1 \\"))
	f.Add([]byte("\xef\xbb\xbfo \xff\nv 1 2 3\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := surface.ReadOBJ(strings.NewReader(string(data)), "fuzz.obj")
		if err != nil {
			if s != nil || !strings.HasPrefix(err.Error(), "fuzz.obj:") {
				t.Fatalf("error %v with surface %v", err, s)
			}
			return
		}
		checkSurface(t, s, len(data))
		s.Weld()
		checkSurface(t, s, len(data))
		s.Topology() // must not panic
	})
}

// checkSurface fails when an index is out of range, a number is not finite, a
// polygon is degenerate, or the surface holds more than the bytes of the file can.
func checkSurface(t *testing.T, s *mesh.Surface, size int) {
	t.Helper()
	checkTables(t, s)
	// The shortest vertex is `v 0 0 0`, a corner ` 1`, a polygon `f 1 2 3`.
	if 7*len(s.Vertices)+2*len(s.Corners)+s.FaceCount()+2*len(s.Lines) > size+2 {
		t.Fatalf("%d vertices, %d corners, %d polygons, %d lines from %d bytes",
			len(s.Vertices), len(s.Corners), s.FaceCount(), len(s.Lines), size)
	}
}

// checkTables does the same without the size.
func checkTables(t *testing.T, s *mesh.Surface) {
	t.Helper()
	count := uint32(len(s.Vertices))
	for i, v := range s.Vertices {
		for _, x := range v {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				t.Fatalf("vertex %d is %v", i, v)
			}
		}
	}
	for i := range s.FaceCount() {
		if face := s.Face(i); len(face) < 3 || mesh.RepeatsVertex(face) {
			t.Fatalf("polygon %d is %v", i, face)
		}
	}
	for _, v := range s.Corners {
		if v >= count {
			t.Fatalf("a polygon names vertex %d of %d", v, count)
		}
	}
	for _, l := range s.Lines {
		if l[0] >= count || l[1] >= count || l[0] == l[1] {
			t.Fatalf("line %v among %d vertices", l, count)
		}
	}
}
