package glx_test

import (
	"testing"
	"time"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/must"
)

// slowCopy copies the first word of a uniform block behind those that were copied
// before, after a long way in one invocation: so many rounds, of 256 turns each, since
// some drivers end a loop after 65,535.
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

// slow is a device that takes its time with what it is given.
type slow struct {
	ctx     *glx.Context
	program *glx.Program
	to      *glx.Buffer
}

// newSlow has room for so many numbers.
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

// copied waits and returns what was copied.
func (s *slow) copied(numbers int) []uint32 {
	out := make([]uint32, 3+numbers)
	s.ctx.Barrier(glx.ByTransfer)
	glx.Download(s.to, 0, out)
	return out[3:]
}

func TestFenceIsReached(t *testing.T) {
	ctx := gltest.New(t)
	var fence glx.Fence
	if !fence.Reached() {
		t.Error("a fence that marks nothing is not reached")
	}
	ctx.Fence(&fence)
	must.Do(t, ctx.Await(&fence))
	if !fence.Reached() {
		t.Error("a reached fence is not reached any more")
	}
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
	if fence.WaitLate(0) || !fence.Reached() {
		t.Error("Await returned before the fence was reached")
	}
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
	if ctx.Waits() != before+1 {
		t.Error("Await of a reached fence counts as a wait")
	}
	s.copy()
	ctx.Fence(&fence)
	late := fence.WaitLate(0)
	must.Do(t, ctx.Await(&fence))
	if waited := ctx.Waits() == before+2; late && !waited {
		t.Error("a wait for a fence is not counted")
	}
}
