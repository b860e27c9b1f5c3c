package glx

import "github.com/go-gl/gl/v4.3-core/gl"

// These names ask for memory [KiB], with the extensions GL_NVX_gpu_memory_info and
// GL_ATI_meminfo, which drivers of other vendors have, too.
const (
	availableVideoMemoryNVX = 0x9049
	evictedMemoryNVX        = 0x904b
	freeBufferMemoryATI     = 0x87fb // four numbers: free of the device, its largest block, and the same of the host for the device
)

// DeviceMemory is what a driver says of its memory. A number that it does not tell is zero.
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

// deviceMemory is DeviceMemory of a driver with these extensions and numbers.
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

// FreeMemory is the free memory of the device [bytes], as DeviceMemory tells it.
func (c *Context) FreeMemory() (bytes int64, known bool) {
	m, known := c.DeviceMemory()
	return m.Free, known
}
