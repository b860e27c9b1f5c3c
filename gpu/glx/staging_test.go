package glx_test

import (
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/must"
)

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
