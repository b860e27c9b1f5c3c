package draw

import (
	"fmt"
	"math"
	"time"
)

// Panels are what an overlay shows beside the facts. Zero values show nothing.
type Panels struct {
	Rows      []Row       // the controls; nil: closed
	Selected  int         // among them, for the keyboard
	Energy    *Series     // a plot of energies over time
	Histogram []int       // of values, from the lowest; its range is the legend's
	Passes    []PassTime  // device times of the passes of a step
	Picked    []string    // numbers of the picked mass
	Stroke    *[4]float64 // a cut from one place to another, in units of the view's height from its center, y downward
}

// Row is one control: its name and what it is set to.
type Row struct {
	Name, Value string
	Share       float64 // of its range, 0 to 1, for a bar; negative: no bar
	Mark        float64 // a place on that bar, such as a bound; negative: none
	Warn        bool    // it is beyond the bound
}

// PassTime is the mean device time of a pass.
type PassTime struct {
	Name string
	Time time.Duration
}

// Series are energies over time, in a ring. 240 of them take 9.6 kB.
type Series struct {
	Names  [5]string
	Time   []float64    // simulated [s]
	Values [][5]float64 // [J]
}

// Series are to have so many entries at most; older ones go.
const mostEntries = 240

// Add appends the energies at a time.
func (s *Series) Add(t float64, values [5]float64) {
	if len(s.Time) == mostEntries {
		copy(s.Time, s.Time[1:])
		copy(s.Values, s.Values[1:])
		s.Time, s.Values = s.Time[:mostEntries-1], s.Values[:mostEntries-1]
	}
	s.Time, s.Values = append(s.Time, t), append(s.Values, values)
}

// Clear forgets all entries.
func (s *Series) Clear() { s.Time, s.Values = s.Time[:0], s.Values[:0] }

// Places of the panels [points].
const (
	panelMargin = 14
	rowsWidth   = 330
	plotWidth   = 330
	plotHeight  = 110
)

// rowsPlace is where the rows of controls are: the upper left corner and the height of
// each [pixels].
func rowsPlace(width, height float32, rows int, lineHeight, scale float32) (left, top, each float32) {
	each = lineHeight + 4*scale
	left = width - (rowsWidth+panelMargin)*scale
	return left, panelMargin * scale, each
}

// RowAt is which control a place of a picture is on, and whether in the right half of
// it [pixels from the upper left corner]; false beside all of them.
func (r *Renderer) RowAt(x, y float64, width, height int, look Look, rows int) (row int, right, ok bool) {
	if r.text.page.atlas == nil {
		return 0, false, false
	}
	scale := float32(look.scale())
	left, top, each := rowsPlace(float32(width), float32(height), rows, r.text.page.lineHeight(), scale)
	dx, dy := float32(x)-left, float32(y)-top-8*scale
	row = int(math.Floor(float64(dy / each)))
	if dx < 0 || dx > rowsWidth*scale || row < 0 || row >= rows {
		return 0, false, false
	}
	return row, dx > rowsWidth*scale/2, true
}

// writePanels lays the panels out: controls at the upper right, plots at the lower
// right, the picked mass above the lower edge at the left.
func (o Overlay) writePanels(p *page, scale float32) {
	if s := o.Stroke; s != nil {
		at := func(k int) (x, y float32) {
			return float32(s[k])*p.height + p.width/2, float32(s[k+1])*p.height + p.height/2
		}
		x0, y0 := at(0)
		x1, y1 := at(2)
		p.line(x0, y0, x1, y1, 2*scale, p.inks.warn)
	}
	o.writeRows(p, scale)
	o.writePlots(p, scale)
	if len(o.Picked) > 0 && len(o.Help) == 0 {
		x, y := panelMargin*scale, p.height-panelMargin*scale-float32(len(o.Picked)+3)*p.lineHeight()
		p.panel(x, y, p.widest(o.Picked), len(o.Picked), scale)
		for _, line := range o.Picked {
			p.text(x+10*scale, y+8*scale, line, p.inks.bright)
			y += p.lineHeight()
		}
	}
}

