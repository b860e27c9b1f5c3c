// Package modeltest makes small models for tests: pairs, chains, lattices, rods, and random ones.
// Only test files import it.
package modeltest

import (
	"math"

	"hooke/model"
	"hooke/order/random"
)

// Builder makes a small model, one mass and spring after the other.
type Builder struct{ Model model.Model }

// NewBuilder begins a model without masses, whose material 0 is that of removed springs.
func NewBuilder(name string) *Builder {
	return &Builder{model.Model{Name: name, Materials: []model.Material{{Name: "removed"}}}}
}

// Mass adds a mass and returns its number.
func (b *Builder) Mass(kg float64, at model.Vec3, pin model.Pin) int {
	b.Model.RestPosition = append(b.Model.RestPosition, at)
	b.Model.Mass = append(b.Model.Mass, kg)
	b.Model.Pin = append(b.Model.Pin, pin)
	return len(b.Model.Mass) - 1
}

// Material adds a palette entry and returns its number.
func (b *Builder) Material(k, c float64) uint16 {
	b.Model.Materials = append(b.Model.Materials, model.Material{Stiffness: k, Damping: c})
	return uint16(len(b.Model.Materials) - 1)
}

// Spring joins two masses at the given rest length.
func (b *Builder) Spring(a, z int, rest float64, material uint16) int {
	b.Model.Ends = append(b.Model.Ends, model.Ends{uint32(a), uint32(z)})
	b.Model.RestLength = append(b.Model.RestLength, rest)
	b.Model.MaterialOf = append(b.Model.MaterialOf, material)
	return len(b.Model.Ends) - 1
}

// Join is Spring with the distance between the masses as rest length.
func (b *Builder) Join(a, z int, material uint16) {
	b.Spring(a, z, b.Model.RestPosition[a].Sub(b.Model.RestPosition[z]).Len(), material)
}

// Pair is two masses on the x axis with one spring.
func Pair(kg [2]float64, pins [2]model.Pin, distance, rest, k, c float64) *model.Model {
	b := NewBuilder("pair")
	b.Mass(kg[0], model.Vec3{}, pins[0])
	b.Mass(kg[1], model.Vec3{distance, 0, 0}, pins[1])
	b.Spring(0, 1, rest, b.Material(k, c))
	return &b.Model
}

// Single is one free mass.
func Single(kg float64, at model.Vec3) *model.Model {
	b := NewBuilder("single")
	b.Mass(kg, at, 0)
	return &b.Model
}

// Free is masses [kg] without springs.
func Free(kg float64, at ...model.Vec3) *model.Model {
	m := &model.Model{Name: "free", Materials: []model.Material{{Name: "removed"}}}
	for _, x := range at {
		m.RestPosition, m.Mass = append(m.RestPosition, x), append(m.Mass, kg)
	}
	return m
}

// Lever is masses of 1 and 3 kg, 1 m apart along x, on one spring.
func Lever(material model.Material, pins ...model.Pin) *model.Model {
	return &model.Model{
		Name:         "lever",
		RestPosition: []model.Vec3{{}, {1, 0, 0}},
		Mass:         []float64{1, 3},
		Pin:          pins,
		Ends:         []model.Ends{{0, 1}},
		RestLength:   []float64{1},
		MaterialOf:   []uint16{1},
		Materials:    []model.Material{{}, material},
	}
}

// Lattice is n³ masses of 1 g, 0.01 m apart, with 13 springs each: edges, face
// and body diagonals. The bottom layer is pinned when asked.
func Lattice(n int, k, c float64, pinned bool) *model.Model {
	b := NewBuilder("lattice")
	material := b.Material(k, c)
	at := func(x, y, z int) int { return (z*n+y)*n + x }
	for z := range n {
		for y := range n {
			for x := range n {
				pin := model.Pin(0)
				if pinned && z == 0 {
					pin = model.PinAll
				}
				b.Mass(1e-3, model.Vec3{float64(x), float64(y), float64(z)}.Mul(0.01), pin)
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
					b.Join(at(x, y, z), at(x+dx, y+dy, z+dz), material)
				}
			}
		}
	}
	return &b.Model
}

