package hud

import (
	"fmt"
	"strings"

	"hooke/viewer/draw/color"
)

// legendEntries is how many colors the legend's bar has.
const legendEntries = 33

// LegendWidth is the room that the legend takes at the right edge, with its margin
// [points]. It is a little more than a legend needs.
const LegendWidth = 140

// Legend explains the colors: the values at the ends of the color map, or names. Values have
// the unit of the coloring.
type Legend struct {
	Coloring  color.Coloring
	Low, High float64
	Fixed     bool       // the range is fixed and does not follow the structure
	Whole     bool       // the range covers all states of a recorded run
	Seen      color.Seen // values in the picture; the zero value where none are known
	Title     string     // in place of the coloring's; empty: that
	Unit      string     // in place of the coloring's, with Title
	Names     []string   // names of a named coloring, from the first one
}

// title returns the meaning of the colors, in words.
func (l Legend) title() string {
	if l.Title != "" {
		return l.Title
	}
	return l.Coloring.String()
}

// unit returns the unit of the values, or "".
func (l Legend) unit() string {
	if l.Title != "" {
		return l.Unit
	}
	return l.Coloring.Unit()
}

// These are sizes of a legend [points].
const (
	legendBar      = 220 // height of the bar
	legendLeastBar = 60
	legendBarShare = 0.45 // largest height of the bar, as a share of the page's height
)

// wish returns the place that the legend wants.
func (l Legend) wish(p *Page, scale float32) wish {
	if l.Coloring.Named() {
		names := l.listed(p, mostLegendNames)
		width := p.textWidth(l.Coloring.String())
		for _, name := range names {
			width = max(width, p.textWidth(name)+22*scale)
		}
		return wish{width: width + 20*scale, height: l.namesHeight(p, len(names), scale), least: l.namesHeight(p, 2, scale)}
	}
	room := max(p.textWidth("+100.00 %")+8*scale, p.textWidth(l.title())-16*scale)
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

// write draws the color map with its numbers. Large values are above.
func (l Legend) write(p *Page, at rect, scale float32) {
	if l.Coloring.Named() {
		l.writeNames(p, at, scale)
		return
	}
	colors := l.Coloring.Map(legendEntries)
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
	p.rectangle(left, top, at.width, at.height, p.inks.Panel)
	p.text(left+10*scale, top+7*scale, l.title(), p.inks.Bright)

	// This is the bar; its upper end stands for large values.
	x, y := left+10*scale, top+p.lineHeight()+14*scale
	band := barHeight / float32(len(colors)-1)
	for i := range len(colors) - 1 {
		upper, lower := colors[len(colors)-1-i], colors[len(colors)-2-i]
		p.gradient(x, y+float32(i)*band, barWidth, band, color.Opaque(upper), color.Opaque(lower))
	}
	for i, label := range labels {
		at := y + barHeight*float32(i)/float32(len(labels)-1)
		p.rectangle(x+barWidth, at-scale/2, 4*scale, scale, p.inks.Dim)
		p.text(x+barWidth+8*scale, at-float32(p.atlas.cellHeight)/2, label, p.inks.Bright)
	}
	p.text(left+10*scale, y+barHeight+10*scale, l.note(), p.inks.Dim)
	for k, line := range extremes {
		p.text(left+10*scale, y+barHeight+10*scale+float32(k+1)*p.lineHeight(), line, p.inks.Dim)
	}
}

// note returns a line that says how to read the bar.
func (l Legend) note() string {
	switch {
	case l.Fixed:
		return "fixed range"
	case l.Whole:
		return "of all frames"
	case l.Coloring == color.ByStrain:
		return "+ stretched"
	case l.Coloring == color.ByForce:
		return "+ tension"
	case l.Coloring == color.BySpeed:
		return "of masses"
	case l.Coloring == color.ByMetric:
		return "of runs"
	}
	return "of springs"
}

// mostLegendNames is the largest number of lines of names in a legend.
const mostLegendNames = color.NameCount + 1

// listed returns the names with "none" before them, in at most the given number of lines.
func (l Legend) listed(p *Page, most int) []string {
	names := append([]string{"none"}, l.Names...)
	if len(names) > most {
		names = append(names[:most-1:most-1], fmt.Sprintf("and %d more", len(names)-most+1))
	}
	for k, name := range names {
		names[k] = p.shorten(name, 0.25*p.width)
	}
	return names
}

func (l Legend) namesHeight(p *Page, names int, scale float32) float32 {
	return float32(names+1)*p.lineHeight() + 18*scale
}

// writeNames lists the names with their colors, as many as there is room for.
func (l Legend) writeNames(p *Page, at rect, scale float32) {
	colors := color.Names()
	p.rectangle(at.left, at.top, at.width, at.height, p.inks.Panel)
	p.text(at.left+10*scale, at.top+7*scale, l.Coloring.String(), p.inks.Bright)
	y := at.top + p.lineHeight() + 12*scale
	most := int((at.height-18*scale)/p.lineHeight()+0.01) - 1
	for k, name := range l.listed(p, min(max(most, 1), mostLegendNames)) {
		p.rectangle(at.left+10*scale, y+3*scale, 12*scale, 12*scale, color.Opaque(colors[k]))
		p.text(at.left+32*scale, y, name, p.inks.Bright)
		y += p.lineHeight()
	}
}

// Words returns the legend as text: its title, the values along the bar from its upper end, which are evenly spaced,
// and the lines below it.
func (l Legend) Words() (title string, labels, below []string) {
	for _, label := range l.labels() {
		labels = append(labels, strings.TrimSpace(label))
	}
	return l.title(), labels, append([]string{l.note()}, l.extremes()...)
}

// labels returns the values along the bar, from its upper end.
func (l Legend) labels() []string {
	labels := make([]string, 5)
	for i := range labels {
		value := l.High + (l.Low-l.High)*float64(i)/4
		labels[i] = l.label(value)
	}
	const rounding = 1e-6 // values are float32
	if l.Seen.Known && l.Seen.Most > l.High*(1+rounding) {
		labels[0] = "≥ " + strings.TrimSpace(labels[0])
	}
	if l.Seen.Known && l.Coloring.Signed() && l.Seen.Least < l.Low*(1+rounding) {
		labels[4] = "≤ " + strings.TrimSpace(labels[4])
	}
	return labels
}

// extremes returns the largest and the least of all values, in words; nil where none are
// known, as in a coloring by names.
func (l Legend) extremes() []string {
	if !l.Seen.Known {
		return nil
	}
	return []string{"max " + strings.TrimSpace(l.label(l.Seen.Most)), "min " + strings.TrimSpace(l.label(l.Seen.Least))}
}

func (l Legend) label(value float64) string {
	if l.Coloring == color.ByMetric {
		return strings.TrimSpace(fmt.Sprintf("%.4g %s", value, l.unit())) // as in tables
	}
	sign := " "
	if l.Coloring.Signed() && value > 0 {
		sign = "+"
	}
	if value < 0 {
		sign, value = "−", -value
	}
	if l.Coloring == color.ByStrain {
		return fmt.Sprintf("%s%.3g %%", sign, 100*value)
	}
	if value == 0 {
		return " 0 " + l.unit()
	}
	return sign + Quantity(value, l.unit())
}
