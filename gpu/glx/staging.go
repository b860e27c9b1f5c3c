package glx

import (
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// staging is memory of the host through which the host reads buffers. A driver that sees
// the host read a buffer may move that buffer to where the host reads fast and the device
// slowly, for good; a copy on the device moves nothing. It lives as long as its context.
type staging struct {
	buffer uint32
	bytes  int64
	broken bool // there is no memory for it, so that the host reads buffers themselves
}

// mostStaged is the largest part of a buffer that is read in one copy [bytes].
const mostStaged = 16 << 20

// hasImmutable reports whether the driver has buffers whose memory is settled when they are
// made: OpenGL 4.4 or GL_ARB_buffer_storage.
func hasImmutable(version int32) bool { return version >= 44 || hasExtension("GL_ARB_buffer_storage") }

// reserve makes room for a read of that many bytes. It returns the number of bytes that one
// copy may have, or 0 where buffers are read themselves.
func (c *Context) reserve(bytes int64) int64 {
	s := &c.staging
	if !c.immutable || s.broken {
		return 0
	}
	if wanted := min(bytes, mostStaged); s.bytes < wanted {
		size := int64(64 << 10)
		for size < wanted {
			size *= 2
		}
		if s.buffer != 0 {
			gl.DeleteBuffers(1, &s.buffer)
			c.commands.Deleted(s.buffer, false)
		}
		gl.GenBuffers(1, &s.buffer)
		gl.BindBuffer(gl.COPY_READ_BUFFER, s.buffer)
		gl.BufferStorage(gl.COPY_READ_BUFFER, int(size), nil, gl.MAP_READ_BIT|gl.CLIENT_STORAGE_BIT)
		label := "glx.staging\x00"
		gl.ObjectLabel(gl.BUFFER, s.buffer, int32(len(label)-1), gl.Str(label))
		made := int32(0)
		if gl.GetBufferParameteriv(gl.COPY_READ_BUFFER, gl.BUFFER_SIZE, &made); int64(made) != size {
			gl.GetError() // of the memory that it does without
			gl.DeleteBuffers(1, &s.buffer)
			*s = staging{broken: true}
			return 0
		}
		s.bytes = size
	}
	return s.bytes
}

// read copies a part of a buffer to the host, by way of the staging buffer if the context has one, and waits
// for it. No calls of OpenGL wait then: see Context.settle.
func (b *Buffer) read(offset, size int64, into unsafe.Pointer) {
	step := b.ctx.reserve(size)
	if step == 0 {
		b.bind()
		for done := int64(0); done < size; done += transfer {
			gl.GetBufferSubData(gl.COPY_WRITE_BUFFER, int(offset+done), int(min(transfer, size-done)), unsafe.Add(into, done))
		}
		return
	}
	for done := int64(0); done < size; done += step {
		part := int(min(step, size-done))
		gl.BindBuffer(gl.COPY_READ_BUFFER, b.id)
		gl.BindBuffer(gl.COPY_WRITE_BUFFER, b.ctx.staging.buffer)
		gl.CopyBufferSubData(gl.COPY_READ_BUFFER, gl.COPY_WRITE_BUFFER, int(offset+done), 0, part)
		gl.GetBufferSubData(gl.COPY_WRITE_BUFFER, 0, part, unsafe.Add(into, done))
	}
}
