package implicit

import (
	"hooke/gpu/glx"
	"hooke/gpu/ledger"
	"hooke/gpu/pass"
	"hooke/gpu/settings"
	"hooke/gpu/solver"
	"hooke/shaders"
)

// passes are those of a substep. paths, wind and loads are nil where nothing needs them; lengths,
// book and friction where there is no ledger.
type passes struct {
	begin, paths, wind, loads, judge, start, look, descend, lengths, book, friction, end *pass.Pass
}

// making compiles a pass.
type making = func(to **pass.Pass, k pass.Maker, name string, file shaders.Name, over pass.Extent, slots ...pass.Slot)

// Make compiles the passes.
func (d *Descent) Make(m solver.Source) (err error) {
	d.made = passes{}
	if err = d.writeGroups(m.InPlace.Group); err != nil {
		return err
	}
	b, p := d.arrays, d.params
	k := m.Gathering.With("HOLDS", number(holds(p))).With("YIELDS", number(yields(p)))
	untimed := k
	untimed.Timers = false // descend's timer takes the time of all iterations, with looks and decisions
	of := func(binding shaders.Binding, buffer *glx.Buffer) pass.Slot {
		return pass.Slot{Binding: binding, Buffer: buffer}
	}
	made := func(to **pass.Pass, k pass.Maker, name string, file shaders.Name, over pass.Extent, slots ...pass.Slot) {
		if err == nil {
			*to, err = k.Make(name, file, over, append(m.State[:2:2], slots...))
		}
	}
	turn, way, begun := of(shaders.BindTurn, d.turn), of(shaders.BindWay, b.NextVelocity), of(shaders.BindBegun, b.NextPosition)
	status, external, table := of(shaders.BindStatus, b.Status), of(shaders.BindExternal, b.External), of(shaders.BindTable, b.Table)
	made(&d.made.begin, k, "begin", shaders.BeginSubstep, m.Over, way, begun, status)
	if follows(p) {
		made(&d.made.paths, k, "paths", shaders.PutOnPaths, pass.Extent{Items: pass.Anything, Count: d.guides.Invocations()}, way, begun, of(shaders.BindGuided, d.guides.Record))
	}
	d.makeYields(m, made)
	made(&d.made.start, k.With("STARTS", 1), "look-start", shaders.LookResidual, m.Masses, turn, table, way, external, begun, status)
	made(&d.made.descend, k.With("STARTS", 0), "descend", shaders.Descend, m.Masses, turn, table, way, external, begun)
	made(&d.made.look, untimed.With("STARTS", 0), "look", shaders.LookResidual, m.Masses, turn, table, way, external, begun)
	made(&d.made.judge, untimed, "judge", shaders.JudgeResidual, pass.Extent{Items: pass.Anything, Count: 1}, turn, of(shaders.BindGroupCounts, d.groups), status)
	made(&d.made.end, k, "end", shaders.EndSubstep, m.Over, table, way, begun, status)
	d.makeBooks(m, k, made, table, way, begun)
	return err
}

// makeBooks compiles the passes of the ledger. They are passes of their own, so that what moves
// masses is compiled as without it, and has the same bits.
func (d *Descent) makeBooks(m solver.Source, k pass.Maker, made making, slots ...pass.Slot) {
	if d.works == nil {
		return
	}
	b, p := d.arrays, d.params
	k, slots = d.works.With(k, p.OnPath(), slots...)
	made(&d.made.book, k, "book", shaders.BookSubstep, m.Masses, append(slots[:len(slots):len(slots)], pass.Slot{Binding: shaders.BindExternal, Buffer: b.External})...)
	if settings.Rubs(p) {
		made(&d.made.friction, k, "book-friction", shaders.EndSubstep, m.Masses, slots...)
	}
	if len(p.Actuators) > 0 {
		k, _ := d.works.With(m.InPlace, p.OnPath())
		made(&d.made.lengths, k, "book-lengths", shaders.BookActuators, pass.Extent{Items: pass.OfSprings, Count: int64(d.model.SpringCount())},
			pass.Slot{Binding: shaders.BindEnds, Buffer: b.Ends}, pass.Slot{Binding: shaders.BindSpring, Buffer: b.Spring},
			pass.Slot{Binding: shaders.BindMaterial, Buffer: b.Material}, pass.Slot{Binding: shaders.BindImpulse, Buffer: d.grown})
	}
}

// makeYields compiles the passes that say how loads yield.
func (d *Descent) makeYields(m solver.Source, made making) {
	external := pass.Slot{Binding: shaders.BindExternal, Buffer: d.arrays.External}
	if !yields(d.params) {
		return
	}
	k := m.InPlace
	if d.params.Wind.Blows() {
		made(&d.made.wind, k, "yield-wind", shaders.YieldWind, m.Masses, external,
			pass.Slot{Binding: shaders.BindTriangle, Buffer: d.loads.Triangle}, pass.Slot{Binding: shaders.BindIncidence, Buffer: d.loads.TrianglesAt})
	}
	if d.params.LoadsMasses() {
		made(&d.made.loads, k, "yield", shaders.YieldLoads, m.Masses, external,
			pass.Slot{Binding: shaders.BindLoad, Buffer: d.loads.Record}, pass.Slot{Binding: shaders.BindIncidence, Buffer: d.loads.OfMass})
	}
}

