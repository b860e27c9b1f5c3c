package glx_test

import (
	"testing"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/must"
)

// recorder is a test whose faults are counted.
type recorder struct {
	testing.TB
	ends   []func()
	faults int
}

func (r *recorder) Cleanup(end func())    { r.ends = append(r.ends, end) }
func (r *recorder) Errorf(string, ...any) { r.faults++ }
func (r *recorder) Error(...any)          { r.faults++ }

// A test in which somebody writes a buffer past the queue fails, on drivers too that happen to keep the order; see uploads.
func TestWritesPastTheQueueAreFaults(t *testing.T) {
	word := uint32(7)
	clear := func() {
		gl.ClearBufferData(gl.COPY_WRITE_BUFFER, gl.R32UI, gl.RED_INTEGER, gl.UNSIGNED_INT, unsafe.Pointer(&word))
	}
	part := func() {
		gl.ClearBufferSubData(gl.COPY_WRITE_BUFFER, gl.R32UI, 0, 16, gl.RED_INTEGER, gl.UNSIGNED_INT, unsafe.Pointer(&word))
	}
	for _, c := range []struct {
		name   string
		write  func(ctx *glx.Context, b *glx.Buffer)
		faults int
	}{
		{"upload", func(_ *glx.Context, b *glx.Buffer) { glx.Upload(b, 0, []uint32{word}) }, 0},
		{"fill", func(_ *glx.Context, b *glx.Buffer) { b.Fill(word) }, 0},
		{"clear", func(_ *glx.Context, b *glx.Buffer) { b.IsImmutable(); clear() }, 1}, // IsImmutable binds the buffer
		{"clear of a part", func(_ *glx.Context, b *glx.Buffer) { b.IsImmutable(); part() }, 1},
		{"upload of the driver's", func(ctx *glx.Context, b *glx.Buffer) {
			defer ctx.SetImmutable(false)()
			glx.Upload(b, 0, []uint32{word})
		}, 1},
	} {
		r := &recorder{TB: t}
		ctx := gltest.New(r)
		b := must.Get(ctx.NewBuffer("test", 1<<20))(t)
		c.write(ctx, b)
		b.Release()
		for _, end := range r.ends {
			end()
		}
		if r.faults != c.faults {
			t.Errorf("%s: %d faults, want %d", c.name, r.faults, c.faults)
		}
	}
}
