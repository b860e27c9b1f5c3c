package gpu

import (
	"fmt"
	"slices"

	"hooke/gpu/collide"
	"hooke/gpu/glx"
	"hooke/gpu/impulses"
	"hooke/gpu/options"
	"hooke/gpu/ranges"
	"hooke/gpu/resident"
	"hooke/gpu/settings"
	"hooke/gpu/solver"
	"hooke/gpu/spans"
	"hooke/gpu/table"
	"hooke/gpu/traffic"
	"hooke/model"
	"hooke/physics"
	"hooke/physics/bigstep"
)

// PlanLayout is the layout that the pipeline fused would make of a model at params.DT. An
// error says why the pipeline cannot step the model.
func PlanLayout(m *model.Model, params model.Params, o Options) (table.Layout, error) {
	a, err := table.Arrange(table.NewResponse(m, settings.WithStep(m, params).DT), o.arrangement())
	if err != nil {
		return table.Layout{}, err
	}
	l := a.Layout()
	l.Memory = ranges.Memory(fusedCounts(a, m, params, o))
	return l, nil
}

// Bytes is about the memory that a model takes on the device with these options, undivided [bytes]; or why they do not suit it.
func Bytes(m *model.Model, params model.Params, o Options) (int64, error) {
	pipeline, _, err := options.SplitPipeline(o.Pipeline)
	if err == nil && params.Integrator.Method().Divides {
		pipeline, err = solver.Pipeline(pipeline, params.Integrator)
	}
	if err == nil {
		params, err = bigstep.With(m, params)
	}
	if err != nil {
		return 0, fmt.Errorf("gpu: %w", err)
	}
	if pipeline != options.TwoPass {
		o.Pipeline = pipeline
		l, err := PlanLayout(m, params, o)
		if err == nil || pipeline != options.Auto {
			return l.Memory, err
		}
	}
	return ranges.Memory(CountsOf(m, params, o)), nil
}

// Untuned is the pipeline that Auto stands for where nothing is measured and the arrays fit.
func Untuned(p model.Params) string {
	if !p.Integrator.Method().Divides {
		return options.Fused
	}
	name, err := solver.Pipeline(options.Auto, p.Integrator)
	if err != nil {
		return options.TwoPass
	}
	return name
}

// WhyNotResident returns the reason why the pipeline resident cannot step a model on a device, so that fused
// replaces it; it is empty where it can. It takes the table of springs to be no longer than texels may be.
func WhyNotResident(l glx.Limits, m *model.Model, params model.Params, precision options.Precision) string {
	return resident.Refusal(l, resident.Run{Masses: int64(m.MassCount()), Params: params, Precision: precision})
}

// CanReside reports whether the pipeline resident can step the model in the run of this engine.
func (e *Engine) CanReside() bool {
	return e.plan.division == nil && WhyNotResident(e.ctx.Limits, e.plan.model, e.run.settings.Params, e.buffers.Precision) == ""
}

// Layout is the layout that the pipeline fused has made of the model. In two-pass it is the
// zero value.
func (e *Engine) Layout() table.Layout {
	if e.plan.fused == nil {
		return table.Layout{}
	}
	return e.plan.fused.Layout()
}

// CountsOf counts a model in a run with parameters p, in an engine with options o.
func CountsOf(m *model.Model, p model.Params, o Options) ranges.Counts {
	n := ranges.Counts{Masses: int64(m.MassCount()), Springs: int64(m.SpringCount()), Materials: int64(len(m.Materials) * table.LawRecords(m)), Precision: o.Precision}
	if o.KeepLastGood {
		n.Kept = n.Masses
	}
	n.Moving = p.Moving()
	if settings.External(p) {
		n.Loaded = n.Masses
	}
	if m.PerSpring() || o.Precision != options.Single {
		n.PerSpring = n.Springs * int64(table.LawRecords(m))
	}
	spans.Count(&n, m, p)
	method := p.Integrator.Method()
	n.Registers = n.Masses * int64(method.Registers)
	position, words := o.Precision.Words()
	if n.Lasting = n.Masses * (position + words); method.Continues {
		n.Lasting += n.Registers * position
	}
	collide.CountMeetings(&n, m, p)
	n.Watched = o.Watched
	impulses.Count(&n, p)
	if physics.Catches(p) {
		if p.Integrator != model.RK4 { // its first register has them
			n.Noted = n.Masses
		}
	}
	if n.Taking = ranges.Taking(m, p); n.Taking > 0 {
		n.Bodies, n.Loaded = int64(len(p.Collision.Bodies)), 2*n.Masses // pushes lie behind the forces
		if n.Impulses {                                                 // stiff pairs change velocities in the same array
			n.FrictionMasses = n.Masses
		}
		if p.Collision.HasFriction() {
			n.FrictionMasses = n.Masses
		}
	}
	return n
}

