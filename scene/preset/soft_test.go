package preset_test

import (
	"errors"
	"math"
	"testing"

	"hooke/cpu"
	"hooke/model"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/preset"
	"hooke/scene/scenetest"
)

// Jelly lands, is pressed to less than 0.85 of its height and comes back;
// no spring is pressed to half its length.
func TestJellyWobbles(t *testing.T) {
	eachEngine(t, func(t *testing.T, start starter) {
		s := open(t, "jelly", scene.Options{Size: [3]int{7}})
		r := start(s)
		lowest, shortest := 1.0, 1.0
		for r.state.Time < 1 {
			lo, hi := r.run(0.01).Bounds()
			lowest = min(lowest, (hi[2]-lo[2])/jellyFull)
			least, _ := r.stretch()
			shortest = min(shortest, least)
		}
		r.run(6)
		lo, hi := r.state.Bounds()
		height := (hi[2] - lo[2]) / jellyFull
		t.Logf("pressed to %.2f of its height, springs to %.2f; stands at %.2f", lowest, shortest, height)
		if lowest > 0.85 || lowest < 0.6 || shortest < 0.5 {
			t.Errorf("pressed to %.3f of its height, springs to %.3f of their length", lowest, shortest)
		}
		if height < 0.9 || height > 0.98 || math.Abs(lo[2]) > 0.02 {
			t.Errorf("it stands %.3f of its height from z = %.3f m", height, lo[2])
		}
	})
}

// The cloth lies on the ball: its middle on top, its corners hanging well below,
// and no mass in the ball deeper than a hundredth of it.
func TestDrapeLiesOnTheBall(t *testing.T) {
	eachEngine(t, func(t *testing.T, start starter) {
		s := open(t, "drape", scene.Options{Size: [3]int{21}})
		r := start(s)
		r.run(1.5)
		ball := s.Params.Contacts[1]
		deepest, touching := 0.0, 0
		for _, x := range r.state.Position {
			depth, _ := ball.Depth(x)
			deepest = max(deepest, depth)
			if depth > 0 {
				touching++
			}
		}
		top := 2.4 * drapeRadius
		middle, corner := r.state.Position[220], r.state.Position[0]
		t.Logf("%d masses touch the ball, up to %.4f m deep; middle at %.3f m, corner at %.3f m, %.3f m/s", touching, deepest, middle[2], corner[2], fastest(r.state))
		must.Hold(t, deepest <= 0.01*drapeRadius && touching >= 20, "%d masses touch the ball, up to %.4f m deep", touching, deepest)
		if math.Abs(middle[2]-top) > 0.01 || corner[2] > top-0.4 {
			t.Errorf("its middle is at %.3f m, its corner at %.3f m; the ball ends at %.3f m", middle[2], corner[2], top)
		}
	})
}

// The wind holds the flag up and makes it flutter; without, it hangs down.
func TestFlagFlutters(t *testing.T) {
	eachEngine(t, func(t *testing.T, start starter) {
		// free is how far the free edge is from the mast along the wind, the mean over
		// the last second of three, and how far its middle swings across it [m].
		free := func(s *scene.Scene) (along, across float64) {
			r := start(s)
			r.run(2)
			least, most := math.Inf(1), math.Inf(-1)
			for range 20 {
				x := r.run(0.05).Position[5] // the middle of the free edge: the row of lowest y has 11 masses
				along += x[0] / 20
				least, most = min(least, x[1]), max(most, x[1])
			}
			return along, most - least
		}
		s := open(t, "flag", scene.Options{Size: [3]int{11, 16}})
		mast := s.Model.RestPosition[15*11][0]
		blown, swing := free(s)
		s.Params.Wind.Velocity = model.Vec3{}
		calm, _ := free(s)
		t.Logf("in the wind %.2f m from the mast, swinging over %.2f m; in calm air %.2f m", blown-mast, swing, calm-mast)
		if blown-mast < 0.7*flagLength || swing < 0.02 || calm-mast > 0.5*flagLength {
			t.Errorf("in the wind %.3f m from the mast, swinging over %.3f m; in calm air %.3f m", blown-mast, swing, calm-mast)
		}
	})
}

