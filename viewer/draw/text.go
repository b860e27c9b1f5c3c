package draw

import (
	"fmt"

	"hooke/gpu/glx"
)

// text puts a page on the picture: one texture, one buffer, one draw call.
type text struct {
	ctx      *glx.Context
	scale    float64
	page     page
	glyphs   *glx.Texture
	vertices *glx.Buffer
	array    *glx.VertexArray
}

const (
	fontSize       = 14.0 // [points]
	pageVertexSize = 20   // bytes of a pageVertex
	firstVertices  = 8192 // room to begin with
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

// begin returns an empty page for a picture of that size, with the font of
// that scale.
func (t *text) begin(width, height int, scale float64) (*page, error) {
	if scale != t.scale {
		a, err := newAtlas(fontSize * scale)
		if err != nil {
			return nil, err
		}
		size := a.picture.Bounds().Size()
		glyphs, err := t.ctx.NewTexture("glyphs", glx.Coverage, size.X, size.Y, a.picture.Pix)
		if err != nil {
			return nil, err
		}
		t.glyphs.Release()
		t.glyphs, t.page.atlas, t.scale = glyphs, a, scale
	}
	t.page.clear(width, height)
	return &t.page, nil
}

// draw queues the page. The text program must be in use.
func (t *text) draw(unit uint32) error {
	if err := t.room(int64(len(t.page.vertices))); err != nil {
		return err
	}
	glx.Upload(t.vertices, 0, t.page.vertices)
	t.ctx.BindTexture(unit, t.glyphs)
	t.ctx.DrawTriangles(t.array, int64(len(t.page.vertices)))
	return nil
}

// room makes the vertex buffer large enough.
func (t *text) room(vertices int64) error {
	if t.vertices != nil && vertices*pageVertexSize <= t.vertices.Bytes() {
		return nil
	}
	b, err := t.ctx.NewBuffer("text", 2*vertices*pageVertexSize)
	if err != nil {
		return fmt.Errorf("draw: %w", err)
	}
	t.vertices.Release()
	t.vertices = b
	t.array.Attribute(glx.Attribute{Location: 0, Components: 2, Type: glx.Float32, Stride: pageVertexSize}, b)
	t.array.Attribute(glx.Attribute{Location: 1, Components: 2, Type: glx.Float32, Stride: pageVertexSize, Offset: 8}, b)
	t.array.Attribute(glx.Attribute{Location: 2, Components: 4, Type: glx.UnitUint8, Stride: pageVertexSize, Offset: 16}, b)
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
