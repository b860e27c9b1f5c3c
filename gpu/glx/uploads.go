package glx

import (
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// uploads is memory of the host through which the host writes buffers: it writes there, and the
// device copies from there, in the order of the queue. Drivers may let a glBufferSubData pass
// the commands before it: NVIDIA's (580.159, H200) waits for dispatches and draws that use the
// buffer, but for no clear and no copy, so that a clear erases a later upload, or a copy takes a later
// upload. Copies pass nothing.
//
// The memory is divided into regions. The host writes only in the open one, each byte once
// while it is open; behind the copies from a region is a fence, for which the host waits before
// it opens that region again. It lives as long as its context.
type uploads struct {
	buffer uint32
	memory []byte // all regions, as the host sees them; nil: none were asked for yet
	closed [uploadRegions]Fence
	open   int   // number of the open region
	filled int64 // written length of the open region [bytes]
	broken bool  // there is no memory for it, so that the driver takes uploads its own way
}

const (
	uploadRegions = 4
	uploadRegion  = 2 << 20 // length of a region [bytes]
)

// ready makes the memory once. It is false where the driver has no memory that stays mapped.
func (u *uploads) ready(c *Context) bool {
	if !c.immutable || u.broken {
		return false
	}
	if u.memory != nil {
		return true
	}
	const size, persistent = uploadRegions * uploadRegion, gl.MAP_WRITE_BIT | gl.MAP_PERSISTENT_BIT | gl.MAP_COHERENT_BIT
	gl.GenBuffers(1, &u.buffer)
	gl.BindBuffer(gl.COPY_READ_BUFFER, u.buffer)
	gl.BufferStorage(gl.COPY_READ_BUFFER, size, nil, persistent|gl.CLIENT_STORAGE_BIT)
	label := "glx.uploads\x00"
	gl.ObjectLabel(gl.BUFFER, u.buffer, int32(len(label)-1), gl.Str(label))
	at := gl.MapBufferRange(gl.COPY_READ_BUFFER, 0, size, persistent)
	if at == nil {
		gl.GetError() // of the memory that it does without
		gl.DeleteBuffers(1, &u.buffer)
		c.commands.Deleted(u.buffer, false)
		*u = uploads{broken: true}
		return false
	}
	u.memory = unsafe.Slice((*byte)(at), size)
	return true
}

// next opens the region that follows the open one, and waits until the device has read it.
func (u *uploads) next(c *Context) error {
	c.Fence(&u.closed[u.open])
	following := (u.open + 1) % uploadRegions
	if err := c.Await(&u.closed[following]); err != nil {
		return err
	}
	u.open, u.filled = following, 0
	return nil
}

// upload has the device copy data into a buffer, from an offset on [bytes], behind all that is queued. It
// returns the number of bytes for which that is so: the driver must take the rest another way.
func (u *uploads) upload(b *Buffer, offset int64, data []byte) (done int64) {
	c := b.ctx
	c.settle()
	if !u.ready(c) {
		return 0
	}
	for rest := data; len(rest) > 0; rest = data[done:] {
		if u.filled == uploadRegion && u.next(c) != nil {
			return done
		}
		at := int64(u.open)*uploadRegion + u.filled
		part := int64(copy(u.memory[at:int64(u.open+1)*uploadRegion], rest))
		gl.BindBuffer(gl.COPY_READ_BUFFER, u.buffer)
		b.bind()
		gl.CopyBufferSubData(gl.COPY_READ_BUFFER, gl.COPY_WRITE_BUFFER, int(at), int(offset+done), int(part))
		u.filled += (part + 15) &^ 15 // so that no two copies share 16 bytes
		done += part
	}
	return done
}
