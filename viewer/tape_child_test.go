//go:build !headless

package viewer_test

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"hooke/viewer/session"
	"hooke/viewer/viewertest"
)

// A real window plays a recorded run, by keys and by the mouse on its time line.
func TestTapeInARealWindow(t *testing.T) {
	screenshot := filepath.Join(t.TempDir(), "shot.png")
	w := open(t, display(t), child{Title: "hooke tape", Side: 6, Paused: true, Tape: 9, Screenshot: screenshot})
	w.key("Right")
	w.until("the second frame", func(s session.Status) bool { return s.Step == 1 && math.Abs(s.Time-viewertest.RisingPause) < 1e-9 })
	w.key("End")
	w.until("the last frame", func(s session.Status) bool { return s.Step == 8 })
	w.key("Home")
	w.until("the first frame", func(s session.Status) bool { return s.Step == 0 })
	w.key("space")
	w.until("playing", func(s session.Status) bool { return s.Step >= 2 && !s.Paused })
	w.until("the end", func(s session.Status) bool { return s.Step == 8 && s.Paused })
	// Along the time line, 78 pixels above the lower edge of the window.
	w.drag(1, 40, windowHeight-78, windowWidth/2, windowHeight-78)
	w.until("the middle", func(s session.Status) bool { return s.Step == 4 || s.Step == 5 })
	w.key("Home")
	w.until("the first frame again", func(s session.Status) bool { return s.Step == 0 })
	// A lost context goes back to the frame.
	w.key("Right")
	w.until("the second frame again", func(s session.Status) bool { return s.Step == 1 })
	w.order("lose")
	w.until("a new context", func(s session.Status) bool {
		return strings.Contains(s.Notice, "the graphics device was reset") && s.Step == 1
	})
	w.window = w.xdotool("search", "--name", "hooke tape")
	w.xdotool("windowfocus", "--sync", w.window)
	w.settle()
	w.key("q")
	if code := w.ends(); code != 0 {
		t.Fatalf("exit code %d: %s", code, w.stderr)
	}
}
