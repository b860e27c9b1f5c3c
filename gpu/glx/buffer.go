package glx

import (
	"fmt"
	"maps"
	"slices"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"

	"hooke/gpu/limits"
	"hooke/machine/memory"
)

// Buffer is a block of device memory. Its owner calls Release.
type Buffer struct {
	ctx     *Context
	id      uint32
	label   string
	bytes   int64
	vectors uint32   // texture that shows the whole buffer as texels; 0: no texture does
	windows []uint32 // textures that show windows of the buffer
}

// NewBuffer makes a buffer of the given size [bytes], all zeros. A size under 16 bytes is
// rounded up to 16, so that an empty array can still be bound. The label names the buffer
// in errors and in graphics debuggers. An error wraps limits.ErrTooLarge where the buffer
// does not fit a storage block; it also tells that the driver has no memory for it.
func (c *Context) NewBuffer(label string, bytes int64) (*Buffer, error) {
	if err := c.fitsBlock(label, bytes); err != nil {
		return nil, err
	}
	return c.NewLongBuffer(label, bytes)
}

// NewLongBuffer makes a buffer as NewBuffer does, which may be longer than a storage
// block: shaders read it through windows.
func (c *Context) NewLongBuffer(label string, bytes int64) (*Buffer, error) {
	return c.newBuffer(label, bytes, gl.DYNAMIC_COPY)
}

// NewBufferFrom makes a buffer as NewBuffer does, with these records. T must hold no pointers.
func NewBufferFrom[T any](c *Context, label string, records []T) (*Buffer, error) {
	var record T
	bytes := int64(len(records)) * int64(unsafe.Sizeof(record))
	if err := c.fitsBlock(label, bytes); err != nil {
		return nil, err
	}
	b, err := c.allocate(label, bytes, gl.DYNAMIC_COPY)
	if err != nil {
		return nil, err
	}
	if bytes < b.bytes {
		b.Fill(0)
	}
	Upload(b, 0, records)
	if err := b.written(); err != nil {
		return nil, err
	}
	return b, nil
}

func (c *Context) fitsBlock(label string, bytes int64) error {
	if bytes > c.Limits.StorageBlockBytes {
		return fmt.Errorf("glx: buffer %s: %w: needs %d bytes, allowed %d (GL_MAX_SHADER_STORAGE_BLOCK_SIZE)",
			label, limits.ErrTooLarge, bytes, c.Limits.StorageBlockBytes)
	}
	return nil
}

const (
	leastBytes = 16       // size of the smallest buffer
	pieceBytes = 64 << 10 // size of the largest piece of equal words that the host uploads
)

func (c *Context) newBuffer(label string, bytes int64, usage uint32) (*Buffer, error) {
	b, err := c.allocate(label, bytes, usage)
	if err != nil {
		return nil, err
	}
	b.Fill(0)
	if err := b.written(); err != nil {
		return nil, err
	}
	return b, nil
}

// allocate makes a buffer whose contents are undefined.
func (c *Context) allocate(label string, bytes int64, usage uint32) (*Buffer, error) {
	bytes = max(bytes, leastBytes)
	if c.Software() { // the buffer lies in the memory of this machine
		if err := memory.Ask(bytes, "the bytes of the buffer %s in software", label); err != nil {
			return nil, fmt.Errorf("glx: %w", err)
		}
	}
	b := &Buffer{ctx: c, label: label, bytes: bytes}
	gl.GenBuffers(1, &b.id)
	c.live["buffer"]++
	c.bytes[label] += bytes
	b.bind()
	gl.ObjectLabel(gl.BUFFER, b.id, int32(len(label)), gl.Str(label+"\x00"))
	if c.immutable && usage == gl.DYNAMIC_COPY {
		// Its memory stays where the device has it fast: the host only writes, and reads copies.
		gl.BufferStorage(gl.COPY_WRITE_BUFFER, int(bytes), nil, gl.DYNAMIC_STORAGE_BIT)
	} else {
		gl.BufferData(gl.COPY_WRITE_BUFFER, int(bytes), nil, usage)
	}
	if err := c.Err(fmt.Sprintf("allocate buffer %s of %d bytes", label, bytes)); err != nil {
		b.Release()
		return nil, err
	}
	return b, nil
}

// written returns an error where the first write of a buffer has failed, and releases it
// then. Some drivers look for the memory only when it is written.
func (b *Buffer) written() error {
	err := b.ctx.Err(fmt.Sprintf("write buffer %s of %d bytes", b.label, b.bytes))
	if err != nil {
		b.Release()
	}
	return err
}

// Bytes returns the size of the buffer.
func (b *Buffer) Bytes() int64 { return b.bytes }

// Label returns the name given at creation.
func (b *Buffer) Label() string { return b.label }

