package sweep

import (
	"testing"
	"time"
)

// Jobs under way count in the estimate and in the steps, from the first step on. Ended jobs do not count twice.
func TestProgressCountsRunsUnderWay(t *testing.T) {
	var s Stepping
	s.SetUp(6)
	f := follower{plan: &Plan{Spec: Spec{Scene: "walker"}.Defaults()}, begin: time.Now().Add(-time.Hour), underway: s.Underway}
	f.now.Of = 10
	if f.take(nil); f.now.Left != 0 || f.now.Underway != (Underway{SetUp: 6}) {
		t.Errorf("before the first step: %+v", f.now)
	}
	s.SetUp(-4)
	one, other := s.Begin(3, 100), s.Begin(1, 100)
	one.At(50)
	other.At(50)
	want := Underway{SetUp: 2, Jobs: 4, Done: 2, Steps: 200}
	if f.take(nil); f.now.Underway != want || f.now.Steps != 200 || f.now.Left.Round(time.Minute) != 4*time.Hour {
		t.Errorf("after 2 of 10 runs' steps: %+v", f.now)
	}
	one.End()
	f.take([]Outcome{{ID: "a", Step: 100, Error: "e"}, {ID: "b", Step: 100, Error: "e"}, {ID: "c", Step: 80, Error: "e"}})
	want = Underway{SetUp: 2, Jobs: 1, Done: 0.5, Steps: 50}
	if f.now.Underway != want || f.now.Runs != 3 || f.now.Steps != 330 || f.now.Left.Round(time.Minute) != 111*time.Minute {
		t.Errorf("after 3 runs and a half: %+v", f.now)
	}
}

// An estimate is never negative, and never more than a duration holds.
func TestLeft(t *testing.T) {
	for _, c := range []struct{ done, rest, want float64 }{{0, 5, 0}, {2, 1, 0.5}, {2, -1, 0}, {1e-300, 1e9, 1 << 62 / 1e9}} {
		if got := Left(time.Second, c.done, c.rest); got.Seconds() != c.want {
			t.Errorf("%g done, %g to do: %s", c.done, c.rest, got)
		}
	}
}
