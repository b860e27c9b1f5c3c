package glx

import (
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// VertexArray describes from which buffers a draw fetches its vertices and its
// indices. It borrows the buffers. Its owner calls Release.
type VertexArray struct {
	ctx *Context
	id  uint32
}

// AttributeType describes how one component of a vertex attribute is stored.
type AttributeType uint32

// The attribute types that hooke draws from.
const (
	Float32   AttributeType = gl.FLOAT         // the shader reads it as it is
	UnitUint8 AttributeType = gl.UNSIGNED_BYTE // the shader reads 0 to 255 as 0 to 1
	Uint32    AttributeType = gl.UNSIGNED_INT  // the shader reads it as it is
)

// Attribute is one input of a vertex shader.
type Attribute struct {
	Location   uint32
	Components int32 // 1 to 4
	Type       AttributeType
	Stride     int32 // bytes from one vertex to the next
	Offset     int64 // bytes from the start of the buffer to the first vertex
	Instances  bool  // whether each instance has a value, instead of each vertex
}

// NewVertexArray makes a vertex array without attributes; a draw from it gives the shader
// only gl_VertexID. The label names it in errors and in graphics debuggers.
func (c *Context) NewVertexArray(label string) (*VertexArray, error) {
	v := &VertexArray{ctx: c}
	gl.GenVertexArrays(1, &v.id)
	c.live["vertex array"]++
	gl.BindVertexArray(v.id)
	gl.ObjectLabel(gl.VERTEX_ARRAY, v.id, int32(len(label)), gl.Str(label+"\x00"))
	if err := c.Err("make vertex array " + label); err != nil {
		v.Release()
		return nil, err
	}
	return v, nil
}

// Attribute makes the buffer the source of an attribute. It may be called again to take
// the attribute from another buffer.
func (v *VertexArray) Attribute(a Attribute, b *Buffer) {
	gl.BindVertexArray(v.id)
	gl.BindBuffer(gl.ARRAY_BUFFER, b.id)
	if a.Type == Uint32 {
		gl.VertexAttribIPointerWithOffset(a.Location, a.Components, uint32(a.Type), a.Stride, uintptr(a.Offset))
	} else {
		gl.VertexAttribPointerWithOffset(a.Location, a.Components, uint32(a.Type), a.Type == UnitUint8, a.Stride, uintptr(a.Offset))
	}
	divisor := uint32(0)
	if a.Instances {
		divisor = 1
	}
	gl.VertexAttribDivisor(a.Location, divisor)
	gl.EnableVertexAttribArray(a.Location)
}

// Indices makes the buffer the source of the 32-bit indices, such as pairs for lines.
func (v *VertexArray) Indices(b *Buffer) {
	gl.BindVertexArray(v.id)
	gl.BindBuffer(gl.ELEMENT_ARRAY_BUFFER, b.id)
}

// Release frees the vertex array, not its buffers. Releasing twice, or a nil
// vertex array, is harmless.
func (v *VertexArray) Release() {
	if v == nil || v.id == 0 {
		return
	}
	gl.DeleteVertexArrays(1, &v.id)
	v.id = 0
	v.ctx.live["vertex array"]--
}

// DrawIndexedLines queues count lines, each of two indices. gl_PrimitiveID is
// the number of the line.
func (c *Context) DrawIndexedLines(v *VertexArray, count int64) {
	c.drawElements(gl.LINES, v, 2*count)
}

// DrawIndexedPoints queues count points, each of one index.
func (c *Context) DrawIndexedPoints(v *VertexArray, count int64) {
	c.drawElements(gl.POINTS, v, count)
}

// DrawIndexedTriangles queues count triangles, each of three indices.
func (c *Context) DrawIndexedTriangles(v *VertexArray, count int64) {
	c.drawElements(gl.TRIANGLES, v, 3*count)
}

func (c *Context) drawElements(mode uint32, v *VertexArray, indices int64) {
	if indices == 0 {
		return
	}
	c.commands.Ready()
	gl.BindVertexArray(v.id)
	gl.DrawElements(mode, int32(indices), gl.UNSIGNED_INT, unsafe.Pointer(nil))
}

// DrawStrips queues count instances of a strip of four vertices, which make two
// triangles.
func (c *Context) DrawStrips(v *VertexArray, count int64) {
	if count == 0 {
		return
	}
	c.commands.Ready()
	gl.BindVertexArray(v.id)
	gl.DrawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, int32(count))
}

// DrawTriangleInstances queues the given number of instances of count vertices, three to a triangle.
func (c *Context) DrawTriangleInstances(v *VertexArray, count, instances int64) {
	if instances == 0 {
		return
	}
	c.commands.Ready()
	gl.BindVertexArray(v.id)
	gl.DrawArraysInstanced(gl.TRIANGLES, 0, int32(count), int32(instances))
}

// DrawPoints queues count vertices as points of the size that the vertex
// shader sets.
func (c *Context) DrawPoints(v *VertexArray, count int64) { c.drawArrays(gl.POINTS, v, count) }

// DrawTriangles queues count vertices, three to a triangle.
func (c *Context) DrawTriangles(v *VertexArray, count int64) { c.drawArrays(gl.TRIANGLES, v, count) }

func (c *Context) drawArrays(mode uint32, v *VertexArray, count int64) {
	if count == 0 {
		return
	}
	c.commands.Ready()
	gl.BindVertexArray(v.id)
	gl.DrawArrays(mode, 0, int32(count))
}
