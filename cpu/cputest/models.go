package cputest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"hooke/engine/check"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/open"
)

// Cases are structures of every kind, regular and not.
func Cases(t *testing.T) []check.Case {
	earth := model.Params{Gravity: model.EarthGravity()}
	ground := earth
	ground.Contacts = []model.Contact{model.Ground(0, 5000, 1).WithFriction(0.6, 0.5)}
	canon, start, err := build.Canon(7)
	must.Do(t, err)
	shuffled, _ := Shuffled(canon, 3)
	return []check.Case{
		{Name: "cube", Model: Preset(t, "cube", 0).Model, Params: ground, Steps: 100},
		{Name: "canon", Model: canon, Start: start, Params: model.Params{DT: build.CanonStep}, Steps: 100},
		{Name: "canon, shuffled", Model: shuffled, Params: model.Params{DT: build.CanonStep}, Steps: 100},
		{Name: "cloth", Model: Preset(t, "cloth", 2000).Model, Params: ground, Steps: 100},
		{Name: "rope", Model: Preset(t, "rope", 100).Model, Params: earth, Steps: 100},
		{Name: "network", Model: Network(500, 3, false), Params: earth, Steps: 50},
		{Name: "own springs", Model: Network(300, 4, true), Params: earth, Steps: 50},
		{Name: "hub", Model: Star(700), Params: earth, Steps: 50},
		{Name: "no springs", Model: &model.Model{RestPosition: make([]model.Vec3, 3), Mass: []float64{1, 2, 3}, Materials: []model.Material{{}}}, Params: earth},
		{Name: "nothing", Model: &model.Model{Materials: []model.Material{{}}}, Params: earth},
	}
}

// Preset returns a scene that comes with the program, of about the given number of springs; 0: of as many
// as it has by itself.
func Preset(t testing.TB, name string, springs int64) *scene.Scene {
	s, err := open.Scene(name, scene.Options{Springs: springs})
	must.Do(t, err)
	return s
}

// Shuffled numbers the masses of a model at random, and its springs; number is
// the new number of each mass.
func Shuffled(m *model.Model, seed uint64) (out *model.Model, number []int) {
	random := rand.New(rand.NewPCG(seed, 1))
	number = random.Perm(m.MassCount())
	c := *m
	c.RestPosition, c.Mass = make([]model.Vec3, m.MassCount()), make([]float64, m.MassCount())
	c.Pin = make([]model.Pin, m.MassCount())
	for i, n := range number {
		c.RestPosition[n], c.Mass[n], c.Pin[n] = m.RestPosition[i], m.Mass[i], m.PinOf(i)
	}
	c.Ends, c.RestLength = make([]model.Ends, m.SpringCount()), make([]float64, m.SpringCount())
	c.MaterialOf = make([]uint16, m.SpringCount())
	c.Groups = nil
	for s, n := range random.Perm(m.SpringCount()) {
		ends := m.Ends[s]
		c.Ends[n] = model.Ends{uint32(number[ends[0]]), uint32(number[ends[1]])}
		c.RestLength[n], c.MaterialOf[n] = m.RestLength[s], m.MaterialOf[s]
	}
	return &c, number
}

// Network is masses at random positions with springs between near ones, a random
// number each, of a few materials or, with rigidity, each of its own stiffness;
// some are removed, doubled, tension-only or of no length.
func Network(count int, seed uint64, rigidity bool) *model.Model {
	random := rand.New(rand.NewPCG(seed, 2))
	m := &model.Model{Name: "network", Materials: []model.Material{
		{}, {Stiffness: 100, Damping: 0.02}, {Stiffness: 50}, {Stiffness: 200, Damping: 0.1, TensionOnly: true},
	}}
	if rigidity {
		m.Materials = append(m.Materials, model.Material{AxialRigidity: 20, Damping: 0.03})
	}
	for range count {
		at := model.Vec3{random.Float64(), random.Float64(), random.Float64()}
		m.RestPosition = append(m.RestPosition, at)
		m.Mass = append(m.Mass, 0.01+0.01*random.Float64())
	}
	// Neighbors are near in one coordinate at least.
	add := func(a, b int, rest float64) {
		m.Ends = append(m.Ends, model.Ends{uint32(a), uint32(b)})
		m.RestLength = append(m.RestLength, rest)
		m.MaterialOf = append(m.MaterialOf, uint16(random.IntN(len(m.Materials))))
	}
	for a := range count {
		for range random.IntN(12) {
			if b := random.IntN(count); b != a {
				add(a, b, m.RestPosition[a].Sub(m.RestPosition[b]).Len())
			}
		}
	}
	add(1, 2, 0.5)
	add(2, 1, 0.5)
	return m
}

// Star returns a hub with count springs, a few of them to one another's ends.
func Star(count int) *model.Model {
	m := &model.Model{Name: "star", RestPosition: []model.Vec3{{}}, Mass: []float64{5},
		Materials: []model.Material{{}, {Stiffness: 10, Damping: 0.01}}}
	random := rand.New(rand.NewPCG(1, 2))
	for i := range count {
		at := model.Vec3{random.Float64() - 0.5, random.Float64() - 0.5, random.Float64() - 0.5}
		m.RestPosition, m.Mass = append(m.RestPosition, at), append(m.Mass, 0.01)
		m.Ends = append(m.Ends, model.Ends{uint32(i + 1), 0})
		m.RestLength, m.MaterialOf = append(m.RestLength, at.Len()), append(m.MaterialOf, 1)
	}
	return m
}

