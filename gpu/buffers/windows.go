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
	if n.Centered > 0 {
		add(b.Centered, d.Masses, 16, ranges.CenteredWords(n.Precision, n.Moving))
	}
	if n.Loaded > 0 {
		add(b.External, d.Masses, 12, words)
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
	if !d.Texels {
		return
	}
	for buffer, words := range map[*glx.Buffer]int64{b.Position: positionWords, b.NextPosition: positionWords, b.Velocity: words, b.NextVelocity: words,
		b.Centered: ranges.CenteredWords(n.Precision, n.Moving)} {
		if buffer != nil && (buffer != b.Centered || n.Centered > 0) {
			buffer.ShowWindows(glx.Floats4, append(d.ByMass.Windows(16, words), d.BySpring.Windows(16, words)...))
		}
	}
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