// hung looks at a preset that steps at 1/60 s by impulses, after each of the given number of seconds.
func hung(t *testing.T, name string, seconds []int, look func(s *scene.Scene, after int, end *model.Snapshot)) {
	t.Helper()
	s := must.Get(preset.Of(name).Open(scene.Options{}))(t)
	if s.Params.Integrator != model.Impulses || math.Abs(s.Params.DT-1./60) > 1e-12 {
		t.Fatalf("%s: %v, dt %g s", name, s.Params.Integrator, s.Params.DT)
	}
	e := must.Get(cpu.New(s.Model, s.Params, cpu.Options{Threads: 1}))(t)
	defer e.Close()
	must.Do(t, e.Reset(s.Start))
	before := 0
	for _, after := range seconds {
		var end model.Snapshot
		must.Do(t, errors.Join(e.Step(60*(after-before)), e.Finish(), e.Read(&end)))
		look(s, after, &end)
		before = after
	}
}

// between is the distance of two masses [m].
func between(at *model.Snapshot, ends model.Ends) float64 {
	sum := 0.0
	for axis := range 3 {
		d := float64(at.Position[ends[1]][axis]) - float64(at.Position[ends[0]][axis])
		sum += d * d
	}
	return math.Sqrt(sum)
}

// The curtain keeps its length: no mass is farther from its ring than the cloth between them and
// the slack of its attachment, and the draft has moved its lower edge out of the way it hung.
func TestCurtain(t *testing.T) {
	hung(t, "curtain", []int{2}, func(s *scene.Scene, _ int, end *model.Snapshot) { lookAtCurtain(t, s.Model, end) })
}

func lookAtCurtain(t *testing.T, m *model.Model, end *model.Snapshot) {
	for k := m.SpringCount() - m.Attachments; k < m.SpringCount(); k++ {
		ends := m.Ends[k]
		way := between(end, ends)
		if way > 1.001*m.RestLength[k] {
			t.Errorf("mass %d is %g m from its ring, %g m of cloth", ends[0], way, m.RestLength[k])
		}
	}
	must.Hold(t, m.Attachments >= 900, "%d attachments", m.Attachments)
	var out float64
	for i := range 31 {
		out += (float64(end.Position[i][1]) - m.RestPosition[i][1]) / 31
	}
	must.Hold(t, (out > 0.1 && out < 1.9), "the lower edge has moved by %g m along the draft", out)
}

// Links of the net keep their length to 1 %, and the ball lifts its middle to its own top, and lets
// it fall.
func TestNet(t *testing.T) {
	const top = 1.3 + 0.45 + 0.3
	middle := map[int][2]float64{2: {top - 0.05, top + 0.1}, 3: {0, top - 0.4}}
	hung(t, "net", []int{2, 3}, func(s *scene.Scene, after int, end *model.Snapshot) {
		m := s.Model
		for k := range m.SpringCount() - m.Attachments {
			length := between(end, m.Ends[k])
			if math.Abs(length/m.RestLength[k]-1) > 0.01 {
				t.Errorf("after %d s link %d is %g m long, and rests at %g", after, k, length, m.RestLength[k])
			}
		}
		if z := float64(end.Position[m.MassCount()/2][2]); z < middle[after][0] || z > middle[after][1] {
			t.Errorf("after %d s the middle is at %g m, want %g", after, z, middle[after])
		}
	})
}

const rounding = 1e-9

