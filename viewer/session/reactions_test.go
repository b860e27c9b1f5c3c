package session

import (
	"math"
	"strings"
	"testing"

	"hooke/model"
	"hooke/must"
	"hooke/viewer/draw"
	"hooke/viewer/draw/hud"
)

// forceOn is the number beside a name among the lines of reactions.
func forceOn(lines []hud.Reading, name string) string {
	for _, line := range lines {
		if line.What == name {
			return line.Much
		}
	}
	return ""
}

// The key shows and hides the forces on what holds a structure. After a
// change by hands pins are those of then.
func TestKeyShowsReactions(t *testing.T) {
	s := newBench(t, 3, func(o *Options) { o.Subject.Params.DragHalfLife = 0.02 })
	shown := func() []hud.Reading {
		t.Helper()
		must.Do(t, s.Draw(400, 300, 1))
		if !s.look.Reactions {
			return nil
		}
		return s.lastArrows(t)
	}
	if shown() != nil || s.value(t, "reactions").Value != "hidden" {
		t.Error("reactions are shown before anybody asks")
	}
	must.Do(t, s.Key("y"))
	if got := forceOn(shown(), "contact[0]"); got != "0 N" || s.value(t, "reactions").Value != "shown" {
		t.Errorf("in the air the ground takes %q", got)
	}
	s.run(t, int(math.Ceil(1/s.Params.DT)))
	weight := 27e-3 * model.StandardGravity
	if got, want := forceOn(shown(), "contact[0]"), hud.Quantity(weight, "N"); got[:3] != want[:3] {
		t.Errorf("at rest the ground takes %q, want %q", got, want)
	}
	s.picked = 26
	must.Do(t, s.Key("p"))
	if got := forceOn(shown(), "pin[0]"); got != "" {
		t.Errorf("a pin by hand is called pin[0], with %q", got)
	}
	if got := forceOn(shown(), "pinned by hand"); got == "" {
		t.Error("a pin by hand is missing")
	}
	if !strings.Contains(strings.Join(helpLines(), "\n"), "y\treactions") || !strings.Contains(strings.Join(tapeHelp(), "\n"), "y\treactions") {
		t.Error("the help does not have the key")
	}
	must.Do(t, s.Key("y"))
	if shown() != nil {
		t.Error("they are shown still")
	}
}

// lastArrows are the lines that a picture gets now.
func (s *Session) lastArrows(t *testing.T) []hud.Reading {
	t.Helper()
	frame := draw.Frame{Camera: s.shown.Camera(), Look: s.look, Time: s.Time()}
	must.Do(t, s.putArrows(&frame))
	if len(frame.Overlay.Reactions) > 1 && frame.Overlay.Reactions[1].Much != "0 N" && len(frame.Arrows) == 0 {
		t.Error("a force has no arrow")
	}
	return frame.Overlay.Reactions
}

// A solver that knows no forces hides the reactions, and says why; the window stays.
func TestReactionsOfASolverWithoutForces(t *testing.T) {
	s := sessionOf(t, "cpuref", "", "cube")
	must.Do(t, s.Key("y"))
	must.Do(t, s.Draw(400, 300, 1))
	for s.Params.Integrator != model.PositionBased {
		must.Do(t, s.Key("z"))
		must.Do(t, s.Draw(400, 300, 1))
	}
	if s.look.Reactions || !strings.Contains(s.notice, "reactions are hidden") {
		t.Errorf("reactions are shown: %v; it says %q", s.look.Reactions, s.notice)
	}
}
