package open

import (
	"sync"
	"testing"

	"hooke/must"
)

// A trial makes a scene for each kind of settings, and finds the faults of any of them. Settings that differ
// from earlier ones in numbers alone are not made.
func TestTrial(t *testing.T) {
	b := must.Get(NewBase("walker"))(t)
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
		must.Say(t, "a solver without muscles", must.Err(trial.Make([]string{"run.solver=pbd"})), "the solver pbd has no actuator")
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
	must.Be(t, len(trial.like), 4, "scenes are kept")
}
