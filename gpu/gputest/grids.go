package gputest

import (
	"fmt"
	"math/rand/v2"

	"hooke/model"
	"hooke/order"
)

// Grid returns a block of masses in row order with springs to all neighbors, diagonals
// too: a lattice, a cloth or a rope. Every mass and spring is like the others.
func Grid(nx, ny, nz int) *model.Model {
	m := &model.Model{Name: fmt.Sprintf("grid %d×%d×%d", nx, ny, nz), Materials: []model.Material{{}, {Name: "all", Stiffness: 300, Damping: 0.05}}}
	at := func(x, y, z int) int { return x + nx*(y+ny*z) }
	for z := range nz {
		for y := range ny {
			for x := range nx {
				m.RestPosition = append(m.RestPosition, model.Vec3{float64(x), float64(y), float64(z)}.Mul(0.1))
				m.Mass = append(m.Mass, 0.01)
			}
		}
	}
	for i, a := range m.RestPosition {
		x, y, z := i%nx, i/nx%ny, i/nx/ny
		for dz := range 2 {
			for dy := -1; dy <= 1; dy++ {
				for dx := -1; dx <= 1; dx++ {
					inside := x+dx >= 0 && x+dx < nx && y+dy >= 0 && y+dy < ny && z+dz < nz
					if j := at(x+dx, y+dy, z+dz); inside && j > i {
						m.Ends = append(m.Ends, model.Ends{uint32(i), uint32(j)})
						m.RestLength = append(m.RestLength, float64(float32(m.RestPosition[j].Sub(a).Len())))
						m.MaterialOf = append(m.MaterialOf, 1)
					}
				}
			}
		}
	}
	return m
}

// Shuffled returns a model whose masses are numbered at random.
func Shuffled(m *model.Model, seed uint64) *model.Model {
	r := rand.New(rand.NewPCG(seed, 3))
	o := &order.Order{Ordered: make([]uint32, m.MassCount())}
	for _, i := range r.Perm(m.MassCount()) {
		o.Ordered[i] = uint32(len(o.Original))
		o.Original = append(o.Original, uint32(i))
	}
	return o.Model(m)
}

// Moving returns a state of a model in which every spring is strained.
func Moving(m *model.Model, seed uint64) *model.State {
	r := rand.New(rand.NewPCG(seed, 4))
	s := m.Start()
	for i := range s.Position {
		for axis := range 3 {
			if m.PinOf(i)>>axis&1 == 0 {
				s.Position[i][axis] += 0.005 * r.NormFloat64()
				s.Velocity[i][axis] = r.NormFloat64()
			}
		}
	}
	s.RoundToFloat32()
	return s
}

// TwoMaterials makes a grid less regular: springs of two materials at random, some
// removed, some twice, some masses pinned.
func TwoMaterials(m *model.Model, seed uint64) *model.Model {
	r := rand.New(rand.NewPCG(seed, 5))
	m.Materials = append(m.Materials, model.Material{Name: "cable", Stiffness: 100, TensionOnly: true})
	m.Pin = make([]model.Pin, m.MassCount())
	for s := range m.MaterialOf {
		m.MaterialOf[s] = []uint16{1, 1, 1, 2, 2, model.Removed}[r.IntN(6)]
		if r.IntN(20) == 0 {
			m.Ends, m.RestLength, m.MaterialOf = append(m.Ends, m.Ends[s]), append(m.RestLength, m.RestLength[s]), append(m.MaterialOf, m.MaterialOf[s])
		}
	}
	for i := range m.Pin {
		m.Pin[i] = model.Pin(max(0, r.IntN(20)-12))
	}
	return m
}

// Jittered moves masses at rest, so that no two springs have the same length.
func Jittered(m *model.Model, seed uint64) *model.Model {
	r := rand.New(rand.NewPCG(seed, 6))
	for i := range m.RestPosition {
		m.RestPosition[i] = m.RestPosition[i].Add(model.Vec3{r.Float64(), r.Float64(), r.Float64()}.Mul(0.05))
	}
	for s, e := range m.Ends {
		m.RestLength[s] = m.RestPosition[e[1]].Sub(m.RestPosition[e[0]]).Len()
	}
	return m
}

// Ball returns a lattice cut to a ball, as a mesh that is filled: rows have unequal
// lengths.
func Ball(side int) *model.Model {
	m := Grid(side, side, side)
	middle := model.Vec3{1, 1, 1}.Mul(0.05 * float64(side-1))
	number := make([]int, m.MassCount())
	out := &model.Model{Name: fmt.Sprintf("ball of %d masses across", side), Materials: m.Materials}
	for i, x := range m.RestPosition {
		if number[i] = -1; x.Sub(middle).Len() <= 0.05*float64(side) {
			number[i] = len(out.Mass)
			out.RestPosition, out.Mass = append(out.RestPosition, x), append(out.Mass, m.Mass[i])
		}
	}
	for s, e := range m.Ends {
		if a, b := number[e[0]], number[e[1]]; a >= 0 && b >= 0 {
			out.Ends = append(out.Ends, model.Ends{uint32(a), uint32(b)})
			out.RestLength, out.MaterialOf = append(out.RestLength, m.RestLength[s]), append(out.MaterialOf, 1)
		}
	}
	return out
}