// Cube returns the bouncing cube: 8 masses of 0.1 kg, side 0.1 m, every pair joined
// by k = 10,000 N/m, its lower corner at the given height.
func Cube(height float64) *model.Model {
	b := NewBuilder("cube")
	material := b.Material(10000, 0)
	for i := range 8 {
		b.Mass(0.1, model.Vec3{float64(i & 1), float64(i >> 1 & 1), float64(i >> 2)}.Mul(0.1).Add(model.Vec3{0, 0, height}), 0)
	}
	for i := range 8 {
		for j := range i {
			b.Join(j, i, material)
		}
	}
	return &b.Model
}

// Rope is n masses of 10 g hanging from the first, damped.
func Rope(n int) *model.Model {
	b := NewBuilder("rope")
	material := b.Material(500, 0.05)
	for i := range n {
		pin := model.Pin(0)
		if i == 0 {
			pin = model.PinAll
		}
		b.Mass(0.01, model.Vec3{0.02 * float64(i), 0, 0.5}, pin)
		if i > 0 {
			b.Join(i-1, i, material)
		}
	}
	return &b.Model
}

// Cloth is n² masses in a plane, held at two corners and along one axis at a
// third, with structural and shear springs.
func Cloth(n int) *model.Model {
	b := NewBuilder("cloth")
	material := b.Material(200, 0.02)
	for i := range n * n {
		pin := model.Pin(0)
		switch i {
		case 0, n - 1:
			pin = model.PinAll
		case n * (n - 1):
			pin = model.PinZ
		}
		b.Mass(2e-3, model.Vec3{0.02 * float64(i%n), 0.02 * float64(i/n), 0.3}, pin)
		x, y := i%n, i/n
		for _, to := range [][2]int{{x - 1, y}, {x, y - 1}, {x - 1, y - 1}, {x + 1, y - 1}} {
			if to[0] >= 0 && to[0] < n && to[1] >= 0 {
				b.Join(to[1]*n+to[0], i, material)
			}
		}
	}
	return &b.Model
}

// Awkward returns a random model that holds on purpose a zero-length spring, a rest
// length of zero, duplicate springs, a spring between pinned masses, an
// isolated mass, removed springs, a hub with 1,000 springs, and stiffnesses and
// masses of very different sizes.
func Awkward(seed uint64) *model.Model {
	b := NewBuilder("awkward")
	numbers := random.Stream(seed)
	point := func() model.Vec3 { return model.Vec3{numbers.Signed(), numbers.Signed(), numbers.Signed()} }
	var materials []uint16
	for i := range 6 {
		k := math.Pow(10, float64(i)-1)
		materials = append(materials, b.Material(k, 0.01*k))
	}
	pick := func(n int) int { return int((numbers.Signed() + 1) / 2 * float64(n)) }

	hub := b.Mass(5, model.Vec3{}, 0)
	for i := range 1000 {
		leaf := b.Mass(math.Pow(10, numbers.Signed()-1), point(), model.Pin(pick(40)/33*(1+i%7)))
		b.Join(hub, leaf, materials[i%3])
	}
	for range 800 {
		a, z := 1+pick(1000), 1+pick(1000)
		if a != z {
			b.Join(a, z, materials[pick(6)])
		}
	}
	b.Model.MaterialOf[500] = model.Removed
	b.Join(10, 11, materials[1])
	b.Join(10, 11, materials[2])
	b.Join(11, 10, materials[2])
	b.Spring(12, 13, 0, materials[2])
	twin := b.Mass(0.1, b.Model.RestPosition[14], 0) // at the position of mass 14
	b.Spring(14, twin, 0, materials[2])
	b.Spring(14, twin, 0.1, materials[2])
	p, q := b.Mass(1, point(), model.PinAll), b.Mass(1, point(), model.PinAll)
	b.Spring(p, q, 0.01, materials[3])
	b.Join(p, 20, materials[3])
	b.Mass(1, point(), 0)
	return &b.Model
}
