package mesh

import (
	"math"
	"math/rand/v2"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
)

// rounding is that of 20 bits of k, twice: in the sum and in the springs.
const tetRounding = 2e-6

// A uniform stretch stores what an isotropic solid with modulus E and Poisson ratio
// 1/4 stores, whatever the shape of the tetrahedra: 3 E V e² to first order.
func TestTetsStoreTheEnergyOfASolid(t *testing.T) {
	const modulus, e = 2e5, 1e-5
	r := rand.New(rand.NewPCG(1, 2))
	for trial := range 20 {
		s := &Surface{}
		for range 4 {
			s.Vertices = append(s.Vertices, model.Vec3{r.Float64(), r.Float64(), r.Float64()})
		}
		f := &File{Surface: s, Tets: [][4]uint32{{0, 1, 2, 3}}}
		f.orientTets()
		m, report, err := Tets(f, TetsSpec{Density: 1000, Modulus: modulus})
		if err != nil {
			t.Fatal(err)
		}
		energy := 0.0
		for i, ends := range m.Ends {
			stretch := e * m.RestPosition[ends[0]].Sub(m.RestPosition[ends[1]]).Len()
			energy += m.Own[i].Stiffness * stretch * stretch / 2
		}
		if want := 3 * modulus * report.Volume * e * e; math.Abs(energy/want-1) > tetRounding {
			t.Errorf("tetrahedron %d stores %g J, want %g", trial, energy, want)
		}
	}
}

// The mean modulus of a regular tetrahedron over all directions is that of a solid
// with E: strain energy of uniaxial strain, averaged, is C11 = 1.2 E for ratio 1/4.
func TestRegularTetIsIsotropicOnAverage(t *testing.T) {
	f := &File{
		Surface: &Surface{Vertices: []model.Vec3{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}},
		Tets:    [][4]uint32{{0, 1, 2, 3}},
	}
	f.orientTets()
	m, report, err := Tets(f, TetsSpec{Density: 1, Modulus: 1})
	if err != nil {
		t.Fatal(err)
	}
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
	if got := sum / report.Volume; math.Abs(got-1.2) > 1.2*tetRounding {
		t.Errorf("mean C11 is %g E, want 1.2 E", got)
	}
}

// Mass is that of the volume, and each edge is one spring at rest.
func TestTetsOfACube(t *testing.T) {
	f := &File{Name: "cube", Surface: &Surface{Vertices: append(modeltest.DicedVertices(), model.Vec3{9, 9, 9})}, Tets: modeltest.DicedTets()}
	f.orientTets()
	f.Surface.Corners, f.Surface.FaceStart = exterior(f.Tets, 16)
	m, report, err := Tets(f, TetsSpec{Density: 1000, Modulus: 1e5, DampingRatio: 0.1})
	if err != nil {
		t.Fatal(err)
	}
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

// Flat tetrahedra are left out and counted, inside-out ones are turned.
func TestOrientTets(t *testing.T) {
	f := &File{
		Surface:   &Surface{Vertices: []model.Vec3{{}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0}}},
		Tets:      [][4]uint32{{0, 1, 2, 4}, {0, 2, 1, 3}, {1, 4, 2, 3}},
		TetLabels: []int32{7, 8, 9},
	}
	f.orientTets()
	if len(f.Tets) != 2 || f.Surface.Degenerate != 1 || f.TetLabels[0] != 8 || f.TetLabels[1] != 9 {
		t.Errorf("%v with labels %v, %d degenerate; want two, 8 and 9, one", f.Tets, f.TetLabels, f.Surface.Degenerate)
	}
	for _, tet := range f.Tets {
		if v := TetVolume(f.Surface.Vertices, tet); !(v > 0) {
			t.Errorf("%v has the volume %g", tet, v)
		}
	}
}

// A tetrahedron given twice, in any order of its corners, counts once.
func TestRepeatedTetsAreLeftOut(t *testing.T) {
	var v Cells
	for _, p := range []model.Vec3{{}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}} {
		if err := v.Vertex(p); err != nil {
			t.Fatal(err)
		}
	}
	for i, tet := range [][]uint32{{1, 2, 3, 4}, {0, 1, 2, 3}, {3, 2, 4, 1}, {1, 2, 3, 0}} {
		if err := v.Element(CellTet, tet, 5, int64(i+1)); err != nil {
			t.Fatal(err)
		}
	}
	f, err := v.File("x")
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Tets) != 2 || f.TetLabels[0] != 1 || f.TetLabels[1] != 2 || f.Surface.FaceCount() != 6 || f.Surface.Degenerate != 2 {
		t.Errorf("tetrahedra %v with labels %v, %d faces, %d left out; want 2 with 1 and 2, 6, 2", f.Tets, f.TetLabels, f.Surface.FaceCount(), f.Surface.Degenerate)
	}
}

// Every spring has its own stiffness, be there more of them than a palette has entries, and
// all are of one material.
func TestTetsAreOfOneMaterial(t *testing.T) {
	stiffness := make([]float64, 200_000)
	for i := range stiffness {
		stiffness[i] = 1 + float64(i)/float64(len(stiffness))
	}
	var m model.Model
	own(&m, "x", stiffness, func(k float64) float64 { return 2 * k })
	for s, k := range stiffness {
		if m.MaterialOf[s] != 1 || m.Own[s] != (model.Coefficients{Stiffness: k, Damping: 2 * k}) {
			t.Fatalf("spring %d is of material %d with %+v, want 1 with k = %g", s, m.MaterialOf[s], m.Own[s], k)
		}
	}
	if len(m.Materials) != 2 || m.Materials[1] != (model.Material{Name: "x"}) {
		t.Errorf("materials %+v", m.Materials)
	}
	// Stiffer ones multiply their own, and need no material more.
	member := make([]bool, 2)
	m.Ends, m.RestLength, member[1] = make([]model.Ends, len(stiffness)), make([]float64, len(stiffness)), true
	m.Ends[7] = model.Ends{1, 1}
	if err := StiffenMembers(&m, member, 4); err != nil || len(m.Materials) != 2 {
		t.Fatalf("%v, %d materials", err, len(m.Materials))
	}
	if got, want := m.Own[7], (model.Coefficients{Stiffness: 4 * stiffness[7], Damping: 4 * stiffness[7]}); got != want || m.Own[8].Stiffness != stiffness[8] {
		t.Errorf("stiffened to %+v, want %+v", got, want)
	}
}
