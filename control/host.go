package control

import (
	"fmt"
	"slices"
)

// Sense copies the numbers of all sensors at boundary b, which must be now, into y, whose length is Width. It waits
// for the engine.
func (l *Loop) Sense(b int64, y []float64) error {
	switch {
	case b != l.Boundary() || l.step%int64(l.spec.Period) != 0:
		return fmt.Errorf("control: sensors of boundary %d at step %d; they can be had at that boundary alone", b, l.step)
	case len(y) != len(l.y):
		return fmt.Errorf("control: room for %d numbers of sensors; there are %d", len(y), len(l.y))
	}
	err := l.sense(b)
	copy(y, l.y)
	return err
}

// Width is how many numbers the sensors have together.
func (l *Loop) Width() int { return len(l.y) }

// Act gives the host's action for boundary b, a number for each input, before that boundary is passed. What controllers
// set is added. The run must be one of a host, Spec.Host.
func (l *Loop) Act(b int64, u []float64) error {
	switch {
	case !l.spec.Host:
		return fmt.Errorf("control: an action of a host in a run without one; set Spec.Host")
	case len(u) != len(l.spec.Inputs):
		return fmt.Errorf("control: %d numbers for %d inputs", len(u), len(l.spec.Inputs))
	case b < l.Boundary() || b == l.Boundary() && l.acted:
		return fmt.Errorf("control: an action for boundary %d at step %d, which has passed", b, l.step)
	case b > l.Boundary()+mostLatency:
		return fmt.Errorf("control: an action for boundary %d at boundary %d; at most %d ahead", b, l.Boundary(), mostLatency)
	}
	l.host[b] = slices.Clone(u)
	return nil
}

// Recording is the actions so far.
func (l *Loop) Recording() *Recording {
	r := &Recording{Period: l.spec.Period, Latency: l.spec.Latency, Actions: slices.Clone(l.actions)}
	for _, in := range l.spec.Inputs {
		r.Names = append(r.Names, in.Name)
	}
	return r
}
