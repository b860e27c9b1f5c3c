package cpuref

import (
	"math"

	"hooke/model"
)

// builder makes small models for tests, one material per stiffness and damping.
type builder struct{ m model.Model }

func newBuilder(name string) *builder {
	return &builder{model.Model{Name: name, Materials: []model.Material{{Name: "removed"}}}}
}

// mass adds a mass and returns its number.
func (b *builder) mass(kg float64, at model.Vec3, pin model.Pin) int {
	b.m.RestPosition = append(b.m.RestPosition, at)
	b.m.Mass = append(b.m.Mass, kg)
	b.m.Pin = append(b.m.Pin, pin)
	return len(b.m.Mass) - 1
}

// material adds a palette entry and returns its number.
func (b *builder) material(k, c float64) uint16 {
	b.m.Materials = append(b.m.Materials, model.Material{Stiffness: k, Damping: c})
	return uint16(len(b.m.Materials) - 1)
}

// spring joins two masses at the given rest length.
func (b *builder) spring(a, z int, rest float64, material uint16) int {
	b.m.Ends = append(b.m.Ends, model.Ends{uint32(a), uint32(z)})
	b.m.RestLength = append(b.m.RestLength, rest)
	b.m.MaterialOf = append(b.m.MaterialOf, material)
	return len(b.m.Ends) - 1
}

// join is spring with the distance between the masses as rest length.
func (b *builder) join(a, z int, material uint16) {
	b.spring(a, z, b.m.RestPosition[a].Sub(b.m.RestPosition[z]).Len(), material)
}

// pair is two masses on the x axis with one spring.
func pair(kg [2]float64, pins [2]model.Pin, distance, rest, k, c float64) *model.Model {
	b := newBuilder("pair")
	b.mass(kg[0], model.Vec3{}, pins[0])
	b.mass(kg[1], model.Vec3{distance, 0, 0}, pins[1])
	b.spring(0, 1, rest, b.material(k, c))
	return &b.m
}

// single is one free mass.
func single(kg float64, at model.Vec3) *model.Model {
	b := newBuilder("single")
	b.mass(kg, at, 0)
	return &b.m
}

// lattice is n³ masses of 1 g, 0.01 m apart, with 13 springs each: edges, face
// and body diagonals. The bottom layer is pinned when asked.
func lattice(n int, k, c float64, pinned bool) *model.Model {
	b := newBuilder("lattice")
	material := b.material(k, c)
	at := func(x, y, z int) int { return (z*n+y)*n + x }
	for z := range n {
		for y := range n {
			for x := range n {
				pin := model.Pin(0)
				if pinned && z == 0 {
					pin = model.PinAll
				}
				b.mass(1e-3, model.Vec3{float64(x), float64(y), float64(z)}.Mul(0.01), pin)
			}
		}
	}
	for z := range n {
		for y := range n {
			for x := range n {
				for d := range 27 {
					dx, dy, dz := d%3-1, d/3%3-1, d/9-1
					ahead := d > 13 // each pair once
					if x+dx < 0 || y+dy < 0 || x+dx >= n || y+dy >= n || z+dz >= n || !ahead {
						continue
					}
					b.join(at(x, y, z), at(x+dx, y+dy, z+dz), material)
				}
			}
		}
	}
	return &b.m
}

// cube is the bouncing cube: 8 masses of 0.1 kg, side 0.1 m, every pair joined
// by k = 10,000 N/m, its lower corner at the given height.
func cube(height float64) *model.Model {
	b := newBuilder("cube")
	material := b.material(10000, 0)
	for i := range 8 {
		b.mass(0.1, model.Vec3{float64(i & 1), float64(i >> 1 & 1), float64(i >> 2)}.Mul(0.1).Add(model.Vec3{0, 0, height}), 0)
	}
	for i := range 8 {
		for j := range i {
			b.join(j, i, material)
		}
	}
	return &b.m
}

// rope is n masses of 10 g hanging from the first, damped.
func rope(n int) *model.Model {
	b := newBuilder("rope")
	material := b.material(500, 0.05)
	for i := range n {
		pin := model.Pin(0)
		if i == 0 {
			pin = model.PinAll
		}
		b.mass(0.01, model.Vec3{0.02 * float64(i), 0, 0.5}, pin)
		if i > 0 {
			b.join(i-1, i, material)
		}
	}
	return &b.m
}

// cloth is n² masses in a plane, held at two corners and along one axis at a
// third, with structural and shear springs.
func cloth(n int) *model.Model {
	b := newBuilder("cloth")
	material := b.material(200, 0.02)
	for i := range n * n {
		pin := model.Pin(0)
		switch i {
		case 0, n - 1:
			pin = model.PinAll
		case n * (n - 1):
			pin = model.PinZ
		}
		b.mass(2e-3, model.Vec3{0.02 * float64(i%n), 0.02 * float64(i/n), 0.3}, pin)
		x, y := i%n, i/n
		for _, to := range [][2]int{{x - 1, y}, {x, y - 1}, {x - 1, y - 1}, {x + 1, y - 1}} {
			if to[0] >= 0 && to[0] < n && to[1] >= 0 {
				b.join(to[1]*n+to[0], i, material)
			}
		}
	}
	return &b.m
}

// awkward is a random model that holds on purpose a zero-length spring, a rest
// length of zero, duplicate springs, a spring between pinned masses, an
// isolated mass, removed springs, a hub with 1,000 springs, and stiffnesses and
// masses of very different sizes.
func awkward(seed uint64) *model.Model {
	b := newBuilder("awkward")
	random := generator{seed}
	point := func() model.Vec3 { return model.Vec3{random.next(), random.next(), random.next()} }
	var materials []uint16
	for i := range 6 {
		k := math.Pow(10, float64(i)-1)
		materials = append(materials, b.material(k, 0.01*k))
	}
	pick := func(n int) int { return int((random.next() + 1) / 2 * float64(n)) }

	hub := b.mass(5, model.Vec3{}, 0)
	for i := range 1000 {
		leaf := b.mass(math.Pow(10, random.next()-1), point(), model.Pin(pick(40)/33*(1+i%7)))
		b.join(hub, leaf, materials[i%3])
	}
	for range 800 {
		a, z := 1+pick(1000), 1+pick(1000)
		if a != z {
			b.join(a, z, materials[pick(6)])
		}
	}
	b.m.MaterialOf[500] = model.Removed
	b.join(10, 11, materials[1])
	b.join(10, 11, materials[2])
	b.join(11, 10, materials[2])
	b.spring(12, 13, 0, materials[2])
	twin := b.mass(0.1, b.m.RestPosition[14], 0) // in the same place as mass 14
	b.spring(14, twin, 0, materials[2])
	b.spring(14, twin, 0.1, materials[2])
	p, q := b.mass(1, point(), model.PinAll), b.mass(1, point(), model.PinAll)
	b.spring(p, q, 0.01, materials[3])
	b.join(p, 20, materials[3])
	b.mass(1, point(), 0)
	return &b.m
}
