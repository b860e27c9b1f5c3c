package colored

import (
	"fmt"
	"math"
	"unsafe"

	"hooke/gpu/glx"
	"hooke/shaders"
)

// Rows are uniform blocks Sweep, one for each kind of dispatch of a solver.
type Rows struct {
	ctx    *glx.Context
	buffer *glx.Buffer
	stride int64 // bytes from one row to the next
}

// sweepBytes is the size of the uniform block Sweep.
const sweepBytes = int64(unsafe.Sizeof(shaders.Sweep{}))

// NewRows allocates count rows.
func NewRows(ctx *glx.Context, count int) (r Rows, err error) {
	alignment := max(1, int64(ctx.Limits.UniformAlignment))
	r = Rows{ctx: ctx, stride: (sweepBytes + alignment - 1) / alignment * alignment}
	if r.buffer, err = ctx.NewBuffer("hooke.Sweep", r.stride*int64(count)); err != nil {
		return r, fmt.Errorf("gpu: %w", err)
	}
	return r, nil
}

// Release frees the rows.
func (r *Rows) Release() { r.buffer.Release() }

// Write writes all rows.
func (r *Rows) Write(rows []shaders.Sweep) {
	words := make([]uint32, r.stride/4*int64(len(rows)))
	for k, w := range rows {
		copy(words[int64(k)*r.stride/4:], []uint32{w.First, w.Count, w.Begins, w.Keeps, w.Looks, w.Ends, math.Float32bits(w.Warm),
			w.Back, w.Swept, w.CarriedFirst, w.CarriedEnd})
	}
	glx.Upload(r.buffer, 0, words)
}

// Bind makes a row the one that passes read.
func (r *Rows) Bind(row int) {
	r.ctx.BindUniformRange(uint32(shaders.BindSweep), r.buffer, int64(row)*r.stride, sweepBytes)
}
