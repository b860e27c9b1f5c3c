package gpu

import (
	"fmt"
	"slices"
	"unsafe"

	"hooke/gpu/glx"
	"hooke/model"
	"hooke/shaders"
)

// The pipelines.
const (
	// TwoPass writes the force of each spring and gathers them per mass.
	TwoPass = "two-pass"
	// Fused evaluates the springs of each mass in the pass that moves it, from one
	// copy of the state into the next. Neighbors of regular structures are compiled
	// into the passes; the springs that are left are entries of a table.
	Fused = "fused"
	// FusedExplicit is Fused with all springs in the table and the masses in the
	// model's order, to compare with.
	FusedExplicit = "fused-explicit"
	// Auto is Fused where that can step the model and fits, else TwoPass.
	Auto = "auto"
)

// Pipelines are the names of the pipelines of this engine.
func Pipelines() []string { return []string{TwoPass, Fused, FusedExplicit} }

// fused is what an engine has in the pipeline fused beside its buffers.
type fused struct {
	*plan
	parity int  // of the evaluations since the last reset
	texels bool // whether passes fetch texels, which many devices do faster; else the arrays are too long for it
}

// show lets passes fetch texels of what they read, where the device allows as many.
func (f *fused) show(limits glx.Limits, b *buffers) {
	longest := max(b.position.Bytes()/16, b.velocity.Bytes()/16, b.table.Bytes()/4)
	if f.texels = longest <= limits.Texels; !f.texels {
		return
	}
	for _, buffer := range []*glx.Buffer{b.position, b.velocity, b.nextPosition, b.nextVelocity} {
		buffer.ShowVectors()
	}
	all := []glx.Window{{Bytes: b.table.Bytes()}}
	b.table.ShowWindows(glx.Word, all)
	b.table.ShowMore(glx.Words4, all)
}

// choose decides on the pipeline and how the model is divided: the plan is nil for
// two-pass, the division where everything fits a storage block. A zero dt is chosen as
// New does.
func choose(limits glx.Limits, m *model.Model, p model.Params, o Options) (pipeline string, pl *plan, n Counts, d *division, err error) {
	pipeline = o.Pipeline
	if pipeline == "" {
		pipeline = TwoPass
	}
	if pipeline != Auto && !slices.Contains(Pipelines(), pipeline) {
		return "", nil, n, nil, fmt.Errorf("gpu: pipeline %q is unknown; known are %v and %s", pipeline, Pipelines(), Auto)
	}
	if pipeline != TwoPass {
		pl, n, d, err = chooseFused(limits, m, p, o)
		if err == nil && pipeline == Auto {
			pipeline = Fused
		}
		if err == nil || pipeline != Auto {
			return pipeline, pl, n, d, err
		}
	}
	n = CountsOf(m, p, o)
	if err = Fits(limits, n); err == nil {
		d, err = divide(limits, n, m, p, nil)
	}
	if d != nil {
		n.SpringRanges = int64(d.springs.number())
	}
	return TwoPass, nil, n, d, err
}

// chooseFused makes the plan of the pipeline fused, and divides it.
func chooseFused(limits glx.Limits, m *model.Model, p model.Params, o Options) (pl *plan, n Counts, d *division, err error) {
	dt := p.DT
	if dt == 0 {
		dt = model.AutoStep(m, p)
	}
	if pl, err = newPlan(m, dt, o); err != nil {
		return nil, n, nil, err
	}
	_, words := o.Precision.words()
	pl.table.contacts = int64(len(p.Contacts)) * contactWords * words
	pl.table.divide(pl.table.masses)
	n = pl.counts(m, p, o)
	if err = Fits(limits, n); err == nil {
		d, err = divide(limits, n, pl.model, pl.order.params(p), pl.table)
	}
	if err != nil {
		return nil, n, nil, err
	}
	if d != nil {
		n.Table, n.SpringRanges = pl.table.length(), int64(d.springs.number())
	}
	return pl, n, d, nil
}

// counts are those of a model on the device.
func (p *plan) counts(m *model.Model, params model.Params, o Options) Counts {
	n := CountsOf(m, params, o)
	n.Table = p.table.length()
	if !params.Ledger && !o.Drawing { // their passes read springs one by one
		n.PerSpring, n.Materials, n.Springs = 0, 0, 0
	}
	return n
}

// contactWords is the length of a contact in the table.
const contactWords = 17

// passMaker is the maker of passes of masses that evaluate springs.
func (f *fused) passMaker(k passMaker, integrator model.Integrator, precision Precision) passMaker {
	k.defines = append(slices.Clone(k.defines),
		shaders.Define{Name: "EVALUATIONS", Value: fmt.Sprintf("%du", integrator.Evaluations())},
		shaders.Define{Name: "REGULAR_PAIRS", Value: fmt.Sprintf("%du", regularPairs)},
		shaders.Define{Name: "SECOND_WORDS", Value: fmt.Sprintf("%du", paletteEntries(precision))})
	if k.division == nil {
		k.defines = slices.DeleteFunc(k.defines, func(d shaders.Define) bool { return d.Name == "TEXELS" })
		k.defines = append(append(k.defines, shaders.Define{Name: "TEXELS", Value: onOff(f.texels)}), texelBindings()...)
	}
	k.defines = append(k.defines, f.defines()...)
	k.evaluates = true
	return k.with("FUSED", 1)
}

