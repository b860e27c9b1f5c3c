// Package ledger sums energies, powers and works of a structure on the device, in two
// words of float32, by passes beside those of steps. What the sums mean for a run, and when
// they are entered, is in package gpu.
package ledger

import (
	"fmt"
	"slices"
	"strconv"
	"unsafe"

	"hooke/gpu/buffers"
	"hooke/gpu/glx"
	"hooke/gpu/pass"
	"hooke/model"
	"hooke/shaders"
)

// Sums are the sums of a structure on the device: what it holds and, where params.Ledger
// says so, what flows in every step. Nothing is read back until someone asks. A nil *Sums
// has no passes and no numbers, and may be released.
type Sums struct {
	Buffer *glx.Buffer // spring-ledger, mass-ledger, ledger-sum; its first Slots() records are those of a run
	Flows  bool        // whether every step is entered into the ledger
	terms  int64       // without those of contacts that move, where none does

	Began     float64      // when the ledger began, or when parameters were last changed [s]
	Earlier   model.Ledger // the ledger until the parameters were last changed
	Continued bool         // whether Earlier holds anything

	More   func()             // queues pair-ledger; nil: masses do not collide
	before func(*glx.Context) // queues what span-ledger reads; nil: nothing

	springs, masses, sum *pass.Pass
	spans                *pass.Pass // nil: there are none
}

// Spans are edges and triangles that contacts push.
type Spans struct {
	Count   int64
	Defines []shaders.Define   // of passes that know spans
	Slots   []pass.Slot        // of contacts and spans
	Before  func(*glx.Context) // queues a pass that span-ledger reads from; nil: there is none
}

// pairTerms are the sums of pair-ledger.
const pairTerms = 4

// records is the number of records of the sums: four for each term, and behind them the sums
// of the work groups, those of pair-ledger last, where masses collide. A run pays for none
// that it does not use.
func (l *Sums) records(pairs bool) int64 {
	n := l.terms * (4 + shaders.LedgerGroups)
	if pairs {
		n += pairTerms * shaders.LedgerGroups
	}
	return n
}

// Slots is the number of records with which the sums begin, four for each term.
func (l *Sums) Slots() int64 { return 4 * l.terms }

// New compiles the passes for so many masses and springs, with flows or only for what is
// held. paths says whether masses move on given paths, which decides what the ledger
// finds in b.Centered; pairs, whether masses collide. spans may be nil. On an error nothing
// stays allocated.
func New(k pass.Maker, b *buffers.Arrays, masses, springs int64, flows, paths, pairs bool, by Centering, spans *Spans) (l *Sums, err error) {
	l = &Sums{Flows: flows, terms: int64(shaders.LedgerPushed)}
	if b.Moving {
		l.terms = int64(shaders.LedgerTerms)
	}
	if l.Buffer, err = k.Ctx.NewBuffer("hooke.Ledger", l.records(pairs)*int64(unsafe.Sizeof(shaders.Ledger{}))); err != nil {
		return nil, fmt.Errorf("gpu: %w", err)
	}
	// A bounded number of work groups takes in everything, so that the memory for their
	// sums does not grow with the structure.
	ofSpring, ofMass := pass.Extent{Items: pass.OfSprings, Count: springs, Groups: shaders.LedgerGroups}, pass.Extent{Items: pass.OfMasses, Count: masses, Groups: shaders.LedgerGroups}
	groups := func(over pass.Extent) string { return strconv.FormatInt(over.GroupsIn(k.Division), 10) }
	k = k.Summing()
	k.Defines = append(slices.Clone(k.Defines), shaders.Define{Name: "LEDGER", Value: shaders.OnOff(flows)},
		shaders.Define{Name: "PATHS", Value: shaders.OnOff(paths)}, centeredDefine(by),
		shaders.Define{Name: "SPRING_GROUPS", Value: groups(ofSpring)}, shaders.Define{Name: "MASS_GROUPS", Value: groups(ofMass)})
	fail := func(err error) (*Sums, error) {
		l.Release()
		return nil, err
	}
	var centered []pass.Slot
	if by != CenteredState {
		centered = []pass.Slot{{Binding: shaders.BindCentered, Buffer: b.Centered}}
	}
	if l.springs, err = k.Make("spring-ledger", shaders.SpringLedger, ofSpring, append(centered[:len(centered):len(centered)], []pass.Slot{
		{Binding: shaders.BindPosition, Buffer: b.Position}, {Binding: shaders.BindVelocity, Buffer: b.Velocity}, {Binding: shaders.BindEnds, Buffer: b.Ends},
		{Binding: shaders.BindSpring, Buffer: b.Spring}, {Binding: shaders.BindMaterial, Buffer: b.Material}, {Binding: shaders.BindLedger, Buffer: l.Buffer}}...)); err != nil {
		return fail(err)
	}
	if l.masses, err = k.Make("mass-ledger", shaders.MassLedger, ofMass, append(centered, []pass.Slot{
		{Binding: shaders.BindPosition, Buffer: b.Position}, {Binding: shaders.BindVelocity, Buffer: b.Velocity},
		{Binding: shaders.BindContact, Buffer: b.Contact}, {Binding: shaders.BindExternal, Buffer: b.External}, {Binding: shaders.BindLedger, Buffer: l.Buffer}}...)); err != nil {
		return fail(err)
	}
	if spans != nil {
		of := k
		of.Defines = slices.Concat(k.Defines, spans.Defines)
		slots := []pass.Slot{{Binding: shaders.BindPosition, Buffer: b.Position, All: true}, {Binding: shaders.BindVelocity, Buffer: b.Velocity, All: true},
			{Binding: shaders.BindLedger, Buffer: l.Buffer}}
		for _, c := range centered {
			c.All = true
			slots = append(slots, c)
		}
		over := pass.Extent{Items: pass.OfSpans, Count: spans.Count, Groups: ofMass.GroupsIn(k.Division)}
		if l.spans, err = of.Make("span-ledger", shaders.SpanLedger, over, append(slots, spans.Slots...)); err != nil {
			return fail(err)
		}
		l.before = spans.Before
	}
	if l.sum, err = k.Make("ledger-sum", shaders.LedgerSum, pass.Extent{Count: l.terms * pass.SumGroup}, []pass.Slot{{Binding: shaders.BindLedger, Buffer: l.Buffer}}); err != nil {
		return fail(err)
	}
	return l, nil
}

