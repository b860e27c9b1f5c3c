package bench

import (
	"fmt"
	"time"

	"hooke/cpuref"
	"hooke/model"
)

// fakeClock is time that only fake engines move on.
type fakeClock struct{ now time.Time }

func (c *fakeClock) Now() time.Time { return c.now }

// fake is an engine on the reference's arithmetic, with a pace on the fake
// clock, and faults.
type fake struct {
	*cpuref.Engine
	name    string
	clock   *fakeClock
	journal *[]string // of the timed calls, as "name steps"

	perStep []time.Duration // of each Reset in turn; the last one stays
	resets  int
	idle    bool  // does nothing
	lost    int64 // steps missing from the counter
	ran     int64
	queued  int // steps whose time passes in Finish

	spanned   time.Duration
	queueing  time.Duration
	forgotten bool
}

func (f *fake) Describe() model.Description {
	return model.Description{Engine: f.name, Pipeline: "pretended", Renderer: "Fake GL", Precision: "double", WorkGroup: 64}
}

func (f *fake) Reset(s *model.State) error {
	f.resets++
	f.ran = 0
	return f.Engine.Reset(s)
}

func (f *fake) Step(n int) error {
	f.ran += int64(n)
	f.queued += n
	f.queueing += time.Duration(n) * 3 * time.Microsecond
	*f.journal = append(*f.journal, fmt.Sprint(f.name, " ", n))
	if f.idle {
		return nil
	}
	return f.Engine.Step(n)
}

func (f *fake) Finish() error {
	pace := f.perStep[max(0, min(f.resets, len(f.perStep))-1)]
	passed := time.Duration(f.queued) * pace
	f.clock.now = f.clock.now.Add(passed)
	f.spanned += passed
	f.queued = 0
	return f.Engine.Finish()
}

// Span is half of the time between the two calls, as on a device that is not busy all the time.
func (f *fake) BeginSpan()          { f.spanned = 0 }
func (f *fake) EndSpan()            {}
func (f *fake) Span() time.Duration { return f.spanned / 2 }

// Queueing is 3 µs for each step.
func (f *fake) Queueing() time.Duration { return f.queueing }

// The passes: only the first is timed.
func (f *fake) ForgetPassTimes() { f.forgotten = true }
func (f *fake) PassTimes() map[string]time.Duration {
	if !f.forgotten {
		return map[string]time.Duration{"first": time.Hour} // of the warm-up
	}
	return map[string]time.Duration{"first": 250 * time.Millisecond}
}

func (f *fake) StepsRun() (int64, error) { return f.ran - f.lost, nil }

// bench has a clock and makes fake engines.
type pretended struct {
	clock   fakeClock
	journal []string
	meter   Meter
	copies  int
}

func (p *pretended) maker(name string, change func(*fake)) Maker {
	if p.meter.Copy == nil {
		p.meter = Meter{Name: "fake memory", Copy: func() (int64, time.Duration, error) {
			p.copies++
			return 40_000_000, 10 * time.Millisecond, nil
		}}
	}
	return Maker{Engine: name, Pipeline: "pretended", Software: true, Driver: "1.0",
		Meter: &p.meter,
		Inspect: func(model.Engine) Inspection {
			return Inspection{Threads: 3, Memory: 1000, Passes: []Pass{{Name: "first", Bytes: 600}, {Name: "second", Bytes: 400}}}
		},
		New: func(m *model.Model, params model.Params) (model.Engine, error) {
			e, err := cpuref.New(m, params)
			if err != nil {
				return nil, err
			}
			f := &fake{Engine: e, name: name, clock: &p.clock, journal: &p.journal, perStep: []time.Duration{10 * time.Millisecond}}
			if change != nil {
				change(f)
			}
			return f, nil
		}}
}
