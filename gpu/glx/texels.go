package glx

import (
	"github.com/go-gl/gl/v4.3-core/gl"

	"hooke/gpu/commands"
	"hooke/gpu/limits"
)

// ShowVectors lets shaders read the whole buffer as a samplerBuffer of four floats a
// texel, at most Limits.Texels of them; see BindTexels. It does nothing where the buffer
// is shown already, and leaves windows as they are.
func (b *Buffer) ShowVectors() {
	if b.vectors == 0 {
		gl.GenTextures(1, &b.vectors)
		b.showIn(b.vectors, Floats4, limits.Window{Bytes: b.bytes})
	}
}

// ShowPairs lets shaders read the whole buffer as a usamplerBuffer of two words a texel;
// a buffer uses either ShowPairs or ShowVectors. It does nothing where the buffer is shown
// already.
func (b *Buffer) ShowPairs() {
	if b.vectors == 0 {
		gl.GenTextures(1, &b.vectors)
		b.showIn(b.vectors, gl.RG32UI, limits.Window{Bytes: b.bytes})
	}
}

// Texels is a format of texels.
type Texels uint32

// A texel holds four or three floats, or one or four words.
const (
	Floats4 Texels = gl.RGBA32F
	Floats3 Texels = gl.RGB32F
	Word    Texels = gl.R32UI
	Words4  Texels = gl.RGBA32UI
)

// ShowWindows lets shaders read each of the windows through a sampler, instead of the
// windows that were shown before; see BindWindow. The offset of each window must be a
// multiple of Limits.TexelAlignment.
func (b *Buffer) ShowWindows(format Texels, windows []limits.Window) {
	b.hideWindows()
	b.ShowMore(format, windows)
}

// ShowMore adds windows behind those that the buffer shows already, and returns the number
// of the first one.
func (b *Buffer) ShowMore(format Texels, windows []limits.Window) (first int) {
	first = len(b.windows)
	b.windows = append(b.windows, make([]uint32, len(windows))...)
	gl.GenTextures(int32(len(windows)), &b.windows[first])
	for k, w := range windows {
		b.showIn(b.windows[first+k], format, w)
	}
	return first
}

// showIn makes a texture show a window.
func (b *Buffer) showIn(texture uint32, format Texels, w limits.Window) {
	b.ctx.settle()
	gl.BindTexture(gl.TEXTURE_BUFFER, texture)
	gl.TexBufferRange(gl.TEXTURE_BUFFER, uint32(format), b.id, int(w.Offset), int(w.Bytes))
	gl.BindTexture(gl.TEXTURE_BUFFER, 0)
	b.ctx.commands.ForgetTexels()
}

func (b *Buffer) hideWindows() {
	if len(b.windows) > 0 {
		b.ctx.settle()
		gl.DeleteTextures(int32(len(b.windows)), &b.windows[0])
		for _, texture := range b.windows {
			b.ctx.commands.Deleted(texture, true)
		}
		b.windows = nil
	}
}

// hide frees the textures that show the buffer and its windows.
func (b *Buffer) hide() {
	b.hideWindows()
	if b.vectors != 0 {
		gl.DeleteTextures(1, &b.vectors)
		b.ctx.commands.Deleted(b.vectors, true)
		b.vectors = 0
	}
}

// BindTexels makes the whole buffer the source of the sampler with that binding number.
// ShowVectors or ShowPairs must have shown the buffer before.
func (c *Context) BindTexels(binding uint32, b *Buffer) { c.bindTexture(binding, b.vectors) }

// BindWindow makes one of the shown windows the source of the sampler with that binding
// number. window counts from 0, in the order of ShowWindows and ShowMore.
func (c *Context) BindWindow(binding uint32, b *Buffer, window int) {
	c.bindTexture(binding, b.windows[window])
}

func (c *Context) bindTexture(binding, texture uint32) {
	c.commands.Bind(commands.Texels, binding, commands.Part{Name: texture})
}
