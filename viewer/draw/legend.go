package draw

import (
	"fmt"
	"math"
	"strings"
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
	fixed     bool       // the range does not follow the structure
	whole     bool       // it is that of all states of a recorded run
	seen      seenValues // in the picture
	names     []string   // of a named coloring, from the first
}

// Sizes of a legend [points].
const (
	legendBar      = 220 // height of the bar
	legendLeastBar = 60
	legendBarShare = 0.45 // of a page's height, at most
)

// wish is the place that the legend wants.
func (l legend) wish(p *page, scale float32) wish {
	if l.coloring.named() {
		names := l.listed(p, mostLegendNames)
		width := p.textWidth(l.coloring.String())
		for _, name := range names {
			width = max(width, p.textWidth(name)+22*scale)
		}
		return wish{width: width + 20*scale, height: l.namesHeight(p, len(names), scale), least: l.namesHeight(p, 2, scale)}
	}
	room := p.textWidth("+100.00 %") + 8*scale
	for _, label := range l.labels() {
		room = max(room, p.textWidth(label)+12*scale)
	}
	for _, line := range l.extremes() {
		room = max(room, p.textWidth(line)-16*scale)
	}
	around := 2*p.lineHeight() + 26*scale
	more := float32(len(l.extremes())) * p.lineHeight()
	return wish{width: 16*scale + room + 20*scale, height: min(legendBar*scale, legendBarShare*p.height) + around + more, least: legendLeastBar*scale + around}
}

// write draws the color map with its numbers: large values above.
func (l legend) write(p *page, at rect, scale float32) {
	if l.coloring.named() {
		l.writeNames(p, at, scale)
		return
	}
	colors := l.coloring.colorMap(legendEntries)
	labels := l.labels()
	barWidth, barHeight := 16*scale, at.height-2*p.lineHeight()-26*scale
	extremes := l.extremes()
	if more := float32(len(extremes)) * p.lineHeight(); barHeight-more < legendLeastBar*scale {
		extremes = nil // there is no room
	} else {
		barHeight -= more
	}
	if lines := int(barHeight/p.lineHeight()) + 1; lines < len(labels) { // the ends and the middle have room
		labels = []string{labels[0], labels[len(labels)/2], labels[len(labels)-1]}
	}
	left, top := at.left, at.top
	p.rectangle(left, top, at.width, at.height, p.inks.panel)
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
	for k, line := range extremes {
		p.text(left+10*scale, y+barHeight+10*scale+float32(k+1)*p.lineHeight(), line, p.inks.dim)
	}
}

// note says how to read the bar.
func (l legend) note() string {
	switch {
	case l.fixed:
		return "fixed range"
	case l.whole:
		return "of all frames"
	case l.coloring == ByStrain:
		return "+ stretched"
	case l.coloring == ByForce:
		return "+ tension"
	case l.coloring == BySpeed:
		return "of masses"
	}
	return "of springs"
}

// mostLegendNames is how many lines of names a legend has.
const mostLegendNames = namedColors + 1

// listed are the names with "none" before them, at most so many lines.
func (l legend) listed(p *page, most int) []string {
	names := append([]string{"none"}, l.names...)
	if len(names) > most {
		names = append(names[:most-1:most-1], fmt.Sprintf("and %d more", len(names)-most+1))
	}
	for k, name := range names {
		names[k] = p.shorten(name, 0.25*p.width)
	}
	return names
}

func (l legend) namesHeight(p *page, names int, scale float32) float32 {
	return float32(names+1)*p.lineHeight() + 18*scale
}

// writeNames lists the names with their colors, as many as there is room for.
func (l legend) writeNames(p *page, at rect, scale float32) {
	colors := Names()
	p.rectangle(at.left, at.top, at.width, at.height, p.inks.panel)
	p.text(at.left+10*scale, at.top+7*scale, l.coloring.String(), p.inks.bright)
	y := at.top + p.lineHeight() + 12*scale
	most := int((at.height-18*scale)/p.lineHeight()+0.01) - 1
	for k, name := range l.listed(p, min(max(most, 1), mostLegendNames)) {
		p.rectangle(at.left+10*scale, y+3*scale, 12*scale, 12*scale, opaque(colors[k]))
		p.text(at.left+32*scale, y, name, p.inks.bright)
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
	const rounding = 1e-6 // values are float32
	if l.seen.known && l.seen.most > l.high*(1+rounding) {
		labels[0] = "≥ " + strings.TrimSpace(labels[0])
	}
	if l.seen.known && l.coloring.signed() && l.seen.least < l.low*(1+rounding) {
		labels[4] = "≤ " + strings.TrimSpace(labels[4])
	}
	return labels
}

// extremes are the least and the largest value of all, in words; none are known of a
// coloring by names.
func (l legend) extremes() []string {
	if !l.seen.known {
		return nil
	}
	return []string{"max " + strings.TrimSpace(l.label(l.seen.most)), "min " + strings.TrimSpace(l.label(l.seen.least))}
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
