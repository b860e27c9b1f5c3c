package glx_test

import (
	"bytes"
	"image"
	"image/color"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/must"
)

// quarter covers the upper left quarter of the picture, in the color that the
// texture has in its middle times the vertex's tint.
const (
	quarterVertex = `#version 430 core
layout(location = 0) in vec2 place;
layout(location = 1) in vec4 tint;
out vec4 ink;
void main() { ink = tint; gl_Position = vec4(place, 0.0, 1.0); }`
	quarterFragment = `#version 430 core
layout(binding = 3) uniform sampler2D source;
in vec4 ink;
layout(location = 0) out vec4 color;
void main() { color = ink * texture(source, vec2(0.5)); }`
)

// vertex is 12 bytes: a place and a color.
type vertex struct {
	X, Y float32
	Tint [4]uint8
}

func TestDrawnPictureIsTheRightWayUp(t *testing.T) {
	for _, samples := range []int{1, 4} {
		ctx := gltest.New(t)
		picture := must.Get(ctx.NewFramebuffer("test", 8, 4, samples))(t)
		program := must.Get(ctx.NewGraphics("quarter", glx.Source{Name: "v", Text: quarterVertex}, glx.Source{Name: "f", Text: quarterFragment}))(t)
		texture := must.Get(ctx.NewTexture("white", glx.Color, 1, 1, []byte{255, 128, 255, 255}))(t)
		buffer := must.Get(ctx.NewBuffer("corners", 6*12))(t)
		array := must.Get(ctx.NewVertexArray("corners"))(t)
		tint := [4]uint8{255, 255, 51, 255}
		glx.Upload(buffer, 0, []vertex{{-1, 0, tint}, {0, 0, tint}, {-1, 1, tint}, {-1, 1, tint}, {0, 0, tint}, {0, 1, tint}})
		array.Attribute(glx.Attribute{Location: 0, Components: 2, Type: glx.Float32, Stride: 12}, buffer)
		array.Attribute(glx.Attribute{Location: 1, Components: 4, Type: glx.UnitUint8, Stride: 12, Offset: 8}, buffer)

		picture.Begin(0, 0, 1)
		ctx.SetDrawState(glx.DrawState{})
		ctx.BindTexture(3, texture)
		ctx.Use(program)
		ctx.DrawTriangles(array, 6)
		got := picture.ReadPixels()

		inside, outside := color.RGBA{255, 128, 51, 255}, color.RGBA{0, 0, 255, 255}
		for y := range 4 {
			for x := range 8 {
				want := outside
				if x < 4 && y < 2 {
					want = inside
				}
				if got.RGBAAt(x, y) != want {
					t.Errorf("%d samples: pixel (%d, %d) is %v, want %v", picture.Samples, x, y, got.RGBAAt(x, y), want)
				}
			}
		}
		for _, release := range []func(){picture.Release, program.Release, texture.Release, buffer.Release, array.Release} {
			release()
			release() // twice is harmless
		}
	}
}

// Lines take their ends from an index buffer, the nearer one wins, and a line
// whose clip distance is negative is not drawn.
func TestIndexedLinesWithDepthAndClipping(t *testing.T) {
	ctx := gltest.New(t)
	picture := must.Get(ctx.NewFramebuffer("test", 9, 9, 1))(t)
	defer picture.Release()
	program := must.Get(ctx.NewGraphics("lines", glx.Source{Name: "v", Text: `#version 430 core
layout(location = 0) in vec4 place; // w: clip distance
out float gl_ClipDistance[1];
void main() { gl_ClipDistance[0] = place.w; gl_Position = vec4(place.xyz, 1.0); }`},
		glx.Source{Name: "f", Text: `#version 430 core
layout(location = 0) out vec4 color;
void main() { color = vec4(float(gl_PrimitiveID == 0), float(gl_PrimitiveID == 1), float(gl_PrimitiveID == 2), 1.0); }`}))(t)
	defer program.Release()
	places := must.Get(ctx.NewBuffer("places", 6*16))(t)
	defer places.Release()
	indices := must.Get(ctx.NewBuffer("indices", 6*4))(t)
	defer indices.Release()
	array := must.Get(ctx.NewVertexArray("lines"))(t)
	defer array.Release()
	// Line 0 is horizontal and near, line 1 vertical and far, line 2 cut away.
	glx.Upload(places, 0, [][4]float32{{-1, 0, -0.5, 1}, {0, -1, 0.5, 1}, {1, 0, -0.5, 1}, {0, 1, 0.5, 1}, {-1, 0.8, 0, -1}, {1, 0.8, 0, -1}})
	glx.Upload(indices, 0, [][2]uint32{{0, 2}, {1, 3}, {4, 5}})
	array.Attribute(glx.Attribute{Location: 0, Components: 4, Type: glx.Float32, Stride: 16}, places)
	array.Indices(indices)

	picture.Begin(0, 0, 0)
	ctx.SetDrawState(glx.DrawState{DepthTest: true, DepthWrite: true, ClipDistances: 1})
	ctx.Use(program)
	ctx.DrawIndexedLines(array, 3)
	got := picture.ReadPixels()
	for _, want := range []struct {
		x, y  int
		color color.RGBA
	}{
		{2, 4, color.RGBA{255, 0, 0, 255}}, // the near line
		{4, 4, color.RGBA{255, 0, 0, 255}}, // where they cross
		{4, 7, color.RGBA{0, 255, 0, 255}}, // the far line
		{6, 0, color.RGBA{0, 0, 0, 255}},   // the line that was cut away
	} {
		must.Be(t, got.RGBAAt(want.x, want.y), want.color, "pixel (%d, %d)", want.x, want.y)
	}
}

