package gpu

import (
	"errors"

	"hooke/gpu/glx"
	"hooke/gpu/ledger"
	"hooke/model"
	"hooke/physics"
	"hooke/shaders"
)

// energyOf is the energy of a structure at time t [s], from the sums of its terms.
func (e *Engine) energyOf(sum [shaders.LedgerTerms]float64, t float64) model.Energy {
	kinetic, gravitational := e.run.prescribed.Energy(e.run.settings.Params, t)
	return model.Energy{
		Kinetic:       sum[shaders.LedgerKinetic] + kinetic,
		Gravitational: sum[shaders.LedgerGravitational] + gravitational,
		Elastic:       sum[shaders.LedgerElastic],
		Contact:       sum[shaders.LedgerContact],
	}
}

// errNoLedger says how to keep a ledger.
var errNoLedger = errors.New("gpu: no ledger is kept; set Params.Ledger")

var _ model.LedgerKeeper = (*Engine)(nil)

// Ledger waits and returns the ledger since the state was last set. It returns an error
// without Params.Ledger.
func (e *Engine) Ledger() (model.Ledger, error) {
	l := e.asked.ledger
	if l == nil || !l.Flows {
		return model.Ledger{}, errNoLedger
	}
	e.enterDivided()
	first, now, steps, err := l.Read(e.ctx)
	if err != nil {
		return model.Ledger{}, err
	}
	out := l.Earlier
	start := e.energyOf(first, l.Began)
	if !l.Continued {
		out.Start = start
	} else { // the parameters were changed since
		out.Constraints += start.Total() - out.Now.Total()
	}
	out.Now = e.energyOf(now, e.time())
	out.Constraints += e.run.prescribed.Work(e.run.settings.Params, l.Began, e.time()) // the forces of springs are among the sums

	if d := e.run.divided; d != nil {
		out.Flows = out.Flows.Plus(1, d.Flows()).Plus(1, e.compiled.catch.Flows(e.ctx))
		for _, w := range e.touchWorks() {
			out.Flows = out.Flows.Plus(1, w.Flows(e.ctx))
		}
		out.Solver = 0
		out.Solver = -out.Residual() // what the works do not explain
		return out, nil
	}
	// The trapezoidal rule: half a step of the first power is missing, half of the
	// latest too much. Work is no power.
	half := e.run.settings.Params.DT / 2
	first[shaders.LedgerActuators], now[shaders.LedgerActuators] = 0, 0
	if by := centeredBy(e.run.settings.Params.Integrator); by == ledger.CenteredSeen || by == ledger.CenteredPower {
		for _, term := range []uint32{shaders.LedgerFriction, shaders.LedgerCarried} { // they are those of a whole step
			first[term], now[term] = 0, 0
		}
	}
	out.Flows = out.Flows.Plus(1, ledger.FlowsOf(steps)).Plus(half, ledger.FlowsOf(first)).Plus(-half, ledger.FlowsOf(now))
	out.Flows = out.Flows.Plus(1, e.compiled.catch.Flows(e.ctx))
	return out, nil
}

// Energy waits and sums the energy of the current state on the device, in two
// float32 words. The sums lose nothing; each term is off by a dozen roundings at
// most, the elastic energy of a spring by as many of k |L − L0| (L + L0). Where the
// device is software on the CPU and keeps no ledger, the host sums what it can
// read back as well: work groups that wait for each other are slow there. So it
// does in the pipeline fused, which keeps no springs.
func (e *Engine) Energy() (model.Energy, error) {
	if !e.run.settings.Params.Ledger && (e.plan.fused != nil || e.ctx.Software()) {
		var s model.State
		if err := e.ReadState(&s); err != nil {
			return model.Energy{}, err
		}
		var now physics.Signals
		if e.run.signals != nil {
			e.run.signals.Drives.At(e.time(), &now)
		}
		if e.asked.energies == nil {
			e.asked.energies = physics.NewEnergyLaw(e.plan.model, e.run.settings.Params)
		}
		e.asked.energies.Use(e.run.settings.Params)
		energy := e.asked.energies.At(now.RestScale, &s)
		pairs, err := e.pairEnergy()
		energy.Contact += pairs
		return energy, err
	}
	return e.deviceEnergy()
}

// deviceEnergy is Energy, summed on the device.
func (e *Engine) deviceEnergy() (model.Energy, error) {
	if e.asked.ledger == nil {
		if err := e.makeLedger(false); err != nil {
			return model.Energy{}, err
		}
	}
	if e.asked.ledger.Flows {
		e.enterDivided()
	} else {
		e.openLedger()
	}
	_, now, _, err := e.asked.ledger.Read(e.ctx)
	now[shaders.LedgerKinetic] = now[shaders.LedgerMotion] // of the state, not centered
	return e.energyOf(now, e.time()), err
}

