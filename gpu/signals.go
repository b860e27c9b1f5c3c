package gpu

import (
	"fmt"
	"unsafe"

	"hooke/gpu/glx"
	"hooke/model"
	"hooke/shaders"
)

// signalRows is how many rows the host writes ahead of the device.
const signalRows = 128

// signals put what changes with time on the device: rows of the uniform block
// Signals, one for each time at which the steps of a batch evaluate something.
// The host forms them in float64 from the whole number of the step, so that no
// phase is ever accumulated in float32.
type signals struct {
	drives  *model.Drives
	layout  signalLayout
	buffer  *glx.Buffer // [signalRows] rows, then room for the block of the last row to end in
	stride  int64       // bytes from one row to the next
	low     int         // the vector of a row where second words begin; 0: there are none
	rows    [][4]float32
	times   []float64 // scratch of Step
	current model.Signals
}

const signalBlockBytes = int64(unsafe.Sizeof(shaders.Signals{}))

// newSignals makes the signals of a run that stands at time t [s].
func newSignals(ctx *glx.Context, p model.Params, precision Precision, t float64) (*signals, error) {
	layout := signalLayoutOf(p)
	vectors, low := layout.vectors(), 0
	if precision != Single {
		low, vectors = vectors, 2*vectors
	}
	if err := layout.fits(p, vectors); err != nil {
		return nil, err
	}
	alignment := int64(max(16, ctx.Limits.UniformAlignment))
	s := &signals{
		drives: model.NewDrives(p, t),
		layout: layout,
		low:    low,
		stride: (int64(vectors)*16 + alignment - 1) / alignment * alignment,
	}
	var err error
	if s.buffer, err = ctx.NewLongBuffer("hooke.Signals", s.stride*signalRows+signalBlockBytes); err != nil {
		return nil, fmt.Errorf("gpu: %w", err)
	}
	s.rows = make([][4]float32, s.stride/16*signalRows)
	s.times = make([]float64, 0, signalRows)
	return s, nil
}

// write evaluates the drives at the given times [s], ascending, and uploads a
// row for each; there are at most signalRows.
func (s *signals) write(times []float64) {
	perRow := int(s.stride / 16)
	for r, t := range times {
		s.drives.At(t, &s.current)
		s.layout.write(s.rows[r*perRow:(r+1)*perRow], s.low, &s.current)
		s.drives.Advance(t)
	}
	glx.Upload(s.buffer, 0, s.rows[:len(times)*perRow])
}

// bind makes a row the one that passes read.
func (s *signals) bind(ctx *glx.Context, row int) {
	ctx.BindUniformRange(uint32(shaders.BindSignals), s.buffer, int64(row)*s.stride, signalBlockBytes)
}

func (s *signals) release() {
	if s != nil {
		s.buffer.Release()
	}
}
