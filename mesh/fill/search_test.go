package fill

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"hooke/mesh"
	"hooke/mesh/meshtest"
	"hooke/model"
	"hooke/must"
)

// innerFaces is a unit cube with triangles inside that enclose nothing: each is
// there twice, facing either way.
func innerFaces(triangles int) string {
	random := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	b.WriteString(meshtest.CubeOBJ)
	for range triangles / 2 {
		for range 3 {
			fmt.Fprintf(&b, "v %g %g %g\n", random.Float64(), random.Float64(), random.Float64())
		}
		b.WriteString("f -3 -2 -1\nf -1 -2 -3\n")
	}
	return b.String()
}

// The search meets the number of springs also where the estimate is of no use:
// faces inside the body that cut nothing off, thin walls that coarse lattices
// miss, and volumes that cancel because parts face different ways.
func TestFillSearch(t *testing.T) {
	inner, wall := innerFaces(200), meshtest.SphereOBJ(1, 40)
	vertices := strings.Count(wall, "v ")
	wall += shiftFaces(meshtest.SphereOBJ(0.98, 40), vertices, true)
	var beside strings.Builder // a sphere of the same size but for 1 %, facing inward
	for line := range strings.Lines(meshtest.SphereOBJ(0.99, 40)) {
		var x, y, z float64
		if n, _ := fmt.Sscanf(line, "v %g %g %g", &x, &y, &z); n == 3 {
			line = fmt.Sprintf("v %g %g %g\n", x+1.5, y, z)
		}
		beside.WriteString(line)
	}
	cancel := meshtest.SphereOBJ(1, 40) + shiftFaces(beside.String(), vertices, true)
	for _, c := range []struct {
		name, text string
		springs    int64
		tolerance  float64 // lattices of a cube come in steps: 158, 468, 1036 springs
	}{
		{"inner faces", inner, 20_000, fillOff},
		{"inner faces, few springs", inner, 400, 0.2},
		{"sphere's shell", wall, 5_000, fillOff},
		{"facing different ways", cancel, 20_000, fillOff},
		{"cube at a step", meshtest.CubeOBJ, 300, 0.6},
	} {
		m, report := fill(t, meshtest.Parse(t, c.text), LatticeSpec{Springs: c.springs})
		meshtest.Valid(t, m)
		if ratio := float64(m.SpringCount()) / float64(c.springs); math.Abs(ratio-1) > c.tolerance {
			t.Errorf("%s: %d springs for %d wanted (%+v)", c.name, m.SpringCount(), c.springs, report)
		}
	}
}

// shiftFaces numbers the vertices of an OBJ text from first + 1, and turns its
// polygons around where asked.
func shiftFaces(text string, first int, turn bool) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if words[0] != "f" {
			b.WriteString(line)
			continue
		}
		b.WriteString("f")
		for i := range words[1:] {
			word := words[1+i]
			if turn {
				word = words[len(words)-1-i]
			}
			var number int
			fmt.Sscan(word, &number)
			fmt.Fprintf(&b, " %d", number+first)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// A number that no lattice can meet is an error with both numbers.
func TestFillOff(t *testing.T) {
	_, _, err := Lattice(meshtest.Parse(t, meshtest.CubeOBJ), LatticeSpec{Springs: 10, Density: 1, Stiffness: 1})
	must.Say(t, "", err, "10 springs wanted, 28 is the nearest")
}

// Memory is counted as it is taken: rows in whole words, two layers of numbers.
func TestFillMemory(t *testing.T) {
	for _, c := range []struct {
		name string
		hi   model.Vec3 // of the box, at pitch 1
		want string
	}{
		{"a row of one point takes a word", model.Vec3{0.5, 20_000, 20_000}, "GiB"},
		{"one layer takes 8 bytes a point", model.Vec3{20_000, 20_000, 0.5}, "GiB"},
		{"points", model.Vec3{1500, 1500, 1500}, "lattice points"},
		{"enough", model.Vec3{1000, 1000, 1000}, ""},
		{"a narrow one that is small enough", model.Vec3{0.5, 7000, 7000}, ""},
	} {
		f := filler{surface: &mesh.Surface{Name: "box.obj"}, estimate: fillEstimate{perMass: 13, volume: 1e6}}
		err := f.checkPitch(1, model.Vec3{}, c.hi)
		if c.want == "" && err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "larger pitch")) {
			t.Errorf("%s: error %v, want one with %q and what to do", c.name, err, c.want)
		}
	}
}

// Many triangles that each span the whole lattice are refused before the work.
func TestFillWideTriangles(t *testing.T) {
	text := meshtest.CubeOBJ + strings.Repeat("f 1 2 7\nf 7 2 1\n", 1100)
	_, _, err := Lattice(meshtest.Parse(t, text), LatticeSpec{Pitch: 1. / 320, Density: 1, Stiffness: 1})
	must.Say(t, "", err, "blocks of points around 2212 triangles")
}

// Points near triangles are asked for one by one, and may be too many.
func TestFillQueries(t *testing.T) {
	const side = 9000
	s := meshtest.Parse(t, "v 0 0 4\nv 9000 0 4\nv 9000 9000 4\nv 0 9000 4\nf 1 2 3 4\n")
	err := newVoxels(model.Vec3{}, model.Vec3{side, side, 7}, 1).classify(s, mesh.NewWinding(s))
	must.Say(t, "", err, "points to be tested one by one; at most 536870912 are possible")
}
