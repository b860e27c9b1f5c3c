package gpu

import (
	"fmt"
	"slices"
	"unsafe"

	"hooke/gpu/glx"
	"hooke/gpu/limits"
	"hooke/gpu/ranges"
	"hooke/shaders"
)

// gathers says whether a pass reads positions and velocities of any mass.
func gathers(file shaders.Name) bool {
	switch file {
	case shaders.SpringForce, shaders.WindPass, shaders.SpringMeasure, shaders.SpringLedger:
		return true
	}
	return false
}

// divide plans a dispatch for each range: which windows it binds.
func (k passMaker) divide(p *pass, file shaders.Name, over extent) error {
	d, b := k.division, k.buffers
	divided, state := d.Masses, d.ByMass
	if over.items == ofSprings {
		divided, state = d.Springs, d.BySpring
	}
	if over = over.shared(divided); over.groups < 0 {
		return fmt.Errorf("%d ranges are more than the work groups that sum a term, %d", divided.Number(), shaders.LedgerGroups)
	}
	p.groups = make([][2]uint32, divided.Number())
	storage := p.storage
	p.storage = nil
	for _, s := range storage {
		texels := -1
		s.windows = b.own[s.buffer]
		for part := range p.groups {
			s.at = append(s.at, part)
		}
		switch {
		case (s.buffer == b.position || s.buffer == b.velocity) && (k.evaluates || gathers(file)),
			s.buffer == b.centered && b.centered != nil && gathers(file):
			texels, s.windows, s.at = stateWindows(b, d, s.buffer, over.items)
		case s.buffer == b.force && b.force != nil && over.items == ofMasses:
			_, words := b.precision.Words()
			s.windows, s.at = d.Forces.Windows(12, words), d.Forces.Window
			if d.ForceTexels {
				texels = shaders.TexelsForce
			}
		case s.buffer == b.table && b.table != nil && d.Texels:
			texels = shaders.TexelsTable
		}
		if texels >= 0 {
			p.texels = append(p.texels, texelSlot{uint32(texels), s.buffer, s.at})
			if texels == shaders.TexelsTable { // shown as groups behind that
				groups := slices.Clone(s.at)
				for part := range groups {
					groups[part] += len(groups)
				}
				p.texels = append(p.texels, texelSlot{shaders.TexelsGroups, s.buffer, groups})
			}
		} else {
			p.storage = append(p.storage, s)
		}
	}
	return k.writeRows(p, over, divided, state, k.evaluates || gathers(file))
}

// writeRows counts the work groups of each range, and puts on the device what tells
// shaders of it.
func (k passMaker) writeRows(p *pass, over extent, divided ranges.Ranges, state ranges.Gathering, gathers bool) (err error) {
	const bytes = int64(unsafe.Sizeof(shaders.Range{}))
	p.rowStride = (bytes + int64(k.ctx.Limits.UniformAlignment) - 1) / max(1, int64(k.ctx.Limits.UniformAlignment)) * max(1, int64(k.ctx.Limits.UniformAlignment))
	if p.rows, err = k.ctx.NewLongBuffer("hooke.Range", p.rowStride*int64(len(p.groups))); err != nil {
		return err
	}
	group := uint32(0)
	for part := range p.groups {
		first, count := divided.Bounds(part)
		row := shaders.Range{First: uint32(first), Count: uint32(count), State: uint32(first), Group: group}
		if gathers {
			row.State = uint32(state.Spans[state.Window[part]].First)
		}
		if g := k.division.Forces; over.items == ofMasses && g.Window != nil {
			row.Force = uint32(g.Spans[g.Window[part]].First)
		}
		if over.items == ofMasses && k.division.Contacts != nil {
			row.Contacts = uint32(k.division.Contacts[part])
		}
		if part == len(p.groups)-1 {
			row.Last = 1
		}
		invocations := over.invocations(count, k.group)
		if p.groups[part][0], p.groups[part][1], err = k.ctx.Limits.Groups(invocations, k.group); err != nil {
			return err
		}
		group += uint32((invocations + int64(k.group) - 1) / int64(k.group))
		glx.Upload(p.rows, int64(part)*p.rowStride/bytes, []shaders.Range{row})
	}
	return nil
}

// dispatchRange queues one range.
func (p *pass) dispatchRange(ctx *glx.Context, k int) {
	ctx.BindUniformRange(uint32(shaders.BindRange), p.rows, int64(k)*p.rowStride, int64(unsafe.Sizeof(shaders.Range{})))
	for _, s := range p.storage {
		if s.windows != nil {
			ctx.BindStorageWindow(uint32(s.binding), s.buffer, s.windows[s.at[k]])
		} else {
			ctx.BindStorage(uint32(s.binding), s.buffer)
		}
	}
	for _, s := range p.texels {
		ctx.BindWindow(s.binding, s.buffer, s.at[k])
	}
	ctx.Dispatch(p.groups[k][0], p.groups[k][1])
}

// stateWindows are the windows of positions or velocities that ranges gather from:
// those of a storage block, or the sampler.
func stateWindows(b *buffers, d *ranges.Division, buffer *glx.Buffer, of items) (texels int, windows []limits.Window, at []int) {
	g, base := d.ByMass, 0
	if of == ofSprings {
		g, base = d.BySpring, len(d.ByMass.Spans) // those of masses are shown before
	}
	words, velocityWords := b.precision.Words()
	texels = shaders.TexelsPosition
	switch buffer {
	case b.velocity:
		words, texels = velocityWords, shaders.TexelsVelocity
	case b.centered:
		words, texels = velocityWords, shaders.TexelsCentered
	}
	if d.Texels {
		for _, window := range g.Window {
			at = append(at, base+window)
		}
		return texels, nil, at
	}
	return -1, g.Windows(16, words), g.Window
}