// NearNetwork is masses at random positions, in random order, each joined to a
// random number of near ones by springs of two materials: about 13 springs per
// mass.
func NearNetwork(count int, seed uint64) *model.Model {
	random := rand.New(rand.NewPCG(seed, 3))
	m := &model.Model{Name: "near network", Materials: []model.Material{{}, {Stiffness: 100}, {Stiffness: 50}}}
	side := 1
	for side*side*side < count/4 {
		side++
	}
	cells := make([][]uint32, side*side*side)
	cellOf := func(x model.Vec3) (c [3]int) {
		for axis := range 3 {
			c[axis] = int(x[axis])
		}
		return c
	}
	for i := range count {
		x := model.Vec3{random.Float64() * float64(side), random.Float64() * float64(side), random.Float64() * float64(side)}
		m.RestPosition, m.Mass = append(m.RestPosition, x), append(m.Mass, 0.01)
		c := cellOf(x)
		at := (c[2]*side+c[1])*side + c[0]
		cells[at] = append(cells[at], uint32(i))
	}
	for i := range count {
		c := cellOf(m.RestPosition[i])
		for range random.IntN(27) {
			for axis := range 3 {
				c[axis] = min(side-1, max(0, int(m.RestPosition[i][axis])+random.IntN(3)-1))
			}
			cell := cells[(c[2]*side+c[1])*side+c[0]]
			if len(cell) == 0 {
				continue
			}
			j := cell[random.IntN(len(cell))]
			if int(j) == i {
				continue
			}
			m.Ends = append(m.Ends, model.Ends{uint32(i), j})
			m.RestLength = append(m.RestLength, m.RestPosition[i].Sub(m.RestPosition[j]).Len())
			m.MaterialOf = append(m.MaterialOf, uint16(1+random.IntN(2)))
		}
	}
	return m
}

// ManyMaterials has more classes than an entry's four bits can name and, with
// more than 16 materials, more laws.
func ManyMaterials(materials, masses int) *model.Model {
	m := Network(masses, 9, false)
	m.Materials = m.Materials[:1]
	for i := range materials {
		m.Materials = append(m.Materials, model.Material{Stiffness: 10 + float64(i), Damping: 0.01, TensionOnly: i%5 == 0})
	}
	for s := range m.MaterialOf {
		m.MaterialOf[s] = uint16(1 + s%materials)
	}
	return m
}

// Actuated puts every third spring under one of two actuators.
func Actuated(m *model.Model) *model.Model {
	c := *m
	c.ActuatorOf = make([]uint16, m.SpringCount())
	for s := range c.ActuatorOf {
		c.ActuatorOf[s] = uint16(s % 3)
	}
	return &c
}

// Strands are ropes of that many springs each, pinned at both ends, one after
// the other in the order of masses.
func Strands(count, springs int, material model.Material) *model.Model {
	m := &model.Model{Name: fmt.Sprintf("%d strands", count), Materials: []model.Material{{}, material, material}}
	m.Materials[2].Stiffness *= 2
	for strand := range count {
		for k := range springs + 1 {
			m.RestPosition = append(m.RestPosition, model.Vec3{0.1 * float64(k), float64(strand), 0.5})
			m.Mass = append(m.Mass, 0.01+0.001*float64(k%3))
			if i := m.MassCount() - 1; k > 0 {
				m.Ends = append(m.Ends, model.Ends{uint32(i - 1), uint32(i)})
				m.RestLength, m.MaterialOf = append(m.RestLength, 0.1), append(m.MaterialOf, 1)
			}
		}
	}
	m.Pin = make([]model.Pin, m.MassCount())
	for i := range m.Pin {
		if k := i % (springs + 1); k == 0 || k == springs {
			m.Pin[i] = model.PinAll
		}
	}
	return m
}

// Layered returns a lattice whose springs are of one class in some slices, of two in others,
// twice between some masses, and some removed: springs that a slice's pairs cannot hold go
// into slots.
func Layered(t *testing.T) *model.Model {
	t.Helper()
	m, _, err := build.Canon(17)
	must.Do(t, err)
	c := *m
	c.Materials = append(slices.Clone(m.Materials), m.Materials[len(m.Materials)-1])
	other := uint16(len(c.Materials) - 1)
	c.Materials[other].Stiffness *= 3
	c.MaterialOf = slices.Clone(m.MaterialOf)
	for s, ends := range c.Ends {
		switch {
		case ends[0]%40 < 5:
			c.MaterialOf[s] = other
		case s%501 == 0:
			c.MaterialOf[s] = model.Removed
		}
	}
	for s := 0; s < m.SpringCount(); s += 97 {
		c.Ends, c.RestLength, c.MaterialOf = append(c.Ends, c.Ends[s]), append(c.RestLength, c.RestLength[s]), append(c.MaterialOf, c.MaterialOf[s])
	}
	return &c
}
