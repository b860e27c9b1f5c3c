package draw

import (
	"fmt"

	"hooke/gpu/glx"
	"hooke/model"
	"hooke/shaders"
	"hooke/viewer/draw/surface"
)

// embeddedSurface is the surface that follows the masses of a filled or tetrahedral
// model, see model.Skin. It is drawn instead of the surface that springs span. On the
// device it takes 120 bytes per vertex and 24 per triangle. The zero value is empty.
type embeddedSurface struct {
	ctx       *glx.Context
	placing   *glx.Program
	facing    *glx.Program
	anchors   *glx.Buffer // per vertex, written once
	corners   *glx.Buffer // three vertices for each triangle: also an index buffer
	at        *glx.Buffer // triangles at each vertex
	place     *glx.Buffer // per vertex, written by the pass embedded-place
	normal    *glx.Buffer // per vertex, written by the pass embedded-normal
	array     *glx.VertexArray
	groups    [2]uint32
	triangles int64 // 0 where the model has no such surface
}

// skinOf returns the embedded surface of the drawn part, or nil.
func skinOf(scene Drawable, s Subject) *model.Skin {
	if m := s.modelOf(scene); m != nil && m.Skin.VertexCount() > 0 {
		return m.Skin
	}
	return nil
}

// numbers returns the index in the buffers of each mass of the model, or nil where the indices are the
// model's numbers.
func numbers(scene Drawable) []uint32 {
	order := scene.MassOrder()
	if order == nil {
		return nil
	}
	number := make([]uint32, len(order))
	for k, i := range order {
		number[i] = uint32(k)
	}
	return number
}

// make uploads a skin; a nil skin leaves the surface empty.
func (e *embeddedSurface) make(ctx *glx.Context, s *model.Skin, number []uint32) (err error) {
	e.ctx = ctx
	if s == nil {
		return nil
	}
	if e.placing, err = newCompute(ctx, shaders.EmbeddedPlace); err != nil {
		return err
	}
	if e.facing, err = newCompute(ctx, shaders.EmbeddedNormal); err != nil {
		return err
	}
	vertices := int64(s.VertexCount())
	if e.groups[0], e.groups[1], err = ctx.Limits.Groups(vertices, groupSize); err != nil {
		return fmt.Errorf("draw: embedded surface: %w", err)
	}
	if e.anchors, err = list(ctx, "embedded anchors", surface.Anchors(s, number)); err != nil {
		return err
	}
	if e.corners, err = list(ctx, "embedded surface", s.Triangles); err != nil {
		return err
	}
	if e.at, err = list(ctx, "embedded lists", surface.TrianglesAt(s.Triangles, s.VertexCount())); err != nil {
		return err
	}
	for _, want := range []struct {
		buffer **glx.Buffer
		label  string
	}{{&e.place, "embedded places"}, {&e.normal, "embedded normals"}} {
		if *want.buffer, err = ctx.NewBuffer(want.label, 16*vertices); err != nil {
			return fmt.Errorf("draw: %w", err)
		}
	}
	if e.array, err = ctx.NewVertexArray("embedded surface"); err != nil {
		return err
	}
	e.array.Attribute(vertexRecord(0), e.place)
	e.array.Attribute(vertexRecord(1), e.normal)
	e.array.Attribute(glx.Attribute{Location: 2, Components: 1, Type: glx.Float32, Stride: 16, Offset: 12}, e.place)
	e.array.Indices(e.corners)
	e.triangles = int64(len(s.Triangles))
	return nil
}

// update queues the passes that move the surface with the masses. They come after the
// pass of the masses' values. The view block must be bound.
func (e *embeddedSurface) update(position, massValue *glx.Buffer) {
	if e.triangles == 0 {
		return
	}
	e.ctx.BindStorage(uint32(shaders.BindPosition), position)
	e.ctx.BindStorage(uint32(shaders.BindAnchor), e.anchors)
	e.ctx.BindStorage(uint32(shaders.BindSkinAt), e.at)
	e.ctx.BindStorage(uint32(shaders.BindMassValue), massValue)
	e.ctx.BindStorage(uint32(shaders.BindPlace), e.place)
	e.ctx.Use(e.placing)
	e.ctx.Dispatch(e.groups[0], e.groups[1])
	e.ctx.Barrier(glx.ByShader) // the next pass reads positions

	e.ctx.BindStorage(uint32(shaders.BindSkin), e.corners)
	e.ctx.BindStorage(uint32(shaders.BindNormal), e.normal)
	e.ctx.Use(e.facing)
	e.ctx.Dispatch(e.groups[0], e.groups[1])
	e.ctx.Barrier(glx.ByVertex) // the draws read both as attributes
}

// draw draws the triangles with the program in use.
func (e *embeddedSurface) draw() {
	if e.triangles > 0 {
		e.ctx.DrawIndexedTriangles(e.array, e.triangles)
	}
}

func (e *embeddedSurface) close() {
	e.array.Release()
	for _, b := range []*glx.Buffer{e.normal, e.place, e.at, e.corners, e.anchors} {
		b.Release()
	}
	e.facing.Release()
	e.placing.Release()
}
