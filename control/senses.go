package control

import (
	"slices"

	"hooke/model"
)

// senses are the sensors of a runner, and their pending copies.
type senses struct {
	probes []*probe
	width  int      // numbers of all sensors
	needs  []uint32 // the masses that they read, ascending
	scaled bool     // whether one needs L0(t)/L0 of muscles
	begun  int64    // the first boundary; −1: none was seen
	seen   []sight  // boundaries whose sensors are not computed, the oldest first
	free   [][]float64
}

// sight is a boundary that sensors will be computed of.
type sight struct {
	boundary int64
	params   model.Params // in use then
	origin   model.Vec3   // that positions are counted from
	scale    []float64    // L0(t)/L0 of each muscle
	looked   bool         // whether the state was copied; else no sensor was due
	state    *model.State // nil: the engine has the copy
}

// mostAhead bounds how many periods are queued before the sensors at their start are read.
const mostAhead = 6

// ahead returns how many periods are queued before the sensors at their start are read: none where the body does not work meanwhile.
func (l *Runner) ahead() int {
	if copies, ok := l.body.(copier); ok && copies.later() {
		return min(l.spec.Latency, mostAhead)
	}
	return 0
}

// copied is a Copier as a runner asks it.
type copied struct {
	Copier
	state model.State // the copy that was taken last
}

// late returns a body that runners ask late where it can be.
func late(body Body) Body {
	if on, ok := body.(Copier); ok {
		return &copied{Copier: on}
	}
	return body
}

func (c *copied) copyAside(masses []uint32, _ int, _ bool) (sight, error) {
	return sight{looked: true}, c.Copy(masses)
}

func (c *copied) takeCopy(of *sight) error {
	of.state = &c.state // no other copy is taken before sensors have read this one
	return c.Copied(of.state)
}

func (c *copied) later() bool { return true }

func (c *copied) forget() { c.Forget() }

// newSenses returns the data for the sensors.
func (l *Runner) newSenses() senses {
	s := senses{width: l.width, begun: -1}
	for i, sensor := range l.spec.Sensors {
		sensor.Seed ^= l.options.Seed ^ l.varied
		p := newProbe(sensor, l.model, &l.given)
		p.number = uint64(i)
		s.probes = append(s.probes, p)
	}
	s.needs, s.scaled = readBy(s.probes), l.spec.SensesMuscles()
	copies, ok := l.body.(copier)
	if ok {
		copies.forget()
	}
	for _, p := range s.probes {
		p.aim(s.needs, ok)
	}
	return s
}

// SensesMuscles reports whether a sensor is of a force or of a metric, which need to know how long muscles are at rest.
func (s *Spec) SensesMuscles() bool {
	return s != nil && slices.ContainsFunc(s.Sensors, func(x Sensor) bool { return x.What == Force || x.What == Metric })
}

// Reads returns how many masses the sensors of a spec read at a boundary.
func (s *Spec) Reads(m *model.Model, p model.Params) int { return len(s.Sensed(m, p)) }

// Sensed are these masses, ascending.
func (s *Spec) Sensed(m *model.Model, p model.Params) []uint32 {
	var probes []*probe
	for _, sensor := range s.Sensors {
		probes = append(probes, newProbe(sensor, m, &p))
	}
	return readBy(probes)
}

// readBy returns the masses that probes read, ascending.
func readBy(probes []*probe) (out []uint32) {
	for _, p := range probes {
		out = append(out, p.reads()...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// see keeps the data for sensors at boundary b, which is the current one, once. It does not
// wait for an engine in the background.
func (l *Runner) see(b int64) error {
	if l.sensed || len(l.probes) == 0 {
		return nil
	}
	if l.begun < 0 {
		l.begun = b
	}
	copies, ok := l.body.(copier)
	due := slices.ContainsFunc(l.probes, func(p *probe) bool { return p.due(b, l.begun) })
	now := sight{}
	var err error
	switch {
	case !due:
	case ok:
		now, err = copies.copyAside(l.needs, l.ahead()+1, l.scaled)
	default:
		now.state, err = l.body.Look(l.needs)
	}
	if err != nil {
		return err
	}
	now.boundary, now.params = b, l.params
	if l.ahead() > 0 { // the runner writes into its own before sensors read them
		now.params = l.params.Clone()
	}
	l.sensed = true
	if !ok {
		l.measure(&now)
		return nil
	}
	l.seen = append(l.seen, now)
	return nil
}

// look computes the sensors of all boundaries until b that were seen, in their order.
func (l *Runner) look(b int64) error {
	for len(l.seen) > 0 && l.seen[0].boundary <= b {
		at := &l.seen[0]
		if copies, ok := l.body.(copier); ok && at.looked {
			if err := copies.takeCopy(at); err != nil {
				return err
			}
		}
		l.measure(at)
		l.seen = l.seen[:copy(l.seen, l.seen[1:])]
	}
	return nil
}

// measure computes the sensors of a boundary.
func (l *Runner) measure(at *sight) {
	var row []float64
	if n := len(l.free); n > 0 {
		row, l.free = l.free[n-1], l.free[:n-1]
	} else {
		row = make([]float64, l.width)
	}
	y := row
	for _, p := range l.probes {
		width := p.What.Width()
		p.measure(at, p.due(at.boundary, l.begun), y[:width])
		y = y[width:]
	}
	if l.first+int64(len(l.rows)) != at.boundary { // a replay sees boundaries at which somebody asks
		l.first, l.rows = at.boundary, nil
	}
	l.rows = append(l.rows, row)
}

// sensorsAt returns the numbers of all sensors at boundary b; nil: they are not known.
func (l *Runner) sensorsAt(b int64) []float64 {
	if at := b - l.first; at >= 0 && at < int64(len(l.rows)) {
		return l.rows[at]
	}
	return nil
}

// dropRows forgets the numbers of sensors at boundaries before b.
func (l *Runner) dropRows(b int64) {
	if n := int(min(b-l.first, int64(len(l.rows)))); n > 0 {
		l.free = append(l.free, l.rows[:n]...)
		l.rows = l.rows[:copy(l.rows, l.rows[n:])]
		l.first += int64(n)
	}
}
