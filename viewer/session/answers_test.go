package session

import (
	"math"
	"strings"
	"testing"
	"time"

	"hooke/gpu/glx"
	"hooke/model"
	"hooke/must"
	"hooke/viewer/draw"
	"hooke/viewer/edited"
	"hooke/viewer/viewertest"
)

// Every key that switches something says how it is now, each time another thing.
func TestTogglesAnswer(t *testing.T) {
	s := newBench(t, 3, nil)
	s.picked = 0
	for _, c := range []struct {
		key  string
		want []string // the answers, one press after the other
	}{
		{"space", []string{"running", "paused"}},
		{"c", []string{"color force", "color energy"}},
		{"v", []string{"show surface", "show springs"}},
		{"l", []string{"theme light", "theme dark"}},
		{"a", []string{"forces are shown", "forces are hidden"}},
		{"m", []string{"masses are hidden", "masses are shown"}},
		{"g", []string{"ground is hidden", "ground is shown"}},
		{"i", []string{"inside is shown", "inside is hidden"}},
		{"t", []string{"turntable", "stands"}},
		{"x", []string{"stroke", "no cut"}},
		{"d", []string{"paint them", "no paint"}},
		{"p", []string{"pinned mass 0", "let mass 0 go"}},
		{"e", []string{"held", "hidden"}},
		{"tab", []string{"controls: ", "closed"}},
		{"1", []string{"the front"}}, {"3", []string{"above"}}, {"f", []string{"in the view"}},
	} {
		for _, want := range c.want {
			s.notice = ""
			must.Do(t, s.Key(c.key))
			if !strings.Contains(s.notice, want) {
				t.Errorf("%s says %q, want %q", c.key, s.notice, want)
			}
		}
	}
}

// Escape closes the open panel, the nearest thing first, and never the window.
func TestEscapeClosesWhatIsOpen(t *testing.T) {
	s := newBench(t, 3, nil)
	must.Do(t, s.Key("tab"))
	must.Do(t, s.Key("e"))
	s.picked = 3
	must.Do(t, s.Key("x"))
	must.Do(t, s.Key("?"))
	s.fault(edited.ErrNoLedger)
	open := func() (n int) {
		for _, is := range []bool{s.opener.faults != nil, s.help, s.knife, s.panel.open, s.plots.shown != noPlots, s.picked >= 0} {
			if is {
				n++
			}
		}
		return n
	}
	for left := 5; left >= 0; left-- {
		must.Do(t, s.Key("escape"))
		if open() != left || s.quit {
			t.Fatalf("%d things are open, want %d; quit %v", open(), left, s.quit)
		}
	}
	for range 3 {
		must.Do(t, s.Key("escape"))
	}
	must.Hold(t, !s.quit && strings.Contains(s.notice, "q leaves"), "escape leaves, or says %q", s.notice)
	must.Do(t, s.Key("q"))
	must.Hold(t, s.quit, "q does not leave what nobody has changed")
}

// After a change the window asks once before it closes; after a reset it does not.
func TestLeavingAsksOnce(t *testing.T) {
	changes := map[string]func(s *Session){
		"a pin":     func(s *Session) { s.picked = 0; s.pinPicked() },
		"a poke":    func(s *Session) { s.picked = 0; s.pokePicked() },
		"a control": func(s *Session) { s.pickControl(t, "gravity"); s.nudge(1) },
		"paint": func(s *Session) {
			s.brush.dabs = []uint32{0, 1, 2}
			s.brush.material = 1 + s.brush.material/2
			must.Do(t, s.endStroke())
		},
		"stiffness": func(s *Session) { s.pickControl(t, "stiffness ×"); s.nudge(1) },
	}
	s := newBench(t, 3, nil)
	for name, change := range changes {
		change(s)
		must.Hold(t, s.Touched, "%s is no change", name)
		must.Do(t, s.Key("q"))
		if o := s.overlay(); s.quit || o.Notice != stays {
			t.Errorf("after %s q leaves (%v), or says %q", name, s.quit, o.Notice)
		}
		must.Do(t, s.Key("escape"))
		must.Hold(t, !s.leaving, "escape does not answer")
		must.Do(t, s.Key("r"))
		must.Hold(t, !s.Touched, "after a reset %s is a change", name)
	}
	s.pickControl(t, "gravity")
	s.nudge(1)
	must.Do(t, s.Key("q"))
	must.Do(t, s.Key("q"))
	must.Hold(t, s.quit, "the second q does not leave")
	looks := newBench(t, 3, nil)
	for _, key := range []string{"c", "v", "l", "e", "e", "e", "space", "1", "f"} {
		must.Do(t, looks.Key(key))
	}
	must.Do(t, looks.Key("q"))
	must.Hold(t, looks.quit, "who only looked is asked")
}

