package glx_test

import (
	"bytes"
	"image"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/must"
)

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
	if !bytes.Equal(got.Pix, want.Pix) {
		t.Error("the tiles are not the picture")
	}

	back := must.Get(ctx.NewReadback("back", width, height))(t)
	later := image.NewRGBA(want.Rect)
	if back.Queued() || back.Take(later) == nil {
		t.Error("there is a picture before one was queued")
	}
	back.Queue(whole)
	whole.Begin(0, 1, 0) // the next picture
	if !back.Queued() {
		t.Error("nothing is queued")
	}
	must.Do(t, back.Take(later))
	if !bytes.Equal(later.Pix, want.Pix) {
		t.Error("what was read back is not what was queued")
	}
	back.Queue(whole) // which nobody takes
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
		if b.IsImmutable() != staged {
			t.Errorf("the memory of a buffer is immutable: %v, want %v", !staged, staged)
		}
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
