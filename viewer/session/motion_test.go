package session

import (
	"context"
	"math"
	"reflect"
	"testing"

	"hooke/control/gait"
	"hooke/control/metrics"
	"hooke/cpuref"
	"hooke/model"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/open"
	"hooke/viewer/draw"
)

// bare is an engine that is not drawn.
type bare struct {
	draw.DrawnEngine
	inside model.Engine
	steps  int // calls of Step
}

func (b *bare) Unwrap() model.Engine           { return b.inside }
func (b *bare) Step(n int) error               { b.steps++; return b.inside.Step(n) }
func (b *bare) Finish() error                  { return b.inside.Finish() }
func (b *bare) Read(dst *model.Snapshot) error { return b.inside.Read(dst) }
func (b *bare) Reset(s *model.State) error     { return b.inside.Reset(s) }
func (b *bare) Close()                         { b.inside.Close() }

// walker is the preset and its engine at the start, in the reference.
func walker(t *testing.T) (*scene.Scene, *bare) {
	t.Helper()
	s := must.Get(open.Scene("walker", scene.Options{}))(t)
	e := must.Open(cpuref.New(s.Model, s.Params))(t)
	must.Do(t, e.Reset(s.Start))
	return s, &bare{inside: e}
}

// watchedScene returns the picture of a Motion of a walker after batches of steps, and its engine.
func watchedScene(t *testing.T, shown bool, batches ...int) (*Motion, draw.DrawnEngine, *bare, *draw.Frame) {
	t.Helper()
	s, inside := walker(t)
	var o Motion
	e := o.Watch(inside, s.Model, s.Params, s.Start.Time)
	must.Do(t, o.Show(e, shown))
	for _, n := range batches {
		must.Do(t, e.Step(n))
	}
	f := &draw.Frame{Params: s.Params}
	o.Put(e, f)
	return &o, e, inside, f
}

// Pictures of batches of steps show the same as a run that is followed step by step: contacts of feet, shares
// of steps, metrics; the lines on the ground are as long as the path. A run of other steps has other ones.
func TestShownIsWhatIsFollowed(t *testing.T) {
	const steps = 1400
	s, e := walker(t)
	want := must.Get(gait.Follow(context.Background(), e, s, gait.Options{Steps: steps}))(t)
	o, engine, _, frame := watchedScene(t, true, 7, 65, 1, 600, 727)
	got := o.Record(engine)
	if len(got.Feet) != 6 || !reflect.DeepEqual(got.Feet, want.Feet) {
		t.Errorf("feet %+v, followed %+v", got.Feet, want.Feet)
	}
	for k, x := range got.Row.Values {
		if y := want.Row.Values[k]; x != y && !(math.IsNaN(x) && math.IsNaN(y)) {
			t.Errorf("%s is %g, followed %g", want.Columns[k].Name, x, y)
		}
	}
	for i, row := range frame.Overlay.Gait.Feet {
		sum := 0.0
		for _, touch := range row.Touches {
			sum += touch[1] - touch[0]
		}
		if share := sum / want.End; math.Abs(share-want.Feet[i].Duty) > 1e-9 || row.Share != want.Feet[i].Duty {
			t.Errorf("%s is in contact for %g of the time that is shown, in metrics for %g of the steps", row.Name, share, want.Feet[i].Duty)
		}
	}
	for k, c := range frame.Overlay.Gait.Curves {
		for i, at := range c.Times {
			if s := want.Samples[i]; at != s.Time || c.Values[i] != []float64{s.Speed, s.Height}[k] {
				t.Fatalf("the curve of %s has %g at %g s, followed %+v", c.Name, c.Values[i], at, s)
			}
		}
		must.Be(t, len(c.Times), steps/10+1, "the curve of %s has values", c.Name)
	}
	path := want.Row.Values[columnOf(want.Columns, "path")]
	if long := length(frame.Lines, 0); !(math.Abs(long-path) <= 1e-12) || path < 0.02 {
		t.Errorf("lines on the ground are %.15g m long, the path %.15g m", long, path)
	}
	if long := length(AppendPath(nil, got.Path(0, got.End, 0, 8), model.Vec3{}), 0); !(long <= 0.99*path) {
		t.Errorf("of 8 samples the path is %g m long, of all %g m", long, path)
	}
	_, _, _, fewer := watchedScene(t, true, 1300)
	if reflect.DeepEqual(fewer.Overlay.Gait.Feet, frame.Overlay.Gait.Feet) || length(fewer.Lines, 0) == length(frame.Lines, 0) {
		t.Error("a shorter run shows the same")
	}
}

func columnOf(columns []metrics.Column, name string) int {
	for i, c := range columns {
		if c.Name == name {
			return i
		}
	}
	return -1
}

// length is that of lines at a height [m]; NaN where one is elsewhere.
func length(lines []draw.Line, height float64) (sum float64) {
	for _, l := range lines {
		if l.From[2] != height || l.To[2] != height {
			return math.NaN()
		}
		sum += l.To.Sub(l.From).Len()
	}
	return sum
}

// Without an observer steps are passed on as they come; states do not depend on observers. A reset begins anew, and so do
// other parameters, but not the pull of a hand.
func TestLookingChangesNothing(t *testing.T) {
	o, _, off, frame := watchedScene(t, false, 10, 90)
	if off.steps != 2 || frame.Overlay.Gait != nil || frame.Lines != nil || o.Shown() {
		t.Errorf("%d calls for two batches that nobody looks at, a panel %v", off.steps, frame.Overlay.Gait)
	}
	o, e, on, _ := watchedScene(t, true, 10, 90)
	var x, y model.Snapshot
	must.Do(t, off.Read(&x))
	must.Do(t, on.Read(&y))
	must.Hold(t, on.steps == 100 && reflect.DeepEqual(x, y), "%d calls for 100 steps that somebody looks at, or another state", on.steps)
	p := e.(*watchedEngine).params
	p.Handles = []model.Handle{{Mass: 1, Stiffness: 0}}
	must.Do(t, e.(*watchedEngine).SetParams(p))
	must.Hold(t, o.Record(e).Feet[0].Steps+o.Record(e).Feet[1].Steps != 0 && len(o.Record(e).Samples) == 11, "a hand begins it anew")
	p.Gravity = p.Gravity.Mul(0.5)
	must.Do(t, e.(*watchedEngine).SetParams(p))
	must.Hold(t, len(o.Record(e).Samples) == 1, "another gravity does not begin it anew")
	must.Do(t, e.Step(20))
	s := must.Get(open.Scene("walker", scene.Options{}))(t)
	must.Do(t, e.Reset(s.Start))
	if r := o.Record(e); r.End != 0 || len(r.Samples) != 1 || r.Feet[0].Steps != 0 {
		t.Errorf("after a reset %d samples are there", len(r.Samples))
	}
	must.Do(t, o.Show(e, false))
	must.Hold(t, o.Record(e) == nil, "what is not shown is recorded")
}
