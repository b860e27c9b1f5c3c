package gpu

import (
	"fmt"
	"slices"
	"unsafe"

	"hooke/gpu/glx"
	"hooke/gpu/limits"
	"hooke/gpu/options"
	"hooke/gpu/ranges"
	"hooke/gpu/settings"
	"hooke/gpu/table"
	"hooke/model"
	"hooke/shaders"
)

// showTexels lets passes of the pipeline fused fetch texels of what they read, which many
// devices do faster, where the device allows as many.
func (b *buffers) showTexels(device limits.Limits) {
	longest := max(b.position.Bytes()/16, b.velocity.Bytes()/16, b.table.Bytes()/4)
	if b.texels = longest <= device.Texels; !b.texels {
		return
	}
	for _, buffer := range []*glx.Buffer{b.position, b.velocity, b.nextPosition, b.nextVelocity} {
		buffer.ShowVectors()
	}
	all := []limits.Window{{Bytes: b.table.Bytes()}}
	b.table.ShowWindows(glx.Word, all)
	b.table.ShowMore(glx.Words4, all)
}

// fusedMaker is the maker of passes of masses that evaluate springs.
func (e *Engine) fusedMaker(k passMaker) passMaker {
	integrator, precision := e.run.settings.Params.Integrator, e.buffers.precision
	k.defines = append(slices.Clone(k.defines),
		shaders.Define{Name: "EVALUATIONS", Value: fmt.Sprintf("%du", integrator.Method().Evaluations)},
		shaders.Define{Name: "REGULAR_PAIRS", Value: fmt.Sprintf("%du", table.RegularPairs)},
		shaders.Define{Name: "SECOND_WORDS", Value: fmt.Sprintf("%du", table.PaletteEntries(precision))})
	if k.division == nil {
		k.defines = slices.DeleteFunc(k.defines, func(d shaders.Define) bool { return d.Name == "TEXELS" })
		k.defines = append(append(k.defines, shaders.Define{Name: "TEXELS", Value: shaders.OnOff(e.buffers.texels)}), ranges.TexelBindings()...)
	}
	k.defines = append(k.defines, e.plan.fused.Defines()...)
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
func (b *buffers) uploadFused(f *table.Arrangement, s *settings.Settings) error {
	if s.Response != nil {
		palette, err := f.Classes.Palette(s.Response, b.precision)
		if err != nil {
			return err
		}
		if err := f.Coefficients(s.Response, b.precision); err != nil {
			return err
		}
		palette.RegularCount = uint32(2 * len(f.Pattern.Pairs))
		for n, pair := range f.Pattern.Pairs {
			palette.Kind[table.RegularPairs+2*n] = [4]uint32{pair.Offset, uint32(pair.Class)}
			palette.Kind[table.RegularPairs+2*n+1] = [4]uint32{-pair.Offset, uint32(pair.Class)}
		}
		for parity := range b.palette {
			palette.Parity = uint32(parity)
			glx.Upload(b.palette[parity], 0, []shaders.Palette{palette})
		}
		if f.Table.Words != nil {
			glx.Upload(b.table, 0, f.Table.Words)
		}
		if !f.Classes.Own { // then nothing in it depends on dt
			f.Table.Release()
		}
	}
	if len(s.Params.Contacts) > 0 {
		records := options.InWords(b.precision, func(word options.Rounding) []shaders.Contact { return settings.ContactRecords(s.Params.Contacts, word) })
		words := unsafe.Slice((*uint32)(unsafe.Pointer(&records[0])), table.ContactWords*len(records))
		for _, part := range f.Table.Parts {
			glx.Upload(b.table, part.Begin+part.Contacts, words)
		}
	}
	return nil
}

// evaluate queues a pass of masses that evaluates springs, and makes what it wrote
// the state.
func (e *Engine) evaluate(p *pass) {
	b := e.buffers
	e.ctx.BindUniform(uint32(shaders.BindPalette), b.palette[e.progress.parity])
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
		e.progress.parity ^= 1
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

// PlanLayout is what the pipeline fused would make of a model at params.DT. An
// error says why it cannot step it.
func PlanLayout(m *model.Model, params model.Params, o Options) (table.Layout, error) {
	a, err := table.Arrange(table.NewResponse(m, settings.WithStep(m, params).DT), o.arrangement())
	if err != nil {
		return table.Layout{}, err
	}
	l := a.Layout()
	l.Memory = ranges.Memory(fusedCounts(a, m, params, o))
	return l, nil
}

// Layout is what the pipeline fused made of the model; the zero value for
// two-pass.
func (e *Engine) Layout() table.Layout {
	if e.plan.fused == nil {
		return table.Layout{}
	}
	return e.plan.fused.Layout()
}

// runawaySpring is the spring that ran away, from what the device says.
func (e *Engine) runawaySpring(status shaders.Status) (int, error) {
	if e.plan.fused == nil {
		return limits.Number("spring", status.RunawaySpring, e.plan.model.SpringCount())
	}
	low := 32 - table.MassBits(e.plan.model.MassCount())
	mass, slot := status.RunawaySpring>>low, status.RunawaySpring&(1<<low-1)
	if _, err := limits.Number("mass", mass, e.plan.model.MassCount()); err != nil {
		return 0, err
	}
	spring := e.plan.fused.SpringAt(mass, int(slot))
	if spring < 0 {
		return 0, fmt.Errorf("%w: spring %d of mass %d", limits.ErrNumber, slot, mass)
	}
	return spring, nil
}
