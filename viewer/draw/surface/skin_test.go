package surface

import (
	"fmt"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"hooke/must"
	"hooke/shaders"
)

// joinedGrid is a block of masses a meter apart around the origin, with springs between
// those whose places differ by one of the ways.
func joinedGrid(nx, ny, nz int, joined func(way [3]int) bool) (position []shaders.Position, ends []shaders.Ends) {
	index := func(p [3]int) uint32 { return uint32(p[0] + nx*(p[1]+ny*p[2])) }
	for k := range nx * ny * nz {
		p := [3]int{k % nx, k / nx % ny, k / nx / ny}
		position = append(position, shaders.Position{Xyz: [3]float32{float32(p[0]) - float32(nx-1)/2,
			float32(p[1]) - float32(ny-1)/2, float32(p[2]) - float32(nz-1)/2}, InverseMass: 1})
		for w := range 125 {
			way := [3]int{w%5 - 2, w/5%5 - 2, w/25 - 2}
			q := [3]int{p[0] + way[0], p[1] + way[1], p[2] + way[2]}
			if w > 62 && joined(way) && min(q[0], q[1], q[2]) >= 0 && q[0] < nx && q[1] < ny && q[2] < nz {
				ends = append(ends, shaders.Ends{index(p), index(q)})
			}
		}
	}
	return position, ends
}

func size(way [3]int) (largest, count int) {
	for _, x := range way {
		largest = max(largest, x*x)
		count += x * x
	}
	return largest, count
}

// The skin of a block has two triangles for each square of its six sides, whichever
// diagonals its springs have; it is closed, and its front is outside. That of cloth
// lies on one side, and springs against bending do not add to it.
func TestSkin(t *testing.T) {
	const n = 5
	block := 6 * 2 * (n - 1) * (n - 1)
	for _, c := range []struct {
		name       string
		nz         int
		joined     func(way [3]int) bool
		want, open int // triangles; sides of one triangle only
	}{
		{"all diagonals", n, func(w [3]int) bool { l, _ := size(w); return l == 1 }, block, 0},
		{"face diagonals", n, func(w [3]int) bool { _, c := size(w); return c <= 2 }, block, 0},
		{"no diagonals", n, func(w [3]int) bool { _, c := size(w); return c == 1 }, block, 0},
		{"cloth", 1, func(w [3]int) bool { _, c := size(w); return c <= 2 || c == 4 && w[2] == 0 }, 2 * (n - 1) * (n - 1), 4 * (n - 1)},
		{"cloth without diagonals", 1, func(w [3]int) bool { _, c := size(w); return c == 1 }, 2 * (n - 1) * (n - 1), 4 * (n - 1)},
	} {
		position, ends := joinedGrid(n, n, c.nz, c.joined)
		f := Find(position, ends, nil)
		s := SkinOf(f)
		if len(s.Triangles) != c.want {
			t.Errorf("%s: %d triangles, want %d", c.name, len(s.Triangles), c.want)
			continue
		}
		sides := map[[2]uint32]int{}
		var first mgl32.Vec3
		for k, tri := range s.Triangles {
			x := [3]mgl32.Vec3{position[tri[0]].Xyz, position[tri[1]].Xyz, position[tri[2]].Xyz}
			normal := x[1].Sub(x[0]).Cross(x[2].Sub(x[0]))
			if k == 0 {
				first = normal
			}
			if out := normal.Dot(x[0].Add(x[1]).Add(x[2])); c.nz > 1 && out <= 0 {
				t.Errorf("%s: triangle %d faces inward", c.name, k)
			}
			if c.nz == 1 && normal.Dot(first) <= 0 {
				t.Errorf("%s: triangle %d faces the other way", c.name, k)
			}
			for i, from := range tri {
				sides[[2]uint32{from, tri[(i+1)%3]}]++
			}
		}
		open := 0
		for side, count := range sides {
			must.Be(t, count, 1, "%s: sides %v in one direction", c.name, side)
			if sides[[2]uint32{side[1], side[0]}] == 0 {
				open++
			}
		}
		must.Be(t, open, c.open, "%s: open sides", c.name)
	}
}

// Every mass of the skin lists its triangles and its springs, removed ones not.
func TestSkinLists(t *testing.T) {
	position, ends := joinedGrid(4, 4, 4, func(w [3]int) bool { l, _ := size(w); return l == 1 })
	ends[0][1] = ends[0][0] // removed
	f := Find(position, ends, nil)
	s := SkinOf(f)
	at := s.Lists(&f)
	for i := range position {
		triangles, springs := 0, 0
		for _, corners := range s.Triangles {
			for _, c := range corners {
				if c == uint32(i) {
					triangles++
				}
			}
		}
		for k, e := range ends {
			if triangles > 0 && k > 0 && (e[0] == uint32(i) || e[1] == uint32(i)) {
				springs++
			}
		}
		for _, l := range []struct{ first, want int }{{i, triangles}, {len(position) + 1 + i, springs}} {
			from, to := at[l.first].Entry, at[l.first+1].Entry
			if int(to-from) != l.want {
				t.Fatalf("mass %d lists %d, want %d", i, to-from, l.want)
			}
			for _, e := range at[from:to] {
				var members []uint32
				if l.first == i {
					members = s.Triangles[e.Entry][:]
				} else {
					members = ends[e.Entry][:]
				}
				if members[0] != uint32(i) && members[1] != uint32(i) && members[len(members)-1] != uint32(i) {
					t.Fatalf("mass %d lists %v", i, members)
				}
			}
		}
	}
}

// A sheet that is tied to a solid with an embedded surface keeps its own triangles,
// and a solid beside it, too.
func TestEmbeddedSurfaceCoversItsSolidAlone(t *testing.T) {
	partner := make([]shaders.Partner, 10)
	for i := range partner {
		partner[i].Kind = shaders.SurfaceSolid
		if i >= 4 && i < 7 {
			partner[i].Kind = shaders.SurfaceSheet
		}
	}
	ends := []shaders.Ends{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {7, 8}, {8, 9}}
	hung := make([]bool, 10)
	hung[0] = true
	s := Skin{Triangles: [][3]uint32{{0, 1, 2}, {1, 2, 3}, {2, 3, 4}, {4, 5, 6}, {7, 8, 9}}, Wires: [][2]uint32{{0, 1}, {4, 5}}}
	s.Uncover(hung, ends, partner)
	if want := "[[2 3 4] [4 5 6] [7 8 9]] [[4 5]]"; fmt.Sprint(s.Triangles, s.Wires) != want {
		t.Errorf("%v %v are left, want %s", s.Triangles, s.Wires, want)
	}
}

func TestTrianglesAtVertices(t *testing.T) {
	got := TrianglesAt([][3]uint32{{0, 1, 2}, {2, 1, 3}}, 5)
	want := []uint32{6, 7, 9, 11, 12, 12, 0, 0, 1, 0, 1, 1}
	for k := range want {
		if got[k].Entry != want[k] {
			t.Fatalf("%v, want %v", got, want)
		}
	}
}
