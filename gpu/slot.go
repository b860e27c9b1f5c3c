package gpu

import (
	"hooke/gpu/glx"
	"hooke/gpu/limits"
	"hooke/shaders"
)

// slot is a buffer at a storage binding.
type slot struct {
	binding shaders.Binding
	buffer  *glx.Buffer

	// Of a divided pass: the windows, and which one each range binds; nil: all of it.
	windows []limits.Window
	at      []int
}

// fusedSlots are what a pass of the pipeline fused binds that evaluates springs.
func fusedSlots(b *buffers) []slot {
	return []slot{{binding: shaders.BindPosition, buffer: b.position}, {binding: shaders.BindVelocity, buffer: b.velocity},
		{binding: shaders.BindNextPosition, buffer: b.nextPosition}, {binding: shaders.BindNextVelocity, buffer: b.nextVelocity},
		{binding: shaders.BindTable, buffer: b.table}, {binding: shaders.BindStatus, buffer: b.status}, {binding: shaders.BindExternal, buffer: b.external}}
}

// texelSlot is a buffer whose windows a divided pass fetches texels from.
type texelSlot struct {
	binding uint32
	buffer  *glx.Buffer
	at      []int // number of the window of each range
}