func (o Overlay) writeRows(p *page, scale float32) {
	if len(o.Rows) == 0 {
		return
	}
	left, top, each := rowsPlace(p.width, p.height, len(o.Rows), p.lineHeight(), scale)
	p.rectangle(left, top, rowsWidth*scale, each*float32(len(o.Rows))+14*scale, p.inks.panel)
	y := top + 8*scale
	for k, row := range o.Rows {
		color := p.inks.bright
		if k == o.Selected {
			p.rectangle(left, y-scale, 3*scale, each-2*scale, p.inks.accent)
			color = p.inks.accent
		}
		if row.Warn {
			color = p.inks.warn
		}
		p.text(left+12*scale, y, p.shorten(row.Name, 120*scale), p.inks.dim)
		bar, width := left+136*scale, float32(74)*scale
		if row.Share >= 0 {
			middle := y + float32(p.atlas.cellHeight)/2
			p.rectangle(bar, middle-scale, width, 2*scale, p.inks.line)
			p.rectangle(bar, middle-2*scale, width*float32(min(row.Share, 1)), 4*scale, p.inks.fill)
			if row.Mark >= 0 {
				p.rectangle(bar+width*float32(min(row.Mark, 1))-scale, middle-6*scale, 2*scale, 12*scale, p.inks.warn)
			}
		}
		place := bar + width + 10*scale
		if row.Share < 0 {
			place = bar
		}
		p.text(place, y, p.shorten(row.Value, left+(rowsWidth-6)*scale-place), color)
		y += each
	}
}

// plotInks are the colors of lines in a plot.
func (i inks) plotInks() [5]ink {
	return [5]ink{0x56b4e9ff, 0x009e73ff, 0xe69f00ff, 0xcc79a7ff, i.bright}
}

// writePlots draws energies, the histogram and the times of passes, upward from the
// lower right corner.
func (o Overlay) writePlots(p *page, scale float32) {
	if o.Energy == nil {
		return
	}
	width, height := plotWidth*scale, plotHeight*scale
	left, bottom := p.width-(plotWidth+panelMargin)*scale, p.height-panelMargin*scale
	lines := min(len(o.Passes), 6)
	if lines > 0 {
		top := bottom - float32(lines)*p.lineHeight() - 14*scale
		p.rectangle(left, top, width, bottom-top, p.inks.panel)
		for k, pass := range o.Passes[:lines] {
			y := top + 8*scale + float32(k)*p.lineHeight()
			p.text(left+10*scale, y, p.shorten(pass.Name, 180*scale), p.inks.dim)
			p.text(left+200*scale, y, Quantity(pass.Time.Seconds(), "s"), p.inks.bright)
		}
		bottom = top - 8*scale
	}
	if len(o.Histogram) > 0 {
		top := bottom - 0.6*height
		p.rectangle(left, top, width, bottom-top, p.inks.panel)
		most := 1
		for _, count := range o.Histogram {
			most = max(most, count)
		}
		each := (width - 20*scale) / float32(len(o.Histogram))
		for k, count := range o.Histogram {
			tall := (0.6*height - p.lineHeight() - 14*scale) * float32(count) / float32(most)
			p.rectangle(left+10*scale+float32(k)*each, bottom-6*scale-tall, max(each-scale, 1), tall, p.inks.fill)
		}
		p.text(left+10*scale, top+4*scale, "springs over the range of the legend", p.inks.dim)
		bottom = top - 8*scale
	}
	o.Energy.write(p, left, bottom-height-p.lineHeight()*2, width, height+p.lineHeight()*2, scale)
}

// write draws the curves in a frame, with a line of names below.
func (s *Series) write(p *page, left, top, width, height, scale float32) {
	p.rectangle(left, top, width, height, p.inks.panel)
	low, high := 0.0, 0.0
	for _, values := range s.Values {
		for _, v := range values {
			if !math.IsNaN(v) && !math.IsInf(v, 0) {
				low, high = min(low, v), max(high, v)
			}
		}
	}
	p.text(left+10*scale, top+5*scale, fmt.Sprintf("energy, up to %s", Quantity(high, "J")), p.inks.dim)
	colors := p.inks.plotInks()
	x, plain := left+10*scale, height-2.4*p.lineHeight()-14*scale
	y := top + p.lineHeight() + 8*scale
	if high > low && len(s.Time) > 1 && s.Time[len(s.Time)-1] > s.Time[0] {
		at := func(k, term int) (float32, float32) {
			t := (s.Time[k] - s.Time[0]) / (s.Time[len(s.Time)-1] - s.Time[0])
			v := min(max((s.Values[k][term]-low)/(high-low), 0), 1)
			return x + float32(t)*(width-20*scale), y + plain*float32(1-v)
		}
		for term := range colors {
			for k := 1; k < len(s.Time); k++ {
				if math.IsNaN(s.Values[k-1][term]) || math.IsNaN(s.Values[k][term]) {
					continue
				}
				x0, y0 := at(k-1, term)
				x1, y1 := at(k, term)
				p.line(x0, y0, x1, y1, 1.5*scale, colors[term])
			}
		}
	}
	for term, name := range s.Names {
		x = p.text(x, top+height-p.lineHeight()-4*scale, name, colors[term]) + float32(p.atlas.cellWidth)
	}
}
