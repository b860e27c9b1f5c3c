package draw

import (
	"fmt"

	"hooke/gpu/glx"
	"hooke/viewer/draw/color"
	"hooke/viewer/draw/hud"
)

// text puts a page on the picture: one texture, one buffer, one draw call.
type text struct {
	ctx      *glx.Context
	scale    float64
	page     *hud.Page // nil until the first picture
	glyphs   *glx.Texture
	vertices *glx.Buffer
	array    *glx.VertexArray
}

const (
	VertexSize    = 20   // bytes of a vertex
	firstVertices = 8192 // vertices that the buffer holds at first
)

func newText(ctx *glx.Context) (*text, error) {
	t := &text{ctx: ctx}
	var err error
	if t.array, err = ctx.NewVertexArray("text"); err != nil {
		return nil, err
	}
	if err = t.room(firstVertices); err != nil {
		t.close()
		return nil, err
	}
	return t, nil
}

// begin returns an empty page for a picture of that size [pixels], with the font of that
// scale.
func (t *text) begin(width, height int, scale float64, i color.Inks) (*hud.Page, error) {
	if scale != t.scale {
		p, err := hud.NewPage(scale)
		if err != nil {
			return nil, err
		}
		picture := p.Glyphs()
		size := picture.Bounds().Size()
		glyphs, err := t.ctx.NewTexture("glyphs", glx.Coverage, size.X, size.Y, picture.Pix)
		if err != nil {
			return nil, err
		}
		t.glyphs.Release()
		t.glyphs, t.page, t.scale = glyphs, p, scale
	}
	t.page.Begin(width, height, i)
	return t.page, nil
}

// draw queues the page. The text program must be in use.
func (t *text) draw(unit uint32) error {
	vertices := t.page.Vertices()
	if err := t.room(int64(len(vertices))); err != nil {
		return err
	}
	glx.Upload(t.vertices, 0, vertices)
	t.ctx.BindTexture(unit, t.glyphs)
	t.ctx.DrawTriangles(t.array, int64(len(vertices)))
	return nil
}

// room grows the vertex buffer where it is too small.
func (t *text) room(vertices int64) error {
	if t.vertices != nil && vertices*VertexSize <= t.vertices.Bytes() {
		return nil
	}
	b, err := t.ctx.NewBuffer("text", 2*vertices*VertexSize)
	if err != nil {
		return fmt.Errorf("draw: %w", err)
	}
	t.vertices.Release()
	t.vertices = b
	t.array.Attribute(glx.Attribute{Location: 0, Components: 2, Type: glx.Float32, Stride: VertexSize}, b)
	t.array.Attribute(glx.Attribute{Location: 1, Components: 2, Type: glx.Float32, Stride: VertexSize, Offset: 8}, b)
	t.array.Attribute(glx.Attribute{Location: 2, Components: 4, Type: glx.UnitUint8, Stride: VertexSize, Offset: 16}, b)
	return nil
}

func (t *text) close() {
	if t == nil {
		return
	}
	t.array.Release()
	t.vertices.Release()
	t.glyphs.Release()
}
