package glx

import "github.com/go-gl/gl/v4.3-core/gl"

// ShowVectors lets shaders read the buffer as a samplerBuffer of four floats a
// texel, too, at most Limits.Texels of them.
func (b *Buffer) ShowVectors() { b.show(gl.RGBA32F) }

// ShowWords lets shaders read the buffer as a usamplerBuffer of one word a texel.
func (b *Buffer) ShowWords() { b.show(gl.R32UI) }

func (b *Buffer) show(format uint32) {
	if b.shown == 0 {
		gl.GenTextures(1, &b.shown)
	}
	gl.BindTexture(gl.TEXTURE_BUFFER, b.shown)
	gl.TexBuffer(gl.TEXTURE_BUFFER, format, b.id)
	gl.BindTexture(gl.TEXTURE_BUFFER, 0)
}

// BindTexels makes the buffer, which is shown as texels, that of the sampler with
// that binding number.
func (c *Context) BindTexels(binding uint32, b *Buffer) {
	gl.ActiveTexture(gl.TEXTURE0 + binding)
	gl.BindTexture(gl.TEXTURE_BUFFER, b.shown)
	gl.ActiveTexture(gl.TEXTURE0)
}
