package draw

import (
	"fmt"
	"math"
	"time"
)

// PassTime is the mean device time of a pass.
type PassTime struct {
	Name string
	Time time.Duration
}

// Series are quantities over time, in a ring. 240 entries take 17 kB.
type Series struct {
	Title  string
	Names  []string             // of the terms, mostTerms at most; the last one is drawn the brightest
	Time   []float64            // simulated [s]
	Values [][mostTerms]float64 // of the terms [J]
}

const (
	mostEntries = 240 // of a series; older ones go
	mostTerms   = 8   // of a series
)

// Add appends the values of the terms at a time; those beyond mostTerms are left out.
func (s *Series) Add(t float64, values ...float64) {
	if len(s.Time) == mostEntries {
		copy(s.Time, s.Time[1:])
		copy(s.Values, s.Values[1:])
		s.Time, s.Values = s.Time[:mostEntries-1], s.Values[:mostEntries-1]
	}
	var entry [mostTerms]float64
	copy(entry[:], values)
	s.Time, s.Values = append(s.Time, t), append(s.Values, entry)
}

// Clear forgets all entries.
func (s *Series) Clear() { s.Time, s.Values = s.Time[:0], s.Values[:0] }

// Sizes of plots [points].
const (
	plotWidth  = 296
	plotCurves = 60 // above which there are a title, and names below; see plotHeight
	plotGap    = 8
	mostPasses = 6 // that are listed
	plotInset  = 10
)

// plotHeight is that of each plot, with four lines of text [pixels].
func plotHeight(p *page, scale float32) float32 { return plotCurves*scale + 4*p.lineHeight() }

// plots are what is drawn of them, in their order.
func (o Overlay) plots() (list []plot) {
	if o.Energy == nil {
		return nil
	}
	list = append(list, o.Energy)
	if o.Flows != nil {
		list = append(list, o.Flows)
	}
	if len(o.Strains.Bins) > 0 {
		list = append(list, o.Strains)
	}
	if len(o.Passes) > 0 {
		list = append(list, passTimes(o.Passes))
	}
	return list
}

// plot is drawn in a rectangle of plotWidth and plotHeight, from its upper left corner.
type plot interface {
	write(p *page, left, top, width, height, scale float32)
}

// eachPlot is called with the upper left corner of each: in lines from left to right,
// above the renderer and the keys, the first line at the bottom. They keep beside the
// controls where these reach down to them.
func (o Overlay) eachPlot(p *page, scale float32, do func(one plot, left, top float32)) (top float32) {
	width, height := plotWidth*scale, plotHeight(p, scale)
	bottom := p.lowerEdge(scale)
	top = bottom - height
	room := p.width - 2*panelMargin*scale
	left := panelMargin * scale
	right := func() float32 {
		if o.rowsBottom(p, scale) > top-plotGap*scale {
			return left + room - (rowsWidth+plotGap)*scale
		}
		return left + room
	}
	x := left
	for _, one := range o.plots() {
		if x > left && x+width > right() {
			if top-height-plotGap*scale < factsHeight*scale {
				return top // a small picture has no room for more
			}
			x, top = left, top-height-plotGap*scale
		}
		do(one, x, top)
		x += width + plotGap*scale
	}
	return top
}

// lowerEdge is above the renderer and the keys [pixels].
func (p *page) lowerEdge(scale float32) float32 {
	return p.height - panelMargin*scale - 2*p.lineHeight() - plotGap*scale
}

// rowsBottom is where the controls end [pixels].
func (o Overlay) rowsBottom(p *page, scale float32) float32 {
	if len(o.Rows) == 0 {
		return 0
	}
	_, top, each := rowsPlace(p.width, p.height, len(o.Rows), p.lineHeight(), scale)
	return top + each*float32(len(o.Rows)) + 14*scale
}

// writePlots draws energies, the histogram and the times of passes at the lower edge.
func (o Overlay) writePlots(p *page, scale float32) {
	o.eachPlot(p, scale, func(one plot, left, top float32) {
		p.rectangle(left, top, plotWidth*scale, plotHeight(p, scale), p.inks.panel)
		one.write(p, left, top, plotWidth*scale, plotHeight(p, scale), scale)
	})
}

// passTimes are listed, the longest ones.
type passTimes []PassTime

