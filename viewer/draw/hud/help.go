package hud

import "strings"

// helpColumn is the width of the keys in the help, in characters; longer keys take more.
const helpColumn = 12

// helpCell is a line of the help: the keys, and their effect or one line of that.
type helpCell struct{ keys, what string }

// helpCells returns the lines of the help in a column of that many characters.
func (o Overlay) helpCells(columns int) (cells []helpCell) {
	for _, line := range o.Help {
		keys, what, _ := strings.Cut(line, "\t")
		if what == "" {
			keys, what = "", keys
		}
		room := columns
		if keys != "" {
			room -= max(helpColumn, len([]rune(keys))+1)
		}
		for k, part := range wrap(what, max(room, helpColumn)) {
			if k > 0 {
				keys = strings.Repeat(" ", len([]rune(keys))) // in line with the first part
			}
			cells = append(cells, helpCell{keys, part})
		}
	}
	return cells
}

// These are the columns of the help, in characters.
const (
	helpWide  = 56
	helpApart = 3
)

// helpColumns returns how many columns the help has in a width [pixels], and how many
// characters each has: two columns, or a single one, which may be narrower.
func (p *Page) helpColumns(width, scale float32) (count, each int) {
	columns := p.columnsIn(width, scale)
	if columns >= 2*helpWide+helpApart {
		return 2, helpWide
	}
	return 1, min(columns, helpWide)
}

// helpLines returns how many lines the help takes in a width [pixels].
func (o Overlay) helpLines(p *Page, width, scale float32) int {
	count, each := p.helpColumns(width, scale)
	return (len(o.helpCells(each)) + count - 1) / count
}

func (o Overlay) wishHelp(p *Page, scale float32) wish {
	flow := func(width float32) float32 { return p.textHeight(o.helpLines(p, width, scale), scale) }
	width := float32((2*helpWide+helpApart)*p.atlas.cellWidth) + 20*scale
	if o.helpLines(p, width, scale) < leastHelp || width > p.width-2*panelMargin*scale {
		width = float32(helpWide*p.atlas.cellWidth) + 20*scale
	}
	return wish{width: width, height: flow(width), least: p.textHeight(2, scale), narrow: leastText * scale, flow: flow}
}

// leastHelp is the number of lines from which on the help has two columns.
const leastHelp = 12

// helpMost returns the last line with which the help can begin where not all of it fits;
// 0 where it fits.
func (o Overlay) helpMost(p *Page, at rect, scale float32) int {
	if !at.there() {
		return 0
	}
	return max(o.helpLines(p, at.width, scale)-p.linesIn(at.height, scale), 0)
}

// writeHelp writes the part of the help to which the user scrolled, with a bar at the
// right where some of the help is hidden.
func (o Overlay) writeHelp(p *Page, at rect, scale float32) {
	if !at.there() {
		return
	}
	p.rectangle(at.left, at.top, at.width, at.height, p.inks.Panel|0xff) // nothing shines through
	count, each := p.helpColumns(at.width, scale)
	cells, shown, most := o.helpCells(each), p.linesIn(at.height, scale), o.helpMost(p, at, scale)
	lines, from := (len(cells)+count-1)/count, min(max(o.HelpFrom, 0), most)
	for k := range min(shown, lines-from) {
		for column := range count {
			i := column*lines + from + k
			if i >= len(cells) {
				continue
			}
			x, y := at.left+10*scale+float32(column*(each+helpApart)*p.atlas.cellWidth), at.top+8*scale+float32(k)*p.lineHeight()
			p.text(x, y, cells[i].keys, p.inks.Accent)
			if width := len([]rune(cells[i].keys)); width > 0 {
				x += float32(max(helpColumn, width+1) * p.atlas.cellWidth)
			}
			p.text(x, y, p.shorten(cells[i].what, at.right()-10*scale-x), p.inks.Bright)
		}
	}
	if most > 0 {
		bar, track := 3*scale, at.height-8*scale
		p.rectangle(at.right()-2*bar, at.top+4*scale, bar, track, p.inks.Line)
		p.rectangle(at.right()-2*bar, at.top+4*scale+track*float32(from)/float32(lines), bar, track*float32(shown)/float32(lines), p.inks.Accent)
	}
}
