//go:build !headless

package viewer_test

import (
	"path/filepath"
	"strings"
	"testing"

	"hooke/must"
	"hooke/viewer/session"
)

// A mesh that may lie on its side says so on the screen, and a key turns it; what is no
// mesh file has nothing to turn.
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
	w.until("an answer", func(s session.Status) bool { return strings.Contains(s.Notice, "none to turn") })
	w.key("q")
	w.ends()
}
