package preset_test

import (
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"hooke/model"
	"hooke/scene"
)

// shaken is a scene whose masses start up to 1 % of a spacing beside their
// places, on every axis, and whose muscles start anywhere in their cycle.
func shaken(s *scene.Scene, spacing float64, seed uint64) *scene.Scene {
	random := rand.New(rand.NewPCG(seed, 0))
	start := s.Model.Start()
	for i := range start.Position {
		for axis := range 3 {
			start.Position[i][axis] += 0.01 * spacing * (2*random.Float64() - 1)
		}
	}
	out := *s
	out.Start = start
	phase := 2 * math.Pi * random.Float64()
	out.Params.Actuators = nil
	for _, a := range s.Params.Actuators {
		a.Phase += phase
		out.Params.Actuators = append(out.Params.Actuators, a)
	}
	return &out
}

// gone is how far a robot came: its center of mass along x and y [m], and how
// far a foot slid on the ground meanwhile, the mean over the feet of
// Σ|tangential displacement| between looks at which it touched the ground both
// times [m].
type gone struct{ ahead, aside, slid float64 }

// travel runs a robot and watches it every 10 ms.
func travel(r *trial, seconds float64) gone {
	var feet []int
	for i, x := range r.scene.Model.RestPosition {
		if x[2] < 1e-9 {
			feet = append(feet, i)
		}
	}
	from, before := r.center(), r.state.Position
	g := gone{}
	for r.state.Time < seconds {
		now := r.run(0.01).Position
		for _, foot := range feet {
			if now[foot][2] < 0 && before[foot][2] < 0 {
				d := now[foot].Sub(before[foot])
				g.slid += math.Hypot(d[0], d[1]) / float64(len(feet))
			}
		}
		before = now
	}
	way := r.center().Sub(from)
	g.ahead, g.aside = way[0], way[1]
	return g
}

// The walker walks: at least its own length along its heading in 10 s, its feet
// slide by less than 30 % of that path, and it stays upright. It makes that
// length in 3 s already, so that four of the five starts, and the device, stop
// there, unless HOOKE_LONG is set.
func TestWalkerWalks(t *testing.T) {
	const length = 9 * walkerSpacing
	eachEngine(t, func(t *testing.T, start starter) {
		s := open(t, "walker", scene.Options{})
		for seed := range uint64(5) {
			seconds := 3.0
			switch {
			case os.Getenv("HOOKE_LONG") != "", seed == 0 && t.Name() == "TestWalkerWalks/reference":
				seconds = 10
			case seed > 0 && t.Name() == "TestWalkerWalks/gpu":
				return
			}
			r := start(shaken(s, walkerSpacing, seed))
			g := travel(r, seconds)
			t.Logf("seed %d: %.2f m ahead (%.1f lengths), %.2f m aside, slid %.0f %%", seed, g.ahead, g.ahead/length, g.aside, 100*g.slid/g.ahead)
			if g.ahead < length || g.slid > 0.3*g.ahead {
				t.Errorf("seed %d: %.3f m ahead, want %.3f m; a foot slid %.3f m, want less than 30 %% of the way", seed, g.ahead, length, g.slid)
			}
			if height := r.center()[2]; height < 0.09 {
				t.Errorf("seed %d: it has fallen: its center is %.3f m high", seed, height)
			}
			if lo, hi := r.stretch(); lo < 0.7 || hi > 1.3 {
				t.Errorf("seed %d: L/L0 from %.2f to %.2f", seed, lo, hi)
			}
		}
	})
}

// The muscles make it walk: without, it stays within a twentieth of its length.
func TestWalkerStandsWithoutMuscles(t *testing.T) {
	eachEngine(t, func(t *testing.T, start starter) {
		s := shaken(open(t, "walker", scene.Options{}), walkerSpacing, 1)
		s.Params.Actuators = nil
		g := travel(start(s), 2)
		if limit := 0.05 * 9 * walkerSpacing; math.Hypot(g.ahead, g.aside) > limit {
			t.Errorf("it went %.4f m ahead and %.4f m aside, want less than %.4f m", g.ahead, g.aside, limit)
		}
	})
}

// The worm crawls its own length in 20 s, or its part of that in less.
func TestWormCrawls(t *testing.T) {
	const length = wormCells * wormSpacing
	eachEngine(t, func(t *testing.T, start starter) {
		s := open(t, "worm", scene.Options{})
		seconds := 10.0
		switch {
		case os.Getenv("HOOKE_LONG") != "":
			seconds = 20
		case t.Name() == "TestWormCrawls/gpu":
			seconds = 2
		}
		g := travel(start(shaken(s, wormSpacing, 1)), seconds)
		t.Logf("%.2f m ahead (%.2f lengths), %.2f m aside, slid %.2f m", g.ahead, g.ahead/length, g.aside, g.slid)
		if want := length * seconds / 20; g.ahead < want || math.Abs(g.aside) > 0.2*g.ahead {
			t.Errorf("%.3f m ahead, want %.3f m; %.3f m aside", g.ahead, want, g.aside)
		}
		s.Params.Actuators = nil
		if g := travel(start(shaken(s, wormSpacing, 1)), 1); math.Hypot(g.ahead, g.aside) > 0.05*length {
			t.Errorf("without muscles: %.4f m ahead, %.4f m aside", g.ahead, g.aside)
		}
	})
}

