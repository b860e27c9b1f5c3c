package glx

import (
	"fmt"
	"image"

	"github.com/go-gl/gl/v4.3-core/gl"

	"hooke/gpu/limits"
)

// Framebuffer is a picture to draw into, off the screen. It holds color and depth, with
// one or several samples a pixel. Its owner calls Release.
type Framebuffer struct {
	Width, Height int // of the whole picture [pixels]
	Samples       int // samples a pixel; 1: no multisampling

	ctx      *Context
	kept     image.Point // size of the part that is stored [pixels]: less than the picture only in a tile
	corner   image.Point // upper left corner of that part in the picture [pixels]; see NewTile
	drawn    surface     // draws write to it
	resolved surface     // the same with one sample a pixel; zero where drawn has one
}

// surface is a framebuffer object with its renderbuffers.
type surface struct{ id, color, depth uint32 }

// NewFramebuffer makes a picture of the given size [pixels]. More samples than the device has
// are reduced to its maximum; 0 and 1 mean no multisampling. The label names the picture in
// errors and in graphics debuggers. An error wraps limits.ErrTooLarge for a size that the
// device does not draw.
func (c *Context) NewFramebuffer(label string, width, height, samples int) (*Framebuffer, error) {
	if width < 1 || height < 1 || int64(max(width, height)) > int64(c.Limits.PictureSize) {
		return nil, fmt.Errorf("glx: picture %s: %w: %d × %d pixels; this device draws 1 to %d a side (GL_MAX_RENDERBUFFER_SIZE, GL_MAX_VIEWPORT_DIMS)",
			label, limits.ErrTooLarge, width, height, c.Limits.PictureSize)
	}
	var most int32
	gl.GetIntegerv(gl.MAX_SAMPLES, &most)
	f := &Framebuffer{Width: width, Height: height, Samples: max(1, min(samples, int(most))), ctx: c, kept: image.Pt(width, height)}
	c.live["framebuffer"]++

	f.drawn = f.surface(int32(f.Samples), true)
	ok := gl.CheckFramebufferStatus(gl.FRAMEBUFFER) == gl.FRAMEBUFFER_COMPLETE
	if f.Samples > 1 {
		f.resolved = f.surface(1, false)
		ok = ok && gl.CheckFramebufferStatus(gl.FRAMEBUFFER) == gl.FRAMEBUFFER_COMPLETE
	}
	gl.BindFramebuffer(gl.FRAMEBUFFER, f.drawn.id)
	gl.ObjectLabel(gl.FRAMEBUFFER, f.drawn.id, int32(len(label)), gl.Str(label+"\x00"))
	err := c.Err(fmt.Sprintf("make picture %s of %d × %d pixels", label, width, height))
	if err == nil && !ok {
		err = fmt.Errorf("glx: picture %s: the driver does not support a framebuffer of %d × %d pixels with %d samples",
			label, width, height, f.Samples)
	}
	if err != nil {
		f.Release()
		return nil, err
	}
	return f, nil
}

func (f *Framebuffer) surface(samples int32, withDepth bool) surface {
	var s surface
	storage := func(format uint32) (id uint32) {
		gl.GenRenderbuffers(1, &id)
		gl.BindRenderbuffer(gl.RENDERBUFFER, id)
		if samples > 1 {
			gl.RenderbufferStorageMultisample(gl.RENDERBUFFER, samples, format, int32(f.kept.X), int32(f.kept.Y))
		} else {
			gl.RenderbufferStorage(gl.RENDERBUFFER, format, int32(f.kept.X), int32(f.kept.Y))
		}
		return id
	}
	gl.GenFramebuffers(1, &s.id)
	gl.BindFramebuffer(gl.FRAMEBUFFER, s.id)
	s.color = storage(gl.RGBA8)
	gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, s.color)
	if withDepth {
		s.depth = storage(gl.DEPTH_COMPONENT32F)
		gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.RENDERBUFFER, s.depth)
	}
	return s
}

// Begin makes the picture the target of the draws that follow and clears it.
func (f *Framebuffer) Begin(red, green, blue float32) {
	gl.BindFramebuffer(gl.FRAMEBUFFER, f.drawn.id)
	f.look()
	gl.DepthMask(true)
	gl.ClearColor(red, green, blue, 1)
	gl.ClearDepth(1)
	gl.Clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT)
}

// ToWindow queues a copy of the picture to the window of this context. Their lower left
// corners meet, and their sizes should be equal.
func (f *Framebuffer) ToWindow() {
	f.bindForReading()
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, 0)
	f.blit()
}

// Stretch queues a smoothed copy of the picture that covers all of another, and makes
// the other the target of the draws that follow. The other must have one sample a pixel.
func (f *Framebuffer) Stretch(onto *Framebuffer) {
	f.bindForReading()
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, onto.drawn.id)
	gl.BlitFramebuffer(0, 0, int32(f.Width), int32(f.Height), 0, 0, int32(onto.Width), int32(onto.Height), gl.COLOR_BUFFER_BIT, gl.LINEAR)
	gl.BindFramebuffer(gl.FRAMEBUFFER, onto.drawn.id)
	onto.look()
}

// ReadPixels waits for the draws and copies the picture to the host, opaque and with the
// upper row first. Of a tile it copies all that the tile stores.
func (f *Framebuffer) ReadPixels() *image.RGBA {
	out := image.NewRGBA(image.Rectangle{Max: f.kept})
	f.bindForReading()
	gl.PixelStorei(gl.PACK_ALIGNMENT, 1)
	gl.ReadPixels(0, 0, int32(f.kept.X), int32(f.kept.Y), gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(out.Pix))
	upright(out)
	return out
}

// upright reverses the rows of a picture, since OpenGL gives the lowest row first, and
// makes the picture opaque.
func upright(out *image.RGBA) {
	row := make([]byte, out.Stride)
	for top, bottom := 0, out.Rect.Dy()-1; top < bottom; top, bottom = top+1, bottom-1 {
		upper, lower := out.Pix[top*out.Stride:][:out.Stride], out.Pix[bottom*out.Stride:][:out.Stride]
		copy(row, upper)
		copy(upper, lower)
		copy(lower, row)
	}
	for i := 3; i < len(out.Pix); i += 4 {
		out.Pix[i] = 255
	}
}

// Release frees the picture. Releasing twice, or a nil picture, is harmless.
func (f *Framebuffer) Release() {
	if f == nil || f.drawn.id == 0 {
		return
	}
	for _, s := range []*surface{&f.resolved, &f.drawn} {
		renderbuffers := []uint32{s.color, s.depth}
		gl.DeleteFramebuffers(1, &s.id) // OpenGL ignores zeros
		gl.DeleteRenderbuffers(2, &renderbuffers[0])
		*s = surface{}
	}
	f.ctx.live["framebuffer"]--
}

// bindForReading makes the picture, with one sample a pixel, the source of
// copies.
func (f *Framebuffer) bindForReading() {
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, f.drawn.id)
	if f.resolved.id == 0 {
		return
	}
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, f.resolved.id)
	f.blit()
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, f.resolved.id)
}

func (f *Framebuffer) blit() {
	w, h := int32(f.kept.X), int32(f.kept.Y)
	gl.BlitFramebuffer(0, 0, w, h, 0, 0, w, h, gl.COLOR_BUFFER_BIT, gl.NEAREST)
}
