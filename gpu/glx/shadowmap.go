package glx

import (
	"fmt"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// ShadowMap is a square picture that holds only depth. Shaders compare with it, smoothed,
// through a sampler2DShadow. It takes 4 bytes a texel. Its owner calls Release.
type ShadowMap struct {
	Side int // [texels]

	ctx         *Context
	id, texture uint32
}

// NewShadowMap makes a shadow map of side × side texels. The label names it in errors.
func (c *Context) NewShadowMap(label string, side int) (*ShadowMap, error) {
	m := &ShadowMap{Side: side, ctx: c}
	gl.GenTextures(1, &m.texture)
	gl.GenFramebuffers(1, &m.id)
	c.live["shadow map"]++
	c.activate(0)
	gl.BindTexture(gl.TEXTURE_2D, m.texture)
	gl.TexStorage2D(gl.TEXTURE_2D, 1, gl.DEPTH_COMPONENT32F, int32(side), int32(side))
	for _, set := range [][2]int32{
		{gl.TEXTURE_MIN_FILTER, gl.LINEAR}, {gl.TEXTURE_MAG_FILTER, gl.LINEAR},
		{gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE}, {gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE},
		{gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE}, {gl.TEXTURE_COMPARE_FUNC, gl.LEQUAL},
	} {
		gl.TexParameteri(gl.TEXTURE_2D, uint32(set[0]), set[1])
	}
	gl.BindFramebuffer(gl.FRAMEBUFFER, m.id)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, m.texture, 0)
	gl.DrawBuffer(gl.NONE)
	gl.ReadBuffer(gl.NONE)
	ok := gl.CheckFramebufferStatus(gl.FRAMEBUFFER) == gl.FRAMEBUFFER_COMPLETE
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	err := c.Err(fmt.Sprintf("make shadow map %s of %d × %d texels", label, side, side))
	if err == nil && !ok {
		err = fmt.Errorf("glx: shadow map %s: the driver does not support a depth texture of %d × %d texels", label, side, side)
	}
	if err != nil {
		m.Release()
		return nil, err
	}
	return m, nil
}

// Begin makes the shadow map the target of the draws that follow and clears it.
func (m *ShadowMap) Begin() {
	gl.BindFramebuffer(gl.FRAMEBUFFER, m.id)
	gl.Viewport(0, 0, int32(m.Side), int32(m.Side))
	gl.DepthMask(true)
	gl.ClearDepth(1)
	gl.Clear(gl.DEPTH_BUFFER_BIT)
}

// Bind makes the shadow map the source of the samplers with that binding.
func (m *ShadowMap) Bind(unit uint32) {
	m.ctx.activate(unit)
	gl.BindTexture(gl.TEXTURE_2D, m.texture)
}

// Release frees the shadow map. Releasing twice, or a nil shadow map, is harmless.
func (m *ShadowMap) Release() {
	if m == nil || m.id == 0 {
		return
	}
	gl.DeleteFramebuffers(1, &m.id)
	gl.DeleteTextures(1, &m.texture)
	m.id, m.texture = 0, 0
	m.ctx.live["shadow map"]--
}
