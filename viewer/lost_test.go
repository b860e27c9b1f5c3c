//go:build !headless

package viewer_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hooke/must"
	"hooke/viewer/session"
)

// A window whose context is lost continues in a new one from the state that was saved
// last, with the pause, the pins and the view as they were; a second time, too. Lost
// again and again it gives up with a reason.
func TestLostContextInARealWindow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "block.toml")
	blockScene(t, path, 4, 1000, "[[pin]]\ngroup = \"top\"\n")
	screenshot := filepath.Join(t.TempDir(), "shot.png")
	w := open(t, display(t), child{Title: "hooke lost", Names: []string{path}, Screenshot: screenshot})
	before := w.until("some steps", func(s session.Status) bool { return s.Time > 3 })
	w.order("lose")
	after := w.until("a new context", func(s session.Status) bool { return strings.Contains(s.Notice, "the graphics device was reset") })
	// A copy is made once a second, in which simulated time goes a second at most; a busy
	// machine may take a while longer over it.
	if after.Time < before.Time-2 || after.Step == 0 || after.Masses != 64 {
		t.Errorf("it goes on at %g s, step %d with %d masses; it was at %g s", after.Time, after.Step, after.Masses, before.Time)
	}
	must.Hold(t, after.Camera.Distance == before.Camera.Distance, "the camera is %g m away, before %g", after.Camera.Distance, before.Camera.Distance)
	w.until("steps after that", func(s session.Status) bool { return s.Time > after.Time+0.1 })

	// The new window has the title, takes keys, and opens files.
	w.window = w.xdotool("search", "--name", "hooke lost")
	w.xdotool("windowfocus", "--sync", w.window)
	w.key("space")
	paused := w.until("the pause", func(s session.Status) bool { return s.Paused })
	w.key("r")
	w.until("the start", func(s session.Status) bool { return s.Step == 0 })
	w.order("lose")
	still := w.until("another context", func(s session.Status) bool {
		return s.Paused && strings.Contains(s.Notice, "reset: 0 s went back to 0 s")
	})
	if still.Step != 0 || still.Frame <= paused.Frame {
		t.Errorf("paused at the start: step %d, frame %d after %d", still.Step, still.Frame, paused.Frame)
	}
	w.order("drop", "cube")
	w.until("the cube", func(s session.Status) bool { return s.Masses == 8 })
	w.window = w.xdotool("search", "--name", "hooke: cube")
	w.xdotool("windowfocus", "--sync", w.window)
	w.key("q")
	if code := w.ends(); code != 0 {
		t.Fatalf("exit code %d: %s", code, w.stderr)
	}
	if _, err := os.Stat(screenshot); err != nil {
		t.Error(err)
	}

	w = open(t, w.display, child{Title: "hooke lost often", Names: []string{"cube"}})
	for range 3 {
		frame := w.last.Frame
		w.order("lose")
		if !w.comes(func(s session.Status) bool { return s.Frame > frame+1 }) {
			break
		}
	}
	if code := w.ends(); code != 1 || !strings.Contains(w.stderr.String(), "reset 3 times within a minute") {
		t.Errorf("exit code %d: %s", code, w.stderr)
	}
}

// comes waits for a frame with a property, and says whether it came before the end.
func (p *windowProcess) comes(ok func(session.Status) bool) bool {
	for late := must.Late(p.t); ; {
		select {
		case s, open := <-p.status:
			if !open {
				return false
			}
			if p.last = s; ok(s) {
				return true
			}
		case <-late:
			p.t.Fatalf("no such frame; last %+v", p.last)
		}
	}
}

