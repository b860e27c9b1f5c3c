package rods

import (
	"hooke/gpu/glx"
	"hooke/gpu/ledger"
	"hooke/gpu/pass"
	"hooke/gpu/settings"
	"hooke/model"
	"hooke/shaders"
)

// passes are those of a substep.
type passes struct{ begin, ends, bends, finish, residual, spring, bookBegin, book *pass.Pass }

// rowAll is the row of passes over all constraints; those of colors follow.
const rowAll = 0

// Make compiles the passes. state are the slots of positions and velocities, status and converged
// those of reports. On nil it does nothing.
func (r *Rods) Make(k pass.Maker, p model.Params, state []pass.Slot, status, converged pass.Slot) (err error) {
	if r == nil {
		return nil
	}
	r.made = passes{}
	r.shown.begin(k, state)
	for _, colors := range [][]span{r.ends, r.bends} {
		for c := range colors {
			if colors[c].groups, err = groupsOf(r.ctx, colors[c].count, k.Group); err != nil {
				return err
			}
		}
	}
	made := func(to **pass.Pass, k pass.Maker, name string, file shaders.Name, count int, slots ...pass.Slot) {
		if err == nil && count > 0 {
			*to, err = k.Make(name, file, pass.Extent{Count: int64(count)}, slots)
		}
	}
	turning, segment := pass.Slot{Binding: shaders.BindTurning, Buffer: r.turning}, pass.Slot{Binding: shaders.BindSegment, Buffer: r.segment}
	links, soft := pass.Slot{Binding: shaders.BindRodLink, Buffer: r.links}, pass.Slot{Binding: shaders.BindRodSoft, Buffer: r.soft}
	x, v, segments, joints := state[0], state[1], len(r.set.Segments), len(r.set.Joints)
	visits := []pass.Slot{x, v, turning, segment, links, soft}
	clamped := func(k pass.Maker) pass.Maker {
		return k.With("CLAMPS", len(p.Clamps)).With("CLAMP_SIGNAL", settings.SignalLayoutOf(p).Clamp)
	}
	made(&r.made.begin, clamped(k), "begin-rods", shaders.BeginRods, segments+joints, visits...)
	made(&r.made.ends, k, "sweep-segments", shaders.SweepSegments, segments, visits...)
	made(&r.made.bends, k, "sweep-joints", shaders.SweepJoints, joints, visits[2:]...)
	if err == nil {
		err = r.kept.make(k, segments, turning, status)
	}
	if r.works != nil {
		booking, worked := r.works.With(k, p.OnPath(), visits...)
		made(&r.made.bookBegin, clamped(booking), "book-begin-rods", shaders.BeginRods, segments+joints, worked...)
		made(&r.made.book, booking, "book-rods", shaders.BookRods, segments+joints, worked...)
	}
	made(&r.made.finish, k, "finish-rods", shaders.FinishRods, segments, x, v, turning, segment, status)
	made(&r.made.residual, k.With("PHASE", 1), "residual-rods", shaders.ResidualRods, segments+joints, x, v, turning, segment, links, soft, converged)
	made(&r.made.spring, k.With("PHASE", 2), "residual-rods-spring", shaders.ResidualRods, segments+joints, x, v, turning, segment, links, soft, converged)
	return err
}

// groupsOf are the work groups for so many links.
func groupsOf(ctx *glx.Context, count, size int) (g [2]uint32, err error) {
	g[0], g[1], err = ctx.Limits.Groups(int64(count), size)
	return g, err
}

// Passes are the passes of a step, each once.
func (r *Rods) Passes() []*pass.Pass {
	if r == nil {
		return nil
	}
	p := &r.made
	return []*pass.Pass{r.kept.passes[0], r.kept.passes[1], p.begin, p.ends, p.bends, p.finish, p.residual, p.spring, p.bookBegin, p.book}
}

// Begin queues what a substep begins with. The signals of its end are bound.
func (r *Rods) Begin() {
	if r.made.bookBegin != nil {
		r.whole(r.made.bookBegin)
	}
	r.whole(r.made.begin)
}

// Finish queues what turns segments.
func (r *Rods) Finish() { r.whole(r.made.finish) }

// Book queues what books works of dampers, where a ledger is kept. On nil it does nothing.
func (r *Rods) Book() {
	if r != nil && r.made.book != nil {
		r.whole(r.made.book)
	}
}

// Works are the works on segments since the state was set, or since ClearWorks; nil without a ledger.
func (r *Rods) Works() *glx.Buffer {
	if r == nil {
		return nil
	}
	return r.works.Buffer()
}

// ClearWorks forgets all works. On nil it does nothing.
func (r *Rods) ClearWorks() {
	if r != nil {
		r.works.Clear(r.ctx)
	}
}

// Flows waits and sums the works. On nil it returns none.
func (r *Rods) Flows() (f model.Flows) {
	if r == nil || r.works == nil {
		return f
	}
	r.ctx.Barrier(glx.ByTransfer) // the downloads read what passes wrote
	sums := ledger.SumWorks(r.works.Buffer(), 0, int64(len(r.set.Segments)+len(r.set.Joints)), shaders.WorkKinds)
	return model.Flows{Drag: sums[shaders.WorkDrag], Constraints: sums[shaders.WorkConstraints], Damping: sums[shaders.WorkContactDamping]}
}

// Energy is what rods hold in a state, and the part of that in segments that clamps hold [J].
func (r *Rods) Energy(s *model.State) (elastic, kinetic, held float64) {
	if r == nil {
		return 0, 0, 0
	}
	elastic, kinetic = r.set.Energy(s.Position, s.Orientation, s.AngularVelocity)
	return elastic, kinetic, r.set.Spinning(r.held, s.Orientation, s.AngularVelocity)
}

// whole queues a pass over everything.
func (r *Rods) whole(p *pass.Pass) {
	r.rows.Bind(rowAll)
	p.Dispatch(r.ctx)
	r.ctx.Barrier(glx.ByShader) // who comes next reads what it wrote
}

// Measure queues a phase of the residual: 0 finds the largest, 1 the spring that has it.
func (r *Rods) Measure(phase int) {
	r.whole([]*pass.Pass{r.made.residual, r.made.spring}[phase])
}

// Sweep queues a visit to segments color by color, then to joints, and then, unless sweeps go
// forward only, to all colors in reverse; the last one is not visited twice in a row.
func (r *Rods) Sweep() {
	ends, bends := len(r.ends), len(r.bends)
	for c := range ends {
		r.visit(r.made.ends, r.ends, c)
	}
	for c := range bends {
		r.visit(r.made.bends, r.bends, c)
	}
	if r.params.Forward {
		return
	}
	if bends == 0 {
		ends--
	}
	for c := bends - 2; c >= 0; c-- {
		r.visit(r.made.bends, r.bends, c)
	}
	for c := ends - 1; c >= 0; c-- {
		r.visit(r.made.ends, r.ends, c)
	}
}

// visit queues a visit to a color of segments, or of joints, which have the rows behind those.
func (r *Rods) visit(p *pass.Pass, colors []span, c int) {
	row := 1 + c
	if p == r.made.bends {
		row += len(r.ends)
	}
	r.rows.Bind(row)
	p.DispatchGroups(r.ctx, colors[c].groups)
	r.ctx.Barrier(glx.ByShader) // the next color reads what this one has changed
}
