package glx_test

import (
	"testing"
	"unsafe"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
)

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
		if got != want || known != (want.Free > 0) {
			t.Errorf("%s: %+v, known %v; want %+v", extension, got, known, want)
		}
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
