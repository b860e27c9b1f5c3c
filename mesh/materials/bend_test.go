package materials_test

import (
	"math"
	"testing"

	"hooke/mesh/build"
	"hooke/mesh/materials"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/model/spring"
	"hooke/must"
)

// rolled returns the energy of the hinges in the middle of a sheet that is rolled on a cylinder, by
// that of a plate, D/(2 R²) of each area. The middle is a square about the center; the axis of the
// cylinder has an angle to x.
func rolled(m *model.Model, hinges []model.Hinge, width, height, axis float64) float64 {
	const radius = 20
	sin, cos := math.Sincos(axis)
	roll := func(x model.Vec3) model.Vec3 {
		s := -sin*x[0] + cos*x[1]
		return model.Vec3{cos*x[0] + sin*x[1], radius * math.Sin(s/radius), radius * (1 - math.Cos(s/radius))}
	}
	energy := 0.0
	for _, h := range hinges {
		var x [4]model.Vec3
		for c, i := range h.Masses {
			x[c] = m.RestPosition[i]
		}
		middle := x[0].Add(x[1]).Mul(0.5).Add(model.Vec3{1e-9, 1e-9}) // off the sides of the square
		if middle[0] < -width/2 || middle[0] >= width/2 || middle[1] < -height/2 || middle[1] >= height/2 {
			continue
		}
		theta, _ := spring.Hinge([4]model.Vec3{roll(x[0]), roll(x[1]), roll(x[2]), roll(x[3])})
		energy += h.Stiffness * theta * theta / 2
	}
	return energy / (width * height / (2 * radius * radius))
}

// Sheets of equilateral triangles bend alike in all directions, as a plate does. Cloth with
// diagonals that alternate is half stiffer across them, and cloth with one diagonal thrice as stiff
// across it.
func TestSheetsBendAsPlates(t *testing.T) {
	cloth := must.Get(build.Cloth(build.ClothSpec{Nx: 21, Ny: 21, Spacing: 0.1, Mass: 0.01, Stiffness: build.ClothStiffness{Structural: 1}}))(t)
	var one, other [][3]uint32 // with the diagonals along (1, 1), and along (1, −1)
	for y := range uint32(20) {
		for x := range uint32(20) {
			a := 21*y + x
			one = append(one, [3]uint32{a, a + 1, a + 22}, [3]uint32{a, a + 22, a + 21})
			other = append(other, [3]uint32{a, a + 1, a + 21}, [3]uint32{a + 1, a + 22, a + 21})
		}
	}
	even := *cloth
	even.RestPosition = append([]model.Vec3{}, cloth.RestPosition...)
	for i := range even.RestPosition {
		x, y := float64(i%21)-10, float64(i/21)-10
		even.RestPosition[i] = model.Vec3{0.1*x + 0.05*y, 0.1 * y * math.Sqrt(3) / 2}
	}
	of := materials.Bending{Rigidity: 1}
	const quarter = math.Pi / 4
	high := 0.4 * math.Sqrt(3)
	for _, c := range []struct {
		name                        string
		m                           *model.Model
		triangles                   [][3]uint32
		width, height, axis, energy float64
	}{
		{"alternating, along x", cloth, cloth.Triangles, 0.8, 0.8, 0, 1},
		{"alternating, along y", cloth, cloth.Triangles, 0.8, 0.8, 2 * quarter, 1},
		{"alternating, across", cloth, cloth.Triangles, 0.8, 0.8, quarter, 1.5},
		{"alternating, the other way", cloth, cloth.Triangles, 0.8, 0.8, -quarter, 1.5},
		{"one diagonal, along x", cloth, one, 0.8, 0.8, 0, 1},
		{"one diagonal, rolled about it", cloth, one, 0.8, 0.8, quarter, 1},
		{"one diagonal, rolled across it", cloth, one, 0.8, 0.8, -quarter, 3},
		{"equilateral, along x", &even, other, 0.4, high, 0, 1},
		{"equilateral, aslant", &even, other, 0.4, high, 0.2, 1},
		{"equilateral, along y", &even, other, 0.4, high, 2 * quarter, 1},
	} {
		// The share falls short of the limit of large radii by some 1e-4.
		if got := rolled(c.m, of.OfTriangles(c.m, c.triangles), c.width, c.height, c.axis); math.Abs(got/c.energy-1) > 0.005 {
			t.Errorf("%s: the energy is %.4f of a plate's, want %g", c.name, got, c.energy)
		}
	}
}

