package hud

import (
	"math"
)

// Panels are the panels of an overlay besides the facts. Zero values show nothing.
type Panels struct {
	Rows     []Row       // the controls; nil where they are closed
	Selected int         // number of the control that the keyboard sets
	RowsFrom int         // number of the first control that is shown, if not all fit
	Energy   *Series     // plot of energies over time; nil shows no plots at all
	Flows    *Series     // plot of the energy that was dissipated and the work that was done; nil for none
	Strains  Histogram   // strains of springs
	Passes   []PassTime  // device times of the passes of a step
	Gait     *Gait       // when feet touch, and metrics; nil for none
	Labels   []Label     // under parts of the picture
	Picked   []string    // numbers of the picked thing, one line each
	Outside  []EdgeMark  // arrows to things beyond an edge of the picture
	Ring     *Ring       // ring of a brush around the cursor; nil for none
	Stroke   *[4]float64 // a cut from one place to another (x, y, x, y), in units of the view's height from its center, y downward; nil for none
}

// Ring is a circle around a place, in units of the view's height from its center, y
// downward.
type Ring struct {
	X, Y, Radius float64
}

// write draws the ring.
func (r *Ring) write(p *Page, scale float32) {
	const corners = 32
	at := func(k int) (x, y float32) {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / corners)
		return float32(r.X+r.Radius*cos)*p.height + p.width/2, float32(r.Y+r.Radius*sin)*p.height + p.height/2
	}
	for k := range corners {
		x0, y0 := at(k)
		x1, y1 := at(k + 1)
		p.line(x0, y0, x1, y1, 1.5*scale, p.inks.Accent)
	}
}

// Row is one control: its name and its value.
type Row struct {
	Name, Value string
	Share       float64 // the value's share of its range, 0 to 1, for a bar; negative without a bar
	Mark        float64 // a place on that bar, such as a bound, 0 to 1; negative without one
	Warn        bool    // the value is beyond the bound
	Entry       bool    // the user is typing the value
}

const rowsWidth = 330 // width of the controls [points]

// rowHeight returns the height of a control [pixels].
func (p *Page) rowHeight(scale float32) float32 { return p.lineHeight() + 4*scale }

func (p *Page) rowsHeight(rows int, scale float32) float32 {
	return float32(rows)*p.rowHeight(scale) + 14*scale
}

// rowsShown returns the first control that a place shows, and how many it shows. The
// selected one is among them.
func (o Overlay) rowsShown(p *Page, at rect, scale float32) (from, count int) {
	count = min(int((at.height-14*scale)/p.rowHeight(scale)+0.01), len(o.Rows))
	from = min(max(o.RowsFrom, o.Selected-count+1), o.Selected)
	return max(min(from, len(o.Rows)-count), 0), count
}

// writeMarks draws marks outside panels: a stroke, arrows at the edges, and the ring of a
// brush.
func (o Overlay) writeMarks(p *Page, scale float32) {
	if s := o.Stroke; s != nil {
		at := func(k int) (x, y float32) {
			return float32(s[k])*p.height + p.width/2, float32(s[k+1])*p.height + p.height/2
		}
		x0, y0 := at(0)
		x1, y1 := at(2)
		p.line(x0, y0, x1, y1, 2*scale, p.inks.Warn)
	}
	for _, m := range o.Outside {
		m.write(p, scale)
	}
	if o.Ring != nil && len(o.Help) == 0 {
		o.Ring.write(p, scale)
	}
}

// writePicked writes the numbers of the picked thing.
func (o Overlay) writePicked(p *Page, at rect, scale float32) {
	if !at.there() {
		return
	}
	p.rectangle(at.left, at.top, at.width, at.height, p.inks.Panel)
	for k, line := range o.Picked[:min(len(o.Picked), p.linesIn(at.height, scale))] {
		p.text(at.left+10*scale, at.top+8*scale+float32(k)*p.lineHeight(), p.shorten(line, at.width-20*scale), p.inks.Bright)
	}
}

// These are the places of the parts of a control, from its left edge [points].
const (
	rowName  = 12
	rowBar   = 136
	rowWidth = 74 // width of the bar
)

// barOf returns the left edge and the width of a control's bar [pixels], in a place of
// the controls.
func barOf(at rect, scale float32) (left, width float32) {
	squeeze := min(at.width/(rowsWidth*scale), 1)
	return at.left + rowBar*scale*squeeze, rowWidth * scale * squeeze
}

// writeRows writes the controls to which the user scrolled.
func (o Overlay) writeRows(p *Page, at rect, scale float32) {
	if !at.there() {
		return
	}
	p.rectangle(at.left, at.top, at.width, at.height, p.inks.Panel)
	from, count := o.rowsShown(p, at, scale)
	y, each := at.top+8*scale, p.rowHeight(scale)
	for k := range count {
		o.writeRow(p, o.Rows[from+k], from+k == o.Selected, rect{at.left, y, at.width, each}, scale)
		y += each
	}
	if all := len(o.Rows); count < all {
		track := each * float32(count)
		p.rectangle(at.right()-3*scale, at.top+8*scale, 2*scale, track, p.inks.Line)
		p.rectangle(at.right()-3*scale, at.top+8*scale+track*float32(from)/float32(all), 2*scale, track*float32(count)/float32(all), p.inks.Accent)
	}
}

// writeRow writes one control.
func (o Overlay) writeRow(p *Page, row Row, selected bool, at rect, scale float32) {
	color := p.inks.Bright
	if selected {
		p.rectangle(at.left, at.top-scale, 3*scale, at.height-2*scale, p.inks.Accent)
		color = p.inks.Accent
	}
	if row.Warn {
		color = p.inks.Warn
	}
	bar, width := barOf(at, scale)
	p.text(at.left+rowName*scale, at.top, p.shorten(row.Name, bar-at.left-(rowName+4)*scale), p.inks.Dim)
	if row.Share >= 0 {
		middle := at.top + float32(p.atlas.cellHeight)/2
		p.rectangle(bar, middle-scale, width, 2*scale, p.inks.Line)
		share := width * float32(min(row.Share, 1))
		p.rectangle(bar, middle-2*scale, share, 4*scale, p.inks.Fill)
		p.rectangle(bar+share-2*scale, middle-5*scale, 4*scale, 10*scale, color)
		if row.Mark >= 0 {
			p.rectangle(bar+width*float32(min(row.Mark, 1))-scale, middle-6*scale, 2*scale, 12*scale, p.inks.Warn)
		}
	}
	place := bar + width + 10*scale
	if row.Share < 0 {
		place = bar
	}
	if row.Entry {
		p.rectangle(place-3*scale, at.top-scale, at.right()-6*scale-place+3*scale, at.height-2*scale, p.inks.Line)
	}
	p.text(place, at.top, p.shorten(row.Value, at.right()-6*scale-place), color)
}
