package gpu

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"unsafe"

	"hooke/gpu/buffers"
	"hooke/gpu/glx"
	"hooke/gpu/pass"
	"hooke/model"
	"hooke/physics"
	"hooke/shaders"
)

// ledger sums energies on the device: what the structure holds, and, where
// params.Ledger says so, after every step what flowed. Nothing is read back
// until someone asks.
type ledger struct {
	springs, masses, sum *pass.Pass
	center               centerPasses
	buffer               *glx.Buffer // spring-ledger, mass-ledger, ledger-sum
	flows                bool        // whether every step is entered

	began       float64      // when the account began, or parameters were changed last [s]
	earlier     model.Ledger // the account up to when the parameters were changed
	accountOpen bool         // whether earlier holds anything
}

// Sums begin with so many records for each term, then those of the work groups.
const (
	ledgerSlots = 4 * int64(shaders.LedgerTerms)
	ledgerSums  = ledgerSlots + int64(shaders.LedgerTerms)*shaders.LedgerGroups
)

// newLedger compiles the passes, with flows or for what is held alone.
func newLedger(k pass.Maker, b *buffers.Arrays, masses, springs int64, flows, paths bool, by centering) (l *ledger, err error) {
	l = &ledger{flows: flows}
	if l.buffer, err = k.Ctx.NewBuffer("hooke.Ledger", ledgerSums*int64(unsafe.Sizeof(shaders.Ledger{}))); err != nil {
		return nil, fmt.Errorf("gpu: %w", err)
	}
	// A bounded number of work groups goes over everything, so that the memory
	// for their sums does not grow with the structure.
	ofSpring, ofMass := pass.Extent{Items: pass.OfSprings, Count: springs, Groups: shaders.LedgerGroups}, pass.Extent{Items: pass.OfMasses, Count: masses, Groups: shaders.LedgerGroups}
	groups := func(over pass.Extent) string { return strconv.FormatInt(over.GroupsIn(k.Division), 10) }
	k = k.Summing()
	k.Defines = append(slices.Clone(k.Defines), shaders.Define{Name: "LEDGER", Value: shaders.OnOff(flows)},
		shaders.Define{Name: "PATHS", Value: shaders.OnOff(paths)}, centeredDefine(by),
		shaders.Define{Name: "SPRING_GROUPS", Value: groups(ofSpring)}, shaders.Define{Name: "MASS_GROUPS", Value: groups(ofMass)})
	fail := func(err error) (*ledger, error) {
		l.release()
		return nil, err
	}
	var centered []pass.Slot
	if by != centeredState {
		centered = []pass.Slot{{Binding: shaders.BindCentered, Buffer: b.Centered}}
	}
	if l.springs, err = k.Make("spring-ledger", shaders.SpringLedger, ofSpring, append(centered[:len(centered):len(centered)], []pass.Slot{
		{Binding: shaders.BindPosition, Buffer: b.Position}, {Binding: shaders.BindVelocity, Buffer: b.Velocity}, {Binding: shaders.BindEnds, Buffer: b.Ends},
		{Binding: shaders.BindSpring, Buffer: b.Spring}, {Binding: shaders.BindMaterial, Buffer: b.Material}, {Binding: shaders.BindLedger, Buffer: l.buffer}}...)); err != nil {
		return fail(err)
	}
	if l.masses, err = k.Make("mass-ledger", shaders.MassLedger, ofMass, append(centered, []pass.Slot{
		{Binding: shaders.BindPosition, Buffer: b.Position}, {Binding: shaders.BindVelocity, Buffer: b.Velocity},
		{Binding: shaders.BindContact, Buffer: b.Contact}, {Binding: shaders.BindExternal, Buffer: b.External}, {Binding: shaders.BindLedger, Buffer: l.buffer}}...)); err != nil {
		return fail(err)
	}
	if l.sum, err = k.Make("ledger-sum", shaders.LedgerSum, pass.Extent{Count: int64(shaders.LedgerTerms) * pass.SumGroup}, []pass.Slot{{Binding: shaders.BindLedger, Buffer: l.buffer}}); err != nil {
		return fail(err)
	}
	return l, nil
}

