package draw

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"hooke/model"
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
		f := findSurface(position, ends, nil)
		s := findSkin(f)
		if len(s.triangles) != c.want {
			t.Errorf("%s: %d triangles, want %d", c.name, len(s.triangles), c.want)
			continue
		}
		sides := map[[2]uint32]int{}
		var first mgl32.Vec3
		for k, tri := range s.triangles {
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
			if count != 1 {
				t.Errorf("%s: side %v is there %d times in one direction", c.name, side, count)
			}
			if sides[[2]uint32{side[1], side[0]}] == 0 {
				open++
			}
		}
		if open != c.open {
			t.Errorf("%s: %d open sides, want %d", c.name, open, c.open)
		}
	}
}

// Every mass of the skin lists its triangles and its springs, removed ones not.
func TestSkinLists(t *testing.T) {
	position, ends := joinedGrid(4, 4, 4, func(w [3]int) bool { l, _ := size(w); return l == 1 })
	f := findSurface(position, ends, nil)
	ends[0][1] = ends[0][0] // removed
	s := findSkin(f)
	at := s.lists(len(position), ends, nil)
	for i := range position {
		triangles, springs := 0, 0
		for _, corners := range s.triangles {
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
					members = s.triangles[e.Entry][:]
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

// The corners of every shape lie on its surface, and its normals are the shape's.
func TestShapesAreWhereTheyAre(t *testing.T) {
	around := Box{Lo: model.Vec3{-1, -1, 0}, Hi: model.Vec3{1, 1, 2}}
	tilt := model.Vec3{0.6, 0, 0.8}
	for _, shape := range []model.Shape{
		model.Sphere{Center: model.Vec3{1, 2, 3}, Radius: 0.5},
		model.Capsule{A: model.Vec3{0, 0, 1}, B: model.Vec3{1, 1, 2}, Radius: 0.3},
		model.Box{Center: model.Vec3{1, 0, 0}, Half: model.Vec3{0.1, 0.2, 0.3}},
		model.Plane{Normal: tilt, Offset: 0.25},
	} {
		var m shapeMesh
		m.add(shape, around)
		if len(m.vertices) == 0 || len(m.vertices)%3 != 0 {
			t.Fatalf("%T: %d corners", shape, len(m.vertices))
		}
		for k, v := range m.vertices {
			x := model.Vec3{float64(v.Corner[0]), float64(v.Corner[1]), float64(v.Corner[2])}
			if depth, _ := shape.Depth(x); depth > 2e-6 || depth < -2e-6 { // float32 coordinates of a few meters
				t.Fatalf("%T: corner %d is %g m deep", shape, k, depth)
			}
			n := model.Vec3{float64(v.Outward[0]), float64(v.Outward[1]), float64(v.Outward[2])}
			out, _ := shape.Depth(x.Add(n.Mul(0.1)))
			if out > -0.099 {
				t.Fatalf("%T: 0.1 m along the normal of corner %d is %g m deep", shape, k, out)
			}
		}
		for k := 0; k < len(m.vertices); k += 3 { // no shape is turned inside out by its normals
			a, b, c := mgl32.Vec3(m.vertices[k].Corner), mgl32.Vec3(m.vertices[k+1].Corner), mgl32.Vec3(m.vertices[k+2].Corner)
			if area := b.Sub(a).Cross(c.Sub(a)); area.Len() > 1e-6 && abs(area.Normalize().Dot(mgl32.Vec3(m.vertices[k].Outward))) < 0.9 {
				t.Fatalf("%T: triangle %d is across its normal", shape, k/3)
			}
		}
	}
}
