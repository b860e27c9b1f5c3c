package glx

import (
	"math"
	"slices"
	"strings"

	"github.com/go-gl/gl/v4.3-core/gl"

	"hooke/gpu/limits"
)

// Limits are the limits of the device; see package limits.
type Limits = limits.Limits

// Window is a part of a buffer; see limits.Window.
type Window = limits.Window

// ErrNoFloat64 is wrapped when the device cannot compute in float64; see package limits.
var ErrNoFloat64 = limits.ErrNoFloat64

// ErrTooLarge is wrapped when something does not fit the device; see package limits.
var ErrTooLarge = limits.ErrTooLarge

func queryLimits() limits.Limits {
	integer := func(name uint32) int32 {
		var value int32
		gl.GetIntegerv(name, &value)
		return value
	}
	integer64 := func(name uint32) int64 {
		var value int64
		gl.GetInteger64v(name, &value)
		return value
	}
	var viewport [2]int32
	gl.GetIntegerv(gl.MAX_VIEWPORT_DIMS, &viewport[0])
	l := limits.Limits{
		StorageBlockBytes:    integer64(gl.MAX_SHADER_STORAGE_BLOCK_SIZE),
		StorageBindings:      integer(gl.MAX_SHADER_STORAGE_BUFFER_BINDINGS),
		ComputeStorageBlocks: integer(gl.MAX_COMPUTE_SHADER_STORAGE_BLOCKS),
		OffsetAlignment:      integer(gl.SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT),
		UniformBlockBytes:    integer(gl.MAX_UNIFORM_BLOCK_SIZE),
		UniformAlignment:     integer(gl.UNIFORM_BUFFER_OFFSET_ALIGNMENT),
		Invocations:          integer(gl.MAX_COMPUTE_WORK_GROUP_INVOCATIONS),
		SharedBytes:          integer(gl.MAX_COMPUTE_SHARED_MEMORY_SIZE),
		TextureSize:          integer(gl.MAX_TEXTURE_SIZE),
		PictureSize:          min(integer(gl.MAX_RENDERBUFFER_SIZE), viewport[0], viewport[1]),
		ViewSize:             min(viewport[0], viewport[1]),
		Texels:               min(integer64(gl.MAX_TEXTURE_BUFFER_SIZE), math.MaxInt32), // texelFetch counts them in an int
		TexelAlignment:       integer(gl.TEXTURE_BUFFER_OFFSET_ALIGNMENT),
		Elements:             integer64(gl.MAX_ELEMENT_INDEX),
		NoFloat64:            !hasExtension("GL_ARB_gpu_shader_fp64"),
	}
	for axis := range uint32(3) {
		gl.GetIntegeri_v(gl.MAX_COMPUTE_WORK_GROUP_COUNT, axis, &l.WorkGroups[axis])
		gl.GetIntegeri_v(gl.MAX_COMPUTE_WORK_GROUP_SIZE, axis, &l.WorkGroupSize[axis])
	}
	if hasExtension("GL_NV_shader_thread_group") {
		l.Warps, l.Processors = integer(warpsPerSMNV), integer(smCountNV)
	}
	return l
}

// These names ask for the numbers that GL_NV_shader_thread_group reports of a device.
const (
	warpsPerSMNV = 0x933a
	smCountNV    = 0x933b
)

// float64Program is a program that computes in float64.
const float64Program = "#version 430 core\nlayout(local_size_x = 1) in;\nlayout(std430, binding = 0) buffer Block { vec4 x[]; };\n" +
	"void main() { double y = double(x[0].x); x[0].y = float(y * y + 1.0lf); }\n"

// compiles reports whether the driver compiles and links a compute program.
func (c *Context) compiles(text string) bool {
	p, err := c.NewCompute(Source{Name: "probe", Text: text})
	if err != nil {
		return false
	}
	p.Release()
	return true
}

// withoutFloat64 are parts of the names of chips that have no units for float64: integrated
// and discrete graphics of Intel from Ice Lake to Alchemist, as Mesa names them and as the
// drivers of Windows do.
var withoutFloat64 = []string{"(ICL", "(EHL", "(JSL", "(TGL", "(RKL", "(ADL", "(RPL", "(DG1", "(DG2", "Iris(R) Xe", "UHD Graphics 7", "Arc(TM) A"}

// EmulatesFloat64 reports whether the chip is known by its name to have no units for float64,
// so that its driver computes each operation in many steps.
func (c *Context) EmulatesFloat64() bool {
	renderer := strings.ToLower(c.Renderer)
	return strings.Contains(renderer, "intel") && slices.ContainsFunc(withoutFloat64, func(part string) bool {
		return strings.Contains(renderer, strings.ToLower(part))
	})
}

// These names ask for memory [KiB], with the extensions GL_NVX_gpu_memory_info and
// GL_ATI_meminfo, which drivers of other vendors have, too.
const (
	availableVideoMemoryNVX = 0x9049
	evictedMemoryNVX        = 0x904b
	freeBufferMemoryATI     = 0x87fb // four numbers: free of the device, its largest block, and the same of the host for the device
)

// DeviceMemory is a driver's report on its memory. Unknown numbers are zero.
type DeviceMemory struct {
	Free     int64 // free memory of the device [bytes]
	Evicted  int64 // memory that was moved from the device to the host, in all [bytes]
	HostFree int64 // free memory of the host that the device may use [bytes]
}

// DeviceMemory asks for the memory of the device. known is false where the driver does not
// tell it, and always for a renderer on the CPU. It does not wait, so that buffers whose
// memory the driver still looks for do not count.
func (c *Context) DeviceMemory() (m DeviceMemory, known bool) {
	if c.Software() {
		return DeviceMemory{}, false
	}
	return deviceMemory(hasExtension, gl.GetIntegerv)
}

// deviceMemory returns DeviceMemory of a driver with these extensions and numbers.
func deviceMemory(has func(extension string) bool, get func(name uint32, into *int32)) (m DeviceMemory, known bool) {
	ask := func(name uint32) (out [4]int64) {
		var kilobytes [4]int32
		get(name, &kilobytes[0])
		for k, n := range kilobytes {
			out[k] = int64(n) << 10
		}
		return out
	}
	switch {
	case has("GL_NVX_gpu_memory_info"):
		m = DeviceMemory{Free: ask(availableVideoMemoryNVX)[0], Evicted: ask(evictedMemoryNVX)[0]}
	case has("GL_ATI_meminfo"):
		free := ask(freeBufferMemoryATI)
		m = DeviceMemory{Free: free[0], HostFree: free[2]}
	}
	return m, m.Free > 0
}

// FreeMemory returns the free memory of the device [bytes], as DeviceMemory tells it.
func (c *Context) FreeMemory() (bytes int64, known bool) {
	m, known := c.DeviceMemory()
	return m.Free, known
}
