package hud

import (
	"fmt"
	"math"
	"time"

	"hooke/viewer/draw/color"
)

// PassTime is the mean device time of a pass of a step.
type PassTime struct {
	Name string
	Time time.Duration
}

// Series are quantities over time. It keeps the last 240 entries, which take 17 kB. The
// zero value has no entries.
type Series struct {
	Title  string
	Names  []string             // names of the terms, at most mostTerms; the last one is drawn the brightest
	Time   []float64            // simulated time of each entry [s]
	Values [][mostTerms]float64 // values of the terms in each entry [J]
}

const (
	mostEntries = 240 // entries of a series; older ones go
	mostTerms   = 8   // terms of a series
)

// Add appends the values of the terms at a simulated time [s]. It leaves out those beyond
// mostTerms.
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

// These are sizes of plots [points].
const (
	plotWidth  = 296
	plotCurves = 72 // height of the curves; a title stands above them and names below, see plotHeight
	mostPasses = 6  // passes that are listed
	plotInset  = 10
)

// plotHeight returns the height of each plot, which has five lines of text [pixels].
func plotHeight(p *Page, scale float32) float32 { return plotCurves*scale + 5*p.lineHeight() }

// plots returns the plots that the overlay shows, in their order.
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

// plot draws itself in a rectangle of plotWidth and plotHeight, given from its upper left
// corner [pixels].
type plot interface {
	write(p *Page, left, top, width, height, scale float32)
}

// writePlots draws the plots of energies, the histogram and the times of passes.
func (o Overlay) writePlots(p *Page, at [blocks]rect, scale float32) {
	for k, one := range o.plots() {
		if r := at[plotBlock+block(k)]; r.there() {
			p.rectangle(r.left, r.top, r.width, r.height, p.inks.Panel)
			one.write(p, r.left, r.top, r.width, r.height, scale)
		}
	}
}

// passTimes lists the times of passes, up to mostPasses of them.
type passTimes []PassTime

func (list passTimes) write(p *Page, left, top, width, height, scale float32) {
	y := top + plotInset/2*scale
	p.text(left+plotInset*scale, y, "device time of passes", p.inks.Dim)
	for _, pass := range list[:min(len(list), mostPasses)] {
		if y += p.lineHeight(); y+p.lineHeight() > top+height {
			return
		}
		p.text(left+plotInset*scale, y, p.shorten(pass.Name, width-110*scale), p.inks.Bright)
		p.text(left+width-90*scale, y, Quantity(pass.Time.Seconds(), "s"), p.inks.Bright)
	}
}

// plotInks returns the colors of the terms of a plot. People who see few colors can tell
// them apart, too (Okabe and Ito, "Color Universal Design", 2008).
func plotInks() [mostTerms - 1]color.Ink {
	return [mostTerms - 1]color.Ink{0x56b4e9ff, 0x009e73ff, 0xe69f00ff, 0xcc79a7ff, 0xd55e00ff, 0x9b7fe0ff, 0xb3a100ff}
}

// ink returns the color of a term. The last term has the color of text.
func (s *Series) ink(i color.Inks, term int) color.Ink {
	if term == len(s.Names)-1 {
		return i.Bright
	}
	return plotInks()[term%(mostTerms-1)]
}

// nameLines returns how many lines the names take in a width [pixels].
func (s *Series) nameLines(p *Page, width float32) int {
	lines := 0
	s.eachName(p, width, func(line int, _ float32, _ int) { lines = line + 1 })
	return lines
}

// eachName calls do with the line and the offset of each name [pixels].
func (s *Series) eachName(p *Page, width float32, do func(line int, x float32, term int)) {
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

// write draws the curves between two axes, with a title above and lines of names below.
func (s *Series) write(p *Page, left, top, width, height, scale float32) {
	low, high := s.bounds()
	left, width = left+plotInset*scale, width-2*plotInset*scale
	title := s.Title + ": no values yet; they appear while the run continues"
	if n := len(s.Time); n > 0 {
		title = s.Title + " [J] over time [s]"
	}
	p.text(left, top+plotInset/2*scale, p.shorten(title, width), p.inks.Dim)
	names := s.nameLines(p, width)
	y := top + p.lineHeight() + 8*scale
	tall := height - float32(2+names)*p.lineHeight() - 20*scale
	aside := s.writeAxes(p, left, y, width, tall, low, high, scale)
	s.writeCurves(p, left+aside, y, width-aside, tall, low, high, scale)
	s.eachName(p, width, func(line int, dx float32, term int) {
		p.text(left+dx, top+height-float32(names-line)*p.lineHeight()-4*scale, s.Names[term], s.ink(p.inks, term))
	})
}

// writeAxes draws the axes with the numbers at their ends, and a line where zero is. It
// returns the width of the numbers at the left [pixels].
func (s *Series) writeAxes(p *Page, left, top, width, height float32, low, high float64, scale float32) (aside float32) {
	n := len(s.Time)
	if n == 0 {
		return 0
	}
	ends := [2]string{Quantity(high, "J"), Quantity(low, "J")}
	aside = max(p.textWidth(ends[0]), p.textWidth(ends[1])) + 6*scale
	p.text(left, top-2*scale, ends[0], p.inks.Dim)
	p.text(left, top+height-float32(p.atlas.cellHeight)+2*scale, ends[1], p.inks.Dim)
	p.rectangle(left+aside-scale, top, scale, height, p.inks.Line)
	p.rectangle(left+aside-scale, top+height, width-aside+scale, scale, p.inks.Line)
	if low < 0 && high > 0 {
		p.rectangle(left+aside, top+height*float32(high/(high-low)), width-aside, scale/2, p.inks.Line)
	}
	from, to := fmt.Sprintf("%.4g s", s.Time[0]), fmt.Sprintf("%.4g s", s.Time[n-1])
	p.text(left+aside, top+height+2*scale, from, p.inks.Dim)
	if s.Time[n-1] > s.Time[0] {
		p.text(left+width-p.textWidth(to), top+height+2*scale, to, p.inks.Dim)
	}
	return aside
}

// dotSize is the size of the dot for a single sample [points].
const dotSize = 6

// writeCurves draws the curves from low to high. It draws a single sample as dots, one
// beside the other.
func (s *Series) writeCurves(p *Page, left, top, width, height float32, low, high float64, scale float32) {
	n := len(s.Time)
	if n == 0 {
		return
	}
	span := s.Time[n-1] - s.Time[0]
	at := func(k, term int) (float32, float32) {
		t := 0.0
		if span > 0 {
			t = (s.Time[k] - s.Time[0]) / span
		}
		v := min(max((s.Values[k][term]-low)/(high-low), 0), 1)
		return left + float32(min(max(t, 0), 1))*width, top + height*float32(1-v)
	}
	for term := range s.Names {
		color := s.ink(p.inks, term)
		if v := s.Values[n-1][term]; !(span > 0) && !math.IsNaN(v) {
			x, y := at(n-1, term)
			x += float32(term) * 2 * dotSize * scale
			p.rectangle(x, y-dotSize/2*scale, dotSize*scale, dotSize*scale, color)
			continue
		}
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

// bounds returns the least and the largest finite value, and includes zero [J]. The two
// are never equal.
func (s *Series) bounds() (low, high float64) {
	for _, values := range s.Values {
		for _, v := range values[:len(s.Names)] {
			if !math.IsNaN(v) && !math.IsInf(v, 0) {
				low, high = min(low, v), max(high, v)
			}
		}
	}
	if !(high > low) {
		high = low + 1
	}
	return low, high
}
