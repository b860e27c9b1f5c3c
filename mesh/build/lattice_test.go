package build

import (
	"math"
	"testing"

	"hooke/mesh/meshtest"
	"hooke/model"
	"hooke/must"
)

func TestLatticeCounts(t *testing.T) {
	for _, c := range []struct {
		nx, ny, nz, perMass int
		masses, springs     int64
	}{
		{1, 1, 1, 13, 1, 0},
		{2, 1, 1, 3, 2, 1},
		{2, 2, 1, 9, 4, 6}, // a square with both diagonals
		{2, 2, 2, 3, 8, 12},
		{2, 2, 2, 9, 8, 24},
		{2, 2, 2, 13, 8, 28}, // all pairs of 8
		{17, 17, 17, 13, 4913, 56368},
		{43, 43, 43, 13, 79507, 984438},
		{92, 92, 92, 13, 778688, 9896068},
		{3, 4, 5, 3, 60, 2*4*5 + 3*3*5 + 3*4*4},
	} {
		masses, springs, err := LatticeCount(c.nx, c.ny, c.nz, c.perMass)
		if err != nil || masses != c.masses || springs != c.springs {
			t.Errorf("%+v: %d masses, %d springs, %v", c, masses, springs, err)
		}
		if springs > 100_000 {
			continue
		}
		m, err := Lattice(LatticeSpec{Nx: c.nx, Ny: c.ny, Nz: c.nz, PerMass: c.perMass, Spacing: 0.5, Mass: 2, Stiffness: 3})
		if err != nil {
			t.Errorf("%+v: %v", c, err)
			continue
		}
		if int64(m.MassCount()) != c.masses || int64(m.SpringCount()) != c.springs || cap(m.Ends) != m.SpringCount() {
			t.Errorf("%+v: made %d masses, %d springs (room for %d)", c, m.MassCount(), m.SpringCount(), cap(m.Ends))
		}
		meshtest.Valid(t, m)
	}
}

// Every two masses of a lattice closer than two spacings along each axis are
// joined with 13 springs per mass: compare with a search over all pairs.
func TestLatticeNeighbors(t *testing.T) {
	for perMass, longest := range map[int]float64{3: 1, 9: math.Sqrt2, 13: math.Sqrt(3)} {
		m := must.Get(Lattice(LatticeSpec{Nx: 3, Ny: 4, Nz: 3, PerMass: perMass, Spacing: 1, Mass: 1, Stiffness: 1}))(t)
		joined := map[model.Ends]bool{}
		for _, ends := range m.Ends {
			joined[ends] = true
		}
		for a := range m.RestPosition {
			for b := a + 1; b < m.MassCount(); b++ {
				want := m.RestPosition[a].Sub(m.RestPosition[b]).Len() < longest+meshtest.Rounding
				if joined[model.Ends{uint32(a), uint32(b)}] != want {
					t.Errorf("%d per mass: masses %d and %d: joined %v, want %v", perMass, a, b, !want, want)
				}
			}
		}
	}
}

func TestLatticeNumbers(t *testing.T) {
	m := must.Get(Lattice(LatticeSpec{Nx: 3, Ny: 2, Nz: 2, Spacing: 0.5, Mass: 2, Stiffness: 8, DampingRatio: 0.25, Bottom: 1}))(t)
	lo, hi := m.Bounds()
	must.Hold(t, lo == (model.Vec3{-0.5, -0.25, 1}) && hi == (model.Vec3{0.5, 0.25, 1.5}), "bounds %v to %v", lo, hi)
	if second := m.RestPosition[1]; second != (model.Vec3{0, -0.25, 1}) {
		t.Errorf("mass 1 is at %v; x must run fastest", second)
	}
	// c = 2 ζ √(k m/2) = 2 · 0.25 · √(8 · 1)
	if got := m.Materials[1]; got.Stiffness != 8 || !meshtest.Near(got.Damping, math.Sqrt2, meshtest.Rounding) {
		t.Errorf("material %+v", got)
	}
	bottom, _ := m.Group("bottom")
	top, _ := m.Group("top")
	if len(bottom.Masses) != 6 || bottom.Masses[5] != 5 || len(top.Masses) != 6 || top.Masses[0] != 6 {
		t.Errorf("groups %v and %v", bottom, top)
	}
}

func TestLatticeSide(t *testing.T) {
	for _, c := range []struct {
		springs int64
		perMass int
		want    int
	}{
		{1, 13, 2}, {28, 13, 2}, {56_000, 13, 17}, {56_368, 13, 17}, {1_000_000, 13, 43}, {10_000_000, 13, 92},
		{3 * 100 * 100 * 100, 3, 100}, {math.MaxInt64, 13, 549},
		{(28 + 158) / 2, 13, 2}, {(28+158)/2 + 1, 13, 3}, // 3³ has 158
	} {
		if got, err := LatticeSide(c.springs, c.perMass); err != nil || got != c.want {
			t.Errorf("%d springs, %d per mass: side %d (%v), want %d", c.springs, c.perMass, got, err, c.want)
		}
	}
	for _, springs := range []int64{0, -1} {
		if _, err := LatticeSide(springs, 13); err == nil {
			t.Errorf("%d springs: no error", springs)
		}
	}
}

