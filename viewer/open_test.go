//go:build !headless

package viewer_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/must"
	"hooke/viewer/session"
)

// blockScene writes a scene file of a block of n³ masses with a stiffness [N/m], and
// more of it.
func blockScene(t *testing.T, path string, n int, stiffness float64, more string) {
	t.Helper()
	text := fmt.Sprintf("[run]\ndt = 2e-4\n[[mesh]]\nmake = \"lattice\"\nmasses = %d\nspacing = 0.1\nmass = 0.1\nstiffness = %g\ndamping_ratio = 0.05\nmove = [0, 0, 1]\n", n, stiffness)
	// As editors do: another file takes its place at once.
	must.Do(t, os.WriteFile(path+".new", []byte(text+more), 0o644))
	must.Do(t, os.Rename(path+".new", path))
}

// Files dropped on the window are opened in it, one or several. A file that cannot be opened is reported with
// its name and line, and the current scene continues.
func TestDropInARealWindow(t *testing.T) {
	folder := t.TempDir()
	block, faulty := filepath.Join(folder, "block.toml"), filepath.Join(folder, "faulty.toml")
	blockScene(t, block, 4, 1000, "")
	blockScene(t, faulty, 3, 1000, "[[contact]]\nshape = \"sphere\"\n")
	on := display(t)
	w := open(t, on, child{Title: "hooke drop", Names: []string{"cube"}})
	first := w.until("steps", func(s session.Status) bool { return s.Step > 5 })
	if first.Masses != 8 {
		t.Fatalf("%d masses at first, want the cube's 8", first.Masses)
	}

	hand := newXClient(t, on)
	hand.drag(w.window, faulty)
	fault := w.until("the fault", func(s session.Status) bool { return s.Doing.Faults != nil })
	for _, want := range []string{"faulty.toml:11:3: ", "center is missing", "[[contact]]"} {
		must.Hold(t, strings.Contains(strings.Join(fault.Doing.Faults, "\n"), want), "the fault lacks %q: %q", want, fault.Doing.Faults)
	}
	w.until("what was there go on", func(s session.Status) bool { return s.Step > fault.Step+5 && s.Masses == 8 && s.Doing.Faults != nil })
	w.key("Escape")
	w.until("the fault closed", func(s session.Status) bool { return s.Doing.Faults == nil && s.Masses == 8 })

	hand.drag(w.window, block)
	opened := w.until("the block", func(s session.Status) bool { return s.Masses == 64 })
	if !strings.Contains(opened.Notice, "opened block") || opened.Time > first.Time {
		t.Errorf("after the drop: notice %q, time %g s", opened.Notice, opened.Time)
	}
	must.Be(t, w.xdotool("getwindowname", w.window), "hooke: block", "the window is called")
	// The view is of the block now, which is twice as large and higher.
	if target := opened.Camera.Target; target[2] < 0.5 || opened.Camera.Distance < 1.5*first.Camera.Distance {
		t.Errorf("the camera looks at %v from %g m, before from %g m", target, opened.Camera.Distance, first.Camera.Distance)
	}
	w.until("steps of the block", func(s session.Status) bool { return s.Step > 5 && s.Masses == 64 })

	w.order("drop", block, "tensegrity")
	w.until("both", func(s session.Status) bool { return s.Masses == 64+12 && s.Step > 5 })
	hand.drag(w.window, filepath.Join(folder, "a name with spaces, ü.obj"))
	w.until("another fault", func(s session.Status) bool {
		return strings.Contains(strings.Join(s.Doing.Faults, " "), "a name with spaces, ü.obj") && s.Masses == 76
	})
	w.key("q")
	if code := w.ends(); code != 0 {
		t.Errorf("exit code %d: %s", code, w.stderr)
	}
}

// A scene file that changes is read again: the run continues from where it is while the
// topology is the same, and starts anew when it is another one. A fault is told, and
// goes when the file is right again.
func TestReloadInARealWindow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "block.toml")
	blockScene(t, path, 4, 1000, "")
	w := open(t, display(t), child{Title: "hooke reload", Names: []string{path}})
	before := w.until("a fall", func(s session.Status) bool { return s.Time > 0.05 })
	if before.Params.DragHalfLife != 0 {
		t.Fatalf("drag half-life %g s at first", before.Params.DragHalfLife)
	}
	blockScene(t, path, 4, 2000, "")
	must.Do(t, os.WriteFile(path, append([]byte("# dragged\n"), dragged(t, path)...), 0o644))
	kept := w.until("the drag", func(s session.Status) bool { return s.Params.DragHalfLife == 0.7 })
	if kept.Time < before.Time || kept.Step < before.Step || !strings.Contains(kept.Notice, "it continues") {
		t.Errorf("after a change of drag: step %d, time %g s, notice %q; before step %d, time %g s", kept.Step, kept.Time, kept.Notice, before.Step, before.Time)
	}
	must.Hold(t, kept.Camera.Distance == before.Camera.Distance, "the camera went from %g to %g m", before.Camera.Distance, kept.Camera.Distance)

	must.Do(t, os.WriteFile(path, []byte("[[mesh]]\nmake = \"latice\"\n"), 0o644))
	fault := w.until("the fault", func(s session.Status) bool { return s.Doing.Faults != nil })
	must.Hold(t, strings.Contains(fault.Doing.Faults[0], "block.toml:2"), "fault %q", fault.Doing.Faults)
	w.until("the run go on", func(s session.Status) bool { return s.Step > fault.Step && s.Masses == 64 })

	blockScene(t, path, 5, 1000, "")
	other := w.until("another topology", func(s session.Status) bool { return s.Masses == 125 })
	if other.Time > 0.05 || other.Doing.Faults != nil || !strings.Contains(other.Notice, "from the start") {
		t.Errorf("after a change of topology: time %g s, notice %q, faults %q", other.Time, other.Notice, other.Doing.Faults)
	}
	w.key("q")
	if code := w.ends(); code != 0 {
		t.Errorf("exit code %d: %s", code, w.stderr)
	}
}

// dragged is a scene file with drag.
func dragged(t *testing.T, path string) []byte {
	t.Helper()
	text := must.Get(os.ReadFile(path))(t)
	return []byte(strings.Replace(string(text), "[run]\n", "[run]\ndrag_half_life = 0.7\n", 1))
}
