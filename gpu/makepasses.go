package gpu

import (
	"slices"

	"hooke/gpu/buffers"
	"hooke/gpu/glx"
	"hooke/gpu/options"
	"hooke/gpu/pass"
	"hooke/gpu/ranges"
	"hooke/gpu/resident"
	"hooke/gpu/solver"
	"hooke/gpu/table"
	"hooke/shaders"
)

// makePasses compiles the passes. One invocation more than there are springs
// or masses counts the pass as run to its end.
func (e *Engine) makePasses(o Options) (err error) {
	if err := e.fetchAs(e.plan.variant); err != nil {
		return err
	}
	base := pass.Maker{Ctx: e.ctx, Files: o.Shaders, Timers: o.Timers, Group: e.compiled.workGroup, Division: e.plan.division, Arrays: e.buffers}
	base.Defines = append(append(slices.Clone(e.run.settings.Variant), e.plan.division.Defines()...), e.plan.columns.Defines()...)
	if base.Files == nil {
		base.Files = shaders.Files()
	}
	b, k := e.buffers, base.With("FUSED", 0)
	e.compiled.maker = k
	if err := e.makeSpringForce(k); err != nil {
		return err
	}
	if e.plan.pipeline == options.Resident {
		if err := e.makeCatch(k); err != nil {
			return err
		}
		if e.compiled.resident, err = resident.New(e.fusedMaker(base, e.plan.variant), b, e.plan.held(e.plan.variant, e.plan.laws), e.run.loads, e.run.guides, e.compiled.catch); err != nil {
			return err
		}
	} else if err := e.makeSolver(base); err != nil {
		return err
	}
	if e.collisions.pairs != nil {
		if err := e.collisions.pairs.Make(k, b, e.run.settings.Params); err != nil {
			return err
		}
	}
	if e.compiled.resident == nil {
		if err := e.makeCatch(k); err != nil {
			return err
		}
	}
	if err := e.makeBeside(k, o); err != nil {
		return err
	}
	if e.plan.fused == nil || o.Drawing {
		err = e.makeMeasuring(k)
	}
	return err
}

// makeBeside compiles passes other than those of springs and solver: last good states, loads,
// contacts with springs and triangles, and collisions of those.
func (e *Engine) makeBeside(k pass.Maker, o Options) error {
	if o.KeepLastGood {
		if err := e.lastGood.make(k, e.buffers, e.plan.overMasses(1)); err != nil {
			return err
		}
	}
	if e.compiled.resident == nil {
		if err := e.makeLoadPasses(k); err != nil {
			return err
		}
	}
	loaded := e.run.settings.Params.Loaded()
	if err := e.run.spans.Make(k, loaded); err != nil {
		return err
	}
	return e.collisions.meets.Make(k, loaded || e.run.spans != nil)
}

// makeLoadPasses compiles the passes of loads and guides that the run needs.
func (e *Engine) makeLoadPasses(k pass.Maker) (err error) {
	b, masses := e.buffers, e.plan.overMasses(0)
	state := []pass.Slot{{Binding: shaders.BindPosition, Buffer: b.Position}, {Binding: shaders.BindVelocity, Buffer: b.Velocity}}
	if e.run.settings.Params.Wind.Blows() {
		e.compiled.wind, err = k.Make("wind", shaders.WindPass, masses, append(state[:2:2], pass.Slot{Binding: shaders.BindExternal, Buffer: b.External},
			pass.Slot{Binding: shaders.BindTriangle, Buffer: e.run.loads.Triangle}, pass.Slot{Binding: shaders.BindIncidence, Buffer: e.run.loads.TrianglesAt}), b.External)
		if err != nil {
			return err
		}
	}
	if e.run.settings.Params.LoadsMasses() {
		e.compiled.load, err = k.Make("load", shaders.LoadPass, masses, append(state[:2:2], pass.Slot{Binding: shaders.BindExternal, Buffer: b.External},
			pass.Slot{Binding: shaders.BindLoad, Buffer: e.run.loads.Record}, pass.Slot{Binding: shaders.BindIncidence, Buffer: e.run.loads.OfMass}))
		if err != nil {
			return err
		}
	}
	if e.run.guides != nil {
		e.compiled.guide, err = k.Make("guide", shaders.GuidePass, e.overGuided(), append(state[:2:2],
			pass.Slot{Binding: shaders.BindGuided, Buffer: e.run.guides.Record}))
	}
	return err
}

