package gpu

import (
	"fmt"
	"math/rand/v2"

	"hooke/model"
	"hooke/order"
)

// grid is a block of masses in row order with springs to all neighbors, diagonals
// too: a lattice, a cloth or a rope. Every mass and spring is like the others.
func grid(nx, ny, nz int) *model.Model {
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

// shuffled is a model whose masses are numbered at random.
func shuffled(m *model.Model, seed uint64) *model.Model {
	r := rand.New(rand.NewPCG(seed, 3))
	o := &order.Order{Ordered: make([]uint32, m.MassCount())}
	for _, i := range r.Perm(m.MassCount()) {
		o.Ordered[i] = uint32(len(o.Original))
		o.Original = append(o.Original, uint32(i))
	}
	return o.Model(m)
}

// moving is a state of a model in which every spring is strained.
func moving(m *model.Model, seed uint64) *model.State {
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

// twoMaterials makes a grid less regular: springs of two materials at random, some
// removed, some twice, some masses pinned.
func twoMaterials(m *model.Model, seed uint64) *model.Model {
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

// jittered moves masses at rest, so that no two springs have the same length.
func jittered(m *model.Model, seed uint64) *model.Model {
	r := rand.New(rand.NewPCG(seed, 6))
	for i := range m.RestPosition {
		m.RestPosition[i] = m.RestPosition[i].Add(model.Vec3{r.Float64(), r.Float64(), r.Float64()}.Mul(0.05))
	}
	for s, e := range m.Ends {
		m.RestLength[s] = m.RestPosition[e[1]].Sub(m.RestPosition[e[0]]).Len()
	}
	return m
}

// fusedModel is a case for the pipeline, with what is expected of its plan.
type fusedModel struct {
	name    string
	model   *model.Model
	state   *model.State
	order   string
	regular float64 // least share
	bytes   int     // of an entry
}

func fusedModels() []fusedModel {
	random, randomState := randomModel(5, 3000, 12000)
	tuned, tunedState := tunedModel(6, 900, 4000)
	small, smallState := randomModel(1, 3, 1)
	single, singleState := randomModel(1, 1, 0)
	cases := []fusedModel{
		{"lattice", grid(9, 8, 7), nil, order.AsGiven, 1, 4},
		{"cloth", grid(40, 30, 1), nil, order.AsGiven, 1, 4},
		{"rope", grid(300, 1, 1), nil, order.AsGiven, 1, 4},
		{"two materials", twoMaterials(grid(9, 8, 7), 1), nil, order.AsGiven, 0.9, 4},
		{"shuffled lattice", shuffled(grid(9, 8, 7), 2), nil, order.Rows, 1, 4},
		{"random", random, randomState, order.AsGiven, 0, 8},
		{"shuffled network", shuffled(jittered(grid(15, 15, 15), 3), 3), nil, order.Curve, 0, 8},
		{"network", jittered(grid(9, 8, 7), 3), nil, order.Curve, 0, 8},
		{"tuned", tuned, tunedState, order.AsGiven, 0, 16},
		{"one spring", small, smallState, order.AsGiven, 0, 4},
		{"no spring", single, singleState, order.AsGiven, 0, 4},
	}
	for i := range cases {
		if cases[i].state == nil {
			cases[i].state = moving(cases[i].model, uint64(i))
		}
	}
	return cases
}
