//go:build !headless

package viewer_test

import (
	"path/filepath"
	"strings"
	"testing"

	"hooke/must"
	"hooke/viewer/session"
)

// A mesh that may lie on its side says so on the screen, and a key turns it. A file that is no mesh has
// nothing to turn.
func TestAKeyTurnsAMeshUp(t *testing.T) {
	mesh := must.Get(filepath.Abs(filepath.Join("..", "mesh", "testdata", "spot.obj")))(t)
	on := display(t)
	w := open(t, on, child{Title: "hooke up", Names: []string{mesh}, Paused: true})
	w.until("the note", func(s session.Status) bool { return strings.Contains(s.Notice, "u turns it") })
	lying := w.settle().Camera.Target[2]
	w.key("u")
	w.until("the turned mesh", func(s session.Status) bool { return strings.HasPrefix(s.Notice, "opened spot") })
	if standing := w.settle().Camera.Target[2]; standing == lying {
		t.Errorf("turned, the view looks at a height of %g m, as before", standing)
	}
	w.key("q")
	if code := w.ends(); code != 0 {
		t.Errorf("exit code %d: %s", code, w.stderr)
	}
	w = open(t, on, child{Title: "hooke no up", Names: []string{"cube"}, Paused: true})
	w.key("u")
	w.until("an answer", func(s session.Status) bool { return strings.Contains(s.Notice, "u turns mesh files only") })
	w.key("q")
	w.ends()
}

// With ctrl, alt or super a letter is no command: the solver and the run stay. Without them it is, also
// with shift.
func TestLettersWithModifiersAreNoCommands(t *testing.T) {
	w := open(t, display(t), child{Title: "hooke modifiers", Side: 3})
	before := w.until("some steps", func(s session.Status) bool { return s.Time > 0.05 })
	for _, keys := range []string{"ctrl+z", "ctrl+r", "alt+z", "super+e", "ctrl+shift+z", "ctrl+space", "alt+Tab"} {
		w.key(keys)
	}
	w.key("shift+c") // comes behind all others
	after := w.until("another color", func(s session.Status) bool { return strings.HasPrefix(s.Notice, "color ") })
	if after.Params.Integrator != before.Params.Integrator || after.Params.Ledger || after.Time < before.Time || after.Paused {
		t.Errorf("solver %v before, %v after, paused %v, at %g s and then %g", before.Params.Integrator, after.Params.Integrator, after.Paused, before.Time, after.Time)
	}
	w.key("z")
	w.until("another solver", func(s session.Status) bool { return s.Params.Integrator != before.Params.Integrator })
}
