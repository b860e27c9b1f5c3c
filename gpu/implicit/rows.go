package implicit

import (
	"fmt"
	"math"
	"unsafe"

	"hooke/gpu/glx"
	"hooke/shaders"
)

// rows are uniform blocks Descent, one for each kind of dispatch.
type rows struct {
	buffer *glx.Buffer
	stride int64 // bytes from one row to the next
}

// These are the rows of passes that are not of a color. Those of the colors follow, and one for
// masses without a color.
const (
	rowPlain = iota
	rowStarts
	rowEnds
	rowOpen
	rowStart
	rowLook
	rowLastLook
	colorRows
)

const rowBytes = int64(unsafe.Sizeof(shaders.Descent{}))

func newRows(ctx *glx.Context, count int) (r rows, err error) {
	alignment := max(1, int64(ctx.Limits.UniformAlignment))
	r.stride = (rowBytes + alignment - 1) / alignment * alignment
	if r.buffer, err = ctx.NewBuffer("hooke.Descent", r.stride*int64(count)); err != nil {
		return r, fmt.Errorf("gpu: %w", err)
	}
	return r, nil
}

func (r *rows) release() { r.buffer.Release() }

func (d *Descent) rowCount() int { return colorRows + d.colors.Count() + 1 }

// kinds is how many different counts of work groups the passes of iterations have: one for each
// color, one for masses without a color, and one for a look.
func (d *Descent) kinds() int { return d.colors.Count() + 2 }

// writeRows writes all rows.
func (d *Descent) writeRows() {
	plain := shaders.Descent{Guides: uint32(d.guidesAt()), Kinds: uint32(d.kinds()), Tolerance: float32(d.params.Ends())}
	out := make([]shaders.Descent, d.rowCount())
	for k := range out {
		out[k] = plain
	}
	out[rowStarts].Begins = 1
	out[rowEnds].Ends = uint32(d.params.Substeps)
	out[rowOpen].Phase = shaders.JudgeOpen
	out[rowStart].Phase = shaders.JudgeStart
	out[rowLook].Phase, out[rowLook].Batch = shaders.JudgeLook, lookEvery
	out[rowLastLook].Phase, out[rowLastLook].Batch, out[rowLastLook].Last = shaders.JudgeLook, uint32(d.params.Sweeps()-1)%lookEvery+1, 1
	for c := range d.colors.Count() {
		row := &out[colorRows+c]
		row.First, row.Color = uint32(shaders.TurnTally+d.colors.First[c]), uint32(c)
		row.Width, row.Count = uint32(d.colors.Width), uint32(d.visits(c))
	}
	if rest := d.rest(); rest > 0 {
		row := &out[colorRows+d.colors.Count()]
		row.First, row.Serial, row.Count, row.Members = uint32(shaders.TurnTally+d.colors.First[d.colors.Count()]), 1, 1, uint32(rest)
	}
	words := make([]uint32, d.rows.stride/4*int64(len(out)))
	for k, r := range out {
		copy(words[int64(k)*d.rows.stride/4:], []uint32{r.First, r.Count, r.Serial, r.Members, r.Width, r.Color, r.Begins, r.Ends, r.Guides, r.Phase, r.Batch, r.Last, r.Kinds, math.Float32bits(r.Tolerance)})
	}
	glx.Upload(d.rows.buffer, 0, words)
}

// visits is how many invocations a color takes: one for each mass, or, where arithmetic gives the
// masses, as many for each row of the cloth as the longest needs.
func (d *Descent) visits(color int) int {
	if width := d.colors.Width; width > 0 {
		return (width + 4) / 5 * ((d.model.MassCount() + width - 1) / width)
	}
	return len(d.colors.Color(color))
}

// bind makes a row the one that passes read.
func (d *Descent) bind(row int) {
	d.ctx.BindUniformRange(uint32(shaders.BindDescent), d.rows.buffer, int64(row)*d.rows.stride, rowBytes)
}
