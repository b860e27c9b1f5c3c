package pass

import (
	"math"
	"unsafe"

	"hooke/gpu/buffers"
	"hooke/gpu/glx"
	"hooke/gpu/limits"
	"hooke/shaders"
)

// Pass is one dispatch of one compute program, with everything it binds. Maker.Make makes
// it, and who had it made calls Release. A nil pass may be released, not dispatched.
type Pass struct {
	Name      string        // for people: in errors, times and proofs
	Timer     *glx.Timer    // of its dispatches; nil: not timed
	Groups    [][2]uint32   // work groups along x and y for each range; one entry where it is not divided
	Storage   []Slot        // what it binds, but uniform blocks and texels
	Evaluates bool          // springs, itself: of the pipeline fused; see buffers.Arrays.BindFused
	Outputs   []*glx.Buffer // written in full, never read; see Poison
	Sum       uint32        // checksum of the source with all that is compiled in but the work group: another one may change bits

	program   *glx.Program
	rows      *glx.Buffer // uniform blocks Range of the ranges; nil: not divided
	rowStride int64       // bytes from one to the next
	texels    []texelSlot // of one that is
}

// Dispatch queues the pass, with all of its ranges. The uniform blocks that it reads are
// bound before (parameters, signals). The caller issues the barrier, since it knows the
// consumer.
func (p *Pass) Dispatch(ctx *glx.Context) {
	ctx.Use(p.program)
	p.Timer.Begin()
	if p.rows == nil {
		for _, s := range p.Storage {
			ctx.BindStorage(uint32(s.Binding), s.Buffer)
		}
		ctx.Dispatch(p.Groups[0][0], p.Groups[0][1])
	} else {
		for k := range p.Groups {
			p.dispatchRange(ctx, k)
		}
	}
	p.Timer.End()
}

// Release frees the program, not the buffers that it binds. Releasing a nil pass is harmless.
func (p *Pass) Release() {
	if p == nil {
		return
	}
	p.Timer.Release()
	p.rows.Release()
	p.program.Release()
}

// Rebind makes another buffer that of a storage binding, from the next dispatch on; it
// has the windows of the one before. A binding that the pass has not is left out.
func (p *Pass) Rebind(binding shaders.Binding, buffer *glx.Buffer) {
	for i := range p.Storage {
		if p.Storage[i].Binding == binding {
			p.Storage[i].Buffer = buffer
		}
	}
}

// Poison fills the pure outputs with NaN: what the pass does not write then stays so.
func (p *Pass) Poison() {
	for _, output := range p.Outputs {
		output.Fill(NotANumber)
	}
}

// NotANumber is the bit pattern of NaN in float32: what poisons outputs.
var NotANumber = math.Float32bits(float32(math.NaN()))

// Slot is a buffer at a storage binding. A pass that is divided binds a window of it for
// each range, which Make finds in the arrays of its maker.
type Slot struct {
	Binding shaders.Binding
	Buffer  *glx.Buffer // borrowed

	// Of a divided pass: the windows, and which one each range binds; nil: all of it.
	windows []limits.Window
	at      []int
}

// texelSlot is a buffer whose windows a divided pass fetches texels from.
type texelSlot struct {
	binding uint32
	buffer  *glx.Buffer
	at      []int // number of the window of each range
}

// FusedSlots are what a pass of the pipeline fused binds that evaluates springs: both copies
// of the state, the table of springs, what is counted, and external forces.
func FusedSlots(b *buffers.Arrays) []Slot {
	return []Slot{{Binding: shaders.BindPosition, Buffer: b.Position}, {Binding: shaders.BindVelocity, Buffer: b.Velocity},
		{Binding: shaders.BindNextPosition, Buffer: b.NextPosition}, {Binding: shaders.BindNextVelocity, Buffer: b.NextVelocity},
		{Binding: shaders.BindTable, Buffer: b.Table}, {Binding: shaders.BindStatus, Buffer: b.Status}, {Binding: shaders.BindExternal, Buffer: b.External}}
}

// dispatchRange queues one range.
func (p *Pass) dispatchRange(ctx *glx.Context, k int) {
	ctx.BindUniformRange(uint32(shaders.BindRange), p.rows, int64(k)*p.rowStride, int64(unsafe.Sizeof(shaders.Range{})))
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
	ctx.Dispatch(p.Groups[k][0], p.Groups[k][1])
}
