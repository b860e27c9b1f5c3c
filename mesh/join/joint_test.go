package join

import (
	"fmt"
	"math"
	"runtime/metrics"
	"slices"
	"strings"
	"testing"
	"time"

	"hooke/mesh/materials"
	"hooke/model"
	"hooke/must"
)

const placeRounding = 1e-12 // [m]

// tile is a square of four masses with all six springs, 1 m a side, and its
// sides x = 0 and x = 1 as groups.
func tile(mass, stiffness float64) *model.Model {
	m := &model.Model{
		Name:         "tile",
		RestPosition: []model.Vec3{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}},
		Mass:         []float64{mass, mass, mass, mass},
		Ends:         []model.Ends{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}},
		RestLength:   []float64{1, 1, math.Sqrt2, math.Sqrt2, 1, 1},
		MaterialOf:   []uint16{1, 1, 1, 1, 1, 1},
		Materials:    materials.Palette(model.Material{Name: "tile", Stiffness: stiffness}),
		Groups:       []model.Group{{Name: "left", Masses: []uint32{0, 2}}, {Name: "right", Masses: []uint32{1, 3}}, {Name: "corner", Masses: []uint32{3}}},
		Triangles:    [][3]uint32{{0, 1, 3}, {0, 3, 2}},
	}
	return m
}

func mustMerge(t *testing.T, parts ...Part) *model.Model {
	t.Helper()
	m := must.Get(Merge("merged", parts...))(t)
	must.Do(t, m.Validate())
	return m
}

// Two tiles side by side: masses 1 and 4, 3 and 6 become one each, heavier, and
// their edge keeps the springs of both.
func TestHingeSharesAnEdge(t *testing.T) {
	b := tile(3, 7)
	b.ActuatorOf = []uint16{0, 0, 0, 0, 0, 1}
	both := mustMerge(t, Part{Model: tile(1, 10), Name: "a"}, Part{Model: b, Name: "b", Move: model.Vec3{1.004, 0, 0}})
	m := must.Get(Hinge(both, "a/right", "b/left", 0.01))(t)
	must.Do(t, m.Validate())
	if !slices.Equal(m.Mass, []float64{1, 4, 1, 4, 3, 3}) || m.SpringCount() != 12 {
		t.Fatalf("masses %v, %d springs", m.Mass, m.SpringCount())
	}
	// The common center of mass of 1 kg at 1 m and 3 kg at 1.004 m.
	if got := m.RestPosition[1].Sub(model.Vec3{1.003, 0, 0}).Len(); got > placeRounding {
		t.Errorf("mass 1 is %g m off", got)
	}
	parallel := 0
	for s, ends := range m.Ends {
		if ends == (model.Ends{1, 3}) {
			parallel++
			must.Be(t, m.RestLength[s], 1, "spring %d: rest length", s)
		}
	}
	if parallel != 2 || m.Ends[11] != (model.Ends{3, 5}) || m.ActuatorOf[11] != 1 {
		t.Errorf("%d springs along the edge; the last spring joins %v, actuator %d", parallel, m.Ends[11], m.ActuatorOf[11])
	}
	if g, _ := m.Group("b/left"); !slices.Equal(g.Masses, []uint32{1, 3}) {
		t.Errorf("group b/left has %v", g.Masses)
	}
	must.Be(t, m.Triangles[2], [3]uint32{1, 4, 5}, "triangle")
	must.Hold(t, both.MassCount() == 8 && both.Mass[1] == 1, "the model it was made of has changed")
}

// A spring between masses that become one is left out; the pinned one of two
// masses stays where it is held.
func TestWeldOfOneBody(t *testing.T) {
	m := tile(1, 10)
	m.Groups = []model.Group{{Name: "a", Masses: []uint32{0}}, {Name: "b", Masses: []uint32{1}}}
	m.Pin = []model.Pin{0, model.PinY, 0, 0}
	got := must.Get(BallJoint(m, "a", "b", 1))(t)
	if got.SpringCount() != 5 || got.MassCount() != 3 || got.Pin[0] != model.PinY || got.RestPosition[0] != (model.Vec3{1, 0, 0}) {
		t.Errorf("%d springs, %d masses, pin %v at %v", got.SpringCount(), got.MassCount(), got.Pin, got.RestPosition[0])
	}
	must.Hold(t, len(got.Triangles) == 1, "triangles %v: one has lost its area", got.Triangles)
}

