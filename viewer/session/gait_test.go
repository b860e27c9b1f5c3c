package session

import (
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
)

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
	must.Do(t, e.Reset(s.Subject.Start))
	must.Do(t, e.Step(300))
	without := modeltest.Snapshot(t, e)
	if !slices.Equal(with.Position, without.State().Position) {
		t.Error("looking changes the state")
	}
	if !strings.Contains(strings.Join(helpLines(), "\n"), "j\tgait") || !strings.Contains(s.keys(), "j gait") {
		t.Error("the key is a secret")
	}
}
