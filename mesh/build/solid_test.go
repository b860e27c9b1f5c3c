package build

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/must"
)

// The weight of a solid, and its springs by hand: the edge of a lone cell is a quarter of 0.6 E a, an edge on
// a face half of it, the diagonal of a face half of 0.2 E a, or all of it inside.
func TestSolidByHand(t *testing.T) {
	const spacing, young, density = 0.5, 1000.0, 8.0 // E a = 500 N/m, ρ a³ = 1 kg
	for _, c := range []struct {
		spec    SolidSpec
		springs int
		total   float64         // Σ k [N/m]
		kinds   map[float64]int // k -> springs
	}{
		{SolidSpec{Nx: 1, Ny: 1, Nz: 1}, 28, 12*75 + 12*50 + 4*75, map[float64]int{75: 16, 50: 12}},
		{SolidSpec{Nx: 2, Ny: 1, Nz: 1}, 50, 2 * (12*75 + 12*50 + 4*75), map[float64]int{75: 16 + 8, 150: 4, 50: 20, 100: 2}},
		{SolidSpec{Nx: 2, Ny: 2, Nz: 2}, 158, 8 * (12*75 + 12*50 + 4*75), map[float64]int{75: 24 + 32, 150: 24, 300: 6, 50: 48, 100: 24}},
	} {
		c.spec.Spacing, c.spec.Young, c.spec.Density = spacing, young, density
		m := must.Get(Solid(c.spec))(t)
		must.Do(t, m.Validate())
		kinds, total, mass := map[float64]int{}, 0.0, 0.0
		for s := range m.Ends {
			k := m.Materials[m.MaterialOf[s]].Stiffness
			kinds[math.Round(k)]++
			total += k
		}
		for _, kg := range m.Mass {
			mass += kg
		}
		cells := float64(c.spec.Nx * c.spec.Ny * c.spec.Nz)
		const rounded = 1e-12
		if len(m.Ends) != c.springs || math.Abs(total/c.total-1) > rounded || math.Abs(mass/cells-1) > rounded {
			t.Errorf("%+v: %d springs, Σk = %g, mass %g; want %d, %g and %g", c.spec, len(m.Ends), total, mass, c.springs, c.total, cells)
		}
		for k, count := range c.kinds {
			if kinds[k] != count {
				t.Errorf("%+v: %d springs of %g N/m, want %d; all: %v", c.spec, kinds[k], k, count, kinds)
			}
		}
	}
}

// Under a uniform strain ε every mass inside and on a free surface is in balance, and the faces carry σ = C
// ε, here E ε along x with the lateral contraction ν ε. This holds in the limit of small strains; the error
// is their square.
func TestSolidCarriesItsModulus(t *testing.T) {
	const young, strain, spacing = 2000.0, 1e-6, 0.1
	m := must.Get(Solid(SolidSpec{Nx: 4, Ny: 2, Nz: 3, Spacing: spacing, Young: young, Density: 1}))(t)
	at := func(i uint32) model.Vec3 {
		x := m.RestPosition[i]
		return model.Vec3{x[0] * (1 + strain), x[1] * (1 - SolidPoisson*strain), x[2] * (1 - SolidPoisson*strain)}
	}
	force := make([]model.Vec3, m.MassCount())
	for s, ends := range m.Ends {
		d := at(ends[1]).Sub(at(ends[0]))
		f := d.Mul(m.Materials[m.MaterialOf[s]].Stiffness * (d.Len() - m.RestLength[s]) / d.Len())
		force[ends[0]] = force[ends[0]].Add(f)
		force[ends[1]] = force[ends[1]].Sub(f)
	}
	whole := young * strain * (2 * spacing) * (3 * spacing)
	const secondOrder = 1e-5 // strain, and float64's rounding of L − L0 at 1e-6
	right, _ := m.Group("right")
	pull := 0.0
	for _, i := range right.Masses {
		pull -= force[i][0]
	}
	must.Hold(t, math.Abs(pull/whole-1) <= secondOrder, "the end carries %.9g N, want E ε A = %.9g", pull, whole)
	for i, x := range m.RestPosition {
		if end := math.Abs(math.Abs(x[0])-2*spacing) < spacing/2; !end && force[i].Len() > secondOrder*whole {
			t.Errorf("mass %d at %v feels %v N, want none", i, x, force[i])
		}
	}
}

func TestSolidNamesFaults(t *testing.T) {
	if _, err := Solid(SolidSpec{Ny: 1, Nz: 1, Young: -1}); err == nil {
		t.Error("a solid without cells was accepted")
	}
}

// The hull of a block encloses its volume, counted by tetrahedra to the origin, so that all
// of its triangles face outward and none lacks.
func TestHullEnclosesTheBlock(t *testing.T) {
	m := must.Get(Lattice(LatticeSpec{Nx: 4, Ny: 3, Nz: 6, Spacing: 0.5, Mass: 1, Stiffness: 1}))(t)
	volume := func(triangles [][3]uint32) (sum float64) {
		for _, c := range triangles {
			a, b, d := m.RestPosition[c[0]], m.RestPosition[c[1]], m.RestPosition[c[2]]
			n := model.Vec3{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
			sum += n.Dot(d) / 6
		}
		return sum
	}
	hull := Hull(4, 3, 6)
	if want := 3 * 2 * 5 * 0.125; len(hull) != 2*2*(3*2+2*5+3*5) || math.Abs(volume(hull)-want) > 1e-12 || math.Abs(volume(hull[1:])-want) < 1e-6 {
		t.Errorf("%d triangles enclose %g m³, without one %g; want 124 and %g", len(hull), volume(hull), volume(hull[1:]), want)
	}
}

// Ropes, cloths and lattices of one size weigh the same in however many masses, and all of
// their masses are equal.
func TestWeightsDoNotDependOnTheResolution(t *testing.T) {
	for n := 2; n < 12; n++ {
		h := 1 / float64(n-1)
		rope, err := Rope(RopeSpec{Masses: n, Length: 2, Mass: RopeMass(n, 2, 3), Stiffness: 1})
		weighs(t, "rope", rope, err, 6)
		cloth, err := Cloth(ClothSpec{Nx: n, Ny: 2*n - 1, Spacing: h, Mass: ClothMass(n, 2*n-1, h, 5), Stiffness: ClothStiffness{Structural: 1}})
		weighs(t, "cloth", cloth, err, 10)
		lattice, err := Lattice(LatticeSpec{Nx: n, Ny: 2*n - 1, Nz: 3*n - 2, Spacing: h, Mass: LatticeMass(n, 2*n-1, 3*n-2, h, 7), Stiffness: 1})
		weighs(t, "lattice", lattice, err, 42)
		plate, err := Lattice(LatticeSpec{Nx: n, Ny: n, Nz: 1, Spacing: h, Mass: LatticeMass(n, n, 1, h, 7), Stiffness: 1})
		weighs(t, "plate", plate, err, 7*h)
	}
}

func weighs(t *testing.T, name string, m *model.Model, err error, want float64) {
	t.Helper()
	must.Do(t, err)
	sum := 0.0
	for i, kg := range m.Mass {
		if sum += kg; kg != m.Mass[0] {
			t.Errorf("%s: mass %d weighs %g kg, the first %g", name, i, kg, m.Mass[0])
		}
	}
	if math.Abs(sum/want-1) > 1e-12 {
		t.Errorf("%s of %d masses: %g kg, want %g", name, m.MassCount(), sum, want)
	}
}
