package ensemble

import (
	"fmt"
	"runtime"
	"slices"
	"sync"

	"hooke/control"
	"hooke/ensemble"
	"hooke/ensemble/loop"
	"hooke/machine"
	"hooke/memory"
	"hooke/metrics"
	"hooke/model"
	"hooke/physics"
)

// Options choose how an engine works. The zero value takes all cores and the fastest kernel.
// States depend on neither, bit for bit.
type Options struct {
	Threads int    // that step; zero means as many as Go may use (GOMAXPROCS)
	Kernel  string // one of Kernels; empty means the first
	Layout  string // one of Layouts; empty means that kinds with few members are packed, and others interleaved

	Metrics *metrics.Options // what is measured of members; nil: nothing
}

// Engine steps ensembles.
type Engine struct {
	kinds            []ensemble.Kind
	members          []ensemble.Member // with values of their own
	parts            []part
	places           []place // of each member
	kernel           kernel
	threads          int
	metrics          *metrics.Options
	loops            *loop.Loops
	model.Controlled // the loops
}

// part is some members that are stepped together: a pack, or one member by itself. It has them in lanes.
type part interface {
	write(lane int, values []float64) // takes the values of a member
	begin(lane int, s *model.State, until physics.Until)
	steer(lane int, before model.Params) // takes over muscles of values that have changed
	laneOf(lane int) *lane
	bodyOf(lane int) control.Body
	read(lane int, dst *model.Snapshot)
	run(code *kernel, steps int) error
	rows(into []metrics.Row) error // writes what has been measured of members
}

var _ ensemble.Engine = (*Engine)(nil)

// chunk is how many steps a thread takes with a pack before it lets others have it.
const chunk = 64

// Takes are the features that the engine takes beside those that all engines take.
func Takes() []ensemble.Feature { return []ensemble.Feature{ensemble.Control} }

