package session

import (
	"testing"
	"time"

	"hooke/must"
)

// machine is a clock and an engine: the costs of a step and a picture.
type machine struct{ step, picture time.Duration }

// run paces frames on the machine and returns the steps of the last frame and
// of all.
func (m machine) run(p *pacer, frames int) (last, all int) {
	wall := time.Duration(0)
	for frame := range frames {
		if frame > 0 {
			p.Elapsed(wall)
		}
		last = p.Steps()
		all += last
		stepping := time.Duration(last) * m.step
		p.Stepped(last, stepping)
		p.Drew(m.picture)
		wall = stepping + m.picture
	}
	return last, all
}

func TestPacerFillsTheBudget(t *testing.T) {
	for _, c := range []struct {
		name          string
		step, picture time.Duration
		want          int
	}{
		{"fast machine", 100 * time.Microsecond, 3 * time.Millisecond, 300},
		{"slow step", 30 * time.Millisecond, 2 * time.Millisecond, 1},
		{"step above the budget", time.Second, 2 * time.Millisecond, 1},
		// Where drawing alone fills the budget, two thirds of the time are for steps.
		{"slow picture", time.Millisecond, 40 * time.Millisecond, 80},
		// But for steps a frame takes no longer than 150 ms, or the camera would jump.
		{"frame of 150 ms", time.Millisecond, 60 * time.Millisecond, 90},
		{"picture of 90 ms", time.Millisecond, 90 * time.Millisecond, 60},
		// They have half of a picture's time at least.
		{"very slow picture", 10 * time.Millisecond, 300 * time.Millisecond, 15},
		{"picture of half the budget", 100 * time.Microsecond, 16500 * time.Microsecond, 165},
		{"picture of three quarters of the budget", 100 * time.Microsecond, 24750 * time.Microsecond, 309},
		{"free steps", 0, 3 * time.Millisecond, 1 << 20},
	} {
		var p pacer
		last, _ := machine{c.step, c.picture}.run(&p, 60)
		// Rounding down of the steps, and the smoothing, which is done by then.
		if last < c.want-1 || c.step > 0 && last > c.want {
			t.Errorf("%s: %d steps, want %d", c.name, last, c.want)
		}
	}
}

func TestPacerBeginsWithOneStepAndGrowsSlowly(t *testing.T) {
	var p pacer
	previous := 0
	for frame := range 12 {
		n, _ := machine{time.Microsecond, time.Millisecond}.run(&p, 1)
		if frame == 0 && n != 1 || frame > 0 && n > growth*previous {
			t.Fatalf("frame %d: %d steps after %d", frame, n, previous)
		}
		previous = n
	}
}

// A machine that becomes ten times slower is back within the budget in a few
// frames.
func TestPacerGivesWay(t *testing.T) {
	var p pacer
	machine{100 * time.Microsecond, time.Millisecond}.run(&p, 60)
	slow := machine{time.Millisecond, time.Millisecond}
	last, _ := slow.run(&p, 15)
	must.Hold(t, last <= 33, "%d steps of 1 ms fifteen frames after the change", last)
}

// A step that becomes dearer by a known factor breaks no frame.
func TestPacerHeedsCosts(t *testing.T) {
	var p pacer
	machine{10 * time.Microsecond, time.Millisecond}.run(&p, 60)
	p.Costs(1000)
	if last, _ := (machine{10 * time.Millisecond, time.Millisecond}).run(&p, 1); last != 2 {
		t.Errorf("%d steps of 10 ms at once", last)
	}
}

// A small model must not run faster than the clock on the wall.
func TestPacerKeepsRealTime(t *testing.T) {
	p := pacer{RealTime: 1e-3}
	m := machine{10 * time.Microsecond, 20 * time.Millisecond}
	m.run(&p, 50) // it has settled
	const frames = 200
	_, all := m.run(&p, frames)
	wall := float64(frames)*0.020 + float64(all)*10e-6
	if simulated := float64(all) * 1e-3; simulated > 1.01*wall || simulated < 0.98*wall {
		t.Errorf("simulated %g s in %g s", simulated, wall)
	}
}

// Time that a slow machine lost is lost: when it becomes fast, it continues in
// real time instead of racing after the clock.
func TestPacerDoesNotMakeUpForLostTime(t *testing.T) {
	p := pacer{RealTime: 1e-3}
	machine{100 * time.Millisecond, 20 * time.Millisecond}.run(&p, 50) // six seconds lost
	fast := machine{10 * time.Microsecond, 20 * time.Millisecond}
	const frames = 100
	_, all := fast.run(&p, frames)
	wall := float64(frames)*0.020 + float64(all)*10e-6
	// Two slow frames' worth may be owed at the change.
	if simulated := float64(all) * 1e-3; simulated > wall+2*0.120 {
		t.Errorf("simulated %g s in %g s", simulated, wall)
	}
}

// In the background of slow pictures steps continue for as long as those take, but not so long that a hand
// would have to wait.
func TestPacerFillsSlowPicturesInTheBackground(t *testing.T) {
	for picture, want := range map[time.Duration]int{10 * time.Millisecond: 33, 120 * time.Millisecond: 120, 2 * time.Second: 300} {
		p := pacer{Background: true}
		last, _ := machine{time.Millisecond, picture}.run(&p, 60)
		must.Hold(t, last >= want-1 && last <= want, "in the background of pictures of %v: %d steps of 1 ms, want %d", picture, last, want)
	}
}

// While the camera moves a frame keeps its budget: a step that breaks it waits until as
// much time was left by frames; beside the pictures steps have all of it.
func TestPacerKeepsTheBudgetWhileTheCameraMoves(t *testing.T) {
	for _, c := range []struct {
		name       string
		machine    machine
		background bool
		longest    time.Duration // frame
		fewest     int           // steps in 120 frames
	}{
		{"fast step", machine{100 * time.Microsecond, 13 * time.Millisecond}, false, 33 * time.Millisecond, 120 * 190},
		// 20 ms are left of each frame: 100 ms after five of them.
		{"slow step", machine{100 * time.Millisecond, 13 * time.Millisecond}, false, 113 * time.Millisecond, 23},
		// A quarter of 60 ms is 15 ms; a resting camera would have 90 steps a frame.
		{"slow picture", machine{time.Millisecond, 60 * time.Millisecond}, false, 76 * time.Millisecond, 120 * 14},
		{"background", machine{time.Millisecond, 60 * time.Millisecond}, true, 94 * time.Millisecond, 120 * 30},
	} {
		p := pacer{Moving: true, Background: c.background}
		c.machine.run(&p, 30) // it has settled
		all, slow, longest := 0, 0, time.Duration(0)
		for range 120 {
			n := p.Steps()
			took := time.Duration(n) * c.machine.step
			if n > 0 {
				p.Stepped(n, took)
				slow++
			}
			p.Drew(c.machine.picture)
			all += n
			longest = max(longest, took+c.machine.picture)
		}
		if longest > c.longest || all < c.fewest {
			t.Errorf("%s: a frame of %v, want at most %v; %d steps, want at least %d", c.name, longest, c.longest, all, c.fewest)
		}
		if c.name == "slow step" && slow > 25 {
			t.Errorf("%s: %d frames of 120 have a step, want at most 25", c.name, slow)
		}
	}
}
