package glx

import (
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// DrawState describes how fragments are combined with the picture. With the zero value they
// overwrite it, and lines are one pixel wide.
type DrawState struct {
	DepthTest     bool    // draw only fragments that are nearer than the picture there
	DepthEqual    bool    // draw fragments that are as near, too; needs DepthTest
	DepthWrite    bool    // fragments write their depth; needs DepthTest
	Blend         bool    // mix by the fragment's alpha
	ClipDistances uint32  // number of gl_ClipDistance that the vertex shader writes, at most 2
	LineWidth     float32 // [pixels]; zero means 1; clamped to the range of the device
}

// SetDrawState replaces all of the drawing state for the draws that follow.
func (c *Context) SetDrawState(s DrawState) {
	able(gl.DEPTH_TEST, s.DepthTest)
	able(gl.BLEND, s.Blend)
	able(gl.PROGRAM_POINT_SIZE, true)
	for i := range uint32(maxClipDistances) {
		able(gl.CLIP_DISTANCE0+i, i < s.ClipDistances)
	}
	gl.DepthMask(s.DepthWrite)
	if s.DepthEqual {
		gl.DepthFunc(gl.LEQUAL)
	} else {
		gl.DepthFunc(gl.LESS)
	}
	gl.BlendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
	gl.LineWidth(c.lineWidth(s.LineWidth))
}

// maxClipDistances is the largest number of clip distances that a shader of hooke
// writes; the specification promises 8.
const maxClipDistances = 2

// lineWidth returns the width nearest to the wanted one that this device draws; 0 asks for 1.
func (c *Context) lineWidth(want float32) float32 {
	if want == 0 {
		return 1
	}
	return min(max(want, c.lineWidths[0]), c.lineWidths[1])
}

// queryLineWidths returns the least and the largest width of lines [pixels]. A
// forward-compatible context draws no other width than 1.
func queryLineWidths() (widths [2]float32) {
	var flags int32
	gl.GetIntegerv(gl.CONTEXT_FLAGS, &flags)
	if flags&gl.CONTEXT_FLAG_FORWARD_COMPATIBLE_BIT != 0 {
		return [2]float32{1, 1}
	}
	gl.GetFloatv(gl.ALIASED_LINE_WIDTH_RANGE, &widths[0])
	return widths
}

func able(capability uint32, on bool) {
	if on {
		gl.Enable(capability)
	} else {
		gl.Disable(capability)
	}
}

// CommandBytes is the size of a draw command in a buffer. A command has five words:
// count, instances, first, base vertex and first instance. In a draw without indices the
// fourth word is the first instance, and the fifth word is not read.
const CommandBytes = 20

// DrawLineCommands queues the first count draws of a buffer of commands, which draw
// lines without indices.
func (c *Context) DrawLineCommands(v *VertexArray, commands *Buffer, count int64) {
	c.drawCommands(gl.LINES, v, commands, count)
}

// DrawPointCommands queues the first count draws of a buffer of commands, which draw
// points without indices.
func (c *Context) DrawPointCommands(v *VertexArray, commands *Buffer, count int64) {
	c.drawCommands(gl.POINTS, v, commands, count)
}

// DrawIndexedLineCommands queues the first count draws of a buffer of commands, which
// draw indexed lines. gl_PrimitiveID begins with 0 in each of the draws.
func (c *Context) DrawIndexedLineCommands(v *VertexArray, commands *Buffer, count int64) {
	c.drawIndexedCommands(gl.LINES, v, commands, count)
}

// DrawIndexedTriangleCommands queues the first count draws of a buffer of commands,
// which draw indexed triangles.
func (c *Context) DrawIndexedTriangleCommands(v *VertexArray, commands *Buffer, count int64) {
	c.drawIndexedCommands(gl.TRIANGLES, v, commands, count)
}

// DrawLines queues count vertices without indices, two to a line.
func (c *Context) DrawLines(v *VertexArray, count int64) { c.drawArrays(gl.LINES, v, count) }

func (c *Context) drawCommands(mode uint32, v *VertexArray, commands *Buffer, count int64) {
	if count == 0 {
		return
	}
	c.commands.Ready()
	gl.BindVertexArray(v.id)
	gl.BindBuffer(gl.DRAW_INDIRECT_BUFFER, commands.id)
	gl.MultiDrawArraysIndirect(mode, unsafe.Pointer(nil), int32(count), CommandBytes)
}

func (c *Context) drawIndexedCommands(mode uint32, v *VertexArray, commands *Buffer, count int64) {
	if count == 0 {
		return
	}
	c.commands.Ready()
	gl.BindVertexArray(v.id)
	gl.BindBuffer(gl.DRAW_INDIRECT_BUFFER, commands.id)
	gl.MultiDrawElementsIndirect(mode, gl.UNSIGNED_INT, unsafe.Pointer(nil), int32(count), CommandBytes)
}
