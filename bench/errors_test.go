package bench

import (
	"context"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hooke/cpuref"
	"hooke/model"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/open"
)

// The error's scale: doing nothing scores 1, the reference's arithmetic scores
// what rounding the read-back to float32 costs, and the reference itself 0 by
// definition.
func TestErrors(t *testing.T) {
	p := &pretended{}
	rows, err := run(t, Suite{Springs: []int64{few}, Clock: p.clock.Now, Makers: []Maker{
		p.maker("idle", func(f *fake) { f.idle = true }), p.maker("same", nil), Reference(),
	}})
	if err == nil {
		if len(rows) != 3 {
			t.Fatalf("%d rows, want 3", len(rows))
		}
	} else {
		t.Fatal(err)
	}
	if rows[0].MaxError != 1 || rows[0].RMSError != 1 {
		t.Errorf("doing nothing scores %g and %g, want exactly 1", rows[0].MaxError, rows[0].RMSError)
	}
	// Half a unit in the last place of a coordinate up to 0.03 m is 1e-9 m, on
	// each of three axes, beside a motion of at least 1e-4 m.
	const rounding = 2e-9 / 1e-4
	if e := rows[1].MaxError; e == 0 || e > rounding {
		t.Errorf("the reference's arithmetic scores %g, want more than 0 and at most %g", e, rounding)
	}
	if rows[2].Engine != "cpuref" || rows[2].MaxError != 0 || rows[2].RMSError != 0 {
		t.Errorf("the reference's own row is %+v", rows[2])
	}
}

// The error is measured from the rounded start: an engine that is not given
// the rounding would be charged for it.
func TestTruthStartsRounded(t *testing.T) {
	s := must.Get(open.Scene("canon", scene.Options{Springs: few}))(t)
	before := s.Start.Clone()
	truth := must.Get(NewTruth(context.Background(), s.Model, s.Params, s.Start, 3))(t)
	if diff := cmp.Diff(before, s.Start); diff != "" {
		t.Errorf("the scene's start was changed:\n%s", diff)
	}
	for i, x := range truth.Start.Position {
		for axis := range 3 {
			if float64(float32(before.Position[i][axis])) != x[axis] {
				t.Fatalf("mass %d starts at %v, want %v rounded to float32", i, x, before.Position[i])
			}
		}
	}
	var _ *cpuref.State = truth.End
	if truth.End.Step != 3 {
		t.Errorf("the reference did %d steps, want 3", truth.End.Step)
	}
}

func TestErrorSteps(t *testing.T) {
	for springs, want := range map[int]int{1: 100, 984_438: 100, 1_000_000: 100, 1_000_001: 20, 10_000_000: 20, 10_000_001: 4} {
		if got := ErrorSteps(springs); got != want {
			t.Errorf("%d springs: %d steps, want %d", springs, got, want)
		}
	}
}

// Where masses collide the reference takes fewer steps, since it looks at all pairs; masses
// without a radius do not count, and a case that collides says so.
func TestErrorStepsOfCollisions(t *testing.T) {
	c := must.Get(NewCase("cloth", 600, model.SymplecticEuler))(t)
	dt := c.Params.DT
	if err := c.Collide(); err != nil || c.Scene != "cloth+collide" || !c.Params.Collision.Acts() || c.Params.DT > dt {
		t.Errorf("%s, %v: %+v", c.Scene, err, c.Params)
	}
	if got := ErrorStepsOf(c.Model, c.Params); got != 100 {
		t.Errorf("%d masses: %d steps, want 100", c.Model.MassCount(), got)
	}
	for count, want := range map[int]int{20_000: 20, 100_000: 0} {
		m := &model.Model{Radius: make([]float64, 2*count)}
		for i := range count {
			m.Radius[i] = 1
		}
		if got := ErrorStepsOf(m, c.Params); got != want {
			t.Errorf("%d masses that take part: %d steps, want %d", count, got, want)
		}
		if got := ErrorStepsOf(m, model.Params{}); got != 100 {
			t.Errorf("without collisions: %d steps, want 100", got)
		}
	}
}

// A mass 1 m from the origin that falls for 10 steps of 1 ms: 539.55 µm, which
// is 9,052 times 2^-24 m.
func TestRoundingsOfAMotion(t *testing.T) {
	m := &model.Model{RestPosition: []model.Vec3{{1, 0, 0}}, Mass: []float64{1}, Materials: []model.Material{{}}}
	truth := must.Get(NewTruth(context.Background(), m, model.Params{DT: 1e-3, Gravity: model.EarthGravity()}, m.Start(), 10))(t)
	if got, want := truth.Roundings(), 9.81*55e-6*(1<<24); math.Abs(got-want) > 1e-9*want {
		t.Errorf("%g roundings, want %g", got, want)
	}
	if still, err := NewTruth(context.Background(), m, model.Params{DT: 1e-3}, m.Start(), 10); err != nil || still.Roundings() != 0 {
		t.Errorf("nothing moves: %v roundings, %v", still.Roundings(), err)
	}
}
