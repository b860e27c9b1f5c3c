// Package ledger sums the energy of a structure on the device, in two words of float32, by
// passes besides those of steps.
package ledger

import (
	"fmt"
	"slices"
	"strconv"
	"unsafe"

	"hooke/gpu/buffers"
	"hooke/gpu/glx"
	"hooke/gpu/pass"
	"hooke/shaders"
)

// Sums are the sums of a structure's energy on the device. Nothing is read back until
// requested. A nil *Sums has no passes and may be released.
type Sums struct {
	Buffer *glx.Buffer // spring-ledger, mass-ledger, ledger-sum; its first records are the sums of the terms

	More func() // queues pair-ledger; nil: masses do not collide

	springs, masses, sum *pass.Pass
	spans                *pass.Pass // nil: none
}

// Spans are edges and triangles that contacts push.
type Spans struct {
	Count   int64
	Defines []shaders.Define // of passes that know spans
	Slots   []pass.Slot      // of contacts and spans
}

// Records returns the number of records of the sums: one for each term, and behind them the sums of
// the work groups, those of pair-ledger last, where masses collide.
func Records(pairs bool) int64 {
	n := int64(shaders.LedgerTerms) * (1 + shaders.LedgerGroups)
	if pairs {
		n += shaders.LedgerGroups
	}
	return n
}

// New compiles the passes for numbers of masses and springs. pairs says whether masses collide. spans
// may be nil. On an error nothing stays allocated.
func New(k pass.Maker, b *buffers.Arrays, masses, springs int64, pairs bool, spans *Spans) (l *Sums, err error) {
	l = &Sums{}
	if l.Buffer, err = k.Ctx.NewBuffer("hooke.Ledger", Records(pairs)*int64(unsafe.Sizeof(shaders.Ledger{}))); err != nil {
		return nil, fmt.Errorf("gpu: %w", err)
	}
	// A bounded number of work groups takes in everything, so that the memory for their
	// sums does not grow with the structure.
	ofSpring, ofMass := pass.Extent{Items: pass.OfSprings, Count: springs, Groups: shaders.LedgerGroups}, pass.Extent{Items: pass.OfMasses, Count: masses, Groups: shaders.LedgerGroups}
	groups := func(over pass.Extent) string { return strconv.FormatInt(over.GroupsIn(k.Division), 10) }
	k = k.Summing()
	k.Defines = append(slices.Clone(k.Defines), shaders.Define{Name: "SPRING_GROUPS", Value: groups(ofSpring)}, shaders.Define{Name: "MASS_GROUPS", Value: groups(ofMass)})
	fail := func(err error) (*Sums, error) {
		l.Release()
		return nil, err
	}
	if l.springs, err = k.Make("spring-ledger", shaders.SpringLedger, ofSpring, []pass.Slot{
		{Binding: shaders.BindPosition, Buffer: b.Position}, {Binding: shaders.BindVelocity, Buffer: b.Velocity}, {Binding: shaders.BindEnds, Buffer: b.Ends},
		{Binding: shaders.BindSpring, Buffer: b.Spring}, {Binding: shaders.BindMaterial, Buffer: b.Material}, {Binding: shaders.BindLedger, Buffer: l.Buffer}}); err != nil {
		return fail(err)
	}
	if l.masses, err = k.Make("mass-ledger", shaders.MassLedger, ofMass, []pass.Slot{
		{Binding: shaders.BindPosition, Buffer: b.Position}, {Binding: shaders.BindVelocity, Buffer: b.Velocity},
		{Binding: shaders.BindContact, Buffer: b.Contact}, {Binding: shaders.BindLedger, Buffer: l.Buffer}}); err != nil {
		return fail(err)
	}
	if spans != nil {
		of := k
		of.Defines = slices.Concat(k.Defines, spans.Defines)
		slots := []pass.Slot{{Binding: shaders.BindPosition, Buffer: b.Position, All: true}, {Binding: shaders.BindVelocity, Buffer: b.Velocity, All: true},
			{Binding: shaders.BindLedger, Buffer: l.Buffer}}
		over := pass.Extent{Items: pass.OfSpans, Count: spans.Count, Groups: ofMass.GroupsIn(k.Division)}
		if l.spans, err = of.Make("span-ledger", shaders.SpanLedger, over, append(slots, spans.Slots...)); err != nil {
			return fail(err)
		}
	}
	if l.sum, err = k.Make("ledger-sum", shaders.LedgerSum, pass.Extent{Count: int64(shaders.LedgerTerms) * pass.SumGroup}, []pass.Slot{{Binding: shaders.BindLedger, Buffer: l.Buffer}}); err != nil {
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

// Passes returns the passes in their order; those of nil are empty.
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
		ctx.Barrier(glx.ByShader | glx.ByTexel) // span-ledger adds to the sums of mass-ledger
		l.spans.Dispatch(ctx)
	}
	ctx.Barrier(glx.ByShader) // ledger-sum reads the sums of the work groups
	l.sum.Dispatch(ctx)
	ctx.Barrier(glx.ByShader) // the next passes overwrite them
}

// Read waits for the device and reads the sums of the terms [J].
func (l *Sums) Read(ctx *glx.Context) (sums [shaders.LedgerTerms]float64, err error) {
	var records [shaders.LedgerTerms]shaders.Ledger
	ctx.Barrier(glx.ByTransfer) // the download reads the output of ledger-sum
	glx.Download(l.Buffer, 0, records[:])
	for t, r := range records {
		sums[t] = float64(r.Hi) + float64(r.Lo)
	}
	return sums, ctx.Err("gpu: read the energy")
}
