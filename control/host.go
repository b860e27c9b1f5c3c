package control

import (
	"fmt"
	"slices"
	"sync"
)

// host holds the actions of a program outside. Several goroutines may use it.
type host struct {
	mutex  sync.Mutex
	said   map[int64][]float64 // actions of boundaries from next on
	next   int64               // the first boundary whose action is not made
	last   []float64           // the newest action of those before; nil: none was heard
	lastOf int64               // its boundary
	unused [][]float64
}

// forget begins anew at a boundary.
func (h *host) forget(next int64) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.said, h.next, h.last, h.lastOf = map[int64][]float64{}, next, nil, -1
}

// keep keeps a copy of an action.
func (h *host) keep(u []float64) []float64 {
	n := len(h.unused)
	if n == 0 {
		return slices.Clone(u)
	}
	row := h.unused[n-1]
	h.unused = h.unused[:n-1]
	copy(row, u)
	return row
}

// hear adds to u the action of the host for boundary b, whose time has come. With Hold that
// may be an earlier one, or the initial inputs.
func (l *Runner) hear(b int64, u []float64) error {
	h := &l.host
	h.mutex.Lock()
	defer h.mutex.Unlock()
	given, ok := h.said[b]
	if !ok && !l.spec.Hold {
		return fmt.Errorf("control: the host has not acted for boundary %d, and step %d needs it: call Act before Step", b, l.step)
	}
	h.next = b + 1
	delete(h.said, b)
	if ok {
		if h.last != nil {
			h.unused = append(h.unused, h.last)
		}
		h.last, h.lastOf = given, b
	}
	if l.spec.Hold && l.options.Records {
		l.used = append(l.used, h.lastOf)
	}
	for i := range u {
		l.moved[i] = true
		if h.last != nil {
			u[i] = h.last[i]
		} else {
			u[i] = l.spec.Inputs[i].Initial
		}
	}
	return nil
}

// Sense copies the numbers of all sensors at boundary b into y, whose length is Width. That boundary is now, or one of the Latency ones
// before. It waits until the engine has come so far, and no longer.
func (l *Runner) Sense(b int64, y []float64) error {
	switch {
	case b < l.Boundary()-int64(l.spec.Latency) || b > l.Boundary():
		return fmt.Errorf("control: sensors of boundary %d at step %d; they can be had at that boundary and %d periods long", b, l.step, l.spec.Latency)
	case len(y) != l.width:
		return fmt.Errorf("control: the slice holds %d numbers of sensors; it must hold %d", len(y), l.width)
	case b == l.Boundary() && l.step%int64(l.spec.Period) == 0:
		if err := l.see(b); err != nil {
			return err
		}
	}
	if err := l.look(b); err != nil {
		return err
	}
	row := l.sensorsAt(b)
	if row == nil && l.width > 0 {
		return fmt.Errorf("control: sensors of boundary %d were not measured at step %d; ask at the boundary", b, l.step)
	}
	copy(y, row)
	return nil
}

// Recent copies the numbers of all sensors at the last boundary, at a boundary those of now, into y, whose length is Width.
// They are zeros where none was reached since the runner began.
func (l *Runner) Recent(y []float64) error {
	clear(y)
	if l.step%int64(l.spec.Period) != 0 && l.sensorsAt(l.Boundary()) == nil && len(l.seen) == 0 && len(y) == l.width {
		return nil
	}
	return l.Sense(l.Boundary(), y)
}

// Ready reports whether the host has acted for all boundaries of the next n steps, as far as it must; else which is the first one without.
func (l *Runner) Ready(n int64) (missing int64, ok bool) {
	if !l.spec.Host || l.spec.Replay != nil || l.spec.Hold {
		return 0, true
	}
	period := int64(l.spec.Period)
	passed := (l.step+n+period-1)/period - 1 // the last boundary from which a step is taken
	l.mutex.Lock()
	defer l.mutex.Unlock()
	for b := l.decided; b <= passed-int64(l.spec.Latency); b++ {
		if _, acted := l.said[b]; !acted {
			return b, false
		}
	}
	return 0, true
}

// Taken returns the step of the body, from which boundaries are counted.
func (l *Runner) Taken() int64 { return l.step }

// Passed reports whether it is too late for an action of the host for boundary b.
func (l *Runner) Passed(b int64) bool {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return b < l.host.next && !l.spec.Hold
}

// Width returns how many numbers the sensors have together.
func (l *Runner) Width() int { return l.width }

// Act gives the host's action for boundary b, a number for each input, before it begins to
// act, which is Latency periods later. The actions of controllers are added. The run must be
// one of a host, Spec.Host. With Spec.Hold it may come from any goroutine during steps, and
// late: then it is held from there on, unless one for a later boundary was given.
func (l *Runner) Act(b int64, u []float64) error {
	h := &l.host
	h.mutex.Lock()
	defer h.mutex.Unlock()
	switch {
	case !l.spec.Host:
		return fmt.Errorf("control: an action of a host in a run without one; set Spec.Host")
	case len(u) != len(l.spec.Inputs):
		return fmt.Errorf("control: %d numbers for %d inputs", len(u), len(l.spec.Inputs))
	case Judge(l.spec.Inputs, u) != nil:
		return fmt.Errorf("control: %w", Judge(l.spec.Inputs, u))
	case b < h.next && !l.spec.Hold:
		return fmt.Errorf("control: an action for boundary %d, which has passed; the next is %d", b, h.next)
	case b > h.next+mostLatency:
		return fmt.Errorf("control: an action for boundary %d, and the next is %d; at most %d ahead", b, h.next, mostLatency)
	case b >= h.next:
		if row, again := h.said[b]; again {
			copy(row, u)
		} else {
			h.said[b] = h.keep(u)
		}
	case b > h.lastOf:
		h.last, h.lastOf = h.keep(u), b
	}
	return nil
}

// Judge returns an error for the first number of an action that is not finite; u has one for each input.
func Judge(inputs []Input, u []float64) error {
	for k, x := range u {
		if x-x != 0 {
			return fmt.Errorf("the action for input %q is %g; give finite numbers", inputs[k].Name, x)
		}
	}
	return nil
}

// Recording returns the actions so far, all that the boundaries so far have made.
func (l *Runner) Recording() (*Recording, error) {
	if err := l.Settle(); err != nil {
		return nil, err
	}
	r := &Recording{Period: l.spec.Period, Latency: l.spec.Latency, Linear: l.spec.Linear, Actions: slices.Clone(l.actions), Used: slices.Clone(l.used)}
	for _, in := range l.spec.Inputs {
		r.Names = append(r.Names, in.Name)
	}
	return r, nil
}
