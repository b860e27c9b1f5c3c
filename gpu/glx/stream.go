package glx

import (
	"fmt"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// Stream is device memory that the host writes part by part while the device still
// reads other parts. A write does not keep the order of the queue: it lands when it is
// made, and not behind the commands queued before it. Its owner calls Release.
//
// One rule makes this right: the host writes a byte only when no queued command that may
// still have to run touches that byte. Only the stream has to know how the rule is kept:
//
//   - the memory is divided into regions of the same length, and one of them is open.
//     The host writes only in the open region, each byte once while the region is open,
//     and binds only parts of it, so that every command that reads a region is queued
//     while that region is open;
//   - Next puts a fence behind all commands of the open region, opens the region that
//     follows, and waits for the fence of the last time when that one was closed;
//   - NewStream waits until the device has filled the memory with zeros, and then opens the
//     first region.
//
// This, Landing and uploads are the only places where the host sees memory outside the order of the queue.
type Stream struct {
	buffer *Buffer
	region int64   // length of each region [bytes]
	closed []Fence // for each region a fence behind all commands that read it
	open   int     // number of the open region
	filled int64   // written length of the open region [bytes]
}

// NewStream makes a stream of at least two regions of region bytes each. Behind the last
// region are tail bytes that are not written, so that a block which begins in that region
// has room to its end. NewStream waits until the memory is zeroed. The label names the
// stream in errors and in graphics debuggers.
func (c *Context) NewStream(label string, regions int, region, tail int64) (*Stream, error) {
	b, err := c.newBuffer(label, int64(regions)*region+tail, gl.STREAM_DRAW)
	if err != nil {
		return nil, err
	}
	c.Finish()
	if c.Lost() {
		b.Release()
		return nil, fmt.Errorf("glx: make stream %s: %w", label, ErrLost)
	}
	return &Stream{buffer: b, region: region, closed: make([]Fence, regions)}, nil
}

// Next closes the open region, even one that is not full, and opens the region that
// follows; the first follows the last. It waits until no command reads the newly opened
// region. It never has to wait if there is one region more than the host is ever ahead
// of the device. An error wraps ErrLost, and the old region stays open.
func (s *Stream) Next() error {
	c := s.buffer.ctx
	c.Fence(&s.closed[s.open])
	next := (s.open + 1) % len(s.closed)
	if err := c.Await(&s.closed[next]); err != nil {
		return err
	}
	s.open, s.filled = next, 0
	return nil
}

// Left returns the number of bytes of the open region that are not written yet.
func (s *Stream) Left() int64 { return s.region - s.filled }

// Append writes records behind those that the open region holds, and returns their offset [bytes from the
// start of the stream]. It does not keep the order of the queue. T must hold no pointers. It panics when the
// records do not fit, which is a programmer's error.
func Append[T any](s *Stream, records []T) (at int64) {
	var record T
	size := int64(len(records)) * int64(unsafe.Sizeof(record))
	at = int64(s.open)*s.region + s.filled
	if size > s.Left() {
		panic(fmt.Sprintf("glx: stream %s: %d bytes exceed the %d that are left of its open region", s.buffer.label, size, s.Left()))
	}
	if size == 0 {
		return at
	}
	s.buffer.bind()
	to := gl.MapBufferRange(gl.COPY_WRITE_BUFFER, int(at), int(size), gl.MAP_WRITE_BIT|gl.MAP_INVALIDATE_RANGE_BIT|gl.MAP_UNSYNCHRONIZED_BIT)
	if to != nil {
		copy(unsafe.Slice((*T)(to), len(records)), records)
	}
	if to == nil || !gl.UnmapBuffer(gl.COPY_WRITE_BUFFER) { // the driver may say that the memory was lost meanwhile
		s.buffer.ctx.transfers++
		gl.BufferSubData(gl.COPY_WRITE_BUFFER, int(at), int(size), unsafe.Pointer(&records[0]))
	}
	s.filled += size
	return at
}

// BindStream makes a part of a stream the uniform block of that binding number, for
// commands that are queued before Next. The part begins at byte at of the stream, a
// multiple of Limits.UniformAlignment. It panics when that byte is not one that was
// written to the open region: other bytes may be written at any moment. Shaders must not
// read the block's bytes behind the open region.
func (c *Context) BindStream(binding uint32, s *Stream, at, bytes int64) {
	if at < int64(s.open)*s.region || at >= int64(s.open)*s.region+s.filled {
		panic(fmt.Sprintf("glx: stream %s: byte %d is bound, and only %d bytes from byte %d on may be read",
			s.buffer.label, at, s.filled, int64(s.open)*s.region))
	}
	c.BindUniformRange(binding, s.buffer, at, bytes)
}

// Bytes returns the size of the stream on the device.
func (s *Stream) Bytes() int64 { return s.buffer.bytes }

// Release frees the stream. Releasing twice, or a nil stream, is harmless.
func (s *Stream) Release() {
	if s == nil {
		return
	}
	for r := range s.closed {
		s.closed[r].Release()
	}
	s.buffer.Release()
}

// Landing is memory of the host into which the device copies parts of buffers. The host reads it when those copies are done,
// and waits for nothing that was queued behind them: it waits for the fence behind the copies, and the owner of a Landing queues no
// other copies before it has read those. Its owner calls Release.
type Landing struct {
	ctx    *Context
	id     uint32
	label  string
	bytes  int64
	mapped unsafe.Pointer // where the host sees it; nil: the driver copies it
	fence  Fence          // behind the copies
}

// NewLanding allocates the given number of bytes. The label names it in errors and in graphics debuggers.
func (c *Context) NewLanding(label string, bytes int64) (*Landing, error) {
	l := &Landing{ctx: c, label: label, bytes: max(bytes, 16)}
	c.settle()
	gl.GenBuffers(1, &l.id)
	c.live["landing"]++
	gl.BindBuffer(gl.COPY_READ_BUFFER, l.id)
	gl.ObjectLabel(gl.BUFFER, l.id, int32(len(label)), gl.Str(label+"\x00"))
	const persistent = gl.MAP_READ_BIT | gl.MAP_PERSISTENT_BIT | gl.MAP_COHERENT_BIT
	if c.immutable {
		gl.BufferStorage(gl.COPY_READ_BUFFER, int(l.bytes), nil, persistent|gl.CLIENT_STORAGE_BIT)
		l.mapped = gl.MapBufferRange(gl.COPY_READ_BUFFER, 0, int(l.bytes), persistent)
	} else {
		gl.BufferData(gl.COPY_READ_BUFFER, int(l.bytes), nil, gl.STREAM_READ)
	}
	if err := c.Err(fmt.Sprintf("make room %s of %d bytes for the host", label, l.bytes)); err != nil {
		l.Release()
		return nil, err
	}
	return l, nil
}

// Copy queues a copy of a part of a buffer [bytes].
func (l *Landing) Copy(from *Buffer, offset, at, size int64) {
	l.ctx.settle()
	gl.BindBuffer(gl.COPY_READ_BUFFER, from.id)
	gl.BindBuffer(gl.COPY_WRITE_BUFFER, l.id)
	gl.CopyBufferSubData(gl.COPY_READ_BUFFER, gl.COPY_WRITE_BUFFER, int(offset), int(at), int(size))
}

// End ends the copies that Landed gives, and hands them to the device.
func (l *Landing) End() { l.ctx.Fence(&l.fence) }

// Landed waits for the copies before the last End, and for nothing behind it, and gives their records.
func Landed[T any](l *Landing, records []T) error {
	if err := l.ctx.Await(&l.fence); err != nil || len(records) == 0 {
		return err
	}
	var record T
	size := min(int64(len(records))*int64(unsafe.Sizeof(record)), l.bytes)
	if l.mapped != nil {
		copy(unsafe.Slice((*byte)(unsafe.Pointer(&records[0])), size), unsafe.Slice((*byte)(l.mapped), size))
		return nil
	}
	l.ctx.settle()
	gl.BindBuffer(gl.COPY_READ_BUFFER, l.id)
	gl.GetBufferSubData(gl.COPY_READ_BUFFER, 0, int(size), unsafe.Pointer(&records[0]))
	return nil
}

// Release frees the memory. Releasing twice, or a nil landing, is harmless.
func (l *Landing) Release() {
	if l == nil || l.id == 0 {
		return
	}
	l.ctx.settle()
	l.fence.Release()
	gl.DeleteBuffers(1, &l.id) // this ends the mapping, too
	l.ctx.commands.Deleted(l.id, false)
	l.id, l.mapped = 0, nil
	l.ctx.live["landing"]--
}
