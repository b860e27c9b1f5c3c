package control

import (
	"fmt"
	"slices"
)

// Sense copies the numbers of all sensors at boundary b, which must be now, into y, whose length is Width. It waits
// for the engine.
func (l *Pilot) Sense(b int64, y []float64) error {
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

// Recent copies the numbers of all sensors at the last boundary, at a boundary those of now, into y, whose length is Width.
func (l *Pilot) Recent(y []float64) error {
	if len(y) != len(l.y) {
		return fmt.Errorf("control: room for %d numbers of sensors; there are %d", len(y), len(l.y))
	}
	if l.step%int64(l.spec.Period) == 0 {
		if err := l.sense(l.Boundary()); err != nil {
			return err
		}
	}
	copy(y, l.y)
	return nil
}

// sense measures all sensors at boundary b, which is now, once.
func (l *Pilot) sense(b int64) error {
	if l.sensed || len(l.probes) == 0 {
		return nil
	}
	now, err := l.body.Look(l.needs)
	if err != nil {
		return err
	}
	y := l.y
	for _, p := range l.probes {
		width := p.What.Width()
		p.measure(b, l.model, &l.params, now, y[:width])
		y = y[width:]
	}
	l.sensed = true
	return nil
}

// Ready says whether the host has acted for all boundaries of the next n steps, as far as it must; else which is the first one without.
func (l *Pilot) Ready(n int64) (missing int64, ok bool) {
	if !l.spec.Host || l.spec.Replay != nil {
		return 0, true
	}
	b := l.Boundary()
	if l.step%int64(l.spec.Period) != 0 || l.acted {
		b++
	}
	for ; b*int64(l.spec.Period) < l.step+n; b++ {
		if _, acted := l.host[b]; !acted {
			return b, false
		}
	}
	return 0, true
}

// Width is how many numbers the sensors have together.
func (l *Pilot) Width() int { return len(l.y) }

// Act gives the host's action for boundary b, a number for each input, before that boundary is passed. What controllers
// set is added. The run must be one of a host, Spec.Host.
func (l *Pilot) Act(b int64, u []float64) error {
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
	row, ok := l.host[b]
	if !ok {
		row = l.row()
	}
	copy(row, u)
	l.host[b] = row
	return nil
}

// Recording is the actions so far.
func (l *Pilot) Recording() *Recording {
	r := &Recording{Period: l.spec.Period, Latency: l.spec.Latency, Actions: slices.Clone(l.actions)}
	for _, in := range l.spec.Inputs {
		r.Names = append(r.Names, in.Name)
	}
	return r
}
