package gpu

import (
	"testing"

	"hooke/gpu/gltest"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// The most touches of a mass are known after they have ended, until another state is set.
func TestMostTouches(t *testing.T) {
	m, p, start := modeltest.Meeting()
	e, err := New(gltest.New(t), m, p, Options{})
	must.Do(t, err)
	defer e.Close()
	var saved model.Checkpoint
	for _, c := range []struct {
		start       *model.State
		steps, want int
	}{{start, 0, 0}, {start, 80, modeltest.MeetingMost}, {start, modeltest.MeetingSteps, modeltest.MeetingMost}, {m.Start(), 8, 0}} {
		must.Do(t, e.Reset(c.start))
		must.Do(t, e.Step(c.steps))
		found, err := e.Touching()
		must.Do(t, err)
		if found.Most != c.want {
			t.Errorf("after %d steps: %+v; want %d touches", c.steps, found, c.want)
		}
		if c.steps == modeltest.MeetingSteps {
			must.Do(t, e.Save(&saved))
		}
	}
	must.Do(t, e.Restore(&saved))
	if found, err := e.Touching(); err != nil || found.Most != modeltest.MeetingMost || found.Rebuilds < saved.Touching.Rebuilds {
		t.Errorf("gone on from a checkpoint: %+v, %v; want the %d touches from before it", found, err, modeltest.MeetingMost)
	}
}
