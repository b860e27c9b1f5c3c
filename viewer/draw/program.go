package draw

import (
	"fmt"
	"strconv"

	"hooke/gpu/glx"
	"hooke/shaders"
)

// groupSize is the work-group size of the compute pass that drawing needs.
const groupSize = 256

// A shadow is looked up at shadowTaps points around each point, in a map of shadowSide
// texels a side.
const (
	shadowTaps = 8
	shadowSide = 1024
)

// source expands an entry file for the compiler.
func source(name shaders.Name) (glx.Source, error) {
	e, err := shaders.Expand(shaders.Files(), string(name),
		shaders.Define{Name: "WORKGROUP", Value: strconv.Itoa(groupSize)},
		shaders.Define{Name: "CHUNK", Value: strconv.Itoa(shaders.ChunkSize) + "u"},
		shaders.Define{Name: "SHADOW_TAPS", Value: strconv.Itoa(shadowTaps)},
		shaders.Define{Name: "SHADOW_SIDE", Value: strconv.Itoa(shadowSide) + ".0"})
	if err != nil {
		return glx.Source{}, fmt.Errorf("draw: %w", err)
	}
	return glx.Source{Name: string(name), Text: e.Text, Where: e.Where}, nil
}

// newGraphics links a draw program and checks its blocks against the host's.
func newGraphics(ctx *glx.Context, vertex, fragment shaders.Name) (*glx.Program, error) {
	v, err := source(vertex)
	if err != nil {
		return nil, err
	}
	f, err := source(fragment)
	if err != nil {
		return nil, err
	}
	p, err := ctx.NewGraphics(string(vertex), v, f)
	return checked(p, err)
}

// newCompute links a compute program and checks its blocks.
func newCompute(ctx *glx.Context, name shaders.Name) (*glx.Program, error) {
	s, err := source(name)
	if err != nil {
		return nil, err
	}
	p, err := ctx.NewCompute(s)
	return checked(p, err)
}

func checked(p *glx.Program, err error) (*glx.Program, error) {
	if err != nil {
		return nil, fmt.Errorf("draw: %w", err)
	}
	if err := p.CheckLayout(shaders.Blocks()); err != nil {
		p.Release()
		return nil, fmt.Errorf("draw: %w", err)
	}
	return p, nil
}

// programs are the draw programs, one per kind of thing.
type programs struct {
	background, grid, water, solid, depth, skin, wire, spring, sample, tube, mass, mark, shadow, tubeShadow, hud *glx.Program
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
		{&p.water, shaders.WaterVert, shaders.WaterFrag},
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
	for _, program := range []*glx.Program{p.background, p.grid, p.water, p.solid, p.depth, p.skin, p.wire, p.spring, p.sample, p.tube, p.mass, p.mark, p.shadow, p.tubeShadow, p.hud} {
		program.Release()
	}
}
