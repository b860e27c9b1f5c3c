package modeltest

import (
	"math"

	"hooke/model"
	"hooke/model/rod"
	"hooke/model/rod/chain"
)

// Cantilever returns a rod of 1 m and n segments along x, with n + 1 masses of kg each, whose first mass is pinned. Its
// first segment is level where CantileverClamps hold it.
func Cantilever(of rod.Rod, n int, kg float64) *model.Model {
	m := &model.Model{Name: "cantilever", Materials: []model.Material{{}, {Name: "wire", Rod: of}}, Pin: make([]model.Pin, n+1)}
	for i := range n + 1 {
		m.RestPosition, m.Mass = append(m.RestPosition, model.Vec3{float64(i) / float64(n), 0, 0}), append(m.Mass, kg)
		if i > 0 {
			m.AddSpring(model.Ends{uint32(i - 1), uint32(i)}, 1/float64(n), 1)
		}
	}
	m.Pin[0] = model.PinAll
	chain.Frame(m)
	return m
}

// CantileverClamps returns the clamp that holds the first segment of a cantilever.
func CantileverClamps() []model.Clamp { return []model.Clamp{{Masses: []uint32{0}}} }

// CantileverSag returns how far the tip of a chain of n stiff segments of 1/n m hangs, by a formula that no solver knows. The first segment is
// level; the chain has n masses of kg each and joints of the energy ½ EI n (2 sin(Δ/2))².
func CantileverSag(bend float64, n int, kg float64) float64 {
	angle, length := make([]float64, n), 1/float64(n)
	for range 2000 { // moments about each joint bend it, and bent segments have other moments
		for k := 1; k < n; k++ {
			moment, x := 0.0, 0.0
			for j := k; j < n; j++ {
				x += length * math.Cos(angle[j])
				moment += kg * -model.EarthGravity()[2] * x
			}
			change := angle[k-1] + math.Asin(min(1, moment*length/bend)) - angle[k]
			for j := k; j < n; j++ {
				angle[j] += change
			}
		}
	}
	tip := 0.0
	for _, a := range angle {
		tip -= length * math.Sin(a)
	}
	return tip
}