// Release frees the passes and the buffer. On nil it does nothing.
func (l *Sums) Release() {
	if l == nil {
		return
	}
	for _, p := range l.Passes() {
		p.Release()
	}
	l.Buffer.Release()
}

// Passes are the passes of the ledger in their order; nil has none.
func (l *Sums) Passes() []*pass.Pass {
	if l == nil {
		return nil
	}
	if l.spans != nil {
		return []*pass.Pass{l.springs, l.masses, l.spans, l.sum}
	}
	return []*pass.Pass{l.springs, l.masses, l.sum}
}

// Enter queues the passes. Parameters and signals must be bound, and positions and
// velocities readable.
func (l *Sums) Enter(ctx *glx.Context) {
	if l.More != nil {
		l.More()
	}
	l.springs.Dispatch(ctx)
	l.masses.Dispatch(ctx)
	if l.spans != nil {
		if l.before != nil {
			l.before(ctx)
		}
		ctx.Barrier(glx.ByShader | glx.ByTexel) // span-ledger adds to the sums of mass-ledger
		l.spans.Dispatch(ctx)
	}
	ctx.Barrier(glx.ByShader) // ledger-sum reads the sums of the work groups
	l.sum.Dispatch(ctx)
	ctx.Barrier(glx.ByShader) // the next passes overwrite them, and ledger-sum adds to its own
}

// Clear begins a new ledger with the next entry.
func (l *Sums) Clear(ctx *glx.Context) {
	ctx.Barrier(glx.ByTransfer) // the upload overwrites what ledger-sum wrote
	glx.Upload(l.Buffer, 0, make([]shaders.Ledger, l.Slots()))
}

// Read waits for the device and reads the sums of every term: at the start of the ledger,
// at the latest entry, and over the steps.
func (l *Sums) Read(ctx *glx.Context) (first, now, steps [shaders.LedgerTerms]float64, err error) {
	records := make([]shaders.Ledger, l.Slots())
	ctx.Barrier(glx.ByTransfer) // the download reads what ledger-sum wrote
	glx.Download(l.Buffer, 0, records)
	value := func(slot int) float64 { return float64(records[slot].Hi) + float64(records[slot].Lo) }
	for t := range l.terms {
		first[t], now[t], steps[t] = value(4*int(t)), value(4*int(t)+1), value(4*int(t)+2)
	}
	return first, now, steps, ctx.Err("gpu: read ledger")
}

// FlowsOf are the flows in the sums of the terms: powers [W] from what Read calls first
// and now, works [J] from its steps.
func FlowsOf(sum [shaders.LedgerTerms]float64) model.Flows {
	return model.Flows{
		Damping:        sum[shaders.LedgerDamping],
		ContactDamping: sum[shaders.LedgerContactDamping],
		Drag:           sum[shaders.LedgerDrag],
		Friction:       sum[shaders.LedgerFriction],
		Actuators:      sum[shaders.LedgerActuators],
		External:       sum[shaders.LedgerExternal],
		Constraints:    sum[shaders.LedgerConstraints] + sum[shaders.LedgerPushed] + sum[shaders.LedgerCarried],
	}
}

// Numbers are the numbers of the ledger that are kept on the host; it returns none
// without a ledger over steps.
func (l *Sums) Numbers() []float64 {
	if l == nil || !l.Flows {
		return nil
	}
	out := []float64{l.Began, 0}
	if l.Continued {
		out[1] = 1
	}
	for _, x := range l.Earlier.Numbers() {
		out = append(out, *x)
	}
	return out
}

// SetNumbers is the inverse of Numbers; without numbers it does nothing.
func (l *Sums) SetNumbers(from []float64) {
	if len(from) == 0 {
		return
	}
	l.Began, l.Continued = from[0], from[1] != 0
	for i, x := range l.Earlier.Numbers() {
		*x = from[2+i]
	}
}

// Centering says which velocity of each mass the ledger keeps in addition to that of the
// state. Its number is CENTERED in the shaders; see centered.glsl.
type Centering int

// Each integrator uses one of these.
const (
	CenteredState Centering = iota // none
	CenteredMean                   // centered on the positions, the mean of two steps
	CenteredSeen                   // the velocity that the forces of the step have seen
	CenteredPower                  // no velocity, but the power of friction
)

// centeredDefine tells the passes of the ledger which of these they find.
func centeredDefine(by Centering) shaders.Define {
	return shaders.Define{Name: "CENTERED", Value: fmt.Sprint(int(by))}
}
