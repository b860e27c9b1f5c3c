package gpu

import (
	"fmt"
	"unsafe"

	"hooke/gpu/glx"
	"hooke/model"
	"hooke/shaders"
)

// signalRows is how many rows the host writes at once, at most.
const signalRows = 128

// signalBytes is about the length of the rows of a submission [bytes], which is then
// submitted even if its steps took no time.
const signalBytes = 1 << 20

// signals put what changes with time on the device: rows of the uniform block
// Signals, one for each time at which the steps of a batch evaluate something.
// The host forms them in float64 from the whole number of the step, so that no
// phase is ever accumulated in float32.
//
// Rows are written while the device still reads earlier ones, so each submission
// that may be ahead has a region of the buffer, which is free again once the fence of
// the one that had it before was reached. No driver has reason to wait in a step.
// The last region is for what is evaluated outside of steps.
type signals struct {
	drives  *model.Drives
	layout  signalLayout
	buffer  *glx.Buffer // [submissionsAhead + 1] regions, then room for the block of the last row to end in
	region  signalRegion
	stride  int64 // bytes from one row to the next
	first   int64 // number of the row that was written last as row 0
	low     int   // the vector of a row where second words begin; 0: there are none
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
		stride: (int64(max(1, vectors))*16 + alignment - 1) / alignment * alignment, // guides alone may have no signals
	}
	var err error
	s.region.rows = min(max(signalBytes/s.stride, signalRows), submissionSteps)
	if s.buffer, err = ctx.NewStream("hooke.Signals", s.stride*s.region.rows*(submissionsAhead+1)+signalBlockBytes); err != nil {
		return nil, fmt.Errorf("gpu: %w", err)
	}
	s.rows = make([][4]float32, s.stride/16*signalRows)
	s.times = make([]float64, 0, signalRows)
	return s, nil
}

// room is for how many of n steps, of so many rows each and one more for their end,
// a submission still has rows that nobody reads: 0 means that it has to end.
func (s *signals) room(submission int64, n, rowsPerStep int) int {
	return min(n, (signalRows-1)/rowsPerStep, max(0, int(s.region.left(submission))-1)/rowsPerStep)
}

// write evaluates the drives at the given times [s], ascending, and puts them into
// rows of a submission that has room for them. It does not wait.
func (s *signals) write(submission int64, times []float64) {
	s.first = s.region.take(submission, len(times))
	glx.UploadUnused(s.buffer, s.first*s.stride/16, s.evaluate(times))
}

// writeAside is write for passes outside of steps, which may wait.
func (s *signals) writeAside(times []float64) {
	s.first = submissionsAhead * s.region.rows
	glx.Upload(s.buffer, s.first*s.stride/16, s.evaluate(times))
}

// evaluate forms the rows of at most signalRows times.
func (s *signals) evaluate(times []float64) [][4]float32 {
	perRow := int(s.stride / 16)
	for r, t := range times {
		s.drives.At(t, &s.current)
		s.layout.write(s.rows[r*perRow:(r+1)*perRow], s.low, &s.current)
		s.drives.Advance(t)
	}
	return s.rows[:len(times)*perRow]
}

// bind makes a row, counted from the first that was written last, the one that
// passes read at a binding.
func (s *signals) bind(ctx *glx.Context, binding shaders.Binding, row int) {
	ctx.BindUniformRange(uint32(binding), s.buffer, (s.first+int64(row))*s.stride, signalBlockBytes)
}

func (s *signals) release() {
	if s != nil {
		s.buffer.Release()
	}
}

// signalRegion hands out the rows of submissions, which are counted from 0. The zero
// value without rows is not useful.
type signalRegion struct {
	rows       int64 // of a region
	submission int64 // that took rows last
	taken      int64 // by it
}

// left is how many rows of its region a submission has not taken.
func (r *signalRegion) left(submission int64) int64 {
	if submission != r.submission {
		return r.rows
	}
	return r.rows - r.taken
}

// take is the first of so many rows for a submission, which has them left.
func (r *signalRegion) take(submission int64, rows int) (first int64) {
	if submission != r.submission {
		r.submission, r.taken = submission, 0
	}
	first = submission%submissionsAhead*r.rows + r.taken
	r.taken += int64(rows)
	return first
}