func TestJointErrors(t *testing.T) {
	merged := mustMerge(t, Part{Model: tile(1, 1), Name: "a"}, Part{Model: tile(1, 1), Name: "b", Move: model.Vec3{1, 0, 0}})
	all := []uint32{0, 1, 2, 3}
	merged.Groups = append(merged.Groups, model.Group{Name: "none"}, model.Group{Name: "all", Masses: all},
		model.Group{Name: "foot", Masses: []uint32{1}}, model.Group{Name: "toe", Masses: []uint32{4}})
	hinge, ball := Hinge, BallJoint
	for _, c := range []struct {
		join      func(*model.Model, string, string, float64) (*model.Model, error)
		a, b      string
		tolerance float64
		want      string
	}{
		{hinge, "a/right", "b/wrong", 0.1, `no group "a/right" or no group "b/wrong"`},
		{hinge, "a/right", "b/left", -1, "tolerance is -1 m"},
		{hinge, "a/right", "b/right", 0.1, "mass 1 of group \"a/right\" at [1 0 0] m has no mass of group \"b/right\" within 0.1 m"},
		{hinge, "none", "none", 0.1, "0 and 0 masses"},
		{hinge, "all", "b/left", 0.1, "4 and 2 masses"},
		{hinge, "all", "all", 0.1, "mass 0 is in both groups"},
		{hinge, "foot", "toe", 0.1, "share one mass, which makes a ball joint"},
		{ball, "a/right", "b/left", 0.1, "share 2 masses; a ball joint is one"},
	} {
		must.Say(t, fmt.Sprintf("%s, %s", c.a, c.b), must.Err(c.join(merged, c.a, c.b, c.tolerance)), c.want)
	}
}

// Groups that name masses which are not there, and edges without a length, are
// errors with the numbers.
func TestJointsOfWrongGroups(t *testing.T) {
	m := mustMerge(t, Part{Model: tile(1, 1), Name: "a"}, Part{Model: tile(1, 1), Name: "b", Move: model.Vec3{1, 0, 0}})
	groups := append(m.Groups, model.Group{Name: "one", Masses: []uint32{1}})
	for _, c := range []struct {
		join func(*model.Model, string, string, float64) (*model.Model, error)
		a, b string
		bad  model.Group
		want string
	}{
		{BallJoint, "bad", "one", model.Group{Name: "bad", Masses: []uint32{8}}, "mesh: ball joint: model \"merged\": group bad: mass 8; masses are numbered 0 to 7"},
		{BallJoint, "one", "bad", model.Group{Name: "bad", Masses: []uint32{8}}, "mesh: ball joint: model \"merged\": group bad: mass 8; masses are numbered 0 to 7"},
		{Hinge, "a/right", "bad", model.Group{Name: "bad", Masses: []uint32{4, math.MaxUint32}},
			"mesh: hinge: model \"merged\": group bad: mass 4294967295; masses are numbered 0 to 7"},
		// A group that is not of the joint is renumbered too.
		{Weld, "a/right", "b/left", model.Group{Name: "bad", Masses: []uint32{9}}, "mesh: weld: model \"merged\": group bad: mass 9; masses are numbered 0 to 7"},
	} {
		m.Groups = append(slices.Clone(groups), c.bad)
		if _, err := c.join(m, c.a, c.b, 0.1); err == nil || err.Error() != c.want {
			t.Errorf("%s, %s: error %v, want %s", c.a, c.b, err, c.want)
		}
	}
	m.Groups = groups

	// Masses 1 and 3 at one place, and 4 and 6 too.
	for _, tolerance := range []float64{0, 1e-3} {
		for _, pair := range [][2]int{{1, 3}, {4, 6}} {
			m.RestPosition[pair[0]] = model.Vec3{1, 0, 0}
			m.RestPosition[pair[1]] = model.Vec3{1, 0, tolerance / 2}
		}
		want := fmt.Sprintf(`mesh: hinge: masses of group "a/right" lie within %g m of each other, the tolerance is %g m; they make a point and no edge to turn about`,
			tolerance/2, tolerance)
		if _, err := Hinge(m, "a/right", "b/left", tolerance); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
		must.Be(t, must.Err(Weld(m, "a/right", "b/left", tolerance)), nil, "welded")
	}
}

