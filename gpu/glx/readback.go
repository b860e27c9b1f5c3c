package glx

import (
	"fmt"
	"image"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// Readback brings pictures of one size to the host without waiting for their draws: Queue
// asks for a copy, which the device makes when it has drawn, and Take fetches it later.
// It takes 4 bytes per pixel on the device. Its owner calls Release.
type Readback struct {
	ctx    *Context
	size   image.Point
	buffer uint32
	queued bool
	fence  Fence // is behind the copy
}

// NewReadback makes a Readback for pictures of the given size [pixels]. The label names
// it in errors and in graphics debuggers.
func (c *Context) NewReadback(label string, width, height int) (*Readback, error) {
	r := &Readback{ctx: c, size: image.Pt(width, height)}
	gl.GenBuffers(1, &r.buffer)
	c.live["readback"]++
	gl.BindBuffer(gl.PIXEL_PACK_BUFFER, r.buffer)
	gl.ObjectLabel(gl.BUFFER, r.buffer, int32(len(label)), gl.Str(label+"\x00"))
	gl.BufferData(gl.PIXEL_PACK_BUFFER, 4*width*height, nil, gl.STREAM_READ)
	gl.BindBuffer(gl.PIXEL_PACK_BUFFER, 0)
	if err := c.Err(fmt.Sprintf("make readback %s of %d × %d pixels", label, width, height)); err != nil {
		r.Release()
		return nil, err
	}
	return r, nil
}

// Queue asks for a copy of a picture as it is after the draws so far. The copy replaces
// an earlier one that is still pending. Queue panics when the picture has another size,
// which is a programmer's error.
func (r *Readback) Queue(f *Framebuffer) {
	if f.kept != r.size {
		panic(fmt.Sprintf("glx: a picture of %v pixels is read back as one of %v", f.kept, r.size))
	}
	f.bindForReading()
	gl.PixelStorei(gl.PACK_ALIGNMENT, 1)
	gl.BindBuffer(gl.PIXEL_PACK_BUFFER, r.buffer)
	gl.ReadPixels(0, 0, int32(r.size.X), int32(r.size.Y), gl.RGBA, gl.UNSIGNED_BYTE, nil)
	gl.BindBuffer(gl.PIXEL_PACK_BUFFER, 0) // other readers read to the host
	r.ctx.Fence(&r.fence)                  // it flushes, so that the device makes the copy without a wait
	r.queued = true
}

// Queued reports whether there is a copy to take.
func (r *Readback) Queued() bool { return r.queued }

// Take waits for the queued copy and writes it into a picture of the same size, opaque
// and with the upper row first. It returns an error when nothing is queued, when the size
// differs, or when the device is lost.
func (r *Readback) Take(into *image.RGBA) error {
	if !r.queued || into.Rect != (image.Rectangle{Max: r.size}) {
		return fmt.Errorf("glx: nothing was queued for a picture of %v", into.Rect)
	}
	r.queued = false
	if err := r.ctx.Await(&r.fence); err != nil {
		return fmt.Errorf("glx: read a picture back: %w", err)
	}
	gl.BindBuffer(gl.PIXEL_PACK_BUFFER, r.buffer)
	defer gl.BindBuffer(gl.PIXEL_PACK_BUFFER, 0)
	at := gl.MapBufferRange(gl.PIXEL_PACK_BUFFER, 0, 4*r.size.X*r.size.Y, gl.MAP_READ_BIT)
	if at == nil {
		return r.ctx.Err("read a picture back")
	}
	copy(into.Pix, unsafe.Slice((*byte)(at), 4*r.size.X*r.size.Y))
	gl.UnmapBuffer(gl.PIXEL_PACK_BUFFER)
	upright(into)
	return r.ctx.Err("read a picture back")
}

// Release frees the Readback. Releasing twice, or a nil *Readback, is harmless.
func (r *Readback) Release() {
	if r == nil || r.buffer == 0 {
		return
	}
	r.fence.Release()
	gl.DeleteBuffers(1, &r.buffer)
	r.buffer = 0
	r.ctx.live["readback"]--
}
