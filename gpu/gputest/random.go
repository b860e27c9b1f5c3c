package gputest

import (
	"math/rand/v2"

	"hooke/model"
	"hooke/model/spring"
)

// Random has on purpose features that a lattice lacks: coincident masses, double
// springs, springs between pinned masses, isolated masses, a hub, removed
// springs, pins on single axes, soft and stiff materials, unequal masses.
func Random(seed uint64, masses, springs int) (*model.Model, *model.State) {
	r := rand.New(rand.NewPCG(seed, 7))
	m := &model.Model{
		Name: "random",
		Materials: []model.Material{{Name: "removed"},
			{Name: "soft", Stiffness: 5, Damping: 0.01}, {Name: "stiff", Stiffness: 4000, Damping: 0.5},
			{Name: "undamped", Stiffness: 300}},
		Pin: make([]model.Pin, masses),
	}
	for i := range masses {
		m.RestPosition = append(m.RestPosition, model.Vec3{r.Float64(), r.Float64(), r.Float64()})
		m.Mass = append(m.Mass, 0.001*(1+9*r.Float64()))
		if i%7 == 3 {
			m.Pin[i] = model.Pin(r.UintN(8))
		}
	}
	if masses > 1 {
		m.RestPosition[1] = m.RestPosition[0] // coincident: a spring between them has no direction
	}
	join := func(a, b int) {
		if a == b {
			return
		}
		length := m.RestPosition[a].Sub(m.RestPosition[b]).Len()
		m.Ends = append(m.Ends, model.Ends{uint32(a), uint32(b)})
		m.RestLength = append(m.RestLength, length*(0.9+0.2*r.Float64()))
		m.MaterialOf = append(m.MaterialOf, uint16(r.UintN(4)))
	}
	for len(m.Ends) < springs && masses > 2 {
		switch n := len(m.Ends); {
		case n == 0:
			join(0, 1)
		case n%10 == 1:
			join(2, r.IntN(masses)) // mass 2 is a hub
		default:
			// The last mass is isolated.
			join(r.IntN(masses-1), r.IntN(masses-1))
		}
	}
	state := m.Start()
	for i := range state.Velocity {
		for axis := range 3 {
			if m.PinOf(i)>>axis&1 == 0 {
				state.Velocity[i][axis] = r.NormFloat64()
			}
		}
	}
	state.RoundToFloat32()
	return m, state
}

// Tuned returns Random with materials of every vocabulary, an axial
// rigidity, and tension-only springs, whose dampers are strong enough to push.
func Tuned(seed uint64, masses, springs int) (*model.Model, *model.State) {
	m, state := Random(seed, masses, springs)
	m.Materials = append(m.Materials,
		model.Material{Name: "cable", Stiffness: 300, Damping: 10, TensionOnly: true},
		model.Material{Name: "rod", AxialRigidity: 200, Damping: 0.2},
		model.Material{Name: "ratio", Frequency: 40, DampingRatio: 0.3},
		model.Material{Name: "half-life", Frequency: 60, HalfLife: 0.01, TensionOnly: true},
		model.Material{Name: "normalized", Normalized: spring.Normalized{Stiffness: 1e-4, Damping: 0.02}},
		model.Material{Name: "capped", Normalized: spring.Normalized{Stiffness: 1, Damping: 1}, TensionOnly: true})
	r := rand.New(rand.NewPCG(seed, 8))
	for s := range m.MaterialOf {
		m.MaterialOf[s] = uint16(r.UintN(uint(len(m.Materials))))
		if m.RestLength[s] == 0 { // of coincident masses: no axial rigidity
			m.MaterialOf[s] = 1
		}
	}
	return m, state
}

// PerturbedParams switch every term on, at sizes that show in one step. There is no
// friction: rounding would decide which masses stick.
func PerturbedParams() model.Params {
	return model.Params{
		DT:           1e-4,
		Gravity:      model.EarthGravity(),
		DragHalfLife: 0.01,
		Contacts:     []model.Contact{model.Ground(0.4, 50, 0.02)},
	}
}
