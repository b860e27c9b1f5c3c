package gpu

import (
	"fmt"
	"slices"
	"unsafe"

	"hooke/gpu/glx"
	"hooke/gpu/limits"
	"hooke/gpu/ranges"
	"hooke/gpu/table"
	"hooke/shaders"
)

// items are what the invocations of a pass are for.
type items uint8

const (
	anything items = iota // not divided
	ofMasses
	ofSprings
)

// extent is what a dispatch covers: an invocation for each item and some past the last
// one, for each range of items where those are divided.
type extent struct {
	items   items
	count   int64 // of all items
	extra   int64 // invocations past the last item
	instead int64 // invocations for each range, instead of one for each item; 0: no
	groups  int64 // most work groups of all ranges, which then go over the items; 0: no such limit
}

// invocations is how many a range of so many items takes.
func (g extent) invocations(count int64, workGroup int) int64 {
	switch {
	case g.instead > 0:
		return g.instead
	case g.groups != 0:
		return min(max(count, 1), g.groups*int64(workGroup))
	}
	return count + g.extra
}

// shared divides the limit of work groups among ranges; it is negative when there are
// more of them than groups.
func (g extent) shared(r ranges.Ranges) extent {
	if g.groups > 0 {
		if g.groups /= int64(r.Number()); g.groups == 0 {
			g.groups = -1
		}
	}
	return g
}

// groupsIn is how many work groups a pass that sums over them has, over all ranges.
func (g extent) groupsIn(d *ranges.Division) (n int64) {
	divided := ranges.Ranges{All: g.count}
	if d != nil && g.items == ofMasses {
		divided = d.Masses
	} else if d != nil {
		divided = d.Springs
	}
	g = g.shared(divided)
	for k := range divided.Number() {
		_, count := divided.Bounds(k)
		n += (g.invocations(count, sumGroup) + sumGroup - 1) / sumGroup
	}
	return n
}

// texelSlot is a buffer whose windows a divided pass fetches texels from.
type texelSlot struct {
	binding uint32
	buffer  *glx.Buffer
	at      []int // number of the window of each range
}

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
	p.parts = make([][2]uint32, divided.Number())
	storage := p.storage
	p.storage = nil
	for _, s := range storage {
		texels := -1
		s.windows = b.own[s.buffer]
		for part := range p.parts {
			s.at = append(s.at, part)
		}
		switch {
		case (s.buffer == b.position || s.buffer == b.velocity) && (k.evaluates || gathers(file)),
			s.buffer == b.centered && b.centered != nil && gathers(file):
			texels, s.windows, s.at = b.stateWindows(d, s.buffer, over.items)
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

// stateWindows are the windows of positions or velocities that ranges gather from:
// those of a storage block, or the sampler.
func (b *buffers) stateWindows(d *ranges.Division, buffer *glx.Buffer, of items) (texels int, windows []limits.Window, at []int) {
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

// writeRows counts the work groups of each range, and puts on the device what tells
// shaders of it.
func (k passMaker) writeRows(p *pass, over extent, divided ranges.Ranges, state ranges.Gathering, gathers bool) (err error) {
	const bytes = int64(unsafe.Sizeof(shaders.Range{}))
	p.rowStride = (bytes + int64(k.ctx.Limits.UniformAlignment) - 1) / max(1, int64(k.ctx.Limits.UniformAlignment)) * max(1, int64(k.ctx.Limits.UniformAlignment))
	if p.rows, err = k.ctx.NewLongBuffer("hooke.Range", p.rowStride*int64(len(p.parts))); err != nil {
		return err
	}
	group := uint32(0)
	for part := range p.parts {
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
		if part == len(p.parts)-1 {
			row.Last = 1
		}
		invocations := over.invocations(count, k.group)
		if p.parts[part][0], p.parts[part][1], err = k.ctx.Limits.Groups(invocations, k.group); err != nil {
			return err
		}
		group += uint32((invocations + int64(k.group) - 1) / int64(k.group))
		glx.Upload(p.rows, int64(part)*p.rowStride/bytes, []shaders.Range{row})
	}
	return nil
}

// dispatchPart queues one range.
func (p *pass) dispatchPart(ctx *glx.Context, k int) {
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
	ctx.Dispatch(p.parts[k][0], p.parts[k][1])
}

// cut cuts the arrays into windows, once they are allocated.
func (b *buffers) cut(d *ranges.Division, n ranges.Counts, t *table.Table) {
	b.own = map[*glx.Buffer][]limits.Window{}
	positionWords, words := n.Precision.Words()
	add := func(buffer *glx.Buffer, r ranges.Ranges, bytes, words int64) {
		if buffer != nil {
			b.own[buffer] = r.Windows(bytes, words)
		}
	}
	for _, buffer := range []*glx.Buffer{b.position, b.nextPosition} {
		add(buffer, d.Masses, 16, positionWords)
	}
	for _, buffer := range []*glx.Buffer{b.velocity, b.nextVelocity} {
		add(buffer, d.Masses, 16, words)
	}
	if n.Masses > 0 && n.Registers > 0 {
		add(b.stage, d.Masses, 16, n.Registers/n.Masses*positionWords)
	}
	add(b.kept[0], d.Masses, 32, 1)
	add(b.kept[1], d.Masses, 32, 1)
	if n.Centered > 0 {
		add(b.centered, d.Masses, 16, words)
	}
	if n.Loaded > 0 {
		add(b.external, d.Masses, 12, words)
	}
	if n.Springs > 0 {
		add(b.ends, d.Springs, 8, 1)
		add(b.spring, d.Springs, 8, 1)
		add(b.strain, d.Springs, 4, 1)
	}
	if b.table == nil {
		add(b.force, d.Springs, 12, words)
	}
	if b.material != nil {
		b.own[b.material] = ranges.MaterialWindows(d.Springs, n)
	}
	if t != nil {
		var windows []limits.Window
		for _, part := range t.Parts {
			windows = append(windows, limits.Window{Offset: 4 * part.Begin, Bytes: 4 * part.Length})
			d.Contacts = append(d.Contacts, part.Contacts)
		}
		b.own[b.table] = windows
		if d.Texels {
			b.table.ShowWindows(glx.Word, windows)
			b.table.ShowMore(glx.Words4, windows)
		}
	}
	if d.ForceTexels && b.table == nil {
		b.force.ShowWindows(glx.Floats3, d.Forces.Windows(12, words))
	}
	if !d.Texels {
		return
	}
	for buffer, words := range map[*glx.Buffer]int64{b.position: positionWords, b.nextPosition: positionWords, b.velocity: words, b.nextVelocity: words, b.centered: words} {
		if buffer != nil && (buffer != b.centered || n.Centered > 0) {
			buffer.ShowWindows(glx.Floats4, append(d.ByMass.Windows(16, words), d.BySpring.Windows(16, words)...))
		}
	}
}
