package offscreen

import (
	"fmt"
	"image"

	"hooke/gpu/glx"
	"hooke/viewer/draw"
)

// Canvas is a target for pictures of any size. It draws a large picture in tiles and joins
// them, so that the picture may be larger than the device stores at once, and needs little
// memory there. Its owner calls Close.
type Canvas struct {
	Width, Height int // of the picture [pixels]
	ctx           *glx.Context
	tile          *glx.Framebuffer
}

// tileSide is the side of a tile [pixels] unless NewCanvas is told otherwise: 2048²
// pixels with four samples each take 168 MB on the device.
const tileSide = 2048

// NewCanvas makes a canvas of that size [pixels] with the given number of samples a pixel; zero means
// 4. A picture of more than side pixels a side is drawn in tiles of side × side pixels;
// zero means 2048, and the tiles are smaller where the device holds less. A picture in
// tiles differs from one in a single piece only by the rounding of positions in 32 bits.
// NewCanvas returns an error when the device cannot hold a tile.
func NewCanvas(ctx *glx.Context, width, height, samples, side int) (*Canvas, error) {
	if samples == 0 {
		samples = defaultSamples
	}
	if side == 0 {
		side = tileSide
	}
	side = min(side, int(ctx.Limits.PictureSize))
	tile, err := ctx.NewTile("canvas", width, height, side, side, samples)
	if err != nil {
		return nil, fmt.Errorf("draw: %w", err)
	}
	return &Canvas{Width: width, Height: height, ctx: ctx, tile: tile}, nil
}

// Draw draws a frame with a renderer and waits for it. It writes the picture into an image of
// the canvas's size; nil makes a new image. Data of the scene are computed once for all
// tiles. Draw returns the image, and an error of the renderer or of reading the picture.
func (c *Canvas) Draw(r *draw.Renderer, f draw.Frame, into *image.RGBA) (*image.RGBA, error) {
	if into == nil {
		into = image.NewRGBA(image.Rect(0, 0, c.Width, c.Height))
	}
	kept := image.Pt(c.tile.Kept())
	for y := 0; y < c.Height; y += kept.Y {
		for x := 0; x < c.Width; x += kept.X {
			c.tile.MoveTo(x, y)
			if err := r.Draw(c.tile, f); err != nil {
				return nil, err
			}
			c.tile.ReadInto(into)
			f.Still = true // as the next tile finds it
		}
	}
	return into, c.ctx.Err("draw: read the picture")
}

// Close releases the canvas's objects on the device. It does nothing for a nil canvas.
func (c *Canvas) Close() {
	if c != nil {
		c.tile.Release()
	}
}
