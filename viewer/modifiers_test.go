//go:build !headless

package viewer_test

import (
	"strings"
	"testing"

	"hooke/viewer/session"
)

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
