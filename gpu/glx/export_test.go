package glx

import (
	"time"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// AwaitAsking is Await that asks after the device so often.
func (c *Context) AwaitAsking(f *Fence, every time.Duration) error { return c.await(f, every) }

// WaitLate waits so long for a fence and says whether it was still not reached.
func (f *Fence) WaitLate(atMost time.Duration) bool { return f.wait(atMost) == late }

// Written is the buffer of a stream, for a test that reads it.
func (s *Stream) Written() *Buffer { return s.buffer }

// Immutable says whether buffers have immutable memory.
func (c *Context) Immutable() bool { return c.immutable }

// SetImmutable makes a context one of a driver without such memory, or with it again.
func (c *Context) SetImmutable(on bool) (restore func()) {
	was := c.immutable
	c.immutable = on
	return func() { c.immutable = was }
}

// IsImmutable asks the driver.
func (b *Buffer) IsImmutable() bool {
	const immutableStorage = 0x821F // GL_BUFFER_IMMUTABLE_STORAGE
	is := int32(0)
	b.bind()
	gl.GetBufferParameteriv(gl.COPY_WRITE_BUFFER, immutableStorage, &is)
	return is != 0
}

// CompilesFloat64 says whether the driver compiles the program that decides about float64, and
// Compiles whether it compiles another one.
func (c *Context) CompilesFloat64() bool     { return c.compiles(float64Program) }
func (c *Context) Compiles(text string) bool { return c.compiles(text) }

// DeviceMemoryOf is DeviceMemory of a driver with these extensions and numbers.
func DeviceMemoryOf(has func(extension string) bool, get func(name uint32, into *int32)) (DeviceMemory, bool) {
	return deviceMemory(has, get)
}

// Status has the driver tell this status of resets from here on.
func (c *Context) Status(status func() uint32) { c.status = status }

// Exhaust makes the driver report that it has no memory.
func (c *Context) Exhaust() {
	var id uint32
	gl.GenBuffers(1, &id)
	gl.BindBuffer(gl.COPY_WRITE_BUFFER, id)
	gl.BufferData(gl.COPY_WRITE_BUFFER, 1<<48, nil, gl.DYNAMIC_COPY)
	gl.DeleteBuffers(1, &id)
}
