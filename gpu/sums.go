package gpu

import (
	"fmt"
	"hooke/gpu/buffers"
	"hooke/gpu/glx"
	"hooke/gpu/pass"
	"hooke/model"
	"hooke/shaders"
	"slices"
	"strconv"
	"unsafe"
)

// ledger sums energies on the device: what the structure holds, and, where
// params.Ledger says so, after every step what flowed. Nothing is read back
// until someone asks.
type ledger struct {
	springs, masses, sum *pass.Pass
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
	return []*pass.Pass{l.springs, l.masses, l.sum}
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

// numbers are those of the account that are not on the device; none without an
// account of steps.
func (l *ledger) numbers() []float64 {
	if l == nil || !l.flows {
		return nil
	}
	out := []float64{l.began, 0}
	if l.accountOpen {
		out[1] = 1
	}
	for _, x := range l.earlier.Numbers() {
		out = append(out, *x)
	}
	return out
}

// setNumbers is the reverse of numbers.
func (l *ledger) setNumbers(from []float64) {
	if len(from) == 0 {
		return
	}
	l.began, l.accountOpen = from[0], from[1] != 0
	for i, x := range l.earlier.Numbers() {
		*x = from[2+i]
	}
}
