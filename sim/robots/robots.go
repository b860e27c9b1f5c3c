package robots

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"hooke/control/metrics"
	"hooke/engine"
	"hooke/lab/ensemble"
	"hooke/machine/memory"
	"hooke/run"
	"hooke/scene"
	"hooke/sim"
)

// Robots are the members of an ensemble. Open makes them and Close releases them.
type Robots struct {
	scene   *scene.Scene
	kind    ensemble.Kind // settled
	fields  []named
	members []ensemble.Member // with the values that Set has set
	engine  ensemble.Engine   // nil: closed
	options Options
	columns []metrics.Column
	width   int // numbers of sensors of a member
	table   metrics.Table
	pace    sim.Pace
	steps   int64
	runs    []running // of each member, since its start
	acted   []float64 // by a host, last

	rendered *sim.RenderReport // the last file of Page
}

// running tells of the run of a member.
type running struct {
	begun   int64 // the step at which it was put to its start
	altered bool  // whether values of it were set later
}

// named are the free fields that one text names: Kind.Free[first : first+count].
type named struct {
	text         string
	first, count int
}

// MostMembers bounds how many members there may be.
const MostMembers = 1 << 24

// Open opens a scene and makes a number of members of it, each with numbers of its own for the fields that Options.Free
// names, at first those of the scene. The caller closes them.
func Open(name string, members int, o Options) (*Robots, error) {
	return OpenIn(context.Background(), name, members, o)
}

// OpenIn is Open, which ends early when the context does; see sim.OpenIn.
func OpenIn(ctx context.Context, name string, members int, o Options) (*Robots, error) {
	if members < 1 || members > MostMembers {
		return nil, sim.Wrongf("%d members; give 1 to %d", members, MostMembers)
	}
	if err := o.faults(); err != nil {
		return nil, err
	}
	if strings.EqualFold(filepath.Ext(name), sim.CheckpointEnd) {
		return nil, fmt.Errorf("%s: a checkpoint is the state of one structure; open the scene that it is of", name)
	}
	o.Scene.Lone = true // as sim.Open takes it
	s, err := run.Open(ctx, []string{name}, o.Scene, o.Listener)
	if err != nil {
		return nil, err
	}
	s.Model.StateInArrays(s.Start)
	s.Model.InArrays()
	r := &Robots{scene: s, options: o}
	if r.kind, r.fields, err = kindOf(s, &r.options); err != nil {
		return nil, err
	}
	r.options.Metrics.Every = r.samplesEvery()
	if r.columns, err = ensemble.Columns([]ensemble.Kind{r.kind}, &r.options.Metrics); err != nil {
		return nil, err
	}
	if err := memory.Ask(int64(members)*bytesOf(&r.kind, r.options.Engine), "%d members of %s", members, s.Name); err != nil {
		return nil, err
	}
	r.members, r.runs = make([]ensemble.Member, members), make([]running, members)
	values := r.kind.ValuesOf()
	for i := range r.members {
		r.members[i] = ensemble.Member{Values: slices.Clone(values), Start: s.Start, Until: s.Until, Seed: o.Seed + uint64(i)}
	}
	if r.engine, err = newEngine(r.kind, r.members, &r.options); err != nil {
		return nil, err
	}
	if r.kind.Control != nil {
		for _, sensor := range r.kind.Control.Sensors {
			r.width += sensor.What.Width()
		}
		for range members {
			for _, in := range r.kind.Control.Inputs {
				r.acted = append(r.acted, in.Initial)
			}
		}
	}
	return r, nil
}

// samplesEvery is how many steps lie between samples of metrics: as the options have it; otherwise of controlled
// members the divisor of the period that is nearest to metrics.DefaultEvery, so that boundaries are sampled and what
// metrics add up does not depend on when it is read.
func (r *Robots) samplesEvery() int64 {
	if r.options.Metrics.Every > 0 || r.Period() == 0 {
		return r.options.Metrics.Every
	}
	best, period := int64(1), r.Period()
	away := func(n int64) float64 { return max(float64(n)/metrics.DefaultEvery, metrics.DefaultEvery/float64(n)) }
	for n := range min(period, 1<<16) + 1 {
		if n > 0 && period%n == 0 && away(n) < away(best) {
			best = n
		}
	}
	return best
}