// Fill sets every 4-byte word to the given one. The word 0x7fc00000 is NaN in float32,
// which poisons an output, so that a part that is not written is seen. Fill only queues. It
// uploads a piece, which the device copies until the buffer is full, since drivers may let
// a later command pass a glClearBufferData; see uploads.
func (b *Buffer) Fill(word uint32) {
	piece := slices.Repeat([]uint32{word}, int(min(b.bytes+3, pieceBytes)/4))
	done := min(4*int64(len(piece)), b.bytes)
	b.upload(0, unsafe.Slice((*byte)(unsafe.Pointer(&piece[0])), done))
	gl.BindBuffer(gl.COPY_READ_BUFFER, b.id)
	b.bind()
	for done < b.bytes {
		part := min(done, b.bytes-done)
		gl.CopyBufferSubData(gl.COPY_READ_BUFFER, gl.COPY_WRITE_BUFFER, 0, int(done), int(part))
		done += part
	}
}

// CopyFrom copies src to the start of b, on the device, as far as it fits. It only queues.
func (b *Buffer) CopyFrom(src *Buffer) {
	b.ctx.settle()
	gl.BindBuffer(gl.COPY_READ_BUFFER, src.id)
	b.bind()
	gl.CopyBufferSubData(gl.COPY_READ_BUFFER, gl.COPY_WRITE_BUFFER, 0, 0, int(min(src.bytes, b.bytes)))
}

// Release frees the buffer. Releasing twice, or a nil buffer, is harmless.
func (b *Buffer) Release() {
	if b == nil || b.id == 0 {
		return
	}
	b.ctx.settle()
	b.hide()
	gl.DeleteBuffers(1, &b.id)
	b.ctx.commands.Deleted(b.id, false)
	b.id = 0
	b.ctx.live["buffer"]--
	b.ctx.bytes[b.label] -= b.bytes
}

// Allocated returns the bytes of the buffers that exist, by their labels.
func (c *Context) Allocated() map[string]int64 { return maps.Clone(c.bytes) }

// bind makes the buffer the one of the next transfer, behind all calls that wait.
func (b *Buffer) bind() {
	b.ctx.settle()
	gl.BindBuffer(gl.COPY_WRITE_BUFFER, b.id)
}

// transfer is the largest amount that one call copies between host and device [bytes]:
// drivers keep a copy of that size, and no size that they see comes near 31 bits.
const transfer = 256 << 20

// Upload copies records to the buffer, starting at record number first, behind all that is
// queued. T must hold no pointers. It panics when the records do not fit, which is a
// programmer's error.
func Upload[T any](b *Buffer, first int64, records []T) {
	size, offset := span[T](b, first, len(records))
	if size == 0 {
		return
	}
	b.ctx.uploaded++
	b.upload(offset, unsafe.Slice((*byte)(unsafe.Pointer(&records[0])), size))
}

// upload is Upload of bytes.
func (b *Buffer) upload(offset int64, data []byte) {
	done := b.ctx.uploads.upload(b, offset, data)
	if done == int64(len(data)) {
		return
	}
	b.bind()
	b.ctx.transfers++
	for size := int64(len(data)); done < size; done += transfer {
		gl.BufferSubData(gl.COPY_WRITE_BUFFER, int(offset+done), int(min(transfer, size-done)), unsafe.Pointer(&data[done]))
	}
}

// Download waits for the device and copies records from the buffer, starting
// at record number first. It panics when the buffer holds fewer records, which is a
// programmer's error.
func Download[T any](b *Buffer, first int64, records []T) {
	size, offset := span[T](b, first, len(records))
	if size == 0 {
		return
	}
	b.ctx.transfers++
	b.ctx.settle()
	b.read(offset, size, unsafe.Pointer(&records[0]))
}

func span[T any](b *Buffer, first int64, count int) (size, offset int64) {
	var record T
	stride := int64(unsafe.Sizeof(record))
	size, offset = int64(count)*stride, first*stride
	if offset < 0 || offset+size > b.bytes {
		panic(fmt.Sprintf("glx: buffer %s: records %d to %d of %d bytes exceed its %d bytes",
			b.label, first, first+int64(count), stride, b.bytes))
	}
	return size, offset
}

// Swap exchanges the memory of two buffers. It panics if their sizes differ, which is a
// programmer's error.
func Swap(a, b *Buffer) {
	if a.bytes != b.bytes {
		panic(fmt.Sprintf("glx: buffers %s and %s of %d and %d bytes cannot be swapped", a.label, b.label, a.bytes, b.bytes))
	}
	a.id, b.id = b.id, a.id
	a.vectors, b.vectors = b.vectors, a.vectors
	a.windows, b.windows = b.windows, a.windows
}
