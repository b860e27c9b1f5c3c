package fill

import (
	"math"
	"slices"
	"testing"

	"hooke/mesh"
	"hooke/mesh/build"
	"hooke/mesh/materials"
	"hooke/mesh/meshtest"
	"hooke/model"
	"hooke/must"
)

// skinRounding is the rounding error of float32 weights of size up to about 10, for a length 1.
const skinRounding = 5e-6

// A skin lies on the mesh at rest, follows every turn and stretch exactly, within
// the masses and beyond them, and its weights stay small.
func TestSkinFollows(t *testing.T) {
	sphere := meshtest.Parse(t, meshtest.SphereOBJ(1, 24))
	stretch := func(p model.Vec3) model.Vec3 { // a turn, a shear and a move
		return model.Vec3{1.2*p[1] + 0.3*p[2] + 5, -0.8*p[0] + 0.1*p[1], 0.9*p[2] - 0.2*p[0] - 1}
	}
	for _, pitch := range []float64{0.05, 0.21, 0.47} {
		m, _ := fill(t, sphere, LatticeSpec{Pitch: pitch})
		m.Skin = mesh.Skin(sphere, m)
		meshtest.Valid(t, m)
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
	sphere := meshtest.Parse(t, meshtest.SphereOBJ(1, 24))
	const radius = 4
	bend := func(p model.Vec3) model.Vec3 {
		sin, cos := math.Sincos(p[0] / radius)
		return model.Vec3{(radius - p[2]) * sin, p[1], radius - (radius-p[2])*cos}
	}
	last := 0.0
	for _, pitch := range []float64{0.2, 0.1} {
		m, _ := fill(t, sphere, LatticeSpec{Pitch: pitch})
		s := mesh.Skin(sphere, m)
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
	cube := meshtest.Parse(t, meshtest.CubeOBJ)
	cube.Vertices = append([]model.Vec3{{9, 9, 9}}, cube.Vertices...)
	for c := range cube.Corners {
		cube.Corners[c]++
	}
	m, _ := fill(t, cube, LatticeSpec{Pitch: 0.3})
	outward := mesh.Skin(cube, m)
	must.Be(t, outward.VertexCount(), 8, "vertices hang on masses")
	for i := range cube.FaceCount() {
		slices.Reverse(cube.Face(i))
	}
	inward := mesh.Skin(cube, m)
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

	sheet := must.Get(build.Cloth(build.ClothSpec{Nx: 4, Ny: 4, Spacing: 0.3, Mass: 1, Stiffness: build.ClothStiffness{Structural: 1, Shear: 1, Bend: 1}}))(t)
	sheet.Skin = mesh.Skin(cube, sheet)
	meshtest.Valid(t, sheet)
	for _, masses := range []int{1, 2} { // one place, one line
		m := &model.Model{Materials: materials.Palette(model.Material{Stiffness: 1}), RestPosition: make([]model.Vec3, masses), Mass: slices.Repeat([]float64{1}, masses)}
		if masses == 2 {
			m.RestPosition[1] = model.Vec3{1, 0, 0}
			m.Ends, m.RestLength, m.MaterialOf = []model.Ends{{0, 1}}, []float64{1}, []uint16{1}
		}
		m.Skin = mesh.Skin(cube, m)
		meshtest.Valid(t, m)
	}
}