// New returns an engine with every member at its start; see ensemble.Settle for errors.
func New(kinds []ensemble.Kind, members []ensemble.Member, o Options) (*Engine, error) {
	settled, err := ensemble.Settle(kinds, members, Takes()...)
	if err != nil {
		return nil, err
	}
	code, err := kernelOf(o.Kernel)
	if err != nil {
		return nil, err
	}
	e := &Engine{kinds: settled, members: slices.Clone(members), places: make([]place, len(members)), kernel: code, threads: o.Threads, metrics: o.Metrics}
	if e.threads < 1 {
		e.threads = runtime.GOMAXPROCS(0)
	}
	layout, err := layoutOf(o.Layout)
	if err != nil {
		return nil, err
	}
	if e.loops, err = loop.New(settled, e.members, func(i int) bool { return e.places[i].laneOf(e.places[i].lane).status.Ended != "" }); err != nil {
		return nil, err
	}
	e.Controlled = e.loops
	for kind := range settled {
		if err := e.addKind(newTable(settled[kind]), ensemble.MembersOf(kind, members), layout); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// addKind puts the members of a kind into packs, and steps those by themselves that are too few for one.
func (e *Engine) addKind(t *table, of []int, layout layout) error {
	m := t.kind.Model
	alone := layout.alone(len(of))
	bytes := (int64(len(of)-alone)+lanes-1)/lanes*bytesOfPack(m) + int64(alone)*(int64(m.MassCount())*bytesOfSlot+int64(m.SpringCount())*bytesOfSpring)
	if err := memory.Ask(bytes, "%d members of %d masses each", len(of), m.MassCount()); err != nil {
		return fmt.Errorf("ensemble: %w", err)
	}
	var measured *measures
	if e.metrics != nil {
		var err error
		if measured, err = newMeasures(t, *e.metrics); err != nil {
			return err
		}
	}
	if err := e.addPacks(t, of[:len(of)-alone], measured); err != nil {
		return err
	}
	if alone > 0 {
		s := newShape(t, measured)
		for _, i := range of[len(of)-alone:] {
			one := newSingle(s, i)
			if measured != nil {
				one.meter = newSingleMeter(one, &e.kernel)
			}
			e.parts = append(e.parts, one)
			if err := e.enter(t, i, place{one, 0}); err != nil {
				return err
			}
		}
	}
	return nil
}

// addPacks puts members of a kind into packs.
func (e *Engine) addPacks(t *table, of []int, measured *measures) error {
	for some := range slices.Chunk(of, lanes) {
		p := newPack(t, some)
		if measured != nil {
			p.meter = newMeter(p, measured, &e.kernel)
		}
		e.parts = append(e.parts, p)
		for at, i := range some {
			if err := e.enter(t, i, place{p, at}); err != nil {
				return err
			}
		}
		for at := len(some); at < lanes; at++ {
			m := &e.members[some[0]]
			p.write(at, m.Values)
			p.begin(at, ensemble.StartOf(t.kind.Model, m.Start), m.Until)
			p.revive(at, false)
		}
	}
	return nil
}

// enter puts a member into its place, at its start.
func (e *Engine) enter(t *table, i int, at place) (err error) {
	m := &e.members[i]
	if m.Values == nil {
		m.Values = t.kind.ValuesOf()
	}
	m.Values = slices.Clone(m.Values)
	e.places[i] = at
	at.write(at.lane, m.Values)
	l := at.laneOf(at.lane)
	written, _ := t.kind.Written(m.Values)
	if l.pilot, err = e.loops.Make(i, m.Values, written, l.params); err != nil {
		return err
	}
	return at.start(i, ensemble.StartOf(t.kind.Model, m.Start), m.Until)
}

// Describe names the engine, its kernel and the processor.
func (e *Engine) Describe() model.Description {
	return model.Description{Engine: "cpu", Pipeline: "ensemble, " + e.kernel.name, Renderer: machine.Processor(), Precision: model.Single.String()}
}

// Step advances all members that have not ended, and returns when they are done.
func (e *Engine) Step(n int) error {
	if err := e.loops.Ready(n); err != nil {
		return err
	}
	e.loops.Advance(n)
	faults := make([]error, len(e.parts))
	q := queue{left: make([]int, len(e.parts))}
	for i := range e.parts {
		q.left[i] = n
		q.next = append(q.next, i)
	}
	work := func() {
		for {
			i, steps := q.take()
			if steps == 0 {
				return
			}
			if faults[i] = e.parts[i].run(&e.kernel, steps); faults[i] == nil {
				q.back(i)
			}
		}
	}
	var group sync.WaitGroup
	for range min(e.threads, len(e.parts)) - 1 {
		group.Go(work)
	}
	work()
	group.Wait()
	for _, fault := range faults {
		if fault != nil {
			return fault
		}
	}
	return nil
}

// queue is the packs that wait for a thread, and how many steps each still has to take.
type queue struct {
	mutex sync.Mutex
	left  []int
	next  []int
}

// take returns a pack and how many steps it is to take; 0 where none waits.
func (q *queue) take() (pack, steps int) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	if len(q.next) == 0 {
		return 0, 0
	}
	pack = q.next[0]
	q.next = q.next[1:]
	steps = min(chunk, q.left[pack])
	q.left[pack] -= steps
	return pack, steps
}

// back puts a pack at the end of those that wait, if it has steps left.
func (q *queue) back(pack int) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	if q.left[pack] > 0 {
		q.next = append(q.next, pack)
	}
}

// Finish has nothing to wait for.
func (e *Engine) Finish() error { return nil }

// Read copies the state of a member into dst.
func (e *Engine) Read(member int, dst *model.Snapshot) error {
	e.places[member].read(e.places[member].lane, dst)
	return nil
}

// ReadAll copies numbers of all members; see ensemble.Engine.
func (e *Engine) ReadAll(fields ensemble.Reads, dst []float32) error {
	return ensemble.ReadAll(e, e.kinds, e.members, fields, dst)
}

// Set gives the members of a kind other values of a free field.
func (e *Engine) Set(kind, field int, values []float64) error {
	changed, err := ensemble.Changed(e.kinds, e.members, kind, field, values)
	if err != nil {
		return err
	}
	for i, to := range changed {
		e.members[i].Values = to
		at := e.places[i]
		e.loops.Steer(i, to)
		if e.kinds[kind].Steers(field) {
			continue
		}
		l := at.laneOf(at.lane)
		before := l.params
		at.write(at.lane, to)
		if err := at.take(i, before); err != nil {
			return err
		}
	}
	return nil
}

// Reset puts some members at other states.
func (e *Engine) Reset(mask []bool, start func(member int) *model.State) error {
	states, err := ensemble.Starts(e.kinds, e.members, mask, start)
	if err != nil {
		return err
	}
	for i, s := range states {
		if err := e.places[i].start(i, s, e.members[i].Until); err != nil {
			return err
		}
	}
	return nil
}

// Status says of each member whether it has ended.
func (e *Engine) Status() ([]ensemble.Status, error) {
	out := make([]ensemble.Status, len(e.members))
	for i, at := range e.places {
		out[i] = at.laneOf(at.lane).status
	}
	return out, nil
}

// Close has nothing to release.
func (e *Engine) Close() {}
