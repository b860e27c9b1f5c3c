package physics

import (
	"math"
	"strings"
	"testing"

	"hooke/model"
	"hooke/model/spring"
	"hooke/must"
)

// A spring has run away at 100 times the longest length of the start, be that
// the distance of its ends or its rest length. Removed springs do not count.
func TestRunawayLength(t *testing.T) {
	for _, c := range []struct {
		name     string
		rest     [2]float64 // of a spring 2 m long, and of one 3 m long
		material uint16     // of the second
		want     float64
	}{
		{"the longest distance", [2]float64{1, 1}, 1, 300},
		{"a rest length", [2]float64{7, 1}, 1, 700},
		{"a rest length of the second", [2]float64{1, 5}, 1, 500},
		{"the second removed", [2]float64{1, 5}, model.Removed, 200},
		{"the second removed, a rest length", [2]float64{4, 5}, model.Removed, 400},
	} {
		m := &model.Model{
			RestPosition: []model.Vec3{{}, {1, 0, 0}, {2, 0, 0}},
			Mass:         []float64{1, 1, 1},
			Ends:         []model.Ends{{0, 1}, {1, 2}},
			RestLength:   c.rest[:],
			MaterialOf:   []uint16{1, c.material},
			Materials:    []model.Material{{}, {Stiffness: 1}},
		}
		start := m.Start()
		start.Position[1], start.Position[2] = model.Vec3{0, 2, 0}, model.Vec3{0, 2, 3} // not where they rest
		must.Be(t, RunawayLength(m, start), c.want, "%s, in m", c.name)
	}
	if got := RunawayLength(&model.Model{}, &model.State{}); !math.IsInf(got, 1) {
		t.Errorf("without springs: %g m, want +Inf", got)
	}
}

// A spring that ran away because it is too soft is told so, whatever the step; no
// message has a step of +Inf.
func TestDivergedNamesSoftSprings(t *testing.T) {
	hung := func(material model.Material) *model.Model {
		return &model.Model{
			RestPosition: []model.Vec3{{}, {0, 0, -1}}, Pin: []model.Pin{model.PinAll, 0}, Mass: []float64{1, 1}, Ends: []model.Ends{{0, 1}},
			RestLength: []float64{1}, MaterialOf: []uint16{1}, Materials: []model.Material{{}, material},
		}
	}
	for _, c := range []struct {
		name     string
		material model.Material
		gravity  float64
		want     string
		without  string
	}{
		{"normalized", model.Material{Normalized: spring.Normalized{Stiffness: 1e-9}}, 10, "too soft: all weight and forces together, 10 N, stretch its k = 0.001 N/m by 1e+04 m; its stiffness is normalized", "collapsed"},
		{"normalized without weight", model.Material{Normalized: spring.Normalized{Stiffness: 1e-9}}, 0, "no spring or contact limits dt = 0.001 s", "too soft"},
		{"SI", model.Material{Stiffness: 1e-3}, 10, "use a higher stiffness, or less weight; or springs have collapsed: dt = 0.001 s is within the safe step", ""},
		{"stiff", model.Material{Stiffness: 1000}, 10, "springs may have collapsed", "too soft"},
	} {
		m := hung(c.material)
		err := RanAway(m, model.Params{DT: 1e-3, Gravity: model.Vec3{0, 0, -c.gravity}}, 7, 0, 100)
		if text := err.Error(); !strings.Contains(text, c.want) || strings.Contains(text, "Inf") || c.without != "" && strings.Contains(text, c.without) {
			t.Errorf("%s: %s", c.name, text)
		}
	}
}

// Far from the origin rounding is named beside other causes that are in doubt, with the error of positions in
// that precision. Near the origin, and where the step is to blame, it is not named.
func TestDivergedNamesRounding(t *testing.T) {
	at := func(z float64) *model.Model {
		m := twoMasses()
		for i := range m.RestPosition {
			m.RestPosition[i][0] += z
		}
		return m
	}
	for _, c := range []struct {
		z, dt float64
		bits  int
		want  string
	}{{0, 1e-3, SingleBits, ""}, {4096, 1e-3, SingleBits, "; or it is rounding: positions in float32 are 0.00049 m apart, 4.1e+03 m from the origin"},
		{4096, 1e-3, CompensatedBits, ""}, {4096, 10, SingleBits, ""}} {
		m := at(c.z)
		text := Diverged(m, model.Params{DT: c.dt}, 7, 1, 2).Rounded(m, model.Params{DT: c.dt}, c.bits).Error()
		if c.want == "" && strings.Contains(text, "rounding") || !strings.Contains(text, c.want) {
			t.Errorf("%g m away, dt %g s, %d bits: %s", c.z, c.dt, c.bits, text)
		}
	}
}

func TestDivergedSaysWhy(t *testing.T) {
	m := twoMasses()
	for dt, want := range map[float64]string{10: "above the safe step", 1e-3: "within the safe step"} {
		err := Diverged(m, model.Params{DT: dt}, 7, 1, 2)
		for _, part := range []string{want, "step 7", "mass 1", "springs [0]"} {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("dt = %g s: %q does not say %q", dt, err, part)
			}
		}
	}
}

// Balls in a lattice have no neighbors by default, and twelve with radii of 0.7 spacings; with radii of two
// and a half they have hundreds, and a note says how to avoid that.
func TestCrowdWords(t *testing.T) {
	const h, n = 0.1, 9
	m := &model.Model{}
	for i := range n * n * n {
		m.RestPosition = append(m.RestPosition, model.Vec3{h * float64(i%n), h * float64(i/n%n), h * float64(i/n/n)})
		m.Mass = append(m.Mass, 1)
	}
	c := model.Collision{Self: true, Bodies: []model.Surface{{Stiffness: 1}}}
	with := func(radius float64) string {
		m.Radius = make([]float64, len(m.Mass))
		for i := range m.Radius {
			m.Radius[i] = radius
		}
		return CrowdWords(m, c, m.RestPosition)
	}
	must.Be(t, with(0.5*h), "", "touching balls")
	if words := with(0.7 * h); words != "" { // D = 1.4 h: the twelve across the faces of cells, as balls that are packed densely
		t.Errorf("twelve: %s", words)
	}
	if words := with(1.2 * h); !strings.Contains(words, "mass 92, of radius 0.12 m, has 16 others within 1.1") { // D = 2.4 h, √6 h apart
		t.Errorf("sixteen at an edge: %s", words)
	}
	words := with(2.45 * h)
	if !strings.Contains(words, "of radius 0.245 m, has ") || !strings.Contains(words, "safe steps allow 6 touches") || !strings.Contains(words, "give a smaller radius") {
		t.Errorf("balls over five spacings: %q", words)
	}
	spread := make([]model.Vec3, len(m.RestPosition))
	for i, x := range m.RestPosition {
		spread[i] = x.Mul(10)
	}
	must.Be(t, CrowdWords(m, c, spread), "", "ten times as far apart")
	c.Self, c.Others = false, true
	must.Be(t, CrowdWords(m, c, m.RestPosition), "", "masses that never meet")
}
