package traffic

import (
	"fmt"
	"io/fs"
	"time"

	"hooke/gpu/glx"
	"hooke/gpu/pass"
	"hooke/shaders"
)

// Bandwidth measures the memory bandwidth of a device with the pass copy. It holds two
// buffers, which its owner frees with Release.
type Bandwidth struct {
	ctx      *glx.Context
	from, to *glx.Buffer
	pass     *pass.Pass
	span     *glx.Timer
	repeats  int // copies that take at least leastCopying; zero until known
}

// LargestCopy is the size of each buffer [bytes], where the device allows it: more
// than the last cache of most devices holds.
const LargestCopy = 256 << 20

// copyGroup is the number of invocations per work group of copies.
const copyGroup = 256

// leastCopying is the least time of a measurement.
const leastCopying = 20 * time.Millisecond

// NewBandwidth makes two buffers of that many bytes each, a multiple of 16, or of as many
// as the device allows in one block. files are the shaders; nil stands for those of this
// build.
func NewBandwidth(ctx *glx.Context, files fs.FS, bytes int64) (*Bandwidth, error) {
	if bytes < 16 {
		return nil, fmt.Errorf("gpu: bandwidth: a buffer of %d bytes; give at least 16", bytes)
	}
	if files == nil {
		files = shaders.Files()
	}
	b := &Bandwidth{ctx: ctx}
	vectors := min(bytes, ctx.Limits.StorageBlockBytes) / 16
	err := b.make(files, vectors)
	if err != nil {
		b.Release()
		return nil, err
	}
	return b, nil
}

func (b *Bandwidth) make(files fs.FS, vectors int64) (err error) {
	if b.from, err = b.ctx.NewBuffer("hooke.CopyFrom", 16*vectors); err != nil {
		return fmt.Errorf("gpu: bandwidth: %w", err)
	}
	if b.to, err = b.ctx.NewBuffer("hooke.CopyTo", 16*vectors); err != nil {
		return fmt.Errorf("gpu: bandwidth: %w", err)
	}
	maker := pass.Maker{Ctx: b.ctx, Files: files, Group: copyGroup}
	b.pass, err = maker.Make("copy", shaders.Copy, pass.Extent{Count: vectors}, []pass.Slot{{Binding: shaders.BindPosition, Buffer: b.from}, {Binding: shaders.BindNextPosition, Buffer: b.to}}, b.to)
	b.span = b.ctx.NewTimer()
	return err
}

// Prove copies a pattern into a poisoned buffer and compares every word, since a copy
// that loses a part looks fast. It returns an error where a word differs.
func (b *Bandwidth) Prove() error {
	const part = 1 << 20 // words
	words := make([]uint32, min(part, b.from.Bytes()/4))
	parts := func(do func(first int64, words []uint32)) {
		for first := int64(0); first < b.from.Bytes()/4; first += part {
			do(first, words[:min(part, b.from.Bytes()/4-first)])
		}
	}
	parts(func(first int64, words []uint32) {
		for i := range words {
			words[i] = patternAt(first + int64(i))
		}
		glx.Upload(b.from, first, words)
	})
	b.to.Fill(pass.NotANumber)
	b.copy(1)
	b.ctx.Barrier(glx.ByTransfer) // the download reads the output of copy
	wrong, where := int64(0), int64(0)
	parts(func(first int64, words []uint32) {
		glx.Download(b.to, first, words)
		for i, word := range words {
			if word != patternAt(first+int64(i)) {
				if wrong++; wrong == 1 {
					where = first + int64(i)
				}
			}
		}
	})
	if wrong > 0 {
		return fmt.Errorf("gpu: bandwidth: %d of %d words were not copied, the first is %d: the device lost a part of a dispatch, no rate of it can be trusted",
			wrong, b.from.Bytes()/4, where)
	}
	return b.ctx.Err("gpu: bandwidth")
}

// patternAt returns a word of a pattern without short periods. The word is a normal number,
// never the poison, so that a device keeps its bits even if it flushes denormal numbers
// or knows only one NaN.
func patternAt(i int64) uint32 {
	const middleOfExponent, belowLargest = 1 << 23, 1 << 30
	return (uint32(i)*0x9e3779b1^uint32(i>>16))&^belowLargest | middleOfExponent
}

// Measure copies for a while and waits. bytes are the bytes read plus the bytes written.
// took is the device's own time where that can be measured, and the host's otherwise.
func (b *Bandwidth) Measure() (bytes int64, took time.Duration, err error) {
	if b.repeats == 0 {
		b.copy(1) // so that the memory is in use before the measurement
		if err := b.wait(); err != nil {
			return 0, 0, err
		}
		b.repeats = 1
		for {
			begin := time.Now()
			b.copy(b.repeats)
			if err := b.wait(); err != nil {
				return 0, 0, err
			}
			if time.Since(begin) >= leastCopying || b.repeats >= 1<<12 {
				break
			}
			b.repeats *= 2
		}
	}
	begin := time.Now()
	b.span.Forget()
	b.span.Begin()
	b.copy(b.repeats)
	b.span.End()
	if err := b.wait(); err != nil {
		return 0, 0, err
	}
	took = time.Since(begin)
	if onDevice := b.span.Wait(); onDevice > 0 {
		took = onDevice
	}
	return 2 * b.to.Bytes() * int64(b.repeats), took, b.ctx.Err("gpu: bandwidth")
}

// copy queues copies.
func (b *Bandwidth) copy(times int) {
	for range times {
		b.pass.Dispatch(b.ctx)
		b.ctx.Barrier(glx.ByShader) // the next copy overwrites the output of this one
	}
}

// wait waits until the queue is empty.
func (b *Bandwidth) wait() error {
	var fence glx.Fence
	b.ctx.Fence(&fence)
	defer fence.Release()
	return b.ctx.Await(&fence)
}

// Release frees both buffers and the pass. Releasing twice, or a nil *Bandwidth, is
// harmless.
func (b *Bandwidth) Release() {
	if b == nil {
		return
	}
	b.pass.Release()
	b.span.Release()
	b.from.Release()
	b.to.Release()
}
