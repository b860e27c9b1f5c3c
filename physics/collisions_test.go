package physics

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// twoLattices are two cubes of 4³ masses, the second at a place.
func twoLattices(at model.Vec3) *model.Model {
	a, b := modeltest.Lattice(4, 100, 0, false), modeltest.Lattice(4, 100, 0, false)
	m := model.SideBySide("two", a, b)
	m.Materials, m.Body = a.Materials, make([]uint16, m.MassCount())
	for i := a.MassCount(); i < m.MassCount(); i++ {
		m.RestPosition[i] = m.RestPosition[i].Add(at)
		m.Body[i] = 1
	}
	for s := a.SpringCount(); s < m.SpringCount(); s++ {
		m.Ends[s] = model.Ends{m.Ends[s][0] + 64, m.Ends[s][1] + 64}
	}
	return m
}

// taking is how many radii are above 0.
func taking(radius []float64) (count int) {
	for _, r := range radius {
		if r > 0 {
			count++
		}
	}
	return count
}

// Of a filled solid the surface takes part, and the layer below it unless told otherwise;
// of a cloth and a rope all. Edges that are turned inward belong to the surface of a regular
// solid. Where bodies overlap all of them take part.
func TestWhoCollides(t *testing.T) {
	notched := modeltest.Lattice(6, 100, 0, false)
	var kept []uint32
	for i, x := range notched.RestPosition {
		if x[0] < 0.029 || x[2] < 0.029 { // an L whose inner edge lies at 0.02, 0.02
			kept = append(kept, uint32(i))
		}
	}
	notched, _ = notched.Part(kept)
	for _, c := range []struct {
		name  string
		m     *model.Model
		which string
		want  int
	}{
		{"surface", modeltest.Lattice(5, 100, 0, false), "surface", 125 - 27},
		{"lattice", modeltest.Lattice(5, 100, 0, false), "", 125 - 1},
		{"two that overlap", twoLattices(model.Vec3{0.005, 0.005, 0.035}), "", 128},
		{"two apart", twoLattices(model.Vec3{0, 0, 0.05}), "surface", 2 * (64 - 8)},
		{"two that overlap, surface", twoLattices(model.Vec3{0.005, 0.005, 0.035}), "surface", 2 * (64 - 8)},
		{"all of a lattice", modeltest.Lattice(5, 100, 0, false), "all", 125},
		{"cloth", modeltest.Cloth(6), "auto", 36},
		{"rope", modeltest.Rope(9), "", 9},
		{"cube", modeltest.Cube(0), "surface", 8},
		{"L", notched, "surface", len(kept) - 4*7},
	} {
		radius, _, err := NewCollision(c.m, CollisionOptions{Which: c.which})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := taking(radius); got != c.want {
			t.Errorf("%s: %d masses take part, want %d of %d", c.name, got, c.want, c.m.MassCount())
		}
	}
}

// Default numbers, checked by hand: masses 0.02 m apart have 0.01 m. A rope of 9
// masses with k = 500 has 2 k at all but its ends; its first spring is between one pinned
// and one free mass.
func TestDefaultsOfCollisions(t *testing.T) {
	radius, c, err := NewCollision(modeltest.Rope(9), CollisionOptions{})
	must.Do(t, err)
	s := c.Bodies[0]
	for _, n := range []struct {
		name      string
		got, want float64
	}{
		{"radius", radius[3], 0.01}, {"skin", c.Skin, 0.004}, {"damping ratio", s.DampingRatio, 0.1}, {"check every", float64(c.CheckEvery), 8},
		{"stiffness", s.Stiffness, 500 * 16. / 9 / 4}, {"bodies", float64(len(c.Bodies)), 1},
	} {
		must.Near(t, n.got, n.want, 1e-12*n.want, "%s", n.name)
	}
	must.Hold(t, c.Self && c.Others, "not everything collides")
	if _, c, _ := NewCollision(modeltest.Rope(9), CollisionOptions{Undamped: true, Others: true}); c.Bodies[0].DampingRatio != 0 || c.Self {
		t.Errorf("undamped, between bodies only: %+v", c)
	}
}

