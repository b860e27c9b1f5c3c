package physics

import (
	"math"
	"runtime"

	"hooke/model"
)

// exactly is for results that only rounding can spoil.
const exactly = 1e-14

func agrees(got, want float64) bool {
	return math.Abs(got-want) <= exactly*max(1, math.Abs(want))
}

// atThreads runs work with that many cores.
func atThreads(threads int, work func()) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
	work()
}

// twoMasses are two masses of 2 kg and one spring, k = 8 N/m, c = 1 N·s/m, 1 m long.
func twoMasses() *model.Model {
	return &model.Model{
		Name:         "pair",
		RestPosition: []model.Vec3{{0, 0, 0}, {1, 0, 0}},
		Mass:         []float64{2, 2},
		Ends:         []model.Ends{{0, 1}},
		RestLength:   []float64{1},
		MaterialOf:   []uint16{1},
		Materials:    []model.Material{{Name: "removed"}, {Name: "spring", Stiffness: 8, Damping: 1}},
	}
}

// barbell is masses of 1 and 3 kg (reduced: 0.75 kg) on a spring of 0.5 m.
func barbell(material model.Material) *model.Model {
	m := twoMasses()
	m.Mass, m.RestLength, m.RestPosition[1][0], m.Materials[1] = []float64{1, 3}, []float64{0.5}, 0.5, material
	return m
}

// singles are masses of 2 kg without springs.
func singles(count int) *model.Model {
	m := &model.Model{Name: "masses", Materials: []model.Material{{}}}
	for i := range count {
		m.RestPosition, m.Mass = append(m.RestPosition, model.Vec3{float64(i), float64(i * i), 0}), append(m.Mass, 2)
	}
	return m
}
