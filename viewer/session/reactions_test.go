package session

import (
	"math"
	"slices"
	"strings"
	"testing"

	"hooke/cpu"
	"hooke/engine"
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/open"
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

// The key shows and hides the forces on the supports of a structure. After a change by hands pins are those
// of then.
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
	must.Hold(t, shown() == nil && s.value(t, "reactions").Value == "hidden", "reactions are shown before anybody asks")
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
	must.Be(t, forceOn(shown(), "pin[0]"), "", "a pin by hand is called pin[0]")
	if got := forceOn(shown(), "pinned by hand"); got == "" {
		t.Error("a pin by hand is missing")
	}
	if !strings.Contains(strings.Join(helpLines(), "\n"), "y\treactions") || !strings.Contains(strings.Join(tapeHelp(), "\n"), "y\treactions") {
		t.Error("the help does not have the key")
	}
	must.Do(t, s.Key("y"))
	must.Hold(t, shown() == nil, "they are shown still")
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

// newWalker is a session on the preset, which the engine cpu steps.
func newWalker(t *testing.T) *Session {
	t.Helper()
	s := must.Get(open.Scene("walker", scene.Options{}))(t)
	return newBench(t, 2, func(o *Options) {
		o.Subject = draw.Subject{Model: s.Model, Params: s.Params, Start: s.Start}
		o.New = func(ctx *glx.Context, m *model.Model, p model.Params) (draw.DrawnEngine, error) {
			e, _, err := engine.NewDrawn(engine.CPU, ctx, m, p, engine.Options{Start: s.Start})
			return e, err
		}
	})
}

// The key shows feet, metrics and a path, and hides them; meanwhile steps are taken by this thread, before and after in the
// background. The state is the same to the last bit.
func TestKeyShowsGait(t *testing.T) {
	s := newWalker(t)
	if s.Solver == nil || s.motion.Shown() || s.value(t, "gait").Value != "hidden" {
		t.Fatal("the gait is shown before anybody asks, or nothing steps in the background")
	}
	must.Do(t, s.Key("j"))
	if s.Solver != nil || s.value(t, "gait").Value != "shown" {
		t.Fatal("the key does not show it")
	}
	s.run(t, 300)
	f := draw.Frame{Params: s.Params}
	must.Do(t, s.putArrows(&f))
	g := f.Overlay.Gait
	if g == nil || len(g.Feet) != 6 || g.Now != s.Time() || len(f.Lines) != 30 || g.Metrics[0].What != "speed" || g.Metrics[0].Much == "—" {
		t.Fatalf("after 300 steps: %+v, %d lines", g, len(f.Lines))
	}
	must.Do(t, s.Draw(800, 600, 1))
	must.Do(t, s.Key("j"))
	if f := (draw.Frame{}); s.Solver == nil || s.putArrows(&f) != nil || f.Overlay.Gait != nil {
		t.Error("it is shown still, or nothing steps in the background")
	}
	with := must.Get(s.State())(t)
	e := must.Open(cpu.New(s.Model, s.Params, cpu.Options{}))(t)
	modeltest.StepFrom(t, e, s.Subject.Start, 300)
	without := modeltest.Snapshot(t, e)
	must.Hold(t, slices.Equal(with.Position, without.State().Position), "looking changes the state")
	must.Hold(t, strings.Contains(strings.Join(helpLines(), "\n"), "j\tgait") && strings.Contains(s.keys(), "j gait"), "the key is a secret")
}