// fusedCounts are the counts of a model that the pipeline fused has arranged.
func fusedCounts(a *table.Arrangement, m *model.Model, params model.Params, o Options) ranges.Counts {
	n := CountsOf(m, params, o)
	n.Table = a.Table.Length()
	if n.Registers == 0 && n.Taking == 0 {
		n.Noted = 0 // the other copy of the state has them
	}
	if !o.Drawing { // its passes read springs one by one
		n.PerSpring, n.Materials, n.Springs = 0, 0, 0
	}
	return n
}

// Traffic returns the bytes that the passes of one step must move, in their order; see
// package traffic. Unknown passes have 0 bytes.
func (e *Engine) Traffic() []traffic.OfPass {
	var names []string
	for _, p := range append(e.stepPasses(), e.collisions.pairs.InStep()...) {
		names = append(names, p.Name)
	}
	return e.trafficRun().Of(slices.Compact(names)) // variants of a pass take turns
}

// trafficRun returns the data of the run for the cost model.
func (e *Engine) trafficRun() traffic.Run {
	p, method := &e.run.settings.Params, e.run.settings.Params.Integrator.Method()
	run := traffic.Run{Counts: e.counts(), Fused: e.plan.fused != nil, Damped: e.plan.model.Damps(), Evaluations: int64(max(1, method.Evaluations)),
		Continues: method.Continues, Rubs: int64(p.SpanFrictionPasses()), Impulsive: method.Impulsive}
	if e.collisions.pairs.HasFriction() {
		run.PairRubs = int64(p.Collision.Iterations())
	}
	if d := e.run.divided; d != nil {
		run.Sweeps = d.Traffic()
	}
	if e.plan.constants.Boxed() {
		run.Counts.Table -= e.plan.fused.Table.Masks() // they are not read
	}
	if pairs, listed := e.collisions.meets.Pairs(); listed {
		run.Counts.MeetRoom = pairs // passes read no more of the lists
	}
	if e.compiled.resident != nil {
		run.Together = int64(e.compiled.resident.Most)
	}
	return run
}

// Memory is the memory that the model takes on the device now, with lists of pairs as they have grown [bytes].
func (e *Engine) Memory() int64 { return ranges.Memory(e.counts()) }

// counts returns the sizes of the buffers now.
func (e *Engine) counts() ranges.Counts {
	n := e.plan.counts
	if e.collisions.pairs != nil {
		n.PairRoom = e.collisions.pairs.Room()
	}
	if room := e.collisions.meets.Room(); room > 0 {
		n.MeetRoom = room
	}
	return n
}

// RoomForAnother returns the reason why another engine of the same model should not be made while
// this one exists: a driver with too little memory may refuse it, or move this one's
// memory out of the card, so that neither has its own speed. It is nil where the driver
// does not tell how much is free.
func (e *Engine) RoomForAnother(o Options) error {
	free, known := e.ctx.FreeMemory()
	if !known {
		return nil
	}
	return enough(free, e.memoryAs(o))
}

// memoryAs is about the memory that the model takes in an engine with other options
// [bytes].
func (e *Engine) memoryAs(o Options) int64 {
	n := CountsOf(e.plan.model, e.run.settings.Params, o)
	if o.Pipeline != options.TwoPass {
		n.Table = max(e.plan.counts.Table, n.Masses+4*n.Springs) // two entries of a spring, of one or two words
	}
	return ranges.Memory(n)
}

// enough asks for an eighth more than is needed.
func enough(free, needed int64) error {
	if needed += needed / 8; needed > free {
		return fmt.Errorf("%.3g GiB are needed, %.3g GiB free", float64(needed)/(1<<30), float64(free)/(1<<30))
	}
	return nil
}
