package hud

import (
	"fmt"
	"math"
)

// Gait is when the feet of a robot touch something, over the last seconds, and its metrics.
type Gait struct {
	Title    string
	From, To float64 // simulated times at the left and the right end of the rows [s]
	Since    float64 // time from which contacts are known [s]
	Now      float64 // and up to which [s]
	Feet     []FootRow
	Curves   []Curve // below the feet, over the same times
	Metrics  []Reading
	Note     string // a line below all; empty for none
}

// FootRow is a foot: its name, the share of all steps in which it was in contact, and when it was [s].
type FootRow struct {
	Name    string
	Share   float64
	Touches [][2]float64
}

// Curve is a number over time.
type Curve struct {
	Name   string
	Latest string    // its latest value, with the unit
	Times  []float64 // [s], ascending
	Values []float64
}

// These are sizes of the gait [points].
const (
	curveHeight = 30
	gaitWidth   = 470
	thinRow     = 4  // height of a row without a name
	mostNamed   = 12 // rows with names; with more rows all names are left out
	metricCells = 3  // metrics in a line
)

// rowHeight returns how high each row is where all have this height [pixels], and whether rows have names.
func (g *Gait) rowHeight(p *Page, room, scale float32) (each float32, named bool) {
	each = p.lineHeight()
	if len(g.Feet) > mostNamed {
		each = thinRow * scale
	}
	each = min(each, room/float32(max(len(g.Feet), 1)))
	return each, each >= p.lineHeight()-0.01
}

// metricLines returns how many lines the metrics take in a width [pixels], and how wide each cell is.
func (g *Gait) metricLines(width float32) (lines, cells int, wide float32) {
	cells = metricCells
	if len(g.Metrics) < cells {
		cells = max(len(g.Metrics), 1)
	}
	return (len(g.Metrics) + cells - 1) / cells, cells, width / float32(cells)
}

// wish returns the place that the gait wants; nil wants none.
func (g *Gait) wish(p *Page, scale float32) wish {
	if g == nil {
		return wish{}
	}
	lines, _, _ := g.metricLines(gaitWidth)
	most := 16*scale + p.lineHeight()*float32(1+lines)
	least := 16*scale + p.lineHeight()
	if len(g.Feet) > 0 {
		each, _ := g.rowHeight(p, 1e6, scale)
		around := p.lineHeight() + 8*scale
		most += each*float32(len(g.Feet)) + around + curveHeight*scale*float32(len(g.Curves))
		least += min(scale*float32(len(g.Feet)), 3*p.lineHeight()) + around
	}
	if g.Note != "" {
		most += p.lineHeight()
	}
	return wish{width: gaitWidth * scale, height: most, least: min(least, most), narrow: leastText * scale}
}

// write draws a title, a row for each foot, an axis of time and the metrics.
func (g *Gait) write(p *Page, at rect, scale float32) {
	if g == nil || !at.there() {
		return
	}
	p.rectangle(at.left, at.top, at.width, at.height, p.inks.Panel)
	left, width := at.left+10*scale, at.width-20*scale
	p.text(left, at.top+6*scale, p.shorten(g.Title, width), p.inks.Dim)
	y := at.top + 6*scale + p.lineHeight()
	lines, cells, wide := g.metricLines(width)
	room := at.bottom() - y - 10*scale
	if g.Note != "" {
		room -= p.lineHeight()
	}
	if len(g.Feet) > 0 {
		room -= p.lineHeight() + 8*scale + float32(lines)*p.lineHeight()
		if room < thinRow*scale*float32(len(g.Feet)) { // the rows come before the metrics
			room, lines = room+float32(lines)*p.lineHeight(), 0
		}
		y = g.writeRows(p, rect{left, y, width, room}, scale)
	}
	for k, m := range g.Metrics[:min(len(g.Metrics), lines*cells)] {
		x := left + float32(k%cells)*wide
		end := p.text(x, y+float32(k/cells)*p.lineHeight(), m.What+" ", p.inks.Dim)
		p.text(end, y+float32(k/cells)*p.lineHeight(), p.shorten(m.Much, x+wide-end), p.inks.Bright)
	}
	if g.Note != "" && at.bottom()-p.lineHeight()-4*scale >= y {
		p.text(left, at.bottom()-p.lineHeight()-4*scale, p.shorten(g.Note, width), p.inks.Dim)
	}
}