func (l *ledger) release() {
	if l == nil {
		return
	}
	for _, p := range l.passes() {
		p.Release()
	}
	l.buffer.Release()
}

// passes are its passes in their order; none of a nil ledger.
func (l *ledger) passes() []*pass.Pass {
	if l == nil {
		return nil
	}
	return append(l.center.passes(), l.springs, l.masses, l.sum)
}

// enter queues the passes. Parameters and signals are bound, positions and
// velocities can be read.
func (l *ledger) enter(ctx *glx.Context) {
	l.springs.Dispatch(ctx)
	l.masses.Dispatch(ctx)
	ctx.Barrier(glx.ByShader) // ledger-sum reads the sums of the work groups
	l.sum.Dispatch(ctx)
	ctx.Barrier(glx.ByShader) // the next passes overwrite them, and ledger-sum adds to its own
}

// clear begins a new account with the next entry.
func (l *ledger) clear(ctx *glx.Context) {
	ctx.Barrier(glx.ByTransfer) // the upload overwrites what ledger-sum wrote
	glx.Upload(l.buffer, 0, make([]shaders.Ledger, ledgerSlots))
}

// sums waits and reads the sums of every term: at the start of the account, at
// the latest entry, and over the steps.
func (l *ledger) sums(ctx *glx.Context) (first, now, steps [shaders.LedgerTerms]float64, err error) {
	var records [ledgerSlots]shaders.Ledger
	ctx.Barrier(glx.ByTransfer) // the download reads what ledger-sum wrote
	glx.Download(l.buffer, 0, records[:])
	value := func(slot int) float64 { return float64(records[slot].Hi) + float64(records[slot].Lo) }
	for t := range first {
		first[t], now[t], steps[t] = value(4*t), value(4*t+1), value(4*t+2)
	}
	return first, now, steps, ctx.Err("gpu: read ledger")
}

// energyOf is what a structure holds at time t [s], from the sums of its terms.
func (e *Engine) energyOf(sum [shaders.LedgerTerms]float64, t float64) model.Energy {
	kinetic, gravitational := e.run.carried.Energy(e.run.settings.Params, t)
	return model.Energy{
		Kinetic:       sum[shaders.LedgerKinetic] + kinetic,
		Gravitational: sum[shaders.LedgerGravitational] + gravitational,
		Elastic:       sum[shaders.LedgerElastic],
		Contact:       sum[shaders.LedgerContact],
	}
}

// flowsOf are the flows of the sums of the terms.
func flowsOf(sum [shaders.LedgerTerms]float64) model.Flows {
	return model.Flows{
		Damping:        sum[shaders.LedgerDamping],
		ContactDamping: sum[shaders.LedgerContactDamping],
		Drag:           sum[shaders.LedgerDrag],
		Friction:       sum[shaders.LedgerFriction],
		Actuators:      sum[shaders.LedgerActuators],
		External:       sum[shaders.LedgerExternal],
		Constraints:    sum[shaders.LedgerConstraints],
	}
}

// errNoLedger says what to do.
var errNoLedger = errors.New("gpu: no ledger is kept; set Params.Ledger")

var _ model.LedgerKeeper = (*Engine)(nil)

// Ledger waits and returns the account since the state was last set.
func (e *Engine) Ledger() (model.Ledger, error) {
	l := e.asked.ledger
	if l == nil || !l.flows {
		return model.Ledger{}, errNoLedger
	}
	first, now, steps, err := l.sums(e.ctx)
	if err != nil {
		return model.Ledger{}, err
	}
	out := l.earlier
	start := e.energyOf(first, l.began)
	if !l.accountOpen {
		out.Start = start
	} else { // the parameters were changed since
		out.Constraints += start.Total() - out.Now.Total()
	}
	out.Now = e.energyOf(now, e.time())
	out.Constraints += e.run.carried.Work(e.run.settings.Params, l.began, e.time()) // the forces of springs are among the sums

	// The trapezoidal rule: half a step of the first power is missing, half of the
	// latest too much. Work is no power.
	half := e.run.settings.Params.DT / 2
	first[shaders.LedgerActuators], now[shaders.LedgerActuators] = 0, 0
	if by := centeredBy(e.run.settings.Params.Integrator); by == centeredSeen || by == centeredPower {
		first[shaders.LedgerFriction], now[shaders.LedgerFriction] = 0, 0 // it is that of a whole step
	}
	out.Flows = out.Flows.Plus(1, flowsOf(steps)).Plus(half, flowsOf(first)).Plus(-half, flowsOf(now))
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
		return physics.EnergyAt(e.plan.model, e.run.settings.Params, now.RestScale, &s), nil
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
	if !e.asked.ledger.flows {
		e.openAccount()
	}
	_, now, _, err := e.asked.ledger.sums(e.ctx)
	now[shaders.LedgerKinetic] = now[shaders.LedgerMotion] // of the state, not centered
	return e.energyOf(now, e.time()), err
}

