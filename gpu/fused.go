package gpu

import (
	"fmt"
	"slices"
	"unsafe"

	"hooke/gpu/glx"
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

// showTexels lets passes of the pipeline fused fetch texels of what they read, which many
// devices do faster, where the device allows as many.
func (b *buffers) showTexels(limits glx.Limits) {
	longest := max(b.position.Bytes()/16, b.velocity.Bytes()/16, b.table.Bytes()/4)
	if b.texels = longest <= limits.Texels; !b.texels {
		return
	}
	for _, buffer := range []*glx.Buffer{b.position, b.velocity, b.nextPosition, b.nextVelocity} {
		buffer.ShowVectors()
	}
	all := []glx.Window{{Bytes: b.table.Bytes()}}
	b.table.ShowWindows(glx.Word, all)
	b.table.ShowMore(glx.Words4, all)
}

// fusedMaker is the maker of passes of masses that evaluate springs.
func (e *Engine) fusedMaker(k passMaker) passMaker {
	integrator, precision := e.settings.params.Integrator, e.buffers.precision
	k.defines = append(slices.Clone(k.defines),
		shaders.Define{Name: "EVALUATIONS", Value: fmt.Sprintf("%du", integrator.Evaluations())},
		shaders.Define{Name: "REGULAR_PAIRS", Value: fmt.Sprintf("%du", regularPairs)},
		shaders.Define{Name: "SECOND_WORDS", Value: fmt.Sprintf("%du", paletteEntries(precision))})
	if k.division == nil {
		k.defines = slices.DeleteFunc(k.defines, func(d shaders.Define) bool { return d.Name == "TEXELS" })
		k.defines = append(append(k.defines, shaders.Define{Name: "TEXELS", Value: onOff(e.buffers.texels)}), texelBindings()...)
	}
	k.defines = append(k.defines, e.plan.fused.defines()...)
	k.evaluates = true
	return k.with("FUSED", 1)
}

// fusedSlots are what such a pass binds.
func (b *buffers) fusedSlots() []slot {
	return []slot{{binding: shaders.BindPosition, buffer: b.position}, {binding: shaders.BindVelocity, buffer: b.velocity},
		{binding: shaders.BindNextPosition, buffer: b.nextPosition}, {binding: shaders.BindNextVelocity, buffer: b.nextVelocity},
		{binding: shaders.BindTable, buffer: b.table}, {binding: shaders.BindStatus, buffer: b.status}, {binding: shaders.BindExternal, buffer: b.external}}
}

// uploadFused writes what steps with some settings need, on an error nothing.
func (b *buffers) uploadFused(f *arrangement, s *settings) error {
	if s.response != nil {
		palette, err := f.classes.palette(s.response, b.precision)
		if err != nil {
			return err
		}
		if err := f.coefficients(s.response, b.precision); err != nil {
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
	if len(s.params.Contacts) > 0 {
		records := inWords(b.precision, func(word rounding) []shaders.Contact { return contactRecords(s.params.Contacts, word) })
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
	e.ctx.BindUniform(uint32(shaders.BindPalette), b.palette[e.parity])
	if b.texels && e.plan.division == nil {
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
		e.parity ^= 1
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

// Layout is what the pipeline fused made of the model; the zero value for
// two-pass.
func (e *Engine) Layout() Layout {
	if e.plan.fused == nil {
		return Layout{}
	}
	return e.plan.fused.layout()
}

// runawaySpring is the spring that ran away, from what the device says.
func (e *Engine) runawaySpring(status shaders.Status) (int, error) {
	if e.plan.fused == nil {
		return glx.Number("spring", status.RunawaySpring, e.plan.model.SpringCount())
	}
	low := 32 - massBits(e.plan.model.MassCount())
	mass, slot := status.RunawaySpring>>low, status.RunawaySpring&(1<<low-1)
	if _, err := glx.Number("mass", mass, e.plan.model.MassCount()); err != nil {
		return 0, err
	}
	spring := e.plan.fused.springAt(mass, int(slot))
	if spring < 0 {
		return 0, fmt.Errorf("%w: spring %d of mass %d", glx.ErrNumber, slot, mass)
	}
	return spring, nil
}
