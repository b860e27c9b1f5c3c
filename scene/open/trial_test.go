package open

import (
	"strings"
	"sync"
	"testing"

	"hooke/must"
)

// A trial makes a scene for each kind of settings, and finds what is wrong with any of them; those that differ from one before in numbers
// alone are not made.
func TestTrial(t *testing.T) {
	b, err := NewBase("walker")
	must.Do(t, err)
	trial := Trial{Base: b}
	for _, c := range []struct {
		settings []string
		made     bool
	}{
		{[]string{"actuator[0].phase=1"}, true}, {[]string{"actuator[0].phase=2"}, false}, {[]string{"actuator[0].phase=0"}, true}, {[]string{"actuator[0].phase=3"}, false},
		{[]string{"run.solver=rk4"}, true}, {[]string{"run.solver=rk4"}, false},
	} {
		tried, err := trial.Make(c.settings)
		if made := tried != nil; err != nil || made != c.made {
			t.Errorf("%v: made: %t, %v", c.settings, made, err)
		}
	}
	for range 2 {
		if _, err := trial.Make([]string{"run.solver=pbd"}); err == nil || !strings.Contains(err.Error(), "the solver pbd has no actuator") {
			t.Errorf("a solver without muscles: %v", err)
		}
	}
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() {
			if _, err := trial.Make([]string{"contact.stiffness=9000"}); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if len(trial.like) != 4 {
		t.Errorf("%d scenes are kept, want 4", len(trial.like))
	}
}