func (list passTimes) write(p *page, left, top, width, height, scale float32) {
	y := top + plotInset/2*scale
	p.text(left+plotInset*scale, y, "device time of passes", p.inks.dim)
	for _, pass := range list[:min(len(list), mostPasses)] {
		if y += p.lineHeight(); y+p.lineHeight() > top+height {
			return
		}
		p.text(left+plotInset*scale, y, p.shorten(pass.Name, width-110*scale), p.inks.bright)
		p.text(left+width-90*scale, y, Quantity(pass.Time.Seconds(), "s"), p.inks.bright)
	}
}

// plotInks are the colors of the terms of a plot: of people who see few colors, too
// (Okabe and Ito, "Color Universal Design", 2008).
func (i inks) plotInks() [mostTerms - 1]ink {
	return [mostTerms - 1]ink{0x56b4e9ff, 0x009e73ff, 0xe69f00ff, 0xcc79a7ff, 0xd55e00ff, 0x9b7fe0ff, 0xb3a100ff}
}

// ink is the color of a term: the last one is that of text.
func (s *Series) ink(i inks, term int) ink {
	if term == len(s.Names)-1 {
		return i.bright
	}
	return i.plotInks()[term%(mostTerms-1)]
}

// nameLines is how many lines the names take in a width.
func (s *Series) nameLines(p *page, width float32) int {
	lines := 0
	s.eachName(p, width, func(line int, _ float32, _ int) { lines = line + 1 })
	return lines
}

// eachName is called with the line and the offset of each name [pixels].
func (s *Series) eachName(p *page, width float32, do func(line int, x float32, term int)) {
	line, x := 0, float32(0)
	for term, name := range s.Names {
		w := p.textWidth(name)
		if x > 0 && x+w > width {
			line, x = line+1, 0
		}
		do(line, x, term)
		x += w + float32(p.atlas.cellWidth)
	}
}

// write draws the curves, with a title above and lines of names below.
func (s *Series) write(p *page, left, top, width, height, scale float32) {
	low, high := s.bounds()
	left, width = left+plotInset*scale, width-2*plotInset*scale
	p.text(left, top+plotInset/2*scale, p.shorten(fmt.Sprintf("%s, up to %s", s.Title, Quantity(high, "J")), width), p.inks.dim)
	names := s.nameLines(p, width)
	y := top + p.lineHeight() + 8*scale
	tall := height - float32(1+names)*p.lineHeight() - 18*scale
	if low < 0 && high > 0 { // where zero is
		p.rectangle(left, y+tall*float32(high/(high-low)), width, scale/2, p.inks.line)
	}
	s.writeCurves(p, left, y, width, tall, low, high, scale)
	s.eachName(p, width, func(line int, dx float32, term int) {
		p.text(left+dx, top+height-float32(names-line)*p.lineHeight()-4*scale, s.Names[term], s.ink(p.inks, term))
	})
}

// writeCurves draws the curves from low to high.
func (s *Series) writeCurves(p *page, left, top, width, height float32, low, high float64, scale float32) {
	n := len(s.Time)
	if !(high > low) || n < 2 || !(s.Time[n-1] > s.Time[0]) {
		return
	}
	at := func(k, term int) (float32, float32) {
		t := (s.Time[k] - s.Time[0]) / (s.Time[n-1] - s.Time[0])
		v := min(max((s.Values[k][term]-low)/(high-low), 0), 1)
		return left + float32(min(max(t, 0), 1))*width, top + height*float32(1-v)
	}
	for term := range s.Names {
		color := s.ink(p.inks, term)
		for k := 1; k < n; k++ {
			if math.IsNaN(s.Values[k-1][term]) || math.IsNaN(s.Values[k][term]) {
				continue
			}
			x0, y0 := at(k-1, term)
			x1, y1 := at(k, term)
			p.line(x0, y0, x1, y1, 1.5*scale, color)
		}
	}
}

// bounds are the least and the largest finite value, zero among them [J].
func (s *Series) bounds() (low, high float64) {
	for _, values := range s.Values {
		for _, v := range values[:len(s.Names)] {
			if !math.IsNaN(v) && !math.IsInf(v, 0) {
				low, high = min(low, v), max(high, v)
			}
		}
	}
	return low, high
}