// Settings that make no sense are refused with the name of the key.
func TestFaultsOfCollisionOptions(t *testing.T) {
	single := modeltest.Single(1, model.Vec3{1})
	for _, c := range []struct {
		m    *model.Model
		o    CollisionOptions
		want string
	}{
		{modeltest.Rope(3), CollisionOptions{Radius: -1}, "radius is -1 m"},
		{modeltest.Rope(3), CollisionOptions{Radius: math.NaN()}, "radius is NaN m"},
		{modeltest.Rope(3), CollisionOptions{Radius: 1, RadiusFactor: 1}, "radius_factor: radius is given too"},
		{modeltest.Rope(3), CollisionOptions{Stiffness: -2}, "stiffness is -2 N/m"},
		{modeltest.Rope(3), CollisionOptions{DampingRatio: 1}, "damping_ratio is 1; it must be below 1"},
		{modeltest.Rope(3), CollisionOptions{DampingRatio: 0.5, Undamped: true}, "undamped"},
		{modeltest.Rope(3), CollisionOptions{StaticFriction: 0.1, KineticFriction: 0.2}, "static_friction is 0.1"},
		{modeltest.Rope(3), CollisionOptions{FrictionIterations: 5}, "friction_iterations is 5"},
		{modeltest.Rope(3), CollisionOptions{CheckEvery: -1}, "check_every is -1"},
		{modeltest.Rope(3), CollisionOptions{Which: "some"}, `which is "some"`},
		{modeltest.Rope(3), CollisionOptions{Masses: []uint32{}}, "no mass takes part"},
		{modeltest.Rope(3), CollisionOptions{Radius: 1e-15}, "too small"},
		{modeltest.Rope(3), CollisionOptions{Radius: 1e30}, "too large"},
		{modeltest.Rope(3), CollisionOptions{RadiusFactor: 1e30}, "too large"},
		{modeltest.Rope(3), CollisionOptions{RadiusFactor: 1.2}, "radius: no two masses can ever touch"},
		{modeltest.Lattice(4, 100, 0, false), CollisionOptions{Radius: 0.05}, "all 2016 pairs are; give a smaller radius, such as 0.013 m"},
		{single, CollisionOptions{}, "mass 0 has no spring"},
		{single, CollisionOptions{Radius: 1}, "stiffness is missing"},
		{modeltest.Lattice(8, 100, 0, false), CollisionOptions{Radius: 1, Which: "all"}, "more than 256 masses"},
	} {
		if _, _, err := NewCollision(c.m, c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want words with %q", c.o, err, c.want)
		}
	}
}

// Where radii exclude all pairs, the error is about the larger radius of the pair that is nearest to touching, which may be one that a mass
// has by itself.
func TestRadiiThatExcludeAllPairs(t *testing.T) {
	const sum, smaller = "give radii that add up to less than the 0.5 m between masses 0 and 1", "give a smaller radius, such as 0.12 m"
	for _, c := range []struct {
		radius float64
		own    []float64
		mass   int
		want   string
	}{
		{0.05, []float64{0, 0.6}, 1, sum},
		{0.05, []float64{0.6, 0}, 0, sum},
		{0, []float64{0.3, 0.4}, 1, sum},
		{0, []float64{0.4, 0.3}, 0, sum},
		{0.3, []float64{0, 0.3}, 1, sum},
		{0.3, []float64{0.3, 0}, 0, sum},
		{0.6, []float64{0.01, 0}, 1, sum},
		{0.6, nil, 1, smaller},
	} {
		m := modeltest.Rope(2)
		m.RestPosition = []model.Vec3{{}, {0.5, 0, 0}}
		_, _, err := NewCollision(m, CollisionOptions{Radius: c.radius, Radii: c.own})
		var of *RadiusError
		if !errors.As(err, &of) || (of.Mass != c.mass && c.own != nil) || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "never do, and the only pair is;") {
			t.Errorf("%g m, %v: %+v, want mass %d and %q", c.radius, c.own, err, c.mass, c.want)
		}
	}
}

