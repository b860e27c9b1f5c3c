package fill

import (
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"hooke/mesh"
	"hooke/mesh/meshtest"
	"hooke/model"
	"hooke/must"
)

func truss(t *testing.T, s *mesh.Surface, spec TrussSpec) (*model.Model, TrussReport) {
	t.Helper()
	spec.Density, spec.Modulus = 1000, 1e6
	m, report, err := Truss(s, spec)
	must.Do(t, err)
	meshtest.Valid(t, m)
	return m, report
}

// brickOBJ is a box of 1 × 1 × 2.5 m.
const brickOBJ = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 2.5\nv 1 0 2.5\nv 1 1 2.5\nv 0 1 2.5\n" +
	"f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n"

// Masses keep their distance, lie inside, leave no space for others, hang together, and have the weight of
// the solid. A seed gives the same truss again, another seed another one.
func TestTruss(t *testing.T) {
	s := meshtest.Parse(t, meshtest.SphereOBJ(1, 24))
	const r = 0.17
	m, report := truss(t, s, TrussSpec{Distance: r, Seed: 3})
	volume := s.Volume()
	if math.Abs(report.Volume-volume) > 1e-9 || report.Trials != 1 || report.Distance != r {
		t.Errorf("report %+v, volume %g", report, volume)
	}
	total := 0.0
	for i, p := range m.RestPosition {
		total += m.Mass[i]
		if p.Len() > 1 {
			t.Fatalf("mass %d at %v is outside", i, p)
		}
	}
	must.Near(t, total, 1000*volume, 1e-6*total, "kg in all")
	tree := mesh.NewPlaceTree(m.RestPosition)
	for i, p := range m.RestPosition {
		for j := range i {
			if d := m.RestPosition[j].Sub(p).Len(); d < r {
				t.Fatalf("masses %d and %d are %g m apart, less than %g", j, i, d, r)
			}
		}
	}
	// No hole is much larger than a disk: from any place well inside a mass is near.
	for n := range 4000 {
		x := model.Vec3{math.Sin(float64(n)), math.Sin(float64(7 * n)), math.Sin(float64(29 * n))}
		if x.Len() > 1-r {
			continue
		}
		if d := m.RestPosition[tree.Nearest(x)].Sub(x).Len(); d > 1.15*r {
			t.Fatalf("nothing within %g m of %v; room was left for masses %g m apart", d, x, r)
		}
	}
	degree, sets := make([]int, m.MassCount()), mesh.NewDisjointSets(m.MassCount())
	for k, ends := range m.Ends {
		degree[ends[0]]++
		degree[ends[1]]++
		sets.Join(ends[0], ends[1])
		if m.RestLength[k] > trussReach*r || m.RestLength[k] < r {
			t.Fatalf("spring %d is %g m long", k, m.RestLength[k])
		}
	}
	for i, d := range degree {
		must.Hold(t, d >= 3 && sets.Root(uint32(i)) == sets.Root(0), "mass %d has %d springs, or is apart", i, d)
	}

	again, _ := truss(t, s, TrussSpec{Distance: r, Seed: 3})
	other, _ := truss(t, s, TrussSpec{Distance: r, Seed: 4})
	if !reflect.DeepEqual(m, again) || reflect.DeepEqual(m.RestPosition, other.RestPosition) {
		t.Error("the same seed gives another truss, or another seed the same")
	}
	wanted, made := truss(t, s, TrussSpec{Springs: 9000, Seed: 1})
	if off := math.Abs(float64(wanted.SpringCount())/9000 - 1); off > 0.03 {
		t.Errorf("%d springs of 9,000 wanted, %+v", wanted.SpringCount(), made)
	}
}

// A bar of truss stretches as Young's modulus says. Its middle is free to contract; the tolerance is the
// spread of trusses of other seeds and distances.
func TestTrussModulus(t *testing.T) {
	const tolerance = 0.05
	m, report := truss(t, meshtest.Parse(t, brickOBJ), TrussSpec{Distance: 0.11, Seed: 2})
	const strain = 1e-3
	u := make([]model.Vec3, m.MassCount())
	held := make([]bool, m.MassCount())
	for i, p := range m.RestPosition {
		u[i] = model.Vec3{-strain / 4 * p[0], -strain / 4 * p[1], strain * p[2]}
		held[i] = p[2] < 0.25 || p[2] > 2.25 // along z
	}
	must.Within(t, 2*relaxed(m, u, held)/(strain*strain*report.Volume), 1e6, tolerance, "modulus, in Pa")
}

// relaxed is the least elastic energy [J] of small displacements u of which those of
// held masses along z stay as they are, by conjugate gradients.
func relaxed(m *model.Model, u []model.Vec3, held []bool) float64 {
	k := m.Materials[1].Stiffness
	force := func(u []model.Vec3) (f []model.Vec3, energy float64) {
		f = make([]model.Vec3, len(u))
		for s, ends := range m.Ends {
			n := m.RestPosition[ends[1]].Sub(m.RestPosition[ends[0]]).Mul(1 / m.RestLength[s])
			stretch := u[ends[1]].Sub(u[ends[0]]).Dot(n)
			energy += k * stretch * stretch / 2
			f[ends[1]] = f[ends[1]].Add(n.Mul(k * stretch))
			f[ends[0]] = f[ends[0]].Sub(n.Mul(k * stretch))
		}
		for i, h := range held {
			if h {
				f[i][2] = 0
			}
		}
		return f, energy
	}
	dot := func(a, b []model.Vec3) (sum float64) {
		for i := range a {
			sum += a[i].Dot(b[i])
		}
		return sum
	}
	rest, _ := force(u)
	way := make([]model.Vec3, len(u))
	for i, f := range rest {
		way[i] = f.Mul(-1)
	}
	size := dot(rest, rest)
	for first := size; size > 1e-10*first; {
		change, _ := force(way)
		step := size / dot(way, change)
		for i := range u {
			u[i] = u[i].Add(way[i].Mul(step))
			rest[i] = rest[i].Add(change[i].Mul(step))
		}
		next := dot(rest, rest)
		for i := range way {
			way[i] = way[i].Mul(next / size).Sub(rest[i])
		}
		size = next
	}
	_, energy := force(u)
	return energy
}

// Bodies that cannot be filled, or not so finely, are refused in words.
func TestTrussRefuses(t *testing.T) {
	sphere := meshtest.Parse(t, meshtest.SphereOBJ(1, 8))
	sheet := meshtest.Parse(t, "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n")
	for _, c := range []struct {
		s    *mesh.Surface
		spec TrussSpec
		want string
	}{
		{sphere, TrussSpec{}, "distance is 0 m"},
		{sphere, TrussSpec{Distance: 0.1, Springs: 9}, "give one"},
		{sphere, TrussSpec{Distance: 1e-5}, "choose a larger"},
		{sphere, TrussSpec{Distance: 0.002}, "choose a larger"},
		{sheet, TrussSpec{Distance: 0.1}, "encloses no volume"},
	} {
		c.spec.Density, c.spec.Modulus = 1000, 1e6
		if _, _, err := Truss(c.s, c.spec); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.spec, err, c.want)
		}
	}
	if _, _, err := Truss(sheet, TrussSpec{Distance: 0.1, Density: 1, Modulus: 1}); !errors.Is(err, ErrNotClosed) {
		t.Errorf("a sheet: %v", err)
	}
	if _, _, err := Truss(sphere, TrussSpec{Distance: 5, Density: 1, Modulus: 1}); err == nil {
		t.Error("a truss of one mass was made")
	}
}
