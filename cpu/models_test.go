package cpu

import (
	"math/rand/v2"
	"testing"

	"hooke/check"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/scene"
	"hooke/scene/open"
)

// checkCases are structures of every kind, regular and not.
func checkCases(t *testing.T) []check.Case {
	earth := model.Params{Gravity: model.EarthGravity()}
	ground := earth
	ground.Contacts = []model.Contact{model.Ground(0, 5000, 1).WithFriction(0.6, 0.5)}
	canon, start, err := build.Canon(7)
	if err != nil {
		t.Fatal(err)
	}
	shuffled, _ := shuffle(canon, 3)
	return []check.Case{
		{Name: "cube", Model: preset(t, "cube", 0).Model, Params: ground, Steps: 100},
		{Name: "canon", Model: canon, Start: start, Params: model.Params{DT: build.CanonStep}, Steps: 100},
		{Name: "canon, shuffled", Model: shuffled, Params: model.Params{DT: build.CanonStep}, Steps: 100},
		{Name: "cloth", Model: preset(t, "cloth", 2000).Model, Params: ground, Steps: 100},
		{Name: "rope", Model: preset(t, "rope", 100).Model, Params: earth, Steps: 100},
		{Name: "network", Model: network(500, 3, false), Params: earth, Steps: 50},
		{Name: "own springs", Model: network(300, 4, true), Params: earth, Steps: 50},
		{Name: "hub", Model: star(700), Params: earth, Steps: 50},
		{Name: "no springs", Model: &model.Model{RestPosition: make([]model.Vec3, 3), Mass: []float64{1, 2, 3}, Materials: []model.Material{{}}}, Params: earth},
		{Name: "nothing", Model: &model.Model{Materials: []model.Material{{}}}, Params: earth},
	}
}

func preset(t testing.TB, name string, springs int64) *scene.Scene {
	s, err := open.Scene(name, scene.Options{Springs: springs})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// shuffle numbers the masses of a model at random, and its springs; number is
// the new number of each mass.
func shuffle(m *model.Model, seed uint64) (out *model.Model, number []int) {
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

// network is masses at random places with springs between near ones, a random
// number each, of a few materials or, with rigidity, each of its own stiffness;
// some are removed, doubled, tension-only or of no length.
func network(count int, seed uint64, rigidity bool) *model.Model {
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

// star is a hub with count springs, a few of them to one another's ends.
func star(count int) *model.Model {
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

// nearNetwork is masses at random places, in random order, each joined to a
// random number of near ones by springs of two materials: about 13 springs per
// mass.
func nearNetwork(count int, seed uint64) *model.Model {
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
