package glx

import (
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// CommandBytes is the size of a draw command in a buffer: five words, count, instances,
// first, base vertex and first instance; of draws without indices the fourth is the
// first instance, and the fifth is not read.
const CommandBytes = 20

// DrawLineCommands queues draws of lines without indices, as a buffer of commands says.
func (c *Context) DrawLineCommands(v *VertexArray, commands *Buffer, count int64) {
	c.drawCommands(gl.LINES, v, commands, count)
}

// DrawPointCommands queues draws of points without indices, as a buffer of commands
// says.
func (c *Context) DrawPointCommands(v *VertexArray, commands *Buffer, count int64) {
	c.drawCommands(gl.POINTS, v, commands, count)
}

// DrawIndexedLineCommands queues draws of indexed lines, as a buffer of commands says.
// In each of them gl_PrimitiveID begins with 0.
func (c *Context) DrawIndexedLineCommands(v *VertexArray, commands *Buffer, count int64) {
	c.drawIndexedCommands(gl.LINES, v, commands, count)
}

// DrawIndexedTriangleCommands queues draws of indexed triangles, as a buffer of
// commands says.
func (c *Context) DrawIndexedTriangleCommands(v *VertexArray, commands *Buffer, count int64) {
	c.drawIndexedCommands(gl.TRIANGLES, v, commands, count)
}

// DrawLines queues count vertices without indices, two to a line.
func (c *Context) DrawLines(v *VertexArray, count int64) { c.drawArrays(gl.LINES, v, count) }

func (c *Context) drawCommands(mode uint32, v *VertexArray, commands *Buffer, count int64) {
	if count == 0 {
		return
	}
	gl.BindVertexArray(v.id)
	gl.BindBuffer(gl.DRAW_INDIRECT_BUFFER, commands.id)
	gl.MultiDrawArraysIndirect(mode, unsafe.Pointer(nil), int32(count), CommandBytes)
}

func (c *Context) drawIndexedCommands(mode uint32, v *VertexArray, commands *Buffer, count int64) {
	if count == 0 {
		return
	}
	gl.BindVertexArray(v.id)
	gl.BindBuffer(gl.DRAW_INDIRECT_BUFFER, commands.id)
	gl.MultiDrawElementsIndirect(mode, gl.UNSIGNED_INT, unsafe.Pointer(nil), int32(count), CommandBytes)
}
