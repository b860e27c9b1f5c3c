package fill

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"hooke/mesh"
	"hooke/mesh/meshtest"
	"hooke/model"
	"hooke/must"
)

// boxSurface is a box of a size with one corner at a place.
func boxSurface(t *testing.T, size, corner model.Vec3) *mesh.Surface {
	s := meshtest.Parse(t, meshtest.CubeOBJ)
	for i, v := range s.Vertices {
		for axis := range 3 {
			s.Vertices[i][axis] = corner[axis] + v[axis]*size[axis]
		}
	}
	return s
}

// torusSurface is a torus of n × n quads around the z axis.
func torusSurface(t *testing.T, ring, tube float64, n int) *mesh.Surface {
	var b strings.Builder
	for i := range n {
		for j := range n {
			phi, theta := 2*math.Pi*float64(i)/float64(n), 2*math.Pi*float64(j)/float64(n)
			way := ring + tube*math.Cos(theta)
			fmt.Fprintf(&b, "v %.17g %.17g %.17g\n", way*math.Cos(phi), way*math.Sin(phi), tube*math.Sin(theta))
		}
	}
	at := func(i, j int) int { return 1 + i%n*n + j%n }
	for i := range n {
		for j := range n {
			fmt.Fprintf(&b, "f %d %d %d %d\n", at(i, j), at(i+1, j), at(i+1, j+1), at(i, j+1))
		}
	}
	return meshtest.Parse(t, b.String())
}

// tenPitches are those of the closed forms: whole parts of a meter and others.
var tenPitches = [10]float64{0.5, 0.4, 0.25, 0.2, 0.15, 0.125, 0.1, 0.083, 0.07, 0.0625}

// symmetric checks that every mass has a mirror image of its own weight across the middle
// of the box along each axis.
func symmetric(t *testing.T, name string, m *model.Model, pitch float64, lo, hi model.Vec3) {
	t.Helper()
	mass := map[[3]int]float64{}
	key := func(x model.Vec3) (k [3]int) { // position from the middle, in quarters of the pitch
		for axis := range 3 {
			k[axis] = int(math.Round((x[axis] - (lo[axis]+hi[axis])/2) / pitch * 4))
		}
		return k
	}
	for i, x := range m.RestPosition {
		mass[key(x)] = m.Mass[i]
	}
	for i, x := range m.RestPosition {
		for axis := range 3 {
			mirrored := key(x)
			mirrored[axis] = -mirrored[axis]
			if other := mass[mirrored]; math.Abs(other/m.Mass[i]-1) > 1e-9 {
				t.Fatalf("%s, pitch %g: mass %d at %v weighs %g kg, its image along %c %g kg", name, pitch, i, x, m.Mass[i], "xyz"[axis], other)
			}
		}
	}
}

func total(m *model.Model) (sum float64) {
	for _, kg := range m.Mass {
		sum += kg
	}
	return sum
}

// along is how many points fit a side.
func along(side, pitch float64) int { return 1 + int(math.Floor(side/pitch+1e-6)) }

// Boxes have full layers, at their faces where the pitch fits, wherever they stand; and they have the weight
// of their volume.
func TestFillBoxesByClosedForm(t *testing.T) {
	for _, size := range []model.Vec3{{1, 1, 1}, {1, 2, 0.5}} {
		for _, corner := range []model.Vec3{{}, {0.3, 0.4, 0.5}, {-0.5, 7.1, 1.0 / 3}} {
			s := boxSurface(t, size, corner)
			lo, hi := s.Bounds()
			for _, pitch := range tenPitches {
				name := fmt.Sprintf("box %v at %v", size, corner)
				if along(size[2], pitch) < 2 {
					continue
				}
				m, _ := fill(t, s, LatticeSpec{Pitch: pitch})
				n := [3]int{along(size[0], pitch), along(size[1], pitch), along(size[2], pitch)}
				if m.MassCount() != n[0]*n[1]*n[2] {
					t.Errorf("%s, pitch %g: %d masses, want %v", name, pitch, m.MassCount(), n)
				}
				must.Within(t, total(m), 1000*size[0]*size[1]*size[2], 1e-9, "%s, pitch %g, in kg", name, pitch)
				first, last := m.Bounds()
				for axis := range 3 {
					gap := (size[axis] - pitch*float64(n[axis]-1)) / 2
					if math.Abs(first[axis]-lo[axis]-gap) > 1e-9 || math.Abs(hi[axis]-last[axis]-gap) > 1e-9 {
						t.Errorf("%s, pitch %g: masses from %v to %v, want %g from each face along %c", name, pitch, first, last, gap, "xyz"[axis])
					}
				}
				symmetric(t, name, m, pitch, lo, hi)
			}
		}
	}
}

