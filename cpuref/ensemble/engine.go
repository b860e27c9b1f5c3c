package ensemble

import (
	"fmt"
	"math"

	"hooke/control"
	"hooke/control/metrics"
	"hooke/cpuref"
	"hooke/lab/ensemble"
	"hooke/machine"
	"hooke/model"
	"hooke/physics"
)

// Engine steps members one after the other. It takes the memory of an engine cpuref for each.
type Engine struct {
	kinds            []ensemble.Kind
	members          []ensemble.Member // with values and starts of their own
	runs             []run
	options          Options
	loops            *ensemble.Loops
	model.Controlled // the loops
}

// Options configure New. The zero value measures nothing.
type Options struct {
	Metrics *metrics.Options // metrics of members; nil: none
}

// run is a member on its way.
type run struct {
	engine *cpuref.Engine
	around model.Engine  // the engine, or the control loop around it
	loop   *control.Loop // nil: the member is not controlled
	model  *model.Model
	params model.Params
	ending *physics.Ending // nil: nothing ends it but a divergence
	status ensemble.Status
	plan   *metrics.Plan // nil: nothing is measured
	meter  *metrics.Meter
	ahead  []float64 // the phase that changes of frequency have added to each actuator [rad]
}

var _ ensemble.Engine = (*Engine)(nil)