// Every edge of two triangles gets a hinge, and no other.
func TestHingesOfTriangles(t *testing.T) {
	m := modeltest.Free(1, model.Vec3{}, model.Vec3{1}, model.Vec3{0, 1}, model.Vec3{1, 1, 0.5}, model.Vec3{0.5, 0.5, 1})
	of := materials.Bending{Rigidity: 2, DampingRatio: 0.5}
	two := of.OfTriangles(m, [][3]uint32{{0, 1, 2}, {2, 1, 3}})
	must.Hold(t, len(two) == 1, "two triangles have %d hinges", len(two))
	h := two[0]
	area := 0.5 + model.Vec3{-1, 1}.Cross(model.Vec3{0, 1, 0.5}).Len()/2
	must.Hold(t, math.Abs(h.Stiffness-2*2/area) < 1e-12, "k = %g N·m, want %g", h.Stiffness, 2*2/area)
	must.Hold(t, h.Rest != 0 && h.Damping > 0, "a folded sheet has the angle %g at rest and the damper %g", h.Rest, h.Damping)
	of.Flat = true
	must.Hold(t, of.OfTriangles(m, [][3]uint32{{0, 1, 2}, {2, 1, 3}})[0].Rest == 0, "a flat one has an angle at rest")
	must.Hold(t, len(of.OfTriangles(m, [][3]uint32{{0, 1, 2}, {2, 1, 3}, {1, 2, 4}})) == 0, "an edge of three triangles has a hinge")
	m.Pin = []model.Pin{model.PinAll, model.PinAll, model.PinAll, 0, 0}
	must.Hold(t, math.Abs(of.OfTriangles(m, [][3]uint32{{0, 1, 2}, {2, 1, 3}})[0].Stiffness-2*2/(area-0.5)) < 1e-12, "a pinned triangle counts its area")
	m.Pin[3] = model.PinAll
	must.Hold(t, len(of.OfTriangles(m, [][3]uint32{{0, 1, 2}, {2, 1, 3}})) == 0, "a hinge that cannot bend is there")
}

// A chain has a hinge at each inner mass; the one beside a pinned spring is twice as stiff.
func TestHingesOfChains(t *testing.T) {
	m := modeltest.Free(1, model.Vec3{}, model.Vec3{1}, model.Vec3{2}, model.Vec3{2, 1}, model.Vec3{2, 2})
	m.Pin = []model.Pin{model.PinAll, model.PinAll, 0, 0, 0}
	springs := []model.Ends{{0, 1}, {1, 2}, {2, 3}, {3, 4}}
	hinges := materials.Bending{Rigidity: 3}.OfChain(m, springs)
	must.Hold(t, len(hinges) == 3, "%d hinges", len(hinges))
	for k, want := range []model.Hinge{{Stiffness: 6}, {Stiffness: 3, Rest: math.Pi / 2}, {Stiffness: 3}} {
		if h := hinges[k]; h.Stiffness != want.Stiffness || math.Abs(h.Rest-want.Rest) > 1e-12 || !h.OfChain() || h.Damping != 0 {
			t.Errorf("hinge %d: %+v, want %+v", k, h, want)
		}
	}
	for _, h := range (materials.Bending{Rigidity: 1}).OfChain(m, append(springs, model.Ends{2, 4})) {
		must.Hold(t, h.Masses[1] != 2, "a branch has a hinge")
	}
}