// The springs of `lattice` follow k = m g n/(5.4 s h) for masses m = ρ V/n³, within the effect of the surface
// and the foot at this n.
func TestLatticeStiffness(t *testing.T) {
	const side, surface = 43, 0.08
	s := must.Get(preset.Of("lattice").Open(scene.Options{}))(t)
	h := 1. / (side - 1)
	want := 1000. / (side * side * side) * 9.81 * side / (5.4 * sag * h)
	if got := s.Model.Materials[1].Stiffness; !scenetest.Within(got, want, surface) {
		t.Errorf("stiffness %g N/m, the formula gives %g", got, want)
	}
}

// The visible block keeps its springs above nine tenths of their length
// while it falls, lands and bounces for five seconds.
func TestLatticeSurvivesItsFall(t *testing.T) {
	s := must.Get(preset.Of("lattice").Open(scene.Options{Springs: 56_000}))(t)
	if s.Model.SpringCount() != 56_368 {
		t.Fatalf("%d springs", s.Model.SpringCount())
	}
	lo, hi, end := scenetest.Stretch(t, s, must.Sized(2.5, 5.), 6)
	must.Hold(t, lo > 0.9 && hi < 1.1, "L/L0 from %.4f to %.4f; want more than 0.9 and less than 1.1", lo, hi)
	// It has landed and stands on the ground, a little shorter.
	a, b := end.Bounds()
	if height := b[2] - a[2]; height < 0.97 || height > 1.005 || math.Abs(a[2]) > 0.02 {
		t.Errorf("at the end it stands %.4f m tall from z = %.4f; want about 0.99 from 0", height, a[2])
	}
	t.Logf("L/L0 from %.4f to %.4f", lo, hi)
}

// The measure above can fail: from sixteen times the height it does.
func TestLatticeFromTooHigh(t *testing.T) {
	s := must.Get(preset.Of("lattice").Open(scene.Options{Springs: 10_000}))(t)
	s.Params.Contacts[0].Shape = model.Plane{Offset: -15 * dropPart}
	if lo, _, _ := scenetest.Stretch(t, s, 0.6, 6); lo > 0.9 {
		t.Errorf("shortest L/L0 %.4f after a fall from %g m; want less than 0.9", lo, 16*dropPart)
	}
}

// Half a rest length is where the safe step ends; nothing we ship comes near.
func TestScenesStayWhole(t *testing.T) {
	for _, c := range []struct {
		name    string
		o       scene.Options
		seconds float64
		lo, hi  float64 // bounds on L/L0
	}{
		{"cube", scene.Options{}, 1, 0.9, 1.1},
		{"rope", scene.Options{Size: [3]int{60}}, 3, 0.98, 1.05},
		{"cloth", scene.Options{Size: [3]int{20}}, 2, 0.8, 1.05},
		{"cloth", scene.Options{Size: [3]int{20}, Undamped: true}, 1, 0.7, 1.1},
		{"spot", scene.Options{Springs: 5_000}, 1, 0.75, 1.2},
		{"spot", scene.Options{Springs: 5_000, Pin: "top"}, 0.5, 0.8, 1.2},
		{"lattice", scene.Options{Size: [3]int{4, 4, 24}}, 0.5, 0.88, 1.1},
		{"lattice", scene.Options{Size: [3]int{20, 20, 2}}, 0.5, 0.88, 1.1},
		{"lattice", scene.Options{Springs: 5_000, PerMass: 9}, 0.5, 0.88, 1.1},
	} {
		s, err := preset.Of(c.name).Open(c.o)
		if err != nil {
			t.Errorf("%s %+v: %v", c.name, c.o, err)
			continue
		}
		lo, hi, _ := scenetest.Stretch(t, s, c.seconds, 10)
		must.Hold(t, lo >= c.lo && hi <= c.hi, "%s %+v: L/L0 from %.3f to %.3f, want %g to %g", c.name, c.o, lo, hi, c.lo, c.hi)
		t.Logf("%s %d springs: L/L0 from %.3f to %.3f", c.name, s.Model.SpringCount(), lo, hi)
	}
}
