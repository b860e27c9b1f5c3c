package chain_test

import (
	"math"
	"strings"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/model/rod"
	"hooke/model/rod/chain"
	"hooke/must"
)

// wires are masses at points with springs between them that are segments of a rod.
func wires(of rod.Rod, points []model.Vec3, ends ...[2]int) *model.Model {
	b := modeltest.NewBuilder("wires")
	b.Model.Materials = append(b.Model.Materials, model.Material{Name: "wire", Rod: of})
	for _, x := range points {
		b.Mass(1, x, 0)
	}
	for _, e := range ends {
		b.Join(e[0], e[1], uint16(len(b.Model.Materials)-1))
	}
	return &b.Model
}

// polygon is a closed ring of n segments of 1 m, with ends in any order.
func polygon(of rod.Rod, n int) *model.Model {
	var points []model.Vec3
	var ends [][2]int
	for i := range n {
		s, c := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		points = append(points, model.Vec3{c, s, 0}.Mul(1/(2*math.Sin(math.Pi/float64(n)))))
		e := [2]int{i, (i + 1) % n}
		if i%3 == 1 {
			e[0], e[1] = e[1], e[0]
		}
		ends = append(ends, e)
	}
	return wires(of, points, ends...)
}

// Frames point along springs, whose ends are swapped where chains need it, turn by the least angle,
// and say of joints how the shape is bent: a ring of chords 1 m turns by 2π/n at each, 2 sin(π/n).
// One that is straight at rest is not bent there, and is twisted as much as it says.
func TestFrame(t *testing.T) {
	of := rod.Solid(0.1, 1e6, 4e5)
	for _, n := range []int{7, 12} {
		m := polygon(of, n)
		chain.Frame(m)
		must.Do(t, m.Validate())
		set := chain.Of(m)
		if len(set.Segments) != n || len(set.Joints) != n {
			t.Fatalf("a ring of %d has %d segments and %d joints", n, len(set.Segments), len(set.Joints))
		}
		for k, one := range set.Segments {
			way := m.RestPosition[one.Ends[1]].Sub(m.RestPosition[one.Ends[0]])
			if off := m.Segments[k].Start.Rotate(model.Vec3{0, 0, 1}).Sub(way).Len(); off > 1e-12 {
				t.Errorf("the tangent of segment %d is off by %g", k, off)
			}
		}
		for _, j := range set.Joints {
			if bend := math.Hypot(j.Rest[0], j.Rest[1]); math.Abs(bend-2*math.Sin(math.Pi/float64(n))) > 1e-12 || math.Abs(j.Rest[2]) > 1e-12 {
				t.Errorf("joint at rest %v, of size %g", j.Rest, bend)
			}
		}
		s := m.Start()
		if elastic, kinetic := set.Energy(s.Position, s.Orientation, s.AngularVelocity); elastic > 1e-20 || kinetic != 0 {
			t.Errorf("at rest the ring holds %g and %g J", elastic, kinetic)
		}
		straight := of
		straight.Straight, straight.RestTwist = true, 0.3
		m = polygon(straight, n)
		chain.Frame(m)
		for _, j := range chain.Of(m).Joints {
			if j.Rest.Sub(model.Vec3{0, 0, 0.3}).Len() > 1e-12 {
				t.Errorf("a straight rod is at rest with %v", j.Rest)
			}
		}
	}
}