func TestPictureTooLargeIsRefusedWithNumbers(t *testing.T) {
	ctx := gltest.New(t)
	must.Say(t, "", must.Err(ctx.NewFramebuffer("poster", 1<<20, 10, 1)), "1048576 × 10", "GL_MAX_RENDERBUFFER_SIZE")
	if _, err := ctx.NewFramebuffer("nothing", 0, 10, 1); err == nil {
		t.Error("a picture without width was made")
	}
}

// Tiles of a picture, joined, are the picture; one that is read back later is the one
// that was queued, whatever was drawn since.
func TestTilesAndReadbacks(t *testing.T) {
	ctx := gltest.New(t)
	program := must.Get(ctx.NewGraphics("steps", glx.Source{Name: "v", Text: `#version 430 core
void main() { gl_Position = vec4(vec2[](vec2(-1, -1), vec2(3, -1), vec2(-1, 3))[gl_VertexID], 0, 1); }`},
		glx.Source{Name: "f", Text: `#version 430 core
layout(location = 0) out vec4 color;
void main() { color = vec4(0.25, 0.5, 1, 1); }`}))(t)
	corner := must.Get(ctx.NewGraphics("corner", glx.Source{Name: "v", Text: `#version 430 core
void main() { gl_Position = vec4(vec2[](vec2(-1, 1), vec2(0.5, 1), vec2(-1, -0.5))[gl_VertexID], 0, 1); }`},
		glx.Source{Name: "f", Text: `#version 430 core
layout(location = 0) out vec4 color;
void main() { color = vec4(1, 0, 0, 1); }`}))(t)
	array := must.Get(ctx.NewVertexArray("nothing"))(t)
	draw := func(onto *glx.Framebuffer) {
		onto.Begin(0, 0, 0)
		ctx.SetDrawState(glx.DrawState{})
		ctx.Use(program)
		ctx.DrawTriangles(array, 3)
		ctx.Use(corner)
		ctx.DrawTriangles(array, 3)
	}
	const width, height = 37, 23
	whole := must.Get(ctx.NewFramebuffer("whole", width, height, 4))(t)
	draw(whole)
	want := whole.ReadPixels()

	tile := must.Get(ctx.NewTile("tile", width, height, 16, 10, 4))(t)
	got := image.NewRGBA(want.Rect)
	for y := 0; y < height; y += 10 {
		for x := 0; x < width; x += 16 {
			tile.MoveTo(x, y)
			draw(tile)
			tile.ReadInto(got)
		}
	}
	must.Hold(t, bytes.Equal(got.Pix, want.Pix), "the tiles are not the picture")

	back := must.Get(ctx.NewReadback("back", width, height))(t)
	later := image.NewRGBA(want.Rect)
	must.Hold(t, !back.Queued() && back.Take(later) != nil, "there is a picture before one was queued")
	back.Queue(whole)
	whole.Begin(0, 1, 0) // the next picture
	must.Hold(t, back.Queued(), "nothing is queued")
	must.Do(t, back.Take(later))
	must.Hold(t, bytes.Equal(later.Pix, want.Pix), "what was read back is not what was queued")
	back.Queue(whole) // which is not taken
	must.Say(t, "", must.Err(ctx.NewTile("poster", 1<<20, 10, 16, 16, 1)), "GL_MAX_VIEWPORT_DIMS")
	for _, release := range []func(){back.Release, tile.Release, whole.Release, array.Release, program.Release, corner.Release} {
		release()
		release()
	}
	if left := ctx.Live(); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

// Buffers have immutable memory, and the host reads them by copies on the device, in parts
// where they are long; a driver without such memory reads the buffers themselves.
func TestReadsGoThroughStaging(t *testing.T) {
	ctx, calls := gltest.NewCounting(t)
	if !ctx.Immutable() {
		t.Fatalf("%s is taken to be without GL_ARB_buffer_storage, which OpenGL 4.4 and each driver of this set-up have", ctx.Version)
	}
	calls.AllowHostWrites() // of the driver without such memory
	const words = 5 << 20   // 20 MiB: two parts
	written := make([]uint32, words)
	for k := range written {
		written[k] = uint32(k)*2654435761 + 1
	}
	for _, staged := range []bool{true, false} {
		restore := ctx.SetImmutable(staged)
		b := must.Get(ctx.NewBuffer("test", 4*words))(t)
		must.Hold(t, b.IsImmutable() == staged, "the memory of a buffer is immutable: %v, want %v", !staged, staged)
		glx.Upload(b, 0, written)
		for _, part := range []struct{ first, count, copies int64 }{{0, 16, 1}, {words - 3, 3, 1}, {1, words - 1, 2}} {
			got := make([]uint32, part.count)
			calls.Reset()
			glx.Download(b, part.first, got)
			made, _ := calls.Made()
			if want := part.copies; staged && made["glCopyBufferSubData"] != want || !staged && made["glCopyBufferSubData"] != 0 {
				t.Errorf("staged %v, %d words: %d copies, want %d", staged, part.count, made["glCopyBufferSubData"], want)
			}
			for k, word := range got {
				if word != written[part.first+int64(k)] {
					t.Fatalf("staged %v: word %d is %d, want %d", staged, part.first+int64(k), word, written[part.first+int64(k)])
				}
			}
		}
		b.Release()
		restore()
	}
}
