package glx

import (
	"fmt"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// Stream is device memory that the host writes part by part while the device still
// reads other parts, out of the queue's order: a write lands when it is made, and not
// behind what was queued before it. Its owner calls Release.
//
// The rule that makes this right: the host writes a byte only when no command that is
// queued and may not have run touches it. Nobody but the stream has to know:
//
//   - the memory is divided into regions of the same length, and one of them is open.
//     Only what is in it is written, each byte once while it is open, and only what is
//     in it is bound, so that commands which read a region were queued while it was open;
//   - Next puts a fence behind all of those, opens the region after it, and waits for
//     the fence that was put there when that region was closed;
//   - the first region is opened when the memory was cleared, for which NewStream waits:
//     clearing is a command, too.
//
// This is the only place where memory is mapped unsynchronized. Everything else in this
// package that writes to the device is kept in order by OpenGL.
type Stream struct {
	buffer *Buffer
	region int64   // bytes of each
	closed []Fence // of each region: behind all commands that read it
	open   int
	filled int64 // bytes of the open region that were written
}

// NewStream makes a stream of at least two regions of so many bytes. Behind the last one
// are tail bytes that are never written, so that a block which begins in it has somewhere
// to end. It waits until the memory is zeroed.
func (c *Context) NewStream(label string, regions int, region, tail int64) (*Stream, error) {
	b, err := c.newBuffer(label, int64(regions)*region+tail, gl.STREAM_DRAW)
	if err != nil {
		return nil, err
	}
	s := &Stream{buffer: b, region: region, closed: make([]Fence, regions)}
	var zeroed Fence
	c.Fence(&zeroed)
	if err := c.Await(&zeroed); err != nil {
		zeroed.Release()
		s.Release()
		return nil, err
	}
	return s, nil
}

// Next closes the open region, whatever of it was written, and opens the one after it,
// the first one again behind the last. It waits until no command reads that one; with as
// many regions as are ahead of the device at most, and one, it never has to.
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

// Left is how many bytes of the open region were not written yet.
func (s *Stream) Left() int64 { return s.region - s.filled }

// Append writes records behind those that the open region has, and returns where they
// are [bytes from the start of the stream]. It neither waits nor keeps an order. It
// panics when the records do not fit, which is a programmer's error.
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
	if to == nil || !gl.UnmapBuffer(gl.COPY_WRITE_BUFFER) { // the memory was lost meanwhile, which drivers may say
		s.buffer.ctx.transfers++
		gl.BufferSubData(gl.COPY_WRITE_BUFFER, int(at), int(size), unsafe.Pointer(&records[0]))
	}
	s.filled += size
	return at
}

// BindStream makes a part of a stream, which begins in its open region, the uniform block
// of that binding number, for commands that are queued before Next. What the block has
// behind that region is not to be read. The place is a multiple of
// Limits.UniformAlignment. It panics where the part begins in another region, which may
// be written at any moment.
func (c *Context) BindStream(binding uint32, s *Stream, at, bytes int64) {
	if at < int64(s.open)*s.region || at >= int64(s.open)*s.region+s.filled {
		panic(fmt.Sprintf("glx: stream %s: byte %d is bound, and only %d bytes from byte %d on may be read",
			s.buffer.label, at, s.filled, int64(s.open)*s.region))
	}
	c.BindUniformRange(binding, s.buffer, at, bytes)
}

// Bytes is the size of the stream on the device.
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
