package draw

import (
	"fmt"
	"math"
)

// legendEntries is how many colors the legend's bar has.
const legendEntries = 33

// legendWidth is what the legend takes of the right edge, with its margin
// [points]; a little more than writeLegend needs.
const legendWidth = 140

// clearAspect is the aspect (width / height) of the part of a picture, in its
// middle, that the legend leaves free: at least half of the picture.
func clearAspect(width, height int, look Look) float64 {
	free := float64(width)
	if !look.NoText && look.Color != Plain {
		free = max(free-2*legendWidth*look.scale(), free/2)
	}
	return free / float64(height)
}

// ClearAspect is the aspect (width / height) of what a camera is to be fitted to, so that
// the legend of a picture of that size [pixels] hides nothing.
func ClearAspect(width, height int, look Look) float64 { return clearAspect(width, height, look) }

// legend is what the colors mean.
type legend struct {
	coloring  Coloring
	low, high float64
	fixed     bool     // the range does not follow the structure
	aside     float32  // how far it is moved to the left, past panels [pixels]
	names     []string // of a named coloring, from the first
}

// write draws the color map with its numbers at the right edge: large values above.
func (l legend) write(p *page, scale float32) {
	if l.coloring.named() {
		l.writeNames(p, scale)
		return
	}
	colors := l.coloring.colorMap(legendEntries)
	barWidth, barHeight := 16*scale, min(220*scale, 0.45*p.height)
	labels := l.labels()
	room := p.textWidth("+100.00 %") + 8*scale
	for _, label := range labels {
		room = max(room, p.textWidth(label)+12*scale)
	}
	margin := 14 * scale
	width := barWidth + room + 20*scale
	height := barHeight + 2*p.lineHeight() + 26*scale
	left, top := max(p.width-margin-width-l.aside, margin), (p.height-height)/2
	p.rectangle(left, top, width, height, p.inks.panel)
	p.text(left+10*scale, top+7*scale, l.coloring.String(), p.inks.bright)

	// The bar, large values at the upper end.
	x, y := left+10*scale, top+p.lineHeight()+14*scale
	band := barHeight / float32(len(colors)-1)
	for i := range len(colors) - 1 {
		upper, lower := colors[len(colors)-1-i], colors[len(colors)-2-i]
		p.gradient(x, y+float32(i)*band, barWidth, band, opaque(upper), opaque(lower))
	}
	for i, label := range labels {
		at := y + barHeight*float32(i)/float32(len(labels)-1)
		p.rectangle(x+barWidth, at-scale/2, 4*scale, scale, p.inks.dim)
		p.text(x+barWidth+8*scale, at-float32(p.atlas.cellHeight)/2, label, p.inks.bright)
	}
	p.text(left+10*scale, y+barHeight+10*scale, l.note(), p.inks.dim)
}

// note says how to read the bar.
func (l legend) note() string {
	switch {
	case l.fixed:
		return "fixed range"
	case l.coloring == ByStrain:
		return "+ stretched"
	case l.coloring == ByForce:
		return "+ tension"
	case l.coloring == BySpeed:
		return "of masses"
	}
	return "of springs"
}

// writeNames lists the names with their colors.
func (l legend) writeNames(p *page, scale float32) {
	colors := Names()
	names := append([]string{"none"}, l.names...)
	if len(names) > namedColors+1 {
		names = append(names[:namedColors:namedColors], fmt.Sprintf("and %d more", len(names)-namedColors))
	}
	width := p.textWidth(l.coloring.String())
	for k, name := range names {
		names[k] = p.shorten(name, 0.25*p.width)
		width = max(width, p.textWidth(names[k])+22*scale)
	}
	margin := 14 * scale
	height := float32(len(names)+1)*p.lineHeight() + 18*scale
	left, top := max(p.width-margin-width-20*scale-l.aside, margin), max((p.height-height)/2, margin)
	p.rectangle(left, top, width+20*scale, height, p.inks.panel)
	p.text(left+10*scale, top+7*scale, l.coloring.String(), p.inks.bright)
	y := top + p.lineHeight() + 12*scale
	for k, name := range names {
		p.rectangle(left+10*scale, y+3*scale, 12*scale, 12*scale, opaque(colors[k]))
		p.text(left+32*scale, y, name, p.inks.bright)
		y += p.lineHeight()
	}
}

// labels are the values along the bar, from its upper end.
func (l legend) labels() []string {
	labels := make([]string, 5)
	for i := range labels {
		value := l.high + (l.low-l.high)*float64(i)/4
		labels[i] = l.label(value)
	}
	return labels
}

func (l legend) label(value float64) string {
	sign := " "
	if l.coloring.signed() && value > 0 {
		sign = "+"
	}
	if value < 0 {
		sign, value = "−", -value
	}
	if l.coloring == ByStrain {
		return fmt.Sprintf("%s%.3g %%", sign, 100*value)
	}
	if value == 0 {
		return " 0 " + l.coloring.unit()
	}
	return sign + Quantity(value, l.coloring.unit())
}

func opaque(color [3]float64) ink {
	out := ink(255)
	for k := range 3 {
		out |= ink(math.Round(255*color[k])) << (24 - 8*k)
	}
	return out
}