// The outer layers of a cube of 1 m are full, and weigh half, a quarter and an eighth of
// the rest at faces, edges and corners.
func TestFillCubeLayers(t *testing.T) {
	for pitch, side := range map[float64]int{0.1: 11, 0.2: 6, 0.25: 5, 0.5: 3} {
		m, report := fill(t, boxSurface(t, model.Vec3{1, 1, 1}, model.Vec3{0.3, 0.4, 0.5}), LatticeSpec{Pitch: pitch})
		layer := map[float64]int{}
		for i, x := range m.RestPosition {
			layer[math.Round(x[2]*1e6)]++
			want := 1000 * pitch * pitch * pitch
			for axis, low := range [3]float64{0.3, 0.4, 0.5} {
				if part := x[axis] - low; math.Abs(part) < 1e-9 || math.Abs(part-1) < 1e-9 {
					want /= 2
				}
			}
			if math.Abs(m.Mass[i]/want-1) > 1e-9 {
				t.Fatalf("pitch %g: the mass at %v weighs %g kg, want %g", pitch, x, m.Mass[i], want)
			}
		}
		for z, count := range layer {
			if count != side*side {
				t.Errorf("pitch %g: %d masses at height %g, want %d", pitch, count, z*1e-6, side*side)
			}
		}
		if len(layer) != side || math.Abs(report.Volume-1) > 1e-9 {
			t.Errorf("pitch %g: %d layers, want %d; volume %g m³", pitch, len(layer), side, report.Volume)
		}
	}
}

// Round bodies have the weight of the volume within their polygons, which is that of the sphere and the torus
// but for the chords, and are as symmetric as they are.
func TestFillRoundBodiesByClosedForm(t *testing.T) {
	for _, c := range []struct {
		name   string
		s      *mesh.Surface
		volume float64 // closed form [m³]
	}{
		{"sphere", meshtest.Parse(t, meshtest.SphereOBJ(1, 60)), 4 * math.Pi / 3},
		{"torus", torusSurface(t, 1, 0.5, 120), 2 * math.Pi * math.Pi * 0.25},
	} {
		lo, hi := c.s.Bounds()
		for _, pitch := range tenPitches[:must.Sized(3, len(tenPitches))] {
			m, report := fill(t, c.s, LatticeSpec{Pitch: pitch})
			if report.Dropped > 0 {
				t.Errorf("%s, pitch %g: %d masses dropped", c.name, pitch, report.Dropped)
			}
			if kg := total(m); math.Abs(kg/(1000*c.volume)-1) > 4e-3 || math.Abs(kg/(1000*c.s.Volume())-1) > 1e-9 {
				t.Errorf("%s, pitch %g: %g kg, want %g (%g of the polygons)", c.name, pitch, kg, 1000*c.volume, 1000*c.s.Volume())
			}
			// The number of points differs from the volume by a part of those in a layer at
			// the surface.
			if count := float64(m.MassCount()) * pitch * pitch * pitch; math.Abs(count-c.volume) > 0.5*pitch*c.s.Area() {
				t.Errorf("%s, pitch %g: %d masses in %g m³", c.name, pitch, m.MassCount(), c.volume)
			}
			symmetric(t, c.name, m, pitch, lo, hi)
		}
	}
}

