package fill

import (
	"errors"
	"math"
	"strings"
	"testing"

	"hooke/mesh"
	"hooke/mesh/build"
	"hooke/mesh/meshtest"
	"hooke/model"
	"hooke/must"
)

func fill(t *testing.T, s *mesh.Surface, spec LatticeSpec) (*model.Model, LatticeReport) {
	t.Helper()
	spec.Density, spec.Stiffness = 1000, 100
	m, report, err := Lattice(s, spec)
	must.Do(t, err)
	return m, report
}

// A filled box is the lattice of its size: the same masses, springs and order.
func TestFillBox(t *testing.T) {
	s := meshtest.Parse(t, meshtest.CubeOBJ)
	for i, scale := range []model.Vec3{{1, 1, 1}, {0.7, 0.4, 1.3}} {
		box := meshtest.Parse(t, meshtest.CubeOBJ)
		for v := range box.Vertices {
			for axis := range 3 {
				box.Vertices[v][axis] = s.Vertices[v][axis] * scale[axis]
			}
		}
		for _, perMass := range []int{3, 9, 13} {
			got, _ := fill(t, box, LatticeSpec{Pitch: 0.095, PerMass: perMass})
			n := [3]int{1 + int(scale[0]/0.095), 1 + int(scale[1]/0.095), 1 + int(scale[2]/0.095)}
			want := must.Get(build.Lattice(build.LatticeSpec{Nx: n[0], Ny: n[1], Nz: n[2], PerMass: perMass,
				Spacing: 0.095, Mass: 1000 * 0.095 * 0.095 * 0.095, Stiffness: 100}))(t)
			meshtest.Valid(t, got)
			if got.MassCount() != want.MassCount() || got.SpringCount() != want.SpringCount() {
				t.Fatalf("box %d: %d masses, %d springs; the lattice has %d and %d",
					i, got.MassCount(), got.SpringCount(), want.MassCount(), want.SpringCount())
			}
			for k := range got.Ends {
				if got.Ends[k] != want.Ends[k] || !meshtest.Near(got.RestLength[k], want.RestLength[k], meshtest.Rounding) {
					t.Fatalf("box %d, spring %d: %v of %g m, the lattice has %v of %g m", i, k,
						got.Ends[k], got.RestLength[k], want.Ends[k], want.RestLength[k])
				}
			}
			if sum, want := total(got), 1000*scale[0]*scale[1]*scale[2]; !meshtest.Near(sum, want, 1e-9) {
				t.Errorf("%g kg in all, want %g", sum, want)
			}
		}
	}
}

// Blocks judged by their center are judged right: every point of Spot is on the
// side that its own winding number says. The sphere's flipped twin fills alike.
func TestFillPoints(t *testing.T) {
	s := meshtest.Spot(t)
	w := mesh.NewWinding(s)
	lo, hi := s.Bounds()
	v := newVoxels(lo, hi, 0.03)
	must.Do(t, v.classify(s, w))
	inside, far := 0, newBlocks(v)
	for _, c := range s.Triangles() {
		far.markNear(s.Places(c))
	}
	skipped := 0
	for _, near := range far.near {
		if !near {
			skipped++
		}
	}
	must.Hold(t, skipped >= len(far.near)/4, "%d of %d blocks are away from the surface; the test needs some", skipped, len(far.near))
	for z := range v.nz {
		for y := range v.ny {
			for x := range v.nx {
				got := v.row(y, z)[x/64]>>(x%64)&1 == 1
				if want := math.Abs(w.At(v.at(x, y, z))) > 0.5; got != want {
					t.Fatalf("point %d %d %d: inside is %v, want %v", x, y, z, got, want)
				}
				if got {
					inside++
				}
			}
		}
	}
	if inside != v.masses() {
		t.Errorf("%d bits counted as %d masses", inside, v.masses())
	}
}

func TestFillSphere(t *testing.T) {
	outward := meshtest.Parse(t, meshtest.SphereOBJ(1, 40))
	inward := meshtest.Parse(t, meshtest.SphereOBJ(1, 40))
	for i := range inward.FaceCount() {
		face := inward.Face(i)
		for a, b := 0, len(face)-1; a < b; a, b = a+1, b-1 {
			face[a], face[b] = face[b], face[a]
		}
	}
	a, report := fill(t, outward, LatticeSpec{Springs: 60_000})
	b, _ := fill(t, inward, LatticeSpec{Springs: 60_000})
	meshtest.Valid(t, a)
	if a.MassCount() != b.MassCount() || a.SpringCount() != b.SpringCount() {
		t.Errorf("outward %d masses, inward %d", a.MassCount(), b.MassCount())
	}
	for i, p := range a.RestPosition {
		if p.Len() > 1 {
			t.Errorf("mass %d is %g from the center", i, p.Len())
		}
	}
	if ratio := float64(a.SpringCount()) / 60_000; math.Abs(ratio-1) > 0.02 {
		t.Errorf("%d springs for 60,000 wanted (%+v)", a.SpringCount(), report)
	}
}

// Volume and spring count on real meshes.
func TestFillMeshes(t *testing.T) {
	cow := meshtest.Spot(t)
	surfaces := []*mesh.Surface{cow}
	t.Run("bunny", func(t *testing.T) { surfaces = append(surfaces, meshtest.Rabbit(t)) })
	for _, s := range surfaces {
		for _, springs := range []int64{50_000, 1_000_000}[:must.Sized(1, 2)] {
			// The points inside differ from the volume by random cuts of the surface; the springs by the
			// search's own tolerance.
			const volumeTolerance, countTolerance = 0.02, 0.02
			m, report := fill(t, s, LatticeSpec{Springs: springs})
			if ratio := float64(m.SpringCount()) / float64(springs); math.Abs(ratio-1) > countTolerance {
				t.Errorf("%s: %d springs, want %d", s.Name, m.SpringCount(), springs)
			}
			filled := float64(m.MassCount()) * report.Pitch * report.Pitch * report.Pitch
			if ratio := filled / math.Abs(s.Volume()); math.Abs(ratio-1) > volumeTolerance {
				t.Errorf("%s, %d springs: fills %.4f of the volume", s.Name, springs, ratio)
			}
			if report.Trials > 2 {
				t.Errorf("%s: %d lattices were made; the estimate should be right at once or at the second time", s.Name, report.Trials)
			}
			if err := m.Validate(); err != nil {
				t.Error(err)
			}
		}
	}
}