func TestGeneratorErrors(t *testing.T) {
	good := LatticeSpec{Nx: 2, Ny: 2, Nz: 2, Spacing: 1, Mass: 1, Stiffness: 1}
	with := func(change func(*LatticeSpec)) LatticeSpec { s := good; change(&s); return s }
	lattices := map[string]LatticeSpec{
		"0 masses along y":           with(func(s *LatticeSpec) { s.Ny = 0 }),
		"-1 masses along z":          with(func(s *LatticeSpec) { s.Nz = -1 }),
		"7 springs per mass":         with(func(s *LatticeSpec) { s.PerMass = 7 }),
		"too large":                  with(func(s *LatticeSpec) { s.Nx, s.Ny, s.Nz = 1<<20, 1<<20, 1<<40 }),
		"springs; a model holds at":  with(func(s *LatticeSpec) { s.Nx, s.Ny, s.Nz = 1000, 1000, 1000 }),
		"spacing is 0 m":             with(func(s *LatticeSpec) { s.Spacing = 0 }),
		"mass is -1 kg":              with(func(s *LatticeSpec) { s.Mass = -1 }),
		"stiffness is NaN":           with(func(s *LatticeSpec) { s.Stiffness = math.NaN() }),
		"damping is -1":              with(func(s *LatticeSpec) { s.Damping = -1 }),
		"damping ratio is +Inf":      with(func(s *LatticeSpec) { s.DampingRatio = math.Inf(1) }),
		"height of the bottom":       with(func(s *LatticeSpec) { s.Bottom = math.NaN() }),
		"are both given":             with(func(s *LatticeSpec) { s.Damping, s.DampingRatio = 1, 1 }),
		"spacing is 0 m; it must be": {Nx: 1, Ny: 1, Nz: 1},
	}
	for want, spec := range lattices {
		must.Say(t, "lattice", must.Err(Lattice(spec)), want)
	}
	cloth := ClothSpec{Nx: 1, Ny: 2, Mass: math.Inf(1), Stiffness: ClothStiffness{Shear: -1}}
	rope := RopeSpec{Masses: 1, Length: 1, Span: 2}
	short := RopeSpec{Masses: 9, Length: 1, Span: 0.2, Mass: 1, Stiffness: 1}
	_, clothErr := Cloth(cloth)
	_, ropeErr := Rope(rope)
	_, shortErr := Rope(short)
	_, _, canonErr := Canon(1)
	_, cubeErr := Cube(math.NaN())
	for _, c := range []struct {
		err  error
		want []string // all at once
	}{
		{clothErr, []string{"1 × 2", "spacing is 0", "mass is +Inf", "structural stiffness is 0", "shear stiffness is -1"}},
		{ropeErr, []string{"1 masses", "mass is 0 kg", "span 2 m is longer"}},
		{shortErr, []string{"below a quarter"}},
		{canonErr, []string{"at least 2"}},
		{cubeErr, []string{"must be a finite number"}},
	} {
		for _, want := range c.want {
			must.Say(t, "", c.err, want)
		}
	}
}

func TestCube(t *testing.T) {
	m := must.Get(Cube(0.1))(t)
	meshtest.Valid(t, m)
	lo, hi := m.Bounds()
	if m.MassCount() != 8 || m.SpringCount() != 28 || m.Mass[7] != 0.1 || m.Materials[1].Stiffness != 10000 ||
		m.Materials[1].Damping != 0 || !meshtest.Near(hi.Sub(lo).Len(), 0.1*math.Sqrt(3), meshtest.Rounding) || lo[2] != 0.1 {
		t.Errorf("cube %+v", m)
	}
}

func TestCanon(t *testing.T) {
	m, start, err := Canon(5)
	must.Do(t, err)
	meshtest.Valid(t, m)
	must.Do(t, m.ValidateState(start))
	largest, sum := 0.0, 0.0
	for i, p := range start.Position {
		pinned := i < 25
		if (m.PinOf(i) == model.PinAll) != pinned {
			t.Errorf("mass %d: pin %d", i, m.PinOf(i))
		}
		d := p.Sub(m.RestPosition[i])
		if pinned && d != (model.Vec3{}) {
			t.Errorf("pinned mass %d is moved by %v", i, d)
		}
		for axis := range 3 {
			if !pinned && (d[axis] == 0 || math.Abs(d[axis]) > 1e-4+meshtest.Rounding) {
				t.Errorf("mass %d is moved by %g m along %c", i, d[axis], "xyz"[axis])
			}
			largest, sum = max(largest, math.Abs(d[axis])), sum+d[axis]
		}
	}
	// 300 uniform numbers in ±0.1 mm: the largest is within 5 % of the bound with
	// probability 1 − 0.95^300, and the mean within four standard deviations,
	// 4 · 0.1 mm/√(3 · 300), of 0. The hash is fixed: this cannot fail by chance.
	if largest < 0.95e-4 || math.Abs(sum/300) > 4e-4/math.Sqrt(900) {
		t.Errorf("largest displacement %g m, mean %g m", largest, sum/300)
	}
	// The hash is part of the benchmark's definition: these bits must never change.
	for _, c := range []struct {
		mass, axis int
		bits       uint64
	}{{0, 0, 0x3fe8882a0e5ec772}, {25, 2, 0x3fe1374c0a86fe84}, {79506, 1, 0x3febfa21e625d144}} {
		if got := math.Float64bits(jitter(c.mass, c.axis)); got != c.bits {
			t.Errorf("jitter(%d, %d) has the bits %#x, want %#x", c.mass, c.axis, got, c.bits)
		}
	}
}
