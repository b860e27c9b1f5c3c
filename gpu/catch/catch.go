// Package catch contains the passes of continuous collision, in which thin contacts stop
// masses that would tunnel through them within a step, and their counters. The engine in
// package gpu queues them.
package catch

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"unsafe"

	"hooke/gpu/buffers"
	"hooke/gpu/glx"
	"hooke/gpu/pass"
	"hooke/gpu/ranges"
	"hooke/model"
	"hooke/shaders"
)

// Passes are the passes of a run in which contacts catch masses, and their buffers. A nil
// *Passes has no passes, counts nothing and may be released.
type Passes struct {
	Note  *pass.Pass // notes where masses are before a step; nil: another pass leaves that somewhere
	Catch *pass.Pass // comes after masses have moved; nil: the passes of a step catch them

	Counter *glx.Buffer // catch; [1]

	before  *glx.Buffer // catch-note; [masses × words] vec4; nil without Note
	options Options
	Bits    uint32 // of the number of a contact in Caught.First

	earlier model.Caught // of the run that Restore took up
}

// Options describe a run for the passes.
type Options struct {
	Over      pass.Extent   // an invocation for each mass
	Masses    ranges.Ranges // of the masses
	Before    *glx.Buffer   // where the passes of a step leave the positions before it, after their end; nil: nowhere
	Registers bool          // whether registers continue from step to step
	Inside    bool          // whether the passes of a step catch masses themselves, and only count here
}

// New allocates the buffers and compiles the passes. On an error nothing stays allocated.
func New(k pass.Maker, b *buffers.Arrays, o Options) (*Passes, error) {
	c := &Passes{options: o, Bits: contactBits(o.Over.Count)}
	err := c.allocate(k, b)
	if err == nil {
		err = c.Make(k, b)
	}
	if err != nil {
		for _, p := range c.All() {
			p.Release()
		}
		c.Release()
		return nil, err
	}
	return c, nil
}

// Make compiles the passes again and keeps the counts. The caller releases the previous passes.
func (c *Passes) Make(k pass.Maker, b *buffers.Arrays) (err error) {
	c.Note, c.Catch = nil, nil
	if c.options.Inside {
		return nil
	}
	position := pass.Slot{Binding: shaders.BindPosition, Buffer: b.Position}
	velocity := pass.Slot{Binding: shaders.BindVelocity, Buffer: b.Velocity}
	before := pass.Slot{Binding: shaders.BindBefore, Buffer: c.options.Before}
	if c.before != nil {
		before.Buffer = c.before
		if c.Note, err = k.Make("catch-note", shaders.CatchNote, c.options.Over, []pass.Slot{position, velocity, before}, c.before); err != nil {
			return err
		}
	}
	slots := []pass.Slot{position, velocity, before, {Binding: shaders.BindContact, Buffer: b.Contact},
		{Binding: shaders.BindCaught, Buffer: c.Counter}, {Binding: shaders.BindStatus, Buffer: b.Status}}
	keeps := 0
	if c.options.Registers {
		keeps, slots = 1, append(slots, pass.Slot{Binding: shaders.BindStage, Buffer: b.Stage})
	}
	k = k.With("KEEPS", keeps).With("CONTACT_BITS", int(c.Bits))
	c.Catch, err = k.Make("catch", shaders.CatchPass, c.options.Over, slots)
	return err
}

// allocate makes the buffers, with windows where the masses are divided.
func (c *Passes) allocate(k pass.Maker, b *buffers.Arrays) (err error) {
	words, _ := b.Precision.Words()
	o := c.options
	allocated := func(name string, bytes, words, count int64) *glx.Buffer {
		if err != nil {
			return nil
		}
		var buffer *glx.Buffer
		if buffer, err = k.Ctx.NewLongBuffer(name, bytes*words*count); err == nil && b.Windows != nil && count > 1 {
			b.Windows[buffer] = o.Masses.Windows(bytes, words)
		}
		return buffer
	}
	c.Counter = allocated("hooke.Caught", int64(unsafe.Sizeof(shaders.Caught{})), 1, 1)
	if o.Before == nil && !o.Inside {
		c.before = allocated("hooke.Before", int64(unsafe.Sizeof(shaders.Position{})), words, o.Over.Count)
	}
	if err != nil {
		return fmt.Errorf("gpu: %w", err)
	}
	return nil
}

// contactBits returns how many bits the number of a mass leaves for that of a contact.
func contactBits(masses int64) uint32 {
	return uint32(32 - bits.Len64(uint64(max(0, masses-1))))
}

// All returns the passes that exist, in their order in a step.
func (c *Passes) All() []*pass.Pass {
	if c == nil {
		return nil
	}
	return slices.DeleteFunc([]*pass.Pass{c.Note, c.Catch}, func(p *pass.Pass) bool { return p == nil })
}

// Release frees buffers, but not the passes. On nil it does nothing.
func (c *Passes) Release() {
	if c == nil {
		return
	}
	c.before.Release()
	c.Counter.Release()
}

// Reset counts from zero, or on from where another run has counted to. On nil it does
// nothing.
func (c *Passes) Reset(ctx *glx.Context, earlier model.Caught) {
	if c == nil {
		return
	}
	c.earlier = earlier
	ctx.Barrier(glx.ByTransfer) // the upload overwrites the output of catch
	glx.Upload(c.Counter, 0, []shaders.Caught{{Step: math.MaxUint32, First: math.MaxUint32}})
}

// read waits for the device.
func (c *Passes) read(ctx *glx.Context) shaders.Caught {
	var record [1]shaders.Caught
	ctx.Barrier(glx.ByTransfer) // the download reads the output of catch
	glx.Download(c.Counter, 0, record[:])
	return record[0]
}

// Caught waits and counts. start is the step from which the device counts, and massOf the
// model's number of a mass.
func (c *Passes) Caught(ctx *glx.Context, start int64, massOf func(uint32) (int, error)) (model.Caught, error) {
	if c == nil {
		return model.Caught{}, nil
	}
	out, record := c.earlier, c.read(ctx)
	if record.Count == 0 && record.CountHigh == 0 {
		return out, nil
	}
	mass, err := massOf(uint32(uint64(record.First) >> c.Bits))
	if err != nil {
		return model.Caught{}, fmt.Errorf("gpu: pass catch: %w", err)
	}
	out.Add(model.Caught{Count: int64(record.CountHigh)<<32 + int64(record.Count), Step: start + int64(record.Step),
		Mass: mass, Contact: int(uint64(record.First) & (1<<c.Bits - 1))})
	return out, nil
}
