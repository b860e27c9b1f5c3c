package engine

import (
	"fmt"

	"hooke/gpu/glx"
)

// leastSpill is the smallest amount of host memory that is reported [bytes]: other programs
// change the free memory meanwhile.
const leastSpill = 64 << 20

// watchMemory measures the free memory of a device. The function that it returns measures
// again after all buffers are made, and warns about the part that does not fit the device.
// Drivers put such buffers into host memory without an error.
func (o Options) watchMemory(gl *glx.Context) (tell func()) {
	ask := o.deviceMemory
	if ask == nil {
		ask = (*glx.Context).DeviceMemory
	}
	before, known := ask(gl)
	if !known {
		return func() {}
	}
	had := bufferBytes(gl)
	return func() {
		gl.Finish() // drivers look for the memory when it is written
		if after, known := ask(gl); known {
			if told := spilled(before, after, bufferBytes(gl)-had); told != "" {
				o.Listener.Notef("note: %s: %s; steps may be many times slower, and a smaller model, or --engine cpu, may be faster", gl.Renderer, told)
			}
		}
	}
}

// bufferBytes returns the total size of all buffers [bytes].
func bufferBytes(gl *glx.Context) (sum int64) {
	for _, bytes := range gl.Allocated() {
		sum += bytes
	}
	return sum
}

// spilled returns a message if not all of the given bytes, allocated between the two
// measurements, are in the memory of the device. It is empty if they are, or if nothing shows
// otherwise: a driver may reuse memory that it kept, so a small decrease of free memory is
// significant only when little is left.
func spilled(before, after glx.DeviceMemory, bytes int64) string {
	enough := max(leastSpill, bytes/8)
	outside, how := int64(0), ""
	switch {
	case after.Evicted-before.Evicted >= enough:
		outside, how = after.Evicted-before.Evicted, "was moved from the device to the host to make room"
	case before.HostFree-after.HostFree >= enough:
		outside, how = before.HostFree-after.HostFree, "lies in the memory of the host"
	case bytes-(before.Free-after.Free) >= enough && after.Free < enough:
		outside, how = bytes-(before.Free-after.Free), "does not fit the device and lies in the memory of the host"
	default:
		return ""
	}
	return fmt.Sprintf("%s %s (the buffers have %s; free on the device before: %s, now: %s)", mebibytes(outside), how, mebibytes(bytes), mebibytes(before.Free), mebibytes(after.Free))
}

func mebibytes(n int64) string { return fmt.Sprintf("%d MiB", n>>20) }