func number(on bool) int {
	if on {
		return 1
	}
	return 0
}

// writeGroups writes the work groups of the passes of iterations, of so many invocations each.
func (d *Descent) writeGroups(size int) error {
	counts := make([]shaders.GroupCounts, 2*d.kinds())
	for k := range d.kinds() {
		invocations := 1
		switch {
		case k < d.colors.Count():
			invocations = d.visits(k)
		case k == d.lookKind():
			invocations = d.model.MassCount()
		}
		x, y, err := d.ctx.Limits.Groups(int64(invocations), size)
		if err != nil {
			return err
		}
		counts[d.kinds()+k] = shaders.GroupCounts{X: x, Y: y, Z: 1}
	}
	d.ctx.Barrier(glx.ByTransfer) // the upload overwrites what judge wrote
	glx.Upload(d.groups, 0, counts)
	return nil
}

// lookKind is the kind of work groups of a look.
func (d *Descent) lookKind() int { return d.colors.Count() + 1 }

// Order are the passes of a step, each once.
func (d *Descent) Order(forces []*pass.Pass) []*pass.Pass {
	p := &d.made
	return append(append([]*pass.Pass(nil), forces...), p.wind, p.loads, p.lengths, p.begin, p.paths, p.start, p.descend, p.look, p.judge, p.book, p.friction, p.end)
}

// Advance queues a step, which has a row of signals for each of its substeps, and one for its
// end. All that changes with time is as at the end of a substep.
func (d *Descent) Advance(on solver.Stepper, row int) {
	for k := range d.params.Substeps {
		on.Note()
		on.Signals(row+k, row+k+1)
		on.Forces(row + k + 1)
		d.arrays.BindFused(d.ctx, 0)
		d.dispatch(d.made.wind, rowPlain)
		d.dispatch(d.made.loads, rowPlain)
		d.dispatch(d.made.lengths, rowPlain)
		starts, ends := rowPlain, rowPlain
		if k == 0 {
			starts = rowStarts
		}
		if k == d.params.Substeps-1 {
			ends = rowEnds
		}
		d.dispatch(d.made.begin, starts)
		d.dispatch(d.made.paths, rowPlain)
		d.solve()
		d.dispatch(d.made.book, rowPlain)
		d.dispatch(d.made.friction, rowPlain)
		d.bind(ends)
		on.Move(d.made.end)
		on.Rub(row + k + 1)
		on.Catch(row + k + 1)
		on.Guide(row + k + 1)
	}
}

// solve queues the iterations of a substep.
func (d *Descent) solve() {
	d.dispatch(d.made.judge, rowOpen)
	d.dispatch(d.made.start, rowPlain)
	d.judge(rowStart)
	d.made.descend.Timer.Begin() // of all iterations together
	defer d.made.descend.Timer.End()
	for n := 1; n <= d.params.Sweeps(); n++ {
		for c := range d.colors.Count() {
			d.iterate(d.made.descend, colorRows+c, c)
		}
		if d.rest() > 0 {
			d.iterate(d.made.descend, colorRows+d.colors.Count(), d.colors.Count())
		}
		if last := n == d.params.Sweeps(); last || n%lookEvery == 0 {
			d.iterate(d.made.look, rowPlain, d.lookKind())
			if last {
				d.judge(rowLastLook)
			} else {
				d.judge(rowLook)
			}
		}
	}
}

// dispatch queues a pass with a row of the uniform block. Without a pass it does nothing.
func (d *Descent) dispatch(p *pass.Pass, row int) {
	if p != nil {
		d.bind(row)
		p.Dispatch(d.ctx)
		d.ctx.Barrier(glx.ByShader) // the next pass reads what this one wrote
	}
}

// iterate queues a pass of the iterations, with as many work groups as judge says.
func (d *Descent) iterate(p *pass.Pass, row, kind int) {
	d.bind(row)
	p.DispatchPart(d.ctx, d.groups, 12*int64(kind))
	d.ctx.Barrier(glx.ByShader) // the masses of the next color read the places
}

// judge queues the decision whether iterations go on.
func (d *Descent) judge(row int) {
	d.bind(row)
	d.made.judge.Dispatch(d.ctx)
	d.ctx.Barrier(glx.ByShader | glx.ByCommand) // the next iterations are dispatched by its counts
}

// Centered says that a ledger needs no other velocities.
func (d *Descent) Centered() ledger.Centering { return ledger.CenteredState }

// Center compiles nothing.
func (d *Descent) Center(pass.Maker, pass.Extent, []pass.Slot, pass.Slot) (*pass.Pass, error) {
	return nil, nil
}