// makeLedger compiles the ledger of the parameters in use.
func (e *Engine) makeLedger(flows bool) (err error) {
	by := ledger.CenteredState
	if flows {
		by = centeredBy(e.run.settings.Params.Integrator)
	}
	k := e.compiled.maker
	if e.collisions.pairs != nil {
		k = k.With("PAIR_GROUPS", int(e.collisions.pairs.LedgerGroups()))
	}
	divided := e.run.divided != nil // it books its works itself
	e.asked.ledger, err = ledger.New(k, e.buffers, int64(e.plan.model.MassCount()), int64(e.plan.model.SpringCount()), flows && !divided, e.run.settings.Params.OnPath(), e.collisions.pairs != nil, by, e.run.spans.Ledger(flows && !divided))
	if err == nil {
		e.asked.ledger.Flows = flows
	}
	if err == nil && e.collisions.pairs != nil {
		l := e.asked.ledger
		if err = e.collisions.pairs.MakeLedger(k, e.buffers, l.Buffer, flows && !divided, int(by)); err == nil {
			l.More = e.enterPairs
		}
	}
	return err
}

// openLedger queues the first entry of a ledger, at the current state.
func (e *Engine) openLedger() {
	e.asked.ledger.Clear(e.ctx)
	e.asked.ledger.Began = e.time()
	e.ctx.BindUniform(uint32(shaders.BindParams), e.buffers.Params)
	e.writeSignalsAside(0)
	e.ctx.Barrier(glx.ByShader) // the passes read what the last step wrote
	e.enterLedger(0, 0, true)
}

// enterDivided queues an entry at the current state of a solver that divides steps, whose ledger
// has no entry for each step.
func (e *Engine) enterDivided() {
	if e.run.divided == nil {
		return
	}
	e.Submit()
	e.ctx.BindUniform(uint32(shaders.BindParams), e.buffers.Params)
	e.writeSignalsAside(0)
	e.ctx.Barrier(glx.ByShader) // the passes read what the last step wrote
	e.enterLedger(0, 0, false)
}

// enterLedger queues an entry at the time of the row now, a step after the row
// before; begins says that no step led to the state. External forces are those that
// the velocities of the state see, of Verlet those that the step has made.
func (e *Engine) enterLedger(before, now int, begins bool) {
	e.bindSignalsBefore(before)
	e.bindSignals(now)
	if e.asked.ledger.Flows && e.run.divided == nil && (e.run.settings.Params.Loaded() || e.collisions.pairs != nil || e.run.spans != nil) && (begins || centeredBy(e.run.settings.Params.Integrator) != ledger.CenteredSeen) {
		e.externalForces(now)
		e.ctx.Barrier(glx.ByShader) // center and mass-ledger read the forces
	}
	e.centerState(now)
	e.run.spans.Take(e.ctx)
	e.asked.ledger.Enter(e.ctx)
}

// book queues the entry of a step, whose signals began at that row.
func (e *Engine) book(row int) {
	if e.asked.ledger == nil || !e.asked.ledger.Flows || e.run.divided != nil {
		return
	}
	e.enterLedger(row, row+e.rowsPerStep(), false)
}

// beginLedger begins a ledger at the state that Reset has set.
func (e *Engine) beginLedger() {
	if e.asked.ledger != nil && e.asked.ledger.Flows {
		e.asked.ledger.Earlier, e.asked.ledger.Continued = model.Ledger{}, false
		e.openLedger()
	}
}

// touchWorks are the works of touches within substeps, of runs that keep such.
func (e *Engine) touchWorks() []*ledger.Works {
	return []*ledger.Works{e.run.spans.Works(), e.collisions.pairs.Works()}
}

func (e *Engine) clearTouchWorks() {
	for _, w := range e.touchWorks() {
		w.Clear(e.ctx)
	}
}

// renewLedger continues a ledger after the parameters have changed. The energy that the
// change added counts as work of constraints.
func (e *Engine) renewLedger(before model.Ledger) {
	e.asked.ledger.Earlier, e.asked.ledger.Continued = before, true
	e.compiled.catch.ForgetLoss(e.ctx)
	if d := e.run.divided; d != nil {
		d.ForgetFlows()
	}
	e.clearTouchWorks()
	e.openLedger()
}
