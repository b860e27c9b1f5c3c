package glx_test

import (
	"slices"
	"testing"
	"time"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/must"
)

// writer is one way in which a buffer gets contents. It queues its command and writes the same words into want, the
// contents that the buffer must have afterwards. seed makes the words of each write its own.
type writer struct {
	name  string
	write func(b *glx.Buffer, want []uint32, seed uint32)
}

// word is the word that a write with this seed puts at a place of a buffer.
func wordAt(place int, seed uint32) uint32 { return uint32(place)*2654435761 + seed }

func pattern(words int, seed uint32) []uint32 {
	out := make([]uint32, words)
	for i := range out {
		out[i] = wordAt(i, seed)
	}
	return out
}

// writers are the ways of this package. source is as long as the longest buffer; its words are changed and copied.
func writers(t *testing.T, ctx *glx.Context, source *glx.Buffer) []writer {
	p := must.Get(ctx.NewCompute(glx.Source{Name: "pattern.comp", Text: `#version 430 core
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer WordsBlock { uint words[]; };
layout(std430, binding = 1) readonly buffer SeedBlock { uint seed[]; };
void main() {
	uint each = gl_NumWorkGroups.x * 64u;
	for (uint i = gl_GlobalInvocationID.x; i < uint(words.length()); i += each) words[i] = i * 2654435761u + seed[0];
}
`}))(t)
	t.Cleanup(p.Release)
	return []writer{
		{"fill", func(b *glx.Buffer, want []uint32, seed uint32) {
			b.Fill(seed)
			for i := range want {
				want[i] = seed
			}
		}},
		{"upload", func(b *glx.Buffer, want []uint32, seed uint32) {
			copy(want, pattern(len(want), seed))
			glx.Upload(b, 0, want)
		}},
		{"upload of a part", func(b *glx.Buffer, want []uint32, seed uint32) {
			from, to := len(want)/4, len(want)-len(want)/4
			copy(want[from:to], pattern(to-from, seed))
			glx.Upload(b, int64(from), want[from:to])
		}},
		{"copy", func(b *glx.Buffer, want []uint32, seed uint32) {
			words := pattern(len(want), seed)
			glx.Upload(source, 0, words)
			b.CopyFrom(source)
			copy(want, words)
		}},
		{"dispatch", func(b *glx.Buffer, want []uint32, seed uint32) {
			of := word(t, ctx, seed)
			defer of.Release()
			ctx.BindStorage(0, b)
			ctx.BindStorage(1, of)
			ctx.Use(p)
			ctx.Dispatch(uint32(min(len(want)/64+1, 4096)), 1)
			ctx.Barrier(glx.ByTransfer | glx.ByShader) // all that follows overwrites or reads the output of the pass
			copy(want, pattern(len(want), seed))
		}},
	}
}

// Each write of a buffer is behind the one before it, whatever the two are and however long the buffer is: real drivers
// make some of them on other engines of the device than others. The short form has fewer lengths, each twice at most.
func TestWritesKeepTheirOrder(t *testing.T) {
	ctx := gltest.New(t)
	const longest = 64 << 20
	source := must.Get(ctx.NewBuffer("source", longest))(t)
	defer source.Release()
	all := writers(t, ctx, source)
	for _, bytes := range must.Sized([]int{16, 64 << 10, 68 << 10, 4 << 20}, []int{16, 4 << 10, 64 << 10, 68 << 10, 1 << 20, 16 << 20, longest}) {
		for _, first := range all {
			for _, second := range all {
				bad := 0
				times := 1
				if bytes <= 1<<20 {
					times = must.Sized(2, 5)
				}
				for n := range times {
					b := must.Get(ctx.NewBuffer("ordered", int64(bytes)))(t)
					want := make([]uint32, bytes/4)
					first.write(b, want, uint32(1000*n+7))
					second.write(b, want, uint32(1000*n+500))
					got := make([]uint32, len(want))
					glx.Download(b, 0, got)
					if !slices.Equal(got, want) {
						bad++
					}
					b.Release()
				}
				if bad > 0 {
					t.Errorf("%d bytes: %s, then %s: %d of %d wrong", bytes, first.name, second.name, bad, times)
				}
			}
		}
	}
}

