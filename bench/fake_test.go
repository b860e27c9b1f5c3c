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
}

func (f *fake) Describe() model.Description {
	return model.Description{Engine: f.name, Pipeline: "pretended", Renderer: "Fake GL", Precision: "double"}
}

func (f *fake) Reset(s *model.State) error {
	f.resets++
	f.ran = 0
	return f.Engine.Reset(s)
}

func (f *fake) Step(n int) error {
	f.ran += int64(n)
	f.queued += n
	*f.journal = append(*f.journal, fmt.Sprint(f.name, " ", n))
	if f.idle {
		return nil
	}
	return f.Engine.Step(n)
}

func (f *fake) Finish() error {
	pace := f.perStep[min(f.resets, len(f.perStep))-1]
	f.clock.now = f.clock.now.Add(time.Duration(f.queued) * pace)
	f.queued = 0
	return f.Engine.Finish()
}

func (f *fake) StepsRun() (int64, error) { return f.ran - f.lost, nil }

// bench has a clock and makes fake engines.
type pretended struct {
	clock   fakeClock
	journal []string
}

func (p *pretended) maker(name string, change func(*fake)) Maker {
	return Maker{Engine: name, Pipeline: "pretended", Software: true, New: func(m *model.Model, params model.Params) (model.Engine, error) {
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
