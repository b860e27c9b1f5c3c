package ensemble

import (
	"fmt"
	"io/fs"
	"slices"

	"hooke/control"
	"hooke/control/metrics"
	"hooke/gpu"
	"hooke/gpu/glx"
	"hooke/gpu/pass"
	"hooke/gpu/queue"
	"hooke/lab/ensemble"
	"hooke/model"
	"hooke/shaders"
)

// The pipelines. Their results are the same, bit for bit.
const (
	// Interleaved is an invocation for each mass of each member, one step a dispatch.
	Interleaved = "ensemble"
	// Resident is a work group for each member, up to 64 steps a dispatch.
	Resident = "ensemble-resident"
)

// Pipelines returns the names of the pipelines.
func Pipelines() []string { return []string{Interleaved, Resident} }

// Pack is the number of members that together cost as much as one.
const Pack = shaders.Pack

// fewMembers is the number of members below which dispatches take longer than their work, so
// that an engine that may choose uses Resident.
const fewMembers = 64

// Options choose how an engine works. The zero value chooses the pipeline and measures nothing.
type Options struct {
	Pipeline string           // one of Pipelines; empty: Resident for few members that fit, else Interleaved
	Metrics  *metrics.Options // metrics of members; nil: none
	Room     int              // neighbors that the list of a mass that collides has places for; 0: 24, or more where masses are large. No result depends on it
	Shaders  fs.FS            // shader sources, laid out as in shaders.Files; nil: those

	// Own are options of the engines of members that have their own. In another precision than single each member has one. An empty
	// pipeline is gpu.Auto, no shaders are those of the ensemble.
	Own  gpu.Options
	Lone bool // whether each member has an engine of its own, whatever its kind
}

// Engine steps ensembles on a device.
type Engine struct {
	ctx          *glx.Context
	closeContext func() // nil: the context is the caller's
	submissions  *queue.Submissions
	queue        queue.Queue

	settled          []ensemble.Kind
	members          []ensemble.Member    // with values of their own
	runs             []run                // of each member
	lone             ensemble.LoneMembers // by themselves, with engines of their own
	ofLone           int64                // memory of their engines on the device, about [bytes]
	loops            *ensemble.Loops
	kinds            []*kind // nil: its members have engines of their own
	blocks           []*block
	options          Options
	copies           int   // of the state: 2 of the pipeline ensemble, 1 of the other
	most             int   // steps that a dispatch of the pipeline ensemble-resident makes at most
	held             int   // the copy that is the present one
	clock            int64 // steps that were queued
	gathered         int64 // the clock when living members were gathered last
	gatherEvery      int64 // steps
	oldest           int64 // the clock at the earliest start of a member
	model.Controlled       // the loops
	stamp            int64 // counts the changes of the arrays
	seen             seen
	controlled       bool // whether a member that lies interleaved has a controller
}

// run is a member on its way.
type run struct {
	*block
	at     int
	params model.Params    // with the values written into them
	begun  int64           // its step at its start
	since  int64           // the clock then
	time   float64         // [s] at its start
	runner *control.Runner // nil: the member is not controlled
	seat   *seat
	ended  bool // whether its runner knows that it has
}

// kind holds the shared data of the blocks of a kind.
type kind struct {
	table  *table
	layout *layout
	copies int
	every  int64 // steps between samples
	words  *glx.Buffer
	passes passes
}

var _ ensemble.Engine = (*Engine)(nil)

// New returns an engine with every member at its start, on a context that the caller lends; see
// ensemble.Settle for errors. An error wraps limits.ErrTooLarge where something does not fit the device.
func New(ctx *glx.Context, kinds []ensemble.Kind, members []ensemble.Member, o Options) (e *Engine, err error) {
	settled, err := ensemble.Settle(kinds, members)
	if err != nil {
		return nil, err
	}
	e = &Engine{ctx: ctx, settled: settled, members: slices.Clone(members), runs: make([]run, len(members)), options: o, gatherEvery: gatherEvery}
	defer func() {
		if err != nil {
			e.Close()
			e = nil
		}
	}()
	if e.loops, err = ensemble.NewLoops(settled, e.members, e.ended); err != nil {
		return e, err
	}
	e.Controlled = e.loops
	for i := range e.members {
		k, m := settled[e.members[i].Kind], &e.members[i]
		if m.Values == nil {
			m.Values = k.ValuesOf()
		}
		m.Values = slices.Clone(m.Values)
	}
	of, err := e.addMembers()
	if err != nil {
		return e, err
	}
	if err := e.choose(of); err != nil {
		return e, err
	}
	if err := e.makeBlocks(of); err != nil {
		return e, err
	}
	e.findControlled()
	if err := e.start(); err != nil {
		return e, err
	}
	return e, e.lone.Open(settled, e.members, e.loops, nil)
}