// A minimized window draws nothing and leaves the processor alone; the run continues
// unless it is paused. Back on the screen it draws again.
func TestMinimizedWindow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "slow.toml")
	must.Do(t, os.WriteFile(path, []byte("[run]\ndt = 0.01\n[[mesh]]\nmake = \"lattice\"\nmasses = 2\nspacing = 0.1\nmass = 1\nstiffness = 10\n"), 0o644))
	on := display(t)
	screen := newXClient(t, on)
	w := open(t, on, child{Title: "hooke minimized", Names: []string{path}})
	w.until("steps", func(s session.Status) bool { return s.Step > 5 })
	screen.minimize(w.window, true)
	before := w.settle()
	// Of a second at 100 steps a second a busy loop takes all.
	used := w.processor()
	time.Sleep(time.Second)
	if used = w.processor() - used; used > 500*time.Millisecond {
		t.Errorf("minimized it takes %v of a second", used)
	}
	screen.minimize(w.window, false)
	after := w.until("a picture", func(s session.Status) bool { return s.Frame > before.Frame })
	if after.Step < before.Step+20 {
		t.Errorf("%d steps while it was minimized", after.Step-before.Step)
	}
	w.key("space")
	w.until("the pause", func(s session.Status) bool { return s.Paused })
	screen.minimize(w.window, true)
	w.settle()
	used = w.processor()
	time.Sleep(time.Second)
	// It wakes about four times.
	if used = w.processor() - used; used > 300*time.Millisecond {
		t.Errorf("minimized and paused it takes %v of a second", used)
	}
	screen.minimize(w.window, false)
	w.until("a picture again", func(s session.Status) bool { return s.Frame > after.Frame && s.Paused })
	// From the smallest to a large size, while it runs.
	w.key("space")
	for _, size := range []string{"1", "17", "1300"} {
		frame := w.last.Frame
		w.xdotool("windowsize", w.window, size, size)
		w.until("a picture of "+size, func(s session.Status) bool { return s.Frame > frame+1 })
	}
	w.key("q")
	if code := w.ends(); code != 0 {
		t.Errorf("exit code %d: %s", code, w.stderr)
	}
}

// A window whose swaps wait, since it is hidden, keeps stepping, and is drawn again when
// swaps are quick.
func TestHiddenWindowKeepsStepping(t *testing.T) {
	path := filepath.Join(t.TempDir(), "slow.toml")
	must.Do(t, os.WriteFile(path, []byte("[run]\ndt = 0.01\n[[mesh]]\nmake = \"lattice\"\nmasses = 2\nspacing = 0.1\nmass = 1\nstiffness = 10\n"), 0o644))
	w := open(t, display(t), child{Title: "hooke hidden", Names: []string{path}})
	w.until("steps", func(s session.Status) bool { return s.Step > 5 })
	newest := func() session.Status { // of the pictures so far
		for {
			select {
			case s, open := <-w.status:
				if !open {
					t.Fatalf("the window is gone: %s", w.stderr)
				}
				w.last = s
			default:
				return w.last
			}
		}
	}
	w.order("hide")
	time.Sleep(time.Second)
	before := newest()
	const seconds = 8
	time.Sleep(seconds * time.Second)
	// Of 100 steps a second three quarters are left, of which the last seconds are not in a
	// picture yet; the pictures are some seconds apart.
	hidden := newest()
	if pictures, steps := hidden.Frame-before.Frame, hidden.Step-before.Step; pictures > 6 || steps < 100*seconds/4 {
		t.Errorf("hidden for %d s it took %d steps and drew %d pictures", seconds, steps, pictures)
	}
	w.order("show")
	w.until("pictures one after the other", func(s session.Status) bool { return s.Frame > hidden.Frame+50 })
	w.order("quit")
	if code := w.ends(); code != 0 {
		t.Errorf("exit code %d: %s", code, w.stderr)
	}
}

// processor is the time that the window's process has had on processors.
func (p *windowProcess) processor() time.Duration {
	p.t.Helper()
	text := must.Get(os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.command.Process.Pid)))(p.t)
	_, rest, _ := strings.Cut(string(text), ") ") // the name of the program may have spaces
	fields := strings.Fields(rest)
	var user, system int64
	fmt.Sscan(fields[11], &user)
	fmt.Sscan(fields[12], &system)
	return time.Duration(user+system) * 10 * time.Millisecond // ticks of the kernel's interface: 100 a second
}

// A window closes at any time: before its first picture, while a file is being read,
// and while it has lost its context.
func TestClosingAtAnyTime(t *testing.T) {
	on := display(t)
	for _, orders := range [][]string{{"quit"}, {"drop lattice", "quit"}, {"lose", "quit"}} {
		w := start(t, on, child{Title: "hooke closes", Names: []string{"cube"}})
		for _, words := range orders {
			w.order(words)
		}
		if code := w.ends(); code != 0 {
			t.Errorf("%v: exit code %d: %s", orders, code, w.stderr)
		}
	}
}