// makeLedger compiles the ledger of the parameters in use.
func (e *Engine) makeLedger(flows bool) (err error) {
	by := centeredState
	if flows {
		by = centeredBy(e.run.settings.Params.Integrator)
	}
	e.asked.ledger, err = newLedger(e.compiled.maker, e.buffers, int64(e.plan.model.MassCount()), int64(e.plan.model.SpringCount()), flows, e.run.settings.Params.OnPath(), by)
	return err
}

// openAccount queues the first entry of an account, at the current state.
func (e *Engine) openAccount() {
	e.asked.ledger.clear(e.ctx)
	e.asked.ledger.began = e.time()
	e.ctx.BindUniform(uint32(shaders.BindParams), e.buffers.Params)
	e.writeSignalsAside(0)
	e.ctx.Barrier(glx.ByShader) // the passes read what the last step wrote
	e.enterLedger(0, 0, true)
}

// enterLedger queues an entry at the time of the row now, a step after the row
// before; begins says that no step led to the state. External forces are those that
// the velocities of the state see, of Verlet those that the step has made.
func (e *Engine) enterLedger(before, now int, begins bool) {
	e.bindSignalsBefore(before)
	e.bindSignals(now)
	if e.asked.ledger.flows && e.run.settings.Params.Loaded() && (begins || centeredBy(e.run.settings.Params.Integrator) != centeredSeen) {
		e.externalForces()
		e.ctx.Barrier(glx.ByShader) // center and mass-ledger read the forces
	}
	e.centerState()
	e.asked.ledger.enter(e.ctx)
}

// book queues the entry of a step, whose signals began at that row.
func (e *Engine) book(row int) {
	if e.asked.ledger == nil || !e.asked.ledger.flows {
		return
	}
	e.enterLedger(row, row+e.rowsPerStep(), false)
}

// beginLedger begins an account at the state that was set.
func (e *Engine) beginLedger() {
	if e.asked.ledger != nil && e.asked.ledger.flows {
		e.asked.ledger.earlier, e.asked.ledger.accountOpen = model.Ledger{}, false
		e.openAccount()
	}
}

// renewLedger goes on with an account under changed parameters. What the change
// makes of the energy is work of constraints.
func (e *Engine) renewLedger(account model.Ledger) {
	e.asked.ledger.earlier, e.asked.ledger.accountOpen = account, true
	e.openAccount()
}

// RunLedger runs the passes of the ledger once, over poisoned sums, as after a
// step in which only the rest lengths went on, by one step. It returns what the
// structure holds [J] and the powers [W] then, and the work of the actuators [J],
// for the proof against the reference. The account is lost: Reset goes on.
func (e *Engine) RunLedger() (model.Energy, model.Flows, error) {
	if e.asked.ledger == nil || !e.asked.ledger.flows {
		return model.Energy{}, model.Flows{}, errNoLedger
	}
	e.ctx.Barrier(glx.ByTransfer) // the fill overwrites what the passes wrote
	e.asked.ledger.buffer.Fill(pass.NotANumber)
	e.asked.ledger.clear(e.ctx)
	e.ctx.BindUniform(uint32(shaders.BindParams), e.buffers.Params)
	e.writeSignalsAside(1)
	e.enterLedger(0, e.rowsPerStep(), true)
	_, now, _, err := e.asked.ledger.sums(e.ctx)
	return e.energyOf(now, e.time()), flowsOf(now), err
}
