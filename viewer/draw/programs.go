package draw

import (
	"hooke/gpu/glx"
	"hooke/shaders"
)

// programs are the draw programs, one per kind of thing.
type programs struct {
	background, grid, solid, depth, skin, wire, spring, sample, tube, mass, mark, shadow, tubeShadow, hud *glx.Program
}

func newPrograms(ctx *glx.Context) (p programs, err error) {
	for _, each := range []struct {
		program          **glx.Program
		vertex, fragment shaders.Name
	}{
		{&p.background, shaders.BackgroundVert, shaders.BackgroundFrag},
		{&p.solid, shaders.SolidVert, shaders.SolidFrag},
		{&p.depth, shaders.DepthVert, shaders.ShadowFrag},
		{&p.skin, shaders.SkinVert, shaders.SkinFrag},
		{&p.wire, shaders.WireVert, shaders.WireFrag},
		{&p.tube, shaders.TubeVert, shaders.TubeFrag},
		{&p.mark, shaders.MarkVert, shaders.MarkFrag},
		{&p.spring, shaders.SpringVert, shaders.SpringFrag},
		{&p.sample, shaders.SampleVert, shaders.SpringFrag},
		{&p.mass, shaders.MassVert, shaders.MassFrag},
		{&p.shadow, shaders.ShadowVert, shaders.ShadowFrag},
		{&p.tubeShadow, shaders.TubeShadowVert, shaders.ShadowFrag},
		{&p.grid, shaders.GridVert, shaders.GridFrag},
		{&p.hud, shaders.HUDVert, shaders.HUDFrag},
	} {
		if *each.program, err = newGraphics(ctx, each.vertex, each.fragment); err != nil {
			p.close()
			return programs{}, err
		}
	}
	return p, nil
}

func (p programs) close() {
	for _, program := range []*glx.Program{p.background, p.grid, p.solid, p.depth, p.skin, p.wire, p.spring, p.sample, p.tube, p.mass, p.mark, p.shadow, p.tubeShadow, p.hud} {
		program.Release()
	}
}
