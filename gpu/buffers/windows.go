package buffers

import (
	"hooke/gpu/glx"
	"hooke/gpu/limits"
	"hooke/gpu/ranges"
	"hooke/gpu/table"
)

// Cut cuts the arrays into the windows of a division, after they are allocated, and tells
// the division where contacts are in each part of the table. t is the table of the
// pipeline fused; it is nil in two-pass, which has windows of the incidences instead.
func (b *Arrays) Cut(d *ranges.Division, n ranges.Counts, t *table.Table, incidences []limits.Window) {
	b.Windows = map[*glx.Buffer][]limits.Window{}
	positionWords, words := n.Precision.Words()
	add := func(buffer *glx.Buffer, r ranges.Ranges, bytes, words int64) {
		if buffer != nil {
			b.Windows[buffer] = r.Windows(bytes, words)
		}
	}
	for _, buffer := range []*glx.Buffer{b.Position, b.NextPosition} {
		add(buffer, d.Masses, 16, positionWords)
	}
	for _, buffer := range []*glx.Buffer{b.Velocity, b.NextVelocity} {
		add(buffer, d.Masses, 16, words)
	}
	if n.Masses > 0 && n.Registers > 0 {
		add(b.Stage, d.Masses, 16, n.Registers/n.Masses*positionWords)
	}
	add(b.Kept[0], d.Masses, 32, 1)
	add(b.Kept[1], d.Masses, 32, 1)
	if n.Loaded > 0 {
		add(b.External, d.Masses, 12, n.Loaded/n.Masses*words)
	}
	if n.Springs > 0 {
		add(b.Ends, d.Springs, 8, 1)
		add(b.Spring, d.Springs, 8, 1)
		add(b.Strain, d.Springs, 4, 1)
	}
	if b.Table == nil {
		add(b.Force, d.Springs, 12, words)
		b.Windows[b.Incidence] = incidences
	}
	if b.Material != nil {
		b.Windows[b.Material] = ranges.MaterialWindows(d.Springs, n)
	}
	if t != nil {
		b.cutTable(d, t)
	}
	if d.ForceTexels && b.Table == nil {
		b.Force.ShowWindows(glx.Floats3, d.Forces.Windows(12, words))
	}
	b.showGathered(d, n)
}

// showGathered lets passes fetch texels of the state, where the division wants it: of the
// windows of ranges, and of everything.
func (b *Arrays) showGathered(d *ranges.Division, n ranges.Counts) {
	positionWords, words := n.Precision.Words()
	b.All = map[*glx.Buffer]int{}
	for buffer, words := range map[*glx.Buffer]int64{b.Position: positionWords, b.NextPosition: positionWords, b.Velocity: words, b.NextVelocity: words} {
		if buffer == nil {
			continue
		}
		if d.Texels {
			buffer.ShowWindows(glx.Floats4, append(d.ByMass.Windows(16, words), d.BySpring.Windows(16, words)...))
		}
		if d.AllTexels && n.Taking+n.Spans > 0 {
			b.ShowAll(buffer, glx.Floats4)
		}
	}
}

// ShowAll lets passes that read all of a buffer fetch its texels.
func (b *Arrays) ShowAll(buffer *glx.Buffer, format glx.Texels) {
	b.All[buffer] = buffer.ShowMore(format, []limits.Window{{Bytes: buffer.Bytes()}})
}

// cutTable makes the windows of the table of the pipeline fused, one for each range of
// masses, and notes where the contacts are in each.
func (b *Arrays) cutTable(d *ranges.Division, t *table.Table) {
	var windows []limits.Window
	for _, part := range t.Parts {
		windows = append(windows, limits.Window{Offset: 4 * part.Begin, Bytes: 4 * part.Length})
		d.Contacts = append(d.Contacts, part.Contacts)
	}
	b.Windows[b.Table] = windows
	if d.Texels {
		b.Table.ShowWindows(glx.Word, windows)
		b.Table.ShowMore(glx.Words4, windows)
	}
}
