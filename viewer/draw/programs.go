package draw

import (
	"hooke/gpu/glx"
	"hooke/shaders"
)

// programs are the draw programs, one per kind of thing.
type programs struct {
	background, spring, mass, shadow, grid, hud *glx.Program
}

func newPrograms(ctx *glx.Context) (p programs, err error) {
	for _, each := range []struct {
		program          **glx.Program
		vertex, fragment shaders.Name
	}{
		{&p.background, shaders.BackgroundVert, shaders.BackgroundFrag},
		{&p.spring, shaders.SpringVert, shaders.SpringFrag},
		{&p.mass, shaders.MassVert, shaders.MassFrag},
		{&p.shadow, shaders.ShadowVert, shaders.ShadowFrag},
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
	for _, program := range []*glx.Program{p.background, p.spring, p.mass, p.shadow, p.grid, p.hud} {
		program.Release()
	}
}
