package draw

// Memory is what pictures take from those before: the box that shadows are cast from,
// when it is looked at next, and about where planes are drawn. With the same memory the
// same state gives the same picture. Zero: no picture was drawn.
type Memory struct {
	Extent   Box  // that shadows are cast from [m]
	Known    bool // whether Extent is
	Pictures int  // drawn
	Seen     Box  // of the masses, at the last look [m]
	Solids   Box  // about which planes are drawn [m]
}

// Memory is that of the pictures so far.
func (r *Renderer) Memory() Memory {
	return Memory{Extent: r.extent.box, Known: r.extent.known, Pictures: r.extent.frames, Seen: r.extent.seen, Solids: r.solids.around}
}

// Remember makes the next picture follow those of a memory.
func (r *Renderer) Remember(m Memory) {
	r.extent.box, r.extent.known, r.extent.frames = m.Extent, m.Known, m.Pictures
	r.extent.seen, r.solids.around = m.Seen, m.Solids
}
