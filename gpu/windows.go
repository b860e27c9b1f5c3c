package gpu

import (
	"hooke/gpu/glx"
	"hooke/gpu/limits"
	"hooke/gpu/ranges"
	"hooke/gpu/table"
)

// cut cuts the arrays into windows, once they are allocated. t is the table of the pipeline
// fused, nil in two-pass, which has windows of the incidences instead.
func (b *buffers) cut(d *ranges.Division, n ranges.Counts, t *table.Table, incidences []limits.Window) {
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
		b.own[b.incidence] = incidences
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
