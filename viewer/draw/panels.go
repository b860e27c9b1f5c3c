package draw

import (
	"math"
)

// Panels are what an overlay shows beside the facts. Zero values show nothing.
type Panels struct {
	Rows     []Row       // the controls; nil: closed
	Selected int         // among them, for the keyboard
	Energy   *Series     // a plot of energies over time; nil: no plots at all
	Flows    *Series     // a plot of what was dissipated and what work was done; nil: none
	Strains  Histogram   // of springs
	Passes   []PassTime  // device times of the passes of a step
	Picked   []string    // numbers of what is picked
	Ring     *Ring       // of a brush around the cursor
	Stroke   *[4]float64 // a cut from one place to another, in units of the view's height from its center, y downward
}

// Ring is drawn around a place, in units of the view's height from its center, y
// downward.
type Ring struct {
	X, Y, Radius float64
}

// write draws the ring.
func (r *Ring) write(p *page, scale float32) {
	const corners = 32
	at := func(k int) (x, y float32) {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / corners)
		return float32(r.X+r.Radius*cos)*p.height + p.width/2, float32(r.Y+r.Radius*sin)*p.height + p.height/2
	}
	for k := range corners {
		x0, y0 := at(k)
		x1, y1 := at(k + 1)
		p.line(x0, y0, x1, y1, 1.5*scale, p.inks.accent)
	}
}

// Row is one control: its name and what it is set to.
type Row struct {
	Name, Value string
	Share       float64 // of its range, 0 to 1, for a bar; negative: no bar
	Mark        float64 // a place on that bar, such as a bound; negative: none
	Warn        bool    // it is beyond the bound
}

// Places of the panels [points].
const (
	panelMargin = 14
	rowsWidth   = 330
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
// edge, what is picked above them at the left; none beside the help.
func (o Overlay) writePanels(p *page, scale float32) {
	if s := o.Stroke; s != nil {
		at := func(k int) (x, y float32) {
			return float32(s[k])*p.height + p.width/2, float32(s[k+1])*p.height + p.height/2
		}
		x0, y0 := at(0)
		x1, y1 := at(2)
		p.line(x0, y0, x1, y1, 2*scale, p.inks.warn)
	}
	if len(o.Help) > 0 {
		return // they would cover it, or it them
	}
	if o.Ring != nil {
		o.Ring.write(p, scale)
	}
	o.writeRows(p, scale)
	o.writePlots(p, scale)
	o.writePicked(p, scale)
}

// writePicked writes the numbers of what is picked.
func (o Overlay) writePicked(p *page, scale float32) {
	if len(o.Picked) == 0 {
		return
	}
	x, y := o.pickedPlace(p, scale)
	p.panel(x, y, p.widest(o.Picked), len(o.Picked), scale)
	for _, line := range o.Picked {
		p.text(x+10*scale, y+8*scale, line, p.inks.bright)
		y += p.lineHeight()
	}
}

// pickedPlace is the upper left corner of these numbers: at the left, above the lower
// edge and the plots; beside the facts where they would cover those.
func (o Overlay) pickedPlace(p *page, scale float32) (x, y float32) {
	bottom := p.lowerEdge(scale)
	if o.Energy != nil {
		bottom = o.eachPlot(p, scale, func(plot, float32, float32) {}) - plotGap*scale
	}
	x, y = panelMargin*scale, bottom-float32(len(o.Picked))*p.lineHeight()-14*scale
	if y < factsHeight*scale {
		x += (factsWidth + plotGap) * scale
	}
	return x, y
}

// What facts and a notice below them take of the upper left corner, about [points].
const (
	factsWidth  = 330
	factsHeight = 280
)

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
