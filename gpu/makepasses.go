package gpu

import (
	"slices"

	"hooke/gpu/glx"
	"hooke/model"
	"hooke/shaders"
)

// makePasses compiles the passes. One invocation more than there are springs
// or masses counts the pass as run to its end.
func (e *Engine) makePasses(o Options) (err error) {
	base := passMaker{ctx: e.ctx, files: o.Shaders, timers: o.Timers, group: e.workGroup, division: e.division, buffers: e.buffers}
	base.defines = append(variant(e.model, e.params, o.Precision), e.division.defines()...)
	if base.files == nil {
		base.files = shaders.Files()
	}
	b, k := e.buffers, base.with("FUSED", 0)
	e.maker = k
	if e.fused == nil {
		e.springForce, err = k.make("spring-force", shaders.SpringForce, e.overSprings(1), []slot{
			{binding: shaders.BindPosition, buffer: b.position}, {binding: shaders.BindVelocity, buffer: b.velocity}, {binding: shaders.BindEnds, buffer: b.ends},
			{binding: shaders.BindSpring, buffer: b.spring}, {binding: shaders.BindMaterial, buffer: b.material}, {binding: shaders.BindForce, buffer: b.force},
			{binding: shaders.BindStatus, buffer: b.status}}, b.force)
		if err != nil {
			return err
		}
	}
	if err := e.makeIntegrator(base); err != nil {
		return err
	}
	if o.KeepLastGood {
		if err := e.good.make(k, b, e.overMasses(1)); err != nil {
			return err
		}
	}
	if err := e.makeLoadPasses(k); err != nil {
		return err
	}
	e.compiled = true
	if e.fused == nil || o.Drawing {
		err = e.makeMeasuring(k)
	}
	if err == nil && e.params.Ledger && e.ledger == nil {
		if err = e.makeLedger(true); err == nil {
			err = e.makeCenter(base)
		}
	}
	return err
}

// makeLoadPasses compiles the passes of loads and guides that the run needs.
func (e *Engine) makeLoadPasses(k passMaker) (err error) {
	b, masses := e.buffers, e.overMasses(0)
	state := []slot{{binding: shaders.BindPosition, buffer: b.position}, {binding: shaders.BindVelocity, buffer: b.velocity}}
	if e.params.Wind.Blows() {
		e.wind, err = k.make("wind", shaders.WindPass, masses, append(state[:2:2], slot{binding: shaders.BindExternal, buffer: b.external},
			slot{binding: shaders.BindTriangle, buffer: e.loads.triangle}, slot{binding: shaders.BindIncidence, buffer: e.loads.trianglesAt}), b.external)
		if err != nil {
			return err
		}
	}
	if e.params.Pulled() {
		e.load, err = k.make("load", shaders.LoadPass, masses, append(state[:2:2], slot{binding: shaders.BindExternal, buffer: b.external},
			slot{binding: shaders.BindLoad, buffer: e.loads.record}, slot{binding: shaders.BindIncidence, buffer: e.loads.ofMass}))
		if err != nil {
			return err
		}
	}
	if e.guides != nil {
		e.guide, err = k.make("guide", shaders.GuidePass, e.overGuided(), append(state[:2:2],
			slot{binding: shaders.BindGuided, buffer: e.guides.record}))
	}
	return err
}

// makeBuffers allocates the arrays of the model, and writes what stays the same.
func (e *Engine) makeBuffers(counts Counts, p model.Params) (err error) {
	m := e.onDevice()
	var springsAt lists
	if e.fused == nil {
		springsAt = incidences(m, e.masses(), springDegrees(m))
		counts.Incidences = int64(len(springsAt.entries))
	}
	e.counted = counts
	if e.buffers, err = newBuffers(e.ctx, counts, int64(len(p.Contacts))); err != nil {
		return err
	}
	b := e.buffers
	if e.division != nil {
		var t *table
		if e.fused != nil {
			t = e.fused.table
		}
		e.division.show(b, counts, t)
		if e.fused == nil {
			e.division.own[b.incidence] = springsAt.windows
		}
	} else if e.fused != nil {
		e.fused.show(e.ctx.Limits, b)
	}
	if counts.Springs > 0 {
		b.uploadSprings(m)
	}
	if counts.Materials > 0 {
		b.uploadPalette(m, e.division)
	}
	if e.fused == nil {
		glx.Upload(b.incidence, 0, springsAt.entries)
	}
	return nil
}

// masses are the ranges of the masses, springs those of the springs.
func (e *Engine) masses() ranges {
	if e.division == nil {
		return ranges{all: int64(e.model.MassCount())}
	}
	return e.division.masses
}

func (e *Engine) springs() ranges {
	if e.division == nil {
		return ranges{all: int64(e.model.SpringCount())}
	}
	return e.division.springs
}

// overMasses is a pass with an invocation for each mass and some past the last one,
// overSprings one for springs.
func (e *Engine) overMasses(extra int64) extent {
	return extent{items: ofMasses, count: int64(e.model.MassCount()), extra: extra}
}

func (e *Engine) overSprings(extra int64) extent {
	return extent{items: ofSprings, count: int64(e.model.SpringCount()), extra: extra}
}

// passes are all of them but keep, those of a step first and in their order.
func (e *Engine) passes() []*pass {
	all := append(append(e.stepPasses(), e.measuring.all()...), e.ledger.passes()...)
	return slices.DeleteFunc(all, func(p *pass) bool { return p == nil })
}
