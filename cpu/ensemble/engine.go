package ensemble

import (
	"fmt"
	"runtime"
	"slices"

	"hooke/control"
	"hooke/control/metrics"
	"hooke/lab/ensemble"
	"hooke/machine"
	"hooke/model"
	"hooke/physics"
)

// Options choose how an engine works. The zero value takes all cores, the fastest kernel and single precision.
// States depend neither on the threads nor, but for members with an engine of their own, on the kernel, bit for bit.
type Options struct {
	Threads   int             // that step; zero means as many as Go may use (GOMAXPROCS)
	Kernel    string          // one of Kernels; empty means the first
	Layout    string          // one of Layouts; empty means that kinds with few members are packed, and others interleaved
	Precision model.Precision // other than single: each member has an engine of its own

	Metrics *metrics.Options // metrics of members; nil: none
}

// Engine steps ensembles.
type Engine struct {
	kinds            []ensemble.Kind
	members          []ensemble.Member // with values of their own
	parts            []part
	packs            [][]*pack            // those of parts, by kind
	lone             ensemble.LoneMembers // by themselves, with engines of their own
	places           []place              // of each member
	kernel           kernel
	threads          int
	metrics          *metrics.Options
	loops            *ensemble.Loops
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
	see() error                    // measures sensors of members that are at a boundary
	rows(into []metrics.Row) error // writes the metrics of members
}

var _ ensemble.Engine = (*Engine)(nil)

// chunk is how many steps a thread takes with a pack before it lets others have it.
const chunk = 64

// New returns an engine with every member at its start; see ensemble.Settle for errors.
func New(kinds []ensemble.Kind, members []ensemble.Member, o Options) (*Engine, error) {
	settled, err := ensemble.Settle(kinds, members)
	if err != nil {
		return nil, err
	}
	for i, k := range settled {
		if err := model.Unsupported(model.EngineEnsemble, k.Model, k.Params, o.Precision); err != nil {
			return nil, fmt.Errorf("ensemble: kind %d (%s): %w", i, k.Model.Name, err)
		}
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
	if e.loops, err = ensemble.NewLoops(settled, e.members, e.ended); err != nil {
		return nil, err
	}
	e.Controlled = e.loops
	e.lone.LoneOptions = ensemble.LoneOptions{LoneMaker: ownMaker(code.name, o.Precision), Metrics: o.Metrics}
	for kind, k := range settled {
		of := ensemble.MembersOf(kind, members)
		for _, i := range of {
			if e.members[i].Values == nil {
				e.members[i].Values = k.ValuesOf()
			}
			e.members[i].Values = slices.Clone(e.members[i].Values)
		}
		if err := e.addMembers(k, of, layout); err != nil {
			return nil, err
		}
	}
	return e, e.lone.Open(settled, e.members, e.loops, func(count int, do func(place int) error) error {
		return machine.InTurns(e.threads, count, 1, 1, func(place, _ int) error { return do(place) })
	})
}

// addMembers puts members of a kind where they are stepped.
func (e *Engine) addMembers(k ensemble.Kind, of []int, layout layout) error {
	if layout == alone || Alone(k, e.lone.Precision) != "" {
		return e.addLone(k, of)
	}
	far := ensemble.FarMembers(k, of, e.members)
	if err := e.addLone(k, far); err != nil {
		return err
	}
	return e.addKind(newTable(k), slices.DeleteFunc(of, func(i int) bool { return slices.Contains(far, i) }), layout)
}

// addLone gives members of a kind engines of their own.
func (e *Engine) addLone(k ensemble.Kind, of []int) error {
	if len(of) == 0 {
		return nil
	}
	each, err := ownBytes(k, e.lone.Precision)
	if err != nil {
		return fmt.Errorf("ensemble: kind of %s: %w", k.Model.Name, err)
	}
	return e.lone.Add(k, of, each)
}

// addKind puts the members of a kind into packs, and steps those by themselves that are too few for one.
func (e *Engine) addKind(t *table, of []int, layout layout) error {
	m := t.kind.Model
	alone := layout.alone(len(of))
	if err := askFor(m, len(of), bytesOf(m, len(of)-alone, alone)); err != nil {
		return err
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
		s := newShape(t, measured, &e.kernel)
		if err := askFor(m, len(of), int64(alone)*s.bytes()); err != nil {
			return err
		}
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
	var packs []*pack
	for some := range slices.Chunk(of, lanes) {
		p := newPack(t, some)
		if measured != nil {
			p.meter = newMeter(p, measured, &e.kernel)
		}
		e.parts, packs = append(e.parts, p), append(packs, p)
		for at, i := range some {
			if err := e.enter(t, i, place{p, at}); err != nil {
				return err
			}
		}
		for at := len(some); at < lanes; at++ {
			m := &e.members[some[0]]
			p.write(at, m.Values)
			p.begin(at, t.startOf(m.Start), m.Until)
			p.revive(at, false)
		}
	}
	e.packs = append(e.packs, packs)
	return nil
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
	for n > 0 {
		some := e.gather(n)
		if err := machine.InTurns(e.threads, len(e.parts)+e.lone.Count(), some, chunk, func(part, steps int) error {
			if part >= len(e.parts) {
				return e.lone.Run(part-len(e.parts), steps)
			}
			return e.parts[part].run(&e.kernel, steps)
		}); err != nil {
			return err
		}
		n -= some
	}
	return nil
}

// Sense copies the sensors of all members; see ensemble.Engine. Threads measure those of their own parts.
func (e *Engine) Sense(b int64, y []float64) error {
	if e.loops != nil {
		if err := machine.InTurns(e.threads, len(e.parts), 1, 1, func(part, _ int) error { return e.parts[part].see() }); err != nil {
			return err
		}
	}
	return e.loops.Sense(b, y)
}

// Finish has nothing to wait for.
func (e *Engine) Finish() error { return nil }

// Read copies the state of a member into dst.
func (e *Engine) Read(member int, dst *model.Snapshot) error {
	if one := e.lone.Of(member); one != nil {
		return one.Read(dst)
	}
	e.places[member].read(e.places[member].lane, dst)
	return nil
}

// ReadAll copies numbers of all members; see ensemble.Engine.
func (e *Engine) ReadAll(fields ensemble.Reads, dst []float32) error {
	return ensemble.ReadAll(e, e.kinds, e.members, fields, dst)
}

// Status says of each member whether it has ended.
func (e *Engine) Status() ([]ensemble.Status, error) {
	out := make([]ensemble.Status, len(e.members))
	for i, at := range e.places {
		one := e.lone.Of(i)
		if one == nil {
			out[i] = at.laneOf(at.lane).status
			continue
		}
		var err error
		if out[i], err = one.Status(); err != nil {
			return nil, fmt.Errorf("ensemble: member %d: %w", i, err)
		}
	}
	return out, nil
}

// ended reports whether a member has ended, as far as is known.
func (e *Engine) ended(member int) bool {
	if one := e.lone.Of(member); one != nil {
		return one.Ended()
	}
	return e.places[member].laneOf(e.places[member].lane).status.Ended != ""
}

// Close releases the engines of members.
func (e *Engine) Close() { e.lone.Close() }
