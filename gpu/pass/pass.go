package pass

import (
	"math"
	"unsafe"

	"hooke/gpu/buffers"
	"hooke/gpu/glx"
	"hooke/gpu/limits"
	"hooke/shaders"
)

// Pass is one dispatch of one compute program, with everything that it binds. Maker.Make
// makes it, and the caller of Make calls Release. A nil pass may be released but not
// dispatched.
type Pass struct {
	Name      string        // for users: in errors, times and proofs
	Timer     *glx.Timer    // measures its dispatches; nil: they are not timed
	Groups    [][2]uint32   // work groups along x and y for each range; one entry where the pass is not divided
	Storage   []Slot        // its bindings, except uniform blocks and texels
	Evaluates bool          // whether the pass evaluates springs itself, in the pipeline fused; see buffers.Arrays.BindFused
	Outputs   []*glx.Buffer // buffers that it writes in full and never reads; see Poison
	Sum       uint32        // checksum of the source with all that is compiled in except the work group; passes with other sums may give other bits

	program   *glx.Program
	rows      *glx.Buffer // uniform blocks Range of the ranges; nil where the pass is not divided
	rowStride int64       // bytes from one row to the next
	texels    []texelSlot // texels of a divided pass
}

// Dispatch queues the pass, with all of its ranges. The caller binds the uniform blocks
// that it reads before (parameters, signals), and issues the barrier after, since it
// knows the consumer.
func (p *Pass) Dispatch(ctx *glx.Context) {
	ctx.Use(p.program)
	p.Timer.Begin()
	for k, groups := range p.Groups {
		p.bindRange(ctx, k)
		ctx.Dispatch(groups[0], groups[1])
	}
	p.Timer.End()
}

// DispatchGroups queues the pass with the given number of work groups along x and y instead of those of
// its extent. It is for passes of one range. It measures no time: a caller that divides a pass into such
// dispatches begins and ends its timer.
func (p *Pass) DispatchGroups(ctx *glx.Context, groups [2]uint32) {
	ctx.Use(p.program)
	p.bindRange(ctx, 0)
	ctx.Dispatch(groups[0], groups[1])
}

// DispatchIndirect queues the pass with as many work groups as a buffer says, see
// glx.Context.DispatchIndirect. It is for passes of one range.
func (p *Pass) DispatchIndirect(ctx *glx.Context, counts *glx.Buffer, offset int64) {
	p.Timer.Begin()
	p.DispatchPart(ctx, counts, offset)
	p.Timer.End()
}

// DispatchPart is DispatchIndirect without its time: a caller that divides a pass into such dispatches begins
// and ends its timer.
func (p *Pass) DispatchPart(ctx *glx.Context, counts *glx.Buffer, offset int64) {
	ctx.Use(p.program)
	p.bindRange(ctx, 0)
	ctx.DispatchIndirect(counts, offset)
}

// Release frees the program, but not the buffers that it binds. On nil it does nothing.
func (p *Pass) Release() {
	if p == nil {
		return
	}
	p.Timer.Release()
	p.rows.Release()
	p.program.Release()
}

// Rebind binds another buffer at a storage binding, from the next dispatch on. The buffer
// gets the windows of the one before. A binding that the pass does not have is ignored.
func (p *Pass) Rebind(binding shaders.Binding, buffer *glx.Buffer) {
	for i := range p.Storage {
		if p.Storage[i].Binding == binding {
			p.Storage[i].Buffer = buffer
		}
	}
}

// Poison fills the outputs with NaN, so that parts that the pass does not write stay NaN.
func (p *Pass) Poison() {
	for _, output := range p.Outputs {
		output.Fill(NotANumber)
	}
}

// NotANumber is the bit pattern of the float32 NaN with which Poison fills outputs.
var NotANumber = math.Float32bits(float32(math.NaN()))

// Slot is a buffer at a storage binding. A divided pass binds a window of it for each
// range, which Make finds in the arrays of its maker.
type Slot struct {
	Binding shaders.Binding
	Buffer  *glx.Buffer // borrowed
	All     bool        // whether every range of a divided pass reads all of it

	// These are, in a divided pass, the windows and the number of the window that each
	// range binds; nil: the whole buffer is bound.
	windows []limits.Window
	at      []int
}

// texelSlot is a buffer from whose windows a divided pass fetches texels.
type texelSlot struct {
	binding uint32
	buffer  *glx.Buffer
	at      []int // number of the window of each range
}

// FusedSlots returns the bindings of a pass of the pipeline fused that evaluates springs:
// both copies of the state, the table of springs, the counters, and external forces.
func FusedSlots(b *buffers.Arrays) []Slot {
	return []Slot{{Binding: shaders.BindPosition, Buffer: b.Position}, {Binding: shaders.BindVelocity, Buffer: b.Velocity},
		{Binding: shaders.BindNextPosition, Buffer: b.NextPosition}, {Binding: shaders.BindNextVelocity, Buffer: b.NextVelocity},
		{Binding: shaders.BindTable, Buffer: b.Table}, {Binding: shaders.BindStatus, Buffer: b.Status}, {Binding: shaders.BindExternal, Buffer: b.External}}
}

// bindRange binds the windows of one range, and all undivided bindings of a pass.
func (p *Pass) bindRange(ctx *glx.Context, k int) {
	if p.rows != nil {
		ctx.BindUniformRange(uint32(shaders.BindRange), p.rows, int64(k)*p.rowStride, int64(unsafe.Sizeof(shaders.Range{})))
	}
	for _, s := range p.Storage {
		if s.windows != nil {
			ctx.BindStorageWindow(uint32(s.Binding), s.Buffer, s.windows[s.at[k]])
		} else {
			ctx.BindStorage(uint32(s.Binding), s.Buffer)
		}
	}
	for _, s := range p.texels {
		ctx.BindWindow(s.binding, s.buffer, s.at[k])
	}
}
