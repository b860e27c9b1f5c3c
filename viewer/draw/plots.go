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
	plotWidth    = rowsWidth
	plotHeight   = 96
	barsHeight   = 48
	plotGap      = 8
	mostPasses   = 6 // that are listed
	plotTextLine = 5 // above and below a line of text
)

// plotsHeight is what the plots take, with the gaps between them [pixels].
func (o Overlay) plotsHeight(p *page, scale float32) (height float32) {
	if o.Energy == nil {
		return 0
	}
	for _, s := range []*Series{o.Energy, o.Flows} {
		if s != nil {
			height += s.height(p, scale) + plotGap*scale
		}
	}
	if len(o.Strains.Bins) > 0 {
		height += histogramHeight(p, scale) + plotGap*scale
	}
	if n := min(len(o.Passes), mostPasses); n > 0 {
		height += float32(n)*p.lineHeight() + 14*scale
	}
	return height
}

// writePlots draws energies, the histogram and the times of passes upward from the
// lower right corner, or beside the controls where these leave too little room.
func (o Overlay) writePlots(p *page, scale float32) {
	if o.Energy == nil {
		return
	}
	width := plotWidth * scale
	left, bottom := p.width-(plotWidth+panelMargin)*scale, p.height-panelMargin*scale
	if !o.stacked(p, scale) {
		left = max(left-(rowsWidth+plotGap)*scale, 0)
	}
	if lines := min(len(o.Passes), mostPasses); lines > 0 {
		top := bottom - float32(lines)*p.lineHeight() - 14*scale
		p.rectangle(left, top, width, bottom-top, p.inks.panel)
		for k, pass := range o.Passes[:lines] {
			y := top + 8*scale + float32(k)*p.lineHeight()
			p.text(left+10*scale, y, p.shorten(pass.Name, 180*scale), p.inks.dim)
			p.text(left+200*scale, y, Quantity(pass.Time.Seconds(), "s"), p.inks.bright)
		}
		bottom = top - plotGap*scale
	}
	if len(o.Strains.Bins) > 0 {
		height := histogramHeight(p, scale)
		o.Strains.write(p, left, bottom-height, width, height, scale)
		bottom -= height + plotGap*scale
	}
	for _, s := range []*Series{o.Flows, o.Energy} {
		if s != nil {
			height := s.height(p, scale)
			s.write(p, left, bottom-height, width, height, scale)
			bottom -= height + plotGap*scale
		}
	}
}

// stacked says whether the plots have room below the controls.
func (o Overlay) stacked(p *page, scale float32) bool {
	if len(o.Rows) == 0 {
		return true
	}
	_, top, each := rowsPlace(p.width, p.height, len(o.Rows), p.lineHeight(), scale)
	return top+each*float32(len(o.Rows))+(14+plotGap+panelMargin)*scale+o.plotsHeight(p, scale) <= p.height
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

// height is that of a plot [pixels].
func (s *Series) height(p *page, scale float32) float32 {
	return plotHeight*scale + float32(1+s.nameLines(p, (plotWidth-20)*scale))*p.lineHeight()
}

// write draws the curves in a frame, with lines of names below.
func (s *Series) write(p *page, left, top, width, height, scale float32) {
	p.rectangle(left, top, width, height, p.inks.panel)
	low, high := s.bounds()
	x := left + 10*scale
	p.text(x, top+plotTextLine*scale, p.shorten(fmt.Sprintf("%s, up to %s", s.Title, Quantity(high, "J")), width-20*scale), p.inks.dim)
	names := s.nameLines(p, width-20*scale)
	y := top + p.lineHeight() + 8*scale
	tall := height - float32(1+names)*p.lineHeight() - (16+plotTextLine)*scale
	if low < 0 && high > 0 { // where zero is
		p.rectangle(x, y+tall*float32(high/(high-low)), width-20*scale, scale/2, p.inks.line)
	}
	if n := len(s.Time); high > low && n > 1 && s.Time[n-1] > s.Time[0] {
		at := func(k, term int) (float32, float32) {
			t := (s.Time[k] - s.Time[0]) / (s.Time[n-1] - s.Time[0])
			v := min(max((s.Values[k][term]-low)/(high-low), 0), 1)
			return x + float32(min(max(t, 0), 1))*(width-20*scale), y + tall*float32(1-v)
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
	s.eachName(p, width-20*scale, func(line int, dx float32, term int) {
		p.text(x+dx, top+height-float32(names-line)*p.lineHeight()-4*scale, s.Names[term], s.ink(p.inks, term))
	})
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