// A tree is joined where it branches, and no two of a color share a mass or a segment.
func TestTreeAndColors(t *testing.T) {
	m := wires(rod.Solid(0.1, 1e6, 4e5), []model.Vec3{{0, 0, 0}, {0, 0, 1}, {1, 0, 2}, {-1, 0, 2}, {0, 0, -1}, {-1, 1, 3}},
		[2]int{2, 1}, [2]int{1, 3}, [2]int{1, 0}, [2]int{0, 4}, [2]int{3, 5})
	chain.Frame(m)
	set := chain.Of(m)
	if err := m.Validate(); err != nil || len(set.Joints) != 4 {
		t.Fatalf("%v; 5 segments with %d joints, want 4", err, len(set.Joints))
	}
	seen := 0
	for _, color := range set.Ends {
		at := map[uint32]bool{}
		for _, k := range color {
			for _, end := range set.Segments[k].Ends {
				if at[end] {
					t.Errorf("two segments of a color share mass %d", end)
				}
				at[end] = true
			}
			seen++
		}
	}
	for _, color := range set.Bends {
		at := map[uint32]bool{}
		for _, k := range color {
			if j := set.Joints[k]; at[j.From] || at[j.To] {
				t.Errorf("two joints of a color share a segment")
			} else {
				at[j.From], at[j.To] = true, true
			}
			seen++
		}
	}
	if seen != 9 || set.Sum() == chain.Of(polygon(rod.Solid(0.1, 1e6, 4e5), 4)).Sum() {
		t.Errorf("%d segments and joints have a color, or sums are alike", seen)
	}
	// A clamp holds segments at its masses.
	held := set.Held([]model.Clamp{{Masses: []uint32{4}}})
	if got := []int{-1, -1, -1, 0, -1}; len(held) != 5 || held[3] != got[3] || held[0] != got[0] {
		t.Errorf("held %v", held)
	}
}

// Masses that cannot be a rod are refused in words.
func TestFaults(t *testing.T) {
	solid := rod.Solid(0.1, 1e6, 4e5)
	line := func(change func(m *model.Model)) error {
		m := wires(solid, []model.Vec3{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, [2]int{0, 1}, [2]int{1, 2})
		chain.Frame(m)
		change(m)
		return m.Validate()
	}
	for want, change := range map[string]func(m *model.Model){
		"":                             func(*model.Model) {},
		"how it starts":                func(m *model.Model) { m.Segments = nil },
		"segments of rods for 2":       func(m *model.Model) { m.Segments = m.Segments[:1] },
		"must have unit length":        func(m *model.Model) { m.Segments[1].Start.W = 2 },
		"every component must be":      func(m *model.Model) { m.Segments[1].Darboux[1] = math.NaN() },
		"rest length is 0 m":           func(m *model.Model) { m.RestLength[0] = 0 },
		"it has no inertia":            func(m *model.Model) { m.Pin = []model.Pin{7, 7, 0}; m.Mass[0], m.Mass[1] = 0, 0 },
		"is a rod and a spring":        func(m *model.Model) { m.Materials[len(m.Materials)-1].Stiffness = 1 },
		"shear rigidity of the rod is": func(m *model.Model) { m.Materials[len(m.Materials)-1].Rod.Shear = 0 },
		"it must not be negative":      func(m *model.Model) { m.Materials[len(m.Materials)-1].Rod.Delay = -1 },
		"neither a radius nor": func(m *model.Model) {
			m.Materials[len(m.Materials)-1].Rod = rod.Rod{Stretch: 1, Shear: 1, Twist: 1}
		},
	} {
		err := line(change)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
	var many [][2]int
	points := []model.Vec3{{}}
	for i := range model.MaxSegments + 1 {
		s, c := math.Sincos(float64(i))
		points, many = append(points, model.Vec3{c, s, 0}), append(many, [2]int{0, i + 1})
	}
	m := wires(solid, points, many...)
	chain.Frame(m)
	must.Say(t, "9 segments at a mass", m.Validate(), "at most 8 can be joined")
	ok := wires(solid, points[:2], [2]int{0, 1})
	chain.Frame(ok)
	for _, solver := range model.Solvers() {
		err := (model.Params{Integrator: solver}).ValidateFor(ok)
		if solver == model.Impulses && err != nil || solver != model.Impulses && (err == nil || !strings.Contains(err.Error(), "use --solver impulses")) {
			t.Errorf("%v: %v", solver, err)
		}
	}
	must.Say(t, "a clamp that turns without an axis", (model.Params{Integrator: model.Impulses, Clamps: []model.Clamp{{Angle: 1}}}).ValidateFor(ok), "axis")
}
