package glx

import (
	"fmt"
	"image"

	"github.com/go-gl/gl/v4.3-core/gl"

	"hooke/gpu/limits"
)

// NewTile makes a part of a picture that may be larger than the device can store. Width
// and Height are the size of the whole picture, and draws go to all of it, but only the
// part in the tile is kept. A tile begins at the upper left corner of the picture; MoveTo
// puts it elsewhere. Neighboring tiles join without a seam, since the device places all
// that it draws as in the whole picture, to within a rounding in 32 bits. The size of the
// tile has the limits of other pictures, the whole picture has GL_MAX_VIEWPORT_DIMS. All
// sizes are in pixels; a tile is no larger than the picture. Samples and errors are as for
// NewFramebuffer.
func (c *Context) NewTile(label string, width, height, tileWidth, tileHeight, samples int) (*Framebuffer, error) {
	if width < 1 || height < 1 || int64(max(width, height)) > int64(c.Limits.ViewSize) {
		return nil, fmt.Errorf("glx: picture %s: %w: %d × %d pixels; this device draws 1 to %d a side, also in tiles (GL_MAX_VIEWPORT_DIMS)",
			label, limits.ErrTooLarge, width, height, c.Limits.ViewSize)
	}
	f, err := c.NewFramebuffer(label, min(width, tileWidth), min(height, tileHeight), samples)
	if err != nil {
		return nil, err
	}
	f.Width, f.Height = width, height
	return f, nil
}

// MoveTo puts the upper left corner of the tile at a position in the picture [pixels],
// counted from the picture's upper left corner, from the next Begin on. The tile may reach
// beyond the picture.
func (f *Framebuffer) MoveTo(x, y int) { f.corner = image.Pt(x, y) }

// Tile returns the part of the picture that is kept [pixels], counted from the upper left
// corner of the picture.
func (f *Framebuffer) Tile() image.Rectangle {
	return image.Rectangle{Min: f.corner, Max: f.corner.Add(f.kept)}.Intersect(image.Rect(0, 0, f.Width, f.Height))
}

// look sets the viewport to the whole picture, of which the tile keeps a part.
func (f *Framebuffer) look() {
	gl.Viewport(int32(-f.corner.X), int32(f.corner.Y+f.kept.Y-f.Height), int32(f.Width), int32(f.Height))
}

// ReadInto waits for the draws and copies the tile, opaque, to its position in the whole picture. It panics
// if whole does not have the size of that picture, which is a programmer's error.
func (f *Framebuffer) ReadInto(whole *image.RGBA) {
	if whole.Rect != image.Rect(0, 0, f.Width, f.Height) {
		panic(fmt.Sprintf("glx: a tile of %d × %d pixels is read into a picture of %v", f.Width, f.Height, whole.Rect))
	}
	from := f.ReadPixels()
	tile := f.Tile()
	for y := tile.Min.Y; y < tile.Max.Y; y++ {
		copy(whole.Pix[whole.PixOffset(tile.Min.X, y):whole.PixOffset(tile.Max.X, y)], from.Pix[from.PixOffset(0, y-tile.Min.Y):])
	}
}

// Kept returns the size of the stored picture [pixels]: that of the tile, or of the whole
// picture without tiles.
func (f *Framebuffer) Kept() (width, height int) { return f.kept.X, f.kept.Y }
