package draw

// Memory is what pictures take from those before: the box that shadows are cast from,
// and when it is looked at next. With the same memory the same state gives the same
// picture. Zero: no picture was drawn.
type Memory struct {
	Extent   Box  // that shadows are cast from [m]
	Known    bool // whether Extent is
	Pictures int  // drawn
}

// Memory is that of the pictures so far.
func (r *Renderer) Memory() Memory {
	return Memory{Extent: r.extent.box, Known: r.extent.known, Pictures: r.extent.frames}
}

// Remember makes the next picture follow those of a memory.
func (r *Renderer) Remember(m Memory) {
	r.extent.box, r.extent.known, r.extent.frames = m.Extent, m.Known, m.Pictures
}
