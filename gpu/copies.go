package gpu

import (
	"hooke/gpu/glx"
	"hooke/gpu/limits"
	"hooke/gpu/options"
	"hooke/gpu/settings"
	"hooke/gpu/table"
	"hooke/shaders"
	"unsafe"
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

// bindFused binds what passes that evaluate springs read besides their slots, where
// nothing is divided: the palette of a parity, which counts evaluations, and texels.
func (b *buffers) bindFused(ctx *glx.Context, parity int) {
	ctx.BindUniform(uint32(shaders.BindPalette), b.palette[parity])
	if b.texels {
		ctx.BindTexels(shaders.TexelsPosition, b.position)
		ctx.BindTexels(shaders.TexelsVelocity, b.velocity)
		ctx.BindWindow(shaders.TexelsTable, b.table, 0)
		ctx.BindWindow(shaders.TexelsGroups, b.table, 1)
	}
}

// fetchesTexels says whether passes that evaluate springs fetch texels of undivided arrays.
func (b *buffers) fetchesTexels() bool { return b.texels }

// exchange makes what a pass wrote into the next state the state.
func (b *buffers) exchange() {
	glx.Swap(b.position, b.nextPosition)
	glx.Swap(b.velocity, b.nextVelocity)
	b.swapped = !b.swapped
}

// settle queues copies that put the state into the buffers that drawing knows, where
// it is in the others.
func (b *buffers) settle(ctx *glx.Context) {
	if !b.swapped {
		return
	}
	ctx.Barrier(glx.ByTransfer) // the copies read what passes wrote
	b.nextPosition.CopyFrom(b.position)
	b.nextVelocity.CopyFrom(b.velocity)
	glx.Swap(b.position, b.nextPosition)
	glx.Swap(b.velocity, b.nextVelocity)
	b.swapped = false
}

// settled says whether the state is in the buffers that drawing knows.
func (b *buffers) settled() bool { return !b.swapped }
