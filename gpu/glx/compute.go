package glx

import (
	"github.com/go-gl/gl/v4.3-core/gl"

	"hooke/gpu/limits"
)

// Access is the kind of access that must see earlier shader writes.
type Access uint32

// The accesses that follow a compute pass in hooke.
const (
	ByShader   Access = gl.SHADER_STORAGE_BARRIER_BIT      // a shader reads a storage buffer
	ByVertex   Access = gl.VERTEX_ATTRIB_ARRAY_BARRIER_BIT // a draw fetches vertex attributes
	ByTexel    Access = gl.TEXTURE_FETCH_BARRIER_BIT       // a shader fetches texels of a buffer
	ByCommand  Access = gl.COMMAND_BARRIER_BIT             // a draw reads its commands, an indirect dispatch its counts
	ByTransfer Access = gl.BUFFER_UPDATE_BARRIER_BIT       // an upload, download, fill or copy
)

// Barrier makes what shaders queued so far write visible to the given accesses that are
// queued later. It does not wait.
func (c *Context) Barrier(consumer Access) {
	if c.Watch != nil {
		c.Watch(consumer)
	}
	gl.MemoryBarrier(uint32(consumer))
}

// BindStorage makes the buffer the storage block of that binding number.
func (c *Context) BindStorage(binding uint32, b *Buffer) {
	gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, binding, b.id)
}

// BindStorageWindow makes a part of the buffer the storage block of that binding
// number. The offset of the part must be a multiple of Limits.OffsetAlignment.
func (c *Context) BindStorageWindow(binding uint32, b *Buffer, w limits.Window) {
	gl.BindBufferRange(gl.SHADER_STORAGE_BUFFER, binding, b.id, int(w.Offset), int(w.Bytes))
}

// BindUniform makes the buffer the uniform block of that binding number.
func (c *Context) BindUniform(binding uint32, b *Buffer) {
	gl.BindBufferBase(gl.UNIFORM_BUFFER, binding, b.id)
}

// BindUniformRange makes a part of the buffer the uniform block of that binding
// number. The offset [bytes] must be a multiple of Limits.UniformAlignment.
func (c *Context) BindUniformRange(binding uint32, b *Buffer, offset, bytes int64) {
	gl.BindBufferRange(gl.UNIFORM_BUFFER, binding, b.id, int(offset), int(bytes))
}

// Use makes the program current for the dispatches or draws that follow.
func (c *Context) Use(p *Program) { gl.UseProgram(p.id) }

// Dispatch queues x × y work groups of the current compute program.
func (c *Context) Dispatch(x, y uint32) { gl.DispatchCompute(x, y, 1) }

// DispatchIndirect queues the current compute program with as many work groups as three
// words of the buffer say, along x, y and z, from an offset on [bytes], a multiple of 4. What
// wrote them needs a barrier, ByCommand.
func (c *Context) DispatchIndirect(counts *Buffer, offset int64) {
	gl.BindBuffer(gl.DISPATCH_INDIRECT_BUFFER, counts.id)
	gl.DispatchComputeIndirect(int(offset))
}