// slowCopy copies the first word of a uniform block behind the earlier ones, after a long loop in one
// invocation: nested turns of 256, since some drivers end a loop after 65,535.
const slowCopy = `#version 430 core
layout(local_size_x = 1) in;
layout(std140, binding = 0) uniform FromBlock { uvec4 from; };
layout(std430, binding = 0) buffer ToBlock { uint count, rounds, noise; uint to[]; };
#define TURN x ^= x << 13; x ^= x >> 17; x ^= x << 5;
#define TURNS TURN TURN TURN TURN
#define MORE TURNS TURNS TURNS TURNS
#define MOST MORE MORE MORE MORE
void main() {
	uint x = from.x | 1u;
	for (uint i = 0u; i < rounds; i++) {
		MOST MOST MOST MOST
	}
	noise = x;
	to[count] = from.x;
	count += 1u;
}
`

// slow is a device that takes its time with its commands.
type slow struct {
	ctx     *glx.Context
	program *glx.Program
	to      *glx.Buffer
}

// newSlow has room for the given number of numbers.
func newSlow(t *testing.T, ctx *glx.Context, numbers int64, rounds uint32) *slow {
	t.Helper()
	program := must.Get(ctx.NewCompute(glx.Source{Name: "slow_copy.comp", Text: slowCopy}))(t)
	t.Cleanup(program.Release)
	to := must.Get(ctx.NewBuffer("to", 4*(3+numbers)))(t)
	t.Cleanup(to.Release)
	glx.Upload(to, 0, []uint32{0, rounds})
	return &slow{ctx: ctx, program: program, to: to}
}

// copy queues a copy of the first word of the uniform block that is bound.
func (s *slow) copy() {
	s.ctx.Use(s.program)
	s.ctx.BindStorage(0, s.to)
	s.ctx.Dispatch(1, 1)
	s.ctx.Barrier(glx.ByShader) // the next copy reads the count
}

// copied waits and returns the copied words.
func (s *slow) copied(numbers int) []uint32 {
	out := make([]uint32, 3+numbers)
	s.ctx.Barrier(glx.ByTransfer)
	glx.Download(s.to, 0, out)
	return out[3:]
}

func TestFenceIsReached(t *testing.T) {
	ctx := gltest.New(t)
	var fence glx.Fence
	must.Hold(t, fence.Reached(), "a fence that marks nothing is not reached")
	ctx.Fence(&fence)
	must.Do(t, ctx.Await(&fence))
	must.Hold(t, fence.Reached(), "a reached fence is not reached any more")
}

// A fence is not taken for reached because somebody lost patience.
func TestAwaitOutlastsItsPatience(t *testing.T) {
	ctx := gltest.New(t)
	from := must.Get(ctx.NewBuffer("from", 16))(t)
	defer from.Release()
	glx.Upload(from, 0, []uint32{7})
	ctx.BindUniform(0, from)
	s := newSlow(t, ctx, 1, 50_000)
	ctx.Finish()
	s.copy()
	var fence glx.Fence
	ctx.Fence(&fence)
	asynchronous := fence.WaitLate(time.Millisecond)
	must.Do(t, ctx.AwaitAsking(&fence, time.Millisecond))
	must.Hold(t, !fence.WaitLate(0) && fence.Reached(), "Await returned before the fence was reached")
	if got := s.copied(1); got[0] != 7 {
		t.Errorf("behind the fence there is %d, want 7", got[0])
	}
	t.Logf("%s: the device was still at work after a millisecond: %v", ctx.Renderer, asynchronous)
}

// Finish waits for the device, and counts as a wait; a fence that is reached does not.
func TestFinishWaits(t *testing.T) {
	ctx := gltest.New(t)
	from := must.Get(ctx.NewBuffer("from", 16))(t)
	defer from.Release()
	ctx.BindUniform(0, from)
	s := newSlow(t, ctx, 1, 50_000)
	ctx.Finish()
	s.copy()
	var fence glx.Fence
	ctx.Fence(&fence)
	before := ctx.Waits()
	if ctx.Finish(); !fence.Reached() || ctx.Waits() != before+1 {
		t.Errorf("after Finish the fence before it is reached: %v, after %d waits more", fence.Reached(), ctx.Waits()-before)
	}
	must.Do(t, ctx.Await(&fence))
	must.Hold(t, ctx.Waits() == before+1, "Await of a reached fence counts as a wait")
	s.copy()
	ctx.Fence(&fence)
	late := fence.WaitLate(0)
	must.Do(t, ctx.Await(&fence))
	if waited := ctx.Waits() == before+2; late && !waited {
		t.Error("a wait for a fence is not counted")
	}
}