// A seam that is no straight line makes no hinge; it can be welded.
func TestBentSeam(t *testing.T) {
	both := mustMerge(t, Part{Model: tile(1, 1), Name: "a"}, Part{Model: tile(1, 1), Name: "b", Move: model.Vec3{0, 0, 1e-5}})
	both.Groups = []model.Group{{Name: "a", Masses: []uint32{0, 1, 2}}, {Name: "b", Masses: []uint32{4, 5, 6}}}
	must.Say(t, "", must.Err(Hinge(both, "a", "b", 1e-4)), "off a line")
	m, err := Weld(both, "a", "b", 1e-4)
	if err != nil || m.MassCount() != 5 || m.Validate() != nil {
		t.Errorf("welded: %v, %v", m, err)
	}
}

// The nearest two become one first, none twice, whatever else is near enough.
func TestWeldNear(t *testing.T) {
	m := &model.Model{Materials: materials.Palette(model.Material{Stiffness: 1}), Groups: []model.Group{{Name: "a", Masses: []uint32{0, 1}}, {Name: "b", Masses: []uint32{2, 3}}}}
	for _, x := range []float64{0, 0.35, 0.3, 0.1} {
		m.RestPosition = append(m.RestPosition, model.Vec3{x, 0, 0})
		m.Mass = append(m.Mass, 1)
	}
	out, number, err := WeldNear(m, "a", "b", 0.4)
	must.Do(t, err)
	if out.MassCount() != 2 || number[0] != number[3] || number[1] != number[2] || math.Abs(out.RestPosition[number[1]][0]-0.325) > placeRounding {
		t.Errorf("masses became %v, at %v", number, out.RestPosition)
	}
	if _, _, err := WeldNear(m, "a", "b", 0.01); err == nil || !strings.Contains(err.Error(), "nearest two are 0.05 m apart") {
		t.Errorf("too far apart: %v", err)
	}
}

// Pairs are counted before memory is taken for them: a distance that joins everything is refused with
// little more than the model takes.
func TestPairsAreCountedFirst(t *testing.T) {
	row := func(x float64) *model.Model {
		m := &model.Model{Name: "row", Materials: materials.Palette(model.Material{Name: "row", Stiffness: 1})}
		for i := range 8300 { // 69 million pairs
			m.RestPosition, m.Mass = append(m.RestPosition, model.Vec3{x, float64(i), 0}), append(m.Mass, 1)
		}
		return m
	}
	m := mustMerge(t, Part{Name: "a", Model: row(0)}, Part{Name: "b", Model: row(1)})
	for k, name := range []string{"a", "b"} {
		g := model.Group{Name: name}
		for i := range 8300 {
			g.Masses = append(g.Masses, uint32(k*8300+i))
		}
		m.Groups = append(m.Groups, g)
	}
	most, stop, done := uint64(0), make(chan bool), make(chan bool)
	go func() {
		defer close(done)
		for sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}; ; time.Sleep(time.Millisecond) {
			metrics.Read(sample)
			most = max(most, sample[0].Value.Uint64())
			select {
			case <-stop:
				return
			default:
			}
		}
	}()
	_, err := ConnectNear(m, "a", "b", 1e9, m.Materials[1])
	close(stop)
	if <-done; err == nil || !strings.Contains(err.Error(), "pairs of masses may lie within 1e+09 m") {
		t.Errorf("error %v", err)
	}
	if most > 256<<20 {
		t.Errorf("it took %d MB to refuse it", most>>20)
	}
}
