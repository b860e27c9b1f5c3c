package relax_test

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/relax"
)

// A tensegrity prism of three rods: its cables, tension-only, pull the twisted
// top into the one place where the rods and cables balance, at 150° to the
// bottom (Tibert and Pellegrino, 2003: π/2 + π/n).
func TestTensegrityFindsItsForm(t *testing.T) {
	m := prism(100)
	allEngines(t, func(t *testing.T, newEngine maker, single bool) {
		o := relax.Options{Residual: 1e-9}
		tolerance := 0.5 // degrees: cables stretch and rods shorten by a few tenths of a percent
		if single {
			o.Residual = 2e-3 // of tensions of 1 N
		}
		got := settle(t, newEngine, m, model.Params{}, nil, o).State.State()
		for i := range 3 {
			b, top := got.Position[i], got.Position[3+i]
			center, above := centroid(got.Position[:3]), centroid(got.Position[3:])
			db, dt := b.Sub(center), top.Sub(above)
			angle := math.Acos(db.Dot(dt)/(db.Len()*dt.Len())) * 180 / math.Pi
			t.Logf("rod %d is twisted by %.4g°", i, angle)
			if math.Abs(angle-150) > tolerance {
				t.Errorf("rod %d is twisted by %.4g°, want 150°", i, angle)
			}
		}
		for spring, ends := range m.Ends {
			length := got.Position[ends[1]].Sub(got.Position[ends[0]]).Len()
			taut := length > m.RestLength[spring]
			if cable := m.Materials[m.MaterialOf[spring]].TensionOnly; cable != taut {
				t.Errorf("spring %d is %.6g m of %.6g m: cables are taut and rods pressed", spring, length, m.RestLength[spring])
			}
		}
	})
}

// prism is a triangular tensegrity prism, free in space: masses 0 to 2 at the
// bottom, 3 to 5 at the top, rods from i to 3 + i, cables around both triangles
// and up the sides, a percent too short. It starts twisted by 120°.
func prism(stiffness float64) *model.Model {
	m := &model.Model{Name: "prism", Materials: []model.Material{{},
		{Name: "cable", Stiffness: stiffness, Damping: 0.1, TensionOnly: true}, {Name: "rod", Stiffness: 100 * stiffness, Damping: 1}}}
	corner := func(degrees, z float64) model.Vec3 {
		return model.Vec3{0.5 * math.Cos(degrees*math.Pi/180), 0.5 * math.Sin(degrees*math.Pi/180), z}
	}
	length := func(degrees float64) float64 { return corner(0, 0).Sub(corner(degrees, 1)).Len() }
	for i := range 6 {
		m.RestPosition = append(m.RestPosition, corner(float64(i%3)*120+float64(i/3)*120, float64(i/3)))
		m.Mass = append(m.Mass, 0.1)
	}
	join := func(a, b int, rest float64, material uint16) {
		m.Ends = append(m.Ends, model.Ends{uint32(a), uint32(b)})
		m.RestLength, m.MaterialOf = append(m.RestLength, rest), append(m.MaterialOf, material)
	}
	for i := range 3 {
		next := (i + 1) % 3
		join(i, next, 0.99*corner(0, 0).Sub(corner(120, 0)).Len(), 1)
		join(3+i, 3+next, 0.99*corner(0, 0).Sub(corner(120, 0)).Len(), 1)
		join(i, 3+i, length(150), 2)             // the rod
		join(next, 3+i, 0.99*length(150-120), 1) // the cable at its side
	}
	return m
}

func centroid(points []model.Vec3) (c model.Vec3) {
	for _, x := range points {
		c = c.Add(x.Mul(1 / float64(len(points))))
	}
	return c
}