// makeBuffers allocates the arrays of the model, and writes those that stay the same.
func (e *Engine) makeBuffers() (err error) {
	m, counts := e.plan.onDevice(), e.plan.counts
	var springsAt ranges.Lists
	if e.plan.fused == nil && !counts.Sweeping && e.plan.columns == nil {
		springsAt = ranges.Incidences(m, e.plan.masses(), e.plan.degree)
		e.plan.degree = nil
	}
	if e.buffers, err = buffers.New(e.ctx, counts, int64(len(e.plan.first.Params.Contacts)*e.plan.classes.Number())); err != nil {
		return err
	}
	b := e.buffers
	if e.plan.division != nil {
		var t *table.Table
		if e.plan.fused != nil {
			t = e.plan.fused.Table
		}
		b.Cut(e.plan.division, counts, t, springsAt.Windows)
	} else if e.plan.fused != nil {
		b.ShowTexels(e.ctx.Limits)
	}
	if counts.Springs > 0 {
		b.UploadSprings(m)
	}
	if counts.Materials > 0 {
		b.UploadMaterials(m, e.plan.division)
	}
	if c := e.plan.columns; c != nil {
		glx.Upload(b.ColumnMask, 0, c.Masks)
		c.Masks = nil
	}
	if springsAt.Entries != nil {
		glx.Upload(b.Incidence, 0, springsAt.Entries)
	}
	return nil
}

// passes are all passes except keep. The passes of a step come first, in their order.
func (e *Engine) passes() []*pass.Pass {
	all := append(append(e.stepPasses(), e.compiled.measuring.All()...), e.asked.ledger.Passes()...)
	all = append(all, e.collisions.pairs.Passes()...)
	return slices.DeleteFunc(all, func(p *pass.Pass) bool { return p == nil })
}

// remakePasses compiles the passes again.
func (e *Engine) remakePasses() error {
	for _, p := range e.stepPasses() {
		p.Release()
	}
	e.compiled.measuring.Release()
	e.compiled.measuring = nil
	e.lastGood.release()
	e.asked.motion.release()
	e.asked.motion = nil // made again when somebody asks; looks do not depend on it
	e.collisions.pairs.ReleasePasses()
	e.compiled.resident.Release()
	e.compiled.persistent.Release()
	e.compiled.springForce, e.compiled.resident, e.compiled.persistent = nil, nil, nil
	e.compiled.wind, e.compiled.load, e.compiled.guide = nil, nil, nil
	e.run.spans.Forget()
	e.collisions.meets.Forget()
	return e.makePasses(e.plan.options)
}

// overGuided is a pass with an invocation for each guided mass.
func (e *Engine) overGuided() pass.Extent {
	return pass.Extent{Items: pass.OfMasses, Count: e.run.guides.Invocations(), Instead: e.run.guides.Invocations()}
}

// makeSolver compiles the passes of masses of the integrator. One invocation more than
// there are masses counts the pass as run to its end.
func (e *Engine) makeSolver(base pass.Maker) error {
	b := e.buffers
	m := solver.Source{InPlace: base.With("FUSED", 0), Over: e.plan.overMasses(1), Masses: e.plan.overMasses(0),
		State: []pass.Slot{{Binding: shaders.BindPosition, Buffer: b.Position}, {Binding: shaders.BindVelocity, Buffer: b.Velocity}},
		Stage: pass.Slot{Binding: shaders.BindStage, Buffer: b.Stage}}
	m.Gathering = m.InPlace
	m.Gather = append(m.State[:2:2], []pass.Slot{{Binding: shaders.BindForce, Buffer: b.Force}, {Binding: shaders.BindIncidence, Buffer: b.Incidence},
		{Binding: shaders.BindExternal, Buffer: b.External},
		{Binding: shaders.BindStatus, Buffer: b.Status}, {Binding: shaders.BindContact, Buffer: b.Contact}}...)
	if e.plan.fused != nil {
		m.Gathering, m.Prefix, m.Gather = e.fusedMaker(base, e.plan.variant), "fused-", pass.FusedSlots(b)
		m.Outputs = []*glx.Buffer{b.NextPosition, b.NextVelocity}
		if b.VelocityInPlace = false; e.plan.keepsOwn(e.plan.variant, &e.run.settings.Params) {
			if err := e.keepOwn(&m); err != nil {
				return err
			}
		}
	}
	if pairs := e.collisions.pairs; pairs != nil {
		if wish, ok := pairs.WishSlot(e.run.settings.Params); ok {
			m.Gather = append(m.Gather, wish)
			if m.Outputs != nil {
				m.Outputs = []*glx.Buffer{wish.Buffer}
			}
		}
	}
	if e.compiled.solver = e.run.divided; e.run.divided == nil {
		e.compiled.solver = solver.New(e.run.settings.Params.Integrator)
	}
	return e.compiled.solver.Make(m)
}
