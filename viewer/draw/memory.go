package draw

import "slices"

// Memory is what pictures take from those before: the ranges of colors and the box
// of shadows, and when they are looked at next. With the same memory the same state
// gives the same picture. Zero: no picture was drawn.
type Memory struct {
	Ranges   []float64 // values at the ends of the color map, by coloring
	Coloring Coloring  // that the last sample was of
	Sampled  int       // pictures since then
	Extent   Box       // that shadows are cast from [m]
	Known    bool      // whether Extent is
	Pictures int       // drawn
}

// Memory is that of the pictures so far.
func (r *Renderer) Memory() Memory {
	m := Memory{Coloring: r.values.sampledFor, Sampled: r.values.sampled, Extent: r.extent.box, Known: r.extent.known, Pictures: r.extent.frames}
	for _, v := range r.values.ranges {
		m.Ranges = append(m.Ranges, v.value)
	}
	return m
}

// Remember makes the next picture follow those of a memory.
func (r *Renderer) Remember(m Memory) {
	for c, value := range slices.All(m.Ranges[:min(len(m.Ranges), len(r.values.ranges))]) {
		r.values.ranges[c].value = value
	}
	r.values.sampledFor, r.values.sampled = m.Coloring, m.Sampled
	r.extent.box, r.extent.known, r.extent.frames = m.Extent, m.Known, m.Pictures
}
