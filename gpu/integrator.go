package gpu

import (
	"fmt"
	"slices"

	"hooke/gpu/glx"
	"hooke/gpu/limits"
	"hooke/model"
	"hooke/physics"
	"hooke/shaders"
)

// verletPasses are the passes of velocity Verlet. One drift comes before the
// forces of a step and one kick after; prime makes the acceleration that the
// first drift needs.
type verletPasses struct {
	prime, drift, kick *pass
	primed             bool // whether the acceleration is that of the state
}

// makeIntegrator compiles the passes of masses of the integrator. One
// invocation more than there are masses counts the pass as run to its end.
func (e *Engine) makeIntegrator(base passMaker) (err error) {
	b, over := e.buffers, e.plan.overMasses(1)
	state := []slot{{binding: shaders.BindPosition, buffer: b.position}, {binding: shaders.BindVelocity, buffer: b.velocity}}
	gather := append(state, []slot{{binding: shaders.BindForce, buffer: b.force}, {binding: shaders.BindIncidence, buffer: b.incidence},
		{binding: shaders.BindExternal, buffer: b.external},
		{binding: shaders.BindStatus, buffer: b.status}, {binding: shaders.BindContact, buffer: b.contact}}...)
	inPlace := base.with("FUSED", 0)
	k, prefix := inPlace, ""
	var outputs []*glx.Buffer
	if e.plan.fused != nil {
		k, prefix, gather = e.fusedMaker(base), "fused-", b.fusedSlots()
		outputs = []*glx.Buffer{b.nextPosition, b.nextVelocity}
	}
	stage := slot{binding: shaders.BindStage, buffer: b.stage}
	switch e.run.settings.Params.Integrator {
	case model.VelocityVerlet:
		v := &e.compiled.verlet
		if v.prime, err = k.make(prefix+"prime", shaders.Prime, over, append(gather, stage)); err != nil {
			return err
		}
		if v.drift, err = inPlace.make("drift", shaders.Drift, e.plan.overMasses(0), append(state[:2:2], stage)); err != nil {
			return err
		}
		v.kick, err = k.make(prefix+"kick", shaders.Kick, over, append(gather, stage), outputs...)
	case model.RK4:
		for s := range e.compiled.stages {
			name := fmt.Sprintf("%sstage-%d", prefix, s+1)
			if e.compiled.stages[s], err = k.with("STAGE", s+1).make(name, shaders.Stages, over, append(gather, stage), outputs...); err != nil {
				return err
			}
		}
	default:
		e.compiled.integrate, err = k.make(prefix+"integrate", shaders.Integrate, over, gather, outputs...)
	}
	return err
}

// stepPasses are the passes of one step, each once, in their order.
func (e *Engine) stepPasses() []*pass {
	steps := []*pass{e.compiled.springForce, e.compiled.wind, e.compiled.load}
	switch e.run.settings.Params.Integrator {
	case model.VelocityVerlet:
		steps = append([]*pass{e.compiled.verlet.prime, e.compiled.verlet.drift}, append(steps, e.compiled.verlet.kick)...)
	case model.RK4:
		steps = append(steps, e.compiled.stages[:]...)
	default:
		steps = append(steps, e.compiled.integrate)
	}
	return slices.DeleteFunc(append(steps, e.compiled.guide), func(p *pass) bool { return p == nil })
}

// rowsPerStep is how many rows of signals a step goes through: the times at
// which it evaluates something, the last of which is the first of the next.
func (e *Engine) rowsPerStep() int {
	if e.run.settings.Params.Integrator == model.RK4 {
		return 2 // its second and third stages are in the middle
	}
	return 1
}

// advance queues one step, whose signals begin at that row.
func (e *Engine) advance(row int) {
	switch v := &e.compiled.verlet; e.run.settings.Params.Integrator {
	case model.VelocityVerlet:
		if !v.primed {
			e.forces(row)
			e.move(v.prime)
			v.primed = true
		}
		e.move(v.drift)
		e.guideMasses(row + 1)
		e.forces(row + 1)
		e.centerStep()
		e.move(v.kick)
		e.guideMasses(row + 1)
	case model.RK4:
		for s, stage := range e.compiled.stages {
			e.forces(row + (s+1)/2)
			if s == len(e.compiled.stages)-1 {
				e.centerStep()
			}
			e.move(stage)
			e.guideMasses(row + (s+2)/2) // where the stage has moved to
		}
	default:
		e.forces(row)
		e.move(e.compiled.integrate)
		e.guideMasses(row + 1)
	}
	e.book(row)
}

// forces queues the evaluation of all forces on masses as they are, at the time
// of a row of the signals: those of the springs, and the external one on each mass
// where there are loads. What follows may read them.
func (e *Engine) forces(row int) {
	e.bindSignals(row)
	if e.compiled.springForce != nil {
		e.compiled.springForce.dispatch(e.ctx)
	}
	e.externalForces()
	if e.plan.fused == nil || e.run.settings.Params.Loaded() {
		e.ctx.Barrier(glx.ByShader | glx.ByTexel) // the pass of masses reads the forces, of ranges as texels
	}
}

// externalForces queues the evaluation of the external force on every mass, at
// the time of the signals that are bound.
func (e *Engine) externalForces() {
	if e.compiled.wind != nil {
		e.compiled.wind.dispatch(e.ctx) // beside spring-force, into its own part of force
	}
	if e.compiled.load != nil {
		if e.compiled.wind != nil {
			e.ctx.Barrier(glx.ByShader) // load adds to what wind wrote
		}
		e.compiled.load.dispatch(e.ctx)
	}
}

// guideMasses queues what holds guided masses to where they may be at the time
// of a row of the signals, after something has moved them. What follows may
// read positions and velocities.
func (e *Engine) guideMasses(row int) {
	if e.compiled.guide != nil {
		e.bindSignals(row)
		e.move(e.compiled.guide)
	}
}

// move queues a pass of masses.
func (e *Engine) move(p *pass) {
	if p.evaluates {
		e.evaluate(p)
		return
	}
	p.dispatch(e.ctx)
	e.ctx.Barrier(glx.ByShader | glx.ByTexel) // what comes next reads positions, velocities and registers
}

// divergence is what the device reports, as an error, nil when it is well. A
// spring that ran away is seen by the next evaluation of the forces.
func (e *Engine) divergence(status shaders.Status) error {
	notFinite, ranAway := e.badSteps(status)
	bits := physics.RoundingBits(e.buffers.precision.String())
	switch {
	case ranAway < notFinite:
		spring, err := e.runawaySpring(status)
		if err != nil {
			return fmt.Errorf("gpu: a spring was longer than %.3g m in step %d: %w", e.run.runaway, e.progress.start+ranAway, err)
		}
		return physics.RanAway(e.plan.model, e.run.settings.Params, e.progress.start+ranAway, spring, e.run.runaway).Rounded(e.plan.model, e.run.settings.Params, bits)
	case notFinite < never:
		mass, err := e.massOf(status.FirstMass)
		if err != nil {
			return fmt.Errorf("gpu: the state was not finite after step %d: %w", e.progress.start+notFinite, err)
		}
		return physics.Diverged(e.plan.model, e.run.settings.Params, e.progress.start+notFinite, mass, int64(status.NonFinite)).Rounded(e.plan.model, e.run.settings.Params, bits)
	}
	return nil
}

// massOf is the model's number of a mass that the device named.
func (e *Engine) massOf(sent uint32) (int, error) {
	number, err := limits.Number("mass", sent, e.plan.model.MassCount())
	if err != nil {
		return 0, err
	}
	return e.plan.order().Place(number), nil
}
