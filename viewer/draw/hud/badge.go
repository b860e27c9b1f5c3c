package hud

import (
	"hooke/viewer/draw/color"
)

// writeBadge says at the upper middle that a film is being recorded.
func (o Overlay) writeBadge(p *Page, at rect, scale float32) {
	if !at.there() {
		return
	}
	dot := dotWidth * scale
	line := p.shorten(o.Recording, at.width-dot-28*scale)
	x, y := at.left+10*scale, at.top
	p.rectangle(at.left, at.top, at.width, at.height, p.inks.Panel)
	p.rectangle(x, y+8*scale+(float32(p.atlas.cellHeight)-dot)/2, dot, dot, recordingInk)
	p.text(x+dot+8*scale, y+8*scale, line, p.inks.Bright)
}

// dotWidth is the width of the dot before the words [points].
const dotWidth = 10

func (o Overlay) wishBadge(p *Page, scale float32) wish {
	if o.Recording == "" {
		return wish{}
	}
	return wish{width: p.textWidth(o.Recording) + (dotWidth+28)*scale, height: p.textHeight(1, scale), narrow: leastText * scale}
}

// recordingInk is the red of recorders.
const recordingInk color.Ink = 0xE5_33_2E_FF
