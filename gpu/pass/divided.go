package pass

import (
	"fmt"
	"slices"
	"unsafe"

	"hooke/gpu/buffers"
	"hooke/gpu/glx"
	"hooke/gpu/limits"
	"hooke/gpu/ranges"
	"hooke/shaders"
)

// gathers reports whether a pass reads positions and velocities of arbitrary masses.
func gathers(file shaders.Name) bool {
	switch file {
	case shaders.SpringForce, shaders.WindPass, shaders.SpringMeasure, shaders.SpringLedger:
		return true
	}
	return false
}

// divide plans a dispatch for each range: which windows it binds.
func (k Maker) divide(p *Pass, file shaders.Name, over Extent) error {
	d, b := k.Division, k.Arrays
	divided, state := over.ranges(d), d.ByMass
	if over.Items == OfSprings {
		state = d.BySpring
	}
	if over = over.shared(divided); over.Groups < 0 {
		return fmt.Errorf("%d ranges are more than the work groups that sum a term, %d", divided.Number(), shaders.LedgerGroups)
	}
	p.Groups = make([][2]uint32, divided.Number())
	storage := p.Storage
	p.Storage = nil
	for _, s := range storage {
		texels := -1
		s.windows = b.Windows[s.Buffer]
		for part := range p.Groups {
			s.at = append(s.at, part)
		}
		switch {
		case s.All:
			s.windows, s.at = nil, nil
			if d.AllTexels {
				all := slices.Repeat([]int{b.All[s.Buffer]}, len(p.Groups))
				p.texels = append(p.texels, texelSlot{uint32(unitOf(s.Binding)), s.Buffer, all})
				continue
			}
		case (s.Buffer == b.Position || s.Buffer == b.Velocity) && (k.Evaluates || gathers(file)):
			texels, s.windows, s.at = stateWindows(b, d, s.Buffer, over.Items)
		case s.Buffer == b.Force && b.Force != nil && over.Items == OfMasses:
			_, words := b.Precision.Words()
			s.windows, s.at = d.Forces.Windows(12, words), d.Forces.Window
			if d.ForceTexels {
				texels = shaders.TexelsForce
			}
		case s.Buffer == b.Table && b.Table != nil && d.Texels:
			texels = shaders.TexelsTable
		}
		if texels >= 0 {
			p.texels = append(p.texels, texelSlot{uint32(texels), s.Buffer, s.at})
			if texels == shaders.TexelsTable { // it is read as groups, see below
				groups := slices.Clone(s.at)
				for part := range groups {
					groups[part] += len(groups)
				}
				p.texels = append(p.texels, texelSlot{shaders.TexelsGroups, s.Buffer, groups})
			}
		} else {
			p.Storage = append(p.Storage, s)
		}
	}
	if readsAll(storage, b) {
		state = ranges.Gathering{Window: make([]int, divided.Number()), Spans: make([]ranges.Span, 1)} // all windows begin at mass 0
		return k.writeRows(p, over, divided, state, true)
	}
	return k.writeRows(p, over, divided, state, k.Evaluates || gathers(file))
}

// readsAll reports whether a pass reads the state of all masses, whatever its range.
func readsAll(storage []Slot, b *buffers.Arrays) bool {
	return slices.ContainsFunc(storage, func(s Slot) bool { return s.All && s.Buffer == b.Position })
}

// unitOf returns the number of the sampler for an array that a pass reads whole.
func unitOf(b shaders.Binding) int {
	switch b {
	case shaders.BindPosition:
		return shaders.TexelsPosition
	case shaders.BindVelocity:
		return shaders.TexelsVelocity
	}
	return shaders.TexelsAll
}

// withAll returns a maker of a pass with these slots: those that are read whole may be texels.
func (k Maker) withAll(storage []Slot) Maker {
	if k.Division == nil || !slices.ContainsFunc(storage, func(s Slot) bool { return s.All }) {
		return k
	}
	k.Defines = slices.DeleteFunc(slices.Clone(k.Defines), func(d shaders.Define) bool { return d.Name == "TEXELS" })
	k.Defines = append(k.Defines, shaders.Define{Name: "TEXELS", Value: shaders.OnOff(k.Division.AllTexels)})
	return k.With("TEXELS_ALL", shaders.TexelsAll)
}

// writeRows counts the work groups of each range, and uploads the record of each range
// for the shaders.
func (k Maker) writeRows(p *Pass, over Extent, divided ranges.Ranges, state ranges.Gathering, gathers bool) (err error) {
	const bytes = int64(unsafe.Sizeof(shaders.Range{}))
	p.rowStride = (bytes + int64(k.Ctx.Limits.UniformAlignment) - 1) / max(1, int64(k.Ctx.Limits.UniformAlignment)) * max(1, int64(k.Ctx.Limits.UniformAlignment))
	if p.rows, err = k.Ctx.NewLongBuffer("hooke.Range", p.rowStride*int64(len(p.Groups))); err != nil {
		return err
	}
	group := uint32(0)
	for part := range p.Groups {
		first, count := divided.Bounds(part)
		row := shaders.Range{First: uint32(first), Count: uint32(count), State: uint32(first), Group: group}
		if gathers {
			row.State = uint32(state.Spans[state.Window[part]].First)
		}
		if g := k.Division.Forces; over.Items == OfMasses && g.Window != nil {
			row.Force = uint32(g.Spans[g.Window[part]].First)
		}
		if over.Items == OfMasses && k.Division.Contacts != nil {
			row.Contacts = uint32(k.Division.Contacts[part])
		}
		if part == len(p.Groups)-1 {
			row.Last = 1
		}
		invocations := over.invocations(count, k.Group)
		if over.Parts != nil {
			invocations = over.Parts[part].End - over.Parts[part].First
			row.Force, row.Contacts = uint32(over.Parts[part].First), uint32(over.Parts[part].End)
		}
		if p.Groups[part][0], p.Groups[part][1], err = k.Ctx.Limits.Groups(invocations, k.Group); err != nil {
			return err
		}
		group += uint32((invocations + int64(k.Group) - 1) / int64(k.Group))
		glx.Upload(p.rows, int64(part)*p.rowStride/bytes, []shaders.Range{row})
	}
	return nil
}

// stateWindows returns the windows of positions or velocities from which ranges gather: those
// of a storage block, or those of the sampler.
func stateWindows(b *buffers.Arrays, d *ranges.Division, buffer *glx.Buffer, of Items) (texels int, windows []limits.Window, at []int) {
	g, base := d.ByMass, 0
	if of == OfSprings {
		g, base = d.BySpring, len(d.ByMass.Spans) // the windows of masses come before those of springs
	}
	words, velocityWords := b.Precision.Words()
	texels = shaders.TexelsPosition
	if buffer == b.Velocity {
		words, texels = velocityWords, shaders.TexelsVelocity
	}
	if d.Texels {
		for _, window := range g.Window {
			at = append(at, base+window)
		}
		return texels, nil, at
	}
	return -1, g.Windows(16, words), g.Window
}
