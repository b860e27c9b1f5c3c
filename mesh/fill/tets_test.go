package fill

import (
	"math"
	"math/rand/v2"
	"testing"

	"hooke/mesh"
	"hooke/mesh/meshtest"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// tetRounding is that of 20 bits of k, twice: in the sum and in the springs.
const tetRounding = 2e-6

// tetsFile is a file of tetrahedra, as readers make it.
func tetsFile(t *testing.T, vertices []model.Vec3, tets [][4]uint32) *mesh.File {
	t.Helper()
	var cells mesh.Cells
	for _, p := range vertices {
		must.Do(t, cells.Vertex(p))
	}
	for _, tet := range tets {
		must.Do(t, cells.Element(mesh.CellTet, tet[:], len(vertices), 0))
	}
	return must.Get(cells.File("tets"))(t)
}

// A uniform stretch stores the energy of an isotropic solid with modulus E and Poisson ratio 1/4, whatever
// the shape of the tetrahedra: 3 E V e² to first order.
func TestTetsStoreTheEnergyOfASolid(t *testing.T) {
	const modulus, e = 2e5, 1e-5
	r := rand.New(rand.NewPCG(1, 2))
	for trial := range 20 {
		var corners []model.Vec3
		for range 4 {
			corners = append(corners, model.Vec3{r.Float64(), r.Float64(), r.Float64()})
		}
		f := tetsFile(t, corners, [][4]uint32{{0, 1, 2, 3}})
		m, report, err := Tets(f, TetsSpec{Density: 1000, Modulus: modulus})
		must.Do(t, err)
		energy := 0.0
		for i, ends := range m.Ends {
			stretch := e * m.RestPosition[ends[0]].Sub(m.RestPosition[ends[1]]).Len()
			energy += m.Own[i].Stiffness * stretch * stretch / 2
		}
		must.Within(t, energy, 3*modulus*report.Volume*e*e, tetRounding, "tetrahedron %d stores, in J", trial)
	}
}

// The mean modulus of a regular tetrahedron over all directions is that of a solid
// with E: strain energy of uniaxial strain, averaged, is C11 = 1.2 E for ratio 1/4.
func TestRegularTetIsIsotropicOnAverage(t *testing.T) {
	f := tetsFile(t, []model.Vec3{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}, [][4]uint32{{0, 1, 2, 3}})
	m, report, err := Tets(f, TetsSpec{Density: 1, Modulus: 1})
	must.Do(t, err)
	// The mean of (n·d)⁴ over directions d is exact on the 6 + 8 + 12 points of
	// the octahedron's, cube's and cuboctahedron's corners with weights 40, 27 and 32 of 840.
	sum := 0.0
	for x := -1.0; x <= 1; x++ {
		for y := -1.0; y <= 1; y++ {
			for z := -1.0; z <= 1; z++ {
				n := x*x + y*y + z*z
				if n == 0 {
					continue
				}
				weight := []float64{0, 40, 32, 27}[int(n)] / 840
				d := model.Vec3{x, y, z}.Mul(1 / math.Sqrt(n))
				for s, ends := range m.Ends {
					along := m.RestPosition[ends[0]].Sub(m.RestPosition[ends[1]])
					stretch := along.Dot(d) * along.Dot(d) / along.Len()
					sum += weight * m.Own[s].Stiffness * stretch * stretch
				}
			}
		}
	}
	must.Near(t, sum/report.Volume, 1.2, 1.2*tetRounding, "mean C11, in E")
}

// Mass is that of the volume, and each edge is one spring at rest.
func TestTetsOfACube(t *testing.T) {
	f := tetsFile(t, append(modeltest.DicedVertices(), model.Vec3{9, 9, 9}), modeltest.DicedTets())
	m, report, err := Tets(f, TetsSpec{Density: 1000, Modulus: 1e5, DampingRatio: 0.1})
	must.Do(t, err)
	if err := m.Validate(); err != nil {
		t.Error(err)
	}
	total := 0.0
	for _, mass := range m.Mass {
		total += mass
	}
	if math.Abs(total-27) > 1e-9 || math.Abs(report.Volume-0.027) > 1e-12 || report.Isolated != 1 || m.MassCount() != 15 {
		t.Errorf("%d masses of %g kg, %g m³, %d isolated; want 15 of 27 kg, 0.027 m³, 1", m.MassCount(), total, report.Volume, report.Isolated)
	}
	if m.SpringCount() != 50 || report.Exterior != 24 {
		t.Errorf("%d springs, %d exterior triangles; want 50, 24", m.SpringCount(), report.Exterior)
	}
	for s, ends := range m.Ends {
		if length := m.RestPosition[ends[0]].Sub(m.RestPosition[ends[1]]).Len(); ends[0] >= ends[1] || m.RestLength[s] != length {
			t.Errorf("spring %d of ends %v has rest length %g, want %g", s, ends, m.RestLength[s], length)
		}
	}
}

// The outside of tetrahedra hangs on the masses at its corners.
func TestSkinOfTets(t *testing.T) {
	f := tetsFile(t, modeltest.DicedVertices(), modeltest.DicedTets())
	m, _, err := Tets(f, TetsSpec{Density: 1000, Modulus: 1e5})
	must.Do(t, err)
	meshtest.Valid(t, m)
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