// New returns an engine with every member at its start; see ensemble.Settle for errors.
func New(kinds []ensemble.Kind, members []ensemble.Member, o Options) (*Engine, error) {
	settled, err := ensemble.Settle(kinds, members)
	if err != nil {
		return nil, err
	}
	e := &Engine{kinds: settled, members: append([]ensemble.Member(nil), members...), runs: make([]run, len(members)), options: o}
	if e.loops, err = ensemble.NewLoops(settled, e.members, func(i int) bool { return e.runs[i].status.Ended != "" }); err != nil {
		return nil, err
	}
	e.Controlled = e.loops
	for i := range e.members {
		m, k := &e.members[i], e.kinds[e.members[i].Kind]
		if m.Values == nil {
			m.Values = k.ValuesOf()
		}
		m.Values = append([]float64(nil), m.Values...)
		e.runs[i].ahead = make([]float64, len(k.Params.Actuators))
		if err := e.renew(i); err != nil {
			return nil, err
		}
		if err := e.begin(i, ensemble.StartOf(k.Model, m.Start)); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// renew replaces the engine of a member, with its values, and its meter.
func (e *Engine) renew(i int) error {
	r, m := &e.runs[i], &e.members[i]
	r.model, r.params = e.kinds[m.Kind].Written(m.Values)
	for k, ahead := range r.ahead {
		r.params.Actuators[k].Phase += ahead
	}
	var err error
	if r.engine, err = cpuref.New(r.model, r.params); err != nil {
		return fmt.Errorf("ensemble: member %d: %w", i, err)
	}
	if o := e.options.Metrics; o != nil {
		if r.plan, err = metrics.New(r.model, r.params, *o); err != nil {
			return fmt.Errorf("ensemble: member %d: %w", i, err)
		}
		if r.meter != nil {
			r.meter.Adopt(r.plan)
		}
	}
	if r.around = r.engine; e.loops == nil {
		return nil
	}
	if spec := e.loops.Spec(i, m.Values); spec != nil {
		for k := range spec.Sensors {
			spec.Sensors[k].Seed ^= m.Seed
		}
		if r.around, r.loop, err = control.Around(r.engine, r.model, r.params, spec); err != nil {
			return fmt.Errorf("ensemble: member %d: %w", i, err)
		}
		e.loops.Put(i, r.loop.Runner)
	}
	return nil
}

// begin puts a member at a state.
func (e *Engine) begin(i int, start *model.State) error {
	r := &e.runs[i]
	if err := r.around.Reset(start); err != nil {
		return fmt.Errorf("ensemble: member %d: %w", i, err)
	}
	r.status, r.ending = ensemble.Status{}, nil
	if until := e.members[i].Until; len(until.Words) > 0 {
		r.ending = physics.NewEnding(until, r.model, start)
	}
	if r.plan != nil {
		r.meter = r.plan.Meter()
	}
	return nil
}

// Describe names the engine and the processor it runs on.
func (e *Engine) Describe() model.Description {
	return model.Description{Engine: "cpuref", Pipeline: "ensemble", Renderer: machine.Processor(), Precision: "double"}
}

// Step advances all members that have not ended.
func (e *Engine) Step(n int) error {
	if err := e.loops.Ready(n); err != nil {
		return err
	}
	e.loops.Advance(n)
	for i := range e.runs {
		for range n {
			if e.runs[i].status.Ended != "" {
				break
			}
			if err := e.runs[i].step(); err != nil {
				return fmt.Errorf("ensemble: member %d: %w", i, err)
			}
		}
	}
	return nil
}

// Finish has nothing to wait for.
func (e *Engine) Finish() error { return nil }

// Read copies the state of a member into dst, rounded to float32.
func (e *Engine) Read(member int, dst *model.Snapshot) error { return e.runs[member].engine.Read(dst) }

// State returns the state of a member, and not a copy: read it before the next step.
func (e *Engine) State(member int) *cpuref.State { return e.runs[member].engine.State() }

// Set makes the engines of a kind's members anew, with the states that they had.
func (e *Engine) Set(kind, field int, values []float64) error {
	changed, err := ensemble.Changed(e.kinds, e.members, kind, field, values)
	if err != nil {
		return err
	}
	for k, i := range changed {
		r, m := &e.runs[i], &e.members[i]
		if f := e.kinds[kind].Free[field]; f.Path == "actuator.frequency" && r.now().Actuators[f.Index].Frequency == m.Values[field] {
			r.ahead[f.Index] += 2 * math.Pi * math.Mod((m.Values[field]-values[k])*r.engine.State().Time, 1)
		}
		m.Values[field] = values[k]
		var at model.Checkpoint
		if err := r.keeper().Save(&at); err != nil {
			return err
		}
		if err := e.renew(i); err != nil {
			return err
		}
		at.Primed = false // the acceleration of Verlet is that of other values
		if err := r.keeper().Restore(&at); err != nil {
			return err
		}
	}
	return nil
}

// now returns the parameters in use, which inputs may set.
func (r *run) now() model.Params {
	if r.loop != nil {
		return r.loop.Params()
	}
	return r.params
}

// keeper returns the checkpointer of the member.
func (r *run) keeper() model.Checkpointer {
	if r.loop != nil {
		return r.loop
	}
	return r.engine
}

// Vary gives the sensors of a member other noise; see ensemble.Engine.
func (e *Engine) Vary(member int, number uint64) { e.loops.Vary(member, number) }

// Reset puts some members at other states.
func (e *Engine) Reset(mask []bool, start func(member int) *model.State) error {
	states, err := ensemble.Starts(e.kinds, e.members, mask, start)
	if err != nil {
		return err
	}
	for i, s := range states {
		clear(e.runs[i].ahead)
		if err := e.renew(i); err != nil {
			return err
		}
		if err := e.begin(i, s); err != nil {
			return err
		}
	}
	return nil
}

// Status says of each member whether it has ended.
func (e *Engine) Status() ([]ensemble.Status, error) {
	out := make([]ensemble.Status, len(e.runs))
	for i := range e.runs {
		out[i] = e.runs[i].status
	}
	return out, nil
}

// Metrics writes the metrics of each member.
func (e *Engine) Metrics(dst *metrics.Table) error {
	columns, err := ensemble.Columns(e.kinds, e.options.Metrics)
	if err != nil {
		return err
	}
	dst.Columns, dst.Rows = columns, make([]metrics.Row, len(e.runs))
	for i := range e.runs {
		r := &e.runs[i]
		now := r.meter.Clone() // a sample of the state at hand counts for this row alone
		if r.status.Ended != ensemble.Diverged {
			now.Sample((*model.State)(r.engine.State()), r.engine.RestScale())
		}
		status, _ := metrics.ParseStatus(r.status.Ended)
		dst.Rows[i] = r.plan.RowAt(&now.Sums, status, max(now.Step, r.status.Step))
	}
	return nil
}

// Close has nothing to release.
func (e *Engine) Close() {}

// ReadAll copies numbers of all members, rounded to float32; see ensemble.Engine.
func (e *Engine) ReadAll(fields ensemble.Reads, dst []float32) error {
	return ensemble.ReadAll(e, e.kinds, e.members, fields, dst)
}
