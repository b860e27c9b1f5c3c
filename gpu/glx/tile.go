package glx

import (
	"fmt"
	"image"

	"github.com/go-gl/gl/v4.3-core/gl"

	"hooke/gpu/limits"
)

// NewTile makes a part of a picture that may be larger than what the device has room
// for: Width and Height are those of the whole picture, and draws go to all of it, but
// only what lies in the tile is kept. A tile begins at the upper left corner; MoveTo
// puts it elsewhere. Neighbors join without a seam, since the device places all that it
// draws as in the whole picture, to within a rounding in 32 bits. The tile is bounded as
// other pictures are, the whole picture by GL_MAX_VIEWPORT_DIMS.
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

// MoveTo has the next draws keep what is right of and below a place of the picture
// [pixels], counted from its upper left corner. The tile may reach beyond the picture.
func (f *Framebuffer) MoveTo(x, y int) { f.corner = image.Pt(x, y) }

// Tile is the part of the picture that is kept.
func (f *Framebuffer) Tile() image.Rectangle {
	return image.Rectangle{Min: f.corner, Max: f.corner.Add(f.kept)}.Intersect(image.Rect(0, 0, f.Width, f.Height))
}

// look has draws go to the whole picture, of which the tile keeps a part.
func (f *Framebuffer) look() {
	gl.Viewport(int32(-f.corner.X), int32(f.corner.Y+f.kept.Y-f.Height), int32(f.Width), int32(f.Height))
}

// ReadInto waits for the draws and copies the tile to its place in the whole picture,
// opaque. It panics when that has another size, which is a programmer's error.
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

// Kept is the size of what is stored [pixels].
func (f *Framebuffer) Kept() (width, height int) { return f.kept.X, f.kept.Y }
