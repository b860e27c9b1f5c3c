package hud

import (
	"fmt"
	"strings"
)

// Doing is an overlay's message about files that the program opens. The zero value is no
// message.
type Doing struct {
	Opening string   // the file that is being opened; empty for none
	Seconds float64  // time since it began [s], on the wall
	Faults  []string // lines about files that could not be opened, which stay until the user closes them
}

// mostFaults is how many lines of faults are shown.
const mostFaults = 14

// wishOpening returns the place that the progress wants.
func (o Overlay) wishOpening(p *Page, scale float32) wish {
	if o.Opening == "" {
		return wish{}
	}
	return wish{width: p.textWidth(o.openingLine()) + 20*scale, height: p.textHeight(1, scale), narrow: leastText * scale}
}

func (o Overlay) openingLine() string { return fmt.Sprintf("%s   %.1f s", o.Opening, o.Seconds) }

// writeOpening writes the progress of opening.
func (o Overlay) writeOpening(p *Page, at rect, scale float32) {
	if !at.there() {
		return
	}
	p.rectangle(at.left, at.top, at.width, at.height, p.inks.Panel)
	p.text(at.left+10*scale, at.top+6*scale, p.shorten(o.openingLine(), at.width-20*scale), p.inks.Accent)
	p.progress(at.left+10*scale, at.top+p.lineHeight()+8*scale, at.width-20*scale, o.Seconds, scale)
}

// wishFaults returns the place that the faults want.
func (o Overlay) wishFaults(p *Page, scale float32) wish {
	if len(o.Faults) == 0 {
		return wish{}
	}
	flow := func(width float32) float32 {
		return p.textHeight(len(fitted(o.Faults, p.columnsIn(width, scale))), scale)
	}
	width := p.widest(append([]string{closeFaults}, o.Faults...)) + 20*scale
	return wish{width: width, height: flow(width), least: p.textHeight(2, scale), narrow: leastText * scale, flow: flow}
}

// writeFaults writes the faults, and in the last line how to close them.
func (o Overlay) writeFaults(p *Page, at rect, scale float32) {
	if !at.there() {
		return
	}
	p.rectangle(at.left, at.top, at.width, at.height, p.inks.Panel)
	lines := fitted(o.Faults, p.columnsIn(at.width, scale))
	if most := p.linesIn(at.height, scale); len(lines) > most {
		lines = append(lines[:most-1:most-1], closeFaults)
	}
	for k, line := range lines {
		color := p.inks.Warn
		if k == len(lines)-1 {
			color = p.inks.Dim
		}
		p.text(at.left+10*scale, at.top+8*scale+float32(k)*p.lineHeight(), p.shorten(line, at.width-20*scale), color)
	}
}

// progress draws the bar of a work whose end is not known: a part of the bar goes to and
// fro, once in two seconds.
func (p *Page) progress(x, y, width float32, seconds float64, scale float32) {
	const part, period = 0.25, 2.0
	at := seconds/period - float64(int(seconds/period))
	if at = 2 * at; at > 1 {
		at = 2 - at
	}
	p.rectangle(x, y, width, 2*scale, p.inks.Line)
	p.rectangle(x+float32(at)*(1-part)*width, y, part*width, 2*scale, p.inks.Accent)
}

// closeFaults is the last line of the faults.
const closeFaults = "esc closes this; the previous view continues"

// fitted returns the lines of faults as the overlay shows them. It breaks long lines
// between words, and shows at most mostFaults lines, then how many more there are, and
// closeFaults. Lines that begin with a space show a place in a file: they are cut where
// there is no room, not broken.
func fitted(lines []string, columns int) (out []string) {
	columns = max(columns, 20)
	for _, line := range lines {
		if runes := []rune(line); len(runes) > columns && strings.HasPrefix(line, " ") {
			out = append(out, string(runes[:columns-1])+"…")
		} else if len(runes) > columns {
			out = append(out, wrap(line, columns)...)
		} else {
			out = append(out, line)
		}
	}
	if more := len(out) - mostFaults; more > 0 {
		out = append(out[:mostFaults], fmt.Sprintf("... and %d lines more", more))
	}
	return append(out, closeFaults)
}
