package cli

import (
	"errors"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hooke/engine"
	"hooke/model"
	"hooke/must"
	"hooke/run/flags"
	"hooke/run/play"
)

// A recorded run is an engine for a window: its states come in any order, it refuses to be
// stepped, and leaves nothing behind.
func TestReplay(t *testing.T) {
	needsGL(t)
	out := t.TempDir()
	hooke(t, "run", "drape", "--masses", "8x8", "--engine", "cpu", "--steps", "40", "--save", "npz", "--every", "10", "--out", out).worked(t)
	path := filepath.Join(out, "trajectory.npz")
	app := App{Stdout: &strings.Builder{}, Stderr: &strings.Builder{}, Cache: t.TempDir()}
	x, err := app.openRecord(t.Context(), &flags.Structure{}, "", []string{path})
	must.Do(t, err)
	defer x.Close()
	d := must.Open(engine.OpenDevice(engine.Listener{}))(t)
	r := must.Get(play.NewRecordEngine(d.GL, x, nil))(t)
	must.Do(t, r.Reset(x.Scene.Start))
	var want []model.Snapshot
	err = play.Read(path, func(f *model.Snapshot, _ play.Changed) error {
		c := *f
		c.Position = slices.Clone(f.Position)
		want = append(want, c)
		return nil
	})
	if err != nil || r.Frames() != 5 {
		t.Fatalf("%d frames, %v", r.Frames(), err)
	}
	var now model.Snapshot
	for _, k := range []int{4, 0, 2, 2} {
		must.Do(t, errors.Join(r.ShowFrame(k), r.Read(&now)))
		if r.FrameShown() != k || !slices.Equal(now.Position, want[k].Position) || now.Step != want[k].Step || math.Abs(r.FrameTime(k)-want[k].Time) > 0 {
			t.Errorf("state %d is not that of the file", k)
		}
	}
	if !strings.Contains(r.Source(), "trajectory.npz, frame 3 of 5") {
		t.Errorf("it says %q", r.Source())
	}
	if _, err := r.Energy(); err == nil || r.Step(1) == nil || r.Step(0) != nil || r.Finish() != nil {
		t.Error("a recorded run steps, or has an energy")
	}
	for _, c := range []struct{ at, want float64 }{{-1, 0}, {x.Time(1), 1}, {x.Time(1) * 0.999, 0}, {x.Time(3) * 1.001, 3}, {99, 4}} {
		if got := x.At(c.at); got != int(c.want) {
			t.Errorf("at %g s: state %d, want %g", c.at, got, c.want)
		}
	}
	r.Close()
	if left := d.GL.Live(); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

// view says what it cannot do with a recorded run.
func TestViewOfATapeRefuses(t *testing.T) {
	out := t.TempDir()
	hooke(t, "run", "cube", "--engine", "cpu", "--steps", "4", "--save", "npz", "--every", "2", "--out", out).worked(t)
	path := filepath.Join(out, "trajectory.npz")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{path, "--offscreen", "x.png"}, "hooke render " + path + " --out x.png"}, {[]string{path, "--steps-per-frame", "3"}, "is not stepped"},
		{[]string{"cube", "--of", "cube"}, "none is given"}, {[]string{"cube", "--record", "x.gif"}, "give film.mp4"},
		{[]string{"cube", "--record", "x", "--offscreen", "x.png"}, "hooke render makes films"},
	} {
		if r := hooke(t, append([]string{"view"}, c.args...)...); r.code != exitUsage || !strings.Contains(r.stderr, c.want) {
			t.Errorf("%v: exit code %d, message %q", c.args, r.code, r.stderr)
		}
	}
}