// A push leads to a speed and not beyond it, and a key that is held pushes for a while.
func TestHeldPushIsLimited(t *testing.T) {
	s := newBench(t, 4, func(o *Options) { o.Subject.Params.Contacts, o.Subject.Params.Gravity = nil, model.Vec3{} })
	must.Do(t, s.Key("1")) // right is x
	s.shown.Toward(s.camera, 10)
	must.Do(t, s.Draw(400, 300, 1))
	s.picked, s.paused = int(s.Model.Groups[1].Masses[5]), false
	must.Do(t, s.Key("right"))
	begun := s.pushing.begun
	fastest := 0.0
	for range 200 { // until it flies
		s.pushedAt, s.pushing.begun = time.Now(), time.Now()
		s.run(t, 20)
		state := must.Get(s.State())(t)
		speed := 0.0
		for _, i := range s.Hands.Pushed {
			speed += state.Velocity[i][0] / float64(len(s.Hands.Pushed))
		}
		fastest = max(fastest, speed)
	}
	// 3 g of the whole for all that time would be far faster.
	limit, unlimited := pushSpeed*s.BodySize(), edited.PushGravity*model.StandardGravity*s.Time()
	if fastest < 0.5*limit || fastest > 1.5*limit || unlimited < 3*limit { // the layer swings against the rest, and 20 steps go by between two looks
		t.Errorf("pushed to %g m/s, the limit is %g, without it %g", fastest, limit, unlimited)
	}
	s.pushing.begun = begun.Add(-2 * pushLongest)
	s.paused = false
	must.Do(t, s.Key("right"))
	must.Do(t, s.pull(0))
	if s.Hands.Push != (model.Vec3{}) || !strings.Contains(s.notice, "let the key go") {
		t.Errorf("held for long it pushes with %v, and says %q", s.Hands.Push, s.notice)
	}
	s.pushedAt = time.Now().Add(-pushTime - time.Second)
	must.Do(t, s.pull(0))
	must.Do(t, s.Key("right"))
	must.Hold(t, strings.Contains(s.notice, "pushing"), "the next push says %q", s.notice)
}

// The energy of a paused run is there at once, between axes with numbers, and each single
// step adds to it.
func TestEnergyOfAPausedRun(t *testing.T) {
	s := newBench(t, 3, nil)
	s.run(t, 30)
	must.Do(t, s.Key("e"))
	if n := len(s.plots.energy.Time); n != 1 {
		t.Fatalf("%d samples while paused, want 1", n)
	}
	e := s.plots.energy
	if e.Time[0] != s.Time() || !(e.Values[0][0] > 0) || !(math.Abs(e.Values[0][4]) > 0) {
		t.Errorf("the sample is of %g s: %v", e.Time[0], e.Values[0])
	}
	for k := range 3 {
		s.run(t, 1)
		if n := len(s.plots.energy.Time); n != k+2 {
			t.Errorf("%d samples after %d single steps", n, k+1)
		}
	}
	must.Do(t, s.Draw(400, 300, 1))
}

// The reached share of real time is the ratio of the times that went by, and nothing while it stands still.
func TestRealTimeFactor(t *testing.T) {
	var c clock
	begin := time.Now()
	for k := range 30 {
		c.Look(begin.Add(time.Duration(k)*100*time.Millisecond), 2+0.025*float64(k), true)
	}
	must.Near(t, c.Rate, 0.25, 1e-9, "a quarter of real time, as a factor")
	if c.Look(begin.Add(4*time.Second), 2, false); c.Rate != 0 {
		t.Errorf("paused it is × %g", c.Rate)
	}
	s := newBench(t, 3, nil)
	s.clock.Rate = 0.25
	s.paused = false
	if o := s.overlay(); o.RealTime != 0.25 {
		t.Errorf("the overlay says × %g", o.RealTime)
	}
}

// The film of a paused run says that it waits, and when it is empty why.
func TestFilmOfAPausedRunSaysWhy(t *testing.T) {
	s, _ := newFilmed(t, 8)
	s.paused = true
	s.record(false)
	must.Hold(t, strings.Contains(s.notice, "paused"), "the beginning says %q", s.notice)
	s.filmRound(t)
	s.filmRound(t)
	if b := s.badge(); !strings.Contains(b, "waits: the run is paused") {
		t.Errorf("the badge says %q", b)
	}
	s.record(false)
	must.Hold(t, strings.Contains(s.notice, "the run was paused"), "the end says %q", s.notice)
	s.paused = false
	s.record(false)
	if strings.Contains(s.notice, "paused") || strings.Contains(s.badge(), "waits") {
		t.Errorf("a film of what runs says %q, %q", s.notice, s.badge())
	}
	s.record(false)
}

// A recorded run greets with the actions it allows, and its help lists nothing else.
func TestGreetingOfARecordedRun(t *testing.T) {
	s := newBench(t, 3, func(o *Options) {
		o.New = func(ctx *glx.Context, m *model.Model, p model.Params) (draw.DrawnEngine, error) {
			return viewertest.NewRisingTape(ctx, m, 5)
		}
	})
	first := s.overlay().Notice
	must.Hold(t, strings.Contains(first, "space plays") && !strings.Contains(first, "pull"), "it greets with %q", first)
	must.Do(t, s.Key("?"))
	help := strings.Join(s.overlay().Help, "\n")
	for _, not := range []string{"pin", "cut", "poke", "paint", "reset", "ledger", "arrows push"} {
		must.Hold(t, !strings.Contains(help, not), "the help of a recorded run offers %q", not)
	}
	for _, word := range []string{"home", "end", "line below", "frame"} {
		must.Hold(t, strings.Contains(help, word), "the help of a recorded run lacks %q", word)
	}
}