// start puts the members of blocks at their starts.
func (e *Engine) start() error {
	springs, starts := 0, make(map[int]*model.State, len(e.members))
	for i := range e.members {
		if k, m := e.settled[e.members[i].Kind], &e.members[i]; e.runs[i].block != nil {
			springs += k.Model.SpringCount()
			e.write(i)
			if err := e.enter(i); err != nil {
				return err
			}
			starts[i] = ensemble.StartOf(k.Model, m.Start)
		}
	}
	e.submissions = queue.NewSubmissions(e.ctx)
	e.queue = queue.New(e.submissions, springs)
	if err := e.begin(starts, true); err != nil {
		return err
	}
	if err := e.ctx.Err("make an ensemble"); err != nil {
		return fmt.Errorf("ensemble: %w", err)
	}
	return nil
}

// choose makes the tables and chooses the pipeline, of kinds whose members do not all have engines of their own.
func (e *Engine) choose(of [][]int) error {
	unfit, count := "", 0
	e.kinds = make([]*kind, len(e.settled))
	for i, k := range e.settled {
		if count += len(of[i]); len(of[i]) == 0 && e.lone.Count() > 0 {
			continue
		}
		t, err := newTable(k, e.options.Metrics, e.options.Room)
		if err != nil {
			return fmt.Errorf("ensemble: kind %d (%s): %w", i, k.Model.Name, err)
		}
		made := &kind{table: t, layout: newLayout(t), every: metrics.DefaultEvery}
		if o := e.options.Metrics; o != nil && o.Every > 0 {
			made.every = o.Every
		}
		e.kinds[i] = made
		if why := t.unfit(e.ctx.Limits); why != "" && unfit == "" {
			unfit = fmt.Sprintf("kind %d (%s): %s", i, k.Model.Name, why)
		}
	}
	switch pipeline := e.options.Pipeline; {
	case pipeline == Resident && unfit != "":
		return fmt.Errorf("ensemble: pipeline %s: %s; take the pipeline %s", Resident, unfit, Interleaved)
	case pipeline == Resident, pipeline == "" && count < fewMembers && unfit == "":
		e.copies = 1
	case pipeline == Interleaved, pipeline == "":
		e.copies = 2
	default:
		return fmt.Errorf("ensemble: there is no pipeline %q; known are %v", pipeline, Pipelines())
	}
	e.most = mostSteps
	for _, k := range e.kinds {
		if k == nil {
			continue
		}
		k.copies = e.copies
		masses := k.table.kind.Model.MassCount()
		e.most = min(e.most, k.table.pairs.MostSteps(eachOf(masses, groupOf(masses))))
	}
	return nil
}

// makeBlocks compiles the passes of kinds that have members, and divides members into blocks.
func (e *Engine) makeBlocks(of [][]int) error {
	files := e.options.Shaders
	if files == nil {
		files = shaders.Files()
	}
	need := e.ofLone
	for i, k := range e.kinds {
		if k != nil {
			need += k.bytes(len(of[i]))
		}
	}
	free, known := e.ctx.FreeMemory()
	if err := crowded(len(e.members), need, free, known); err != nil {
		return err
	}
	for i, k := range e.kinds {
		of := of[i]
		if len(of) == 0 {
			continue
		}
		most, err := k.mostMembers(e.ctx.Limits)
		if err == nil {
			err = k.compile(pass.Maker{Ctx: e.ctx, Files: files}, slices.ContainsFunc(of, func(i int) bool { return len(e.members[i].Until.Words) > 0 }))
		}
		if err == nil {
			k.words, err = glx.NewBufferFrom(e.ctx, "hooke.ensemble.MemberTable", k.table.words)
		}
		if err != nil {
			return fmt.Errorf("ensemble: kind %d (%s): %w", i, e.settled[i].Model.Name, err)
		}
		for some := range slices.Chunk(of, most) {
			b, err := newBlock(e.ctx, k, some)
			if err != nil {
				return err
			}
			e.blocks = append(e.blocks, b)
			for at, member := range some {
				e.runs[member].block, e.runs[member].at = b, at
			}
		}
	}
	return nil
}

// Describe names the pipeline and the device.
func (e *Engine) Describe() model.Description {
	d := model.Description{Engine: "gpu", Pipeline: Interleaved, Renderer: e.ctx.Renderer, Precision: model.Single.String(), WorkGroup: shaders.Pack * shaders.MemberRows}
	if len(e.blocks) == 0 && e.lone.Count() > 0 {
		d.Pipeline, d.WorkGroup, d.Precision = "lone", 0, e.lone.Precision.String()
		return d
	}
	if e.copies == 1 {
		d.Pipeline, d.WorkGroup = Resident, 0
		for _, b := range e.blocks {
			k := b.kind
			d.WorkGroup = max(d.WorkGroup, groupOf(k.table.kind.Model.MassCount()))
		}
	}
	return d
}

// Waits returns the number of times that a step waited for the device because too much was
// queued.
func (e *Engine) Waits() int64 { return e.queue.Waits }

// Close releases the engine's objects.
func (e *Engine) Close() {
	for _, b := range e.blocks {
		b.release()
	}
	for _, k := range e.kinds {
		if k != nil {
			k.passes.release()
			k.words.Release()
		}
	}
	e.lone.Close()
	e.submissions.Release()
	e.blocks, e.kinds, e.submissions = nil, nil, nil
	if e.closeContext != nil {
		e.closeContext()
		e.closeContext = nil
	}
}