// Set gives members other values of a text that is free, from the next step on: one for all, one for each member, or one
// for each member and each number that the text names, member by member. After an error nothing has changed.
func (r *Robots) Set(text string, values []float64) error {
	if r.engine == nil {
		return sim.ErrClosed
	}
	at := slices.IndexFunc(r.fields, func(n named) bool { return n.text == text })
	if at < 0 {
		return fmt.Errorf("%q is not free; free are: %s (all that is set later is named when they are opened)", text, strings.Join(r.options.Free, ", "))
	}
	n, members := r.fields[at], len(r.members)
	if count := len(values); count != 1 && count != members && count != members*n.count {
		return fmt.Errorf("%s: %d values; give 1, %d or %d", text, len(values), members, members*n.count)
	}
	one := make([][]float64, n.count)
	for f := range one {
		one[f] = make([]float64, members)
		for m := range members {
			switch len(values) {
			case 1:
				one[f][m] = values[0]
			case members:
				one[f][m] = values[m]
			default:
				one[f][m] = values[m*n.count+f]
			}
		}
		if _, err := ensemble.Changed([]ensemble.Kind{r.kind}, r.members, 0, n.first+f, one[f]); err != nil {
			return err
		}
	}
	for f := range one {
		if err := r.engine.Set(0, n.first+f, one[f]); err != nil {
			return err
		}
		for m, x := range one[f] {
			now := &r.members[m].Values[n.first+f]
			r.runs[m].altered = r.runs[m].altered || *now != x && r.steps > r.runs[m].begun
			*now = x
		}
	}
	return nil
}

// Vary gives the sensors of a member other noise from its next reset on; see ensemble.Engine.
func (r *Robots) Vary(member int, number uint64) {
	if r.engine != nil {
		r.engine.Vary(member, number)
	}
}

// Act gives the action of the boundary that is now, or comes next: [members][inputs].
func (r *Robots) Act(u []float64) error {
	if r.engine == nil {
		return sim.ErrClosed
	}
	if !r.options.Host || r.kind.Control == nil {
		return errors.New("nobody acts on these robots; open them with the option host")
	}
	period := r.Period()
	if err := r.engine.Act((r.steps+period-1)/period, u); err != nil {
		return err
	}
	copy(r.acted, u)
	return nil
}

// Metrics returns the options by which members are measured.
func (r *Robots) Metrics() metrics.Options { return r.options.Metrics }

// Width returns how many numbers the sensors of a member have.
func (r *Robots) Width() int { return r.width }

// Columns returns those of the quantity metrics.
func (r *Robots) Columns() []metrics.Column { return r.columns }

// Members returns how many there are.
func (r *Robots) Members() int { return len(r.members) }

// Inputs returns how many inputs each member has.
func (r *Robots) Inputs() int {
	if r.kind.Control == nil {
		return 0
	}
	return len(r.kind.Control.Inputs)
}

// Period returns how many steps lie between boundaries; 0: they have no control.
func (r *Robots) Period() int64 {
	if r.kind.Control == nil {
		return 0
	}
	return int64(r.kind.Control.Period)
}

// Kind returns what members share. It belongs to the Robots.
func (r *Robots) Kind() ensemble.Kind { return r.kind }

// Scene returns the scene that members start as. It belongs to the Robots.
func (r *Robots) Scene() *scene.Scene { return r.scene }

// OnThread reports whether the goroutine that opened them must make all calls.
func (r *Robots) OnThread() bool { return r.options.Engine == engine.GPU }

// Close releases the engine. A second call does nothing.
func (r *Robots) Close() {
	if r.engine != nil {
		r.engine.Close()
		r.engine = nil
	}
}