// The tensegrity holds its shape under its own weight: no distance between two
// of its masses changes by more than 5 % of a rod, all cords stay tight and all
// rods pressed.
func TestTensegrityHoldsItsShape(t *testing.T) {
	eachEngine(t, func(t *testing.T, start starter) {
		s := open(t, "tensegrity", scene.Options{})
		if s.Model.SpringCount() != 6+24 {
			t.Fatalf("%d springs, want 6 rods and 24 cords", s.Model.SpringCount())
		}
		r := start(s)
		r.run(5)
		worst := 0.0
		for a := range r.state.Position {
			for b := range a {
				before := s.Model.RestPosition[a].Sub(s.Model.RestPosition[b]).Len()
				worst = max(worst, math.Abs(r.state.Position[a].Sub(r.state.Position[b]).Len()-before))
			}
		}
		t.Logf("distances change by up to %.2f mm", 1e3*worst)
		if worst > 0.05*rodLength {
			t.Errorf("distances change by up to %.4f m, want less than %.4f m", worst, 0.05*rodLength)
		}
		for i, ends := range s.Model.Ends {
			stretch := r.state.Position[ends[0]].Sub(r.state.Position[ends[1]]).Len() - s.Model.RestLength[i]
			if rod := s.Model.MaterialOf[i] == 1; rod == (stretch > 0) {
				t.Errorf("spring %d, rod %v, is stretched by %.5f m", i, rod, stretch)
			}
		}
		if speed := fastest(r.state); speed > 1e-3 {
			t.Errorf("it still moves at %.4f m/s", speed)
		}
	})
}

// Without tension in its cords it falls in.
func TestTensegrityNeedsItsCords(t *testing.T) {
	s := open(t, "tensegrity", scene.Options{})
	s.Model.Materials[2].Stiffness /= 100
	eachEngine(t, func(t *testing.T, start starter) {
		r := start(s)
		before := r.center()[2]
		r.run(1)
		if after := r.center()[2]; after > 0.8*before {
			t.Errorf("its center stays at %.3f m, from %.3f m", after, before)
		}
	})
}

func fastest(s *model.State) float64 {
	speed := 0.0
	for _, v := range s.Velocity {
		speed = max(speed, v.Len())
	}
	return speed
}

// The breathing cube has (1 + a w)³ of its volume at every quarter of a cycle, within the change by its
// weight and by inertia.
func TestBreathingCubeBreathes(t *testing.T) {
	eachEngine(t, func(t *testing.T, start starter) {
		s := open(t, "breathing", scene.Options{Size: [3]int{4}})
		r := start(s)
		r.run(2) // a cycle, to come to rest
		for quarter := range 4 {
			lo, hi := r.run(0.5).Bounds()
			size := hi.Sub(lo)
			got := size[0] * size[1] * size[2] / (0.35 * 0.35 * 0.35)
			want := math.Pow(1+breathingAmplitude*[]float64{1, 0, -1, 0}[quarter], 3)
			if math.Abs(got-want) > 0.03*want {
				t.Errorf("quarter %d: the volume is %.3f of that at rest, want %.3f", quarter+1, got, want)
			}
		}
	})
}

// The robots of voxels go their own length in 10 s, each to its own side, or their part of that in less,
// and do not without muscles.
func TestVoxelRobotsGo(t *testing.T) {
	for _, robot := range []struct {
		name     string
		length   float64 // [m]
		speed    float64 // the least along its way [m/s]
		sideways bool
	}{
		{"quadruped", 0.28, 0.12, false},
		{"snake", 0.92, 0.1, true},
		{"crawler", 0.52, 0.1, false},
	} {
		eachEngine(t, func(t *testing.T, start starter) {
			seconds := 4.0
			switch {
			case os.Getenv("HOOKE_LONG") != "":
				seconds = 10
			case strings.Contains(t.Name(), "/gpu"):
				seconds = 1.5
			}
			s := open(t, robot.name, scene.Options{})
			g := travel(start(shaken(s, 0.04, 1)), seconds)
			way := g.ahead
			if robot.sideways {
				way = g.aside
			}
			t.Logf("%s: %.2f m ahead, %.2f m aside in %g s", robot.name, g.ahead, g.aside, seconds)
			if way < robot.speed*(seconds-1) || seconds == 10 && math.Hypot(g.ahead, g.aside) < robot.length {
				t.Errorf("%s: %.3f m along its way in %g s, want %.3f m", robot.name, way, seconds, robot.speed*(seconds-1))
			}
			s.Params.Actuators = nil
			if still := travel(start(s), seconds/4); math.Hypot(still.ahead, still.aside) > 0.02*robot.length {
				t.Errorf("%s went %.3f m, %.3f m without muscles", robot.name, still.ahead, still.aside)
			}
		})
	}
}

// The hiker goes a third of its length ahead over its hills in 2 s, upright; without muscles it stays.
func TestHikerGoesOverHills(t *testing.T) {
	const length = 9 * walkerSpacing
	s := open(t, "hiker", scene.Options{})
	ground := s.Params.Contacts[0].Shape
	for _, muscles := range []bool{true, false} {
		seconds := 2.0
		if !muscles {
			s.Params.Actuators, seconds = nil, 0.5
		}
		r := onCPU(t, s)
		from := r.center()
		r.run(seconds)
		deep, _ := ground.Depth(r.center())
		way := r.center()[0] - from[0]
		t.Logf("muscles %v: %.3f m ahead, its center %.3f m over the ground", muscles, way, -deep)
		if muscles != (way > length/3) || !muscles && math.Abs(way) > 0.03*length || -deep < 0.08 {
			t.Errorf("muscles %v: it went %.3f m ahead, its length is %.3f m; its center is %.3f m over the ground", muscles, way, length, -deep)
		}
	}
}
