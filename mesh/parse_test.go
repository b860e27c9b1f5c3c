package mesh

import (
	"bufio"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"

	"hooke/model"
)

// surfaceOf makes a surface of the lines v, f and l of an OBJ text, for tests in this room:
// it knows no reader. Corners are counted from 1.
func surfaceOf(tb testing.TB, text io.Reader) *Surface {
	tb.Helper()
	s := &Surface{Name: "test.obj", FaceStart: []uint32{0}}
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
			if err := s.AddPolygon(corners, true); err != nil {
				tb.Fatal(err)
			}
		case "l":
			for i := range len(x) - 1 {
				s.Lines = append(s.Lines, [2]uint32{uint32(x[i]) - 1, uint32(x[i+1]) - 1})
			}
		}
	}
	s.Tidy()
	return s
}

// parsed is surfaceOf for a text.
func parsed(tb testing.TB, text string) *Surface { return surfaceOf(tb, strings.NewReader(text)) }

// spot is the mesh that comes with the program.
func spot(tb testing.TB) *Surface { return surfaceOf(tb, SpotOBJ()) }

// rabbit is the Stanford bunny, which does not come with the program.
func rabbit(tb testing.TB) *Surface {
	file, err := os.Open("../../shared/meshes/stanford-bunny.obj")
	if err != nil {
		tb.Skip("the bunny is not here")
	}
	defer file.Close()
	return surfaceOf(tb, file)
}
