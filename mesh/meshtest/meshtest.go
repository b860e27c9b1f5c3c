// Package meshtest has surfaces for tests of meshes, and functions that compare them. Only
// test files import it. It uses no reader, since package mesh/format imports it.
package meshtest

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"hooke/mesh"
	"hooke/model"
	"hooke/must"
)

// Surface makes a surface of the lines v, f and l of an OBJ text. Corners are counted from 1,
// negative ones from the last vertex back. Its name is test.obj.
func Surface(tb testing.TB, text io.Reader) *mesh.Surface {
	tb.Helper()
	s := &mesh.Surface{Name: "test.obj", FaceStart: []uint32{0}}
	for lines := bufio.NewScanner(text); lines.Scan(); {
		words := strings.Fields(lines.Text())
		if len(words) == 0 {
			continue
		}
		var x []float64
		for _, word := range words[1:] {
			number, _, _ := strings.Cut(word, "/")
			value, err := strconv.ParseFloat(number, 64)
			if err != nil {
				break
			}
			x = append(x, value)
		}
		switch words[0] {
		case "v":
			s.Vertices = append(s.Vertices, model.Vec3{x[0], x[1], x[2]})
		case "f":
			corners := make([]uint32, len(x))
			for i := range x {
				if corners[i] = uint32(int(x[i]) - 1); x[i] < 0 { // from the last vertex back
					corners[i] = uint32(len(s.Vertices) + int(x[i]))
				}
			}
			must.Do(tb, s.AddPolygon(corners, true))
		case "l":
			for i := range len(x) - 1 {
				s.Lines = append(s.Lines, [2]uint32{uint32(x[i]) - 1, uint32(x[i+1]) - 1})
			}
		}
	}
	s.Tidy()
	return s
}

// Parse returns Surface for a text.
func Parse(tb testing.TB, text string) *mesh.Surface { return Surface(tb, strings.NewReader(text)) }

// Spot returns the mesh that comes with the program.
func Spot(tb testing.TB) *mesh.Surface { return Surface(tb, mesh.SpotOBJ()) }

// Rabbit returns the Stanford bunny, which does not come with the program: where it is not there
// the test is skipped. It is looked for from a folder two below the root.
func Rabbit(tb testing.TB) *mesh.Surface {
	file, err := os.Open("../../../shared/meshes/stanford-bunny.obj")
	if err != nil {
		tb.Skip("the bunny is not here")
	}
	defer file.Close()
	return Surface(tb, file)
}

// CubeOBJ is a unit cube of quads that face outward.
const CubeOBJ = `v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
v 0 0 1
v 1 0 1
v 1 1 1
v 0 1 1
f 1 4 3 2
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
f 5 6 7 8
`

// SphereOBJ returns a sphere of radius r around the origin, of quads and, at the
// poles, triangles.
func SphereOBJ(r float64, n int) string {
	var b strings.Builder
	ring := func(i, j int) int { return 2 + (i-1)*2*n + j%(2*n) }
	fmt.Fprintf(&b, "v 0 0 %g\n", r)
	for i := 1; i < n; i++ {
		for j := range 2 * n {
			theta, phi := math.Pi*float64(i)/float64(n), math.Pi*float64(j)/float64(n)
			fmt.Fprintf(&b, "v %.17g %.17g %.17g\n", r*math.Sin(theta)*math.Cos(phi), r*math.Sin(theta)*math.Sin(phi), r*math.Cos(theta))
		}
	}
	fmt.Fprintf(&b, "v 0 0 %g\n", -r)
	last := 2 + (n-1)*2*n
	for j := range 2 * n {
		fmt.Fprintf(&b, "f 1 %d %d\n", ring(1, j), ring(1, j+1))
		for i := 1; i < n-1; i++ {
			fmt.Fprintf(&b, "f %d %d %d %d\n", ring(i, j), ring(i+1, j), ring(i+1, j+1), ring(i, j+1))
		}
		fmt.Fprintf(&b, "f %d %d %d\n", ring(n-1, j), last, ring(n-1, j+1))
	}
	return b.String()
}

// Rounding is the rounding error of float64 in a position or a length of order 1 after a few
// operations.
const Rounding = 1e-12

func Near(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance }

// Valid fails the test when the model is broken, its springs are not at rest,
// out of order, or doubled.
func Valid(t *testing.T, m *model.Model) {
	t.Helper()
	must.Do(t, m.Validate())
	seen := map[model.Ends]bool{}
	for s, ends := range m.Ends {
		a, b := m.RestPosition[ends[0]], m.RestPosition[ends[1]]
		if !Near(a.Sub(b).Len(), m.RestLength[s], Rounding) {
			t.Fatalf("spring %d: rest length %g, its ends are %g apart", s, m.RestLength[s], a.Sub(b).Len())
		}
		if ends[0] >= ends[1] {
			t.Fatalf("spring %d: ends %v do not ascend", s, ends)
		}
		if s > 0 && m.Ends[s-1][0] > ends[0] {
			t.Fatalf("spring %d: ends %v follow %v; springs of a mass must lie together", s, ends, m.Ends[s-1])
		}
		if seen[ends] {
			t.Fatalf("spring %d: ends %v twice", s, ends)
		}
		seen[ends] = true
		if m.MaterialOf[s] == model.Removed {
			t.Fatalf("spring %d is removed", s)
		}
	}
}
