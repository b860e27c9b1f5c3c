package glx

import "github.com/go-gl/gl/v4.3-core/gl"

// ShowVectors lets shaders read the buffer as a samplerBuffer of four floats a
// texel, too, at most Limits.Texels of them. Showing it again so changes nothing.
func (b *Buffer) ShowVectors() { b.show(gl.RGBA32F) }

// ShowWords lets shaders read the buffer as a usamplerBuffer of one word a texel.
func (b *Buffer) ShowWords() { b.show(gl.R32UI) }

// Window is a part of a buffer. Its offset is a multiple of what the device wants:
// Limits.OffsetAlignment in a storage block, Limits.TexelAlignment as texels.
type Window struct{ Offset, Bytes int64 }

// Texels are formats of texels.
type Texels uint32

// The formats: so many floats or words.
const (
	Floats4 Texels = gl.RGBA32F
	Floats3 Texels = gl.RGB32F
	Word    Texels = gl.R32UI
	Words4  Texels = gl.RGBA32UI
)

// ShowWindows lets shaders read each of the windows as a sampler, see BindWindow.
func (b *Buffer) ShowWindows(format Texels, windows []Window) {
	b.hide()
	b.ShowMore(format, windows)
}

// ShowMore shows windows behind those that are shown already.
func (b *Buffer) ShowMore(format Texels, windows []Window) {
	first := len(b.shown)
	b.shown = append(b.shown, make([]uint32, len(windows))...)
	gl.GenTextures(int32(len(windows)), &b.shown[first])
	for k, w := range windows {
		gl.BindTexture(gl.TEXTURE_BUFFER, b.shown[first+k])
		gl.TexBufferRange(gl.TEXTURE_BUFFER, uint32(format), b.id, int(w.Offset), int(w.Bytes))
	}
	gl.BindTexture(gl.TEXTURE_BUFFER, 0)
}

func (b *Buffer) show(format uint32) {
	if b.whole == format {
		return
	}
	b.hide()
	b.whole = format
	b.shown = make([]uint32, 1)
	gl.GenTextures(1, &b.shown[0])
	gl.BindTexture(gl.TEXTURE_BUFFER, b.shown[0])
	gl.TexBuffer(gl.TEXTURE_BUFFER, format, b.id)
	gl.BindTexture(gl.TEXTURE_BUFFER, 0)
}

// hide takes back what shows the buffer.
func (b *Buffer) hide() {
	if len(b.shown) > 0 {
		gl.DeleteTextures(int32(len(b.shown)), &b.shown[0])
		b.shown, b.whole = nil, 0
	}
}

// BindTexels makes the buffer, which is shown as texels, that of the sampler with
// that binding number.
func (c *Context) BindTexels(binding uint32, b *Buffer) { c.BindWindow(binding, b, 0) }

// BindWindow makes one of the windows that are shown as texels that of the sampler
// with that binding number.
func (c *Context) BindWindow(binding uint32, b *Buffer, window int) {
	gl.ActiveTexture(gl.TEXTURE0 + binding)
	gl.BindTexture(gl.TEXTURE_BUFFER, b.shown[window])
	gl.ActiveTexture(gl.TEXTURE0)
}