// A hole in a cube's top lets nothing through: removing one triangle of many
// leaves the fill as it is but for points right at the hole.
func TestFillHole(t *testing.T) {
	text := meshtest.SphereOBJ(1, 20)
	whole, _ := fill(t, meshtest.Parse(t, text), LatticeSpec{Pitch: 0.06})
	lines := strings.Split(text, "\n")
	var kept []string
	polar := 0
	for _, line := range lines {
		if strings.HasPrefix(line, "f 1 ") {
			if polar++; polar%2 == 0 {
				continue // every second triangle at the pole
			}
		}
		kept = append(kept, line)
	}
	s := meshtest.Parse(t, strings.Join(kept, "\n"))
	if s.Topology().Boundary == 0 {
		t.Fatal("the hole is missing")
	}
	holed, _ := fill(t, s, LatticeSpec{Pitch: 0.06})
	if d := whole.MassCount() - holed.MassCount(); d < 0 || d > 20 {
		t.Errorf("%d masses with the hole, %d without", holed.MassCount(), whole.MassCount())
	}
}

// Two cubes of different size: the smaller one is left out, and counted.
func TestFillLargestPart(t *testing.T) {
	s := meshtest.Parse(t, meshtest.CubeOBJ)
	small := meshtest.Parse(t, meshtest.CubeOBJ)
	for _, v := range small.Vertices {
		s.Vertices = append(s.Vertices, v.Mul(0.5).Add(model.Vec3{2, 2, 2}))
	}
	for i := range small.FaceCount() {
		face := append([]uint32(nil), small.Face(i)...)
		for c := range face {
			face[c] += 8
		}
		s.AddFace(face)
	}
	m, report := fill(t, s, LatticeSpec{Pitch: 0.099})
	if lo, hi := m.Bounds(); hi[0] > 1 || lo[0] < 0 {
		t.Errorf("masses from %v to %v; the larger cube ends at 1", lo, hi)
	}
	if n := math.Cbrt(float64(report.Dropped)); n != 5 {
		t.Errorf("%d masses dropped, want 5³", report.Dropped)
	}
	meshtest.Valid(t, m)
}

func TestFillErrors(t *testing.T) {
	sheet := "v 0 0 0\nv 1 0 0\nv 1 1 0.1\nv 0 1 0\nf 1 2 3 4\n"
	for _, c := range []struct {
		name, text string
		spec       LatticeSpec
		notClosed  bool
		want       string
	}{
		{"sheet", sheet, LatticeSpec{Pitch: 0.1, Density: 1, Stiffness: 1}, true, "1 polygons with 4 boundary edges"},
		{"folded double", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 3 2 1\n", LatticeSpec{Pitch: 0.1, Density: 1, Stiffness: 1}, true, "2 polygons with 0 boundary edges hold 0 m³"},
		{"lines", "v 0 0 0\nv 1 0 0\nl 1 2\n", LatticeSpec{Pitch: 0.1, Density: 1, Stiffness: 1}, true, "0 polygons with 0 boundary edges"},
		{"point", "v 1 1 1\n", LatticeSpec{Pitch: 0.1, Density: 1, Stiffness: 1}, true, "a diagonal of 0 m"},
		{"coarse", meshtest.CubeOBJ, LatticeSpec{Pitch: 2, Density: 1, Stiffness: 1}, false, "leaves no springs in a volume of 1 m³"},
		{"fine", meshtest.CubeOBJ, LatticeSpec{Pitch: 1e-4, Density: 1, Stiffness: 1}, false, "choose a larger pitch"},
		{"both", meshtest.CubeOBJ, LatticeSpec{Pitch: 0.1, Springs: 5, Density: 1, Stiffness: 1}, false, "give one"},
		{"neither", meshtest.CubeOBJ, LatticeSpec{Density: 1, Stiffness: 1}, false, "pitch is 0 m"},
		{"negative", meshtest.CubeOBJ, LatticeSpec{Springs: -1, Density: 1, Stiffness: 1}, false, "-1 springs"},
		{"NaN", meshtest.CubeOBJ, LatticeSpec{Pitch: math.NaN(), Density: -1}, false, "density is -1"},
		{"per mass", meshtest.CubeOBJ, LatticeSpec{Pitch: 0.1, PerMass: 4, Density: 1, Stiffness: 1}, false, "4 springs per mass"},
	} {
		_, _, err := Lattice(meshtest.Parse(t, c.text), c.spec)
		if err == nil || !strings.Contains(err.Error(), c.want) || errors.Is(err, ErrNotClosed) != c.notClosed {
			t.Errorf("%s: error %v (not closed: %v), want one with %q", c.name, err, errors.Is(err, ErrNotClosed), c.want)
		}
	}
}

func BenchmarkFillMillion(b *testing.B) {
	s := meshtest.Spot(b)
	for b.Loop() {
		if _, _, err := Lattice(s, LatticeSpec{Springs: 1_000_000, Density: 1000, Stiffness: 1}); err != nil {
			b.Fatal(err)
		}
	}
}
