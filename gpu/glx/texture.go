package glx

import (
	"fmt"

	"github.com/go-gl/gl/v4.3-core/gl"

	"hooke/gpu/limits"
)

// Texture is a picture that shaders sample, smoothed and not repeated. Its owner calls
// Release.
type Texture struct {
	ctx *Context
	id  uint32
}

// TextureFormat is the format of a texel.
type TextureFormat int

// The texture formats that hooke samples, 8 bits a channel.
const (
	Coverage TextureFormat = iota // one channel, 1 byte a texel
	Color                         // red, green, blue, alpha: 4 bytes a texel
)

// NewTexture makes a texture of width × height texels from pixels, which hold it row by
// row. It panics when their length does not match, which is a programmer's error. An
// error wraps limits.ErrTooLarge where the device has no textures of that size.
func (c *Context) NewTexture(label string, format TextureFormat, width, height int, pixels []byte) (*Texture, error) {
	channels, inside, outside := 1, int32(gl.R8), uint32(gl.RED)
	if format == Color {
		channels, inside, outside = 4, gl.RGBA8, gl.RGBA
	}
	if len(pixels) != width*height*channels || len(pixels) == 0 {
		panic(fmt.Sprintf("glx: texture %s: %d bytes for %d × %d texels of %d bytes", label, len(pixels), width, height, channels))
	}
	if side := int(c.Limits.TextureSize); width > side || height > side {
		return nil, fmt.Errorf("glx: texture %s: %w: needs %d × %d texels, allowed %d a side (GL_MAX_TEXTURE_SIZE)",
			label, limits.ErrTooLarge, width, height, side)
	}
	t := &Texture{ctx: c}
	gl.GenTextures(1, &t.id)
	c.live["texture"]++
	c.activate(0)
	gl.BindTexture(gl.TEXTURE_2D, t.id)
	gl.ObjectLabel(gl.TEXTURE, t.id, int32(len(label)), gl.Str(label+"\x00"))
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 1)
	gl.TexImage2D(gl.TEXTURE_2D, 0, inside, int32(width), int32(height), 0, outside, gl.UNSIGNED_BYTE, gl.Ptr(pixels))
	for name, value := range map[uint32]int32{
		gl.TEXTURE_MIN_FILTER: gl.LINEAR, gl.TEXTURE_MAG_FILTER: gl.LINEAR,
		gl.TEXTURE_WRAP_S: gl.CLAMP_TO_EDGE, gl.TEXTURE_WRAP_T: gl.CLAMP_TO_EDGE,
	} {
		gl.TexParameteri(gl.TEXTURE_2D, name, value)
	}
	if err := c.Err("make texture " + label); err != nil {
		t.Release()
		return nil, err
	}
	return t, nil
}

// Release frees the texture. Releasing twice, or a nil texture, is harmless.
func (t *Texture) Release() {
	if t == nil || t.id == 0 {
		return
	}
	gl.DeleteTextures(1, &t.id)
	t.id = 0
	t.ctx.live["texture"]--
}

// BindTexture makes the texture the source of the samplers with that binding.
func (c *Context) BindTexture(unit uint32, t *Texture) {
	c.activate(unit)
	gl.BindTexture(gl.TEXTURE_2D, t.id)
}

// activate makes a unit the one whose pictures the calls that follow bind.
func (c *Context) activate(unit uint32) {
	gl.ActiveTexture(gl.TEXTURE0 + unit)
	c.commands.Activated(unit)
}
