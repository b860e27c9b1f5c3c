package buffers

import (
	"unsafe"

	"hooke/gpu/glx"
	"hooke/gpu/limits"
	"hooke/gpu/options"
	"hooke/gpu/settings"
	"hooke/gpu/table"
	"hooke/shaders"
)

// ShowTexels lets passes of the pipeline fused fetch their inputs as texels, which is faster
// on many devices, if the device allows that many texels. Call it before such passes are
// compiled, for models that are not divided.
func (b *Arrays) ShowTexels(device limits.Limits) {
	longest := max(b.Position.Bytes()/16, b.Velocity.Bytes()/16, b.Table.Bytes()/4)
	if b.texels = longest <= device.Texels; !b.texels {
		return
	}
	b.shown = true
	for _, buffer := range []*glx.Buffer{b.Position, b.Velocity, b.NextPosition, b.NextVelocity} {
		buffer.ShowVectors()
	}
	all := []limits.Window{{Bytes: b.Table.Bytes()}}
	b.Table.ShowWindows(glx.Word, all)
	b.Table.ShowMore(glx.Words4, all)
}

// FetchTexels chooses whether passes that evaluate springs fetch texels, of arrays that
// ShowTexels has shown. Passes compiled earlier do not change, and need texels bound only if
// they fetch them.
func (b *Arrays) FetchTexels(on bool) { b.texels = on && b.shown }

// ShowsTexels reports whether passes that evaluate springs can fetch texels.
func (b *Arrays) ShowsTexels() bool { return b.shown }

// UploadFused writes the data for steps of the pipeline fused with some settings: the numbers
// of the laws of springs in the palettes and the table, if the settings have a response, and
// contacts. laws are those of the variant that has laws in their slots; nil for other
// variants. On an error it writes nothing.
func (b *Arrays) UploadFused(f *table.Arrangement, s *settings.Settings, laws *table.SlotLaws) error {
	if s.Response != nil {
		palette, err := f.Classes.Palette(s.Response, b.Precision)
		if err != nil {
			return err
		}
		if err := f.Coefficients(s.Response, b.Precision); err != nil {
			return err
		}
		palette.RegularCount = uint32(2 * len(f.Pattern.Pairs))
		for n, pair := range f.Pattern.Pairs {
			palette.Kind[table.RegularPairs+2*n] = [4]uint32{pair.Offset, uint32(pair.Class)}
			palette.Kind[table.RegularPairs+2*n+1] = [4]uint32{-pair.Offset, uint32(pair.Class)}
		}
		if laws != nil {
			laws.Put(&palette, f.Pattern)
		}
		for parity := range b.palette {
			palette.Parity = uint32(parity)
			glx.Upload(b.palette[parity], 0, []shaders.Palette{palette})
		}
		if f.Table.Words != nil {
			glx.Upload(b.Table, 0, f.Table.Words)
		}
		if !f.Classes.Own { // otherwise nothing in it depends on dt
			f.Table.Release()
		}
	}
	if len(s.Params.Contacts) > 0 {
		records := options.InWords(b.Precision, func(word options.Rounding) []shaders.Contact { return s.ContactRecords(word) })
		words := unsafe.Slice((*uint32)(unsafe.Pointer(&records[0])), table.ContactWords*len(records))
		for _, part := range f.Table.Parts {
			glx.Upload(b.Table, part.Begin+part.Contacts, words)
		}
	}
	return nil
}

// BindFused binds the inputs of passes that evaluate springs in addition to their slots: the
// palette of a parity, which is 0 for even evaluations since the last reset and 1 for odd
// ones, and texels if nothing is divided.
func (b *Arrays) BindFused(ctx *glx.Context, parity int) {
	ctx.BindUniform(uint32(shaders.BindPalette), b.palette[parity])
	if b.texels {
		ctx.BindTexels(shaders.TexelsPosition, b.Position)
		ctx.BindTexels(shaders.TexelsVelocity, b.Velocity)
		ctx.BindWindow(shaders.TexelsTable, b.Table, 0)
		ctx.BindWindow(shaders.TexelsGroups, b.Table, 1)
	}
}

// Exchange makes the next state, which a pass has written, the current state: Position
// is exchanged with NextPosition, and Velocity with NextVelocity unless passes move velocities in place.
func (b *Arrays) Exchange() {
	glx.Swap(b.Position, b.NextPosition)
	b.swapped[0] = !b.swapped[0]
	if !b.VelocityInPlace {
		glx.Swap(b.Velocity, b.NextVelocity)
		b.swapped[1] = !b.swapped[1]
	}
}

// Settle queues copies of the state into the buffers that drawing has bound, where the
// state is in the other buffers after an odd number of exchanges.
func (b *Arrays) Settle(ctx *glx.Context) {
	if b.Settled() {
		return
	}
	ctx.Barrier(glx.ByTransfer) // the copies read the output of passes
	for k, pair := range [2][2]*glx.Buffer{{b.Position, b.NextPosition}, {b.Velocity, b.NextVelocity}} {
		if b.swapped[k] {
			pair[1].CopyFrom(pair[0])
			glx.Swap(pair[0], pair[1])
			b.swapped[k] = false
		}
	}
}

// Settled reports whether the state is in the buffers that drawing has bound.
func (b *Arrays) Settled() bool { return b.swapped == [2]bool{} }
