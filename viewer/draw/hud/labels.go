package hud

import (
	"math"
	"strings"

	"hooke/viewer/draw/color"
)

// Label is text under something of the picture. Places are in units of the view's height from its center, y downward.
type Label struct {
	X, Y  float64  // middle of its upper edge
	Lines []string // the first one stands alone if the others do not fit
	Share float64  // place of its color on the color map of metrics, 0 to 1
}

// Lowest moves the label below a place, and its middle to that of all places so far; from and to are their ends.
func (l *Label) Lowest(x, y float64, from, to *float64) {
	*from, *to = min(*from, x), max(*to, x)
	l.X, l.Y = (*from+*to)/2, max(l.Y, y)
}

// forms returns the texts that a label may have, the fullest first.
func (l *Label) forms() [][]string {
	if len(l.Lines) < 2 {
		return [][]string{l.Lines}
	}
	return [][]string{append([]string{l.Lines[0] + "  " + l.Lines[1]}, l.Lines[2:]...), {l.Lines[0] + "  " + l.Lines[1]}, l.Lines[:1]}
}

// writeLabels writes the labels, all in the fullest form that hides none of them: no label lies on another one or on a block. One
// that has no room in any form is left out.
func (o Overlay) writeLabels(p *Page, at [blocks]rect, scale float32) {
	const forms = 3
	least := o.placed(p, at, forms-1, scale)
	for form := range forms {
		placed := o.placed(p, at, form, scale)
		if count(placed) < count(least) {
			continue
		}
		all := color.ByMetric.Map(legendEntries)
		for k, r := range placed {
			if l := &o.Labels[k]; r.there() {
				l.write(p, r, l.form(form), color.Opaque(all[int(math.Round(l.Share*float64(len(all)-1)))]), scale)
			}
		}
		return
	}
}

// count returns how many places there are.
func count(places []rect) (n int) {
	for _, r := range places {
		if r.there() {
			n++
		}
	}
	return n
}

// form returns the text of a label in one of three forms, or the last one that it has.
func (l *Label) form(k int) []string {
	forms := l.forms()
	return forms[min(k, len(forms)-1)]
}

// placed returns the places of all labels in a form [pixels]; the zero place for one that would lie on something. Those at the lower
// edge stand on it.
func (o Overlay) placed(p *Page, at [blocks]rect, form int, scale float32) []rect {
	bottom := p.height
	for _, b := range []block{footerBlock, timeLineBlock} {
		if at[b].there() {
			bottom = min(bottom, at[b].top)
		}
	}
	out := make([]rect, len(o.Labels))
	for k := range o.Labels {
		l := &o.Labels[k]
		lines := l.form(form)
		width, height := p.widest(lines)+(labelSwatch+12)*scale, float32(len(lines))*p.lineHeight()+4*scale
		r := rect{p.width/2 + float32(l.X)*p.height - width/2, p.height/2 + float32(l.Y)*p.height + 4*scale, width, height}
		if r.left < 0 || r.right() > p.width || r.top < 0 || r.top > bottom {
			continue
		}
		r.top = min(r.top, bottom-height-2*scale)
		free := true
		for _, others := range [][]rect{at[:], out[:k]} {
			for _, other := range others {
				free = free && !r.meets(other, scale)
			}
		}
		if free {
			out[k] = r
		}
	}
	return out
}

// labelSwatch is the width of the color beside a label [points].
const labelSwatch = 8

// write writes a label with its color at the left.
func (l *Label) write(p *Page, at rect, lines []string, ink color.Ink, scale float32) {
	p.rectangle(at.left, at.top, at.width, at.height, p.inks.Panel)
	p.rectangle(at.left, at.top, labelSwatch*scale, at.height, ink)
	for k, line := range lines {
		i := p.inks.Bright
		if k > 0 {
			i = p.inks.Dim
		}
		p.text(at.left+(labelSwatch+6)*scale, at.top+2*scale+float32(k)*p.lineHeight(), strings.TrimSpace(line), i)
	}
}
