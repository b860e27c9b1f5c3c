package settings

import (
	"fmt"
	"unsafe"

	"hooke/gpu/glx"
	"hooke/gpu/limits"
	"hooke/gpu/options"
	"hooke/gpu/queue"
	"hooke/model"
	"hooke/physics"
	"hooke/shaders"
)

// signalRows is the largest number of rows that the host writes at once, unless a step has more.
const signalRows = 128

// signalBytes is about the largest length of the rows of a submission [bytes]. A
// submission ends there, even where its steps take no time.
const signalBytes = 1 << 20

// Signals put the numbers that change with time on the device, as rows of the uniform block
// Signals. There is a row for each time at which the steps of a batch evaluate something.
// The host forms the rows in float64 from the whole number of the step, so that no phase
// is ever accumulated in float32.
//
// Rows of steps go to a stream, since the device still reads earlier rows: each
// submission has a region of it. There is one region more than submissions that may be
// ahead, so that no step has to wait for a region. Rows for passes outside of steps go to
// a buffer of their own, which is written in the order of the queue.
type Signals struct {
	Drives  *physics.Drives
	layout  SignalLayout
	stream  *glx.Stream
	aside   *glx.Buffer // as many rows as are written at once, then room for the end of the block that begins at the last row
	Rows    int64       // largest number of rows of a submission
	atOnce  int         // largest number of rows that are written at once
	owner   int64       // number of the submission to which the open region of the stream belongs
	Taken   int64       // number of rows that this submission has taken
	stride  int64       // bytes from one row to the next
	First   int64       // offset of the first of the rows that were written last [bytes]
	beside  bool        // whether these rows are in aside; otherwise they are in stream
	low     int         // the vector of a row where second words begin; 0: none
	scratch [][4]float32
	Times   []float64 // scratch of Step
	current physics.Signals
}

// SignalBlockBytes is the size of the uniform block Signals.
const SignalBlockBytes = int64(unsafe.Sizeof(shaders.Signals{}))

// Row describes a row of signals.
type Row struct {
	Vectors int64 // second words included
	Stride  int64 // from one row to the next [vectors], at least 1
}

// RowOf returns a row of signals of this layout on a device.
func RowOf(l SignalLayout, precision options.Precision, device limits.Limits) Row {
	vectors := int64(l.Vectors())
	if precision != options.Single {
		vectors *= 2
	}
	alignment := max(1, int64(device.UniformAlignment)/16)
	return Row{vectors, (max(1, vectors) + alignment - 1) / alignment * alignment} // guides alone may have no signals
}

// NewSignals makes the signals of a run with the given settings that stands at time t [s].
// Their owner calls Release. An error says that a row is longer than a block, or that the
// device has no memory; nothing stays allocated then.
func NewSignals(ctx *glx.Context, with *Settings, precision options.Precision, t float64) (*Signals, error) {
	layout := with.Signals
	row, low := RowOf(layout, precision, ctx.Limits), 0
	if precision != options.Single {
		low = layout.Vectors()
	}
	if err := layout.Fits(with.Params, int(row.Vectors)); err != nil {
		return nil, err
	}
	s := &Signals{
		Drives: physics.NewDrives(with.Params, t),
		layout: layout,
		low:    low,
		stride: 16 * row.Stride,
	}
	s.atOnce = rowsAtOnce(with.Params)
	s.Rows = max(int64(s.atOnce), min(max(signalBytes/s.stride, signalRows), queue.SubmissionSteps))
	s.scratch = make([][4]float32, s.stride/16*int64(s.atOnce))
	s.Times = make([]float64, 0, s.atOnce)
	var err error
	if s.aside, err = ctx.NewLongBuffer("hooke.Signals.aside", s.stride*int64(s.atOnce)+SignalBlockBytes); err == nil {
		s.stream, err = ctx.NewStream("hooke.Signals", queue.SubmissionsAhead+1, s.stride*s.Rows, SignalBlockBytes)
	}
	if err != nil {
		s.Release()
		return nil, fmt.Errorf("gpu: %w", err)
	}
	return s, nil
}

// rowsAtOnce returns how many rows are written at once: signalRows, or those of a step with more
// substeps, its end, and one more.
func rowsAtOnce(p model.Params) int { return max(signalRows, p.Substeps+2) }

// Adopt takes over changed parameters of a run.
func (s *Signals) Adopt(p model.Params) {
	s.Drives.Adopt(p)
}

// Holds reports whether the buffer can hold the rows of a step with other parameters.
func (s *Signals) Holds(p model.Params) bool { return rowsAtOnce(p) <= s.atOnce }

// Begin opens a region of the stream for a submission, unless the open region belongs to it
// already. Submissions are counted from 0. Begin waits only for a submission that is
// further back than those that may be ahead. An error says that the device is lost.
func (s *Signals) Begin(submission int64) error {
	if submission == s.owner {
		return nil
	}
	s.owner, s.Taken = submission, 0
	return s.stream.Next()
}

// Room says for how many of n steps the submission still has rows, where each step takes
// rowsPerStep rows, and the end of the steps one more. 0 means that the submission has to end.
func (s *Signals) Room(n, rowsPerStep int) int {
	return min(n, (s.atOnce-1)/rowsPerStep, max(0, int(s.Rows-s.Taken)-1)/rowsPerStep)
}

// Write evaluates the drives at the given times [s], ascending, and writes their rows for
// the submission of the last Begin, which must be able to hold them. It does not wait.
func (s *Signals) Write(times []float64) {
	s.First, s.beside = glx.Append(s.stream, s.evaluate(times)), false
	s.Taken += int64(len(times))
}

// WriteAside is Write for passes outside of steps. It may wait.
func (s *Signals) WriteAside(times []float64) {
	glx.Upload(s.aside, 0, s.evaluate(times))
	s.First, s.beside = 0, true
}

// evaluate forms the rows of as many times as are written at once.
func (s *Signals) evaluate(times []float64) [][4]float32 {
	perRow := int(s.stride / 16)
	for r, t := range times {
		s.Drives.At(t, &s.current)
		s.layout.Write(s.scratch[r*perRow:(r+1)*perRow], s.low, &s.current)
		if r < len(times)-1 { // smoothed muscles stay behind the end, which is where the next steps begin
			s.Drives.Advance(t)
		}
	}
	return s.scratch[:len(times)*perRow]
}

// Bind makes a row the one that passes read at a binding. Row 0 is the first of the rows
// that the last Write or WriteAside wrote.
func (s *Signals) Bind(ctx *glx.Context, binding shaders.Binding, row int) {
	at := s.First + int64(row)*s.stride
	if s.beside {
		ctx.BindUniformRange(uint32(binding), s.aside, at, SignalBlockBytes)
		return
	}
	ctx.BindStream(uint32(binding), s.stream, at, SignalBlockBytes)
}

// Release frees the stream and the buffer beside it. On nil it does nothing.
func (s *Signals) Release() {
	if s != nil {
		s.stream.Release()
		s.aside.Release()
	}
}
