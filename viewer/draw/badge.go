package draw

// writeBadge says at the upper middle that a film is being recorded.
func (o Overlay) writeBadge(p *page, scale float32) {
	if o.Recording == "" {
		return
	}
	line := p.shorten(o.Recording, 0.4*p.width)
	dot := 10 * scale
	width := p.textWidth(line) + dot + 8*scale
	x, y := (p.width-width)/2, 14*scale
	p.panel(x-10*scale, y, width, 1, scale)
	p.rectangle(x, y+8*scale+(float32(p.atlas.cellHeight)-dot)/2, dot, dot, recordingInk)
	p.text(x+dot+8*scale, y+8*scale, line, p.inks.bright)
}

// recordingInk is the red of recorders.
const recordingInk ink = 0xE5_33_2E_FF
