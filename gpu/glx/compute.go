package glx

import (
	"github.com/go-gl/gl/v4.3-core/gl"

	"hooke/gpu/commands"
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

// Barrier makes writes of shaders queued so far visible to the given accesses that are queued
// later. It does not wait.
func (c *Context) Barrier(consumer Access) {
	if c.Watch != nil {
		c.Watch(consumer)
	}
	c.commands.Barrier(uint32(consumer))
}

// BindsMany reports whether the driver binds several buffers or textures by one call, as
// OpenGL 4.4 and GL_ARB_multi_bind do.
func (c *Context) BindsMany() bool { return c.commands.Many }

// BindOneByOne binds by calls of OpenGL 4.3 alone from here on, as on a driver that has no
// others.
func (c *Context) BindOneByOne() { c.commands.Many = false }

// Forget clears the cache of bindings. A caller that has made calls of OpenGL in this context past this
// package calls it before the next call of this package.
func (c *Context) Forget() { c.commands.Forget() }

// CallAtOnce has each call made when it is asked for from here on, whatever Together and Repeat
// say, or no longer.
func (c *Context) CallAtOnce(on bool) { c.commands.AtOnce = on }

// Together makes the calls by which do binds, dispatches and sets barriers in one go when it
// ends, or before any other call of OpenGL. Their order stays.
func (c *Context) Together(do func()) { c.commands.Together(do) }

// Repeat repeats work that makes the same calls each time, and may leave the
// later times to a list of the calls. At its end, do must leave the bindings, and all else by which it
// decides about calls, as they were at its begin.
func (c *Context) Repeat(times int, do func()) { c.commands.Repeat(times, do) }

// Entered returns how often calls of compute passes were made, one or many at once.
func (c *Context) Entered() int64 { return c.commands.Entered }

// settle makes calls that wait before a call of OpenGL that goes past them.
func (c *Context) settle() { c.commands.Settle() }

// whole is all of a buffer.
func (b *Buffer) whole() commands.Part { return commands.Part{Name: b.id, Whole: true, Bytes: b.bytes} }

// BindStorage makes the buffer the storage block of that binding number.
func (c *Context) BindStorage(binding uint32, b *Buffer) {
	c.commands.Bind(commands.Storage, binding, b.whole())
}

// BindStorageWindow makes a part of the buffer the storage block of that binding
// number. The offset of the part must be a multiple of Limits.OffsetAlignment.
func (c *Context) BindStorageWindow(binding uint32, b *Buffer, w limits.Window) {
	c.commands.Bind(commands.Storage, binding, commands.Part{Name: b.id, Offset: w.Offset, Bytes: w.Bytes})
}

// BindUniform makes the buffer the uniform block of that binding number.
func (c *Context) BindUniform(binding uint32, b *Buffer) {
	c.commands.Bind(commands.Uniform, binding, b.whole())
}

// BindUniformRange makes a part of the buffer the uniform block of that binding
// number. The offset [bytes] must be a multiple of Limits.UniformAlignment.
func (c *Context) BindUniformRange(binding uint32, b *Buffer, offset, bytes int64) {
	c.commands.Bind(commands.Uniform, binding, commands.Part{Name: b.id, Offset: offset, Bytes: bytes})
}

// Use makes the program current for the dispatches or draws that follow.
func (c *Context) Use(p *Program) { c.commands.Use(p.id, p.uses) }

// Dispatch queues x × y work groups of the current compute program.
func (c *Context) Dispatch(x, y uint32) { c.commands.Dispatch(x, y) }

// DispatchIndirect queues the current compute program with the numbers of work groups along
// x, y and z in three words of the buffer, from an offset on [bytes], a multiple of 4. Writes
// of these words need a barrier, ByCommand.
func (c *Context) DispatchIndirect(counts *Buffer, offset int64) {
	c.commands.DispatchIndirect(counts.id, offset)
}
