package mesh

import (
	"math"
	"slices"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
)

// skinRounding is what float32 weights of size up to about 10 leave of a length 1.
const skinRounding = 5e-6

// A skin lies on the mesh at rest, follows every turn and stretch exactly, within
// the masses and beyond them, and its weights stay small.
func TestSkinFollows(t *testing.T) {
	sphere := parsed(t, sphereOBJ(1, 24))
	stretch := func(p model.Vec3) model.Vec3 { // a turn, a shear and a move
		return model.Vec3{1.2*p[1] + 0.3*p[2] + 5, -0.8*p[0] + 0.1*p[1], 0.9*p[2] - 0.2*p[0] - 1}
	}
	for _, pitch := range []float64{0.05, 0.21, 0.47} {
		m, _ := fill(t, sphere, FillSpec{Pitch: pitch})
		m.Skin = Skin(sphere, m)
		valid(t, m)
		if m.Skin.VertexCount() != len(sphere.Vertices) || len(m.Skin.Triangles) != sphere.TriangleCount() {
			t.Fatalf("pitch %g: %d vertices and %d triangles", pitch, m.Skin.VertexCount(), len(m.Skin.Triangles))
		}
		moved := make([]model.Vec3, m.MassCount())
		for i, p := range m.RestPosition {
			moved[i] = stretch(p)
		}
		rest, after := m.Skin.Positions(nil, m.RestPosition), m.Skin.Positions(nil, moved)
		for v, want := range sphere.Vertices {
			if off := rest[v].Sub(want).Len(); off > skinRounding {
				t.Fatalf("pitch %g: vertex %d lies %g m off the mesh at rest", pitch, v, off)
			}
			if off := after[v].Sub(stretch(want)).Len(); off > skinRounding*2 {
				t.Fatalf("pitch %g: vertex %d lies %g m off after a stretch", pitch, v, off)
			}
			for _, w := range m.Skin.Weights[v] {
				if math.Abs(float64(w)) > 3 {
					t.Fatalf("pitch %g: vertex %d has the weights %v", pitch, v, m.Skin.Weights[v])
				}
			}
		}
	}
}

// Under a bend, which no linear map is, the skin stays smooth: it is off the bent
// mesh by the order of the curvature times the pitch squared, h²/R.
func TestSkinBendsSmoothly(t *testing.T) {
	sphere := parsed(t, sphereOBJ(1, 24))
	const radius = 4
	bend := func(p model.Vec3) model.Vec3 {
		sin, cos := math.Sincos(p[0] / radius)
		return model.Vec3{(radius - p[2]) * sin, p[1], radius - (radius-p[2])*cos}
	}
	last := 0.0
	for _, pitch := range []float64{0.2, 0.1} {
		m, _ := fill(t, sphere, FillSpec{Pitch: pitch})
		s := Skin(sphere, m)
		moved := make([]model.Vec3, m.MassCount())
		for i, p := range m.RestPosition {
			moved[i] = bend(p)
		}
		worst := 0.0
		for v, p := range s.Positions(nil, moved) {
			worst = max(worst, p.Sub(bend(sphere.Vertices[v])).Len())
		}
		if limit := 1.5 * pitch * pitch / radius; worst > limit {
			t.Errorf("pitch %g: a vertex lies %g m off the bent sphere, more than %g", pitch, worst, limit)
		}
		if last > 0 && worst > 0.4*last {
			t.Errorf("half the pitch: %g m off after %g; it should fall with its square", worst, last)
		}
		last = worst
	}
}

// Inward polygons are turned, unused vertices left out, and a sheet of masses that
// spans no space gets finite weights.
func TestSkinOfOddMeshes(t *testing.T) {
	cube := parsed(t, cubeOBJ)
	cube.Vertices = append([]model.Vec3{{9, 9, 9}}, cube.Vertices...)
	for c := range cube.Corners {
		cube.Corners[c]++
	}
	m, _ := fill(t, cube, FillSpec{Pitch: 0.3})
	outward := Skin(cube, m)
	if outward.VertexCount() != 8 {
		t.Errorf("%d vertices hang on masses, want 8", outward.VertexCount())
	}
	for i := range cube.FaceCount() {
		slices.Reverse(cube.Face(i))
	}
	inward := Skin(cube, m)
	volume := func(s *model.Skin) (sum float64) {
		x := s.Positions(nil, m.RestPosition)
		for _, t := range s.Triangles {
			sum += x[t[0]].Dot(x[t[1]].Cross(x[t[2]])) / 6
		}
		return sum
	}
	if a, b := volume(outward), volume(inward); math.Abs(a-1) > 1e-5 || math.Abs(b-1) > 1e-5 {
		t.Errorf("volumes %g and %g inside the skins, want 1", a, b)
	}

	sheet, err := Cloth(ClothSpec{Nx: 4, Ny: 4, Spacing: 0.3, Mass: 1, Stiffness: ClothStiffness{Structural: 1, Shear: 1, Bend: 1}})
	if err != nil {
		t.Fatal(err)
	}
	sheet.Skin = Skin(cube, sheet)
	valid(t, sheet)
	for _, masses := range []int{1, 2} { // one place, one line
		m := &model.Model{Materials: Palette(model.Material{Stiffness: 1}), RestPosition: make([]model.Vec3, masses), Mass: slices.Repeat([]float64{1}, masses)}
		if masses == 2 {
			m.RestPosition[1] = model.Vec3{1, 0, 0}
			m.Ends, m.RestLength, m.MaterialOf = []model.Ends{{0, 1}}, []float64{1}, []uint16{1}
		}
		m.Skin = Skin(cube, m)
		valid(t, m)
	}
}

// The outside of tetrahedra hangs on the masses at its corners.
func TestSkinOfTets(t *testing.T) {
	f := &File{Name: "cube", Surface: &Surface{Vertices: modeltest.DicedVertices()}, Tets: modeltest.DicedTets()}
	f.orientTets()
	f.Surface.Corners, f.Surface.FaceStart = exterior(f.Tets, len(f.Surface.Vertices))
	m, _, err := Tets(f, TetsSpec{Density: 1000, Modulus: 1e5})
	if err != nil {
		t.Fatal(err)
	}
	valid(t, m)
	if len(m.Skin.Triangles) != f.Surface.FaceCount() {
		t.Fatalf("%d triangles, the outside has %d", len(m.Skin.Triangles), f.Surface.FaceCount())
	}
	x := m.Skin.Positions(nil, m.RestPosition)
	for i, corners := range m.Skin.Triangles {
		for c, v := range corners {
			if want := f.Surface.Vertices[f.Surface.Face(i)[c]]; x[v] != want {
				t.Fatalf("triangle %d, corner %d: at %v, want %v", i, c, x[v], want)
			}
		}
	}
}

// The nearest place is that of a search through all.
func TestPlaceTree(t *testing.T) {
	places := parsed(t, sphereOBJ(1, 9)).Vertices
	places = append(places, places[:7]...) // the lowest number of several counts
	tree := NewPlaceTree(places)
	for _, x := range []model.Vec3{{}, {0.3, 0.4, 0.5}, {-2, 0, 1}, places[3], {1e9, 0, 0}} {
		want, least := 0, math.Inf(1)
		for i, p := range places {
			if d := p.Sub(x); d.Dot(d) < least {
				want, least = i, d.Dot(d)
			}
		}
		if got := tree.Nearest(x); int(got) != want {
			t.Errorf("nearest to %v is %d, want %d", x, got, want)
		}
	}
}
