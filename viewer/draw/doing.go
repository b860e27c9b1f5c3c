package draw

import (
	"fmt"
	"strings"
)

// Doing is what an overlay says of files that are being opened. The zero value says
// nothing.
type Doing struct {
	Opening string   // what is being opened; empty: nothing is
	Seconds float64  // since when, on the wall
	Faults  []string // lines about what could not be opened, to be seen until they are closed
}

// mostFaults is how many lines of faults are shown.
const mostFaults = 14

// legendRoom is the width at the right that faults leave to the legend [points].
const legendRoom = 150

// writeDoing lays it out from (x, y) downward: progress, then faults.
func (o Overlay) writeDoing(p *page, x, y, scale float32) {
	if len(o.Help) > 0 {
		return
	}
	room := p.width - x - (panelMargin+legendRoom)*scale
	if o.Opening != "" {
		line := p.shorten(fmt.Sprintf("%s   %.1f s", o.Opening, o.Seconds), room)
		width := p.textWidth(line)
		p.panel(x, y, width, 1, scale)
		p.text(x+10*scale, y+6*scale, line, p.inks.accent)
		p.progress(x+10*scale, y+p.lineHeight()+8*scale, width, o.Seconds, scale)
		y += p.lineHeight() + 24*scale
	}
	if len(o.Faults) == 0 {
		return
	}
	lines := fitted(o.Faults, int(room/float32(p.atlas.cellWidth)))
	p.panel(x, y, p.widest(lines), len(lines), scale)
	for k, line := range lines {
		color := p.inks.warn
		if k == len(lines)-1 {
			color = p.inks.dim
		}
		p.text(x+10*scale, y+8*scale, line, color)
		y += p.lineHeight()
	}
}

// progress is a bar of something whose end is not known: a part of it that goes to
// and fro, once in two seconds.
func (p *page) progress(x, y, width float32, seconds float64, scale float32) {
	const part, period = 0.25, 2.0
	at := seconds/period - float64(int(seconds/period))
	if at = 2 * at; at > 1 {
		at = 2 - at
	}
	p.rectangle(x, y, width, 2*scale, p.inks.line)
	p.rectangle(x+float32(at)*(1-part)*width, y, part*width, 2*scale, p.inks.accent)
}

// closeFaults is the last line of faults.
const closeFaults = "esc closes this; what was there goes on"

// fitted are the lines of faults as they are shown: at most mostFaults of them, long
// ones broken between words; lines that begin with a space, which show a place in a
// file, are kept as they are as far as there is room.
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
