package hud

import "math"

// Places map points of the picture to parts of an overlay, for clicks and drags. The zero
// value is for a picture without text.
type Places struct {
	at                   [blocks]rect
	rowsFrom, rowsCount  int
	rowHeight, rowsFirst float32 // height of each control, and the upper edge of the first one [pixels]
	helpMost             int
	scale                float32
}

// Write writes an overlay and a legend on a page of a scale [pixels per point], and returns
// the places of their parts. Begin must have been called on the page. l may be nil, which
// shows no legend.
func (o Overlay) Write(p *Page, l *Legend, scale float32) Places {
	return placesOf(o, p, o.writeAll(p, l, scale), scale)
}

// writeAll lays out an overlay and a legend and writes them. l may be nil, which shows no
// legend.
func (o Overlay) writeAll(p *Page, l *Legend, scale float32) [blocks]rect {
	want := o.wishes(p, l, scale)
	at := layOut(p.width, p.height, scale, &want)
	o.write(p, at, scale)
	if l != nil && at[legendBlock].there() {
		l.write(p, at[legendBlock], scale)
	}
	return at
}

func placesOf(o Overlay, p *Page, at [blocks]rect, scale float32) Places {
	x := Places{at: at, scale: scale, helpMost: o.helpMost(p, at[helpBlock], scale)}
	if rows := at[rowsBlock]; rows.there() {
		x.rowsFrom, x.rowsCount = o.rowsShown(p, rows, scale)
		x.rowHeight, x.rowsFirst = p.rowHeight(scale), rows.top+8*scale
	}
	return x
}

// RowsFrom returns the number of the first control that is shown.
func (x *Places) RowsFrom() int { return x.rowsFrom }

// HelpMost returns the last line with which the help can begin; 0 where all of it is
// shown.
func (x *Places) HelpMost() int { return x.helpMost }

// OnRow describes where on a control a place lies.
type OnRow struct {
	Row   int
	Right bool    // the place is in the right half of the control
	Bar   bool    // the place is on the bar, or where a bar would be
	Share float64 // share along the bar, 0 to 1; beside the bar the share of the nearer end
}

// RowAt returns where on which control a place of the picture lies [pixels from the upper
// left corner]. ok is false beside all controls.
func (x *Places) RowAt(px, py float64) (on OnRow, ok bool) {
	rows := x.at[rowsBlock]
	if !rows.holds(float32(px), float32(py)) {
		return on, false
	}
	k := int(math.Floor((py - float64(x.rowsFirst)) / float64(x.rowHeight)))
	if k < 0 || k >= x.rowsCount {
		return on, false
	}
	bar, width := barOf(rows, x.scale)
	const reach = 6 // reach beyond the ends of a bar [points]
	share := (px - float64(bar)) / float64(width)
	beside := float64(reach * x.scale / width)
	return OnRow{Row: x.rowsFrom + k, Right: float32(px) > rows.left+rows.width/2, Bar: share >= -beside && share <= 1+beside, Share: min(max(share, 0), 1)}, true
}

// ShareAt returns the share, 0 to 1, along the bars of controls at a distance from the
// left edge of the picture [pixels]. The height does not matter.
func (x *Places) ShareAt(px float64) float64 {
	bar, width := barOf(x.at[rowsBlock], x.scale)
	if width <= 0 {
		return 0
	}
	return min(max((px-float64(bar))/float64(width), 0), 1)
}

// TimeLineAt returns the share, 0 to 1, along the time line of a place of the picture
// [pixels]. ok is false beside the time line; the share then still follows the place, for
// drags.
func (x *Places) TimeLineAt(px, py float64) (share float64, ok bool) {
	at := x.at[timeLineBlock]
	left, right := timeLineEnds(at, x.scale)
	if right <= left {
		return 0, false
	}
	return min(max((px-float64(left))/float64(right-left), 0), 1), at.holds(float32(px), float32(py))
}

// OnHelp reports whether a place of the picture lies on the help [pixels].
func (x *Places) OnHelp(px, py float64) bool { return x.at[helpBlock].holds(float32(px), float32(py)) }

// OnPanel reports whether a point of the picture [pixels] is on a panel, such as controls,
// plots, the help or the time line. Facts, the legend, the footer and the notice do not
// count: a click there goes to the scene behind.
func (x *Places) OnPanel(px, py float64) bool {
	for b, at := range x.at {
		switch block(b) {
		case factsBlock, legendBlock, footerBlock, noticeBlock:
		default:
			if at.holds(float32(px), float32(py)) {
				return true
			}
		}
	}
	return false
}
