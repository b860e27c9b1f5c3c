package glx_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/limits"
	"hooke/must"
)

const addOne = `#version 430 core
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer ValueBlock { uint value[]; };
void main() {
	uint i = (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * 64u + gl_LocalInvocationID.x;
	if (i < uint(value.length())) value[i] += 1u;
}
`

func TestBufferRoundTripFillAndCopy(t *testing.T) {
	ctx := gltest.New(t)
	a := must.Get(ctx.NewBuffer("a", 40))(t)
	defer a.Release()
	b := must.Get(ctx.NewBuffer("b", 40))(t)
	defer b.Release()

	want := []uint32{3, 1, 4, 1, 5}
	glx.Upload(a, 2, want)
	b.CopyFrom(a)
	got := make([]uint32, 10)
	glx.Download(b, 0, got)
	for i, value := range []uint32{0, 0, 3, 1, 4, 1, 5, 0, 0, 0} {
		if got[i] != value {
			t.Fatalf("downloaded %v, want zeros around %v", got, want)
		}
	}
	b.Fill(math.Float32bits(float32(math.NaN())))
	poisoned := make([]float32, 10)
	glx.Download(b, 0, poisoned)
	for _, x := range poisoned {
		if x == x {
			t.Fatalf("filled with NaN, read %v", poisoned)
		}
	}
}

func TestRecordsThatDoNotFitPanic(t *testing.T) {
	ctx := gltest.New(t)
	b := must.Get(ctx.NewBuffer("small", 16))(t)
	defer b.Release()
	defer func() {
		if recover() == nil {
			t.Error("5 words went into a buffer of 16 bytes")
		}
	}()
	glx.Upload(b, 0, make([]uint32, 5))
}

func TestBufferTooLargeSaysTheNumbers(t *testing.T) {
	ctx := gltest.New(t)
	_, err := ctx.NewBuffer("huge", ctx.Limits.StorageBlockBytes+1)
	if !errors.Is(err, limits.ErrTooLarge) || !strings.Contains(err.Error(), "GL_MAX_SHADER_STORAGE_BLOCK_SIZE") {
		t.Errorf("NewBuffer returned %v, want ErrTooLarge with the limit's name", err)
	}
}

// A dispatch folded into two dimensions reaches every element and no more.
func TestFoldedDispatchReachesEverything(t *testing.T) {
	ctx := gltest.New(t)
	program := must.Get(ctx.NewCompute(glx.Source{Name: "add_one.comp", Text: addOne}))(t)
	defer program.Release()
	const count = 64*100 + 7
	buffer := must.Get(ctx.NewBuffer("value", 4*count))(t)
	defer buffer.Release()

	limits := ctx.Limits
	limits.WorkGroups = [3]int32{9, 65535, 65535} // as if one dimension ended at 9 groups
	x, y, err := limits.Groups(count, 64)
	must.Do(t, err)
	ctx.Use(program)
	ctx.BindStorage(0, buffer)
	ctx.Dispatch(x, y)
	ctx.Barrier(glx.ByTransfer)
	got := make([]uint32, count)
	glx.Download(buffer, 0, got)
	for i, value := range got {
		if value != 1 {
			t.Fatalf("element %d was written %d times in a grid of %d × %d", i, value, x, y)
		}
	}
}

func TestCompileErrorsAreTraced(t *testing.T) {
	ctx := gltest.New(t)
	source := glx.Source{Name: "bad.comp", Text: "#version 430 core\nlayout(local_size_x = 1) in;\nvoid main() { nonsense(); }\n",
		Where: func(line int) string { return "piece.glsl:" + strings.Repeat("i", line) }}
	_, err := ctx.NewCompute(source)
	if err == nil || !strings.Contains(err.Error(), "piece.glsl:iii") {
		t.Errorf("NewCompute returned %v, want the place of line 3", err)
	}
}

func TestMisuseIsReported(t *testing.T) {
	ctx := gltest.New(t)
	graphics := must.Get(ctx.NewGraphics("plain",
		glx.Source{Name: "plain.vert", Text: "#version 430 core\nvoid main() { gl_Position = vec4(0.0); }\n"},
		glx.Source{Name: "plain.frag", Text: "#version 430 core\nout vec4 color;\nvoid main() { color = vec4(1.0); }\n"}))(t)
	defer graphics.Release()
	ctx.Use(graphics)
	ctx.Dispatch(1, 1) // no compute program is current
	if err := ctx.Err("dispatch"); err == nil || !strings.Contains(err.Error(), "GL_INVALID_OPERATION") {
		t.Errorf("Err returned %v, want GL_INVALID_OPERATION", err)
	}
}

func TestNilTimerDoesNothing(t *testing.T) {
	var timer *glx.Timer
	timer.Begin()
	timer.End()
	timer.Collect()
	timer.Release()
	if mean, samples := timer.Mean(); mean != 0 || samples != 0 {
		t.Errorf("a nil timer measured %v in %d samples", mean, samples)
	}
}

func TestLiveCountsObjects(t *testing.T) {
	ctx := gltest.New(t)
	buffer := must.Get(ctx.NewBuffer("b", 16))(t)
	timer := ctx.NewTimer()
	if live := ctx.Live(); live["buffer"] != 1 || live["timer"] != 1 {
		t.Errorf("Live() = %v, want one buffer and one timer", live)
	}
	for range 2 {
		buffer.Release()
		timer.Release()
	}
	if live := ctx.Live(); len(live) != 0 {
		t.Errorf("Live() = %v after releasing everything", live)
	}
}
