package glx_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/must"
)

// Data written to a new stream at once are not cleared behind the writer's back.
func TestStreamIsClearBeforeItIsWritten(t *testing.T) {
	ctx := gltest.New(t)
	for n := range 20 {
		s := must.Get(ctx.NewStream("stream", 2, 1<<16, 4<<20))(t)
		at := glx.Append(s, []uint32{1, 2, 3})
		ctx.Finish()
		got := make([]uint32, 4)
		glx.Download(s.Written(), at/4, got)
		s.Release()
		if got[0] != 1 || got[1] != 2 || got[2] != 3 || got[3] != 0 {
			t.Fatalf("stream %d has %v, want 1 2 3 0", n, got)
		}
	}
}

// The device reads the content of a region as it was when its commands were queued, though it is much slower
// than the host, which goes round the regions many times.
func TestStreamIsNotWrittenWhileItIsRead(t *testing.T) {
	ctx := gltest.New(t)
	const regions, rounds = 2, 40
	align := int64(max(16, ctx.Limits.UniformAlignment))
	s := must.Get(ctx.NewStream("stream", regions, 2*align, 16))(t)
	defer s.Release()
	slow := newSlow(t, ctx, 2*rounds, 2000)
	row := make([]uint32, align/4)
	for n := range uint32(rounds) {
		for half := range uint32(2) {
			row[0] = 100 + 2*n + half
			ctx.BindStream(0, s, glx.Append(s, row), 16)
			slow.copy()
		}
		must.Do(t, s.Next())
	}
	for i, got := range slow.copied(2 * rounds) {
		if got != 100+uint32(i) {
			t.Fatalf("copy %d is %d, want %d: its region was written before it was read", i, got, 100+i)
		}
	}
}

// A stream panics where its rule would break: more than a region holds, and commands
// that read a region which is not open.
func TestStreamRefusesWhatBreaksItsRule(t *testing.T) {
	ctx := gltest.New(t)
	align := int64(max(16, ctx.Limits.UniformAlignment))
	s := must.Get(ctx.NewStream("stream", 2, align, align))(t)
	defer s.Release()
	at := glx.Append(s, make([]byte, align))
	ctx.BindStream(0, s, at, align)
	refused := func(what string, do func()) {
		t.Helper()
		defer func() {
			if said, _ := recover().(string); !strings.Contains(said, "stream") {
				t.Errorf("%s is not refused: %q", what, said)
			}
		}()
		do()
	}
	refused("a byte more than the region has", func() { glx.Append(s, []byte{1}) })
	must.Do(t, s.Next())
	refused("a region that was closed", func() { ctx.BindStream(0, s, at, align) })
	refused("a region that was not written", func() { ctx.BindStream(0, s, at+align, align) })
	glx.Append(s, []byte{1})
	ctx.BindStream(0, s, at+align, align)
}

// Memory is mapped out of the queue's order in few files, buffers are written past the queue only where no memory stays
// mapped, nothing is cleared, and fences are made and waited for in one file: the rules are there, and no other file has to
// keep them.
func TestRulesOfTheQueueHaveOnePlace(t *testing.T) {
	for word, places := range map[string][]string{"MAP_UNSYNCHRONIZED": {"stream.go"}, "FenceSync": {"fence.go"}, "ClientWaitSync": {"fence.go"},
		"MAP_PERSISTENT": {"stream.go", "uploads.go"}, "gl.BufferSubData": {"buffer.go", "stream.go"}, "gl.ClearBuffer": {}} {
		files := must.Get(filepath.Glob("*.go"))(t)
		for _, file := range files {
			if slices.Contains(places, file) || strings.HasSuffix(file, "_test.go") {
				continue
			}
			text := must.Get(os.ReadFile(file))(t)
			if strings.Contains(string(text), word) {
				t.Errorf("%s uses %s, which only %v may", file, word, places)
			}
		}
	}
}

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
		must.Be(t, r.faults, c.faults, "%s: faults", c.name)
	}
}
