package gpu

import (
	"fmt"

	"hooke/gpu/glx"
	"hooke/model"
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
	b, masses := e.buffers, int64(e.model.MassCount())
	state := []slot{{shaders.BindPosition, b.position}, {shaders.BindVelocity, b.velocity}}
	gather := append(state, []slot{{shaders.BindForce, b.force}, {shaders.BindIncidence, b.incidence},
		{shaders.BindStatus, b.status}, {shaders.BindContact, b.contact}}...)
	inPlace := base.with("FUSED", 0)
	k, prefix := inPlace, ""
	var outputs []*glx.Buffer
	if e.fused != nil {
		k, prefix, gather = e.fused.passMaker(base, e.params.Integrator, b.precision), "fused-", e.fused.slots(b)
		outputs = []*glx.Buffer{b.nextPosition, b.nextVelocity}
	}
	stage := slot{shaders.BindStage, b.stage}
	switch e.params.Integrator {
	case model.VelocityVerlet:
		v := &e.verlet
		if v.prime, err = k.make(prefix+"prime", shaders.Prime, masses+1, append(gather, stage)); err != nil {
			return err
		}
		if v.drift, err = inPlace.make("drift", shaders.Drift, masses, append(state[:2:2], stage)); err != nil {
			return err
		}
		v.kick, err = k.make(prefix+"kick", shaders.Kick, masses+1, append(gather, stage), outputs...)
	case model.RK4:
		for s := range e.stages {
			name := fmt.Sprintf("%sstage-%d", prefix, s+1)
			if e.stages[s], err = k.with("STAGE", s+1).make(name, shaders.Stages, masses+1, append(gather, stage), outputs...); err != nil {
				return err
			}
		}
	default:
		e.integrate, err = k.make(prefix+"integrate", shaders.Integrate, masses+1, gather, outputs...)
	}
	return err
}

// stepPasses are the passes of one step, each once, in their order.
func (e *Engine) stepPasses() []*pass {
	switch e.params.Integrator {
	case model.VelocityVerlet:
		return []*pass{e.verlet.prime, e.verlet.drift, e.springForce, e.verlet.kick}
	case model.RK4:
		return append([]*pass{e.springForce}, e.stages[:]...)
	}
	return []*pass{e.springForce, e.integrate}
}

// rowsPerStep is how many rows of signals a step goes through: the times at
// which it evaluates something, the last of which is the first of the next.
func (e *Engine) rowsPerStep() int {
	if e.params.Integrator == model.RK4 {
		return 2 // its second and third stages are in the middle
	}
	return 1
}

// advance queues one step, whose signals begin at that row.
func (e *Engine) advance(row int) {
	switch v := &e.verlet; e.params.Integrator {
	case model.VelocityVerlet:
		if !v.primed {
			e.forces(row)
			e.move(v.prime)
			v.primed = true
		}
		e.move(v.drift)
		e.forces(row + 1)
		e.move(v.kick)
	case model.RK4:
		for s, stage := range e.stages {
			e.forces(row + (s+1)/2)
			e.move(stage)
		}
	default:
		e.forces(row)
		e.move(e.integrate)
	}
}

// forces queues all that the passes of masses read, with the signals of that
// row.
func (e *Engine) forces(row int) {
	e.bindSignals(row)
	if e.springForce != nil {
		e.springForce.dispatch(e.ctx)
		e.ctx.Barrier(glx.ByShader) // the pass of masses reads the forces
	}
}

// move queues a pass of masses.
func (e *Engine) move(p *pass) {
	if e.fused != nil && p != e.verlet.drift {
		e.evaluate(p)
		return
	}
	p.dispatch(e.ctx)
	e.ctx.Barrier(glx.ByShader) // what comes next reads positions, velocities and registers
}

// divergence is what the device reports, as an error, nil when it is well. A
// spring that ran away is seen by the next evaluation of the forces.
func (e *Engine) divergence(status shaders.Status) error {
	notFinite, ranAway := e.badSteps(status)
	switch {
	case ranAway < notFinite:
		return model.RanAway(e.model, e.params, e.start+ranAway, e.runawaySpring(status), e.runaway)
	case notFinite < never:
		return model.Diverged(e.model, e.params, e.start+notFinite, e.order().place(int(status.FirstMass)), int64(status.NonFinite))
	}
	return nil
}