// A radius that leaves any pair is taken, as are masses of other bodies and the radius that
// follows where none is given.
func TestRadiusThatLeavesPairs(t *testing.T) {
	for name, c := range map[string]struct {
		m *model.Model
		o CollisionOptions
	}{
		"corners of a lattice": {modeltest.Lattice(4, 100, 0, false), CollisionOptions{Radius: 0.025}},
		"two bodies":           {twoLattices(model.Vec3{0, 0, 0.3}), CollisionOptions{Radius: 0.05}},
		"a rope of two":        {modeltest.Rope(2), CollisionOptions{}},
	} {
		if _, _, err := NewCollision(c.m, c.o); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Two cells that share a bucket are too full together, as for the engine gpu.
func TestCrowdedBucket(t *testing.T) {
	m := modeltest.Lattice(8, 100, 0, false)
	m.Radius = slices.Repeat([]float64{0.5}, m.MassCount())
	g := newGrid(m, 1.001*1.2)
	x := int64(1)
	for ; g.bucket([3]int64{x}) != g.bucket([3]int64{}); x++ {
	}
	for i := range m.RestPosition {
		m.RestPosition[i] = model.Vec3{0.6, 0.6, 0.6}
		if i%4 == 0 {
			m.RestPosition[i][0] += float64(x) * g.edge
		}
		if i%4 == 1 || i >= 400 {
			m.RestPosition[i][0] -= 10 * float64(i) // the others are alone, or few
		}
	}
	must.Say(t, "300 masses in a bucket, 200 and 100 in its cells", crowded(m, 0.2), "share a bucket")
	for i := 0; i < 400; i += 4 {
		m.RestPosition[i][1] += g.edge
	}
	must.Be(t, crowded(m, 0.2), nil, "the same in two buckets")
}

// The count of overlaps and the first one are those of all pairs, also with negative coordinates.
func TestOverlaps(t *testing.T) {
	for _, at := range []model.Vec3{{0.025, 0.013, -0.021}, {-0.031, 0.004, 0.0301}, {0.035}, {-0.015, -0.015, -0.015}, {0.5, 0, 0}} {
		m := twoLattices(at.Sub(model.Vec3{0.02, 0.02, 0.02}))
		radius, c, err := NewCollision(m, CollisionOptions{Which: "all"})
		must.Do(t, err)
		m.Radius = radius
		count, first := 0, Overlap{}
		for i := range 64 {
			for j := 64; j < 128; j++ {
				if d := m.RestPosition[i].Sub(m.RestPosition[j]).Len(); d < radius[i]+radius[j] {
					if count++; count == 1 {
						first = Overlap{I: i, J: j, Distance: d}
					}
				}
			}
		}
		if got, one := Overlaps(m, c); got != count || one != first {
			t.Errorf("at %v: %d overlaps, first %+v; want %d, %+v", at, got, one, count, first)
		}
		c.Others = false
		if got, _ := Overlaps(m, c); got != 0 {
			t.Errorf("bodies that do not meet overlap %d times", got)
		}
	}
}

// A mass of 2 kg on one spring of 8 N/m that may touch six others of kc = 4 N/m: K = 8 +
// 24. With ζ = 0.5, bc = 2 · 0.5 √(4 · 2).
func TestSafeStepOfCollisions(t *testing.T) {
	m := twoMasses()
	m.Materials[1].Damping = 0
	m.Radius = []float64{0.1, 0.1}
	p := model.Params{Collision: model.Collision{Self: true, Bodies: []model.Surface{{Stiffness: 4}}}}
	if got, want := SafeStep(m, p), math.Sqrt(2*2/32.); !agrees(got, want) {
		t.Errorf("undamped: %g s, want %g", got, want)
	}
	p.Collision.Bodies[0].DampingRatio = 0.5
	c := 6 * math.Sqrt(8)
	if got, want := SafeStep(m, p), 4/(c+math.Sqrt(c*c+4*32)); !agrees(got, want) {
		t.Errorf("damped: %g s, want %g", got, want)
	}
	m.Radius[0], m.Radius[1] = 0, 0
	if got, want := SafeStep(m, p), math.Sqrt(0.5); !agrees(got, want) {
		t.Errorf("without radii: %g s, want %g", got, want)
	}
}

// A ball of 1 m between four others 1 m apart: √(0.343 kc h²/m).
func TestPassSpeed(t *testing.T) {
	m := modeltest.Cloth(4)
	m.Radius = make([]float64, 16)
	for i := range m.Radius {
		m.Radius[i] = 0.01
	}
	p := model.Params{Collision: model.Collision{Self: true, Bodies: []model.Surface{{Stiffness: 50}}}}
	want := math.Sqrt(0.343 * 50 * 0.02 * 0.02 / 2e-3)
	if got := PassSpeed(m, p); math.Abs(got/want-1) > 1e-3 {
		t.Errorf("%g m/s, want %g", got, want)
	}
	must.Be(t, PassAdvice(m, p), "give [collision] a larger stiffness", "pushes are the limit")
	if p.DT = 0.01 / (want / 2); !agrees(PassSpeed(m, p), want/2) || !strings.Contains(PassAdvice(m, p), "give a smaller dt") {
		t.Errorf("in steps of %g s: %g m/s, want %g; %q", p.DT, PassSpeed(m, p), want/2, PassAdvice(m, p))
	}
	if p.DT = 0.01 / (want * 2); math.Abs(PassSpeed(m, p)/want-1) > 1e-3 {
		t.Errorf("in steps of %g s: %g m/s, want %g", p.DT, PassSpeed(m, p), want)
	}
	for i := range m.Radius {
		m.Radius[i] = 0.007 // below h/(2√2)
	}
	must.Be(t, PassSpeed(m, p), 0, "through holes, in m/s")
	must.Be(t, PassAdvice(m, p), `others fit between them: give [collision] touches = ["springs"], or a larger radius`, "a net with holes")
	sheet, solid := *m, modeltest.Lattice(3, 100, 0, false)
	sheet.Triangles = [][3]uint32{{0, 1, 4}}
	must.Be(t, PassAdvice(&sheet, p), `others fit between them: give [collision] touches = ["springs", "triangles"], or a larger radius`, "a cloth with holes")
	solid.Radius = make([]float64, solid.MassCount())
	for i := range solid.Radius {
		solid.Radius[i] = 1e-3
	}
	must.Be(t, PassAdvice(solid, p), "others fit between them: give [collision] a larger radius", "a solid with holes")
	if got := PassSpeed(m, model.Params{}); !math.IsInf(got, 1) {
		t.Errorf("without collisions: %g m/s", got)
	}
	// A heavy ball meets that cloth as another body: four pairs of 2/(1/50 + 1/200) N/m.
	m.Body = make([]uint16, 17)
	m.Body[16] = 1
	m.RestPosition, m.Mass, m.Radius = append(m.RestPosition, model.Vec3{}), append(m.Mass, 3), append(m.Radius, 0.02)
	m.Pin = append(m.Pin, 0)
	p.Collision = model.Collision{Others: true, Bodies: []model.Surface{{Stiffness: 50}, {Stiffness: 200}}}
	want = math.Sqrt(4*80/3.) * (0.027 - 0.02/math.Sqrt2)
	if got := PassSpeed(m, p); !agrees(got, min(want, math.Sqrt(4*80/2e-3)*0.007)) {
		t.Errorf("another body: %g m/s, want %g", got, want)
	}
}

// More touches than safe steps reckon with are told with the dt that suits them: 9 resist 1.5
// times as much as 6.
func TestTouchesWords(t *testing.T) {
	p := model.Params{DT: 1e-3}
	must.Be(t, TouchesWords(AssumedTouches, p), "", "%d touches", AssumedTouches)
	if words := TouchesWords(9, p); !strings.Contains(words, "9 masses touched one at once, and the safe step is for 6") || !strings.Contains(words, "give a dt of 0.00082 s or less") {
		t.Errorf("9 touches: %q", words)
	}
}
