package draw_test

import (
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/must"
	"hooke/shaders"
	"hooke/viewer/draw"
	"hooke/viewer/draw/color"
)

// Between a surface of material 1 and one of material 3 there is no material 2.
func TestNamedColorsDoNotBlend(t *testing.T) {
	ctx := gltest.New(t)
	position, ends := block(9)
	s := newStill(t, ctx, position, ends, make([]float32, len(ends)))
	defer s.release()
	kinds := make([]shaders.Spring, len(ends))
	for k, e := range ends {
		kinds[k] = shaders.Spring{RestLength: 1, Kind: 1}
		if position[e[0]].Xyz[0] > 0 && position[e[1]].Xyz[0] > 0 {
			kinds[k].Kind = 3
		}
	}
	glx.Upload(s.spring, 0, kinds)
	r := must.Open(draw.New(ctx, s, draw.Subject{}))(t)
	target := must.Get(ctx.NewFramebuffer("test", side, side, 1))(t)
	defer target.Release()
	must.Do(t, r.Draw(target, draw.Frame{Camera: frontCamera(), Look: draw.Look{NoText: true, NoGrid: true, NoWires: true, Show: draw.Surface, Color: color.ByMaterial}}))
	picture := target.ReadPixels()
	blue, green, orange := 0, 0, 0
	for y := range side {
		for x := range side {
			switch p := picture.RGBAAt(x, y); {
			case int(p.B) > 2*int(p.R) && p.B > p.G:
				blue++
			case int(p.G) > 2*int(p.R) && p.G > p.B:
				green++
			case int(p.R) > 2*int(p.B):
				orange++
			}
		}
	}
	const face = side * side / 8 // the block fills most of the picture
	if blue < face || green < face || orange > 0 {
		t.Errorf("%d pixels of material 1, %d of 3 and %d of 2; want more than %d of the first ones and none of 2", blue, green, orange, face)
	}
}