// slots are what such a pass binds.
func (f *fused) slots(b *buffers) []slot {
	return []slot{{binding: shaders.BindPosition, buffer: b.position}, {binding: shaders.BindVelocity, buffer: b.velocity},
		{binding: shaders.BindNextPosition, buffer: b.nextPosition}, {binding: shaders.BindNextVelocity, buffer: b.nextVelocity},
		{binding: shaders.BindTable, buffer: b.table}, {binding: shaders.BindStatus, buffer: b.status}, {binding: shaders.BindExternal, buffer: b.external}}
}

// upload writes what steps of dt among contacts need, on an error nothing.
func (f *fused) upload(b *buffers, p model.Params, newStep bool) error {
	if newStep {
		palette, err := f.classes.palette(f.model, b.precision, p.DT)
		if err != nil {
			return err
		}
		if err := f.coefficients(b.precision, p.DT); err != nil {
			return err
		}
		palette.RegularCount = uint32(2 * len(f.pattern.pairs))
		for n, pair := range f.pattern.pairs {
			palette.Kind[regularPairs+2*n] = [4]uint32{pair.offset, uint32(pair.class)}
			palette.Kind[regularPairs+2*n+1] = [4]uint32{-pair.offset, uint32(pair.class)}
		}
		for parity := range b.palette {
			palette.Parity = uint32(parity)
			glx.Upload(b.palette[parity], 0, []shaders.Palette{palette})
		}
		if f.table.words != nil {
			glx.Upload(b.table, 0, f.table.words)
		}
		if !f.classes.own { // then nothing in it depends on dt
			f.table.release()
		}
	}
	if len(p.Contacts) > 0 {
		records := inWords(b.precision, func(word rounding) []shaders.Contact { return contactRecords(p.Contacts, word) })
		words := unsafe.Slice((*uint32)(unsafe.Pointer(&records[0])), contactWords*len(records))
		for _, part := range f.table.parts {
			glx.Upload(b.table, part.begin+part.contacts, words)
		}
	}
	return nil
}

// evaluate queues a pass of masses that evaluates springs, and makes what it wrote
// the state.
func (e *Engine) evaluate(p *pass) {
	b := e.buffers
	e.ctx.BindUniform(uint32(shaders.BindPalette), b.palette[e.fused.parity])
	if e.fused.texels && e.division == nil {
		e.ctx.BindTexels(shaders.TexelsPosition, b.position)
		e.ctx.BindTexels(shaders.TexelsVelocity, b.velocity)
		e.ctx.BindWindow(shaders.TexelsTable, b.table, 0)
		e.ctx.BindWindow(shaders.TexelsGroups, b.table, 1)
	}
	p.dispatch(e.ctx)
	e.ctx.Barrier(glx.ByShader | glx.ByTexel) // what comes next reads positions, velocities and registers
	if len(p.outputs) > 0 {
		glx.Swap(b.position, b.nextPosition)
		glx.Swap(b.velocity, b.nextVelocity)
		b.swapped = !b.swapped
		e.fused.parity ^= 1
	}
}

// settle puts the state into the buffers that drawing knows.
func (e *Engine) settle() {
	b := e.buffers
	if !b.swapped {
		return
	}
	e.ctx.Barrier(glx.ByTransfer) // the copies read what passes wrote
	b.nextPosition.CopyFrom(b.position)
	b.nextVelocity.CopyFrom(b.velocity)
	glx.Swap(b.position, b.nextPosition)
	glx.Swap(b.velocity, b.nextVelocity)
	b.swapped = false
}

// onDevice is the model in the order of the masses on the device.
func (e *Engine) onDevice() *model.Model {
	if e.fused == nil {
		return e.model
	}
	return e.fused.model
}

// order is that of the masses on the device, nil for the model's.
func (e *Engine) order() *order {
	if e.fused == nil {
		return nil
	}
	return e.fused.order
}

// Layout is what the pipeline fused made of the model; the zero value for
// two-pass.
func (e *Engine) Layout() Layout {
	if e.fused == nil {
		return Layout{}
	}
	return e.fused.layout()
}

// runawaySpring is the spring that ran away, from what the device says.
func (e *Engine) runawaySpring(status shaders.Status) (int, error) {
	if e.fused == nil {
		return glx.Number("spring", status.RunawaySpring, e.model.SpringCount())
	}
	low := 32 - massBits(e.model.MassCount())
	mass, slot := status.RunawaySpring>>low, status.RunawaySpring&(1<<low-1)
	if _, err := glx.Number("mass", mass, e.model.MassCount()); err != nil {
		return 0, err
	}
	spring := e.fused.springAt(mass, int(slot))
	if spring < 0 {
		return 0, fmt.Errorf("%w: spring %d of mass %d", glx.ErrNumber, slot, mass)
	}
	return spring, nil
}
