package settings

import (
	"fmt"
	"unsafe"

	"hooke/gpu/glx"
	"hooke/gpu/options"
	"hooke/gpu/queue"
	"hooke/physics"
	"hooke/shaders"
)

// signalRows is how many rows the host writes at once, at most.
const signalRows = 128

// signalBytes is about the length of the rows of a submission [bytes], which is then
// submitted even if its steps took no time.
const signalBytes = 1 << 20

// Signals put what changes with time on the device: rows of the uniform block
// Signals, one for each time at which the steps of a batch evaluate something.
// The host forms them in float64 from the whole number of the step, so that no
// phase is ever accumulated in float32.
//
// Rows of steps go to a stream, since the device still reads earlier ones: each
// submission has a region of it. There is one region more than submissions that may be
// ahead, so that none has to be waited for in a step. What is evaluated outside of steps
// has a buffer of its own, which is written in the queue's order.
type Signals struct {
	Drives  *physics.Drives
	layout  SignalLayout
	stream  *glx.Stream
	aside   *glx.Buffer // [signalRows] rows, then room for the block of the last one to end in
	Rows    int64       // that a submission may have
	owner   int64       // the submission that has the open region of the stream,
	Taken   int64       // and how many rows it took
	stride  int64       // bytes from one row to the next
	First   int64       // where row 0 is [bytes], of those that were written last,
	beside  bool        // in aside
	low     int         // the vector of a row where second words begin; 0: there are none
	scratch [][4]float32
	Times   []float64 // scratch of Step
	current physics.Signals
}

const SignalBlockBytes = int64(unsafe.Sizeof(shaders.Signals{}))

// NewSignals makes the signals of a run with some settings that stands at time t [s].
func NewSignals(ctx *glx.Context, with *Settings, precision options.Precision, t float64) (*Signals, error) {
	layout := with.Signals
	vectors, low := layout.Vectors(), 0
	if precision != options.Single {
		low, vectors = vectors, 2*vectors
	}
	if err := layout.Fits(with.Params, vectors); err != nil {
		return nil, err
	}
	alignment := int64(max(16, ctx.Limits.UniformAlignment))
	s := &Signals{
		Drives: physics.NewDrives(with.Params, t),
		layout: layout,
		low:    low,
		stride: (int64(max(1, vectors))*16 + alignment - 1) / alignment * alignment, // guides alone may have no signals
	}
	s.Rows = min(max(signalBytes/s.stride, signalRows), queue.SubmissionSteps)
	s.scratch = make([][4]float32, s.stride/16*signalRows)
	s.Times = make([]float64, 0, signalRows)
	var err error
	if s.aside, err = ctx.NewLongBuffer("hooke.Signals.aside", s.stride*signalRows+SignalBlockBytes); err == nil {
		s.stream, err = ctx.NewStream("hooke.Signals", queue.SubmissionsAhead+1, s.stride*s.Rows, SignalBlockBytes)
	}
	if err != nil {
		s.Release()
		return nil, fmt.Errorf("gpu: %w", err)
	}
	return s, nil
}

// Begin makes the open region of the stream that of a submission, which are counted
// from 0, unless it is. It waits only for a submission that is further back than those
// that may be ahead.
func (s *Signals) Begin(submission int64) error {
	if submission == s.owner {
		return nil
	}
	s.owner, s.Taken = submission, 0
	return s.stream.Next()
}

// Room is for how many of n steps, of so many rows each and one more for their end,
// the submission still has rows: 0 means that it has to end.
func (s *Signals) Room(n, rowsPerStep int) int {
	return min(n, (signalRows-1)/rowsPerStep, max(0, int(s.Rows-s.Taken)-1)/rowsPerStep)
}

// Write evaluates the drives at the given times [s], ascending, and puts them into
// rows of the submission that was begun, which has room for them. It does not wait.
func (s *Signals) Write(times []float64) {
	s.First, s.beside = glx.Append(s.stream, s.evaluate(times)), false
	s.Taken += int64(len(times))
}

// WriteAside is write for passes outside of steps, which may wait.
func (s *Signals) WriteAside(times []float64) {
	glx.Upload(s.aside, 0, s.evaluate(times))
	s.First, s.beside = 0, true
}

// evaluate forms the rows of at most signalRows times.
func (s *Signals) evaluate(times []float64) [][4]float32 {
	perRow := int(s.stride / 16)
	for r, t := range times {
		s.Drives.At(t, &s.current)
		s.layout.Write(s.scratch[r*perRow:(r+1)*perRow], s.low, &s.current)
		s.Drives.Advance(t)
	}
	return s.scratch[:len(times)*perRow]
}

// Bind makes a row, counted from the first that was written last, the one that
// passes read at a binding.
func (s *Signals) Bind(ctx *glx.Context, binding shaders.Binding, row int) {
	at := s.First + int64(row)*s.stride
	if s.beside {
		ctx.BindUniformRange(uint32(binding), s.aside, at, SignalBlockBytes)
		return
	}
	ctx.BindStream(uint32(binding), s.stream, at, SignalBlockBytes)
}

// Release frees the stream and the buffer beside it. A nil value is harmless.
func (s *Signals) Release() {
	if s != nil {
		s.stream.Release()
		s.aside.Release()
	}
}