// writeRows draws the rows in a place, and their axis below, and returns where both end [pixels].
func (g *Gait) writeRows(p *Page, at rect, scale float32) float32 {
	curves := g.Curves
	if at.height-curveHeight*scale*float32(len(curves)) < min(p.lineHeight(), 2*thinRow*scale)*float32(len(g.Feet)) {
		curves = nil // feet come first
	}
	each, named := g.rowHeight(p, at.height-curveHeight*scale*float32(len(curves)), scale)
	bars := at
	if named || len(curves) > 0 {
		names := float32(0)
		for _, f := range g.Feet {
			names = max(names, p.textWidth(f.Name))
		}
		for _, c := range curves {
			names = max(names, p.textWidth(c.Name))
		}
		names = min(names, 0.3*at.width) + 8*scale
		shares := p.textWidth("100 % ") + 4*scale
		for _, c := range curves {
			shares = max(shares, p.textWidth(c.Latest)+10*scale)
		}
		bars.left, bars.width = at.left+names, at.width-names-shares
		for k, f := range g.Feet {
			if !named {
				break
			}
			y := at.top + float32(k)*each
			p.text(at.left, y, p.shorten(f.Name, names-8*scale), p.inks.Bright)
			p.text(bars.right()+8*scale, y, fmt.Sprintf("%3.0f %%", 100*f.Share), p.inks.Dim)
		}
	}
	known := g.place(g.Since, bars)
	for k, f := range g.Feet {
		y := at.top + float32(k)*each
		thick := 0.7 * each
		p.rectangle(known, y+(each-thick)/2, g.place(g.Now, bars)-known, thick, p.inks.Line)
		for _, t := range f.Touches {
			from, to := g.place(t[0], bars), g.place(t[1], bars)
			if to > bars.left && from < bars.right() {
				p.rectangle(from, y+(each-thick)/2, max(to-from, scale/2), thick, plotInks()[k%(mostTerms-1)])
			}
		}
	}
	y := at.top + float32(len(g.Feet))*each + 2*scale
	for k := range curves {
		g.writeCurve(p, &curves[k], at.left, rect{bars.left, y, bars.width, curveHeight * scale}, scale)
		y += curveHeight * scale
	}
	bottom := y
	p.rectangle(bars.left, bottom, bars.width, scale, p.inks.Line)
	apart := niceStep(g.To - g.From)
	for k := math.Ceil(g.From/apart - 1e-9); k*apart <= g.To+1e-9*apart; k++ {
		x, label := g.place(k*apart, bars), fmt.Sprintf("%.6g s", k*apart+0) // +0: no minus before 0
		p.rectangle(x, bottom, scale, 4*scale, p.inks.Dim)
		if w := p.textWidth(label); x-w/2 >= at.left && x+w/2 <= at.right() {
			p.text(x-w/2, bottom+4*scale, label, p.inks.Dim)
		}
	}
	return bottom + p.lineHeight() + 8*scale
}

// writeCurve draws a curve from the least to the largest of its values and zero, with its name at the left and its latest value at the right.
func (g *Gait) writeCurve(p *Page, c *Curve, left float32, at rect, scale float32) {
	low, high := 0.0, 0.0
	for _, v := range c.Values {
		low, high = min(low, v), max(high, v)
	}
	middle := at.top + (at.height-float32(p.atlas.cellHeight))/2
	p.text(left, middle, c.Name, p.inks.Bright)
	p.text(at.right()+8*scale, middle, c.Latest, p.inks.Dim)
	if !(high > low) {
		return
	}
	y := func(v float64) float32 {
		return at.bottom() - 3*scale - (at.height-6*scale)*float32((v-low)/(high-low))
	}
	p.rectangle(at.left, y(0), at.width, scale/2, p.inks.Line)
	for k := 1; k < len(c.Values); k++ {
		p.line(g.place(c.Times[k-1], at), y(c.Values[k-1]), g.place(c.Times[k], at), y(c.Values[k]), 1.5*scale, p.inks.Accent)
	}
}

// place returns where a time lies along the bars [pixels], within them.
func (g *Gait) place(t float64, bars rect) float32 {
	if !(g.To > g.From) {
		return bars.left
	}
	return bars.left + bars.width*float32(min(max((t-g.From)/(g.To-g.From), 0), 1))
}

// niceStep returns the distance of marks along a span: 1, 2 or 5 times a power of ten, of which there are four to ten.
func niceStep(span float64) float64 {
	if !(span > 0) {
		return 1
	}
	step := math.Pow(10, math.Floor(math.Log10(span/4)))
	for _, factor := range []float64{5, 2} {
		if factor*step <= span/4 {
			return factor * step
		}
	}
	return step
}
