package glx_test

import (
	"errors"
	"math"
	"strings"
	"testing"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/limits"
	"hooke/machine/memory/memorytest"
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
		must.Hold(t, recover() != nil, "5 words went into a buffer of 16 bytes")
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
	must.Say(t, "NewCompute", must.Err(ctx.NewCompute(source)), "piece.glsl:iii")
}

func TestMisuseIsReported(t *testing.T) {
	ctx := gltest.New(t)
	graphics := must.Get(ctx.NewGraphics("plain",
		glx.Source{Name: "plain.vert", Text: "#version 430 core\nvoid main() { gl_Position = vec4(0.0); }\n"},
		glx.Source{Name: "plain.frag", Text: "#version 430 core\nout vec4 color;\nvoid main() { color = vec4(1.0); }\n"}))(t)
	defer graphics.Release()
	ctx.Use(graphics)
	ctx.Dispatch(1, 1) // no compute program is current
	must.Say(t, "Err", ctx.Err("dispatch"), "GL_INVALID_OPERATION")
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

// The numbers of both extensions are KiB, and each has its own.
func TestDeviceMemoryIsRead(t *testing.T) {
	driver := map[uint32][]int32{0x9049: {3 << 20}, 0x904b: {5}, 0x87fb: {1 << 20, 900, 2 << 20, 800}}
	get := func(name uint32, into *int32) { copy(unsafe.Slice(into, 4), driver[name]) }
	for extension, want := range map[string]glx.DeviceMemory{
		"GL_NVX_gpu_memory_info": {Free: 3 << 30, Evicted: 5 << 10},
		"GL_ATI_meminfo":         {Free: 1 << 30, HostFree: 2 << 30},
		"GL_ARB_robustness":      {},
	} {
		got, known := glx.DeviceMemoryOf(func(name string) bool { return name == extension }, get)
		must.Hold(t, got == want && known == (want.Free > 0), "%s: %+v, known %v; want %+v", extension, got, known, want)
	}
	driver[0x9049] = []int32{0}
	if got, known := glx.DeviceMemoryOf(func(string) bool { return true }, get); known {
		t.Errorf("a driver that tells nothing: %+v", got)
	}
	if ctx := gltest.New(t); ctx.Software() {
		if got, known := ctx.DeviceMemory(); known {
			t.Errorf("a renderer on the CPU: %+v", got)
		}
	}
}

func TestChipsWithoutFloat64AreKnown(t *testing.T) {
	for renderer, want := range map[string]bool{
		"Mesa Intel(R) Arc(tm) A770 Graphics (DG2)": true, "Intel(R) Arc(TM) A750 Graphics": true, "Mesa Intel(R) Xe Graphics (TGL GT2)": true,
		"Mesa Intel(R) UHD Graphics 770 (ADL-S GT1)": true, "Intel(R) Iris(R) Xe Graphics": true, "Mesa Intel(R) Iris(R) Plus Graphics (ICL GT2)": true,
		"Mesa Intel(R) UHD Graphics 630 (CFL GT2)": false, "Mesa Intel(R) Arc(tm) B580 Graphics (BMG G21)": false, "Mesa Intel(R) Graphics (MTL)": false,
		"NVIDIA GeForce RTX 4090/PCIe/SSE2": false, "AMD Radeon RX 7900 XTX (radeonsi, navi31)": false, "llvmpipe (LLVM 15.0.6, 256 bits)": false, "": false,
	} {
		must.Be(t, (&glx.Context{Renderer: renderer}).EmulatesFloat64(), want, "%q emulates float64", renderer)
	}
}

// The software renderer, which has float64, is not said to lack it.
func TestFloat64IsFound(t *testing.T) {
	if ctx := gltest.New(t); ctx.Software() && ctx.Limits.NoFloat64 {
		t.Errorf("%s is said to lack float64", ctx.Renderer)
	}
}

// Where the extension is not listed, a program decides; a program that the driver refuses
// leaves nothing behind.
func TestFloat64IsFoundByCompiling(t *testing.T) {
	ctx := gltest.New(t)
	if ctx.Software() && !ctx.CompilesFloat64() {
		t.Errorf("%s refuses float64", ctx.Renderer)
	}
	if ctx.Compiles("#version 430 core\nlayout(local_size_x = 1) in;\nvoid main() { quadruple x; }\n") {
		t.Error("a program that is none is compiled")
	}
}

// A message of the driver allocates on the host. It is no allocation of the caller, and is not heard.
// Messages are heard before and after.
func TestMutedCallsHearNoMessages(t *testing.T) {
	ctx := gltest.New(t)
	var heard []string
	ctx.Hear(func(message string) { heard = append(heard, message) })
	text := gl.Str("Buffer object 7 is moved from VIDEO memory to HOST memory.\x00")
	moves := func() {
		gl.DebugMessageInsert(gl.DEBUG_SOURCE_APPLICATION, gl.DEBUG_TYPE_PERFORMANCE, 131186, gl.DEBUG_SEVERITY_MEDIUM, -1, text)
	}
	if n := memorytest.AllocationsWithin(ctx.Muted, 10, moves); n != 0 || len(heard) != 0 {
		t.Errorf("muted: %g allocations, heard %q", n, heard)
	}
	if n := memorytest.Allocations(10, moves); n < 1 || len(heard) != 1 || !strings.Contains(heard[0], "HOST memory") {
		t.Errorf("not muted: %g allocations, heard %q", n, heard)
	}
	kept := []byte(nil)
	if n := memorytest.AllocationsWithin(ctx.Muted, 10, func() { kept = make([]byte, 1000) }); n != 1 || kept == nil {
		t.Errorf("code that allocates once is said to allocate %g times", n)
	}
}