// A cavity is left empty and weighs nothing; a body that overlaps another counts once; one
// that faces the other way counts; one that was left out does not.
func TestFillWeighsBodies(t *testing.T) {
	add := func(s *mesh.Surface, size, at float64, turn bool) {
		from := uint32(len(s.Vertices))
		other := boxSurface(t, model.Vec3{size, size, size}, model.Vec3{at, at, at})
		s.Vertices = append(s.Vertices, other.Vertices...)
		for i := range other.FaceCount() {
			f := other.Face(i)
			face := []uint32{f[0] + from, f[1] + from, f[2] + from, f[3] + from}
			if turn {
				face[1], face[3] = face[3], face[1]
			}
			s.AddFace(face)
		}
	}
	for _, c := range []struct {
		name     string
		size, at float64 // of the second cube
		turn     bool
		want     float64 // [m³]
		error    float64
	}{
		{"cavity", 0.5, 0.25, true, 0.875, 1e-9},
		{"overlap", 1, 0.5, false, 1.875, 0.02},
		{"inside", 0.5, 0.25, false, 1, 0.03},
		{"beside, the other way", 0.9, 0.999, true, 1.729, 0.02},
		{"twice", 1, 0, false, 1, 1e-9},
		{"left out", 0.5, 2, false, 1, 1e-9},
		{"left out, the other way", 0.5, 2, true, 1, 0.02},
	} {
		s := boxSurface(t, model.Vec3{1, 1, 1}, model.Vec3{})
		add(s, c.size, c.at, c.turn)
		m, report := fill(t, s, LatticeSpec{Pitch: 0.039})
		if kg := total(m); math.Abs(kg/1000-c.want) > c.error*c.want || math.Abs(report.Volume-kg/1000) > 1e-9 {
			t.Errorf("%s: %g kg in %g m³, want %g m³", c.name, kg, report.Volume, c.want)
		}
	}
}

// The fan of a concave polygon reaches beyond its sides, where no mass may be.
func TestFillConcavePolygon(t *testing.T) {
	// A U of 3 × 3 squares, 1 high, whose polygons begin at a corner from which not all of
	// it is seen.
	outline := [][2]float64{{0, 3}, {0, 0}, {3, 0}, {3, 3}, {2, 3}, {2, 1}, {1, 1}, {1, 3}}
	s := &mesh.Surface{}
	var top, bottom []uint32
	for i, p := range outline {
		s.Vertices = append(s.Vertices, model.Vec3{p[0], p[1], 0}, model.Vec3{p[0], p[1], 1})
		bottom, top = append([]uint32{uint32(2 * i)}, bottom...), append(top, uint32(2*i+1))
		next := uint32(2 * ((i + 1) % len(outline)))
		s.AddFace([]uint32{uint32(2 * i), next, next + 1, uint32(2*i + 1)})
	}
	s.AddFace(bottom)
	s.AddFace(top)
	m, _ := fill(t, s, LatticeSpec{Pitch: 0.25})
	if want := (13*13 - 3*8) * 5; m.MassCount() != want || math.Abs(total(m)-7000) > 1e-6 {
		t.Errorf("%d masses of %g kg, want %d of 7000 kg", m.MassCount(), total(m), want)
	}
}

// The nearest point of a triangle is found among its corners, sides and inner points.
func TestDistanceOfTriangle(t *testing.T) {
	triangle := [3]model.Vec3{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}}
	for _, c := range []struct {
		p    model.Vec3
		want float64
	}{
		{model.Vec3{0.5, 0.5, 3}, 3}, {model.Vec3{-3, -4, 0}, 5}, {model.Vec3{5, 0, 4}, 5}, {model.Vec3{0, 5, 4}, 5},
		{model.Vec3{1, -2, 0}, 2}, {model.Vec3{-2, 1, 0}, 2}, {model.Vec3{2, 2, 0}, math.Sqrt2}, {model.Vec3{0.5, 0.5, 0}, 0},
	} {
		must.Near(t, math.Sqrt(mesh.DistanceSquared(c.p, triangle)), c.want, 1e-12, "distance of %v from the triangle", c.p)
	}
}
