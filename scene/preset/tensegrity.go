package preset

import (
	"cmp"
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/mesh/join"
	"hooke/mesh/materials"
	"hooke/model"
	"hooke/scene"
)

// The tensegrity has rods of wood, 0.5 m long, between tight cords.
const (
	rodLength    = 0.5  // [m]
	rodMass      = 0.1  // of a rod, half of it at each end [kg]
	rodStiffness = 2e4  // [N/m]
	cordTension  = 20.0 // [N], of every cord before the weight acts
	cordPart     = 0.1  // stiffness of a cord in parts of a rod's
)

// tensegrity returns the icosahedron of Fuller and Snelson: six rods, none of which
// touches another, in three parallel pairs half a rod apart, and 24 cords from
// every end to the four nearest ends of other rods. All cords pull alike, T; by
// symmetry the four at an end add up to √6 T along its rod (two at an angle of
// cosine 1/√6 to it, two of 2/√6), which is in equilibrium: cords are made
// shorter, rods longer by their stretch under that. It stands on one of its
// eight triangles of cords.
func tensegrity(o scene.Options) (*scene.Scene, error) {
	stiffness := cmp.Or(o.Stiffness, rodStiffness)
	m := &model.Model{Name: "tensegrity", Materials: []model.Material{{Name: "removed"},
		{Name: "rod", Stiffness: stiffness},
		{Name: "cord", Stiffness: cordPart * stiffness, TensionOnly: true}}}
	for axis := range 3 {
		for end := range 4 { // each axis has two rods along it, at ± L/4 along the previous axis
			var x model.Vec3
			x[axis] = rodLength / 2 * float64(1-2*(end%2))
			x[(axis+2)%3] = rodLength / 4 * float64(1-2*(end/2))
			m.RestPosition = append(m.RestPosition, x)
			m.Mass = append(m.Mass, rodMass/2)
		}
	}
	cord := math.Sqrt(6) / 4 * rodLength
	for a := range uint32(12) {
		for b := a + 1; b < 12; b++ {
			length, material := m.RestPosition[a].Sub(m.RestPosition[b]).Len(), uint16(2)
			switch {
			case math.Abs(length-rodLength) < 1e-9 && a/2 == b/2:
				length, material = length+math.Sqrt(6)*cordTension/stiffness, 1
			case math.Abs(length-cord) < 1e-9:
				length -= cordTension / (cordPart * stiffness)
			default:
				continue
			}
			m.Ends = append(m.Ends, model.Ends{a, b})
			m.RestLength = append(m.RestLength, length)
			m.MaterialOf = append(m.MaterialOf, material)
		}
	}
	ratio := o.Damping(0.2)
	for i := range m.Materials {
		m.Materials[i].Damping = materials.RatioDamping(ratio, m.Materials[i].Stiffness, rodMass/2, rodMass/2)
	}
	return onTriangle(m)
}

// onTriangle stands the tensegrity on the cords that face (−1, −1, −1).
func onTriangle(m *model.Model) (*scene.Scene, error) {
	down := mgl64.QuatBetweenVectors(model.Vec3{1, 1, 1}.Normalize(), model.Vec3{0, 0, 1})
	m, err := join.Merge(m.Name, join.Part{Model: m, Turn: down})
	if err != nil {
		return nil, err
	}
	lo, _ := m.Bounds()
	for i := range m.RestPosition {
		m.RestPosition[i][2] -= lo[2]
	}
	p := robotParams(m)
	p.DragHalfLife = 0.3 // cords and rods hardly change length when it sways, so their dampers do little
	return &scene.Scene{Model: m, Params: p, Duration: 5}, nil
}
